"""Deal ten poker hands, rank them, and see why the best one wins."""

# The module that defines each public name. A name is imported on first access (PEP 562), because
# the command line needs only a few. A test checks that type checkers read the same names below.
_NAMES_OF_MODULE = {
    "compare.rounds": ("Round", "read_rounds"),
    "files.deck_file": ("format_deck", "parse_deck", "read_deck"),
    "game.card": ("Card", "CardComparer"),
    "game.deck": ("Deck",),
    "game.errors": ("PokerTableError",),
    "game.hand": ("Hand", "HandComparer"),
    "game.random": ("Random",),
    "game.rank_and_suit": ("Rank", "Suit"),
    "game.rules": ("HandType",),
    "game.table": ("Showdown", "deal"),
    "game.version": ("__version__",),
    "hands.best_five": ("best_five",),
    "hands.in_a_line": ("RoundError",),
    "hands.in_words": ("in_words", "why_it_beats"),
    "hands.explanation": ("explanation",),
    "order.request": ("Request",),
    "order.search": ("stacked_deck",),
    "simulation.chances.answer": ("Chances", "chances"),
    "simulation.engines.tally": ("Tally",),
    "simulation.run": ("simulate",),
}
_MODULE_OF_NAME = {
    name: f"{__name__}.{module}" for module, names in _NAMES_OF_MODULE.items() for name in names
}
__all__ = [name for name in _MODULE_OF_NAME if name != "__version__"]

TYPE_CHECKING = False  # type checkers take it as true
if TYPE_CHECKING:
    from poker_table.compare.rounds import Round as Round
    from poker_table.compare.rounds import read_rounds as read_rounds
    from poker_table.files.deck_file import format_deck as format_deck
    from poker_table.files.deck_file import parse_deck as parse_deck
    from poker_table.files.deck_file import read_deck as read_deck
    from poker_table.game.card import Card as Card
    from poker_table.game.card import CardComparer as CardComparer
    from poker_table.game.deck import Deck as Deck
    from poker_table.game.errors import PokerTableError as PokerTableError
    from poker_table.game.hand import Hand as Hand
    from poker_table.game.hand import HandComparer as HandComparer
    from poker_table.game.random import Random as Random
    from poker_table.game.rank_and_suit import Rank as Rank
    from poker_table.game.rank_and_suit import Suit as Suit
    from poker_table.game.rules import HandType as HandType
    from poker_table.game.table import Showdown as Showdown
    from poker_table.game.table import deal as deal
    from poker_table.game.version import __version__ as __version__
    from poker_table.hands.best_five import best_five as best_five
    from poker_table.hands.explanation import explanation as explanation
    from poker_table.hands.in_a_line import RoundError as RoundError
    from poker_table.hands.in_words import in_words as in_words
    from poker_table.hands.in_words import why_it_beats as why_it_beats
    from poker_table.order.request import Request as Request
    from poker_table.order.search import stacked_deck as stacked_deck
    from poker_table.simulation.chances.answer import Chances as Chances
    from poker_table.simulation.chances.answer import chances as chances
    from poker_table.simulation.engines.tally import Tally as Tally
    from poker_table.simulation.run import simulate as simulate
else:

    def __getattr__(name: str) -> object:
        """Import and return a public name."""
        if name not in _MODULE_OF_NAME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        from poker_table.lesson.in_notebooks import draw_in_notebooks

        module = import_module(_MODULE_OF_NAME[name])
        if hasattr(module, "Round"):  # slow to import, so it is not drawn from the start
            draw_in_notebooks(module.Round)
        globals()[name] = value = getattr(module, name)
        return value


def __dir__() -> list[str]:
    return [*globals(), *_MODULE_OF_NAME]
