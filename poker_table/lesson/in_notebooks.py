"""Lets notebooks and Rich draw the objects of certain classes."""

from __future__ import annotations

from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown


def draw_in_notebooks(*classes: type) -> None:
    """Give the classes the methods that a notebook and Rich look for."""
    for drawn in classes:
        for method, draw in {"_repr_html_": _as_html, "__rich__": _as_rich}.items():
            setattr(drawn, method, draw)


def _as_html(thing: object) -> str:
    from poker_table.lesson.notebook import as_html  # slow to import

    return as_html(thing)


def _as_rich(thing: object) -> object:
    from poker_table.lesson.notebook import as_rich  # slow to import

    return as_rich(thing)


draw_in_notebooks(Deck, Hand, Showdown)
