"""How a deck, a hand, a showdown or a round looks in a notebook and on a rich console."""

from __future__ import annotations

from poker_table.files.deck_file import format_deck
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown
from poker_table.lesson.showdown import showdown_view, what_decides
from poker_table.show.html import COLOURS, _text, table
from poker_table.show.page import Row, View, evaluated

# Cards look like cards on a dark notebook too; all else is the notebook's own.
STYLE = (
    ".poker-table .card { padding: 0 .2em; border-radius: .2em; background: #ffffff }\n"
    ".poker-table caption { caption-side: top; text-align: left }\n"
    ".poker-table .marked { font-weight: 600 }\n"
    + "".join(f".poker-table .{suit.word} {{ color: {c} }}\n" for suit, c in COLOURS.items())
)


def as_html(thing: object) -> str:
    """Return a deck, a hand, a showdown, or what has a showdown, as an HTML table of its own.

    >>> as_html(Hand.of("7H 9D 9H 9S TS")).count("<tr")
    2
    """
    if isinstance(thing, Deck):
        drawn = _deck_table(thing)
    else:
        drawn = table((view := _view(thing)).rows, view.title)
    return f'<div class="poker-table">\n<style>\n{STYLE}</style>\n{drawn}</div>'


def as_rich(thing: object) -> object:
    """Return a deck, a hand, a showdown, or what has one, as something that rich can print."""
    if isinstance(thing, Deck):
        return format_deck(thing, notation=True).rstrip("\n")
    from poker_table.show.table import Drawn

    return Drawn(_view(thing))


def _deck_table(deck: Deck) -> str:
    """Return all the cards of a deck, ten to a row: one turn of the deal."""
    lines = format_deck(deck, notation=True).splitlines()
    rows = "".join(f"<tr><td>{_text(line)}</td></tr>\n" for line in lines)
    caption = f"Deck: {deck.cards_left} of {len(deck)} cards left"
    return f"<table>\n<caption>{caption}</caption>\n<tbody>\n{rows}</tbody>\n</table>\n"


def _view(thing: object) -> View:
    if isinstance(thing, Hand):
        row = evaluated(thing) if thing.is_evaluated else Row(thing.player, thing.cards)
        return View(f"Player {thing.player}", (row,))
    showdown = getattr(thing, "showdown", thing)
    assert isinstance(showdown, Showdown)
    view = showdown_view(showdown, {})
    return view._replace(title=what_decides(showdown) or "Showdown", note="")
