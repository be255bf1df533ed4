"""The step that each mutant gets wrong; mistakes.txt has a hint at it, and says it in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from operator import methodcaller
from pathlib import Path

from poker_table.game.card import Rank, Suit
from poker_table.game.hand import FLUSHES, HAND_SIZE, STRAIGHTS, WHEEL, HandType, summary_value
from poker_table.mutants.evaluator import RIGHT, Cards, FiveCards, Key, Mutant

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HandType  # fmt: skip
# The types that have kickers beside what makes them.
KICKERS = PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND
# What a hand is taken for where only a part of it is seen.
TAKEN_FOR_LESS = {
    PAIR: HIGH_CARD,
    TWO_PAIR: PAIR,
    STRAIGHT: HIGH_CARD,
    FLUSH: HIGH_CARD,
    FULL_HOUSE: THREE_OF_A_KIND,
    FOUR_OF_A_KIND: TWO_PAIR,
    STRAIGHT_FLUSH: FLUSH,
}
ROUND_THE_ACE = [{Rank((low + step) % 13) for step in range(5)} for low in (9, 10, 11)]

cards_used, worth, weight, compare, listing = (
    partial(Mutant, step) for step in ("cards_used", "worth", "weight", "compare", "listing")
)


def taken_for(
    what: Callable[[FiveCards], FiveCards],
    when: Callable[[FiveCards], bool],
    *of: HandType,
    needs: str = "",
) -> Mutant:
    """Return the mutant that sometimes takes five cards for what they are not."""
    return Mutant("taken_for", lambda five: what(five) if when(five) else five, *of, needs=needs)


misses = partial(taken_for, lambda five: five.as_type(TAKEN_FOR_LESS[five.hand_type]))
hidden = partial(misses, needs="six")  # among more than five cards
straight_flush = methodcaller("as_type", STRAIGHT_FLUSH)


def straight(five: FiveCards) -> FiveCards:
    """Return five cards taken for a straight from their highest card down."""
    suited = most_of_a_suit(five.cards) == HAND_SIZE
    return five._replace(hand_type=STRAIGHTS[suited], ranks=five.downward)


def flush_too(five: FiveCards) -> FiveCards:
    """Return five cards taken for a flush: a straight is a straight flush then."""
    return five.as_type(STRAIGHT_FLUSH if five.hand_type is STRAIGHT else FLUSH)


def ranks_alone(five: FiveCards) -> FiveCards:
    """Return a flush taken for what its ranks alone make."""
    return five.as_type(STRAIGHT if five.hand_type is STRAIGHT_FLUSH else HIGH_CARD)


def most_of_a_suit(cards: Cards) -> int:
    """Return how many cards there are of the suit of which there are most."""
    return max(Counter(card.suit for card in cards).values())


def repeated(ranks: Sequence[Rank]) -> set[Rank]:
    """Return the ranks that come more than once."""
    return {rank for rank in ranks if ranks.count(rank) > 1}


def came_unsorted(five: FiveCards) -> bool:
    """Return whether the five cards did not come highest first."""
    came = tuple(card.rank for card in five.all_cards if card in five.cards)
    return came not in (five.high_to_low, five.ranks)


def four_in_a_row(five: FiveCards) -> bool:
    """Return whether the first four ranks or the last are in a row."""
    runs = five.ranks[:4], five.ranks[1:]
    return any(all(high == low + 1 for high, low in pairwise(run)) for run in runs)


def wheel_suited_but_for_ace(five: FiveCards) -> bool:
    """Return whether the cards beside the ace of a wheel are of one suit."""
    low = [card for card in five.cards if card.rank is not Rank.ACE]
    return five.ranks == WHEEL and most_of_a_suit(low) == len(low)


def below_others_of_its_suit(five: FiveCards) -> bool:
    """Return whether five cards are not the highest of the suit of the first."""
    suited = [card.rank for card in five.all_cards if card.suit is five.cards[0].suit]
    return sorted(suited)[-5:] != sorted(five.ranks)


def in_other_suits(five: FiveCards) -> Cards:
    """Return the five cards in order, of another suit where one of that rank is there."""
    other = {card.rank: card for card in five.all_cards if card.suit is not five.cards[0].suit}
    return [other.get(card.rank, card) for card in RIGHT.listing(five)]


def filled_up_with_the_highest(five: FiveCards) -> Cards:
    """Return the cards of the first rank, but of a flush none, and then the highest others."""
    ours = [] if five.hand_type is FLUSH else five.ranks[:1]
    first = [card for card in five.cards if card.rank in ours]
    others = [card for card in RIGHT.cards_used(five.all_cards) if card not in first]
    return [*first, *others][:HAND_SIZE]


def by_kickers(weighed: Callable[[list[Rank]], list[int]]) -> Callable[[FiveCards], Key]:
    """Return what weighs hands by all their ranks, the kickers as they are weighed."""

    def key(five: FiveCards) -> Key:
        kickers = [rank for rank in five.ranks if five.high_to_low.count(rank) == 1]
        return *five.key[: len(five.key) - len(kickers)], *weighed(kickers)

    return key


def base_ten(five: FiveCards) -> Key:
    """Return the ranks as the digits of a number in base 10."""
    return five.hand_type, sum(10**place * rank for place, rank in enumerate(reversed(five.ranks)))


def with_suits(five: FiveCards) -> Key:
    """Return the key and then the suits, from the most important card on."""
    order = sorted(five.cards, key=lambda card: (five.ranks.index(card.rank), -card.suit))
    return *five.key, *(card.suit for card in order)


def by_ranks(*places: int) -> Callable[[FiveCards], Key]:
    """Return a function that compares hands by the ranks at some places; ~place reverses one.

    >>> by_ranks(1, -2)(FiveCards((), FULL_HOUSE, (Rank.FOUR, Rank.THREE), ()))
    (<HandType.FULL_HOUSE: 6>, 2, -1)
    """
    return lambda five: (
        five.hand_type,
        *(five.ranks[abs(place) - 1] * (1 if place > 0 else -1) for place in places),
    )


# By name: the step, what is done there, and for which types.
WRONG = {
    # Straights
    "wheel-missed": misses(lambda five: five.ranks == WHEEL),
    "wheel-ace-high": taken_for(straight, lambda five: five.ranks == WHEEL),
    "steel-wheel-missed": misses(lambda five: five.ranks == WHEEL, STRAIGHT_FLUSH),
    "wraps-around": taken_for(straight, lambda five: set(five.ranks) in ROUND_THE_ACE),
    "ace-never-high": misses(lambda five: five.ranks[0] is Rank.ACE, *STRAIGHTS),
    "duplicates-break-straight": hidden(
        lambda five: max(map(five.all_ranks.count, five.ranks)) > 1, *STRAIGHTS
    ),
    "four-make-straight": taken_for(straight, four_in_a_row, HIGH_CARD),
    "span-makes-straight": taken_for(
        straight, lambda five: max(five.ranks) - min(five.ranks) == 4 and five.hand_type < STRAIGHT
    ),
    "lowest-straight": worth(by_ranks(-1), *STRAIGHTS),
    "straights-tie": weight(by_ranks(), *STRAIGHTS),
    "not-sorted": misses(came_unsorted, *STRAIGHTS),
    "two-pair-before-straight": hidden(lambda five: len(repeated(five.all_ranks)) > 1, STRAIGHT),
    "three-break-straight": hidden(
        lambda five: max(map(five.all_ranks.count, five.ranks)) > 2, STRAIGHT
    ),
    "straight-below-missed": hidden(
        lambda five: five.high_to_low[0] < five.all_ranks[0], *STRAIGHTS
    ),
    "six-are-no-straight": hidden(
        lambda five: not {five.ranks[0] + 1, five.ranks[0] - 5}.isdisjoint(five.all_ranks), STRAIGHT
    ),
    "wheel-first": worth(
        lambda five: (five.hand_type, five.ranks == WHEEL, *five.ranks), *STRAIGHTS
    ),
    "wheel-next-to-ace": hidden(
        lambda five: (
            five.ranks == WHEEL and any(WHEEL[0] < rank < Rank.ACE for rank in five.all_ranks)
        ),
        STRAIGHT,
    ),
    "paired-ace-no-wheel": hidden(
        lambda five: five.ranks == WHEEL and five.all_ranks.count(Rank.ACE) > 1, STRAIGHT
    ),
    # Flushes and straight flushes
    "straight-and-flush": taken_for(
        straight_flush,
        lambda five: most_of_a_suit(five.all_cards) >= HAND_SIZE,
        STRAIGHT,
        needs="six",
    ),
    "straight-flush-missed": misses(lambda five: True, STRAIGHT_FLUSH),
    "spades-forgotten": taken_for(
        ranks_alone, lambda five: five.cards[0].suit is Suit.SPADES, *FLUSHES
    ),
    "clubs-forgotten": taken_for(
        ranks_alone, lambda five: five.cards[0].suit is Suit.CLUBS, *FLUSHES
    ),
    "four-make-flush": taken_for(
        flush_too,
        lambda five: most_of_a_suit(five.cards) == HAND_SIZE - 1 and five.hand_type < FLUSH,
    ),
    "lowest-of-flush": worth(by_ranks(-1, -2, -3, -4, -5), FLUSH),
    "six-are-no-flush": taken_for(
        ranks_alone, lambda five: most_of_a_suit(five.all_cards) > HAND_SIZE, *FLUSHES, needs="six"
    ),
    "other-suit-in-straight-flush": listing(in_other_suits, STRAIGHT_FLUSH, needs="six"),
    "highest-straight-only": hidden(
        lambda five: five.ranks[0] + 1 in five.all_ranks, STRAIGHT_FLUSH
    ),
    "highest-flush-only": hidden(below_others_of_its_suit, STRAIGHT_FLUSH),
    "steel-wheel-with-any-ace": taken_for(
        straight_flush, wheel_suited_but_for_ace, STRAIGHT, needs="six"
    ),
    "flush-by-highest-card": weight(by_ranks(1), FLUSH),
    "flush-below-straight": weight(
        lambda five: (STRAIGHT + FLUSH - five.hand_type, *five.ranks), FLUSH, STRAIGHT
    ),
    # Wrong about pairs, three and four of a kind, or about which of the cards count
    "last-card-forgotten": cards_used(
        lambda cards: RIGHT.cards_used(cards)[: max(HAND_SIZE, len(cards) - 1)]
    ),
    "first-five-only": cards_used(lambda cards: RIGHT.cards_used(cards[:HAND_SIZE])),
    "two-threes-no-full-house": hidden(
        lambda five: all(five.all_ranks.count(rank) > 2 for rank in repeated(five.all_ranks)),
        FULL_HOUSE,
    ),
    "full-house-missed": misses(lambda five: True, FULL_HOUSE),
    "second-pair-lowest": worth(by_ranks(1, -2, 3), TWO_PAIR),
    "kicker-from-no-pair": worth(
        lambda five: (*five.key[:-1], five.all_ranks.count(five.ranks[-1]) == 1, five.ranks[-1]),
        TWO_PAIR,
        FOUR_OF_A_KIND,
    ),
    "lowest-kickers": worth(
        by_kickers(lambda ranks: [-rank for rank in ranks]), HIGH_CARD, *KICKERS
    ),
    "kickers-above-passed-over": worth(
        lambda five: (five.hand_type, *(rank - 13 * (rank > five.ranks[0]) for rank in five.ranks)),
        *KICKERS,
    ),
    "kicker-between-pairs-passed-over": worth(
        lambda five: (*five.key[:-1], five.ranks[2] != sorted(five.ranks)[1], five.ranks[2]),
        TWO_PAIR,
    ),
    "lower-three-in-full-house": worth(by_ranks(-1, 2), FULL_HOUSE),
    "lowest-pair-in-full-house": worth(by_ranks(1, -2), FULL_HOUSE),
    "four-are-two-pair": misses(lambda five: True, FOUR_OF_A_KIND),
    "ten-is-nothing": weight(
        lambda five: (five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks))
    ),
    "two-is-nothing": misses(lambda five: five.ranks[0] is Rank.TWO, PAIR),
    "listed-by-rank": listing(
        lambda five: RIGHT.cards_used(five.cards),
        *KICKERS[:3],
        FULL_HOUSE,
        FOUR_OF_A_KIND,
        *STRAIGHTS,
    ),
    "hidden-by-a-pair": hidden(
        lambda five: len(repeated(five.all_ranks)) > len(repeated(five.high_to_low)),
        *set(TAKEN_FOR_LESS) - {PAIR},
    ),
    "filled-up-with-the-highest": listing(
        filled_up_with_the_highest, TWO_PAIR, FLUSH, FULL_HOUSE, needs="six"
    ),
    # Hands that are rightly seen, and wrongly compared
    "type-ignored": weight(lambda five: five.ranks),
    "value-ignored": weight(by_ranks()),
    "base-ten": weight(base_ten),
    "ties-broken-by-suit": weight(with_suits, needs="rounds"),
    "first-wins-ties": compare(
        lambda first, second: RIGHT.compare(first, second) or 1, needs="rounds"
    ),
    "kickers-lowest-first": weight(by_kickers(sorted)),
    "last-kicker-forgotten": weight(lambda five: five.key[:-1]),
    "first-rank-alone": weight(by_ranks(1)),
    "one-kicker-only": weight(by_ranks(1, 2), PAIR),
    "pair-by-kicker-first": weight(lambda five: (five.hand_type, *five.high_to_low), PAIR),
    "kicker-before-second-pair": weight(by_ranks(1, 3, 2), TWO_PAIR),
    "second-pair-ignored": weight(by_ranks(1, 3), TWO_PAIR),
    "rest-forgotten": weight(
        by_ranks(1), THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND, needs="rounds"
    ),
    "full-house-by-pair-first": weight(by_ranks(2, 1), FULL_HOUSE),
    "value-of-sorted-cards": weight(lambda five: (five.hand_type, summary_value(five.high_to_low))),
    "last-rank-forgotten": weight(lambda five: five.key[:-1], HIGH_CARD, PAIR, TWO_PAIR, FLUSH),
    "loses-to-the-next": weight(
        lambda five: (five.hand_type - 2, len(Rank), *five.ranks),
        *set(HandType) - {HIGH_CARD, FLUSH},
    ),
    "sixth-card-decides": weight(lambda five: (*five.key, *five.all_ranks), needs="six"),
}
TEXT = Path(__file__).with_name("mistakes.txt").read_text("utf-8")
#: All of them, in the order in which they are told.
MUTANTS = [
    mutant
    for name, hint, mistake in re.findall(r"(\S+): (.+)\n +(.+)", TEXT)
    for mutant in WRONG[name].named(name, hint, mistake)
]
