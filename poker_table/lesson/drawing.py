"""What the scripts of the pages draw with: each card's face, and the nine hand types."""

from __future__ import annotations

from typing import Any

from poker_table.game.cards import CARDS, parse_cards
from poker_table.game.rules import HandType
from poker_table.hands.sentence import card_in_words
from poker_table.hands.types import FACTS
from poker_table.show.cells import one_in

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


def drawing_data() -> dict[str, Any]:
    """Return what drawing.js reads.

    Each card has its rank, its suit, the suit's name and the card in words; each hand type, the
    best first, its name, an example, and how rare it is.

    >>> drawing_data()["cards"]["TH"]
    ['10', '♥', 'hearts', 'ten of hearts']
    """
    return {
        "cards": {
            str(card): [card.rank.face, card.suit.symbol, card.suit.word, card_in_words(card)]
            for card in CARDS
        },
        "types": [
            [
                str(hand_type).lower(),
                [*map(str, parse_cards(example))],
                one_in(FACTS[hand_type].hands / ALL_HANDS),
            ]
            for hand_type, example in EXAMPLES.items()
        ],
    }
