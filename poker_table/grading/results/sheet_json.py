"""Converts mark sheets to data that JSON can hold, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import fields
from typing import Any

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.grading.judging.faults import Fault, Foreign
from poker_table.grading.sheet import ByHand, Finding, Item, Sheet
from poker_table.hands.sentence import Sentence, Sign

CLASSES = {class_.__name__: class_ for class_ in (Sheet, Item, Finding, Fault, ByHand)}
#: What makes each other value of what it consists of.
MAKERS: Mapping[str, Callable[..., Any]] = {
    "Hand": lambda player, *cards: Hand.of(cards, player),
    "Card": Card.parse,
    "Sentence": Sentence,
    "Sign": Sign,
    "Foreign": Foreign,
}


def as_data(value: Any) -> Any:
    """Return a sheet, or a part of one, as data that JSON can hold.

    >>> from_data(as_data(Sheet("ann", (Item("types", "Types", 5, 5, "passed"),)))).score
    5
    """
    name = type(value).__name__
    if name in CLASSES:
        return {"is": name, **{f.name: as_data(getattr(value, f.name)) for f in fields(value)}}
    if name in MAKERS:
        return {"is": name, "of": [*map(as_data, _contents(value))]}
    if isinstance(value, Mapping):
        return {**value}
    return [*map(as_data, value)] if isinstance(value, tuple | Set) else value


def _contents(value: Hand | Card | Sentence | Sign | Foreign) -> tuple[Any, ...]:
    if isinstance(value, Hand):
        return value.player, *value.dealt
    return tuple(value) if isinstance(value, Sentence | Sign) else (str(value),)


def from_data(data: Any, makers: Mapping[str, Callable[..., Any]] = MAKERS) -> Any:
    """Return the value from which `as_data` made this data; other `makers` make other values.

    Raises KeyError or TypeError for other data.
    """
    if isinstance(data, list):
        return tuple(from_data(value, makers) for value in data)
    if not isinstance(data, dict) or "is" not in data:
        return data
    named = {name: from_data(value, makers) for name, value in data.items() if name != "is"}
    if data["is"] in makers:
        return makers[data["is"]](*named["of"])
    return CLASSES[data["is"]](**named)
