"""Lets notebooks and Rich draw the objects of certain classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown


def draw_in_notebooks(*classes: type) -> None:
    """Give the classes the methods that a notebook and Rich look for."""
    for drawn in classes:
        for method, draw in {"_repr_html_": _as_html, "__rich_console__": _on_console}.items():
            setattr(drawn, method, draw)


def _as_html(thing: object) -> str:
    from poker_table.lesson.notebook import as_html  # slow to import

    return as_html(thing)


def _on_console(thing: object, console: Any, options: Any) -> Iterable[object]:
    from poker_table.lesson.notebook import page_of  # slow to import
    from poker_table.show.table import titled_tables

    return titled_tables(page_of(thing), console, options.max_width)


draw_in_notebooks(Deck, Hand, Showdown)
