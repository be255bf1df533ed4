"""The right evaluator, in steps that a mutant can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from poker_table.game.card import Card, Rank
from poker_table.game.hand import HAND_SIZE, HandType, type_and_ranks
from poker_table.hands.best_five import Holding

Key = tuple[int, ...]
Cards = Sequence[Card]

# What a mistake in one of these steps needs to show; one in another may show in five cards a hand.
NEEDS = {"cards_used": "six", "worth": "six", "listing": "order"}


class FiveCards(NamedTuple):
    """Five of a player's cards and what they are taken for: the type, and the ranks in order.

    `ranks` has each rank once, the most important first.
    """

    cards: tuple[Card, ...]
    hand_type: HandType
    ranks: tuple[Rank, ...]
    all_cards: tuple[Card, ...]  # of the player, as they came

    def as_type(self, hand_type: HandType) -> FiveCards:
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
    def all_ranks(self) -> tuple[Rank, ...]:
        """The rank of each of the player's cards, highest first."""
        return tuple(sorted((card.rank for card in self.all_cards), reverse=True))


@lru_cache(maxsize=4096)
def fives(cards_used: tuple[Card, ...], all_cards: tuple[Card, ...]) -> list[FiveCards]:
    """Return every five of the cards that are looked at, rightly judged."""
    chosen = combinations(cards_used, HAND_SIZE)
    return [FiveCards(cards, *type_and_ranks(cards), all_cards) for cards in chosen]


def best_of(holding: Holding) -> FiveCards:
    """Return the best five of a player's cards, rightly judged."""
    cards = holding.five  # the most important first
    ranks = tuple(dict.fromkeys([card.rank for card in cards]))
    return FiveCards(cards, holding.best.hand.hand_type, ranks, holding.given)


class Evaluator:
    """The right evaluator of five cards or more, in steps.

    It `chooses` if it must be asked which five are the best, for they may not be the right ones.

    >>> first = Evaluator().evaluate([Card.parse(word) for word in "Kc Ac Jh 8s 9c 2s".split()])
    >>> first.hand_type, [rank.letter for rank in first.ranks]
    (<HandType.HIGH_CARD: 0>, ['A', 'K', 'J', '9', '8'])
    """

    chooses = False

    def evaluate(self, cards: Cards) -> FiveCards:
        """Return the best five of the cards."""
        choices = fives(tuple(self.cards_used(cards)), tuple(cards))
        return max(map(self.taken_for, choices), key=self.worth)

    def cards_used(self, cards: Cards) -> Cards:
        """Return the cards that are looked at, highest rank first."""
        return sorted(cards, key=lambda card: card.index, reverse=True)

    def taken_for(self, five: FiveCards) -> FiveCards:
        """Return what five cards, which come rightly judged, are taken for."""
        return five

    def worth(self, five: FiveCards) -> Key:
        """Return what decides which five of one player's cards are the best."""
        return five.key

    def weight(self, five: FiveCards) -> Key:
        """Return what decides between two players' hands."""
        return five.key

    def compare(self, first: FiveCards, second: FiveCards) -> int:
        """Return 1 if the first of two evaluated hands wins, -1 if the second does, 0 for a tie."""
        ours, theirs = self.weight(first), self.weight(second)
        return (ours > theirs) - (ours < theirs)

    def listing(self, five: FiveCards) -> Cards:
        """Return the five cards in the order in which they are listed."""
        return sorted(five.cards, key=lambda card: five.ranks.index(card.rank))


RIGHT = Evaluator()


class Mutant(Evaluator):
    """The evaluator with one step replaced by a function.

    `of` has the types of hand at which the step goes wrong, if that is not every one. `needs` says
    where the mistake can show at all, if the step does not: "five" cards a hand; "six" or more;
    only in "rounds", where hands may have cards in common and a tie is told; or only in the "order"
    in which the five cards are listed. `hint` teaches without naming a line of cards.

    >>> pairs_tie = Mutant("weight", lambda five: (five.hand_type,), HandType.PAIR)
    >>> aces, kings = (FiveCards((), HandType.PAIR, (rank,), ()) for rank in (Rank.ACE, Rank.KING))
    >>> pairs_tie.compare(aces, kings), RIGHT.compare(aces, kings)
    (0, 1)
    """

    name = hint = mistake = ""

    def __init__(
        self, step: str, wrong: Callable[..., Any], *of: HandType, needs: str = ""
    ) -> None:
        self.step, self.wrong, self.of = step, wrong, of
        self.needs = needs or NEEDS.get(step, "five")
        self.chooses = step in ("cards_used", "taken_for", "worth")
        right = getattr(self, step)
        by_type = lambda five: (wrong if five.hand_type in of else right)(five)  # noqa: E731
        setattr(self, step, by_type if of else wrong)

    def may_differ(self, best: Collection[int], cards: int) -> bool:
        """Return whether the mistake can show in hands of these types, of at most so many cards.

        No five of a hand are of a higher type than its best five, so the others need not be seen.
        """
        if self.needs == "six" and cards == HAND_SIZE:
            return False
        if self.chooses:
            return min(self.of, default=0) <= max(best)
        return not self.of or not set(self.of).isdisjoint(best)

    def named(self, name: str, hint: str, mistake: str) -> list[Mutant]:
        """Return it with its name and words; if these have a {}, one for each type instead."""
        if "{}" not in hint:
            self.name, self.hint, self.mistake = name, hint, mistake
            return [self]
        mutants = []
        for each in self.of:
            mutant = Mutant(self.step, self.wrong, each, needs=self.needs)
            words = f"{name}-{each.name}".lower().replace("_", "-"), hint.format(each)
            mutants += mutant.named(*words, mistake.format(each))
        return mutants
