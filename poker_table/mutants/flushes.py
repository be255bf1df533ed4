"""Mutants that go wrong over flushes and over straight flushes."""

from __future__ import annotations

from collections import Counter

from poker_table.game.card import Rank, Suit
from poker_table.game.hand import FLUSHES, HAND_SIZE, WHEEL, HandType
from poker_table.mutants.evaluator import RIGHT, Cards, Five, Key, Mutant


def most_of_a_suit(cards: Cards) -> int:
    """Return how many cards there are of the suit of which there are most."""
    return max(Counter(card.suit for card in cards).values())


def by_ranks_alone(five: Five) -> Five:
    """Return a flush taken for what its ranks alone make."""
    straight = five.hand_type is HandType.STRAIGHT_FLUSH
    return five.as_type(HandType.STRAIGHT if straight else HandType.HIGH_CARD)


@Mutant(
    "taken_for", "A straight and a flush need not share five cards.", HandType.STRAIGHT, needs="six"
)
def straight_and_flush(five: Five) -> Five:
    """There is a straight and there is a flush, so it is taken for a straight flush."""
    flush = most_of_a_suit(five.among) >= HAND_SIZE
    return five.as_type(HandType.STRAIGHT_FLUSH) if flush else five


@Mutant("misses", "One type is two types at once.", HandType.STRAIGHT_FLUSH)
def straight_flush_missed(five: Five) -> bool:
    """A straight flush is taken for a flush: that it is a straight as well is never asked."""
    return True


@Mutant("taken_for", "There are four suits. Is there a flush in each?", *FLUSHES)
def spades_forgotten(five: Five) -> Five:
    """The loop over the suits ends one too early: spades never make a flush."""
    return by_ranks_alone(five) if five.cards[0].suit is Suit.SPADES else five


@Mutant("taken_for", "The first suit of an enumeration has the number 0.", *FLUSHES)
def clubs_forgotten(five: Five) -> Five:
    """The loop over the suits begins one too late: clubs never make a flush."""
    return by_ranks_alone(five) if five.cards[0].suit is Suit.CLUBS else five


@Mutant("taken_for", "What is nearly a flush should not be one.")
def four_make_flush(five: Five) -> Five:
    """The count is one short: four cards of a suit pass for a flush."""
    near = most_of_a_suit(five.cards) == HAND_SIZE - 1 and five.hand_type < HandType.FLUSH
    return five.as_type(HandType.FLUSH) if near else five


@Mutant("worth", "More cards of a suit than five leave a choice.", HandType.FLUSH)
def lowest_of_flush(five: Five) -> Key:
    """Of six or seven cards of a suit, the last five found are taken, not the highest."""
    return five.hand_type, *(-rank for rank in five.ranks)


@Mutant("taken_for", "A suit may have more cards than a flush needs.", *FLUSHES, needs="six")
def six_are_no_flush(five: Five) -> Five:
    """The cards of a suit must be exactly five: of six or seven, there is no flush."""
    return by_ranks_alone(five) if most_of_a_suit(five.among) > HAND_SIZE else five


@Mutant("shown", "One rank of a straight flush may come twice.", HandType.STRAIGHT_FLUSH)
def other_suit_in_straight_flush(five: Five) -> Cards:
    """A straight flush is listed with any card of each rank, whatever its suit."""
    other = {card.rank: card for card in five.among if card.suit is not five.cards[0].suit}
    return [other.get(card.rank, card) for card in RIGHT.shown(five)]


@Mutant("misses", "The highest straight may not be the best.", HandType.STRAIGHT_FLUSH, needs="six")
def highest_straight_only(five: Five) -> bool:
    """Only the highest straight is looked at: that a lower one is of one suit is missed."""
    return five.ranks[0] + 1 in [card.rank for card in five.among]


@Mutant(
    "misses", "A suit's highest cards may not be the best.", HandType.STRAIGHT_FLUSH, needs="six"
)
def highest_flush_only(five: Five) -> bool:
    """Only the highest five of a suit are looked at: a straight flush below them is missed."""
    suited = [card.rank for card in five.among if card.suit is five.cards[0].suit]
    return sorted(suited)[-5:] != sorted(five.ranks)


@Mutant("taken_for", "Whose ace ends the lowest straight flush?", HandType.STRAIGHT, needs="six")
def steel_wheel_with_any_ace(five: Five) -> Five:
    """The ace below a suited 5-4-3-2 may be of another suit, and it is a straight flush still."""
    suited = most_of_a_suit([card for card in five.cards if card.rank is not Rank.ACE]) == 4
    return five.as_type(HandType.STRAIGHT_FLUSH) if suited and five.ranks == WHEEL else five


@Mutant("weight", "Where two flushes begin alike, what decides?", HandType.FLUSH)
def flush_by_highest_card(five: Five) -> Key:
    """Of two flushes only the highest cards are compared."""
    return five.key[:2]


@Mutant("weight", "Is every type set against the next one?", HandType.FLUSH, HandType.STRAIGHT)
def flush_below_straight(five: Five) -> Key:
    """The two types are in the wrong order: a straight beats a flush."""
    return HandType.STRAIGHT + HandType.FLUSH - five.hand_type, *five.ranks
