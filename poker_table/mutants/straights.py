"""Mutants that go wrong over straights."""

from __future__ import annotations

from itertools import pairwise

from poker_table.cards import Card, Rank
from poker_table.hand import WHEEL, HandType
from poker_table.mutants.evaluator import Five, Mutant, judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.mutants.evaluator import Key

STRAIGHTS = HandType.STRAIGHT, HandType.STRAIGHT_FLUSH


def as_if_no_straight(five: Five) -> Five:
    """Return a straight taken for what it is without being one, an ace always high."""
    lesser = HandType.FLUSH if five.hand_type is HandType.STRAIGHT_FLUSH else HandType.HIGH_CARD
    return five.but(lesser, tuple(five.held))


def as_a_straight(five: Five) -> Five:
    """Return five cards taken for a straight from their highest card down."""
    flush = len({card.suit for card in five.cards}) == 1
    return five.but(STRAIGHTS[flush], tuple(dict.fromkeys(five.held)))


class WheelMissed(Mutant):
    """The ace never counts below the two: A-2-3-4-5 is no straight."""

    hint = "Which straight needs a card to count in two ways?"

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook the wheel."""
        five = judged(cards)
        return as_if_no_straight(five) if five.ranks == WHEEL else five


class WheelAceHigh(Mutant):
    """A-2-3-4-5 is a straight, but an ace-high one: it beats every other."""

    hint = "The lowest straight should lose to another straight. Does a line say so?"

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Put the ace of the wheel first."""
        five = judged(cards)
        return five.but(ranks=tuple(five.held)) if five.ranks == WHEEL else five


class SteelWheelMissed(Mutant):
    """The wheel is a straight, but in one suit it is taken for a mere flush."""

    hint = "The lowest straight has a suited cousin."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook the wheel of one suit."""
        five = judged(cards)
        steel = five.ranks == WHEEL and five.hand_type is HandType.STRAIGHT_FLUSH
        return as_if_no_straight(five) if steel else five


class WrapsAround(Mutant):
    """A straight goes on round the ace: Q-K-A-2-3 counts."""

    hint = "An ace is above the king or below the two. What if it were both at once?"

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Take for a straight what would be one if every rank were moved up by some number."""
        five = judged(cards)
        moves = range(1, len(Rank))
        if five.hand_type in STRAIGHTS or len(five.ranks) < len(cards):
            return five
        moved = ([Card((c.rank + move) % len(Rank), c.suit) for c in cards] for move in moves)
        around = any(judged(tuple(m)).hand_type in STRAIGHTS for m in moved)
        return as_a_straight(five) if around else five


class AceNeverHigh(Mutant):
    """The ace only counts below the two: A-K-Q-J-10 is no straight."""

    hint = "The highest straight of all must be there, too."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook the straight that an ace leads."""
        five = judged(cards)
        broadway = five.hand_type in STRAIGHTS and five.ranks[0] is Rank.ACE
        return as_if_no_straight(five) if broadway else five


class DuplicatesBreakStraight(Mutant):
    """Each card is expected one rank below the last: two of a rank hide a straight."""

    hint = "With more than five cards, something may stand in the middle of a straight."
    needs = "six"

    def fives(self, cards: Sequence[Card]) -> list[Five]:
        """Overlook straights one of whose ranks is there twice."""
        held = [card.rank for card in cards]
        return [
            as_if_no_straight(five)
            if five.hand_type in STRAIGHTS and any(held.count(rank) > 1 for rank in five.ranks)
            else five
            for five in super().fives(cards)
        ]


class FourMakeStraight(Mutant):
    """The run is counted one short: four ranks in a row pass for a straight."""

    hint = "What is nearly a straight should not be one."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Take four in a row for a straight, in a hand without equal ranks."""
        five = judged(cards)
        if five.hand_type is not HandType.HIGH_CARD:
            return five
        runs = five.held[:4], five.held[1:]
        near = any(all(a == b + 1 for a, b in pairwise(run)) for run in runs)
        return as_a_straight(five) if near else five


class SpanMakesStraight(Mutant):
    """Highest less lowest is four, so it is taken for a straight, whatever lies between."""

    hint = "Ranks that lie close together are not yet in a row."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Look at the two ends alone."""
        five = judged(cards)
        spans = five.held[0] - five.held[-1] == 4 and five.hand_type < HandType.STRAIGHT
        return as_a_straight(five) if spans else five


class LowestStraight(Mutant):
    """The search for a straight begins at the bottom and stops at the first one."""

    hint = "Six cards in a row hold more than one straight."
    needs = "six"

    def worth(self, five: Five) -> Key:
        """Prefer the lower straight."""
        if five.hand_type in STRAIGHTS:
            return five.hand_type, -five.ranks[0]
        return super().worth(five)


class StraightsTie(Mutant):
    """Straights are not compared: any two of them tie."""

    hint = "Which of two straights is the better one?"

    def weight(self, five: Five) -> Key:
        """Leave it at the type."""
        return (five.hand_type,) if five.hand_type in STRAIGHTS else super().weight(five)


class NotSorted(Mutant):
    """The hand is never sorted: a straight counts only if its cards come highest first."""

    hint = "Cards come in any order."

    def looked_at(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Leave the cards as they came."""
        return cards

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook a straight that is not in order."""
        five = judged(cards)
        came_sorted = [card.rank for card in cards] in (five.held, list(five.ranks))
        straight = five.hand_type in STRAIGHTS
        return as_if_no_straight(five) if straight and not came_sorted else five
