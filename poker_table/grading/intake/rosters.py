"""A class list: who is missing, and the very same file with the marks in it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

from poker_table.files.text import BYTE_ORDER_MARK, read_error
from poker_table.game.errors import MarkerError, one_of, printable, quoted
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.late import late_in

# A column so named takes the marks; Canvas's is such as Poker (12345).
MARKS = r"(?i:grade|marks?|points|score)|.+ \(\d+\)"
NAMES = ["full name"], ["name"], ["student"], ["first name", "last name"]
NUMBERS = (
    "identifier", "id", "id number", "student id", "sid", "sis user id", "sis login id",
    "username", "email", "email address",
)  # fmt: skip
NO_STUDENTS = "points possible", "student, test"  # rows of Canvas's
EXPECTED = "expected a CSV file with a row a student, under names such as Name, ID, Email"
SEPARATORS = ",;\t"
MARK, COMMENT = "mark", "comment"  # the columns of ours
COMMENTS = re.compile("feedback comments", re.IGNORECASE)  # Moodle's
Cells = Mapping[str, Mapping[str, str]]  # by column and submission


class _Student(NamedTuple):
    name: str
    numbers: set[str]
    late: bool
    late_by: int


class CellByHand(NamedTuple):
    """A cell that a person wrote: whose it is, what stands there, and what we would give."""

    name: str
    cell: str
    ours: str


class Roster:
    """A CSV file with a row a student, whose cells stay as they are written, but for ours.

    `entries` are the submissions, late where a student's `Status` says so, `missing` the students
    without one, and `unlisted` has a line for each of nobody's. The marks' `column` is the one that
    is named like that, or a new one; Moodle's has one for comments too. Raises FileError, and
    MarkerError if it is no such list.
    """

    def __init__(self, path: str, entries: Sequence[Entry], column: str = "") -> None:
        self.path, self.name, self.wanted = path, printable(path), column
        text, self.encoding = _read(path)
        first_line = text.partition("\n")[0]
        self.separator = max(SEPARATORS, key=first_line.count)
        self.rows = list(_rows(text, self.separator))
        self.header = [_value(cell).strip() for cell in self.rows[0][0]]
        students = {n: s for n in range(1, len(self.rows)) if (s := self._student(n))}
        if not students:
            raise MarkerError(f"{self.name}: {EXPECTED}, got {quoted(first_line.strip(), 80)}")
        self.columns = {MARK: self._column(column)}
        for number in [n for n, name in enumerate(self.header) if COMMENTS.fullmatch(name)]:
            self.columns[COMMENT] = number
        self.name_of_row = name_of_row = _matched(students, entries)
        handed_in, late = (
            {*name_of_row.values()},
            {name_of_row[n]: students[n] for n in name_of_row if students[n].late},
        )
        self.entries = [
            replace(e, late=True, late_by=late[e.name].late_by) if e.name in late else e
            for e in entries
        ]
        unmatched = {n: s for n, s in students.items() if n not in name_of_row}
        of_a_name = Counter(student.name for student in unmatched.values())
        absent = {
            n: printable(s.name + f" ({min(s.numbers, default=n)})" * (of_a_name[s.name] > 1))
            for n, s in unmatched.items()
        }
        self.missing, self.names = [*absent.values()], absent | name_of_row
        names = [entry.name for entry in entries if entry.name not in handed_in]
        self.unlisted = [f"{name}: has no row of its own in {self.name}" for name in names]

    def _column(self, wanted: str) -> int:
        """Return the place of the column of the marks."""
        called = re.escape(wanted) or MARKS
        matches = [n for n, name in enumerate(self.header) if re.fullmatch(called, name)]
        if wanted and not matches:
            raise MarkerError(f"{self.name}: --column: there is no column {quoted(wanted)}")
        if len(matches) > 1:
            columns = one_of([quoted(self.header[n]) for n in matches])
            raise MarkerError(f"{self.name}: which column is for the marks? --column {columns}")
        return matches[0] if matches else len(self.header)

    def _student(self, row: int) -> _Student | None:
        """Return who a row is of; some rows of Canvas's are of nobody."""
        header = [name.lower() for name in self.header]
        values = [_value(cell).strip() for cell in self.rows[row][0]]
        cells = defaultdict(str, zip(header, values, strict=False))
        numbers = {cells[key].lower() for key in NUMBERS} - {""}
        numbers |= {number.partition("@")[0] for number in numbers}
        names = [" ".join(cells[key] for key in keys).strip() for keys in NAMES]
        name = next(filter(None, names), min(numbers, default=""))
        student = _Student(name, numbers, *late_in(cells["status"]))
        return student if name and name.lower() not in NO_STUDENTS else None

    def filled(
        self, cells: Cells, given: Cells, edited: Roster | None = None
    ) -> tuple[bytes, list[CellByHand]]:
        """Return the file with our cells, by column and submission, and nothing else new.

        What a person wrote there stays, and is returned too: cells in this list, or in the one of
        ours that somebody `edited`, that are neither ours nor those `given` last time.
        """
        rows, cells_by_hand = [(list(row), end) for row, end in self.rows], list[CellByHand]()
        if self.columns[MARK] == len(self.header):
            for number, (row, _) in enumerate(rows):
                row += [] if row == [""] else ["" if number else "Grade"]
        for (what, column), (number, name) in product(self.columns.items(), self.names.items()):
            row = rows[number][0]
            ours, last = (of.get(what, {}).get(name, "") for of in (cells, given))
            here = _value(row[column]) if column < len(row) else ""
            in_edited = edited.cell(what, name) if edited else ""
            by_hand = [
                c for c in (in_edited, here) if _plain(c) not in map(_plain, ("", ours, last))
            ]
            cells_by_hand += [CellByHand(name, by_hand[0], ours)] if by_hand and ours else []
            if text := (by_hand or [ours])[0]:
                row += [""] * (column + 1 - len(row))
                row[column] = self._quoted(text, row[column])
        text = "".join(self.separator.join(row) + end for row, end in rows)
        return text.encode(self.encoding, "replace"), cells_by_hand

    def cell(self, what: str, name: str) -> str:
        """Return what stands in a column of ours for a submission."""
        rows = [self.rows[number][0] for number, each in self.names.items() if each == name]
        column = self.columns.get(what, -1)
        return _value(rows[0][column]) if rows and 0 <= column < len(rows[0]) else ""

    def _quoted(self, text: str, before: str) -> str:
        """Return a text as a cell, in quotes where it needs them, or where there were some."""
        if before.startswith('"') or {*text} & {self.separator, '"', "\r", "\n"}:
            text = text.replace('"', '""')
            return f'"{text}"'
        return text


def _matched(students: Mapping[int, _Student], entries: Sequence[Entry]) -> dict[int, str]:
    """Return whose submission is whose: by a number, or else by a name that is the only one."""
    name_of_row: dict[int, str] = {}
    for entry in entries:
        numbers = {word.lower() for word in entry.known_as}
        for n, student in students.items():
            if numbers & student.numbers:
                name_of_row.setdefault(n, entry.name)
    unmatched = [
        (_words(e.display_name), e.name) for e in entries if e.name not in name_of_row.values()
    ]
    rows = [(_words(student.name), n) for n, student in students.items()]
    times = Counter(words for words, _ in unmatched), Counter(words for words, _ in rows)
    for words, name in unmatched:
        if times[0][words] == times[1][words] == 1:
            name_of_row.setdefault(dict(rows)[words], name)
    return name_of_row


def _read(path: str) -> tuple[str, str]:
    """Return a file's text and encoding: what is no UTF-8 is Windows's, byte for byte."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise read_error(path, error) from None
    encoding = "utf-8-sig" if data.startswith(BYTE_ORDER_MARK) else "utf-8"
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _rows(text: str, separator: str) -> Iterator[tuple[list[str], str]]:
    """Yield the cells of each row as they are written, and how the row ends."""
    cells: list[str] = []
    cell, end = rf'"(?:[^"]|"")*"|[^{separator}\r\n]*', rf"{separator}|\r?\n|\r|$"
    for match in re.finditer(f"({cell})({end})", text):
        cells.append(match[1])
        if match[2] != separator:
            yield cells, match[2]
            cells = []


def _value(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _plain(cell: str) -> str:
    """Return a cell without what a platform or a spreadsheet writes otherwise: 22.5 for 22,50."""
    figure = re.fullmatch(r"(\d+)(?:[.,](\d*?)0*)?", cell.strip())
    return ".".join(filter(None, figure.groups())) if figure else cell.strip()


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, in whatever order they stand."""
    return tuple(sorted(re.findall(r"[^\W_]+", name.lower())))
