"""Deal ten poker hands, rank them, and see why the best one wins."""

# The module that defines each public name. A name is imported on first access (PEP 562), because
# the command line needs only a few. Type checkers read __init__.pyi; a test checks that both agree.
_NAMES_OF_MODULE = {
    "compare.errors": ("RoundError",),
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


def __getattr__(name: str) -> object:
    """Import and return a public name."""
    if name not in _MODULE_OF_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from poker_table.lesson.in_notebooks import draw_in_notebooks

    module = import_module(_MODULE_OF_NAME[name])
    if hasattr(module, "Round"):  # slow to import, so not among the classes drawn from the start
        draw_in_notebooks(module.Round)
    globals()[name] = value = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return [*globals(), *_MODULE_OF_NAME]
