"""The forms that are text: what draws a page, and what draws records as they come.

Only the form that is asked for is imported: all of them would take half of a short command's time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from poker_table.show.page import Page, Stream


def drawn(form: str, pages: Sequence[Page]) -> list[str]:
    """Return the text of each page; pictures of several are alike in size."""
    match form:
        case "svg":
            from poker_table.show.svg import draw_alike

            return draw_alike(pages)
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
        case _:
            from poker_table.show.plain import draw
    return [*map(draw, pages)]


def streamed(form: str) -> Callable[[Stream], Iterable[str]] | None:
    """Return what draws records as they come; None for forms that begin with what ends them."""
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
