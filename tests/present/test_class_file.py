"""The file of a class: what is saved, who can open it, and the comparison of classes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from program import run

from poker_table.cli.output import FORMS
from poker_table.files.errors import FileError
from poker_table.lesson.questions import Answer, Question
from poker_table.present import class_file
from poker_table.present.ballot import Ballot
from poker_table.present.class_file import (
    FACT,
    PHONE,
    STAGE,
    VOTE,
    ClassDeck,
    ClassFile,
    SaveError,
    free_path,
    unfinished,
)
from poker_table.present.results import results_page
from poker_table.show import json as json_form

WHO = Question(
    "Who wins?",
    [Answer(f"player {n}", str(n), str(n), n == 2, "", "") for n in (1, 2, 3)],
    [],
)
pytestmark = pytest.mark.usefixtures("in_an_empty_folder", "closed_at_the_end")


@pytest.fixture
def closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[sqlite3.Connection] = []

    def connect(*args: str) -> sqlite3.Connection:
        opened.append(connected(*args))
        return opened[-1]

    connected = class_file.connect
    monkeypatch.setattr(class_file, "connect", connect)
    yield
    for connection in opened:
        connection.close()


def new(path: str = "class-1.votes", command: list[str] | None = None) -> ClassFile:
    return ClassFile.create(
        path, command or ["three.txt"], [(ClassDeck("three.txt", "", 10), [WHO])], None
    )


def voted(file: ClassFile, *rounds: list[int]) -> None:
    rows = [
        (VOTE, (0, round_, phone, answer))
        for round_, answers in enumerate(rounds)
        for phone, answer in enumerate(answers)
    ]
    asyncio.run(file.save(*rows))


def test_only_the_owner_can_read_a_file():
    file = new()
    voted(file, [0])
    for path in Path.cwd().iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    file.close()
    assert [path.name for path in Path.cwd().iterdir()] == ["class-1.votes"]


def test_a_saved_class_is_restored():
    file = new()
    changes = (PHONE, (0, file.hashed("a"))), (STAGE, (0, "first vote", 1)), (FACT, ("now", 0))
    asyncio.run(file.save(*changes, (VOTE, (0, 0, 0, 2)), (VOTE, (0, 0, 0, 1))))
    key = file.facts["key"]
    file.close()
    again = unfinished(".", ["three.txt"])
    assert again.facts["key"] == key
    ballot = again.restore(Ballot([WHO]))
    assert (ballot.stage, ballot.phones, ballot.admitted) == ("first vote", 1, [1])
    assert ballot.tally(0, 0) == [0, 1, 0]
    assert again.hashed("a") == again.all("SELECT hash FROM phone")[0][0]


def test_ending_a_class_deletes_key_and_hashes():
    file = new()
    key, hashed = file.facts["key"], file.hashed("a")
    asyncio.run(file.save((PHONE, (0, hashed))))
    file.end()
    file.close()
    left = Path("class-1.votes").read_bytes()
    assert key not in left
    assert hashed not in left
    assert unfinished(".", ["three.txt"]) is None


def test_only_a_recent_class_of_the_same_command_continues(monkeypatch):
    new().close()
    Path("class-0.votes").write_text("no votes")
    assert unfinished(".", ["four.txt"]) is None
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(class_file.time, "time", lambda: now + class_file.LONGEST_CLASS + 60)
        assert unfinished(".", ["three.txt"]) is None
    assert unfinished(".", ["three.txt"]) is None
    assert free_path(".", "1") == "./class-1-2.votes"


def test_only_one_process_can_open_a_file():
    file = new()
    voted(file, [0])
    busy = r"^class-1\.votes: cannot be read as votes: a class that is still running has it open"
    for opens in lambda: ClassFile("class-1.votes"), lambda: results_page(["class-1.votes"]):
        with pytest.raises(FileError, match=busy):
            opens()
    file.close()
    with pytest.raises(FileError, match=r"^class-1\.votes: cannot be written: File exists$"):
        new()


def test_a_failed_commit_raises_for_every_waiting_change():
    file = new()
    bad = "INSERT INTO nowhere VALUES (1)", ()

    async def both():
        return await asyncio.gather(
            file.save((VOTE, (0, 0, 0, 1))), file.save(bad), return_exceptions=True
        )

    first, second = asyncio.run(both())
    assert isinstance(first, SaveError)
    assert str(second) == "The vote could not be saved: no such table: nowhere."
    assert file.all("SELECT * FROM vote") == []
    voted(file, [1])
    assert file.all("SELECT * FROM vote") == [(0, 0, 0, 1)]


def asked(*rounds: list[int]) -> dict[str, object]:
    file = new()
    voted(file, *rounds)
    file.close()
    (found,) = json.loads(json_form.draw(results_page(["class-1.votes"])))["questions"]
    return found


def test_results_have_shares_before_and_after_and_the_misconception():
    found = asked([1] * 6 + [2] * 14, [1] * 15 + [0] * 5)
    assert (found["votes"], found["right_before"], found["right_after"]) == (20, 0.3, 0.75)
    assert (found["misconception"], found["votes_file"]) == ("player 1", "class-1")


@pytest.mark.parametrize(
    ("votes", "shown"),
    [
        ([1] * 4, (None, None, None)),
        ([1] * 4 + [0] * 6, (10, None, "player 1")),
        ([1] * 6 + [0] * 4, (10, None, None)),
        ([1] * 20, (20, None, None)),
        ([1] * 5 + [0] * 5, (10, 0.5, "player 1")),
    ],
)
def test_numbers_about_fewer_than_five_votes_are_hidden(votes, shown):
    found = asked(votes)
    assert (found["votes"], found["right_before"], found["misconception"]) == shown


@pytest.mark.parametrize("what", ["text", "another program's", "another version"])
def test_a_path_that_is_not_a_file_of_votes(what):
    path = Path("mine.votes")
    if what == "text":
        path.write_text("7H 9D " * 100)
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("CREATE TABLE x (y)")
            ours = class_file.APPLICATION_ID if what == "another version" else 0
            database.execute(f"PRAGMA application_id = {ours}")
    with pytest.raises(FileError, match=r"^mine\.votes: cannot be read as votes: "):
        results_page([str(path)])
    with pytest.raises(FileError, match=r"^none: there is no such file of votes$"):
        results_page(["none"])


@pytest.mark.parametrize("form", FORMS)
def test_each_form_compares_classes(form):
    for number in 1, 2:
        file = new(f"class-{number}.votes")
        voted(file, [1] * 6 + [2] * 14, [1] * 15 + [0] * 5)
        file.close()
    code, out, err = run("present", "--results", "class-1.votes", "class-2.votes", "--format", form)
    assert (code, err) == (0, "")
    shares = ("0.3", "0.75") if form in ("json", "csv") else ("30%", "75%")
    for word in "Who wins?", "class-1", "class-2", "player 1", *shares:
        assert word in out
