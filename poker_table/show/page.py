"""Page: a result ready to be shown, in whatever form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import log10

from poker_table.game.card import Card, Rank
from poker_table.game.hand import Hand, player_line
from poker_table.hands.in_words import in_words
from poker_table.hands.reading import making

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:

    class Record:
        """What a page needs of NamedTuple; loading that one takes a third of the time to a page."""

        def __init__(self, *values: object, **named: object) -> None:
            self.__dict__.update(zip(type(self).__annotations__, values, strict=False), **named)

        def _replace(self, **changed: object) -> Record:
            return type(self)(**{**self.__dict__, **changed})


_CARD = r"\b([2-9TJQKA][CDHS])\b"
_IN_ASCII = {ord("·"): "*", ord("²"): "^2", ord("³"): "^3", ord("⁴"): "^4"}
_SPOKEN = {" + ": " plus ", " = ": " equals ", "·": " times "}
_SPOKEN |= {"²": " squared", "³": " cubed", "⁴": " to the fourth"}
# Of clubs, diamonds, hearts and spades on a white card: dark enough for small print.
INKS = "#006b4c", "#00558c", "#a63c00", "#111111"
# The scale of shares: its lines, and where they stand between its ends, each ten times the last.
SCALE = {f"{10.0**power:g} %": (power + 3) / 5 for power in range(-3, 3)}


class Digits(Record):
    """A cell: the value of a hand, as its base-13 digits, each with its rank, and as a number."""

    ranks: tuple[Rank, ...]
    value: int

    def __str__(self) -> str:
        return f"{', '.join(f'{rank.word} {rank:d}' for rank in self.ranks)} = {self.value:,}"

    @property
    def short(self) -> str:
        """The same where there is little room, each rank as on a card."""
        return f"{' '.join(f'{rank.letter}:{rank:d}' for rank in self.ranks)} = {self.value:,}"


class Share(Record):
    """A cell: a share of the whole, from 0 to 1, drawn as a bar."""

    share: float


class Interval(Record):
    """A cell: between which shares the true one lies, the measured one, and the exact if known.

    >>> str(Interval(0.00012, 0.00021, 0.00034))
    '0.01200 – 0.03400 %'
    """

    low: float
    measured: float
    high: float
    exact: float | None = None

    def __str__(self) -> str:
        return f"{percent(self.low).removesuffix(' %')} – {percent(self.high)}"


class Link(Record):
    """A cell: the name of another page, and in a browser the way to it."""

    name: str
    place: str

    def __str__(self) -> str:
        return self.name


Cell = str | tuple[Card, ...] | Digits | Share | Interval | Link


class Column(Record):
    """The head of a column: its name, how its cells are aligned, and whether it may go.

    Where there is too little room, columns go in the order of `goes`, 1 first; those with 0 stay.
    The cells of the column that `names` a row say what the row is about. Where the cells are drawn
    on a scale, its head has a `legend`.
    """

    name: str
    number: bool = False
    goes: int = 0
    names: bool = False
    legend: str = ""


class Row(Record):
    """A row of cells, and where there are any, details below it.

    `line` is a hand as the assignment prints it; the rows of other tables have none. What is told
    to somebody who listens is the cells, or a `sentence`. A `marked` row stands out, and so do the
    cards that are `making` the type.
    """

    cells: tuple[Cell, ...]
    line: str = ""
    sentence: str = ""
    details: Mapping[str, str] = {}
    marked: bool = False
    making: Collection[Card] = ()


class Section(Record):
    """A table under a title, and sentences to read after it; any of them may be missing."""

    title: str = ""
    columns: Sequence[Column] = ()
    rows: Sequence[Row] = ()
    notes: Sequence[str] = ()

    @property
    def drawn(self) -> bool:
        """Whether its cells are drawn on a scale."""
        return any(column.legend for column in self.columns)


class Script(Record):
    """What a page becomes in a browser that runs scripts: the code, its data and its style."""

    data: Mapping[str, object]
    code: str
    style: str


class Page(Record):
    """A title, a sentence below it, sections, and a note at the end.

    `document` is the same as JSON data, under the words of the README.
    `counts` is the table that CSV has instead of the sections', if there is one.
    `script` is what the HTML form has besides; without it, and on paper, all else is there.
    """

    title: str
    sections: Sequence[Section]
    lead: str = ""
    note: str = ""
    document: Mapping[str, object] = {}
    counts: Section | None = None
    script: Script | None = None

    @property
    def from_the_top(self) -> list[Section]:
        """The sections where one begins to read at the top: the last of those drawn comes first."""
        drawn = [section for section in reversed(self.sections) if section.drawn]
        return drawn + [section for section in self.sections if not section.drawn]


class Stream(Record):
    """A result that is written as it comes, so that a million rounds take no memory.

    `lines` are the pieces of its plain form, `document` those of its JSON, each of whole lines.
    `page` returns the page of all there is, for the forms that cannot begin before they know it.
    """

    lines: Iterable[str]
    document: Iterable[str]
    page: Callable[[], Page]


HAND_COLUMNS = (
    Column("Place", number=True, goes=3),
    Column("Player", number=True, names=True),
    Column("Cards"),
    Column("Type", goes=4),
    Column("Base-13 value", goes=2),
    Column("In words", goes=1),
)
# While cards are dealt a hand has no type: each player's chance stands there.
DEAL_COLUMNS = (*HAND_COLUMNS[:3], Column("Chance", goes=4), *HAND_COLUMNS[4:])


def table_of(title: str, names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Section:
    """Return a section whose first column names its rows."""
    columns = [Column(name, names=not place) for place, name in enumerate(names)]
    return Section(title, columns, [Row(tuple(cells)) for cells in rows])


def hands_page(title: str, rows: Sequence[Row], lead: str = "", note: str = "") -> Page:
    """Return a page of hands, each in a row made by `hand_row`."""
    return Page(title, [Section("", HAND_COLUMNS, rows)], lead, note)


def hand_row(player: int, cards: tuple[Card, ...]) -> Row:
    """Return the row of a hand of which no more than its cards is to be seen."""
    return Row(("", str(player), cards, "", "", ""), player_line(player, cards))


def evaluated(hand: Hand, place: int | None = None, details: Mapping[str, str] = {}) -> Row:
    """Return the row of a hand whose type is known; before the sort it has no place."""
    told = str(hand.hand_type), Digits(hand.ranks, hand.value), in_words(hand)
    cells = str(place or ""), str(hand.player), hand.cards, *told
    return Row(cells, str(hand), "", details, making=making(hand))


def cell_text(cell: Cell, symbols: bool = False) -> str:
    """Return a cell as text, its cards with letters or with symbols.

    >>> cell_text((Card.parse("TH"), Card.parse("AS"))), cell_text(Share(0.25))
    ('TH AS', '#####')
    """
    if isinstance(cell, str | Digits | Interval | Link):
        return str(cell)
    if isinstance(cell, Share):
        return ("█" if symbols else "#") * round(20 * cell.share)
    return " ".join(card.with_symbol if symbols else str(card) for card in cell)


def percent(share: float) -> str:
    """Return a share in per cent, to four figures.

    >>> percent(0.42256902), percent(0.0000153908)
    ('42.26 %', '0.001539 %')
    """
    return f"{100 * share:#.4g} %" if share >= 1e-6 or not share else f"{100 * share:.3g} %"


def on_scale(share: float) -> float:
    """Return where a share stands on the scale, from 0 to 1; what is too small stands at its start.

    >>> on_scale(1), round(on_scale(0.01), 3), on_scale(0)
    (1.0, 0.6, 0.0)
    """
    return max(0.0, 1 + log10(share) / (len(SCALE) - 1)) if share else 0.0


def spelled(card: Card) -> str:
    """Return a card in words: ten of hearts."""
    return f"{card.rank.word} of {card.suit.word}"


def face(card: Card) -> tuple[str, str]:
    """Return what is printed on a card that is drawn: its rank and its suit.

    >>> face(Card.parse("TH"))
    ('10', '♥')
    """
    return card.rank.letter.replace("T", "10"), card.suit.symbol


def pieces(text: str) -> list[str | Card]:
    """Return a text in pieces, so that each card in it can be drawn as one.

    >>> pieces("Player 2 is dealt TH.")
    ['Player 2 is dealt ', Card(Rank.TEN, Suit.HEARTS), '.']
    """
    parts = re.split(_CARD, text)
    return [Card.parse(part) if re.fullmatch(_CARD, part) else part for part in parts if part]


def with_symbols(text: str) -> str:
    """Return a text with a symbol for the suit of each card in it: T♥ for TH."""
    return "".join(part.with_symbol if isinstance(part, Card) else part for part in pieces(text))


def in_ascii(text: str) -> str:
    """Return a base-13 sum for an output that cannot write its signs.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    """
    return text.translate(_IN_ASCII)


def spoken(text: str) -> str:
    """Return a text with its cards and signs in words.

    >>> spoken("Hand 1: TH AS - 8·13")
    'Hand 1: ten of hearts, ace of spades - 8 times 13'
    """
    for sign, word in _SPOKEN.items():
        text = text.replace(sign, word)
    told = (spelled(part) if isinstance(part, Card) else part for part in pieces(text))
    return "".join(", " if part == " " else part for part in told)
