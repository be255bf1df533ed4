"""Mutants that see what each hand is, and then compare two hands wrongly."""

from __future__ import annotations

from poker_table.hand import HandType, summary_value
from poker_table.mutants.evaluator import Five, Mutant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.mutants.evaluator import Key


class TypeIgnored(Mutant):
    """Hands are compared by their ranks alone, whatever their types."""

    hint = "A low hand of a high type must beat a high hand of a low type."

    def weight(self, five: Five) -> Key:
        """Leave out the type."""
        return five.ranks


class ValueIgnored(Mutant):
    """Hands of one type always tie: their ranks are never compared."""

    hint = "Two hands of the same type need not tie."

    def weight(self, five: Five) -> Key:
        """Leave it at the type."""
        return (five.hand_type,)


class BaseTen(Mutant):
    """The ranks are the digits of a number in base 10, and thirteen of them do not fit."""

    hint = "The best kickers must not outweigh the next higher pair."

    def weight(self, five: Five) -> Key:
        """Add the digits up in base 10."""
        value = 0
        for rank in five.ranks:
            value = 10 * value + rank
        return five.hand_type, value


class TiesBrokenBySuit(Mutant):
    """Equal hands do not tie: the suit of the highest card decides."""

    hint = "In what may two hands differ and still tie?"
    needs = "rounds"

    def weight(self, five: Five) -> Key:
        """Weigh the suits as well."""
        order = sorted(five.cards, key=lambda card: (five.ranks.index(card.rank), -card.suit))
        return five.hand_type, *five.ranks, *(card.suit for card in order)


class FirstWinsTies(Mutant):
    """Not less is taken for greater: the first of two equal hands wins."""

    hint = "Two hands may tie."
    needs = "rounds"

    def compare(self, first: Five, second: Five) -> int:
        """Let the first hand win a tie."""
        return super().compare(first, second) or 1


class KickersLowestFirst(Mutant):
    """The kickers are compared from the lowest up."""

    hint = "Kickers have an order. When do two hands disagree about it?"

    def weight(self, five: Five) -> Key:
        """Turn the single cards round."""
        singles = five.of_each(1)
        grouped = [rank for rank in five.ranks if rank not in singles]
        return five.hand_type, *grouped, *reversed(singles)


class LastKickerForgotten(Mutant):
    """One kicker too few: the last rank of a hand is never compared."""

    hint = "Some hands differ in nothing but their last card."

    def weight(self, five: Five) -> Key:
        """Stop one rank early, where there is more than one."""
        return five.hand_type, *(five.ranks[:-1] or five.ranks)


class OneKickerOnly(Mutant):
    """A pair has three kickers, but only the first of them is compared."""

    hint = "How many kickers does a pair have?"

    def weight(self, five: Five) -> Key:
        """Stop a pair after its first kicker."""
        kept = 2 if five.hand_type is HandType.PAIR else len(five.ranks)
        return five.hand_type, *five.ranks[:kept]


class PairByKickerFirst(Mutant):
    """The highest card of a pair decides before the pair does."""

    hint = "A pair of low cards may come with an ace."

    def weight(self, five: Five) -> Key:
        """Compare a pair from its highest card down."""
        paired = five.hand_type is HandType.PAIR
        return five.hand_type, *(five.held if paired else five.ranks)


class KickerBeforeSecondPair(Mutant):
    """Of two pair, the kicker is compared before the lower pair."""

    hint = "Two pair have three ranks that count, and an order among them."

    def weight(self, five: Five) -> Key:
        """Exchange the lower pair and the kicker."""
        if five.hand_type is HandType.TWO_PAIR:
            top, low, kicker = five.ranks
            return five.hand_type, top, kicker, low
        return super().weight(five)


class SecondPairIgnored(Mutant):
    """Of two pair, only the higher pair and the kicker are compared."""

    hint = "Two hands may share their higher pair."

    def weight(self, five: Five) -> Key:
        """Leave out the lower pair."""
        if five.hand_type is HandType.TWO_PAIR:
            return five.hand_type, five.ranks[0], five.ranks[2]
        return super().weight(five)


class ThreeWithoutKickers(Mutant):
    """Of three of a kind, only the three is compared."""

    hint = "With cards in common, both players may hold the same three."
    needs = "rounds"

    def weight(self, five: Five) -> Key:
        """Stop at the three."""
        if five.hand_type is HandType.THREE_OF_A_KIND:
            return five.hand_type, five.ranks[0]
        return super().weight(five)


class FullHouseByPairFirst(Mutant):
    """Of full houses, the pairs are compared before the threes."""

    hint = "Which part of a full house comes first?"

    def weight(self, five: Five) -> Key:
        """Turn the two ranks round."""
        full = five.hand_type is HandType.FULL_HOUSE
        return five.hand_type, *(reversed(five.ranks) if full else five.ranks)


class FullHouseWithoutPair(Mutant):
    """Of full houses, only the threes are compared."""

    hint = "With cards in common, two full houses may share their three."
    needs = "rounds"

    def weight(self, five: Five) -> Key:
        """Stop at the three."""
        if five.hand_type is HandType.FULL_HOUSE:
            return five.hand_type, five.ranks[0]
        return super().weight(five)


class FourWithoutKicker(Mutant):
    """Of fours of a kind, only the four is compared."""

    hint = "With cards in common, both players may hold the same four."
    needs = "rounds"

    def weight(self, five: Five) -> Key:
        """Stop at the four."""
        if five.hand_type is HandType.FOUR_OF_A_KIND:
            return five.hand_type, five.ranks[0]
        return super().weight(five)


class ValueOfSortedCards(Mutant):
    """The value is taken from the cards from high to low, whatever the type counts first."""

    hint = "The value must begin with what counts most, not with what is highest."

    def weight(self, five: Five) -> Key:
        """Sum the cards up as they stand in the sorted hand."""
        return five.hand_type, summary_value(five.held)
