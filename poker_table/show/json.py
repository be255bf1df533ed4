"""A page as a JSON document for other programs: its facts and its records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from poker_table.game.card import Card
from poker_table.game.errors import PokerTableError
from poker_table.game.rules import HandType
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Sentence
from poker_table.show.page import Page, Stream

TEXTS: set[type] = {Card, HandType, Sentence}
JSON_TYPES: set[type] = {str, int, float, type(None)}


def draw(page: Page) -> str:
    """Return the facts of the page, and the records of each section under its key."""
    records = {section.key: data(section.records) for section in page.sections if section.key}
    return json.dumps({**data(page.facts), **records}, indent=2) + "\n"


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the document of a stream, with each record on a line of its own."""
    facts = "".join(f"{_member(*fact)},\n" for fact in stream.page([]).facts.items())
    # The opening is written with the first record: if the input cannot be read, nothing is written.
    separator = f'{{\n{facts}"{stream.key}": [\n'
    for record in stream.records:
        is_error = isinstance(record, PokerTableError)
        yield separator + json.dumps({"error": str(record)} if is_error else data(record))
        separator = ",\n"
    facts = "".join(f",\n{_member(*fact)}" for fact in stream.summary().items())
    yield f"\n]{facts}\n}}\n"


def _member(name: str, value: object) -> str:
    return f'"{name}": {json.dumps(data(value))}'


def data(value: Any) -> Any:
    """Return a value as JSON data: cards and hand types as strings, records as their `fields`.

    >>> from poker_table import Card, Hand, HandType
    >>> data({HandType.PAIR: (Card.parse("TH"), 3)}), data(Value.of(Hand.of("7H 9D 9H 9S TS")))
    ({'Pair': ['TH', 3]}, 1292)
    """
    value_type = type(value)
    if value_type in JSON_TYPES:
        return value
    if value_type in TEXTS:
        return str(value)
    if value_type is tuple or value_type is list:
        return [str(item) if type(item) is Card else data(item) for item in value]
    if value_type is Value:
        return value.number
    if hasattr(value_type, "_fields"):
        return fields(value)
    if isinstance(value, Mapping):
        return {str(key): data(item) for key, item in value.items()}
    return value


def fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record as JSON data, with None for each that has its default value."""
    defaults = record._field_defaults
    return {
        name: None if name in defaults and value == defaults[name] else data(value)
        for name, value in zip(record._fields, record, strict=True)
    }
