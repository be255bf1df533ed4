"""The right evaluator, in steps that a mutant can get wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from poker_table.game.card import Card, Rank
from poker_table.game.hand import HAND_SIZE, HandType, type_and_ranks
from poker_table.hands.best_five import Holding

Key = tuple[int, ...]
Cards = Sequence[Card]


# What a mistake in one of these steps needs to show; one in another may show in five cards a hand.
NEEDS = {"looked_at": "six", "worth": "six", "shown": "order"}
# What a hand is taken for where only a part of it is seen.
LESS = {
    HandType.TWO_PAIR: HandType.PAIR,
    HandType.STRAIGHT: HandType.HIGH_CARD,
    HandType.FLUSH: HandType.HIGH_CARD,
    HandType.FULL_HOUSE: HandType.THREE_OF_A_KIND,
    HandType.FOUR_OF_A_KIND: HandType.TWO_PAIR,
    HandType.STRAIGHT_FLUSH: HandType.FLUSH,
}


class Five(NamedTuple):
    """Five of a player's cards and what they are taken for: the type, and the ranks in order.

    The ranks are the different ones, the most important first.
    """

    cards: tuple[Card, ...]
    hand_type: HandType
    ranks: tuple[Rank, ...]
    among: tuple[Card, ...]  # all the cards of the player, as they came

    def as_type(self, hand_type: HandType) -> Five:
        """Return the same cards, taken for another type."""
        downward = hand_type in (HandType.HIGH_CARD, HandType.FLUSH)
        return self._replace(hand_type=hand_type, ranks=self.downward if downward else self.ranks)

    @property
    def key(self) -> Key:
        """What orders hands: the type, then each rank."""
        return self.hand_type, *self.ranks

    @property
    def high_to_low(self) -> tuple[Rank, ...]:
        """The rank of each of the five cards, highest first."""
        return tuple(sorted((card.rank for card in self.cards), reverse=True))

    @property
    def downward(self) -> tuple[Rank, ...]:
        """The different ranks from the highest down, whatever the type counts first."""
        return tuple(sorted(self.ranks, reverse=True))

    @property
    def repeated(self) -> list[Rank]:
        """The ranks of which the player has more than one card."""
        return [rank for rank, count in Counter(c.rank for c in self.among).items() if count > 1]

    def copies(self, rank: Rank) -> int:
        """Return how many of all the player's cards are of a rank."""
        return [card.rank for card in self.among].count(rank)


@lru_cache(maxsize=4096)
def fives(looked_at: tuple[Card, ...], among: tuple[Card, ...]) -> list[Five]:
    """Return every five of the cards that are looked at, rightly judged."""
    chosen = combinations(looked_at, HAND_SIZE)
    return [Five(cards, *type_and_ranks(cards), among) for cards in chosen]


def best_of(holding: Holding) -> Five:
    """Return the best five of a player's cards, rightly judged."""
    cards = holding.five  # the most important first
    ranks = tuple(dict.fromkeys([card.rank for card in cards]))
    return Five(cards, holding.best.hand.hand_type, ranks, holding.given)


class Evaluator:
    """The right evaluator of five cards or more, in steps.

    It `chooses` if it must be asked which five are the best, for they may not be the right ones.

    >>> first = Evaluator().evaluate([Card.parse(word) for word in "Kc Ac Jh 8s 9c 2s".split()])
    >>> first.hand_type, [rank.letter for rank in first.ranks]
    (<HandType.HIGH_CARD: 0>, ['A', 'K', 'J', '9', '8'])
    """

    chooses = False

    def evaluate(self, cards: Cards) -> Five:
        """Return the best five of the cards."""
        found = fives(tuple(self.looked_at(cards)), tuple(cards))
        return max(map(self.taken_for, found), key=self.worth)

    def looked_at(self, cards: Cards) -> Cards:
        """Return the cards that are looked at, highest rank first."""
        return sorted(cards, key=lambda card: card.index, reverse=True)

    def taken_for(self, five: Five) -> Five:
        """Return what five cards, which come rightly judged, are taken for."""
        return five.as_type(LESS[five.hand_type]) if self.misses(five) else five

    def misses(self, five: Five) -> bool:
        """Return whether only a part of what the five cards make is seen."""
        return False

    def worth(self, five: Five) -> Key:
        """Return what decides which five of one player's cards are the best."""
        return five.key

    def weight(self, five: Five) -> Key:
        """Return what decides between two players' hands."""
        return five.key

    def compare(self, first: Five, second: Five) -> int:
        """Return 1 if the first of two evaluated hands wins, -1 if the second does, 0 for a tie."""
        ours, theirs = self.weight(first), self.weight(second)
        return (ours > theirs) - (ours < theirs)

    def shown(self, five: Five) -> Cards:
        """Return the five cards in the order in which they are listed."""
        return sorted(five.cards, key=lambda card: five.ranks.index(card.rank))


RIGHT = Evaluator()


class Mutant(Evaluator):
    """The evaluator with one step replaced: a decorator of the function that replaces it.

    The function's docstring explains the mistake. `hint` teaches without naming a line of cards.
    `of` has the types of hand at which the step goes wrong, if that is not every one. `needs` says
    where the mistake can show at all, if the step does not: "five" cards a hand; "six" or more;
    only in "rounds", where hands may have cards in common and a tie is told; or only in the "order"
    in which the five cards are listed.

    >>> @Mutant("weight", "Which pair is the better one?", HandType.PAIR)
    ... def pairs_tie(five: Five) -> Key:
    ...     "Pairs always tie."
    ...     return (five.hand_type,)
    >>> pairs_tie.name, pairs_tie.mistake
    ('pairs-tie', 'Pairs always tie.')
    """

    def __init__(self, step: str, hint: str, *of: HandType, needs: str = "") -> None:
        self.step, self.of, self.hint = step, of, hint.format(*of)
        self.needs = needs or NEEDS.get(step, "five")
        self.chooses = step in ("looked_at", "taken_for", "misses", "worth")

    def __call__(self, wrong: Callable[..., object]) -> Mutant:
        """Return the mutant, its step replaced by the function of its name and mistake."""
        self.name = wrong.__name__.replace("_", "-")
        self.mistake = (wrong.__doc__ or "").format(*self.of)
        right = getattr(self, self.step)
        by_type = lambda five: (wrong if five.hand_type in self.of else right)(five)  # noqa: E731
        setattr(self, self.step, by_type if self.of else wrong)
        return self

    def may_differ(self, best: Collection[int], cards: int) -> bool:
        """Return whether the mistake can show in hands of some cards at most, of these types.

        No five of a hand are of a higher type than its best five, so the others need not be seen.
        """
        if self.needs == "six" and cards == HAND_SIZE:
            return False
        if self.chooses:
            return min(self.of, default=0) <= max(best)
        return not self.of or not set(self.of).isdisjoint(best)


def for_each(
    step: str, hint: str, *types: HandType, needs: str = ""
) -> Callable[[Callable[..., object]], list[Mutant]]:
    """Return a decorator that makes a mutant for each type, which stands for {} in its words."""

    def mutants(wrong: Callable[..., object]) -> list[Mutant]:
        made = [Mutant(step, hint, each, needs=needs)(wrong) for each in types]
        for mutant, each in zip(made, types, strict=True):
            mutant.name += f"-{each.name}".lower().replace("_", "-")
        return made

    return mutants
