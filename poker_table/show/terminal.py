"""Tables for a terminal: the only file that imports rich."""

from __future__ import annotations

import shutil

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from poker_table.cards import SUIT_SYMBOLS, Suit
from poker_table.explain import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from poker_table.cards import Card
    from poker_table.table import Showdown

# Okabe and Ito's palette: readable on black and on white, and by the colour-blind. Spades keep
# the terminal's own colour.
COLOURS = {Suit.CLUBS: "#009E73", Suit.DIAMONDS: "#0072B2", Suit.HEARTS: "#D55E00"}
NARROW = 72  # with fewer columns there is room for the hand type, not for the hand in words


def console_on(stream: TextIO) -> Console:
    """Return a console that draws on a stream and takes no text for markup."""
    width, height = shutil.get_terminal_size()  # rich takes every dumb terminal for 80 wide
    return Console(
        file=stream, width=width, height=height, markup=False, highlight=False, emoji=False
    )


def draw_showdown(console: Console, showdown: Showdown, title: str) -> None:
    """Draw the showdown, best hand first: place, player, cards, and the hand in words."""
    narrow = console.width < NARROW
    table = _table(title, "Place", "Player", "Cards", "Hand")
    table.columns[0].justify = table.columns[1].justify = "right"
    table.columns[2].no_wrap = True
    if narrow:
        table.padding = (0, 0)
    for place, hand in showdown:
        cards = cards_text(hand.cards, has_symbols(console))
        worth = str(hand.hand_type) if narrow else in_words(hand)
        style = "bold" if place == 1 else ""
        table.add_row(str(place), str(hand.player), cards, worth, style=style)
    console.print(table)


def draw_decks(console: Console, decks: dict[str, str]) -> None:
    """Draw the list of bundled decks: name, and what each shows."""
    table = _table("Bundled decks", "Deck", "What it shows")
    for name, about in decks.items():
        table.add_row(name, about)
    console.print(table)


def cards_text(cards: Iterable[Card], symbols: bool) -> Text:
    """Return cards side by side, each in its suit's colour, with a symbol or a letter for it."""
    words = (
        Text(
            card.rank.letter + (card.suit.symbol if symbols else card.suit.letter),
            style=COLOURS.get(card.suit, ""),
        )
        for card in cards
    )
    return Text(" ").join(words)


def has_symbols(console: Console) -> bool:
    """Return whether the console's encoding can write ♣♦♥♠."""
    try:
        SUIT_SYMBOLS.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _table(title: str, *headers: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=Text(title), title_justify="left", title_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
