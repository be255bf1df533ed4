"""A class list: which students have not handed in, and the same file with the marks filled in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from poker_table.files.text import BYTE_ORDER_MARK, read_error, refuse_pipe
from poker_table.game.errors import list_in_words, printable, quoted
from poker_table.grading.errors import MarkerError, listed
from poker_table.grading.intake.entries import Entry, composed
from poker_table.grading.intake.late import delay_in
from poker_table.show.csv import guarded

# Names of a column for the marks; `Poker (12345)` is an assignment of Canvas's.
MARKS = r"(?i:grade|marks?|points|score)|.+ \(\d+\)"
NAMES = ["full name"], ["name"], ["student"], ["first name", "last name", "surname"]
NUMBERS = (
    "identifier", "id", "id number", "student id", "sid", "sis user id", "sis login id",
    "username", "email", "email address",
)  # fmt: skip
NO_STUDENTS = "points possible", "student, test"  # rows of Canvas's
EXPECTED = (
    "expected a CSV file in UTF-8 (a spreadsheet saves one) with a row for each student and a"
    " column such as Name, ID or Email"
)
SEPARATORS = ",;\t"
MARK, COMMENT = "mark", "comment"  # the two columns that we fill in
COMMENTS = re.compile("feedback comments", re.IGNORECASE)  # Moodle's
Cells = Mapping[str, Mapping[str, str]]  # a cell's text by column (MARK, COMMENT) and submission


class _Student(NamedTuple):
    name: str
    names: Sequence[str]
    numbers: set[str]
    late: int  # in seconds


class Roster:
    """A CSV file with a row for each student; all cells but ours are preserved as they are.

    `entries` are the submissions; those that the column `Status` calls late are marked as late.
    `missing` are the names of the students without a submission, and `unlisted` has a message for
    each submission without a row. Marks go into the `requested_column`, else into a column with a
    usual name, else into a new one; comments go into Moodle's column for them. Raises FileError,
    and MarkerError if the file is not such a list.
    """

    def __init__(self, path: str, entries: Sequence[Entry], requested_column: str = "") -> None:
        self.path, self.name = path, printable(path)
        text, self.encoding = _read(path)
        first_line = text.partition("\n")[0]
        self.separator = max(SEPARATORS, key=first_line.count)
        self.rows = list(_rows(text, self.separator))
        self.header = [_unquoted(cell).strip() for cell in self.rows[0][0]]
        students = {n: s for n in range(1, len(self.rows)) if (s := self._student(n))}
        if not students:
            raise MarkerError(f"{self.name}: {EXPECTED}, got {quoted(first_line.strip(), 80)}")
        self.columns = {MARK: self._marks_column(requested_column)}
        for number, name in enumerate(self.header):
            if COMMENTS.fullmatch(name) and number != self.columns[MARK]:
                self.columns[COMMENT] = number
        self.name_of_row = _match(students, entries)
        own = {name: students[n] for n, name in self.name_of_row.items()}
        shared = Counter(student.name for student in students.values())
        self.entries = [_as_listed(e, own.get(e.name), shared) for e in entries]
        unmatched = {n: s for n, s in students.items() if n not in self.name_of_row}
        counts = Counter(student.name for student in unmatched.values())
        counts.update(name for entry in entries for name in (entry.name, entry.display_name))
        absent = {}
        for n, student in unmatched.items():
            suffix = f" ({min(student.numbers, default=n)})" if counts[student.name] > 1 else ""
            absent[n] = printable(student.name + suffix)
        self.missing, self.names = [*absent.values()], absent | self.name_of_row
        unlisted = [entry for entry in entries if entry.name not in own]
        names = [f"{e.name} ({e.display_name})" if e.student else e.name for e in unlisted]
        why = f"has no row of its own in {self.name}: write its mark there yourself"
        self.unlisted = [f"{name}: {why}" for name in names]

    def _marks_column(self, requested: str) -> int:
        """Return the index of the column for the marks; the number of columns for a new one."""
        pattern = re.escape(requested) or MARKS
        matches = [n for n, name in enumerate(self.header) if re.fullmatch(pattern, name)]
        if requested and not matches:
            column = f"{quoted(requested)}, only {listed(self.header, 20)}"
            raise MarkerError(f"{self.name}: --column: there is no column {column}")
        if len(matches) > 1:
            columns = list_in_words([quoted(self.header[n]) for n in matches])
            raise MarkerError(f"{self.name}: which column is for the marks? --column {columns}")
        return matches[0] if matches else len(self.header)

    def _student(self, row: int) -> _Student | None:
        """Return the student in a row; None for Canvas's rows that are not a student's."""
        header = [name.lower() for name in self.header]
        values = [_unquoted(cell).strip() for cell in self.rows[row][0]]
        cells = defaultdict(str, zip(header, values, strict=False))
        numbers = {cells[key] for key in NUMBERS} - {""}
        joined = [" ".join(filter(None, map(cells.get, keys))) for keys in NAMES]
        names = [name for name in joined if name][:1]
        name = composed(min(names or numbers, default=""))
        student = _Student(name, names, numbers, delay_in(cells["status"]))
        return student if name and name.lower() not in NO_STUDENTS else None

    def filled(self, cells: Cells) -> bytes:
        """Return the file with our cells filled in; where we have no text, the cell is kept."""
        rows = [(list(row), end) for row, end in self.rows]
        if self.columns[MARK] == len(self.header):
            for number, (row, _) in enumerate(rows):
                if row != [""]:
                    row.append("" if number else "Grade")
        for kind, column in self.columns.items():
            for number, name in self.names.items():
                row = rows[number][0]
                if text := cells.get(kind, {}).get(name, ""):
                    row += [""] * (column + 1 - len(row))
                    row[column] = self._quoted(str(guarded(text)), row[column])
        text = "".join(self.separator.join(row) + end for row, end in rows)
        return text.encode(self.encoding, "replace")

    def _quoted(self, text: str, old_cell: str) -> str:
        """Return a text as a cell, in quotes if it needs them or if the old cell had them."""
        if old_cell.startswith('"') or {*text} & {self.separator, '"', "\r", "\n"}:
            text = text.replace('"', '""')
            return f'"{text}"'
        return text


def _as_listed(entry: Entry, student: _Student | None, names: Counter[str]) -> Entry:
    """Return an entry as the list has it: late or not, and, if nobody shares it, with its name."""
    if not student:
        return entry
    if entry.student and names[student.name] == 1:
        entry = replace(entry, student=student.name)
    return replace(entry, late=student.late or entry.late)


def _match(students: Mapping[int, _Student], entries: Sequence[Entry]) -> dict[int, str]:
    """Return the submission's name for each row: numbers and addresses are compared, then names.

    A number that is written in the same way comes before one in other letters. A submission that
    fits several rows with a number or its name gets none of them; so does a row that several fit.
    """
    name_of_row, undecided = dict[int, str](), [*entries]
    for kind, form in ("numbers", composed), ("numbers", _folded), ("names", _words):
        rows = defaultdict[object, set[int]](set)
        for n, student in students.items():
            for text in getattr(student, kind):
                rows[form(text)].add(n)
        claims, unknown = defaultdict[int, set[str]](set), list[Entry]()
        for entry in undecided:
            texts = entry.known_as if kind == "numbers" else [entry.student or entry.display_name]
            fits = [rows[key] for key in (form(text.strip()) for text in texts) if key in rows]
            for fit in fits:
                if len(fit) == 1:
                    claims[min(fit)].add(entry.name)
            unknown += [] if fits else [entry]
        alone = {n: min(names) for n, names in claims.items() if len(names) == 1}
        name_of_row = alone | name_of_row
        undecided = unknown
    return name_of_row


def _folded(text: str) -> str:
    return composed(text.casefold())


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, sorted: lists differ in the order of first and last names."""
    return tuple(sorted(re.findall(r"[^\W_]+", _folded(name))))


def _read(path: str) -> tuple[str, str]:
    """Return a file's text and its encoding: UTF-8, or else latin-1, which preserves every byte."""
    refuse_pipe(path)
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
    """Yield each row's cells with their quotes, and the row's line ending.

    The csv module does not say which cells were in quotes.
    """
    cells: list[str] = []
    cell, end = rf'"(?:[^"]|"")*"|[^{separator}\r\n]*', rf"{separator}|\r?\n|\r|$"
    for match in re.finditer(f"({cell})({end})", text):
        cells.append(match[1])
        if match[2] != separator:
            yield cells, match[2]
            cells = []


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell
