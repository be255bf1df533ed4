"""Every player's chance after each card of a deal, and the card that turned the deal."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.players import DeckForPlayers, players_of
from poker_table.game.rules import HAND_SIZE
from poker_table.simulation.chances.answer import (
    DEALS,
    MOST_EXACT,
    Chances,
    Sample,
    compute_chances,
)
from poker_table.simulation.chances.question import question_of_deck
from poker_table.simulation.engines.choice import Resources

SEED = 1  # of the sample, which is used while there are too many arrangements for exact chances


class WholeDeal(NamedTuple):
    """The chances of all players before the first card and after each card."""

    cards: tuple[Card, ...]
    after: Sequence[Chances]  # after 0, 1, 2, ... cards

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.after[0].hands)

    @property
    def ahead(self) -> list[tuple[int, ...]]:
        """The players who are ahead after 0, 1, 2, ... cards: none, one, or several equal ones.

        If a card leaves it uncertain who is ahead, the same players as before it count as ahead.
        """
        leaders: list[tuple[int, ...]] = [()]
        for chances in self.after:
            if chances.exact and leaders[-1] and not chances.ahead:  # all of them are equal
                leaders.append(tuple(hand.hand for hand in chances.hands))
            else:
                leaders.append(chances.ahead or leaders[-1])
        return leaders[1:]

    @property
    def changes(self) -> list[int]:
        """The numbers of the cards, from 1, that changed which players are ahead."""
        ahead = self.ahead
        return [n for n in range(1, len(ahead)) if ahead[n] != ahead[n - 1]]

    @property
    def turning_number(self) -> int:
        """The number, from 1, of the card that put the winners ahead for good; 0 if none did."""
        return max(self.changes, default=0)

    def dealt(self, number: int) -> tuple[Card, int]:
        """Return the card with this number, from 1, and the player to whom it is dealt."""
        return self.cards[number - 1], (number - 1) % self.players + 1


def chances_after(
    cards: tuple[Card, ...],
    players: int,
    dealt: int,
    deals: int = DEALS,
    seed: int = SEED,
    most_exact: int = MOST_EXACT,
) -> Chances:
    """Return the chances after `dealt` cards: exact up to `most_exact` arrangements, else sampled.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_after(read_deck("three.txt").cards, players=10, dealt=47).hands[1].equity
    1.0
    """
    return _chances_after(cards, players, dealt, deals, seed, most_exact)


@lru_cache(maxsize=1000)  # a lesson shows the same step again and again
def _chances_after(
    cards: tuple[Card, ...], players: int, dealt: int, deals: int, seed: int, most_exact: int
) -> Chances:
    question = question_of_deck(DeckForPlayers(cards, players), dealt)
    exact = question.layout.arrangements <= most_exact
    sample = None if exact else Sample(seed, deals)
    *_, result = compute_chances(question, sample, Resources("plain"))
    return result


def whole_deal(
    deck: Deck, deals: int = DEALS, seed: int = SEED
) -> Generator[WholeDeal, None, None]:
    """After each card of a deal, yield the chances from the start up to that card."""
    players = players_of(deck)
    after: list[Chances] = []
    for dealt in range(HAND_SIZE * players + 1):
        after.append(chances_after(deck.cards, players, dealt, deals, seed))
        yield WholeDeal(deck.cards, after)
