"""The forms that are text, and the functions that draw a page or a stream of records in them.

The module of a form is imported when the form is needed. To import all of them would take half of
the time of a short command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

from poker_table.show.page import Page, Stream


def draw_page(form: str, page: Page) -> str:
    """Return the text of a page in a form."""
    match form:
        case "svg":
            from poker_table.show.svg import draw
        case "words":
            from poker_table.show.words import draw
        case "json":
            from poker_table.show.json import draw
        case "html":
            from poker_table.show.html import draw
        case "markdown":
            from poker_table.show.markdown import draw
        case "csv":
            from poker_table.show.csv import draw
        case "plain":
            from poker_table.show.plain import draw
    return draw(page)


def stream_drawer(form: str) -> Callable[[Stream], Iterable[str]] | None:
    """Return the function that draws records one by one; None if the form needs them all first."""
    match form:
        case "plain":
            return attrgetter("lines")
        case "words":
            from poker_table.show.words import draw_stream
        case "json":
            from poker_table.show.json import draw_stream
        case "csv":
            from poker_table.show.csv import draw_stream
        case _:
            return None
    return draw_stream
