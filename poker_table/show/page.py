"""Page: the result of a command, ready to be shown in any form.

The rows of a page are records with named and typed fields. JSON and CSV contain every field; the
other forms show the fields that have a column.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log10
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, get_type_hints

from poker_table.game.card import Card
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand, player_line
from poker_table.game.rules import HandType
from poker_table.hands.explanation import Explanation, Value, cards_that_make_type
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, Text, parts, side_by_side, with_symbols
from poker_table.show.chart import Chart, Stacks

_IN_ASCII = str.maketrans({"–": "-", "·": "*", "²": "^2", "³": "^3", "⁴": "^4"})
# The colours of clubs, diamonds, hearts and spades on a white card, dark enough for small print.
INKS = "#006b4c", "#00558c", "#a63c00", "#111111"
# The logarithmic scale of shares, from 0.001 % to 100 %: the label of each line, and its position
# between 0 and 1.
SCALE = {f"{10.0**power:g} %": (power + 3) / 5 for power in range(-3, 3)}

Record = Any  # a NamedTuple; Python has no type that means any NamedTuple


class Share(NamedTuple):
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
        return f"{percent_number(self.low)} – {percent(self.high)}"


class Link(NamedTuple):
    """A cell with the name of another page, which is a link to `url` in a browser."""

    name: str
    url: str

    def __str__(self) -> str:
        return self.name


Cell = Text | tuple[Card, ...] | Value | Share | Interval | Link


class Column(NamedTuple):
    """How a field is shown.

    `name` is the heading. The cells of a `number` are aligned to the right. If a terminal is too
    narrow for the table, it drops columns by their `drop_order`: 1 first, 0 never. The cells of a
    `row_header` identify the row. A `legend` is the key to the symbols of a column of intervals,
    which are drawn on a scale. `cell` converts the value of the field to a cell.
    """

    name: str
    number: bool = False
    drop_order: int = 0
    row_header: bool = False
    legend: str = ""
    cell: Callable[[Any], Any] | None = None
    field: str = ""

    def cell_of(self, record: Record) -> Cell:
        """Return the cell of a record in this column."""
        value = getattr(record, self.field)
        return as_cell(self.cell(value) if self.cell else value)


def as_cell(value: Any) -> Cell:
    """Return a value as a cell: "" for None, the name of a hand type, a number with commas.

    >>> as_cell(None), as_cell(1234), as_cell(HandType.PAIR)
    ('', '1,234', 'Pair')
    """
    if value is None:
        return ""
    if isinstance(value, HandType):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else value


@cache
def columns_of(record_class: type) -> tuple[Column, ...]:
    """Return the columns of a record class: each annotates a field of it.

    >>> [column.name for column in columns_of(HandRow)][:3]
    ['Place', 'Player', 'Cards']
    """
    hints = get_type_hints(record_class, include_extras=True)
    return tuple(
        column._replace(field=field)
        for field, hint in hints.items()
        for column in getattr(hint, "__metadata__", ())
    )


class Row(NamedTuple):
    """A record ready to be drawn: its cells, and details that are shown below them.

    If there is a `line`, the plain form shows it instead of the cells. The words form shows the
    `sentence`, or else the line, or else the cells. A highlighted row stands out, and so do the
    cards that are `making` the hand type.
    """

    cells: tuple[Cell, ...]
    line: Text = ""
    sentence: Text = ""
    details: Mapping[str, Text] = {}
    highlighted: bool = False
    making: Collection[Card] = ()


class Section(NamedTuple):
    """A title, a table of records, and the `notes`, sentences below it; any of these may be empty.

    `key` is the name of the records in JSON. `line` and `sentence` convert a record to its line in
    the plain form and its sentence in the words form. `highlighted` has the indexes of the rows
    that stand out. `large_cards` asks for the layout of a showdown: large cards, and beside them
    the other fields of the hand. HTML shows the `chart` above the table, SVG instead of the table.
    """

    title: str = ""
    columns: Sequence[Column] = ()
    rows: Sequence[Record] = ()
    notes: Sequence[Text] = ()
    key: str = ""
    highlighted: Collection[int] = ()
    line: Callable[[Any], Text] | None = None
    sentence: Callable[[Any], Text] | None = None
    large_cards: bool = False
    chart: Chart | Stacks | None = None

    @property
    def has_scale(self) -> bool:
        """Whether the section has cells that are drawn on a scale."""
        return any(column.legend for column in self.columns)

    @property
    def table_rows(self) -> list[Row]:
        """The records, ready to be drawn."""
        return [self._row(index, record) for index, record in enumerate(self.rows)]

    def _row(self, index: int, record: Record) -> Row:
        return Row(
            tuple(column.cell_of(record) for column in self.columns),
            self.line(record) if self.line else "",
            self.sentence(record) if self.sentence else "",
            next((field.named for field in record if isinstance(field, Explanation)), {}),
            index in self.highlighted,
            record.making if isinstance(record, HandRow) else (),
        )


class Script(NamedTuple):
    """The code, data and style sheet that make a page interactive in a browser."""

    data: Mapping[str, object]
    code: str
    style: str


class Page(NamedTuple):
    """A title, a lead sentence below it, sections, and a footnote.

    `facts` are further keys of the JSON document, beside the records. `script` is only in the HTML
    form; the page is complete without it, for a browser without scripts and for print.
    """

    title: str
    sections: Sequence[Section]
    lead: Text = ""
    footnote: Text = ""
    script: Script | None = None
    facts: Mapping[str, object] = {}

    @property
    def scales_first(self) -> list[Section]:
        """The sections in the order of HTML and SVG: the last section with a scale comes first.

        A terminal shows the same sections in their own order, so that the most important one is the
        last, just above the prompt.
        """
        with_scale = [section for section in reversed(self.sections) if section.has_scale]
        return with_scale + [section for section in self.sections if not section.has_scale]


class Stream(NamedTuple):
    """A result whose records are produced one by one, so that a million rounds take no memory.

    `records` yields an error in place of each line that could not be read. `sections` converts
    records to sections. The plain form writes `lines` instead, which is faster. `facts` are further
    keys of the JSON document. `summary` returns a sentence and more facts, once all records have
    been produced. A stream can be consumed once, in one form.
    """

    title: str
    key: str
    records: Iterable[Record | PokerTableError]
    sections: Callable[[Sequence[Any]], Iterable[Section]]
    lines: Iterable[str]
    facts: Mapping[str, object] = {}
    summary: Callable[[], tuple[str, Mapping[str, object]]] = lambda: ("", {})

    @property
    def valid_records(self) -> Iterator[Record]:
        """The records without the errors."""
        return (record for record in self.records if not isinstance(record, PokerTableError))

    @property
    def page(self) -> Page:
        """The whole page, for the forms that need all records before they can begin."""
        sections = [*self.sections([*self.valid_records])]
        return Page(self.title, sections, lead=self.summary()[0])


class HandRow(NamedTuple):
    """A player's hand: during the deal only its cards and its chance to win, later its evaluation.

    A field with a column is in every form, a field without one only in JSON and CSV.
    """

    place: Annotated[int | None, Column("Place", number=True, drop_order=3)]
    player: Annotated[int, Column("Player", number=True, row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]
    hand_type: Annotated[HandType | None, Column("Type", drop_order=4)] = None
    chance: Annotated[str, Column("Chance", drop_order=4)] = ""
    value: Annotated[Value | None, Column("Base-13 value", drop_order=2)] = None
    strength: int | None = None
    in_words: Annotated[str, Column("In words", drop_order=1)] = ""
    explanation: Explanation | None = None

    @classmethod
    def of(
        cls, hand: Hand, place: int | None = None, explanation: Explanation | None = None
    ) -> HandRow:
        """Return the row of an evaluated hand; before the sort it has no place."""
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
        """The hand as the assignment prints it, or during the deal with its chance."""
        chance = f"Chance {self.chance}" if self.chance else ""
        label = chance if self.hand_type is None else self.hand_type.label
        return player_line(self.player, self.cards, label)

    @property
    def sentence(self) -> Sentence:
        """The hand as sentences that can be read aloud."""
        who = f"Place {self.place}, player {self.player}" if self.place else f"Player {self.player}"
        hand = f"{who}: {self.in_words}. " if self.in_words else f"{who}: "
        cards = side_by_side(self.cards) or "none"
        chance = f" Chance: {self.chance}." if self.chance else ""
        return Sentence(hand, "The cards are ", cards, ".", chance)

    @property
    def making(self) -> Collection[Card]:
        """The cards that make the hand type; none before the evaluation."""
        return () if self.hand_type is None else cards_that_make_type(Hand.of(self.cards))


def hands_section(rows: Sequence[HandRow], highlighted: Collection[int] = ()) -> Section:
    """Return a section of hands, with the rows at some indexes highlighted."""
    # During the deal a hand has no type: the player's chance is shown in its place.
    without = "hand_type" if any(row.chance for row in rows) else "chance"
    return Section(
        columns=[column for column in columns_of(HandRow) if column.field != without],
        rows=rows,
        key="hands",
        highlighted=highlighted,
        line=attrgetter("line"),
        sentence=attrgetter("sentence"),
        large_cards=True,
    )


def hands_page(
    title: str,
    rows: Sequence[HandRow],
    lead: Text = "",
    footnote: Text = "",
    highlighted: Collection[int] = (),
) -> Page:
    """Return a page with one section of hands."""
    return Page(title, [hands_section(rows, highlighted)], lead, footnote)


def as_text(cell: Cell) -> Text:
    """Return a cell as a str, or as a Sentence if it has cards; "" for a bar.

    >>> str(as_text((Card.parse("TH"), Card.parse("AS"))))
    'TH AS'
    """
    if isinstance(cell, Sentence | str):
        return cell
    if isinstance(cell, Value | Interval | Link):
        return str(cell)
    return "" if isinstance(cell, Share) else side_by_side(cell)


def cell_text(cell: Cell, symbols: bool = False) -> str:
    """Return a cell as a str, with letters or symbols for the suits, and a bar as signs.

    >>> cell_text((Card.parse("TH"), Card.parse("AS"))), cell_text(Share(0.25))
    ('TH AS', '#####')
    """
    if isinstance(cell, Share):
        return ("█" if symbols else "#") * round(20 * cell.share)
    return with_symbols(as_text(cell)) if symbols else str(as_text(cell))


def percent_number(share: float) -> str:
    """Return a share in per cent without the sign: four significant digits, or three if tiny."""
    return f"{100 * share:#.4g}" if share >= 1e-6 or not share else f"{100 * share:.3g}"


def percent(share: float) -> str:
    """Return a share in per cent, with four significant digits.

    >>> percent(0.42256902), percent(0.0000153908)
    ('42.26 %', '0.001539 %')
    """
    return f"{percent_number(share)} %"


def scale_position(share: float) -> float:
    """Return the position of a share on the scale, from 0 to 1; 0 for a share below the scale.

    >>> scale_position(1), round(scale_position(0.01), 3), scale_position(0)
    (1.0, 0.6, 0.0)
    """
    return max(0.0, 1 + log10(share) / (len(SCALE) - 1)) if share else 0.0


def face(card: Card) -> tuple[str, str]:
    """Return the rank and the suit that are printed on a drawn card.

    >>> face(Card.parse("TH"))
    ('10', '♥')
    """
    return card.rank.letter.replace("T", "10"), card.suit.symbol


def with_faces(text: Text) -> str:
    """Return a text with the face of each card.

    >>> with_faces(Sentence("Player 2 is dealt ", Card.parse("TH"), "."))
    'Player 2 is dealt 10♥.'
    """
    return "".join(
        "".join(face(part) if isinstance(part, Card) else str(part)) for part in parts(text)
    )


def in_ascii(text: str) -> str:
    """Return a text for an output whose encoding lacks dashes, multiplication dots and powers.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    >>> in_ascii("11.93 – 13.22 %")
    '11.93 - 13.22 %'
    """
    return text.translate(_IN_ASCII)
