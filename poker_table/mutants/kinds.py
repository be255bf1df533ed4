"""Mutants that go wrong over pairs, threes and fours, or over which cards they look at."""

from __future__ import annotations

from poker_table.cards import Rank
from poker_table.hand import HAND_SIZE, HandType
from poker_table.mutants.evaluator import Five, Mutant, judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.cards import Card
    from poker_table.mutants.evaluator import Key


class LastCardForgotten(Mutant):
    """Off by one at the end of the hand: of six cards or more, the lowest is never looked at."""

    hint = "Which line needs the very lowest of more than five cards?"
    needs = "six"

    def looked_at(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Leave out the last card, where five remain."""
        return super().looked_at(cards)[: max(HAND_SIZE, len(cards) - 1)]


class FirstFiveOnly(Mutant):
    """Only the first five cards that come are looked at."""

    hint = "A hand may come with more than five cards, the best of them last."
    needs = "six"

    def looked_at(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Leave out what comes later."""
        return super().looked_at(cards[:HAND_SIZE])


class TwoThreesNoFullHouse(Mutant):
    """Three of a kind beside three of a kind is no full house: a pair must be exactly two."""

    hint = "A pair can hide in something larger than a pair."
    needs = "six"

    def fives(self, cards: Sequence[Card]) -> list[Five]:
        """Overlook full houses where two ranks are there three times and none twice."""
        held = [card.rank for card in cards]
        counts = [held.count(rank) for rank in set(held)]
        hidden = counts.count(3) > 1 and 2 not in counts
        return [
            five.but(HandType.THREE_OF_A_KIND)
            if hidden and five.hand_type is HandType.FULL_HOUSE
            else five
            for five in super().fives(cards)
        ]


class FullHouseMissed(Mutant):
    """Three of a kind is found first and the pair never looked for: no full house."""

    hint = "One type is made of two others."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Stop at the three."""
        five = judged(cards)
        full = five.hand_type is HandType.FULL_HOUSE
        return five.but(HandType.THREE_OF_A_KIND) if full else five


class SecondPairLowest(Mutant):
    """Of three pairs, the highest and the lowest are taken for the two."""

    hint = "Six cards can hold more pairs than count."
    needs = "six"

    def worth(self, five: Five) -> Key:
        """Prefer the lower second pair."""
        if five.hand_type is HandType.TWO_PAIR:
            return five.hand_type, five.ranks[0], -five.ranks[1], five.ranks[2]
        return super().worth(five)


class ThirdPairNoKicker(Mutant):
    """The kicker of two pair is looked for among single cards: a third pair is passed over."""

    hint = "With three pairs, which card is the fifth?"
    needs = "six"

    def evaluate(self, cards: Sequence[Card]) -> Five:
        """Leave out two pair whose kicker is one of another pair, where there is another one."""
        held = [card.rank for card in cards]
        fives = self.fives(self.looked_at(cards))
        single = [f for f in fives if held.count(f.ranks[-1]) == 1]
        best = max(fives, key=self.worth)
        choice = [five for five in single if five.ranks[:2] == best.ranks[:2]]
        if best.hand_type is HandType.TWO_PAIR and choice:
            return max(choice, key=self.worth)
        return best


class LowestPairInFullHouse(Mutant):
    """Where two pairs stand beside three of a kind, the lower one fills the full house."""

    hint = "A full house may have a choice of pairs."
    needs = "six"

    def worth(self, five: Five) -> Key:
        """Prefer the lower pair."""
        if five.hand_type is HandType.FULL_HOUSE:
            return five.hand_type, five.ranks[0], -five.ranks[1]
        return super().worth(five)


class FourAreTwoPair(Mutant):
    """Four of a kind is taken for two pair of one rank."""

    hint = "Is every type there at least once?"

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Count the four as twice two."""
        five = judged(cards)
        four = five.hand_type is HandType.FOUR_OF_A_KIND
        return five.but(HandType.TWO_PAIR) if four else five


class TenIsNothing(Mutant):
    """The ten, written 0, is read as a rank below the two."""

    hint = "One rank is written unlike all the others."

    def weight(self, five: Five) -> Key:
        """Weigh a ten as less than a two."""
        return five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks)


class TwoIsNothing(Mutant):
    """The two has the rank number 0, and 0 is taken for no card: a pair of twos is no pair."""

    hint = "The lowest rank has the number 0, which a program may take for nothing at all."

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Overlook a pair of twos."""
        five = judged(cards)
        twos = five.hand_type is HandType.PAIR and five.ranks[0] is Rank.TWO
        return five.but(HandType.HIGH_CARD, tuple(dict.fromkeys(five.held))) if twos else five


class ListedByRank(Mutant):
    """The five cards are listed by rank, not by importance: a low pair stands last."""

    hint = "The winner is not all that an evaluator tells: it lists the five cards as well."
    needs = "order"

    def shown(self, five: Five) -> tuple[Rank, ...]:
        """List the highest rank first, but for the ace of a wheel."""
        if len(five.ranks) == HAND_SIZE:
            return super().shown(five)
        return tuple(five.held)
