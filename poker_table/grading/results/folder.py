"""RESULTS: a folder a student, what is finished in it, and the pages of the class beside them."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from glob import escape
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from poker_table.files.whole_file import remove_drafts, write_whole
from poker_table.game.errors import MarkerError, PokerTableError, printable
from poker_table.game.version import __version__
from poker_table.grading.intake.entries import MOODLE, Entry
from poker_table.grading.intake.rosters import COMMENT, MARK, CellByHand, Roster
from poker_table.grading.results.by_hand import MARKS, read_marks
from poker_table.grading.results.pages import LESSONS, MARKED, class_page, letter, write_lessons
from poker_table.grading.results.platforms import REPORTS
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.results.words import comment_of
from poker_table.grading.running.untrusted_files import MAX_BYTES, walk_submission
from poker_table.grading.sheet import Before, ByHand, Sheet, format_points, with_adjustments
from poker_table.show import html

STATE = "state.json"  # of RESULTS, and of each student: written last, so that the rest is whole
OF_A_STUDENT = {
    "feedback.md": "markdown",
    "results.json": "gradescope",
    "junit.xml": "junit",
    "github.json": "github",
}
OF_THE_CLASS = {"marks.csv": "csv", "report.json": "json"}
LOCK = ".lock"
UNFINISHED = ".unfinished"  # the folder of what is being marked: a kill leaves it behind
FEEDBACK = "feedback.zip"  # for Moodle
ANONYMOUS, KEY, JPLAG = "anonymous", "anonymous-key.csv", "jplag"
OURS = {STATE, MARKS, "class.html", LESSONS, *OF_THE_CLASS, FEEDBACK, ANONYMOUS, KEY, JPLAG}
PACKAGE = Path(__file__).parents[2]
JUDGING = "game", "files", "hands", "compare", "mutants", "grading"  # the rooms that give marks
_PLAIN = re.compile(r"\w[\w .,()@'+-]{0,99}")
_LIKE_OURS = re.compile(r"-[0-9a-f]{8}$")


class Results:
    """The folder of a batch's results, made if it is not there.

    Raises MarkerError for one with other files in it, or that cannot be made.
    """

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = os.listdir(folder)
        except OSError as error:
            why = f"cannot be a folder of results: {error.strerror}"
            raise MarkerError(f"{printable(folder)}: {why}") from None
        others = sorted(name for name in names if not name.startswith(STATE))  # or a kill's draft
        if others and STATE not in names:
            expected = "expected a new folder, or one that --into has made"
            got = printable(others[0])
            raise MarkerError(f"{printable(folder)}: {expected}, got one with {got} in it")
        if STATE not in names:
            _write(self.folder / STATE, "{}")
        self._refuse_a_second()
        for level in "", "*":
            remove_drafts(os.path.join(escape(folder), level, "*"))
        for new in (self.folder / UNFINISHED).glob(
            f"*/{STATE}"
        ):  # a kill came before its last step
            self._put(new.parent)
        #: What is kept from command to command: the random decks' `seed`, for one.
        self.remembered = _read(self.folder / STATE)
        self.marks = read_marks(str(self.folder / MARKS))
        self.by_hand: dict[str, ByHand] = {}
        self.most, self.cells_by_hand = 0.0, list[CellByHand]()

    def _refuse_a_second(self) -> None:
        """Lock the folder until this process ends, however it does; wait for no other."""
        with suppress(ImportError, OSError):  # not every system has locks, nor every disk
            import fcntl

            lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT)
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                why = "another `poker-table grade` is writing to this folder; wait until it ends"
                raise MarkerError(f"{printable(str(self.folder))}: {why}") from None

    def remember(self, **what: Any) -> None:
        """Keep something for the commands that follow."""
        if not self.remembered.items() >= what.items():
            self.remembered |= what
            _write(self.folder / STATE, json.dumps(self.remembered))

    def match_marks(self, entries: Sequence[Entry], most: float) -> None:
        """Find whose the marks by hand are, and whether it is still what the person looked at.

        That is what was marked last when they stood in the file for the first time. The submissions
        have so many points at most.
        """
        self.most, looked_at = most, dict(self.remembered.get("looked_at", {}))
        for entry in entries:
            for name in {entry.name, entry.display_name} & self.marks.keys():
                hand, now = self.marks[name], content(entry.path)
                given, seen = as_data(hand), looked_at.get(entry.name, {})
                if seen.get("given") != given:
                    last = _finished(self.state(entry.name))
                    seen = {"given": given, "submission": last.get("submission", now)}
                looked_at[entry.name] = seen
                self.by_hand[entry.name] = replace(hand, changed=seen["submission"] != now)
        self.remember(looked_at=looked_at)

    def settled(self, sheet: Sheet) -> Sheet:
        """Return a sheet with what a person gives it."""
        hand = self.by_hand.get(sheet.subject)
        if sheet.missing:
            hand = self.marks.get(sheet.subject)
        return with_adjustments(sheet, hand, self.most)

    def current_sheet(self, name: str) -> Sheet | None:
        """Return what stands in a submission's letter, which is first brought up to date."""
        if (sheet := self.sheet(name)) is None:
            return None
        sheet, state, folder = self.settled(sheet), self.state(name), self.folder / folder_of(name)
        hand = as_data(sheet.by_hand)
        if hand != state.get("by_hand"):
            self._write_letter(folder, sheet)
            _write(folder / STATE, json.dumps(state | {"by_hand": hand}))
        return sheet

    def state(self, name: str) -> dict[str, Any]:
        """Return a submission's state: its fingerprint when `finished`, `seconds`, and `sheet`."""
        return _read(self.folder / folder_of(name) / STATE)

    def sheet(self, name: str) -> Sheet | None:
        """Return the sheet of a submission as its marking ended, if it did."""
        return _sheet_in(self.state(name))

    def is_finished(self, name: str, fingerprint: Mapping[str, str]) -> bool:
        """Whether a submission has been marked as it is now; one that could not be, has not."""
        return bool(self.state(name).get("finished") == fingerprint)

    def begin(self, name: str) -> Path:
        """Return a new folder for a submission's results; until they are finished the old stand."""
        new = self.folder / UNFINISHED / folder_of(name)
        shutil.rmtree(new, ignore_errors=True)
        (new / "output").mkdir(parents=True)
        return new

    def finish(
        self, new: Path, sheet: Sheet, fingerprint: Mapping[str, str], seconds: float
    ) -> Sheet:
        """Write a submission's letter and the platforms' files, and last the state: all is there.

        Then the new folder takes the place of the one before. Return the sheet as it is told.
        """
        last = _read(self.folder / new.name / STATE)
        adjusted, old = self.settled(sheet), _sheet_in(last)
        old = old and self.settled(old)
        if old and old.points_text and adjusted.points_text and old.score != adjusted.score:
            was = _finished(last)
            why = tuple(part for part, now in fingerprint.items() if was.get(part) != now)
            before = Before(old.score, {item.key: item.score for item in old.items}, why)
            sheet, adjusted = replace(sheet, before=before), replace(adjusted, before=before)
        self._write_letter(new, adjusted)
        state = {
            "finished": {} if sheet.trouble else fingerprint, "seconds": round(seconds, 2),
            "sheet": as_data(sheet), "by_hand": as_data(adjusted.by_hand),
        }  # fmt: skip
        _write(new / STATE, json.dumps(state))
        self._put(new)
        return adjusted

    def _write_letter(self, folder: Path, sheet: Sheet) -> None:
        _write(folder / "feedback.html", html.draw(letter(sheet)))
        for name, kind in OF_A_STUDENT.items():
            _write(folder / name, REPORTS[kind]([sheet]))

    def _put(self, new: Path) -> None:
        """Put a finished folder in the place of the one before, now or after a kill."""
        folder = self.folder / new.name
        if folder.is_symlink():
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)

    def write_class(
        self, sheets: Sequence[Sheet], notes: Sequence[str] = (), roster: Roster | None = None
    ) -> None:
        """Write what is told of all, the class list too; `notes` are on what is no submission."""
        shutil.rmtree(self.folder / UNFINISHED, ignore_errors=True)
        for name, kind in OF_THE_CLASS.items():
            _write(self.folder / name, REPORTS[kind](sheets))
        write_lessons([sheet for sheet in sheets if sheet.outcome in MARKED], self.folder)
        if roster:
            self._write_list(sheets, roster)
        _write(self.folder / "class.html", html.draw(class_page(sheets, notes, self.cells_by_hand)))
        self._write_feedback([s.subject for s in sheets if MOODLE.fullmatch(s.subject)])

    def _write_feedback(self, names: Sequence[str]) -> None:
        """Write the letters as Moodle takes them: in folders named as those that it gave."""
        letters = [(n, self.folder / folder_of(n) / "feedback.html") for n in names]
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in letters:
                if path.exists():
                    archive.write(path, f"{name}/{path.name}")
        if names:
            _write(self.folder / FEEDBACK, stream.getvalue())

    def _write_list(self, sheets: Sequence[Sheet], roster: Roster) -> None:
        """Write the class list with what is ours; what a person wrote into it, here too, stays."""
        path = self.folder / os.path.basename(roster.path)
        edited = None
        if path.exists():
            edited = Roster(str(path), roster.entries, roster.requested_column)
        marked = [sheet for sheet in sheets if sheet.outcome in MARKED]
        cells = {
            MARK: {sheet.subject: format_points(sheet.score) for sheet in marked},
            COMMENT: {sheet.subject: comment_of(sheet) for sheet in marked},
        }
        given = self.remembered.get("given", {})
        text, self.cells_by_hand = roster.filled(cells, given, edited)
        _write(path, text)
        self.remember(given=cells)  # only now: if a kill comes between, a cell is rather kept


def write_output(folder: Path, deck: str, out: str) -> None:
    """Write all that a program printed on a deck."""
    name = folder_of(deck.removesuffix(".txt").replace("--", ""))
    _write(folder / "output" / f"{name}.txt", out)


def fingerprint(path: str, **depends_on: object) -> dict[str, str]:
    """Return the fingerprints of all that a mark depends on: a file or folder, this program, more.

    >>> one, other = (fingerprint("no such file", rubric=points) for points in (1, 2))
    >>> [part for part in one if one[part] != other[part]]
    ['rubric']
    """
    parts = {"program": (__version__, judging_code(PACKAGE)), **depends_on}
    digests = {part: sha256(_coded(repr(value))).hexdigest() for part, value in parts.items()}
    return {"submission": content(path), **digests}


def content(path: str) -> str:
    """Return the fingerprint of a file or folder."""
    digest = sha256()
    try:
        for piece in _pieces(path):
            digest.update(piece)
    except OSError as error:  # what cannot be read is said by the marking
        digest.update(repr(error.errno).encode())
    return digest.hexdigest()


def _coded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@cache
def judging_code(package: Path) -> str:
    """Return the digest of what marks depend on in this package: it changes between releases too.

    >>> judging_code(PACKAGE) == judging_code(Path("no such package"))
    False
    """
    files = (file for room in JUDGING for file in sorted((package / room).rglob("*")))
    texts = (file.read_bytes() for file in files if file.suffix in (".py", ".txt"))
    return sha256(b"".join(texts)).hexdigest()


def _pieces(path: str) -> Iterator[bytes]:
    """Yield all that is in a file or folder; no link is followed, and no device is opened."""
    inner = [entry.path for entry in walk_submission(path)] if os.path.isdir(path) else []
    for inner_path in [path, *inner]:
        about = os.lstat(inner_path)
        size = about.st_size if stat.S_ISREG(about.st_mode) else -1
        yield repr((os.path.relpath(inner_path, path), about.st_mode, size)).encode()
        if stat.S_ISLNK(about.st_mode):
            yield os.fsencode(os.readlink(inner_path))
        if 0 <= size <= MAX_BYTES:
            with open(inner_path, "rb") as file:
                yield file_digest(file, "sha256").digest()


def folder_of(name: str) -> str:
    """Return the name of a submission's folder: its own where that is plain, else one like it.

    No two submissions share one, and none is outside, hidden, or a file of ours.

    >>> folder_of("ann"), folder_of("../ann")
    ('ann', 'ann-2a8c40f7')
    """
    plain, coded = _PLAIN.fullmatch(name), _coded(name)
    if plain and not _LIKE_OURS.search(name) and name not in OURS and len(coded) < 200:
        return name
    like = re.sub(r"[^a-zA-Z0-9]+", "-", name).strip("-")[:40]
    return f"{like}-{sha256(coded).hexdigest()[:8]}"


def _finished(state: Mapping[str, Any]) -> Mapping[str, str]:
    finished = state.get("finished")
    return finished if isinstance(finished, dict) else {}


def _sheet_in(state: Mapping[str, Any]) -> Sheet | None:
    try:
        sheet = from_data(state["sheet"])
    except (KeyError, TypeError, PokerTableError):  # no sheet, or one that another version wrote
        return None
    return sheet if isinstance(sheet, Sheet) else None


def _read(path: Path) -> dict[str, Any]:
    """Return what a state file says, nothing if there is none."""
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def _write(path: Path, text: str | bytes) -> None:
    write_whole(str(path), text, force=True)
