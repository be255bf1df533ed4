"""The faulty stage of each mutant; mistakes.txt has its hint, its mistake and the rule in words.

Those without a hint are no mutants that a test file should catch: only `grade` names them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from operator import methodcaller

from poker_table.files.text import package_text
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import (
    FLUSHES,
    HAND_SIZE,
    RULES,
    STRAIGHTS,
    WHEEL,
    HandType,
    summary_value,
)
from poker_table.mutants.evaluator import RIGHT, Cards, FiveCards, Key, Mutant

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HandType  # fmt: skip
# The types that have kickers.
KICKERS = PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND
# The type that an evaluator finds if it misses a part of the hand.
LOWER_TYPE = {
    PAIR: HIGH_CARD,
    TWO_PAIR: PAIR,
    STRAIGHT: HIGH_CARD,
    FLUSH: HIGH_CARD,
    FULL_HOUSE: THREE_OF_A_KIND,
    FOUR_OF_A_KIND: TWO_PAIR,
    STRAIGHT_FLUSH: FLUSH,
}
# The ranks of J-Q-K-A-2, Q-K-A-2-3 and K-A-2-3-4.
ROUND_THE_ACE = [{Rank((low + step) % 13) for step in range(5)} for low in (9, 10, 11)]

uses = partial(Mutant, "cards_used", needs="six")
classifies = partial(Mutant, "classify")
chooses_by = partial(Mutant, "choice_key", needs="six")
compares_by = partial(Mutant, "comparison_key")
lists = partial(Mutant, "listing", needs="order")


def classifies_if(
    condition: Callable[[FiveCards], bool],
    wrong: Callable[[FiveCards], FiveCards],
    *types: HandType,
    needs: str = "five",
) -> Mutant:
    """Return the mutant that classifies five cards wrongly if a condition holds."""
    return classifies(lambda five: wrong(five) if condition(five) else five, *types, needs=needs)


def misses(condition: Callable[[FiveCards], bool], *types: HandType, needs: str = "five") -> Mutant:
    """Return the mutant that misses a part of the hand if a condition holds."""
    return classifies_if(condition, as_lower_type, *types, needs=needs)


classifies_in_six = partial(classifies_if, needs="six")
misses_in_six = partial(misses, needs="six")
as_straight_flush = methodcaller("with_type", STRAIGHT_FLUSH)


def as_lower_type(five: FiveCards) -> FiveCards:
    """Return five cards classified as if a part of the hand was missed."""
    return five.with_type(LOWER_TYPE[five.hand_type])


def as_straight(five: FiveCards) -> FiveCards:
    """Return five cards classified as a straight from their highest card down."""
    suited = longest_suit_length(five.cards) == HAND_SIZE
    return five._replace(hand_type=STRAIGHTS[suited], ranks=five.distinct_high_to_low)


def as_flush(five: FiveCards) -> FiveCards:
    """Return five cards classified as a flush or, if they are a straight, a straight flush."""
    return five.with_type(STRAIGHT_FLUSH if five.hand_type is STRAIGHT else FLUSH)


def as_no_flush(five: FiveCards) -> FiveCards:
    """Return a flush or a straight flush classified by its ranks alone."""
    return five.with_type(STRAIGHT if five.hand_type is STRAIGHT_FLUSH else HIGH_CARD)


def longest_suit_length(cards: Cards) -> int:
    """Return the number of cards in the suit that has the most cards."""
    return max(Counter(card.suit for card in cards).values())


def repeated(ranks: Sequence[Rank]) -> set[Rank]:
    """Return the ranks that occur more than once."""
    return {rank for rank in ranks if ranks.count(rank) > 1}


def is_wheel(five: FiveCards) -> bool:
    """Return whether five cards are A-2-3-4-5."""
    return five.ranks == WHEEL


def came_unsorted(five: FiveCards) -> bool:
    """Return whether the player got the five cards in another order than highest first."""
    ranks = tuple(card.rank for card in five.all_cards if card in five.cards)
    return ranks not in (five.high_to_low, five.ranks)


def four_in_a_row(five: FiveCards) -> bool:
    """Return whether the first four ranks or the last four are in a row."""
    fours = five.ranks[:4], five.ranks[1:]
    return any(all(high == low + 1 for high, low in pairwise(four)) for four in fours)


def wheel_suited_but_for_ace(five: FiveCards) -> bool:
    """Return whether five cards are a wheel with all cards but the ace in one suit."""
    low = [card for card in five.cards if card.rank is not Rank.ACE]
    return is_wheel(five) and longest_suit_length(low) == len(low)


def below_others_of_its_suit(five: FiveCards) -> bool:
    """Return whether the player holds higher cards of the suit of a straight flush."""
    suited = [card.rank for card in five.all_cards if card.suit is five.cards[0].suit]
    return sorted(suited)[-HAND_SIZE:] != sorted(five.ranks)


def in_other_suits(five: FiveCards) -> Cards:
    """Return the five cards in order, each replaced by one of another suit if the player has it."""
    other = {card.rank: card for card in five.all_cards if card.suit is not five.cards[0].suit}
    return [other.get(card.rank, card) for card in RIGHT.listing(five)]


def filled_up_with_the_highest(five: FiveCards) -> Cards:
    """Return the cards of the first rank and the highest others; for a flush, the five highest."""
    first_rank = [] if five.hand_type is FLUSH else five.ranks[:1]
    first = [card for card in five.cards if card.rank in first_rank]
    others = [card for card in RIGHT.cards_used(five.all_cards) if card not in first]
    return [*first, *others][:HAND_SIZE]


def by_kickers(kicker_key: Callable[[list[Rank]], list[int]]) -> Callable[[FiveCards], Key]:
    """Return a key function that orders hands as the rules do, except for their kickers.

    `kicker_key` returns the end of the key, given the kickers, the most important first.
    """

    def key(five: FiveCards) -> Key:
        kickers = [rank for rank in five.ranks if five.high_to_low.count(rank) == 1]
        return *five.key[: len(five.key) - len(kickers)], *kicker_key(kickers)

    return key


def base_ten(five: FiveCards) -> Key:
    """Return the type, and the ranks as the digits of a number in base 10."""
    return five.hand_type, sum(10**place * rank for place, rank in enumerate(reversed(five.ranks)))


def with_suits(five: FiveCards) -> Key:
    """Return the right key, followed by the suits of the cards, the most important card first."""
    return *five.key, *(card.suit for card in RIGHT.listing(five))


def by_ranks(*positions: int) -> Callable[[FiveCards], Key]:
    """Return a key function: the type, and the ranks at some positions, counted from 1.

    A negative position reverses the order of that rank.

    >>> by_ranks(1, -2)(FiveCards((), FULL_HOUSE, (Rank.FOUR, Rank.THREE), ()))
    (<HandType.FULL_HOUSE: 6>, 2, -1)
    """
    return lambda five: (
        five.hand_type,
        *(five.ranks[abs(place) - 1] * (1 if place > 0 else -1) for place in positions),
    )


def with_suits_between(five: FiveCards) -> Key:
    """Return the type, and then the rank and the suit of each card in turn."""
    return five.hand_type, *(n for card in RIGHT.listing(five) for n in (card.rank, card.suit))


def with_suit_first(five: FiveCards) -> Key:
    """Return the type, the suit of the first card, and then the ranks."""
    return five.hand_type, five.cards[0].suit, *five.ranks


def wheel_above_all(five: FiveCards) -> Key:
    """Return the type, whether five cards are a wheel, and then the ranks."""
    return five.hand_type, is_wheel(five), *five.ranks


def as_ace_high_straight(five: FiveCards) -> FiveCards:
    """Return five cards as the highest straight, of whatever ranks they are."""
    return as_straight(five)._replace(ranks=(Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN))


def counting_ranks(five: FiveCards) -> Key:
    """Return the ranks, without the type; of a straight only the first."""
    return five.ranks[:1] if five.hand_type in STRAIGHTS else five.ranks


def overflowing(first_rank: int) -> Callable[[FiveCards], Key]:
    """Return the key of two digits for the type and each rank, in a whole number of 32 bits."""

    def key(five: FiveCards) -> Key:
        value = int(five.hand_type)
        for rank in five.high_to_low:
            value = 100 * value + rank + first_rank
        return ((value + 2**31) % 2**32 - 2**31,)

    return key


def as_character(rank: Rank) -> int:
    """Return the place of a rank's letter in the order of characters."""
    return "23456789AJKQT".index(rank.letter)


def sorted_as_characters(five: FiveCards) -> Key:
    """Return the type, and the ranks in groups, both sorted as characters; straights are right."""
    if five.hand_type in STRAIGHTS:
        return five.key
    groups = ((five.high_to_low.count(rank), as_character(rank)) for rank in five.ranks)
    return five.hand_type, *(character for _, character in sorted(groups, reverse=True))


def without_twos(five: FiveCards) -> FiveCards:
    """Return five cards classified as if each two was the only one of its rank."""
    counts = Counter(five.high_to_low)
    twos = counts.pop(Rank.TWO, 0)
    shape = *sorted(counts.values(), reverse=True), *[1] * twos
    return five.with_type(RULES[shape, False, False]) if twos > 1 else five


def lowest_four_suited(five: FiveCards) -> bool:
    """Return whether the lowest four cards have one suit, in a hand of two pair or less."""
    lowest = sorted(five.cards, key=lambda card: card.rank)[:4]
    return five.hand_type <= TWO_PAIR and longest_suit_length(lowest) == 4


# The mutants by name: how the faulty stage works, and for which types it gives wrong results.
WRONG = {
    # Straights
    "wheel-missed": misses(is_wheel),
    "wheel-ace-high": classifies_if(is_wheel, as_straight),
    "steel-wheel-missed": misses(is_wheel, STRAIGHT_FLUSH),
    "wraps-around": classifies_if(lambda five: set(five.ranks) in ROUND_THE_ACE, as_straight),
    "ace-never-high": misses(lambda five: five.ranks[0] is Rank.ACE, *STRAIGHTS),
    "duplicates-break-straight": misses_in_six(
        lambda five: max(map(five.all_ranks.count, five.ranks)) > 1, *STRAIGHTS
    ),
    "four-make-straight": classifies_if(four_in_a_row, as_straight, HIGH_CARD),
    "span-makes-straight": classifies_if(
        lambda five: max(five.ranks) - min(five.ranks) == 4 and five.hand_type < STRAIGHT,
        as_straight,
    ),
    "lowest-straight": chooses_by(by_ranks(-1), *STRAIGHTS),
    "straights-tie": compares_by(by_ranks(), *STRAIGHTS),
    "not-sorted": misses(came_unsorted, *STRAIGHTS),
    "two-pair-before-straight": misses_in_six(
        lambda five: len(repeated(five.all_ranks)) > 1, STRAIGHT
    ),
    "three-break-straight": misses_in_six(
        lambda five: max(map(five.all_ranks.count, five.ranks)) > 2, STRAIGHT
    ),
    "straight-below-missed": misses_in_six(
        lambda five: five.high_to_low[0] < five.all_ranks[0], *STRAIGHTS
    ),
    "six-are-no-straight": misses_in_six(
        lambda five: not {five.ranks[0] + 1, five.ranks[0] - 5}.isdisjoint(five.all_ranks), STRAIGHT
    ),
    "wheel-first": chooses_by(wheel_above_all, *STRAIGHTS),
    "wheel-next-to-ace": misses_in_six(
        lambda five: is_wheel(five) and any(WHEEL[0] < rank < Rank.ACE for rank in five.all_ranks),
        STRAIGHT,
    ),
    "paired-ace-no-wheel": misses_in_six(
        lambda five: is_wheel(five) and five.all_ranks.count(Rank.ACE) > 1, STRAIGHT
    ),
    # Flushes and straight flushes
    "straight-and-flush": classifies_in_six(
        lambda five: longest_suit_length(five.all_cards) >= HAND_SIZE, as_straight_flush, STRAIGHT
    ),
    "straight-flush-missed": classifies(as_lower_type, STRAIGHT_FLUSH),
    "spades-forgotten": classifies_if(
        lambda five: five.cards[0].suit is Suit.SPADES, as_no_flush, *FLUSHES
    ),
    "clubs-forgotten": classifies_if(
        lambda five: five.cards[0].suit is Suit.CLUBS, as_no_flush, *FLUSHES
    ),
    "four-make-flush": classifies_if(
        lambda five: longest_suit_length(five.cards) == HAND_SIZE - 1 and five.hand_type < FLUSH,
        as_flush,
    ),
    "lowest-of-flush": chooses_by(by_ranks(-1, -2, -3, -4, -5), FLUSH),
    "six-are-no-flush": classifies_in_six(
        lambda five: longest_suit_length(five.all_cards) > HAND_SIZE, as_no_flush, *FLUSHES
    ),
    "other-suit-in-straight-flush": lists(in_other_suits, STRAIGHT_FLUSH, needs="six"),
    "highest-straight-only": misses_in_six(
        lambda five: five.ranks[0] + 1 in five.all_ranks, STRAIGHT_FLUSH
    ),
    "highest-flush-only": misses_in_six(below_others_of_its_suit, STRAIGHT_FLUSH),
    "steel-wheel-with-any-ace": classifies_in_six(
        wheel_suited_but_for_ace, as_straight_flush, STRAIGHT
    ),
    "flush-by-highest-card": compares_by(by_ranks(1), FLUSH),
    "flush-below-straight": compares_by(
        lambda five: (STRAIGHT + FLUSH - five.hand_type, *five.ranks), FLUSH, STRAIGHT
    ),
    # Pairs, full houses, three and four of a kind; which of more than five cards count
    "last-card-forgotten": uses(
        lambda cards: RIGHT.cards_used(cards)[: max(HAND_SIZE, len(cards) - 1)]
    ),
    "first-five-only": uses(lambda cards: RIGHT.cards_used(cards[:HAND_SIZE])),
    "two-threes-no-full-house": misses_in_six(
        lambda five: all(five.all_ranks.count(rank) > 2 for rank in repeated(five.all_ranks)),
        FULL_HOUSE,
    ),
    "full-house-missed": classifies(as_lower_type, FULL_HOUSE),
    "second-pair-lowest": chooses_by(by_ranks(1, -2, 3), TWO_PAIR),
    "kicker-from-no-pair": chooses_by(
        lambda five: (*five.key[:-1], five.all_ranks.count(five.ranks[-1]) == 1, five.ranks[-1]),
        TWO_PAIR,
        FOUR_OF_A_KIND,
    ),
    "lowest-kickers": chooses_by(
        by_kickers(lambda ranks: [-rank for rank in ranks]), HIGH_CARD, *KICKERS
    ),
    "kickers-above-passed-over": chooses_by(
        lambda five: (five.hand_type, *(rank - 13 * (rank > five.ranks[0]) for rank in five.ranks)),
        *KICKERS,
    ),
    "kicker-between-pairs-passed-over": chooses_by(
        lambda five: (*five.key[:-1], five.ranks[2] != sorted(five.ranks)[1], five.ranks[2]),
        TWO_PAIR,
    ),
    "lower-three-in-full-house": chooses_by(by_ranks(-1, 2), FULL_HOUSE),
    "lowest-pair-in-full-house": chooses_by(by_ranks(1, -2), FULL_HOUSE),
    "four-are-two-pair": classifies(as_lower_type, FOUR_OF_A_KIND),
    "ten-is-nothing": compares_by(
        lambda five: (five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks))
    ),
    "two-is-nothing": misses(lambda five: five.ranks[0] is Rank.TWO, PAIR),
    "listed-by-rank": lists(
        lambda five: RIGHT.cards_used(five.cards),
        *KICKERS[:3],
        FULL_HOUSE,
        FOUR_OF_A_KIND,
        *STRAIGHTS,
    ),
    "hidden-by-a-pair": misses_in_six(
        lambda five: len(repeated(five.all_ranks)) > len(repeated(five.high_to_low)),
        *set(LOWER_TYPE) - {PAIR},
    ),
    "filled-up-with-the-highest": lists(
        filled_up_with_the_highest, TWO_PAIR, FLUSH, FULL_HOUSE, needs="six"
    ),
    # Hands that are classified rightly and compared wrongly
    "type-ignored": compares_by(lambda five: five.ranks),
    "value-ignored": compares_by(by_ranks()),
    "base-ten": compares_by(base_ten),
    "ties-broken-by-suit": compares_by(with_suits, needs="rounds"),
    "first-wins-ties": Mutant(
        "compare", lambda first, second: RIGHT.compare(first, second) or 1, needs="rounds"
    ),
    "kickers-lowest-first": compares_by(by_kickers(sorted)),
    "last-kicker-forgotten": compares_by(lambda five: five.key[:-1]),
    "first-rank-alone": compares_by(by_ranks(1)),
    "one-kicker-only": compares_by(by_ranks(1, 2), PAIR),
    "pair-by-kicker-first": compares_by(lambda five: (five.hand_type, *five.high_to_low), PAIR),
    "kicker-before-second-pair": compares_by(by_ranks(1, 3, 2), TWO_PAIR),
    "second-pair-ignored": compares_by(by_ranks(1, 3), TWO_PAIR),
    "rest-forgotten": compares_by(
        by_ranks(1), THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND, needs="rounds"
    ),
    "full-house-by-pair-first": compares_by(by_ranks(2, 1), FULL_HOUSE),
    "value-of-sorted-cards": compares_by(
        lambda five: (five.hand_type, summary_value(five.high_to_low))
    ),
    "last-rank-forgotten": compares_by(
        lambda five: five.key[:-1], HIGH_CARD, PAIR, TWO_PAIR, FLUSH
    ),
    "loses-to-the-next": compares_by(
        lambda five: (five.hand_type - 2, len(Rank), *five.ranks),
        *set(HandType) - {HIGH_CARD, FLUSH},
    ),
    "sixth-card-decides": compares_by(lambda five: (*five.key, *five.all_ranks), needs="six"),
}
# What students' programs do besides: these mistakes in other forms, and some that no test needs.
IN_PROGRAMS = [
    ("type-ignored", compares_by(counting_ranks)),
    ("type-ignored", compares_by(lambda five: (summary_value(counting_ranks(five)),))),
    ("type-ignored", compares_by(lambda five: five.high_to_low)),
    ("worst-first", compares_by(lambda five: (five.hand_type, *(-rank for rank in five.ranks)))),
    (
        "ranks-as-characters",
        compares_by(lambda five: (five.hand_type, *map(as_character, five.ranks))),
    ),
    ("ranks-as-characters", compares_by(sorted_as_characters)),
    (
        "kickers-lowest-first",
        compares_by(
            lambda five: five.key if five.hand_type in STRAIGHTS else by_kickers(sorted)(five)
        ),
    ),
    ("lower-pair-first", compares_by(by_ranks(2, 1, 3), TWO_PAIR)),
    ("wheel-ace-high", classifies_if(is_wheel, as_ace_high_straight)),
    ("wheel-ace-high", compares_by(wheel_above_all, *STRAIGHTS)),
    ("flush-by-suit", compares_by(with_suit_first, FLUSH)),
    ("flush-by-suit", compares_by(with_suit_first, FLUSH, STRAIGHT_FLUSH)),
    ("suit-before-next-rank", compares_by(with_suits_between)),
    ("overflow", compares_by(overflowing(0))),
    ("overflow", compares_by(overflowing(2))),
    ("flush-in-four", classifies_if(lowest_four_suited, as_flush)),
    ("twos-are-nothing", classifies(without_twos)),
    ("twos-are-nothing", classifies_if(lambda five: five.hand_type is not TWO_PAIR, without_twos)),
    ("low-pair-no-full-house", misses(lambda five: five.ranks[1] < five.ranks[0], FULL_HOUSE)),
]
TEXTS = {
    name: texts
    for name, *texts in re.findall(
        r"(\S+):(?: (.+))?\n  (.+)\n  (.+)(?:\n  believed: (.+))?",
        package_text("mutants/mistakes.txt"),
    )
}


def described(rows: Iterable[tuple[str, Mutant]]) -> list[Mutant]:
    """Return the mutants with their texts, one for each type if the texts name it."""
    return [each for name, mutant in rows for each in mutant.described(name, *TEXTS[name])]


#: All mutants, in the order in which a score lists them.
MUTANTS = described((name, WRONG[name]) for name in TEXTS if name in WRONG)
#: The evaluators that a student's program may be: those whose mistake shows in hands of five cards.
WRONG_EVALUATORS = [*(m for m in MUTANTS if m.needs == "five"), *described(IN_PROGRAMS)]
