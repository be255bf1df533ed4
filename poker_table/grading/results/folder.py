"""The folder RESULTS of a batch: a subfolder for each submission, and the files of the class."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from glob import escape
from hashlib import file_digest, sha256
from pathlib import Path
from traceback import format_exception, format_exception_only
from typing import Any, NamedTuple

from poker_table.files.whole_file import remove_drafts, write_whole
from poker_table.game.errors import PokerTableError, printable
from poker_table.game.version import __version__
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.entries import MOODLE, Entry
from poker_table.grading.intake.rosters import COMMENT, MARK, Roster
from poker_table.grading.results.by_hand import MARKS, no_such_submission, read_marks
from poker_table.grading.results.deck_files import write_deck_files
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import LESSONS, class_page, write_lessons
from poker_table.grading.results.platforms import REPORTS
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.results.words import platform_comment
from poker_table.grading.running.untrusted_files import MAX_BYTES, walk_submission
from poker_table.grading.sheet import ByHand, Sheet, format_points, with_adjustments
from poker_table.show import html, markdown

# The state of RESULTS, and of each submission. It is written last: if it exists, so do the others.
STATE = "state.json"
LETTERS = "feedback.html", "feedback.md"
STUDENT_REPORTS = {"results.json": "gradescope", "junit.xml": "junit"}
CLASS_REPORTS = {"marks.csv": "csv", "report.json": "json"}
MAX_ERROR = 300  # characters of an unexpected error in a sheet
ERROR_FILE = "error.txt"  # of a submission: where poker-table itself failed
LOCK = ".lock"
UNFINISHED = ".unfinished"  # the folder for results being written; it survives a kill
FEEDBACK = "feedback.zip"  # for Moodle
ANONYMOUS, KEY, JPLAG = "anonymous", "anonymous-key.csv", "jplag"
CLASS_PAGE = "class.html"
RESERVED_NAMES = {
    STATE, MARKS, CLASS_PAGE, LESSONS, *CLASS_REPORTS, FEEDBACK, ANONYMOUS, KEY, JPLAG,
}  # fmt: skip
PACKAGE = Path(__file__).parents[2]
MARKING_PACKAGES = "game", "files", "hands", "compare", "mutants", "grading"
_PLAIN = re.compile(r"\w[\w .,()@'+-]{0,99}")
_HASH_SUFFIX = re.compile(r"-[0-9a-f]{32}$")


class Marking(NamedTuple):
    """What is kept of a marking: a sheet without adjustments, and what its marks depend on.

    `files` are texts, keyed by their names in the submission's folder.
    """

    sheet: Sheet
    fingerprint: Mapping[str, str] = {}
    files: Mapping[str, str] = {}


class Results:
    """The folder of a batch's results, created if it does not exist; at first for its owner alone.

    Raises MarkerError if it contains other files or another command's results, cannot be created,
    or is in use.
    """

    def __init__(self, folder: str, command: str = "grade") -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = os.listdir(folder)
        except OSError as error:
            why = f"cannot be a folder of results: {error.strerror}"
            raise MarkerError(f"{printable(folder)}: {why}") from None
        # A kill may have left a draft of the state.
        others = sorted(name for name in names if not name.startswith(STATE))
        if others and STATE not in names:
            expected = "expected a new folder, or one that --into has made"
            got = printable(others[0])
            raise MarkerError(f"{printable(folder)}: {expected}, got one with {got} in it")
        if STATE not in names:
            with suppress(OSError):  # not every disk has permissions
                self.folder.chmod(0o700)
            _write(self.folder / STATE, "{}")
        self._lock()
        for level in "", "*":
            remove_drafts(os.path.join(escape(folder), level, "*"))
        # Finished folders that a kill kept from being moved to their places.
        for state in (self.folder / UNFINISHED).glob(f"*/{STATE}"):
            self._publish(state.parent)
        #: Values kept from one command to the next, such as the `seed` of the random decks.
        self.remembered = _read(self.folder / STATE)
        if (other := self.remembered.get("command", command)) != command:
            why = f"expected a folder of `{command}`, got one of `{other}`"
            raise MarkerError(f"{printable(folder)}: {why}")
        self.remember(command=command)
        self.marks = read_marks(str(self.folder / MARKS))
        self.by_hand: dict[str, ByHand] = {}
        self.max_points = 0.0
        #: Say which file a list was written to, if somebody had edited it, or that it is old.
        self.list_messages = list[str]()

    def _lock(self) -> None:
        """Lock the folder until this process ends. Raises MarkerError if it is locked already."""
        with suppress(ImportError, OSError):  # not every system has locks, nor every disk
            import fcntl

            lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT)
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                why = "another `poker-table grade` is writing to this folder; wait until it ends"
                raise MarkerError(f"{printable(str(self.folder))}: {why}") from None

    def remember(self, **values: Any) -> None:
        """Save values for the commands that follow."""
        if not self.remembered.items() >= values.items():
            self.remembered |= values
            _write(self.folder / STATE, json.dumps(self.remembered))

    def match_marks(self, entries: Sequence[Entry], max_points: float) -> None:
        """Match the marks given by hand with the submissions.

        Marks by hand are taken to be about the version of a submission that had been marked when
        they first appeared in the file. If it has changed since, they are flagged as `changed`.
        Numbers to dismiss are those of the letter that was there when they first appeared.
        `max_points` is the most that a submission can get.
        """
        self.max_points, looked_at = max_points, dict(self.remembered.get("looked_at", {}))
        names = {name for entry in entries for name in (entry.name, entry.display_name)}
        for entry in entries:
            seen = looked_at.pop(entry.name, {})
            # The name that its marks had in the file, if it is no other submission's by now.
            last_key = {seen.get("key")} - names
            keys = [k for k in (entry.name, entry.display_name, *last_key) if k in self.marks]
            if keys:
                hand = self.marks[keys[0]]
                now, last, given = content_digest(entry.path), self.state(entry.name), as_data(hand)
                if seen.get("given") != given:
                    submission = _finished(last).get("submission", now)
                    seen = {**seen, "given": given, "submission": submission}
                seen = {**seen, "key": keys[0]}
                if seen.get("numbers") != given["dismiss"] and (sheet := _sheet_in(last)):
                    causes = dict(_numbered(sheet))
                    before = zip(seen.get("numbers", ()), seen.get("dismissed", ()), strict=False)
                    causes |= {n: cause for n, cause in before if cause in causes.values()}
                    dismissed = [causes.get(n, "") for n in hand.dismiss]
                    seen = {**seen, "numbers": given["dismiss"], "dismissed": dismissed}
                looked_at[entry.name] = seen
                self.by_hand[entry.name] = replace(hand, changed=seen["submission"] != now)
        self.remember(looked_at=looked_at)

    def unknown_marks(self, entries: Sequence[Entry], missing: Sequence[str] = ()) -> list[str]:
        """Return a message for each name in marks.toml that counts for no submission or student."""
        names = {entry.display_name for entry in entries}.union(missing)
        unknown = self.marks.keys() - names - {entry.name for entry in entries}
        unknown -= {self.remembered["looked_at"][name]["key"] for name in self.by_hand}
        messages = [f"{MARKS}: {no_such_submission(name, names)}" for name in sorted(unknown)]
        for name, student in ((e.name, e.display_name) for e in entries):
            if name != student and {name, student} <= self.marks.keys():
                messages.append(f"{MARKS}: [{student}] does not count for {name}, [{name}] does")
        return messages

    def adjusted(self, sheet: Sheet) -> Sheet:
        """Return a sheet with the penalty for being late and the marks given by hand."""
        hand = (self.marks if sheet.missing else self.by_hand).get(sheet.subject)
        dismissed = self.remembered.get("looked_at", {}).get(sheet.subject, {}).get("dismissed")
        if hand and dismissed is not None:
            numbers = {cause: n for n, cause in _numbered(sheet)}
            hand = replace(hand, dismiss=tuple(numbers.get(cause, 0) for cause in dismissed))
        return with_adjustments(sheet, hand, self.max_points)

    def current_sheet(self, unmarked: Sheet) -> Sheet:
        """Return the sheet of a submission, the unmarked one if it has none.

        If marks by hand changed, its letter is written again; if that fails, its sheet says so.
        """
        folder, state = self._folder(unmarked.subject), self.state(unmarked.subject)
        try:
            if (sheet := self.sheet(unmarked.subject)) is None:
                return unmarked
            adjusted = self.adjusted(sheet)
            hand = as_data(adjusted.by_hand)
            if hand != state.get("by_hand"):
                self._write_letter(folder, adjusted)
                _write(folder / STATE, json.dumps(state | {"by_hand": hand}))
            return adjusted
        except Exception as error:
            files = dict[str, str]()
            failed = failed_sheet(unmarked, error, files)
            _write_all(folder, files)
            return failed

    def state(self, name: str) -> dict[str, Any]:
        """Return a submission's state; `finished` is its fingerprint at the end of the marking."""
        return _read(self._folder(name) / STATE)

    def _folder(self, name: str) -> Path:
        return self.folder / folder_name(name)

    def sheet(self, name: str) -> Sheet | None:
        """Return the sheet of a submission without adjustments, or None if it has none."""
        return _sheet_in(self.state(name))

    def is_finished(self, name: str, fingerprint: Mapping[str, str]) -> bool:
        """Return whether a submission was marked with this fingerprint, without trouble."""
        return bool(self.state(name).get("finished") == fingerprint)

    def finish(self, marking: Marking) -> Sheet:
        """Write a submission's letter, its reports, the files, and last its state.

        All that is written to a new folder, which then replaces the old one. Return the sheet with
        the penalty for being late and the marks given by hand, or if that fails, one that says so.
        """
        try:
            return self._finish(marking)
        except Exception as error:
            sheet, files = marking.sheet, {**marking.files}
            unmarked = Sheet(sheet.subject, (), facts=sheet.facts, late=sheet.late)
            failed = failed_sheet(unmarked, error, files)
            return sheet if sheet.trouble else self.finish(Marking(failed, files=files))

    def _finish(self, marking: Marking) -> Sheet:
        sheet, fingerprint, files = marking
        new = self.folder / UNFINISHED / folder_name(sheet.subject)
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        _write_all(new, files)
        adjusted, old = self.adjusted(sheet), self.sheet(sheet.subject)
        old = old and self.adjusted(old)
        last = old.score if old and old.is_marked else self.state(sheet.subject).get("last")
        if adjusted.is_marked and last not in (None, adjusted.score):
            sheet = replace(sheet, score_before=last)
            adjusted = replace(adjusted, score_before=last)
        self._write_letter(new, adjusted)
        state = {
            "finished": {} if sheet.trouble else fingerprint, "sheet": as_data(sheet),
            "by_hand": as_data(adjusted.by_hand),
            "last": adjusted.score if adjusted.is_marked else last,
        }  # fmt: skip
        _write(new / STATE, json.dumps(state))
        self._publish(new)
        return adjusted

    def _write_letter(self, folder: Path, sheet: Sheet) -> None:
        for old in _deck_files(folder):
            old.unlink()
        write_deck_files(sheet, folder)
        page = letter(sheet, files_beside=True)
        _write(folder / LETTERS[0], html.draw(page))
        _write(folder / LETTERS[1], markdown.draw(page))
        for name, kind in STUDENT_REPORTS.items():
            _write(folder / name, REPORTS[kind]([sheet]))

    def _publish(self, new: Path) -> None:
        folder = self.folder / new.name
        if folder.is_symlink():
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)

    def write_class(
        self, sheets: Sequence[Sheet], notes: Sequence[str] = (), roster: Roster | None = None
    ) -> None:
        """Write the files of the class. `notes` lists files that are not submissions."""
        shutil.rmtree(self.folder / UNFINISHED, ignore_errors=True)
        for name, kind in CLASS_REPORTS.items():
            _write(self.folder / name, REPORTS[kind](sheets))
        write_lessons([sheet for sheet in sheets if sheet.is_marked], self.folder)
        if roster:
            self._write_roster(sheets, roster)
        elif old := self.remembered.get("roster"):
            self.list_messages.append(f"{old} has not been updated: that needs --roster")
        page = class_page(sheets, [*notes, *self.list_messages])
        _write(self.folder / CLASS_PAGE, html.draw(page))
        self._write_feedback([s.subject for s in sheets if MOODLE.fullmatch(s.subject)])

    def _write_feedback(self, names: Sequence[str]) -> None:
        """Write a zip of the letters and their decks, in folders named as in Moodle's download."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                folder = self._folder(name)
                for path in [folder / LETTERS[0], *_deck_files(folder)]:
                    if path.exists():
                        archive.write(path, f"{name}/{path.name}")
        if names:
            _write(self.folder / FEEDBACK, stream.getvalue())

    def _write_roster(self, sheets: Sequence[Sheet], roster: Roster) -> None:
        marked = [sheet for sheet in sheets if sheet.is_marked]
        cells = {
            MARK: {sheet.subject: format_points(sheet.score) for sheet in marked},
            COMMENT: {sheet.subject: platform_comment(sheet) for sheet in marked},
        }
        name = os.path.basename(roster.path)
        self.write_list(name, roster.filled(cells), roster.path)
        self.remember(roster=printable(name))

    def write_list(self, name: str, data: bytes, like: str = "") -> None:
        """Write a list in place of the last one; if somebody has edited that, write it beside.

        A new file gets the permissions of the file `like`.
        """
        digests = self.remembered.get("lists", [])
        path = _place_for_list(self.folder / name, digests)
        if path.name != name:
            beside = f"{printable(name)} has been edited: the new list is {printable(path.name)}"
            self.list_messages.append(f"{beside}; marks by hand belong in {MARKS}")
        # First the digest: if a kill comes between the two, our list does not look edited.
        self.remember(lists=sorted({*digests, _digest(data)}))
        write_whole(str(path), data, force=True, like=like)


def _deck_files(folder: Path) -> list[Path]:
    """Return the files beside a letter that show its mistakes."""
    return [path for path in sorted(folder.glob("*.txt")) if path.name != ERROR_FILE]


def _place_for_list(wanted: Path, digests: Collection[str]) -> Path:
    """Return the first of list.csv, list-2.csv ... that does not exist, or that we have written."""
    path, number = wanted, 1
    while os.path.lexists(path) and not (path.is_file() and _digest(path.read_bytes()) in digests):
        number += 1
        path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def failed_sheet(sheet: Sheet, error: Exception, files: dict[str, str] | None) -> Sheet:
    """Return the sheet of a submission whose marking failed.

    Add to the files for its folder, if it has one, where an error came from that nobody expected.
    """
    if isinstance(error, PokerTableError | OSError):
        return replace(sheet, trouble=printable(str(error)))
    what = "".join(format_exception_only(error)).strip()[:MAX_ERROR]
    trouble = f"poker-table itself failed: {printable(what)}"
    if files is not None:
        trouble += f"; {ERROR_FILE} in its results says where"
        files[ERROR_FILE] = "".join(format_exception(error))
    return replace(sheet, trouble=trouble)


def fingerprint(path: str, *options: object) -> dict[str, str]:
    """Return digests of all that a mark depends on: the submission, this program and its options.

    >>> one, other = (fingerprint("no such file", points) for points in (1, 2))
    >>> [part for part in one if one[part] != other[part]]
    ['marking']
    """
    marking = __version__, judging_code_digest(PACKAGE), options
    return {"submission": content_digest(path), "marking": _digest(os.fsencode(repr(marking)))}


def content_digest(path: str) -> str:
    """Return the digest of the names, modes, links and contents in a file or folder.

    Links are not followed and devices not opened.
    """
    digest = sha256()
    try:
        inner = [entry.path for entry in walk_submission(path)] if os.path.isdir(path) else []
        for inner_path in [path, *inner]:
            about, name = os.lstat(inner_path), os.path.relpath(inner_path, path)
            link = [os.readlink(inner_path)] if stat.S_ISLNK(about.st_mode) else []
            digest.update(repr((name, about.st_mode, *link)).encode())
            if stat.S_ISREG(about.st_mode) and about.st_size <= MAX_BYTES:
                with open(inner_path, "rb") as file:
                    digest.update(file_digest(file, "sha256").digest())
    except OSError as error:  # the marking reports the error
        digest.update(repr(error.errno).encode())
    return digest.hexdigest()


@cache
def judging_code_digest(package: Path) -> str:
    """Return the digest of the code and texts of a package on which marks depend.

    >>> judging_code_digest(PACKAGE) == judging_code_digest(Path("no such package"))
    False
    """
    files = (file for name in MARKING_PACKAGES for file in sorted((package / name).rglob("*")))
    texts = (file.read_bytes() for file in files if file.suffix in (".py", ".txt"))
    return _digest(b"".join(texts))


def folder_name(name: str) -> str:
    """Return the folder name of a submission: its own name if that is safe, else a similar one.

    Two submissions never get the same name. No name is hidden, reserved, or outside RESULTS.

    >>> folder_name("ann"), folder_name("../ann")
    ('ann', 'ann-2a8c40f72d4a407ac9aa8efcf1d1cbfd')
    """
    plain, encoded = _PLAIN.fullmatch(name), os.fsencode(name)
    ours = name in RESERVED_NAMES or _HASH_SUFFIX.search(name)
    if plain and not ours and len(encoded) < 200:
        return name
    similar = re.sub(r"[^a-zA-Z0-9]+", "-", name).strip("-")[:40]
    return f"{similar}-{_digest(encoded)[:32]}"


def _finished(state: Mapping[str, Any]) -> Mapping[str, str]:
    finished = state.get("finished")
    return finished if isinstance(finished, dict) else {}


def _numbered(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """Return the causes of a sheet's mistakes, numbered as in its letter."""
    return enumerate((str(finding.example.cause) for finding in sheet.findings), start=1)


def _sheet_in(state: Mapping[str, Any]) -> Sheet | None:
    try:
        sheet = from_data(state["sheet"])
    except Exception:  # no sheet, or one that another version wrote
        return None
    return sheet if isinstance(sheet, Sheet) else None


def _read(path: Path) -> dict[str, Any]:
    """Return the content of a state file, or an empty dict if it cannot be read."""
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def _write_all(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        _write(folder / name, text.encode("utf-8", "backslashreplace"))


def _write(path: Path, text: str | bytes) -> None:
    write_whole(str(path), text, force=True)
