"""The evaluator that the mutants change: plain, slow, and in steps that can each go wrong."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations

from poker_table.hand import HAND_SIZE, Hand, HandType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.cards import Card, Rank

    Key = tuple[int, ...]


class Five:
    """Five cards and what an evaluator takes them for: the type, and the ranks by importance."""

    __slots__ = ("cards", "hand_type", "ranks")

    def __init__(
        self, cards: tuple[Card, ...], hand_type: HandType, ranks: tuple[Rank, ...]
    ) -> None:
        self.cards = cards
        self.hand_type = hand_type
        self.ranks = ranks

    def but(self, hand_type: HandType | None = None, ranks: tuple[Rank, ...] | None = None) -> Five:
        """Return the same cards, taken for something else."""
        new_type = self.hand_type if hand_type is None else hand_type
        return Five(self.cards, new_type, self.ranks if ranks is None else ranks)

    @property
    def held(self) -> list[Rank]:
        """The rank of each card, highest first."""
        return sorted((card.rank for card in self.cards), reverse=True)

    def of_each(self, count: int) -> list[Rank]:
        """Return the ranks that so many of the five cards have, highest first."""
        held = self.held
        return [rank for rank in dict.fromkeys(held) if held.count(rank) == count]


@lru_cache(maxsize=1 << 16)
def judged(cards: tuple[Card, ...]) -> Five:
    """Return five cards, rightly judged."""
    hand = Hand.of(cards)
    ranks = tuple(dict.fromkeys(card.rank for card in hand.cards_by_importance))
    return Five(cards, hand.hand_type, ranks)


class Evaluator:
    """The right evaluator of five cards or more; a mutant overrides one step of it.

    >>> from poker_table.cards import Card
    >>> first = Evaluator().evaluate([Card.parse(word) for word in "Kc Ac Jh 8s 9c 2s".split()])
    >>> first.hand_type, [rank.letter for rank in first.ranks]
    (<HandType.HIGH_CARD: 0>, ['A', 'K', 'J', '9', '8'])
    """

    def evaluate(self, cards: Sequence[Card]) -> Five:
        """Return the best five of the cards."""
        return max(self.fives(self.looked_at(cards)), key=self.worth)

    def compare(self, first: Five, second: Five) -> int:
        """Return 1 if the first of two evaluated hands wins, -1 if the second does, 0 for a tie."""
        ours, theirs = self.weight(first), self.weight(second)
        return (ours > theirs) - (ours < theirs)

    def shown(self, five: Five) -> tuple[Rank, ...]:
        """Return the ranks of the five cards in the order in which they are listed."""
        ranks = (card.rank for card in five.cards)
        return tuple(sorted(ranks, key=five.ranks.index))

    def looked_at(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return the cards that are looked at, highest rank first."""
        return sorted(cards, key=lambda card: card.index, reverse=True)

    def fives(self, cards: Sequence[Card]) -> list[Five]:
        """Return every five of the cards, judged."""
        return [self.judge(five) for five in combinations(cards, HAND_SIZE)]

    def judge(self, cards: tuple[Card, ...]) -> Five:
        """Return what five cards are taken for."""
        return judged(cards)

    def worth(self, five: Five) -> Key:
        """Return what decides which five of one player's cards are the best."""
        return five.hand_type, *five.ranks

    def weight(self, five: Five) -> Key:
        """Return what decides between two players' hands: the type, then each rank."""
        return five.hand_type, *five.ranks


class Mutant(Evaluator):
    """An evaluator with one mistake, which its docstring explains.

    `hint` teaches without naming a line of cards. `needs` says where the mistake can show at all:
    "five" cards a hand; "six" or more; only in "rounds", where hands may have cards in common and
    a tie is told; or only in the "order" in which the five cards are listed.
    """

    hint: str
    needs = "five"

    @classmethod
    def name(cls) -> str:
        """Return the mutant's name in words with hyphens.

        >>> from poker_table.mutants.straights import WheelMissed
        >>> WheelMissed.name()
        'wheel-missed'
        """
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def mistake(cls) -> str:
        """Return the sentence that explains the mistake."""
        return (cls.__doc__ or "").split("\n")[0]
