"""One sentence of help for a hand type that was taken for another, read off the hand."""

from __future__ import annotations

from poker_table.cards import Rank
from poker_table.hand import WHEEL, Hand, HandType

_ONE_SUIT = "A flush needs five cards of one suit."
_NO_GAP = "A straight needs five ranks that follow one another without a gap."
_ALL_ONE_SUIT = "All five cards are of one suit."
_IN_A_ROW = "The five ranks follow one another."

# By what the hand is and what was printed for it.
_HINTS = {
    (HandType.HIGH_CARD, HandType.STRAIGHT): _NO_GAP,
    (HandType.HIGH_CARD, HandType.FLUSH): _ONE_SUIT,
    (HandType.PAIR, HandType.HIGH_CARD): "Two cards have the same rank.",
    (HandType.PAIR, HandType.STRAIGHT): _NO_GAP,
    (HandType.PAIR, HandType.FLUSH): _ONE_SUIT,
    (HandType.PAIR, HandType.TWO_PAIR): "There is only one pair.",
    (HandType.TWO_PAIR, HandType.PAIR): "There is a second pair.",
    (HandType.TWO_PAIR, HandType.FULL_HOUSE): "A full house needs three cards of one rank.",
    (HandType.THREE_OF_A_KIND, HandType.PAIR): "A third card has the same rank.",
    (HandType.THREE_OF_A_KIND, HandType.FULL_HOUSE): "The other two cards are no pair.",
    (HandType.THREE_OF_A_KIND, HandType.TWO_PAIR): "Three cards of one rank are not two pairs.",
    (HandType.STRAIGHT, HandType.HIGH_CARD): _IN_A_ROW,
    (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH): _ONE_SUIT,
    (HandType.FLUSH, HandType.HIGH_CARD): _ALL_ONE_SUIT,
    (HandType.FLUSH, HandType.STRAIGHT_FLUSH): _NO_GAP,
    (HandType.FULL_HOUSE, HandType.PAIR): "The other three cards have one rank as well.",
    (HandType.FULL_HOUSE, HandType.TWO_PAIR): "One of the two ranks is there three times.",
    (HandType.FULL_HOUSE, HandType.THREE_OF_A_KIND): "The other two cards are a pair.",
    (HandType.FOUR_OF_A_KIND, HandType.PAIR): "Four cards have the same rank.",
    (HandType.FOUR_OF_A_KIND, HandType.TWO_PAIR): "Four cards of one rank are not two pairs.",
    (HandType.FOUR_OF_A_KIND, HandType.THREE_OF_A_KIND): "A fourth card has the same rank.",
    (HandType.FOUR_OF_A_KIND, HandType.FULL_HOUSE): "Four cards have the same rank.",
    (HandType.STRAIGHT_FLUSH, HandType.STRAIGHT): _ALL_ONE_SUIT,
    (HandType.STRAIGHT_FLUSH, HandType.FLUSH): _IN_A_ROW,
    (HandType.STRAIGHT_FLUSH, HandType.HIGH_CARD): f"{_IN_A_ROW} {_ALL_ONE_SUIT}",
}
_ACE_BELOW = "The ace may count below the two."
_NO_WRAP = "The ace may count above the king or below the two, but a straight never goes round it."


def hint(hand: Hand, printed: HandType) -> str:
    """Return a sentence on what was overlooked, or nothing where none would help.

    >>> hint(Hand.of("2D 3H 4S 5C AD"), HandType.HIGH_CARD)
    'The ace may count below the two.'
    """
    if hand.ranks == WHEEL[:1]:
        return _HINTS[hand.hand_type, printed] if _only_suits(hand, printed) else _ACE_BELOW
    taken_for_straight = printed in (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH)
    if taken_for_straight and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return _NO_WRAP
    return _HINTS.get((hand.hand_type, printed), "")


def _only_suits(hand: Hand, printed: HandType) -> bool:
    return {hand.hand_type, printed} == {HandType.STRAIGHT, HandType.STRAIGHT_FLUSH}
