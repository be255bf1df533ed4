"""The SQLite file with a class's votes: readable by its owner alone, open in one process."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import sqlite3
import time
from contextlib import closing, suppress
from glob import escape, glob
from typing import Any, NamedTuple

from poker_table.files.errors import FileError
from poker_table.game.errors import PokerTableError, printable
from poker_table.lesson.questions import Question
from poker_table.present.ballot import Ballot, Stage

APPLICATION_ID, VERSION = 0x706F6B72, 1  # VERSION is that of the tables
LONGEST_CLASS = 12 * 3600  # seconds; after that a killed class cannot be continued
TABLES = """
BEGIN EXCLUSIVE;
CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE question (number INTEGER PRIMARY KEY, deck TEXT, text TEXT);
CREATE TABLE answer (question, number, text TEXT, correct INTEGER, PRIMARY KEY (question, number));
CREATE TABLE stage (question INTEGER PRIMARY KEY, stage TEXT, admitted INTEGER);
CREATE TABLE phone (number INTEGER PRIMARY KEY, hash BLOB);
CREATE TABLE lecturer (hash BLOB);
CREATE TABLE vote (question, round, phone, answer, PRIMARY KEY (question, round, phone));
"""
FACT = "INSERT OR REPLACE INTO fact VALUES (?, ?)"
STAGE = "INSERT OR REPLACE INTO stage VALUES (?, ?, ?)"
PHONE = "INSERT INTO phone VALUES (?, ?)"
LECTURER = "INSERT INTO lecturer VALUES (?)"
VOTE = "INSERT OR REPLACE INTO vote VALUES (?, ?, ?, ?)"
Row = tuple[Any, ...]
PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "secure_delete = ON",  # overwrite deleted rows
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit survives a power cut
)


class SaveError(PokerTableError):
    """A vote or an action of the lecturer could not be written to the disk."""


class ClassDeck(NamedTuple):
    """A deck of a class."""

    name: str
    cards: str
    players: int | None  # how many players it is dealt to; None means ten


class ClassFile:
    """The file of a class, locked by this process. Raises FileError if it cannot be opened."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._database = connect(path, *PRAGMAS)
        except sqlite3.Error as error:
            raise unusable(path, error) from None
        self.facts: dict[str, Any] = {}
        if self.all("SELECT 1 FROM sqlite_master"):
            self.facts = dict(self.all("SELECT * FROM fact"))
        self._waiting: list[tuple[str, Row, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    def create(
        cls,
        path: str,
        command: list[str],
        asked: list[tuple[ClassDeck, list[Question]]],
        seed: int | None,
    ) -> ClassFile:
        """Return a new file with the questions of a class and a new key for its hashes."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            raise FileError(f"{printable(path)}: cannot be written: {error.strerror}") from None
        file = cls(path)
        file.facts = {
            "key": secrets.token_bytes(32),
            "command": json.dumps(command),
            "decks": json.dumps([deck for deck, _ in asked]),
            "started": time.time(),
            "seed": str(seed) if seed else seed,  # as text: it may exceed SQLite's 64 bits
        }
        file._database.executescript(TABLES)
        pairs = ((deck.name, question) for deck, questions in asked for question in questions)
        execute = file._database.execute
        for number, (deck, question) in enumerate(pairs):
            execute("INSERT INTO question VALUES (?, ?, ?)", (number, deck, question.text))
            for index, answer in enumerate(question.answers):
                row = number, index, answer.text, answer.right
                execute("INSERT INTO answer VALUES (?, ?, ?, ?)", row)
        for fact in file.facts.items():
            execute(FACT, fact)
        execute(f"PRAGMA application_id = {APPLICATION_ID}")
        execute(f"PRAGMA user_version = {VERSION}")
        execute("COMMIT")
        return file

    def all(self, query: str) -> list[Any]:
        """Return the rows of a query. Raises FileError."""
        try:
            return self._database.execute(query).fetchall()
        except sqlite3.Error as error:
            raise unusable(self.path, error) from None

    @property
    def decks(self) -> list[ClassDeck]:
        """The decks of the class."""
        return [ClassDeck(*deck) for deck in json.loads(self.facts["decks"])]

    def restore(self, ballot: Ballot) -> Ballot:
        """Return a new ballot with the same questions and everything that was saved."""
        restored = Ballot(ballot.questions)
        for question, stage, admitted in self.all("SELECT * FROM stage"):
            restored.stages[question], restored.admitted[question] = Stage(stage), admitted
        for question, round_, phone, answer in self.all("SELECT * FROM vote"):
            restored.votes[question][round_][phone] = answer
        facts = dict(self.all("SELECT * FROM fact"))
        restored.now, restored.locked = facts.get("now"), bool(facts.get("locked"))
        restored.phones = self.all("SELECT count(*) FROM phone")[0][0]
        restored.over = "key" not in facts
        return restored

    def hashed(self, token: str) -> bytes:
        """Return the keyed hash of a cookie's token; the file identifies a browser by it."""
        return hmac.digest(self.facts["key"], token.encode(), "sha256")[:16]

    async def save(self, *changes: tuple[str, Row]) -> None:
        """Return when changes are on the disk; changes that wait together are committed together.

        Raises SaveError if they cannot be written.
        """
        loop = asyncio.get_running_loop()
        futures = [loop.create_future() for _ in changes]
        pairs = zip(changes, futures, strict=True)
        self._waiting += [(*change, future) for change, future in pairs]
        if self._writer is None:
            self._writer = loop.create_task(self._write())
        await asyncio.gather(*futures)

    @property
    def writing(self) -> bool:
        """Whether changes are still to be written."""
        return self._writer is not None

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await asyncio.to_thread(self._commit, [change[:2] for change in batch])
                error = None
            except sqlite3.Error as cause:
                error = SaveError(f"The vote could not be saved: {cause}.")
            for *_, future in batch:
                if not future.done():
                    future.set_exception(error) if error else future.set_result(None)
        self._writer = None

    def _commit(self, batch: list[tuple[str, Row]]) -> None:
        self._database.execute("BEGIN")
        try:
            for statement, row in batch:
                self._database.execute(statement, row)
            self._database.execute("COMMIT")
        except sqlite3.Error:
            with suppress(sqlite3.Error):  # SQLite has already rolled back if the disk is full
                self._database.execute("ROLLBACK")
            raise

    def end(self) -> None:
        """Delete the key and the hashes, so that no vote can be traced to a phone any more."""
        self.all("DELETE FROM fact WHERE name = 'key'")
        self.all("UPDATE phone SET hash = NULL")
        self.all("DELETE FROM lecturer")
        self.all("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file; SQLite merges its two auxiliary files into it."""
        self._database.close()


def connect(path: str, *pragmas: str) -> sqlite3.Connection:
    """Open an existing file of votes, or an empty file. Raises sqlite3.Error for any other file."""
    database = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
    try:
        for pragma, expected in ("application_id", APPLICATION_ID), ("user_version", VERSION):
            value = database.execute(f"PRAGMA {pragma}").fetchone()[0]
            if value != expected and database.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise sqlite3.DatabaseError("it is not a file of votes, or it has another version")
        for pragma in pragmas:
            database.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        database.close()
        raise
    return database


def unusable(path: str, error: sqlite3.Error) -> FileError:
    """Return a FileError that says why a file of votes cannot be used."""
    busy = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY
    why = "a class that is still running has it open: press Ctrl-C there first" if busy else error
    return FileError(f"{printable(path)}: cannot be read as votes: {why}")


def unfinished(folder: str, command: list[str]) -> ClassFile | None:
    """Return the file of a class that was started by the same command and killed, or None.

    Also end every class in the folder that is older than LONGEST_CLASS.
    """
    for path in sorted(glob(os.path.join(escape(folder), "class-*.votes"))):
        try:
            file = ClassFile(path)
        except FileError:  # not a file of votes, or in use
            continue
        if "key" in file.facts and time.time() - file.facts["started"] > LONGEST_CLASS:
            file.end()
        elif "key" in file.facts and file.facts["command"] == json.dumps(command):
            return file
        file.close()
    return None


def free_path(folder: str, day: str) -> str:
    """Return a path for the file of a new class, with a number if the day already has one."""
    number, path = 1, os.path.join(folder, f"class-{day}.votes")
    while os.path.lexists(path):
        number += 1
        path = os.path.join(folder, f"class-{day}-{number}.votes")
    return path


def read_only(path: str, queries: list[str]) -> list[list[Any]]:
    """Return the rows of each query on a file of votes. Raises FileError."""
    if not os.path.isfile(path):
        raise FileError(f"{printable(path)}: there is no such file of votes")
    try:
        with closing(connect(path)) as database:
            return [database.execute(query).fetchall() for query in queries]
    except sqlite3.Error as error:
        raise unusable(path, error) from None
