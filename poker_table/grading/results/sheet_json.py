"""Converts mark sheets to data that JSON can hold, and back."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields
from typing import Any

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.grading.judging.faults import Cause, Fault
from poker_table.grading.sheet import Before, ByHand, Finding, Item, Sheet

CLASSES = {class_.__name__: class_ for class_ in (Sheet, Item, Finding, Fault, Before, ByHand)}


def as_data(value: Any) -> Any:
    """Return a sheet, or a part of one, as data that JSON can hold.

    >>> from_data(as_data(Sheet("ann", (Item("types", "Types", 5, 5, "passed"),)))).score
    5
    """
    if type(value) in CLASSES.values():
        data = {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
        return {"is": type(value).__name__, **data}
    if isinstance(value, Hand):
        return {"is": "Hand", "player": value.player, "cards": [*map(str, value.dealt)]}
    if isinstance(value, Card):
        return {"is": "Card", "card": str(value)}
    if isinstance(value, Cause):
        return {"is": "Cause", "kind": value.kind, "details": as_data(value.details)}
    if isinstance(value, Mapping):
        return {**value}
    return [*map(as_data, value)] if isinstance(value, tuple | Set) else value


def from_data(data: Any) -> Any:
    """Return the value from which `as_data` made this data.

    Raises KeyError or TypeError for other data.
    """
    if isinstance(data, list):
        return tuple(map(from_data, data))
    if not isinstance(data, dict) or "is" not in data:
        return data
    named = {name: from_data(value) for name, value in data.items() if name != "is"}
    if data["is"] == "Hand":
        return Hand.of(named["cards"], named["player"])
    if data["is"] == "Card":
        return Card.parse(named["card"])
    return Cause(**named) if data["is"] == "Cause" else CLASSES[data["is"]](**named)
