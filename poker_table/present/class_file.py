"""The SQLite file with the events of a class: private, and open in one process."""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import sqlite3
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from glob import escape, glob
from typing import Any, NamedTuple
from urllib.parse import quote

from poker_table.files.errors import FileError
from poker_table.game.errors import PokerTableError, printable
from poker_table.lesson.questions import Answer, Question
from poker_table.present.ballot import Event

APPLICATION_ID, VERSION = 0x706F6B72, 2  # VERSION is that of the table
LONGEST_CLASS = 12 * 3600  # seconds; after that a killed class cannot be continued
TABLE = (
    "CREATE TABLE event (kind TEXT NOT NULL, phone INTEGER, question INTEGER, round INTEGER,"
    " answer INTEGER, time REAL, data)"
)
INSERT = f"INSERT INTO event VALUES ({', '.join('?' * len(Event._fields))})"
# What a file may ask of the program that reads it; a class of 5,000 phones stays far below.
MOST_EVENTS, LONGEST_VALUE = 1_000_000, 200_000
OTHER = "it is not a file of votes, or one of another version of this program"
DAMAGED = "its contents are not those of a class"


class SaveError(PokerTableError):
    """A vote or an action of the lecturer could not be written to the disk."""


class ClassDeck(NamedTuple):
    """A deck of a class."""

    name: str
    cards: str
    players: int | None  # how many players it is dealt to; None means ten


class ClassFacts(NamedTuple):
    """What is known of a class when it begins: the data of its first event, as JSON."""

    name: str  # random; that of the key's file
    command: list[str]
    started: float  # seconds, as of `time.time`
    seed: str | None  # of a random deck; as text because it may exceed the integers of JSON
    decks: list[ClassDeck]
    questions: list[tuple[str, Question]]  # each with the name of its deck

    def to_json(self) -> str:
        """Return the facts as JSON; the answers without reply and reason."""
        questions = [
            [deck, question.text, [[answer.text, answer.right] for answer in question.answers]]
            for deck, question in self.questions
        ]
        return json.dumps([*self[:5], questions])

    @classmethod
    def from_json(cls, text: object) -> ClassFacts:
        """Return the facts from JSON that may be altered. Raises ValueError or TypeError."""
        name, command, started, seed, decks, questions = json.loads(_of(text, str))
        if not re.fullmatch("[0-9a-f]{32}", name):
            raise ValueError
        return cls(
            name,
            [_of(word, str) for word in command],
            _of(started, float),
            _of(seed, str, type(None)),
            [ClassDeck(_of(deck, str), _of(cards, str), players) for deck, cards, players in decks],
            [_question(*question) for question in questions],
        )


def _question(deck: object, text: object, answers: Any) -> tuple[str, Question]:
    read = [Answer(_of(each, str), "", "", _of(right, bool), "", "") for each, right in answers]
    return _of(deck, str), Question(_of(text, str), read, [])


def _of(value: object, *types: type) -> Any:
    """Return a value that has one of some types. Raises TypeError."""
    if type(value) not in types:
        raise TypeError
    return value


class ClassFile:
    """The file of a class, locked by this process. Raises FileError if it cannot be used.

    `events` are those that it had when it was opened.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._database = _connect(path, "rw")
        except sqlite3.Error as error:
            raise unusable(path, error) from None
        try:
            # Deleted rows are overwritten, and a commit survives a power cut.
            for pragma in "secure_delete = ON", "journal_mode = WAL", "synchronous = FULL":
                self._database.execute(f"PRAGMA {pragma}")
            self.facts, self.events = _contents(self._database)
        except sqlite3.Error as error:
            self._database.close()
            raise unusable(path, error) from None
        self._identity = _identity(path)
        self._key_path = os.path.join(keys_folder(), f"{self.facts.name}.key")
        self.key = b""  # without it, the class cannot be continued
        with suppress(OSError), open(self._key_path, "rb") as key:
            self.key = key.read()

    @classmethod
    def create(cls, path: str, facts: ClassFacts) -> ClassFile:
        """Return a new file, with a new key for its hashes elsewhere."""
        folder = keys_folder()
        key_path = os.path.join(folder, f"{facts.name}.key")
        for each, content in (key_path, secrets.token_bytes(32)), (path, b""):
            try:
                os.makedirs(folder, 0o700, exist_ok=True)
                with open(os.open(each, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
                    new.write(content)
            except OSError as error:
                why = f"{printable(each)}: cannot be written: {error.strerror}"
                if each is key_path:
                    why += "; set XDG_STATE_HOME to a folder for the keys of classes"
                raise FileError(why) from None
        try:
            database = sqlite3.connect(path, isolation_level=None)
            database.execute("BEGIN")
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {VERSION}")
            database.execute(TABLE)
            database.execute(INSERT, Event("class", data=facts.to_json()))
            database.execute("COMMIT")
            database.close()
        except sqlite3.Error as error:
            raise FileError(f"{printable(path)}: cannot be written: {error}") from None
        return cls(path)

    def hashed(self, text: str) -> bytes:
        """Return the keyed hash of a cookie's token; the file identifies a phone by it."""
        return hmac.digest(self.key, text.encode(errors="surrogatepass"), "sha256")[:16]

    def append(self, events: Sequence[Event]) -> None:
        """Write events together: all or none. Return when they are on the disk.

        The event "end" also deletes the hashes of the phones' cookies. Raises SaveError.
        """
        self.check_in_place()
        try:
            self._database.execute("BEGIN")
            self._database.executemany(INSERT, events)
            if any(event.kind == "end" for event in events):
                self._database.execute("UPDATE event SET data = NULL WHERE kind = 'join'")
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # SQLite has already rolled back if the disk is full
                self._database.execute("ROLLBACK")
            raise SaveError(f"It could not be saved: {error}.") from None

    def erase(self) -> None:
        """After the end, delete the key, and overwrite the pages that had the hashes.

        After that no vote can be traced to a phone. Raises SaveError.
        """
        try:
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with suppress(FileNotFoundError):
                os.unlink(self._key_path)
        except (sqlite3.Error, OSError) as error:
            raise SaveError(f"The key and the hashes could not be deleted: {error}.") from None

    def check_in_place(self) -> None:
        """Raise SaveError if the file was deleted or replaced since it was opened."""
        if _identity(self.path) != self._identity:
            why = "was deleted or replaced while the class runs: put it back"
            raise SaveError(f"It could not be saved: {printable(self.path)} {why}.")

    def close(self) -> None:
        """Close the file; SQLite merges its auxiliary file into it."""
        with suppress(sqlite3.Error):
            self._database.close()


def keys_folder() -> str:
    """Return the folder for the keys of classes: never that of the votes, which people pass on."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(state, "poker-table")


def _identity(path: str) -> list[tuple[int, int] | None]:
    """Return what tells a file and its log from others under their names. It opens neither.

    A file that this process opens and closes loses the lock of this process.
    """
    found: list[tuple[int, int] | None] = []
    for each in path, f"{path}-wal":
        try:
            status = os.stat(each)
            found.append((status.st_dev, status.st_ino))
        except OSError:
            found.append(None)
    return found


def _connect(path: str, mode: str) -> sqlite3.Connection:
    """Open a file of votes; mode "rw" locks it. Raises sqlite3.Error for any other file."""
    uri = f"file:{quote(os.path.abspath(path))}?mode={mode}"
    database = sqlite3.connect(
        uri, uri=True, timeout=0.2, isolation_level=None, check_same_thread=False
    )
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        if mode == "rw":  # before anything is read, so that no other process gets in between
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("COMMIT")
        # Nothing that another program's file defines is run: it must have our table and no more.
        database.execute("PRAGMA trusted_schema = OFF")
        for pragma, expected in ("application_id", APPLICATION_ID), ("user_version", VERSION):
            if database.execute(f"PRAGMA {pragma}").fetchone()[0] != expected:
                raise sqlite3.DatabaseError(OTHER)
        if database.execute("SELECT type, sql FROM sqlite_schema").fetchall() != [("table", TABLE)]:
            raise sqlite3.DatabaseError(OTHER)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _contents(database: sqlite3.Connection) -> tuple[ClassFacts, list[Event]]:
    """Return the facts of a class and its events. Raises sqlite3.Error for what is no class."""
    rows = database.execute(f"SELECT * FROM event ORDER BY rowid LIMIT {MOST_EVENTS + 1}")
    try:
        first = Event(*next(rows))
        facts = ClassFacts.from_json(first.data)
        events = [_checked(Event(*row)) for row in rows]
    except (ValueError, TypeError, RecursionError, StopIteration, OverflowError):
        raise sqlite3.DatabaseError(DAMAGED) from None
    if first.kind != "class" or len(events) >= MOST_EVENTS:
        raise sqlite3.DatabaseError(DAMAGED)
    return facts, events


def _checked(event: Event) -> Event:
    """Return an event if its values have the right types. Raises TypeError."""
    kind, *numbers, when, data = event
    for number in numbers:
        _of(number, int, type(None))
    _of(kind, str), _of(when, float, type(None)), _of(data, bytes, type(None))
    return event


def unusable(path: str, error: sqlite3.Error) -> FileError:
    """Return a FileError that says why a file of votes cannot be used."""
    busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    why = "a running class or another program has it open: end that first" if busy else error
    return FileError(f"{printable(path)}: cannot be read as votes: {why}")


def unfinished(folder: str, command: list[str]) -> ClassFile | None:
    """Return the file of a class that was started by the same command and killed, or None.

    Also end every class in the folder that is older than LONGEST_CLASS. Anybody can make a file of
    votes, and whoever made it could lead its class: only a file that nobody else could write is
    considered, and only if this user's folder of keys has its key.
    """
    for path in sorted(glob(os.path.join(escape(folder), "class-*.votes"))):
        if not _is_private(path):
            continue
        try:
            file = ClassFile(path)
        except FileError:  # not a file of votes, or in use
            continue
        age = time.time() - file.facts.started
        is_over = any(event.kind == "end" for event in file.events)
        if not is_over and 0 <= age <= LONGEST_CLASS and file.facts.command == command and file.key:
            return file
        if (is_over or age > LONGEST_CLASS) and (file.key or any(e.data for e in file.events)):
            with suppress(SaveError):  # perhaps at the next start
                file.append([] if is_over else [Event("end")])
                file.erase()
        file.close()
    return None


def _is_private(path: str) -> bool:
    status = os.lstat(path)
    is_own = not hasattr(os, "getuid") or (status.st_uid, status.st_mode & 0o77) == (os.getuid(), 0)
    return stat.S_ISREG(status.st_mode) and is_own


def free_path(folder: str, day: str) -> str:
    """Return a path for the file of a new class, with a number if the day already has one."""
    number, path = 1, os.path.join(folder, f"class-{day}.votes")
    while os.path.lexists(path):
        number += 1
        path = os.path.join(folder, f"class-{day}-{number}.votes")
    return path


def read_class(path: str) -> tuple[ClassFacts, list[Event]]:
    """Return the facts and the events of a file of votes, perhaps altered. Raises FileError."""
    if not os.path.isfile(path):
        raise FileError(f"{printable(path)}: there is no such file of votes")
    try:
        database = _connect(path, "ro")
        try:
            return _contents(database)
        finally:
            database.close()
    except sqlite3.Error as error:
        raise unusable(path, error) from None
