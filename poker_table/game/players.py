"""The players of a deal: at most ten, numbered from 1."""

from collections.abc import Iterable

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import number_in_range

MOST_PLAYERS = 10


def player_numbers(players: int) -> range:
    """Return the player numbers from 1. Raises PokerTableError unless there are 1 to 10 players."""
    count = number_in_range(players, 1, MOST_PLAYERS, f"1 to {MOST_PLAYERS} players")
    return range(1, count + 1)


class DeckForPlayers(Deck):
    """A deck with the number of players that it was made for, by default ten.

    Raises PokerTableError unless there are 1 to 10 players.

    >>> players_of(DeckForPlayers(players=4)), players_of(Deck())
    (4, 10)
    """

    def __init__(
        self, cards: str | Iterable[Card | str] = CARDS, players: int | None = None
    ) -> None:
        super().__init__(cards)
        self.players: int = MOST_PLAYERS if players is None else len(player_numbers(players))


def players_of(deck: Deck) -> int:
    """Return the number of players that a deck was made for, or ten if it is a plain deck."""
    return deck.players if isinstance(deck, DeckForPlayers) else MOST_PLAYERS
