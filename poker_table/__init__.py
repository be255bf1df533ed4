"""Deal ten poker hands, rank them, and see why the best one wins."""

from __future__ import annotations

__version__ = "1.0.0"

TYPE_CHECKING = False  # what type checkers take for true, without the price of importing typing
if TYPE_CHECKING:
    from poker_table.cards import Card as Card
    from poker_table.cards import CardComparer as CardComparer
    from poker_table.cards import Rank as Rank
    from poker_table.cards import Suit as Suit
    from poker_table.deck import Deck as Deck
    from poker_table.deck_file import format_deck as format_deck
    from poker_table.deck_file import parse_deck as parse_deck
    from poker_table.deck_file import read_deck as read_deck
    from poker_table.errors import PokerTableError as PokerTableError
    from poker_table.explain import in_words as in_words
    from poker_table.explain import why_it_beats as why_it_beats
    from poker_table.hand import Hand as Hand
    from poker_table.hand import HandComparer as HandComparer
    from poker_table.hand import HandType as HandType
    from poker_table.reading import explanation as explanation
    from poker_table.request import Request as Request
    from poker_table.rng import Random as Random
    from poker_table.rounds import Round as Round
    from poker_table.rounds import read_rounds as read_rounds
    from poker_table.simulation.run import simulate as simulate
    from poker_table.stacked import stacked_deck as stacked_deck
    from poker_table.table import Showdown as Showdown
    from poker_table.table import deal as deal

# Where each name lives. It is loaded when it is asked for: the command line asks for few.
_NAMES_IN = {
    "cards": ("Card", "CardComparer", "Rank", "Suit"),
    "deck": ("Deck",),
    "deck_file": ("format_deck", "parse_deck", "read_deck"),
    "errors": ("PokerTableError",),
    "explain": ("in_words", "why_it_beats"),
    "hand": ("Hand", "HandComparer", "HandType"),
    "reading": ("explanation",),
    "request": ("Request",),
    "rng": ("Random",),
    "simulation.run": ("simulate",),
    "rounds": ("Round", "read_rounds"),
    "stacked": ("stacked_deck",),
    "table": ("Showdown", "deal"),
}

__all__ = [name for names in _NAMES_IN.values() for name in names]


def __getattr__(name: str) -> object:
    for module, names in _NAMES_IN.items():
        if name in names:
            return getattr(__import__(f"{__name__}.{module}", fromlist=[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
