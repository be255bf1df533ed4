"""Deal ten poker hands, rank them, and see why the best one wins."""

# Where each public name lives. It is loaded when it is asked for (PEP 562), for the program needs
# few of them; type checkers read __init__.pyi, and a test holds the two to each other.
_HOMES = {
    "compare.rounds": ("Round", "read_rounds"),
    "files.deck_file": ("format_deck", "parse_deck", "read_deck"),
    "game.card": ("Card", "CardComparer", "Rank", "Suit"),
    "game.deck": ("Deck",),
    "game.errors": ("PokerTableError", "RoundError"),
    "game.hand": ("Hand", "HandComparer", "HandType"),
    "game.random": ("Random",),
    "game.table": ("Showdown", "deal"),
    "game.version": ("__version__",),
    "hands.best_five": ("best_five",),
    "hands.in_words": ("in_words", "why_it_beats"),
    "hands.explanation": ("explanation",),
    "lesson.notebook": ("as_html", "as_rich"),
    "order.request": ("Request",),
    "order.search": ("stacked_deck",),
    "simulation.chances.answer": ("Chances", "chances"),
    "simulation.engines.tally": ("Tally",),
    "simulation.run": ("simulate",),
}
_HOME_OF = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}
_NOT_PUBLIC = {"__version__", "as_html", "as_rich"}
__all__ = [name for name in _HOME_OF if name not in _NOT_PUBLIC]


def __getattr__(name: str) -> object:
    """Return a public name from the file where it lives."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = found = getattr(import_module(_HOME_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return [*globals(), *_HOME_OF]
