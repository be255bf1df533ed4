"""A view in Markdown, for lecture notes."""

from __future__ import annotations

import re

from poker_table.show.view import with_symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.show.view import Row, View

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(view: View) -> str:
    """Return the view as a heading, a table, and below it how each hand was read."""
    rows = "".join(map(_row, view.rows))
    parts = [
        f"# {_plain(view.title)}\n",
        f"{_plain(with_symbols(view.lead))}\n" if view.lead else "",
        f"| Place | Player | Cards | Hand |\n|---:|---:|---|---|\n{rows}",
        *(_reading(row) for row in view.rows),
        f"{_plain(view.note)}\n" if view.note else "",
    ]
    return "\n".join(filter(None, parts))


def _row(row: Row) -> str:
    cards = with_symbols(" ".join(map(str, row.cards)))
    cells = str(row.place or ""), str(row.player), cards, row.words
    return f"| {' | '.join(cells)} |\n"


def _reading(row: Row) -> str:
    lines = "".join(
        f"- {name}: {_plain(with_symbols(text))}\n" for name, text in row.reading.items()
    )
    return f"## Player {row.player}: {row.words}\n\n{lines}" if lines else ""


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
