"""The table of the nine hand types: each with an example, and how rare it is."""

from __future__ import annotations

from poker_table.game.cards import parse_cards
from poker_table.game.rules import HandType
from poker_table.hands.types import FACTS

EXAMPLES = {
    HandType.STRAIGHT_FLUSH: "5H 6H 7H 8H 9H",
    HandType.FOUR_OF_A_KIND: "QC QD QH QS 4D",
    HandType.FULL_HOUSE: "8C 8D 8S KH KS",
    HandType.FLUSH: "2S 5S 9S JS KS",
    HandType.STRAIGHT: "TD JC QS KH AD",
    HandType.THREE_OF_A_KIND: "7C 7H 7S 2D KD",
    HandType.TWO_PAIR: "JC JD 3H 3S AC",
    HandType.PAIR: "9D 9H 4S 6C QC",
    HandType.HIGH_CARD: "2H 6D 8C JS AH",
}
ALL_HANDS = sum(facts.hands for facts in FACTS.values())


def hand_types() -> list[tuple[str, list[str], str]]:
    """Return the name of each type, an example, and how rare it is; the best type first.

    >>> hand_types()[1]
    ('four of a kind', ['QC', 'QD', 'QH', 'QS', '4D'], '1 in 4,165')
    """
    return [
        (str(hand_type).lower(), [*map(str, parse_cards(example))], _how_rare(hand_type))
        for hand_type, example in EXAMPLES.items()
    ]


def _how_rare(hand_type: HandType) -> str:
    one_in = ALL_HANDS / FACTS[hand_type].hands
    return f"1 in {one_in:,.0f}" if one_in > 10 else f"1 in {one_in:.1f}"
