"""Everybody's chance after each card of a deal, who was ahead, and the card that turned it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import MOST_PLAYERS
from poker_table.simulation.chances.answer import (
    DEALS,
    MOST_EXACT,
    Chances,
    Exact,
    Sample,
    compute_chances,
)
from poker_table.simulation.chances.question import question_of_deck
from poker_table.simulation.run import Runner

SEED = 1  # of the sample after each card, where the cards to come can lie in too many ways


class WholeDeal(NamedTuple):
    """The chances of all players before the first card and after each one."""

    cards: tuple[Card, ...]
    after: Sequence[Chances]

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.after[0].hands)

    @property
    def ahead(self) -> list[tuple[int, ...]]:
        """Who is ahead before the first card and after each: nobody, a player, or equal ones.

        In a sample who was ahead stays so until somebody else is for certain, 95 times in 100.
        """
        first: list[tuple[int, ...]] = [()]
        for chances in self.after:
            first.append(_ahead(chances) or first[-1])
        return first[1:]

    @property
    def changes(self) -> list[int]:
        """After how many cards somebody else was ahead than before; the first to be counts."""
        ahead = self.ahead
        return [n for n in range(1, len(ahead)) if ahead[n] != ahead[n - 1]]

    @property
    def turn(self) -> int:
        """After how many cards those who win were ahead for good."""
        return max(self.changes, default=0)

    @property
    def card(self) -> Card:
        """The card that turned it."""
        return self.cards[self.turn - 1]

    @property
    def whose(self) -> int:
        """The player to whom that card was dealt."""
        return (self.turn - 1) % self.players + 1


@lru_cache(maxsize=1000)  # a step that is shown again costs nothing
def chances_after(
    cards: tuple[Card, ...],
    players: int,
    dealt: int,
    deals: int = DEALS,
    seed: int = SEED,
    most_exact: int = MOST_EXACT,
) -> Chances:
    """Return the chances after so many cards: exact up to so many arrangements, else a sample.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_after(read_deck("three.txt").cards, players=10, dealt=47).hands[1].equity
    1.0
    """
    question = question_of_deck(Deck(cards, players), dealt)
    few = question.plan.arrangements <= most_exact
    *_, result = compute_chances(question, Exact() if few else Sample(seed, deals), Runner("plain"))
    return result


def whole_deal(
    deck: Deck, deals: int = DEALS, seed: int = SEED
) -> Generator[WholeDeal, None, None]:
    """Yield the growing chances of a deal, card by card."""
    players = deck.players or MOST_PLAYERS
    after: list[Chances] = []
    for dealt in range(HAND_SIZE * players + 1):
        after.append(chances_after(deck.cards, players, dealt, deals, seed))
        yield WholeDeal(deck.cards, after)


def _ahead(chances: Chances) -> tuple[int, ...]:
    """Return the players who are ahead for certain; nobody if all are equal."""
    best = max(hand.equity for hand in chances.hands)
    first = [hand for hand in chances.hands if hand.equity == best]
    others = [hand.high for hand in chances.hands if hand.equity != best]
    if not others or max(others) >= min(hand.low for hand in first):
        return ()
    return tuple(k for k, hand in enumerate(chances.hands, start=1) if hand in first)
