"""The SQLite file with the events of a class: private, and open in one process."""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import shlex
import sqlite3
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from glob import escape, glob
from typing import NamedTuple
from urllib.parse import quote

from poker_table.files.text import FileError
from poker_table.game.errors import PokerTableError, printable
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers
from poker_table.game.table import Showdown, deal
from poker_table.lesson.questions import Question, questions
from poker_table.present.ballot import Ballot, BallotError, Event, Poll, RefusedError

# VERSION is that of the table, and of the questions that its numbers are about.
APPLICATION_ID, VERSION = 0x706F6B72, 3
LONGEST_CLASS = 12 * 3600  # seconds; after that a killed class cannot be continued, and cookies end
TABLE = (
    "CREATE TABLE event (kind TEXT NOT NULL, phone INTEGER, question INTEGER, round INTEGER,"
    " answer INTEGER, address INTEGER, time REAL, data)"
)
TYPES = str, int, int, int, int, int, float, bytes  # of its columns
INSERT = f"INSERT INTO event VALUES ({', '.join('?' * len(TYPES))})"
FORGET = "UPDATE event SET data = NULL, address = NULL WHERE kind = 'join'"
# What a foreign file may ask of the program that reads it; a class of 5,000 phones stays far below.
LARGEST_FILE, LONGEST_VALUE = 64 << 20, 200_000  # bytes
IN_USE = "a running class or another program has it open: end that first"
DAMAGED = "its contents are not those of a class"


class SaveError(RefusedError):
    """A vote or an action of the lecturer could not be written to the disk."""

    status = 503


class InUseError(FileError):
    """A file of votes is open in another process."""


class ClassDeck(NamedTuple):
    """A deck of a class: its name, its cards, and the number of players that it is dealt to."""

    name: str
    cards: str
    players: int

    @property
    def deck(self) -> DeckForPlayers:
        """The deck, from which nothing is dealt yet."""
        return DeckForPlayers(self.cards, self.players)

    @property
    def showdown(self) -> Showdown:
        """Its deal."""
        return Showdown(deal(self.deck))


class ClassFacts(NamedTuple):
    """What is known of a class when it begins: its first row has it as JSON."""

    name: str  # random; that of the key's file
    command: list[str]
    started: float  # seconds, as of `time.time`
    seed: str | None  # of a random deck; as text because it may exceed the integers of JSON
    decks: list[ClassDeck]

    @classmethod
    def from_json(cls, text: str) -> ClassFacts:
        """Return the facts from JSON, which may be altered.

        Raises ValueError (or TypeError) if `json.dumps` would not write them like this.
        """
        name, command, started, seed, decks = json.loads(text)
        words, seed = [str(word) for word in command], None if seed is None else str(seed)
        class_decks = [ClassDeck(str(deck), str(cards), int(n)) for deck, cards, n in decks]
        facts = cls(str(name), words, float(started), seed, class_decks)
        if not re.fullmatch("[0-9a-f]{32}", name) or json.dumps(facts) != text:
            raise ValueError
        return facts

    @property
    def questions(self) -> list[Question]:
        """The questions about all decks."""
        return [question for deck in self.decks for question in questions(deck.showdown)]

    def is_like(self, other: ClassFacts) -> bool:
        """Return whether other facts have the same command, or the same cards and players."""
        cards, other_cards = ([deck[1:] for deck in facts.decks] for facts in (self, other))
        return self.command == other.command or cards == other_cards

    @property
    def command_line(self) -> str:
        """The command that continues this class."""
        *decks, players = self.command
        option = [] if players == "None" else ["--players", players]
        return printable(shlex.join(["poker-table", "present", *decks, *option]))

    @property
    def key_path(self) -> str:
        """The path of the file with the class's key."""
        return os.path.join(keys_folder(), f"{self.name}.key")

    @property
    def seed_line(self) -> str:
        """A line with the seed of a random deck, for the end of a class; "" for other decks."""
        if self.seed is None:
            return ""
        players = self.decks[0].players
        option = "" if players == MOST_PLAYERS else f" --players {players}"
        return f"The deck was dealt from seed {self.seed}: poker-table --seed {self.seed}{option}\n"


class ClassFile:
    """The file of a class, locked by this process. Raises FileError if it cannot be used."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._database, self.facts, self.ballot = _open(path, "rw")
        self._identity = _identity(path)
        self.key = b""  # without it, the class cannot be continued
        with suppress(OSError), open(self.facts.key_path, "rb") as key:
            self.key = key.read()

    @classmethod
    def create(cls, path: str, facts: ClassFacts) -> ClassFile:
        """Return a new file, with a new key for its hashes elsewhere."""
        made = list[str]()
        try:
            os.makedirs(keys_folder(), 0o700, exist_ok=True)
            for each, content in (facts.key_path, secrets.token_bytes(32)), (path, b""):
                with open(os.open(each, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
                    made.append(each)
                    new.write(content)
            with closing(sqlite3.connect(path, isolation_level=None)) as database, database:
                database.execute("BEGIN")
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                database.execute(f"PRAGMA user_version = {VERSION}")
                database.execute(TABLE)
                database.execute(INSERT, ("class", *[None] * 6, json.dumps(facts)))
        except (OSError, sqlite3.Error) as error:
            for each in made:
                os.unlink(each)
            file = getattr(error, "filename", None) or path
            why = f"{printable(file)}: cannot be written: {getattr(error, 'strerror', error)}"
            if file != path:
                why += "; set XDG_STATE_HOME to a folder for the keys of classes"
            raise FileError(why) from None
        return cls(path)

    def hashed(self, text: str) -> bytes:
        """Return the keyed hash of a text, such as the token in a phone's cookie."""
        return hmac.digest(self.key, text.encode(errors="surrogatepass"), "sha256")[:16]

    def record(self, events: Sequence[Event]) -> list[BallotError | None]:
        """Apply events to the ballot, and write them in one transaction: all that are possible.

        For each event, return why it is not possible, or None. Raises SaveError; then none of them
        has happened. The event "end" also deletes the hashes of cookies and addresses.
        """
        self.check_in_place()
        try:
            with self._database:
                self._database.execute("BEGIN")
                return [self._record(event) for event in events]
        except Exception as error:
            self.ballot = _replay(self._database, self.facts)  # what is on the disk
            if isinstance(error, sqlite3.Error):
                raise SaveError(f"The class could not be saved: {error}.") from None
            raise

    def _record(self, event: Event) -> BallotError | None:
        try:
            self.ballot.apply(event)
        except BallotError as error:
            return error
        self._database.execute(INSERT, event)
        if event.kind == "end":
            self._database.execute(FORGET)
        return None

    def erase(self) -> None:
        """After the end, delete the key, and overwrite the pages that had the hashes.

        After that no vote can be traced to a phone. Raises SaveError.
        """
        try:
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with suppress(FileNotFoundError):
                os.unlink(self.facts.key_path)
        except (sqlite3.Error, OSError) as error:
            raise SaveError(f"The key and the hashes could not be deleted: {error}.") from None

    def check_in_place(self) -> None:
        """Raise SaveError if the file was deleted or replaced since it was opened."""
        if _identity(self.path) != self._identity:
            why = "was deleted or replaced while the class runs: put it back"
            raise SaveError(f"The class could not be saved: {printable(self.path)} {why}.")

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


def _open(path: str, mode: str) -> tuple[sqlite3.Connection, ClassFacts, Ballot]:
    """Open a file of votes, perhaps altered, and read it all; mode "rw" locks it.

    Raises FileError for any other file.
    """
    database, why = None, DAMAGED
    try:
        uri = f"file:{quote(os.fsencode(os.path.abspath(path)))}?mode={mode}"
        database = sqlite3.connect(uri, uri=True, timeout=0.2, isolation_level=None)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        if mode == "rw":  # before anything is read, so that no other process gets in between
            database.executescript("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        # Nothing that another program's file defines is run: it must have our table and no more.
        database.execute("PRAGMA trusted_schema = OFF")
        (found,) = database.execute("PRAGMA application_id").fetchone()
        (version,) = database.execute("PRAGMA user_version").fetchone()
        schema = database.execute("SELECT type, sql FROM sqlite_schema LIMIT 2").fetchall()
        if (found, version, schema) == (APPLICATION_ID, VERSION, [("table", TABLE)]):
            if mode == "rw":  # deleted rows are overwritten, and a commit survives a power cut
                for pragma in "secure_delete = ON", "journal_mode = WAL", "synchronous = FULL":
                    database.execute(f"PRAGMA {pragma}")
            ((text,),) = database.execute("SELECT data FROM event WHERE kind = 'class'")
            facts = ClassFacts.from_json(text)
            return database, facts, _replay(database, facts)
        why = "it is not a file of votes, or one of another version of this program"
    except sqlite3.Error as error:
        busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        why = IN_USE if busy else str(error)
    except (PokerTableError, ValueError, TypeError, OverflowError, RecursionError):
        pass
    if database:
        database.close()
    if why == IN_USE:
        raise InUseError(f"{printable(path)}: {why}")
    raise FileError(f"{printable(path)}: cannot be read as votes: {why}")


def _replay(database: sqlite3.Connection, facts: ClassFacts) -> Ballot:
    """Return the state of a class. Raises ValueError or BallotError if its rows are no events."""
    ballot = Ballot(facts.questions)
    for row in database.execute("SELECT * FROM event WHERE kind <> 'class' ORDER BY rowid"):
        pairs = zip(row, TYPES, strict=True)
        if any(type(value) is not kind and value is not None for value, kind in pairs):
            raise ValueError
        ballot.apply(Event(*row))
    return ballot


def unfinished(facts: ClassFacts, say: Callable[[str], None]) -> ClassFile | None:
    """Return the file of a class with the same command or decks that was killed, or None.

    `say` is called with a sentence about each other class that may be the one that is meant: in a
    file that cannot be opened now, with other decks, or in another folder.
    Also end every class in this folder that is older than LONGEST_CLASS. Anybody can make a file of
    votes, and whoever made it could lead its class: only a file that nobody else could write is
    considered, and only if this user's folder of keys has its key.
    """
    keys = {path for path in glob(os.path.join(escape(keys_folder()), "*.key")) if _is_new(path)}
    for path in sorted(glob(os.path.join(".", "class-*.votes"))):
        if not _is_private(path):
            continue
        try:
            file = ClassFile(path)
        except InUseError as error:
            say(f"{error}, and start again, if this is the class that you want to continue.")
            keys.clear()  # the key of this file may be any of them
            continue
        except FileError:  # not a file of votes
            continue
        age = abs(time.time() - file.facts.started)  # the clock may have been set back
        keys.discard(file.facts.key_path)
        if file.ballot.over or age > LONGEST_CLASS:
            with suppress(SaveError):  # perhaps at the next start
                file.record([Event("end")])  # which is refused if it has ended
                file.erase()
        elif file.key:
            if file.facts.is_like(facts):
                return file
            say(f"{printable(path)} is unfinished. To continue it: {file.facts.command_line}")
        file.close()
    if keys:
        say("Another class is unfinished: to continue that, run its command in its folder.")
    return None


def _is_new(path: str) -> bool:
    with suppress(OSError):
        return time.time() - os.path.getmtime(path) < LONGEST_CLASS
    return False


def _is_private(path: str) -> bool:
    status = os.lstat(path)
    is_own = not hasattr(os, "getuid") or (status.st_uid, status.st_mode & 0o77) == (os.getuid(), 0)
    return stat.S_ISREG(status.st_mode) and is_own


def free_path(day: str) -> str:
    """Return a path for the file of a new class, with a number if the day already has one."""
    number, path = 1, os.path.join(".", f"class-{day}.votes")
    while os.path.lexists(path):
        number += 1
        path = os.path.join(".", f"class-{day}-{number}.votes")
    return path


def read_class(path: str) -> list[tuple[str, Poll]]:
    """Return the questions of a file of votes, perhaps altered, each with the name of its deck.

    Raises FileError.
    """
    if not os.path.isfile(path):
        raise FileError(f"{printable(path)}: there is no such file of votes")
    files = filter(os.path.exists, [path, f"{path}-wal"])  # SQLite reads the log beside it too
    if sum(map(os.path.getsize, files)) > LARGEST_FILE:
        raise FileError(f"{printable(path)}: cannot be read as votes: {DAMAGED}")
    database, facts, ballot = _open(path, "ro")
    database.close()
    names = [deck.name for deck in facts.decks for _ in questions(deck.showdown)]
    return [*zip(names, ballot.polls, strict=True)]
