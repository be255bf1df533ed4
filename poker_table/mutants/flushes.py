"""Mutants that go wrong over flushes and over straight flushes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from poker_table.game.card import Card, Suit
from poker_table.game.hand import FLUSHES, HAND_SIZE, STRAIGHTS, HandType
from poker_table.mutants.evaluator import RIGHT, Five, Key, mutant, weight_of_first


def overlooked_in(suit: Suit, five: Five) -> Five:
    """Return a flush of one suit taken for what its ranks alone make."""
    if five.hand_type in FLUSHES and five.cards[0].suit is suit:
        straight = five.hand_type is HandType.STRAIGHT_FLUSH
        return five.but(HandType.STRAIGHT if straight else HandType.HIGH_CARD)
    return five


@mutant(
    "fives",
    "Two things may be true of one hand without being true of the same five cards.",
    needs="six",
)
def straight_and_flush(cards: Sequence[Card]) -> list[Five]:
    """There is a straight and there is a flush, so it is taken for a straight flush."""
    fives = RIGHT.fives(cards)
    flush = any(five.hand_type in FLUSHES for five in fives)
    return [
        five.but(HandType.STRAIGHT_FLUSH) if flush and five.hand_type in STRAIGHTS else five
        for five in fives
    ]


@mutant("taken_for", "One type is two types at once.")
def straight_flush_missed(five: Five) -> Five:
    """A straight flush is taken for a flush: that it is a straight as well is never asked."""
    both = five.hand_type is HandType.STRAIGHT_FLUSH
    return five.but(HandType.FLUSH, five.downward) if both else five


@mutant("taken_for", "There are four suits. Is there a flush in each?")
def spades_forgotten(five: Five) -> Five:
    """The loop over the suits ends one too early: spades never make a flush."""
    return overlooked_in(Suit.SPADES, five)


@mutant("taken_for", "The first suit of an enumeration has the number 0.")
def clubs_forgotten(five: Five) -> Five:
    """The loop over the suits begins one too late: clubs never make a flush."""
    return overlooked_in(Suit.CLUBS, five)


@mutant("taken_for", "What is nearly a flush should not be one.")
def four_make_flush(five: Five) -> Five:
    """The count is one short: four cards of a suit pass for a flush."""
    most = max(Counter(card.suit for card in five.cards).values())
    near = most == HAND_SIZE - 1 and five.hand_type < HandType.FLUSH
    return five.but(HandType.FLUSH, five.downward) if near else five


@mutant("weight", "Where two flushes begin alike, what decides?")
def flush_by_highest_card(five: Five) -> Key:
    """Of two flushes only the highest cards are compared."""
    return weight_of_first(five, HandType.FLUSH, 1)


@mutant("worth", "More cards of a suit than five leave a choice.", needs="six")
def lowest_of_flush(five: Five) -> Key:
    """Of six or seven cards of a suit, the last five found are taken, not the highest."""
    if five.hand_type is HandType.FLUSH:
        return five.hand_type, *(-rank for rank in five.ranks)
    return RIGHT.worth(five)


@mutant("weight", "Is every type set against the next one?")
def flush_below_straight(five: Five) -> Key:
    """The two types are in the wrong order: a straight beats a flush."""
    exchanged = {HandType.FLUSH: HandType.STRAIGHT, HandType.STRAIGHT: HandType.FLUSH}
    return exchanged.get(five.hand_type, five.hand_type), *five.ranks
