"""A view as text: the assignment's lines, sentences for a screen reader, Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from poker_table.game.card import Card
from poker_table.show.page import Row, Section, View, pieces, with_symbols

_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_IN_ASCII = {ord("·"): "*", ord("²"): "^2", ord("³"): "^3", ord("⁴"): "^4"}
_SPOKEN = {" + ": " plus ", " = ": " equals ", "·": " times "}
_SPOKEN |= {"²": " squared", "³": " cubed", "⁴": " to the fourth"}


def view_lines(view: View) -> str:
    """Return the rows as the assignment prints them, each followed by how it was read."""
    first = f"{view.title}\n{view.lead}\n" if view.lead else ""
    is_read = any(row.reading for row in view.rows)
    last = f"\n{view.note}\n" if view.note and is_read else ""  # else the bare lines, no more
    return first + "".join(map(_lines, view.rows)) + last


def view_sentences(view: View) -> str:
    """Return one sentence a player, and one for each thing said of the hand.

    >>> from poker_table import Hand
    >>> from poker_table.show.page import evaluated
    >>> row = evaluated(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(view_sentences(View("A showdown", (row,))), end="")
    Place 1, player 2: three nines, then ten, seven. The cards are seven of hearts, nine of \
diamonds, nine of hearts, nine of spades, ten of spades.
    """
    first = f"{view.title}.\n{spoken(view.lead)}\n" if view.lead else ""
    last = f"{view.note}\n" if view.note else ""
    return first + "".join(map(_sentences, view.rows)) + last


def view_markdown(view: View) -> str:
    """Return the rows as a Markdown table, and below it how each hand was read."""
    rows = "".join(map(_table_row, view.rows))
    parts = [
        f"# {_escaped(view.title)}\n",
        f"{_escaped(with_symbols(view.lead))}\n" if view.lead else "",
        f"| Place | Player | Cards | Hand |\n|---:|---:|---|---|\n{rows}",
        *(_reading(row) for row in view.rows),
        f"{_escaped(view.note)}\n" if view.note else "",
    ]
    return "\n".join(filter(None, parts))


def report_lines(sections: Sequence[Section]) -> str:
    """Return the report as plain text, its columns lined up."""
    return "\n".join(_section_lines(section) for section in sections)


def _section_lines(section: Section) -> str:
    rows = [section.headers, *section.rows] if section.rows else []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [section.title]
    for row in rows:
        first, *others = (
            cell.ljust(width) if place in (0, len(widths) - 1) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join([*lines, *section.notes]) + "\n"


def in_ascii(text: str) -> str:
    """Return a base-13 sum for an output that cannot write its signs.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    """
    return text.translate(_IN_ASCII)


def spelled(card: Card) -> str:
    """Return a card in words.

    >>> spelled(Card.parse("TH"))
    'ten of hearts'
    """
    return f"{card.rank.word} of {card.suit.word}"


def spoken(text: str) -> str:
    """Return a text with its cards and signs in words.

    >>> spoken("Hand 1: TH AS - 8·13")
    'Hand 1: ten of hearts, ace of spades - 8 times 13'
    """
    for sign, word in _SPOKEN.items():
        text = text.replace(sign, word)
    spoken = (spelled(part) if isinstance(part, Card) else part for part in pieces(text))
    return "".join(", " if part == " " else part for part in spoken)


def _lines(row: Row) -> str:
    below = (f"    {name:<7}  {text}\n" for name, text in row.reading.items())
    return f"{row.line}\n{''.join(below)}"


def _sentences(row: Row) -> str:
    place = f"Place {row.place}, player" if row.place else "Player"
    words = f" {row.words}." if row.words else ""
    cards = ", ".join(map(spelled, row.cards)) or "none"
    first = f"{place} {row.player}:{words} The cards are {cards}.\n"
    return first + "".join(f"{name}: {spoken(text)}.\n" for name, text in row.reading.items())


def _table_row(row: Row) -> str:
    cards = with_symbols(" ".join(map(str, row.cards)))
    cells = str(row.place or ""), str(row.player), cards, row.words
    return f"| {' | '.join(cells)} |\n"


def _reading(row: Row) -> str:
    lines = "".join(
        f"- {name}: {_escaped(with_symbols(text))}\n" for name, text in row.reading.items()
    )
    return f"## Player {row.player}: {row.words}\n\n{lines}" if lines else ""


def _escaped(text: str) -> str:
    return _MARKDOWN_SIGNS.sub(r"\\\1", text)
