"""Mutants that go wrong over flushes and over straight flushes."""

from __future__ import annotations

from collections import Counter

from poker_table.game.card import Suit
from poker_table.game.hand import FLUSHES, HAND_SIZE, HandType
from poker_table.mutants.evaluator import Cards, Five, Key, Mutant


def most_of_a_suit(cards: Cards) -> int:
    """Return how many cards there are of the suit of which there are most."""
    return max(Counter(card.suit for card in cards).values())


def overlooked_in(suit: Suit, five: Five) -> Five:
    """Return a flush of one suit taken for what its ranks alone make."""
    straight = five.hand_type is HandType.STRAIGHT_FLUSH
    alone = HandType.STRAIGHT if straight else HandType.HIGH_CARD
    return five.as_type(alone) if five.cards[0].suit is suit else five


@Mutant(
    "taken_for",
    "Two things may be true of one hand without being true of the same five cards.",
    HandType.STRAIGHT,
    needs="six",
)
def straight_and_flush(five: Five) -> Five:
    """There is a straight and there is a flush, so it is taken for a straight flush."""
    flush = most_of_a_suit(five.among) >= HAND_SIZE
    return five.as_type(HandType.STRAIGHT_FLUSH) if flush else five


@Mutant("taken_for", "One type is two types at once.", HandType.STRAIGHT_FLUSH)
def straight_flush_missed(five: Five) -> Five:
    """A straight flush is taken for a flush: that it is a straight as well is never asked."""
    return five.as_type(HandType.FLUSH, five.downward)


@Mutant("taken_for", "There are four suits. Is there a flush in each?", *FLUSHES)
def spades_forgotten(five: Five) -> Five:
    """The loop over the suits ends one too early: spades never make a flush."""
    return overlooked_in(Suit.SPADES, five)


@Mutant("taken_for", "The first suit of an enumeration has the number 0.", *FLUSHES)
def clubs_forgotten(five: Five) -> Five:
    """The loop over the suits begins one too late: clubs never make a flush."""
    return overlooked_in(Suit.CLUBS, five)


@Mutant("taken_for", "What is nearly a flush should not be one.")
def four_make_flush(five: Five) -> Five:
    """The count is one short: four cards of a suit pass for a flush."""
    near = most_of_a_suit(five.cards) == HAND_SIZE - 1 and five.hand_type < HandType.FLUSH
    return five.as_type(HandType.FLUSH, five.downward) if near else five


@Mutant("weight", "Where two flushes begin alike, what decides?", HandType.FLUSH)
def flush_by_highest_card(five: Five) -> Key:
    """Of two flushes only the highest cards are compared."""
    return five.key[:2]


@Mutant("worth", "More cards of a suit than five leave a choice.", HandType.FLUSH, needs="six")
def lowest_of_flush(five: Five) -> Key:
    """Of six or seven cards of a suit, the last five found are taken, not the highest."""
    return five.hand_type, *(-rank for rank in five.ranks)


@Mutant("weight", "Is every type set against the next one?", HandType.FLUSH, HandType.STRAIGHT)
def flush_below_straight(five: Five) -> Key:
    """The two types are in the wrong order: a straight beats a flush."""
    return HandType.STRAIGHT + HandType.FLUSH - five.hand_type, *five.ranks
