"""The wrong evaluators that a student's program may be: the mutants, and some that have no test.

Each is a mutant: a row of a table with the stage that is wrong, and the sentence that reports it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import RULES as TYPE_RULES
from poker_table.game.rules import STRAIGHTS, HandType, summary_value
from poker_table.mutants.evaluator import FiveCards, Key, Mutant
from poker_table.mutants.wrong import (
    MUTANTS,
    by_kickers,
    by_ranks,
    classifies,
    compares_by,
    longest_suit_length,
)

_AS_CHARACTERS = "23456789AJKQT"  # in the order of their codes


def _counting_ranks(five: FiveCards) -> Key:
    return five.ranks[:1] if five.hand_type in STRAIGHTS else five.ranks


def _overflowing(first_rank: int) -> Callable[[FiveCards], Key]:
    """Return the key of two digits for the type and each rank, in a whole number of 32 bits."""

    def key(five: FiveCards) -> Key:
        value = int(five.hand_type)
        for rank in five.high_to_low:
            value = 100 * value + rank + first_rank
        return ((value + 2**31) % 2**32 - 2**31,)

    return key


def _kickers_lowest_first(five: FiveCards) -> Key:
    return five.key if five.hand_type in STRAIGHTS else by_kickers(sorted)(five)


def _suit_before_next_rank(five: FiveCards) -> Key:
    order = sorted(five.cards, key=lambda card: (five.ranks.index(card.rank), -card.suit))
    return five.hand_type, *(part for card in order for part in (card.rank, card.suit))


def _character_of(rank: Rank) -> int:
    return _AS_CHARACTERS.index(rank.letter)


def _sorted_as_characters(five: FiveCards) -> Key:
    """Return the type, and the ranks in groups, both sorted as characters; straights are right."""
    if five.hand_type in STRAIGHTS:
        return five.key
    groups = sorted(
        ((five.high_to_low.count(rank), _character_of(rank)) for rank in five.ranks), reverse=True
    )
    return five.hand_type, *(character for _, character in groups)


def _twos_are_nothing(five: FiveCards, in_two_pair: bool = True) -> FiveCards:
    """Return five cards classified as if each two was the only one of its rank."""
    counts = Counter(five.high_to_low)
    twos = counts.pop(Rank.TWO, 0)
    is_seen = five.hand_type is HandType.TWO_PAIR and not in_two_pair
    if twos < 2 or is_seen:
        return five
    shape = *sorted(counts.values(), reverse=True), *[1] * twos
    return five.with_type(TYPE_RULES[shape, False, False])


def _flush_in_four(five: FiveCards) -> FiveCards:
    """Return five cards as a flush if the first four that came, or that count, share a suit."""
    low_to_high = sorted(five.cards, key=lambda card: card.rank)
    if five.hand_type in (HandType.HIGH_CARD, HandType.PAIR, HandType.TWO_PAIR):
        return five.with_type(HandType.FLUSH) if longest_suit_length(low_to_high[:4]) == 4 else five
    return five


def _no_low_pair(five: FiveCards) -> FiveCards:
    """Return a full house as three of a kind if its pair is lower than its three."""
    is_low = five.hand_type is HandType.FULL_HOUSE and five.ranks[1] < five.ranks[0]
    return five._replace(hand_type=HandType.THREE_OF_A_KIND) if is_low else five


_BY_NAME = {mutant.name: (mutant.does, mutant.rule) for mutant in MUTANTS}
_TYPES_IGNORED = _BY_NAME["type-ignored"]
_TOO_GREAT = (
    "makes values that do not fit into 32 bits, so that those of good hands become negative.",
    "Five digits in base 13 and the type fit into 32 bits.",
)
_CHARACTERS = (
    "compares ranks as characters: A counts below J, J below K, K below Q, and Q below T.",
    "The ranks ascend from two to ten, jack, queen, king and ace.",
)
_TWOS = (
    "takes the two, whose number is 0, for no card: it misses a pair, three or four of twos.",
    "Twos are the lowest rank, and count like any other.",
)
# The name, the mutant, what it does in a program, and the rule.
_MORE: Sequence[tuple[str, Mutant, tuple[str, str]]] = [
    ("type-ignored", compares_by(_counting_ranks), _TYPES_IGNORED),
    ("type-ignored", compares_by(lambda five: (summary_value(_counting_ranks(five)),)),
     _TYPES_IGNORED),
    ("type-ignored", compares_by(lambda five: five.high_to_low), _TYPES_IGNORED),
    ("worst-first", compares_by(lambda five: (five.hand_type, *(-rank for rank in five.ranks))),
     ("compares ranks the wrong way round: of hands of one type, the worst comes first.",
      "Of hands of one type, the one with the higher ranks comes first.")),
    ("ranks-as-characters",
     compares_by(lambda five: (five.hand_type, *map(_character_of, five.ranks))), _CHARACTERS),
    ("ranks-as-characters", compares_by(_sorted_as_characters), _CHARACTERS),
    ("kickers-lowest-first", compares_by(_kickers_lowest_first), _BY_NAME["kickers-lowest-first"]),
    ("lower-pair-first", compares_by(by_ranks(2, 1, 3), HandType.TWO_PAIR),
     ("compares the lower pair of two pair first.",
      "Of two pair, the higher pair is compared first, then the lower one.")),
    ("suit-before-next-rank", compares_by(_suit_before_next_rank),
     ("lets the suits decide before the next rank does.",
      "Suits never decide: where two ranks are equal, the next ones are compared.")),
    ("overflow", compares_by(_overflowing(0)), _TOO_GREAT),
    ("overflow", compares_by(_overflowing(2)), _TOO_GREAT),
    ("flush-in-four", classifies(_flush_in_four),
     ("asks only the first four cards for their suit: it takes four of a suit for a flush.",
      "A flush needs five cards of one suit.")),
    ("twos-are-nothing", classifies(_twos_are_nothing), _TWOS),
    ("twos-are-nothing", classifies(partial(_twos_are_nothing, in_two_pair=False)), _TWOS),
    ("low-pair-no-full-house", classifies(_no_low_pair),
     ("finds a full house only if its pair is higher than its three.",
      "Three of a kind and a pair are a full house, whichever is higher.")),
]  # fmt: skip


def _more() -> list[Mutant]:
    return [
        described
        for name, mutant, (does, rule) in _MORE
        for described in mutant.described(name, rule, does, rule)
    ]


#: The evaluators whose mistake shows in hands of five cards.
EVALUATORS = [*(mutant for mutant in MUTANTS if mutant.needs == "five"), *_more()]
#: The rule of each, and of the mutants that need six cards, by its name.
RULES = {mutant.name: mutant.rule for mutant in (*MUTANTS, *EVALUATORS)}
