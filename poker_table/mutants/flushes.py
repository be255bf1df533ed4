"""Mutants that go wrong over flushes and over straight flushes."""

from __future__ import annotations

from collections import Counter

from poker_table.cards import Suit
from poker_table.hand import HAND_SIZE, HandType
from poker_table.mutants.evaluator import Five, Mutant, judged
from poker_table.mutants.straights import STRAIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.cards import Card
    from poker_table.mutants.evaluator import Key

FLUSHES = HandType.FLUSH, HandType.STRAIGHT_FLUSH


def as_if_no_flush(five: Five) -> Five:
    """Return a flush taken for what its ranks alone make."""
    straight = five.hand_type is HandType.STRAIGHT_FLUSH
    return five.but(HandType.STRAIGHT if straight else HandType.HIGH_CARD)


class StraightAndFlush(Mutant):
    """There is a straight and there is a flush, so it is taken for a straight flush."""

    hint = "Two things may be true of one hand without being true of the same five cards."
    needs = "six"

    def fives(self, cards: Sequence[Card]) -> list[Five]:
        """Call every straight a straight flush where there is a flush."""
        fives = super().fives(cards)
        flush = any(five.hand_type in FLUSHES for five in fives)
        return [
            five.but(HandType.STRAIGHT_FLUSH) if flush and five.hand_type in STRAIGHTS else five
            for five in fives
        ]


class StraightFlushMissed(Mutant):
    """A straight flush is taken for a flush: that it is a straight as well is never asked."""

    hint = "One type is two types at once."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Stop at the flush."""
        five = judged(cards)
        suited = five.hand_type is HandType.STRAIGHT_FLUSH
        return five.but(HandType.FLUSH, tuple(five.held)) if suited else five


class SpadesForgotten(Mutant):
    """The loop over the suits ends one too early: spades never make a flush."""

    hint = "There are four suits. Is there a flush in each?"

    forgotten = Suit.SPADES

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook a flush of one suit."""
        five = judged(cards)
        overlooked = five.hand_type in FLUSHES and cards[0].suit is self.forgotten
        return as_if_no_flush(five) if overlooked else five


class ClubsForgotten(SpadesForgotten):
    """The loop over the suits begins one too late: clubs never make a flush."""

    hint = "The first suit of an enumeration has the number 0."

    forgotten = Suit.CLUBS


class FourMakeFlush(Mutant):
    """The count is one short: four cards of a suit pass for a flush."""

    hint = "What is nearly a flush should not be one."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Take four of a suit for a flush."""
        five = judged(cards)
        most = max(Counter(card.suit for card in cards).values())
        near = most == HAND_SIZE - 1 and five.hand_type < HandType.FLUSH
        return five.but(HandType.FLUSH, tuple(dict.fromkeys(five.held))) if near else five


class FlushByHighestCard(Mutant):
    """Of two flushes only the highest cards are compared."""

    hint = "Where two flushes begin alike, what decides?"

    def weight(self, five: Five) -> Key:
        """Stop at the first rank of a flush."""
        if five.hand_type is HandType.FLUSH:
            return five.hand_type, five.ranks[0]
        return super().weight(five)


class LowestOfFlush(Mutant):
    """Of six or seven cards of a suit, the last five found are taken, not the highest."""

    hint = "More cards of a suit than five leave a choice."
    needs = "six"

    def worth(self, five: Five) -> Key:
        """Prefer the lower flush."""
        if five.hand_type is HandType.FLUSH:
            return five.hand_type, *(-rank for rank in five.ranks)
        return super().worth(five)


class FlushBelowStraight(Mutant):
    """The two types are in the wrong order: a straight beats a flush."""

    hint = "Is every type set against the next one?"

    def weight(self, five: Five) -> Key:
        """Exchange the two types."""
        exchanged = {HandType.FLUSH: HandType.STRAIGHT, HandType.STRAIGHT: HandType.FLUSH}
        return exchanged.get(five.hand_type, five.hand_type), *five.ranks
