"""The right evaluator, in steps that a mutant can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from poker_table.game.card import Card, Rank
from poker_table.game.hand import HAND_SIZE, Hand, HandType

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

    def but(self, hand_type: HandType, ranks: tuple[Rank, ...] | None = None) -> Five:
        """Return the same cards, taken for something else."""
        return Five(self.cards, hand_type, ranks or self.ranks)

    @property
    def held(self) -> list[Rank]:
        """The rank of each card, highest first."""
        return sorted((card.rank for card in self.cards), reverse=True)

    @property
    def downward(self) -> tuple[Rank, ...]:
        """The different ranks from the highest down, whatever the type counts first."""
        return tuple(dict.fromkeys(self.held))


@lru_cache(maxsize=1 << 16)
def judged(cards: tuple[Card, ...]) -> Five:
    """Return five cards, rightly judged."""
    hand = Hand.of(cards)
    ranks = tuple(dict.fromkeys(card.rank for card in hand.cards_by_importance))
    return Five(cards, hand.hand_type, ranks)


class Evaluator:
    """The right evaluator of five cards or more, in steps.

    >>> from poker_table.game.card import Card
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
        return tuple(sorted((card.rank for card in five.cards), key=five.ranks.index))

    def looked_at(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return the cards that are looked at, highest rank first."""
        return sorted(cards, key=lambda card: card.index, reverse=True)

    def fives(self, cards: Sequence[Card]) -> list[Five]:
        """Return every five of the cards and what each is taken for."""
        return [self.taken_for(judged(five)) for five in combinations(cards, HAND_SIZE)]

    def taken_for(self, five: Five) -> Five:
        """Return what five cards, which come rightly judged, are taken for."""
        return five

    def worth(self, five: Five) -> Key:
        """Return what decides which five of one player's cards are the best."""
        return five.hand_type, *five.ranks

    def weight(self, five: Five) -> Key:
        """Return what decides between two players' hands: the type, then each rank."""
        return five.hand_type, *five.ranks


RIGHT = Evaluator()


class Mutant(Evaluator):
    """The evaluator with one step replaced by a function whose docstring explains the mistake.

    `hint` teaches without naming a line of cards. `needs` says where the mistake can show at all:
    "five" cards a hand; "six" or more; only in "rounds", where hands may have cards in common and
    a tie is told; or only in the "order" in which the five cards are listed.
    """

    def __init__(self, wrong: Callable[..., object], step: str, hint: str, needs: str) -> None:
        setattr(self, step, wrong)
        self.name = wrong.__name__.replace("_", "-")
        self.mistake = wrong.__doc__ or ""
        self.hint = hint
        self.needs = needs


def mutant(step: str, hint: str, needs: str = "five") -> Callable[[Callable[..., object]], Mutant]:
    """Return a decorator that makes a function, put in the place of a step, a mutant.

    >>> @mutant("weight", "Two hands of the same type need not tie.")
    ... def value_ignored(five: Five) -> Key:
    ...     "Hands of one type always tie."
    ...     return (five.hand_type,)
    >>> value_ignored.name, value_ignored.mistake
    ('value-ignored', 'Hands of one type always tie.')
    """
    return lambda wrong: Mutant(wrong, step, hint, needs)


def weight_of_first(five: Five, hand_type: HandType, count: int) -> Key:
    """Return the right weight, but of one type only so many ranks."""
    weight = RIGHT.weight(five)
    return weight[: 1 + count] if five.hand_type is hand_type else weight
