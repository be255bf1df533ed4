"""Draw a deck, a hand, a showdown or a round in a notebook and on a Rich console."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from poker_table.files.deck_file import turns
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown
from poker_table.lesson.showdown import showdown_page, what_decides
from poker_table.show.hand_rows import HandRow, hands_section
from poker_table.show.html import inks, table
from poker_table.show.page import Column, Page, Section, columns_of

# Cards are white on a dark notebook too. Everything else keeps the notebook's own style.
STYLE = (
    ".poker-table .card { padding: 0 .2em; border-radius: .2em; background: #ffffff }\n"
    ".poker-table caption { caption-side: top; text-align: left }\n"
    ".poker-table .highlighted { font-weight: 600 }\n" + inks(".poker-table ")
)


class TurnRow(NamedTuple):
    """The cards that are dealt in one turn: one to each player."""

    turn: Annotated[int, Column("Turn", row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]


def as_html(thing: object) -> str:
    """Return an HTML table of a deck, a hand, a showdown, or an object with a showdown."""
    page = page_of(thing)
    drawn = table(page.sections[0], page.title)
    return f'<div class="poker-table">\n<style>\n{STYLE}</style>\n{drawn}</div>'


def page_of(thing: object) -> Page:
    """Return the page of anything that `as_html` accepts."""
    if isinstance(thing, Deck):
        rows = [TurnRow(turn, cards) for turn, cards in enumerate(turns(thing), start=1)]
        title = f"Deck: {thing.cards_left} of {len(thing)} cards left"
        return Page(title, [Section(title, columns_of(TurnRow), rows)])
    if isinstance(thing, Hand):
        row = HandRow.of(thing) if thing.is_evaluated else HandRow(None, thing.player, thing.cards)
        return Page(f"Player {thing.player}", [hands_section([row])])
    showdown = getattr(thing, "showdown", thing)
    assert isinstance(showdown, Showdown)
    page = showdown_page(showdown, {})
    return page._replace(title=what_decides(showdown) or "Showdown", footnote="")
