"""The players of a deal: at most ten, numbered from 1."""

from __future__ import annotations

from collections.abc import Iterable

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import number_in_range
from poker_table.game.rules import HAND_SIZE

MOST_PLAYERS = 10


def player_numbers(players: int) -> range:
    """Return the player numbers from 1. Raises PokerTableError unless there are 1 to 10 players."""
    return range(1, number_in_range(players, 1, MOST_PLAYERS, f"1 to {MOST_PLAYERS} players") + 1)


class DeckForPlayers(Deck):
    """A deck with the number of players that it was made for.

    Raises PokerTableError unless there are 1 to 10 players.

    >>> players_of(DeckForPlayers(players=4)), players_of(Deck())
    (4, 10)
    """

    def __init__(
        self, cards: str | Iterable[Card | str] = CARDS, players: int = MOST_PLAYERS
    ) -> None:
        super().__init__(cards)
        self.players: int = len(player_numbers(players))


def deck_for(players: int | None, cards: str | Iterable[Card | str]) -> Deck:
    """Return a deck of the cards, made for a number of players, or for any number if None."""
    return Deck(cards) if players is None else DeckForPlayers(cards, players)


def players_of(deck: Deck) -> int:
    """Return the number of players that a deck was made for, or ten if it is a plain deck."""
    return deck.players if isinstance(deck, DeckForPlayers) else MOST_PLAYERS


def turns(deck: Deck) -> list[tuple[Card, ...]]:
    """Return the cards of five turns, each with one card per player, then all the other cards.

    >>> [len(turn) for turn in turns(DeckForPlayers(players=4))]
    [4, 4, 4, 4, 4, 32]
    """
    players = players_of(deck)
    dealt = HAND_SIZE * players
    parts = [deck.cards[start : start + players] for start in range(0, dealt, players)]
    return [part for part in (*parts, deck.cards[dealt:]) if part]
