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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from glob import escape, glob
from typing import NamedTuple
from urllib.parse import quote

from poker_table.files.errors import FileError
from poker_table.game.errors import PokerTableError, printable
from poker_table.lesson.questions import Answer, Question
from poker_table.present.ballot import Ballot, BallotError, Event

APPLICATION_ID, VERSION = 0x706F6B72, 2  # VERSION is that of the table
LONGEST_CLASS = 12 * 3600  # seconds; after that a killed class cannot be continued
TABLE = (
    "CREATE TABLE event (kind TEXT NOT NULL, phone INTEGER, question INTEGER, round INTEGER,"
    " answer INTEGER, address INTEGER, time REAL, data)"
)
WRONG_TYPES = """
    SELECT 1 FROM event WHERE typeof(kind) <> 'text' OR typeof(time) NOT IN ('real', 'null')
    OR typeof(data) NOT IN ('null', CASE kind WHEN 'class' THEN 'text' ELSE 'blob' END)
    OR 'null, null, null, null, null' <> replace(
        typeof(phone) || ', ' || typeof(question) || ', ' || typeof(round) || ', ' ||
        typeof(answer) || ', ' || typeof(address), 'integer', 'null')
    """
INSERT = f"INSERT INTO event VALUES ({', '.join('?' * len(Event._fields))})"
# What a foreign file may ask of the program that reads it; a class of 5,000 phones stays far below.
LARGEST_FILE, LONGEST_VALUE = 64 << 20, 200_000  # bytes
OTHER = "it is not a file of votes, or one of another version of this program"
IN_USE = "a running class or another program has it open: end that first"
DAMAGED = "its contents are not those of a class"


class SaveError(PokerTableError):
    """A vote or an action of the lecturer could not be written to the disk."""


class InUseError(FileError):
    """A file of votes is open in another process."""


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
            [
                deck,
                question.text,
                [[each.text, each.right, each.strength] for each in question.answers],
            ]
            for deck, question in self.questions
        ]
        return json.dumps([*self[:5], questions])

    @classmethod
    def from_json(cls, text: str) -> ClassFacts:
        """Return the facts from JSON that may be altered.

        Raises ValueError (or TypeError) if they are not written exactly as `to_json` writes them.
        """
        name, command, started, seed, decks, questions = json.loads(text)
        facts = cls(
            str(name),
            [str(word) for word in command],
            float(started),
            None if seed is None else str(seed),
            [ClassDeck(str(deck), str(cards), players) for deck, cards, players in decks],
            [
                (str(deck), Question(str(asked), [_answer(*each) for each in answers], []))
                for deck, asked, answers in questions
            ],
        )
        if not re.fullmatch("[0-9a-f]{32}", name) or facts.to_json() != text:
            raise ValueError
        return facts


def _answer(text: object, right: object, strength: int) -> Answer:
    return Answer(str(text), "", "", bool(right), "", "", strength)


class ClassFile:
    """The file of a class, locked by this process. Raises FileError if it cannot be used."""

    def __init__(self, path: str) -> None:
        self.path = path
        with _open(path, "rw") as self._database:
            # Deleted rows are overwritten, and a commit survives a power cut.
            for pragma in "secure_delete = ON", "journal_mode = WAL", "synchronous = FULL":
                self._database.execute(f"PRAGMA {pragma}")
            self.facts = _facts(self._database)
        self._identity = _identity(path)
        self._key_path = os.path.join(keys_folder(), f"{self.facts.name}.key")
        self.key = b""  # without it, the class cannot be continued
        with suppress(OSError), open(self._key_path, "rb") as key:
            self.key = key.read()

    @classmethod
    def create(cls, path: str, facts: ClassFacts) -> ClassFile:
        """Return a new file, with a new key for its hashes elsewhere."""
        key_path = os.path.join(keys_folder(), f"{facts.name}.key")
        for each, content in (key_path, secrets.token_bytes(32)), (path, b""):
            try:
                os.makedirs(keys_folder(), 0o700, exist_ok=True)
                with open(os.open(each, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
                    new.write(content)
            except OSError as error:
                why = f"{printable(each)}: cannot be written: {error.strerror}"
                if each is key_path:
                    why += "; set XDG_STATE_HOME to a folder for the keys of classes"
                raise FileError(why) from None
        try:
            database = sqlite3.connect(path, isolation_level=None)
            database.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
                f" {TABLE};"
            )
            database.execute(INSERT, Event("class", data=facts.to_json()))
            database.execute("COMMIT")
            database.close()
        except sqlite3.Error as error:
            raise FileError(f"{printable(path)}: cannot be written: {error}") from None
        return cls(path)

    def hashed(self, text: str) -> bytes:
        """Return the keyed hash of a text, such as the token in a phone's cookie."""
        return hmac.digest(self.key, text.encode(errors="surrogatepass"), "sha256")[:16]

    def events(self) -> Iterator[Event]:
        """Yield the events that are on the disk, in their order."""
        return _events(self._database)

    @contextmanager
    def written(self) -> Iterator[None]:
        """Write what is appended in a block in one transaction: all or nothing.

        After the block it is on the disk. Raises SaveError.
        """
        self.check_in_place()
        try:
            self._database.execute("BEGIN")
            yield
            self._database.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):  # SQLite has already rolled back if the disk is full
                self._database.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise SaveError(f"It could not be saved: {error}.") from None
            raise

    def append(self, event: Event) -> None:
        """Append an event. The event "end" also deletes the hashes of cookies and addresses."""
        self._database.execute(INSERT, event)
        if event.kind == "end":
            forget = "UPDATE event SET data = NULL, address = NULL WHERE kind = 'join'"
            self._database.execute(forget)

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


def _identity(path: str) -> list[tuple[int, int]]:
    """Return what tells a file and its log from others under their names. It opens neither.

    A file that this process opens and closes loses the lock of this process.
    """
    try:
        return [(each.st_dev, each.st_ino) for each in (os.stat(path), os.stat(f"{path}-wal"))]
    except OSError:
        return []


@contextmanager
def _open(path: str, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a file of votes; mode "rw" locks it. It is closed if the block fails.

    Raises FileError for any other file, and for what the block finds in it.
    """
    database, why = None, ""
    try:
        uri = f"file:{quote(os.path.abspath(path))}?mode={mode}"
        database = sqlite3.connect(uri, uri=True, timeout=0.2, isolation_level=None)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        if mode == "rw":  # before anything is read, so that no other process gets in between
            database.executescript("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        # Nothing that another program's file defines is run: it must have our table and no more.
        database.execute("PRAGMA trusted_schema = OFF")
        found = [
            database.execute("PRAGMA application_id").fetchone(),
            database.execute("PRAGMA user_version").fetchone(),
            *database.execute("SELECT type, sql FROM sqlite_schema LIMIT 2"),
        ]
        if found != [(APPLICATION_ID,), (VERSION,), ("table", TABLE)]:
            why = OTHER
        elif database.execute(WRONG_TYPES).fetchone():
            why = DAMAGED
        else:
            yield database
            return
    except sqlite3.Error as error:
        busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        why = IN_USE if busy else str(error)
    except (BallotError, ValueError, TypeError, OverflowError, RecursionError):
        why = DAMAGED
    if database:
        database.close()
    kind = InUseError if why == IN_USE else FileError
    raise kind(f"{printable(path)}: cannot be read as votes: {why}")


def _facts(database: sqlite3.Connection) -> ClassFacts:
    rows = database.execute("SELECT kind, data FROM event ORDER BY rowid LIMIT 1").fetchall()
    if [kind for kind, _ in rows] != ["class"]:
        raise ValueError
    return ClassFacts.from_json(rows[0][1])


def _events(database: sqlite3.Connection) -> Iterator[Event]:
    rows = database.execute("SELECT * FROM event ORDER BY rowid LIMIT -1 OFFSET 1")
    return map(Event._make, rows)


def unfinished(folder: str, command: list[str], say: Callable[[str], None]) -> ClassFile | None:
    """Return the file of a class that was started by the same command and killed, or None.

    `say` is called with a sentence about each file that cannot be opened now: it may be the one.
    Also end every class in the folder that is older than LONGEST_CLASS. Anybody can make a file of
    votes, and whoever made it could lead its class: only a file that nobody else could write is
    considered, and only if this user's folder of keys has its key.
    """
    for path in sorted(glob(os.path.join(escape(folder), "class-*.votes"))):
        if not _is_private(path):
            continue
        try:
            file = ClassFile(path)
        except InUseError as error:
            say(f"{error}, and start again, if this is the class that you want to continue.")
            continue
        except FileError:  # not a file of votes
            continue
        age = time.time() - file.facts.started
        is_over = any(event.kind == "end" for event in file.events())
        if not is_over and 0 <= age <= LONGEST_CLASS and file.facts.command == command and file.key:
            return file
        if is_over or age > LONGEST_CLASS:
            with suppress(SaveError):  # perhaps at the next start
                if not is_over:
                    with file.written():
                        file.append(Event("end"))
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


def read_class(path: str) -> tuple[ClassFacts, Ballot]:
    """Return the facts and the last state of a file of votes, perhaps altered. Raises FileError."""
    if not os.path.isfile(path):
        raise FileError(f"{printable(path)}: there is no such file of votes")
    if os.path.getsize(path) > LARGEST_FILE:
        raise FileError(f"{printable(path)}: cannot be read as votes: {DAMAGED}")
    with _open(path, "ro") as database:
        facts = _facts(database)
        ballot = Ballot([question for _, question in facts.questions])
        ballot.replay(_events(database))
        database.close()
    return facts, ballot
