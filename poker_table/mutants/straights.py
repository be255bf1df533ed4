"""Mutants that go wrong over straights."""

from __future__ import annotations

from itertools import pairwise

from poker_table.game.card import Rank
from poker_table.game.hand import STRAIGHTS, WHEEL, HandType
from poker_table.mutants.evaluator import Five, Key, Mutant

ROUND_THE_ACE = [{Rank((low + step) % 13) for step in range(5)} for low in (9, 10, 11)]


def as_a_straight(five: Five) -> Five:
    """Return five cards taken for a straight from their highest card down."""
    suited = len({card.suit for card in five.cards}) == 1
    return five._replace(hand_type=STRAIGHTS[suited], ranks=five.downward)


@Mutant("misses", "In which straight is the ace the lowest card?")
def wheel_missed(five: Five) -> bool:
    """The ace never counts below the two: A-2-3-4-5 is no straight."""
    return five.ranks == WHEEL


@Mutant("taken_for", "The lowest straight should lose to another straight. Does a line say so?")
def wheel_ace_high(five: Five) -> Five:
    """A-2-3-4-5 is a straight, but an ace-high one: it beats every other."""
    return as_a_straight(five) if five.ranks == WHEEL else five


@Mutant("misses", "The lowest straight may be of one suit.", HandType.STRAIGHT_FLUSH)
def steel_wheel_missed(five: Five) -> bool:
    """The wheel is a straight, but in one suit it is taken for a mere flush."""
    return five.ranks == WHEEL


@Mutant("taken_for", "An ace is above the king or below the two. What if it were both at once?")
def wraps_around(five: Five) -> Five:
    """A straight goes on round the ace: Q-K-A-2-3 counts."""
    return as_a_straight(five) if set(five.ranks) in ROUND_THE_ACE else five


@Mutant("misses", "The highest straight of all must be there, too.", *STRAIGHTS)
def ace_never_high(five: Five) -> bool:
    """The ace only counts below the two: A-K-Q-J-10 is no straight."""
    return five.ranks[0] is Rank.ACE


@Mutant("misses", "A pair may stand in the middle of a straight.", *STRAIGHTS, needs="six")
def duplicates_break_straight(five: Five) -> bool:
    """Each card is expected one rank below the last: two of a rank hide a straight."""
    return any(five.copies(rank) > 1 for rank in five.ranks)


@Mutant("taken_for", "What is nearly a straight should not be one.", HandType.HIGH_CARD)
def four_make_straight(five: Five) -> Five:
    """The run is counted one short: four ranks in a row pass for a straight."""
    runs = five.ranks[:4], five.ranks[1:]
    four = any(all(high == low + 1 for high, low in pairwise(run)) for run in runs)
    return as_a_straight(five) if four else five


@Mutant("taken_for", "Ranks that lie close together are not yet in a row.")
def span_makes_straight(five: Five) -> Five:
    """Highest less lowest is four, so it is taken for a straight, whatever lies between."""
    spans = max(five.ranks) - min(five.ranks) == 4 and five.hand_type < HandType.STRAIGHT
    return as_a_straight(five) if spans else five


@Mutant("worth", "Six cards in a row hold more than one straight.", *STRAIGHTS)
def lowest_straight(five: Five) -> Key:
    """The search for a straight begins at the bottom and stops at the first one."""
    return five.hand_type, -five.ranks[0]


@Mutant("weight", "Which of two straights is the better one?", *STRAIGHTS)
def straights_tie(five: Five) -> Key:
    """Straights are not compared: any two of them tie."""
    return (five.hand_type,)


@Mutant("misses", "Cards come in any order.", *STRAIGHTS)
def not_sorted(five: Five) -> bool:
    """The hand is never sorted: a straight counts only if its cards come highest first."""
    came = tuple(card.rank for card in five.among if card in five.cards)
    return came not in (five.high_to_low, five.ranks)


@Mutant("misses", "Two pairs may stand inside something better.", HandType.STRAIGHT, needs="six")
def two_pair_before_straight(five: Five) -> bool:
    """Two pair is looked for first: where it is found, no straight is."""
    return len(five.repeated) > 1


@Mutant("misses", "How many of a rank can stand in a straight?", HandType.STRAIGHT, needs="six")
def three_break_straight(five: Five) -> bool:
    """A second card of a rank is passed over in a straight, but a third ends it."""
    return any(five.copies(r) > 2 for r in five.ranks)


@Mutant("misses", "A straight may stand below other cards.", *STRAIGHTS, needs="six")
def straight_below_missed(five: Five) -> bool:
    """A straight must begin at the highest card: below others it is missed."""
    return five.high_to_low[0] < max(card.rank for card in five.among)


@Mutant("misses", "More than five cards may stand in a row.", HandType.STRAIGHT, needs="six")
def six_are_no_straight(five: Five) -> bool:
    """The cards in a row must be exactly five: six or seven of them are no straight."""
    beside = five.ranks[0] + 1, five.ranks[0] - 5
    return any(card.rank in beside for card in five.among)


@Mutant("worth", "The lowest straight may not be the only one.", *STRAIGHTS)
def wheel_first(five: Five) -> Key:
    """The ace is looked for below the two first: A-2-3-4-5-6 is five high."""
    return five.hand_type, five.ranks == WHEEL, *five.ranks


@Mutant("misses", "What may stand between an ace and a five?", HandType.STRAIGHT, needs="six")
def wheel_next_to_ace(five: Five) -> bool:
    """The five must follow the ace: with a card between them, the wheel is missed."""
    return five.ranks == WHEEL and any(WHEEL[0] < c.rank < Rank.ACE for c in five.among)


@Mutant("misses", "The ace below the two may be a pair.", HandType.STRAIGHT, needs="six")
def paired_ace_no_wheel(five: Five) -> bool:
    """Of two aces, neither counts below the two: the wheel is missed."""
    return five.ranks == WHEEL and five.copies(Rank.ACE) > 1
