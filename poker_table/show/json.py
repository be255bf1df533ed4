"""A page as a JSON document, for other programs: its facts, and its records as they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from poker_table.game.card import Card
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import HandType
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Sentence
from poker_table.show.page import Page, Stream

TEXTS = {Card, HandType, Sentence}
AS_THEY_ARE = {str, int, float, type(None)}  # of most fields nothing needs to be asked


def draw(page: Page) -> str:
    """Return the facts of the whole and the records of each section, under their names."""
    records = {section.key: data(section.rows) for section in page.sections if section.key}
    return json.dumps({**data(page.facts), **records}, indent=2) + "\n"


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the same of records that come one by one, each on a line of its own."""
    before = "".join(f"{_named(*fact)},\n" for fact in stream.facts.items())
    between = f'{{\n{before}"{stream.key}": [\n'
    for record in stream.records:  # before the first nothing is written: a file may fail to open
        error = isinstance(record, PokerTableError)
        yield between + json.dumps({"error": str(record)} if error else data(record))
        between = ",\n"
    after = "".join(f",\n{_named(*fact)}" for fact in stream.end()[1].items())
    yield f"\n]{after}\n}}\n"


def _named(name: str, value: object) -> str:
    return f'"{name}": {json.dumps(data(value))}'


def data(value: Any) -> Any:
    """Return a value as what JSON can hold; fields that are as by default are left out.

    >>> from poker_table import Card, Hand, HandType
    >>> data({HandType.PAIR: (Card.parse("TH"), 3)}), data(Value.of(Hand.of("7H 9D 9H 9S TS")))
    ({'Pair': ['TH', 3]}, 1292)
    """
    kind = type(value)
    if kind in TEXTS:
        return str(value)
    if kind is tuple or kind is list:
        return [str(each) if type(each) is Card else data(each) for each in value]
    if kind is Value:
        return value.number
    if hasattr(kind, "_fields"):
        return fields(value)
    if isinstance(value, Mapping):
        return {str(key): data(each) for key, each in value.items()}
    return value


def fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record as data, without those that have their default value."""
    left_out = record._field_defaults
    return {
        name: value if type(value) in AS_THEY_ARE else data(value)
        for name, value in zip(record._fields, record, strict=True)
        if name not in left_out or (value is not left_out[name] and value != left_out[name])
    }
