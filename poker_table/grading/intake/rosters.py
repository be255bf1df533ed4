"""A class list: who is missing, and the very same file with the marks in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from poker_table.files.text import BYTE_ORDER_MARK, unreadable
from poker_table.game.errors import MarkerError, one_of, printable, quoted
from poker_table.grading.intake.entries import Entry

MARKS = "grade", "mark", "marks", "points", "score"  # a column so named takes them
CANVAS_ASSIGNMENT = re.compile(r".+ \(\d+\)")  # such as Poker (12345)
NAMES = "full name", "name", "student"
FIRST, LAST = "first name", "last name"
NUMBERS = (
    "identifier", "id", "id number", "student id", "sid", "sis user id", "sis login id",
    "username", "email", "email address",
)  # fmt: skip
NO_STUDENTS = "points possible", "student, test"  # rows of Canvas's
LATE = re.compile(r"\blate\b", re.IGNORECASE)  # in Moodle's `Status`
EXPECTED = "expected a CSV file with a row a student, under names such as Name, ID, Email"
SEPARATORS = ",;\t"


class Roster:
    """A CSV file with a row a student, whose cells stay as they are written, but for the marks.

    `column` is that of the marks; without it, the one that is named like that, or a new last one.
    Raises FileError if the file cannot be read, MarkerError if it is no such list.
    """

    def __init__(self, path: str, column: str = "") -> None:
        self.name = printable(path)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise unreadable(path, error) from None
        self.encoding = _encoding(data)
        text = data.decode(self.encoding)
        first_line = text.partition("\n")[0]
        self.separator = max(SEPARATORS, key=first_line.count)
        self.rows = list(_rows(text, self.separator))
        header = [_value(cell).strip() for cell in self.rows[0][0]]
        self.header = [cell.lower() for cell in header]
        self.students = {n: s for n in range(1, len(self.rows)) if (s := self._student(n))}
        if not self.students:
            raise MarkerError(f"{self.name}: {EXPECTED}, got {quoted(first_line.strip(), 80)}")
        self.column = self._column(column, header)

    def _column(self, wanted: str, header: list[str]) -> int:
        """Return the place of the column of the marks."""
        given = [n for n, name in enumerate(header) if name == wanted]
        likely = [
            n for n, name in enumerate(header)
            if name.lower() in MARKS or CANVAS_ASSIGNMENT.fullmatch(name)
        ]  # fmt: skip
        found = given if wanted else likely
        if wanted and not found:
            raise MarkerError(f"{self.name}: --column: there is no column {quoted(wanted)}")
        if len(found) > 1:
            columns = one_of([quoted(header[n]) for n in found])
            raise MarkerError(f"{self.name}: which column is for the marks? --column {columns}")
        return found[0] if found else len(header)

    def _student(self, number: int) -> _Student | None:
        """Return who a row is of; some rows of Canvas's are of nobody."""
        cells = dict(zip(self.header, map(_value, self.rows[number][0]), strict=False))
        told = {key: cells.get(key, "").strip() for key in (*NUMBERS, *NAMES, FIRST, LAST)}
        numbers = {told[key].lower() for key in NUMBERS} - {""}
        numbers |= {number.partition("@")[0] for number in numbers}
        names = [told[key] for key in NAMES] + [f"{told[FIRST]} {told[LAST]}".strip()]
        name = next(filter(None, names), min(numbers, default=""))
        late = bool(LATE.search(cells.get("status", "")))
        return _Student(name, numbers, late) if name and name.lower() not in NO_STUDENTS else None

    def found(self, entries: Sequence[Entry]) -> dict[int, str]:
        """Return whose submission is whose: by a number, or else by a name that is the only one."""
        found: dict[int, str] = {}
        for entry in entries:
            known = {word.lower() for word in entry.known_as}
            rows = [n for n, student in self.students.items() if known & student.numbers]
            found = dict.fromkeys(rows, entry.name) | found
        left = {e.name: _words(e.called) for e in entries if e.name not in found.values()}
        called = {n: _words(student.name) for n, student in self.students.items()}
        for name, words in left.items():
            rows = [n for n in called if called[n] == words]
            if len(rows) == [*left.values()].count(words) == 1:
                found = dict.fromkeys(rows, name) | found
        return found

    def with_late(self, entries: Sequence[Entry]) -> list[Entry]:
        """Return the submissions, late where a student's `Status` says so."""
        late = {name for n, name in self.found(entries).items() if self.students[n].late}
        return [replace(entry, late=entry.late or entry.name in late) for entry in entries]

    def missing(self, entries: Sequence[Entry]) -> list[str]:
        """Return the names of the students without a submission."""
        there = self.found(entries)
        return [printable(s.name) for n, s in self.students.items() if n not in there]

    def unlisted(self, entries: Sequence[Entry]) -> list[str]:
        """Return a line for each submission of nobody in the list."""
        there = self.found(entries).values()
        names = [entry.name for entry in entries if entry.name not in there]
        return [f"{name}: has no row of its own in {self.name}" for name in names]

    def with_marks(self, entries: Sequence[Entry], marks: Mapping[str, str]) -> bytes:
        """Return the file with the marks, by the names of the submissions, and nothing else new."""
        rows = [(list(cells), end) for cells, end in self.rows]
        if self.column == len(self.header):
            for number, (cells, _) in enumerate(rows):
                cells += [] if cells == [""] else ["" if number else "Grade"]
        for number, name in self.found(entries).items():
            cells = rows[number][0]
            cells += [""] * (self.column + 1 - len(cells))
            if name in marks:
                quote = '"' * cells[self.column].startswith('"')
                cells[self.column] = f"{quote}{marks[name]}{quote}"
        text = "".join(self.separator.join(cells) + end for cells, end in rows)
        return text.encode(self.encoding)


@dataclass(frozen=True)
class _Student:
    name: str
    numbers: set[str]
    late: bool


def _encoding(data: bytes) -> str:
    """Return how a file is written: what is no UTF-8 is Windows's, byte for byte."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig" if data.startswith(BYTE_ORDER_MARK) else "utf-8"


def _rows(text: str, separator: str) -> Iterator[tuple[list[str], str]]:
    """Yield the cells of each row as they are written, and how the row ends."""
    cells: list[str] = []
    cell, end = rf'"(?:[^"]|"")*"|[^{separator}\r\n]*', rf"{separator}|\r?\n|\r|$"
    for found in re.finditer(f"({cell})({end})", text):
        cells.append(found[1])
        if found[2] != separator:
            yield cells, found[2]
            cells = []


def _value(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, in whatever order they stand."""
    return tuple(sorted(re.findall(r"[^\W_]+", name.lower())))
