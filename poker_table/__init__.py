"""Deal ten poker hands, rank them, and see why the best one wins."""

import sys

# What a notebook draws, and where it is: none of them knows what draws it.
_DRAWN = {"game.deck": "Deck", "game.hand": "Hand", "game.table": "Showdown"}
_DRAWN["compare.rounds"] = "Round"


def __getattr__(name: str) -> object:
    """Load a public name when it is asked for; __init__.pyi lists where each of them lives."""
    if name == "__all__":
        return [name for name in _homes() if not name.startswith("_")]
    module = _homes().get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(__import__(module, fromlist=[name]), name)
    for room, drawn in _DRAWN.items():
        if (home := sys.modules.get(f"{__name__}.{room}")) is not None:
            kind = getattr(home, drawn)
            kind._repr_html_ = lambda thing: _notebook().as_html(thing)
            kind.__rich__ = lambda thing: _notebook().as_rich(thing)
    return found


def __dir__() -> list[str]:
    return [*globals(), *_homes()]


def _homes() -> dict[str, str]:
    """Return the module of each public name, read from the list that type checkers read."""
    with open(__file__.removesuffix("c") + "i", encoding="utf-8") as file:
        return {line.split()[-1]: line.split()[1] for line in file}


def _notebook() -> object:
    return __import__(f"{__name__}.lesson.notebook", fromlist=["as_html"])
