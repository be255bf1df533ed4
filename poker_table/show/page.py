"""Page: a result ready to be shown, in whatever form.

The rows of a page are records, with named and typed fields. JSON and CSV are the records; the
other forms draw those fields that have a column.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log10
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

from poker_table.game.card import Card
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand, HandType, player_line
from poker_table.hands.explanation import Explanation, Value, cards_that_make_type
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, Text, parts, side_by_side, with_symbols

if TYPE_CHECKING:  # most results have no chart
    from poker_table.show.chart import Chart, Stacks

_IN_ASCII = {ord("·"): "*", ord("²"): "^2", ord("³"): "^3", ord("⁴"): "^4"}
# Of clubs, diamonds, hearts and spades on a white card: dark enough for small print.
INKS = "#006b4c", "#00558c", "#a63c00", "#111111"
# The scale of shares: its lines, and where they stand between its ends, each ten times the last.
SCALE = {f"{10.0**power:g} %": (power + 3) / 5 for power in range(-3, 3)}
HANDS = "hands"  # a layout: the cards are large, and what is known of a hand stands beside them

Record = Any  # a NamedTuple: Python has no name for them all


class Share(NamedTuple):
    """A cell: a share of the whole, from 0 to 1, drawn as a bar."""

    share: float


class Interval(NamedTuple):
    """A cell: between which shares the true one lies, the measured one, and the exact if known.

    >>> str(Interval(0.00012, 0.00021, 0.00034))
    '0.01200 – 0.03400 %'
    """

    low: float
    measured: float
    high: float
    exact: float | None = None

    def __str__(self) -> str:
        return f"{figures(self.low)} – {percent(self.high)}"


class Link(NamedTuple):
    """A cell: the name of another page, and in a browser the way to it."""

    name: str
    place: str

    def __str__(self) -> str:
        return self.name


Cell = Text | tuple[Card, ...] | Value | Share | Interval | Link


class Column(NamedTuple):
    """How a field is shown: the head of its column, how it is aligned, and whether it may go.

    `cell` makes a cell of the field, where that is not the field itself. Where the table is too
    wide, columns are `dropped` in this order, 1 first; those with 0 stay. The cells of a
    `row_header` say what the row is about. Where the cells are drawn on a scale, the column's head
    has a `legend`.
    """

    name: str
    number: bool = False
    dropped: int = 0
    row_header: bool = False
    legend: str = ""
    cell: Callable[[Any], Any] | None = None
    field: str = ""

    def cell_of(self, record: Record) -> Cell:
        """Return the cell that a record has in this column."""
        value = getattr(record, self.field)
        return as_cell(self.cell(value) if self.cell else value)


def as_cell(value: Any) -> Cell:
    """Return a field as a cell: nothing as an empty one, a number with commas, a type by its name.

    >>> as_cell(None), as_cell(1234), as_cell(HandType.PAIR)
    ('', '1,234', 'Pair')
    """
    if isinstance(value, HandType) or value is None:
        return "" if value is None else str(value)
    return f"{value:,}" if isinstance(value, int) else value


@cache
def columns_of(kind: type) -> tuple[Column, ...]:
    """Return the columns of a kind of record: those with which its fields are annotated.

    >>> [column.name for column in columns_of(HandRow)][:3]
    ['Place', 'Player', 'Cards']
    """
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        column._replace(field=field)
        for field, hint in hints.items()
        for column in getattr(hint, "__metadata__", ())
    )


class Row(NamedTuple):
    """A record as it is drawn: its cells, and where there are any, details below them.

    `line` is what the plain form has of it, if that is not its cells, and `sentence` what is told
    to somebody who listens. A `marked` row stands out, and so do the cards that are `making` the
    type.
    """

    cells: tuple[Cell, ...]
    line: Text = ""
    sentence: Text = ""
    details: Mapping[str, Text] = {}
    marked: bool = False
    making: Collection[Card] = ()


class Section(NamedTuple):
    """Records in a table under a title, and sentences to read after it; any of them may be missing.

    `key` is the name of the records in JSON. `line` and `sentence` make what the plain form has of
    a record, and what is told of it, where that is not its cells. The records at the numbers
    `marked` stand out. The `layout` is a table's, if it says nothing else. Where pictures can be, a
    `chart` stands above them; a picture of its own is nothing but that.
    """

    title: str = ""
    columns: Sequence[Column] = ()
    rows: Sequence[Record] = ()
    notes: Sequence[Text] = ()
    key: str = ""
    marked: Collection[int] = ()
    line: Callable[[Any], Text] | None = None
    sentence: Callable[[Any], Text] | None = None
    layout: str = ""
    chart: Chart | Stacks | None = None

    @property
    def drawn(self) -> bool:
        """Whether its cells are drawn on a scale."""
        return any(column.legend for column in self.columns)

    @property
    def table_rows(self) -> list[Row]:
        """The records as they are drawn."""
        return [self._row(number, record) for number, record in enumerate(self.rows)]

    def _row(self, number: int, record: Record) -> Row:
        return Row(
            tuple(column.cell_of(record) for column in self.columns),
            self.line(record) if self.line else "",
            self.sentence(record) if self.sentence else "",
            next((field.named for field in record if isinstance(field, Explanation)), {}),
            number in self.marked,
            record.making if isinstance(record, HandRow) else (),
        )


class Script(NamedTuple):
    """What a page becomes in a browser that runs scripts: the code, its data and its style."""

    data: Mapping[str, object]
    code: str
    style: str


class Page(NamedTuple):
    """A title, a sentence below it, sections, and a note at the end.

    `facts` are what JSON has besides the records: of the whole, under names of its own.
    `script` is what the HTML form has besides; without it, and on paper, all else is there.
    """

    title: str
    sections: Sequence[Section]
    lead: Text = ""
    note: Text = ""
    script: Script | None = None
    facts: Mapping[str, object] = {}

    @property
    def from_the_top(self) -> list[Section]:
        """The sections where one begins to read at the top: the last of those drawn comes first."""
        drawn = [section for section in reversed(self.sections) if section.drawn]
        return drawn + [section for section in self.sections if not section.drawn]


class Stream(NamedTuple):
    """A result whose records come one by one, so that a million rounds take no memory.

    Among the records are errors, in place of what could not be read. `sections` shows some of
    the others; the plain form has `lines` of its own, which come faster. `facts` are what JSON has
    besides the records, and `end` returns what is known when they have come: a sentence, and more
    facts. All of it can be gone through once, in one form.
    """

    title: str
    key: str
    records: Iterable[Record | PokerTableError]
    sections: Callable[[Sequence[Any]], Iterable[Section]]
    lines: Iterable[str]
    facts: Mapping[str, object] = {}
    end: Callable[[], tuple[str, Mapping[str, object]]] = lambda: ("", {})

    @property
    def good(self) -> Iterator[Record]:
        """The records without the errors."""
        return (each for each in self.records if not isinstance(each, PokerTableError))

    @property
    def page(self) -> Page:
        """The whole page, for the forms that cannot begin before all records are known."""
        sections = [*self.sections([*self.good])]
        return Page(self.title, sections, lead=self.end()[0])


class HandRow(NamedTuple):
    """A player's hand, as much of it as is known: while it is dealt, its cards and its chance.

    A field that has a column is in every form; one that has none is in JSON and CSV alone.
    """

    place: Annotated[int | None, Column("Place", number=True, dropped=3)]
    player: Annotated[int, Column("Player", number=True, row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]
    hand_type: Annotated[HandType | None, Column("Type", dropped=4)] = None
    chance: Annotated[str, Column("Chance", dropped=4)] = ""
    value: Annotated[Value | None, Column("Base-13 value", dropped=2)] = None
    strength: int | None = None
    in_words: Annotated[str, Column("In words", dropped=1)] = ""
    explanation: Explanation | None = None

    @classmethod
    def of(
        cls, hand: Hand, place: int | None = None, explanation: Explanation | None = None
    ) -> HandRow:
        """Return the row of a hand whose type is known; before the sort it has no place."""
        return cls(
            place=place,
            player=hand.player,
            cards=hand.cards,
            hand_type=hand.hand_type,
            value=Value.of(hand),
            strength=hand.strength,
            in_words=in_words(hand),
            explanation=explanation,
        )

    @property
    def line(self) -> str:
        """The hand as the assignment prints it, or, while it is dealt, with its chance."""
        chance = f"Chance {self.chance}" if self.chance else ""
        label = chance if self.hand_type is None else self.hand_type.label
        return player_line(self.player, self.cards, label)

    @property
    def sentence(self) -> Sentence:
        """The hand as a sentence, for listeners."""
        who = f"Place {self.place}, player {self.player}" if self.place else f"Player {self.player}"
        what = f"{who}: {self.in_words}. " if self.in_words else f"{who}: "
        cards = side_by_side(self.cards) or "none"
        more = [
            Sentence(f" {column.name}: ", as_text(column.cell_of(self)), ".")
            for column in columns_of(HandRow)
            if column.field not in IN_SENTENCE and column.cell_of(self)
        ]
        return Sentence(what, "The cards are ", cards, ".", *more)

    @property
    def making(self) -> Collection[Card]:
        """The cards that make the type, once it is known."""
        return () if self.hand_type is None else cards_that_make_type(Hand.of(self.cards))


#: Fields of which the sentence of a hand has words of its own.
IN_SENTENCE = "place", "player", "cards", "hand_type", "value", "in_words"


def hands_section(rows: Sequence[HandRow], marked: Collection[int] = ()) -> Section:
    """Return some hands, those at the numbers `marked` standing out."""
    # While cards are dealt a hand has no type: each player's chance stands there.
    without = "hand_type" if any(row.chance for row in rows) else "chance"
    columns = [column for column in columns_of(HandRow) if column.field != without]
    line, sentence = attrgetter("line"), attrgetter("sentence")
    return Section("", columns, rows, (), "hands", marked, line, sentence, HANDS)


def hands_page(
    title: str,
    rows: Sequence[HandRow],
    lead: Text = "",
    note: Text = "",
    marked: Collection[int] = (),
) -> Page:
    """Return a page of hands."""
    return Page(title, [hands_section(rows, marked)], lead, note)


def hand_row(player: int, cards: tuple[Card, ...]) -> HandRow:
    """Return the row of a hand of which no more than its cards is to be seen."""
    return HandRow(None, player, cards)


def as_text(cell: Cell) -> Text:
    """Return a cell as a text that still knows its cards.

    >>> str(as_text((Card.parse("TH"), Card.parse("AS"))))
    'TH AS'
    """
    if isinstance(cell, Sentence | str):
        return cell
    if isinstance(cell, Value | Interval | Link):
        return str(cell)
    return "" if isinstance(cell, Share) else side_by_side(cell)


def cell_text(cell: Cell, symbols: bool = False) -> str:
    """Return a cell as text, its cards with letters or with symbols.

    >>> cell_text((Card.parse("TH"), Card.parse("AS"))), cell_text(Share(0.25))
    ('TH AS', '#####')
    """
    if isinstance(cell, Share):
        return ("█" if symbols else "#") * round(20 * cell.share)
    return with_symbols(as_text(cell)) if symbols else str(as_text(cell))


def figures(share: float) -> str:
    """Return a share in per cent, to four figures, without the sign."""
    return f"{100 * share:#.4g}" if share >= 1e-6 or not share else f"{100 * share:.3g}"


def percent(share: float) -> str:
    """Return a share in per cent, to four figures.

    >>> percent(0.42256902), percent(0.0000153908)
    ('42.26 %', '0.001539 %')
    """
    return f"{figures(share)} %"


def on_scale(share: float) -> float:
    """Return where a share stands on the scale, from 0 to 1; what is too small stands at its start.

    >>> on_scale(1), round(on_scale(0.01), 3), on_scale(0)
    (1.0, 0.6, 0.0)
    """
    return max(0.0, 1 + log10(share) / (len(SCALE) - 1)) if share else 0.0


def face(card: Card) -> tuple[str, str]:
    """Return what is printed on a card that is drawn: its rank and its suit.

    >>> face(Card.parse("TH"))
    ('10', '♥')
    """
    return card.rank.letter.replace("T", "10"), card.suit.symbol


def as_drawn(text: Text) -> str:
    """Return a text with each card as it is drawn.

    >>> as_drawn(Sentence("Player 2 is dealt ", Card.parse("TH"), "."))
    'Player 2 is dealt 10♥.'
    """
    return "".join(
        "".join(face(part) if isinstance(part, Card) else str(part)) for part in parts(text)
    )


def in_ascii(text: str) -> str:
    """Return a base-13 sum for an output that cannot write its signs.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    """
    return text.translate(_IN_ASCII)
