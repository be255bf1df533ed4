"""Cells of a page, as text: cards with the inks of their suits, percentages, and intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

from poker_table.game.card import Card
from poker_table.game.rules import HandType
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Sentence, Text, side_by_side, with_symbols

# The colours of clubs, diamonds, hearts and spades on a white card, dark enough for small print.
INKS = "#006b4c", "#00558c", "#a63c00", "#111111"
# On a terminal a card is a white tile with dark ink, so that it is readable on every background:
# for each colour system, the paper and the inks. The contrast is at least 6.4 in true colour, and
# 4.7 in 256 colours. Of these 256, the two nearest to the true-colour inks of clubs and diamonds
# look almost the same, so others are used. The standard 16 colours depend on the terminal; in
# xterm, the contrast is at least 4.7.
TILES = {
    "truecolor": ("#ffffff", INKS),
    "256": ("color(231)", ("color(22)", "color(26)", "color(130)", "color(16)")),
    "standard": ("bright_white", ("magenta", "blue", "red", "black")),
}
LEAST_PERCENT = 1e-6  # a smaller share would be nothing but zeros as a percentage


class Bar(NamedTuple):
    """A cell that is drawn as a bar: a share of the whole, from 0 to 1."""

    share: float


class Interval(NamedTuple):
    """A cell with a confidence interval of a share, the measured share, and the exact one if known.

    >>> str(Interval(0.00012, 0.00021, 0.00034))
    '0.01200 – 0.03400 %'
    """

    low: float
    measured: float
    high: float
    exact: float | None = None

    def __str__(self) -> str:
        low = self.low if self.low >= LEAST_PERCENT else 0.0
        return f"{100 * low:#.4g} – {percent(self.high)}"


class Link(NamedTuple):
    """A cell with the name of another page, which is a link to `url` in a browser."""

    name: str
    url: str

    def __str__(self) -> str:
        return self.name


Cards = tuple[Card, ...]
Cell = Text | Cards | Value | Bar | Link


def as_cell(value: Any) -> Cell:
    """Return a value as a cell: "" for None, the name of a hand type, a number with commas.

    >>> as_cell(None), as_cell(1234), as_cell(HandType.PAIR)
    ('', '1,234', 'Pair')
    """
    if value is None:
        return ""
    if isinstance(value, HandType | Interval):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else value


def as_text(cell: Cell) -> Text:
    """Return a cell as a str, or as a Sentence if it has cards; "" for a bar.

    >>> str(as_text((Card.parse("TH"), Card.parse("AS"))))
    'TH AS'
    """
    if isinstance(cell, Sentence | str):
        return cell
    if isinstance(cell, Value | Link):
        return str(cell)
    return "" if isinstance(cell, Bar) else side_by_side(cell)


def cell_text(cell: Cell, symbols: bool = False) -> str:
    """Return a cell as a str, with letters or symbols for the suits, and a bar as signs.

    >>> cell_text((Card.parse("TH"), Card.parse("AS"))), cell_text(Bar(0.25))
    ('TH AS', '#####')
    """
    if isinstance(cell, Bar):
        return ("█" if symbols else "#") * round(20 * cell.share)
    return with_symbols(as_text(cell)) if symbols else str(as_text(cell))


def percent(share: float, whole: bool = False, exact: bool = True) -> str:
    """Return a share in per cent, with four significant digits; below 0.0001 % as "1 in ...".

    For a class, in `whole` per cent: then it is 0 % or 100 % only if the share is, and is `exact`.

    >>> percent(0.42256902), percent(0.0000153908), percent(0), percent(0.0000002)
    ('42.26 %', '0.001539 %', '0.000 %', '1 in 5 million')
    >>> percent(1 / 3, whole=True), percent(0.999, whole=True), percent(0, whole=True, exact=False)
    ('33 %', '>99 %', '<1 %')
    """
    if not whole:
        return one_in(share) if 0 < share < LEAST_PERCENT else f"{100 * share:#.4g} %"
    if share < 0.01 and (share or not exact):
        return "<1 %"
    return ">99 %" if share > 0.99 and (share < 1 or not exact) else f"{100 * share:.0f} %"


def one_in(share: float) -> str:
    """Return a probability as "1 in ...", from a million on with two significant digits.

    >>> one_in(2**-41), one_in(40 / 2_598_960), one_in(0.42)
    ('1 in 2.2 trillion', '1 in 64,974', '1 in 2.4')
    """
    times = 1 / share
    for size, name in (10**12, "trillion"), (10**9, "billion"), (10**6, "million"):
        if (rounded := float(f"{times:.2g}")) >= size:
            return f"1 in {rounded / size:g} {name}"
    return f"1 in {times:,.0f}" if times > 10 else f"1 in {times:.1f}"
