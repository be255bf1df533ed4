"""Mutants that go wrong over straights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from poker_table.game.card import Card, Rank
from poker_table.game.hand import STRAIGHTS, WHEEL, HandType
from poker_table.mutants.evaluator import RIGHT, Five, Key, judged, mutant


def as_if_no_straight(five: Five) -> Five:
    """Return a straight taken for what it is without being one, an ace always high."""
    suited = five.hand_type is HandType.STRAIGHT_FLUSH
    return five.but(HandType.FLUSH if suited else HandType.HIGH_CARD, five.downward)


def as_a_straight(five: Five) -> Five:
    """Return five cards taken for a straight from their highest card down."""
    suited = len({card.suit for card in five.cards}) == 1
    return five.but(STRAIGHTS[suited], five.downward)


@mutant("taken_for", "Which straight needs a card to count in two ways?")
def wheel_missed(five: Five) -> Five:
    """The ace never counts below the two: A-2-3-4-5 is no straight."""
    return as_if_no_straight(five) if five.ranks == WHEEL else five


@mutant("taken_for", "The lowest straight should lose to another straight. Does a line say so?")
def wheel_ace_high(five: Five) -> Five:
    """A-2-3-4-5 is a straight, but an ace-high one: it beats every other."""
    return five.but(five.hand_type, five.downward) if five.ranks == WHEEL else five


@mutant("taken_for", "The lowest straight has a suited cousin.")
def steel_wheel_missed(five: Five) -> Five:
    """The wheel is a straight, but in one suit it is taken for a mere flush."""
    steel = five.ranks == WHEEL and five.hand_type is HandType.STRAIGHT_FLUSH
    return as_if_no_straight(five) if steel else five


@mutant("taken_for", "An ace is above the king or below the two. What if it were both at once?")
def wraps_around(five: Five) -> Five:
    """A straight goes on round the ace: Q-K-A-2-3 counts."""
    if five.hand_type in STRAIGHTS or len(five.ranks) < len(five.cards):
        return five
    moved = (
        judged(tuple(Card((card.rank + up) % len(Rank), card.suit) for card in five.cards))
        for up in range(1, len(Rank))
    )
    around = any(each.hand_type in STRAIGHTS for each in moved)
    return as_a_straight(five) if around else five


@mutant("taken_for", "The highest straight of all must be there, too.")
def ace_never_high(five: Five) -> Five:
    """The ace only counts below the two: A-K-Q-J-10 is no straight."""
    broadway = five.hand_type in STRAIGHTS and five.ranks[0] is Rank.ACE
    return as_if_no_straight(five) if broadway else five


@mutant(
    "fives",
    "With more than five cards, something may stand in the middle of a straight.",
    needs="six",
)
def duplicates_break_straight(cards: Sequence[Card]) -> list[Five]:
    """Each card is expected one rank below the last: two of a rank hide a straight."""
    held = [card.rank for card in cards]
    return [
        as_if_no_straight(five)
        if five.hand_type in STRAIGHTS and any(held.count(rank) > 1 for rank in five.ranks)
        else five
        for five in RIGHT.fives(cards)
    ]


@mutant("taken_for", "What is nearly a straight should not be one.")
def four_make_straight(five: Five) -> Five:
    """The run is counted one short: four ranks in a row pass for a straight."""
    runs = five.held[:4], five.held[1:]
    four = any(all(high == low + 1 for high, low in pairwise(run)) for run in runs)
    return as_a_straight(five) if four and five.hand_type is HandType.HIGH_CARD else five


@mutant("taken_for", "Ranks that lie close together are not yet in a row.")
def span_makes_straight(five: Five) -> Five:
    """Highest less lowest is four, so it is taken for a straight, whatever lies between."""
    spans = five.held[0] - five.held[-1] == 4 and five.hand_type < HandType.STRAIGHT
    return as_a_straight(five) if spans else five


@mutant("worth", "Six cards in a row hold more than one straight.", needs="six")
def lowest_straight(five: Five) -> Key:
    """The search for a straight begins at the bottom and stops at the first one."""
    if five.hand_type in STRAIGHTS:
        return five.hand_type, -five.ranks[0]
    return RIGHT.worth(five)


@mutant("weight", "Which of two straights is the better one?")
def straights_tie(five: Five) -> Key:
    """Straights are not compared: any two of them tie."""
    return (five.hand_type,) if five.hand_type in STRAIGHTS else RIGHT.weight(five)


@mutant("evaluate", "Cards come in any order.")
def not_sorted(cards: Sequence[Card]) -> Five:
    """The hand is never sorted: a straight counts only if its cards come highest first."""
    fives = (
        as_if_no_straight(five)
        if five.hand_type in STRAIGHTS
        and [card.rank for card in five.cards] not in (five.held, list(five.ranks))
        else five
        for five in RIGHT.fives(cards)
    )
    return max(fives, key=RIGHT.worth)
