"""The forms that are text: what draws a page, and what draws records as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from poker_table.show import csv, html, json, markdown, plain, svg, words
from poker_table.show.page import Page, Stream

DRAW: dict[str, Callable[[Page], str]] = {
    "plain": plain.draw,
    "words": words.draw,
    "json": json.draw,
    "html": html.draw,
    "markdown": markdown.draw,
    "csv": csv.draw,
}
#: The other forms cannot be streamed: they begin with what is known only at the end.
STREAMED: dict[str, Callable[[Stream], Iterable[str]]] = {
    "plain": attrgetter("lines"),
    "words": words.draw_stream,
    "json": json.draw_stream,
    "csv": csv.draw_stream,
}


def drawn(form: str, pages: Sequence[Page]) -> list[str]:
    """Return the text of each page; pictures of several are alike in size."""
    return svg.draw_alike(pages) if form == "svg" else [*map(DRAW[form], pages)]
