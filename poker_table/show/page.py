"""Page: the result of a command, ready to be shown in any form.

The rows of a page are records with named and typed fields. JSON and CSV contain every field; the
other forms show the fields that have a column.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from poker_table.game.errors import PokerTableError
from poker_table.hands.sentence import Part, Text
from poker_table.show.cells import Cell, as_cell
from poker_table.show.chart import Chart

Record = Any  # a NamedTuple; Python has no type that means any NamedTuple


class Column(NamedTuple):
    """How a field is shown.

    `name` is the heading. The cells of a `number` are aligned to the right. If a terminal is too
    narrow for the table, it drops columns by their `drop_order`: 1 first, 0 never. The cells of a
    `row_header` identify the row. Where nothing may move, a column has the greatest `width` of its
    cells, and of its shortened cells, in characters; in a narrow browser it may stand `below`
    another. `cell` converts the value of the field to a cell.
    """

    name: str
    number: bool = False
    drop_order: int = 0
    row_header: bool = False
    below: bool = False
    width: int = 0
    short_width: int = 0
    cell: Callable[[Any], Any] | None = None
    field: str = ""

    def cell_of(self, record: Record) -> Cell:
        """Return the cell of a record in this column."""
        value = getattr(record, self.field)
        return as_cell(self.cell(value) if self.cell else value)


@cache
def columns_of(record_class: type) -> tuple[Column, ...]:
    """Return the columns of a record class: each annotates a field of it.

    >>> from poker_table.show.hand_rows import HandRow
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

    If the record has a `plain_line`, the plain form shows it instead of the cells. The words form
    shows what the record has as `spoken`, or else the plain line, or else the cells. A highlighted
    row stands out; the parts of its cells that are `making` its type are underlined.
    """

    cells: tuple[Cell, ...]
    plain_line: Text = ""
    spoken: Text = ""
    details: Mapping[str, Text] = {}
    highlighted: bool = False
    making: Collection[Part] = ()


class Section(NamedTuple):
    """A title, a table of records, and the `notes`, sentences below it; any of these may be empty.

    `key` is the name of the records in JSON. `highlighted` has the indexes of the rows that stand
    out. HTML shows the `chart` above the table, SVG instead of the table.
    """

    title: str = ""
    columns: Sequence[Column] = ()
    records: Sequence[Record] = ()
    notes: Sequence[Text] = ()
    key: str = ""
    highlighted: Collection[int] = ()
    chart: Chart | None = None

    @property
    def table_rows(self) -> list[Row]:
        """The records, ready to be drawn."""
        return [
            Row(
                tuple(column.cell_of(record) for column in self.columns),
                getattr(record, "plain_line", ""),
                getattr(record, "spoken", ""),
                getattr(getattr(record, "explanation", None), "named", {}),
                index in self.highlighted,
                getattr(record, "making", ()),
            )
            for index, record in enumerate(self.records)
        ]


class Page(NamedTuple):
    """A title, a lead sentence below it, sections, and a footnote.

    `facts` are further keys of the JSON document, beside the records. `script` is only in the HTML
    form; the page is complete without it, for a browser without scripts and for print.
    """

    title: str
    sections: Sequence[Section]
    lead: Text = ""
    footnote: Text = ""
    script: str = ""
    facts: Mapping[str, object] = {}

    def heading(self, section: Section) -> str:
        """Return the title of a section below that of the page; "" if it is the same."""
        return section.title if section.title != self.title else ""


class Stream(NamedTuple):
    """A result whose records are produced one by one, so that a million rounds take no memory.

    `records` yields an error in place of each line that could not be read. `page` returns a page of
    any of the records; its lead sums up all that have been produced so far. `summary` returns what
    JSON has at its end. A stream can be consumed once, in one form.
    """

    key: str
    records: Iterable[Record | PokerTableError]
    page: Callable[[Sequence[Any]], Page]
    summary: Callable[[], Mapping[str, object]] = dict

    @property
    def valid_records(self) -> Iterator[Record]:
        """The records without the errors."""
        return (record for record in self.records if not isinstance(record, PokerTableError))
