"""The file of a class: what is saved, who can open it, and the comparison of classes."""

from __future__ import annotations

import json
import os
import random
import re
import sqlite3
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from program import error_of, needs_linux, run

from poker_table.cli.output import FORMS
from poker_table.files.text import FileError
from poker_table.game.deck import Deck
from poker_table.game.random import Random
from poker_table.lesson.questions import questions
from poker_table.present import class_file
from poker_table.present.ballot import Event
from poker_table.present.class_file import (
    APPLICATION_ID,
    LONGEST_CLASS,
    TABLE,
    VERSION,
    ClassDeck,
    ClassFacts,
    ClassFile,
    SaveError,
    free_path,
    keys_folder,
    unfinished,
)
from poker_table.present.results import results_page
from poker_table.show import json as json_form

# A pair (answer 1 of the first question) beats high card.
DECK = ClassDeck("three.txt", "AC KH AD QH 9S JC 8S TH 7D 2H", 2)
PATH = "class-1.votes"
# what the same command says of its class
LIKE = ClassFacts("", ["three.txt", "None"], 0.0, None, [])
OPEN = Event("open", question=0, time=1.0)
CLOSE, TALK, AGAIN = (OPEN._replace(kind=kind) for kind in ("close", "talk", "vote again"))
pytestmark = pytest.mark.usefixtures("in_an_empty_folder", "closed_at_the_end")


@pytest.fixture
def closed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[sqlite3.Connection] = []

    def connect(*args: str, **more: object) -> sqlite3.Connection:
        opened.append(connected(*args, **more))
        return opened[-1]

    connected = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    yield
    for connection in opened:
        connection.close()


def new(path: str = PATH, **changes: object) -> ClassFile:
    facts = ClassFacts("", ["three.txt", "None"], time.time(), None, [DECK])
    facts = facts._replace(name=f"{random.getrandbits(128):032x}", **changes)
    return ClassFile.create(path, facts)


def append(file: ClassFile, events: list[Event]) -> None:
    assert not any(file.record(events))


def votes(*rounds: list[int]) -> list[Event]:
    """Return the events of a class in which phones gave these answers."""
    events = [Event("join", data=bytes([n])) for n in range(20)] + [OPEN]
    for round_, answers in enumerate(rounds):
        events += [CLOSE, TALK, AGAIN] * round_
        events += [Event("vote", phone, 0, round_, answer) for phone, answer in enumerate(answers)]
    return events


def saved(*rounds: list[int], path: str = PATH) -> None:
    file = new(path)
    append(file, votes(*rounds))
    file.close()


def sql(*statements: str, path: str = PATH) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as database:
        return [row for statement in statements for row in database.execute(statement)]


def test_only_the_owner_can_read_a_file_and_its_key():
    file = new()
    append(file, votes([0]))
    files = [path for path in Path.cwd().rglob("*") if path.is_file()]
    assert len(files) == 3
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(Path(keys_folder()).stat().st_mode) == 0o700
    file.close()
    assert file.key not in Path(PATH).read_bytes()
    assert sorted(os.listdir()) == [".keys", PATH]


@pytest.mark.parametrize("set_back", [0, 3600])
def test_a_saved_class_continues(set_back):
    file = new(started=time.time() + set_back)  # by a clock that was wrong then
    append(file, [Event("join", data=file.hashed("a")), OPEN])
    append(file, [Event("vote", 0, 0, 0, 2), Event("vote", 0, 0, 0, 1)])
    file.close()
    again = unfinished(LIKE, print)
    ballot, poll = again.ballot, again.ballot.polls[0]
    assert (ballot.stage, ballot.joined, poll.admitted) == ("first vote", 1, [1, 0])
    assert poll.tally(0)[:3] == [0, 1, 0]
    assert ballot.phones == {again.hashed("a"): 0}
    again.close()
    # so does another command with the same cards
    other = LIKE._replace(command=["./copy.txt", "None"], decks=[DECK._replace(name="./copy.txt")])
    assert unfinished(other, print)


@needs_linux
def test_the_name_of_the_folder_may_be_no_text(monkeypatch):
    os.mkdir(b"\xff?%41#")
    monkeypatch.chdir(os.fsdecode(b"\xff?%41#"))
    saved([0])
    assert unfinished(LIKE, print)


def test_ending_a_class_deletes_key_and_hashes():
    file = new()
    hashed = file.hashed("a")
    append(file, [Event("join", address=7, data=hashed)])
    append(file, [Event("end")])
    file.erase()
    file.close()
    assert sql("SELECT address, data FROM event WHERE kind = 'join'") == [(None, None)]
    assert hashed not in Path(PATH).read_bytes()
    assert os.listdir(keys_folder()) == []
    assert unfinished(LIKE, print) is None


@pytest.mark.parametrize(
    "how", ["another command", "old", "in the future", "no key", "readable", "a link"]
)
def test_only_a_file_of_our_own_is_continued(how):
    """A file from elsewhere would let whoever made it lead the class."""
    ages = {"old": -LONGEST_CLASS - 60, "in the future": LONGEST_CLASS + 60}
    file = new(started=time.time() + ages.get(how, 0))
    append(file, votes())
    file.close()
    like = LIKE._replace(command=["four.txt", "None"]) if how == "another command" else LIKE
    said: list[str] = []
    if how == "no key":
        (key,) = Path(keys_folder()).iterdir()
        key.unlink()
    elif how == "readable":
        Path(PATH).chmod(0o644)
    elif how == "a link":
        Path(PATH).rename("elsewhere")
        Path(PATH).symlink_to("elsewhere")
    Path("class-0.votes").write_text("no votes")
    assert unfinished(like, said.append) is None
    elsewhere = "Another class is unfinished: to continue that, run its command in its folder."
    continued = "class-1.votes is unfinished. To continue it: poker-table present three.txt"
    there = {"another command": [f"./{continued}"], "readable": [elsewhere], "a link": [elsewhere]}
    assert said == there.get(how, [])
    left = sql("SELECT count(*) FROM event WHERE kind = 'end' OR kind = 'join' AND data IS NULL")
    assert left == [(21 if how in ages else 0,)]
    assert free_path("1") == "./class-1-2.votes"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root: chown")
def test_a_file_of_another_user_is_not_continued():
    saved()
    os.chown(PATH, 12345, -1)
    assert unfinished(LIKE, print) is None


def test_a_killed_class_that_a_reader_has_open_is_not_continued_and_that_is_said():
    saved([0])
    with closing(sqlite3.connect(PATH, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").fetchone()
        said: list[str] = []
        assert unfinished(LIKE, said.append) is None
    assert "class-1.votes: a running class or another" in said[0]
    wanted = "end that first, and start again, if this is the class that you want to continue."
    assert said[0].endswith(wanted)
    assert unfinished(LIKE, said.append)
    assert len(said) == 1


@pytest.mark.parametrize("continued", [False, True])
def test_only_one_process_can_open_a_file(continued):
    """Also after a restart, and before the first vote."""
    file = new()
    if continued:
        append(file, votes())
        file.close()
        file = unfinished(LIKE, print)
    busy = r"^class-1\.votes: a running class or another program has it"
    for opens in lambda: ClassFile(PATH), lambda: results_page([PATH]):
        with pytest.raises(FileError, match=busy):
            opens()
    keys = os.listdir(keys_folder())
    with pytest.raises(FileError, match=r"^class-1\.votes: cannot be written: File exists$"):
        new()
    assert os.listdir(keys_folder()) == keys
    other = "import sqlite3; sqlite3.connect('class-1.votes', 0).execute('SELECT * FROM event')"
    done = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True)
    assert "database is locked" in done.stderr
    append(file, [Event("join")])


def test_a_file_that_cannot_be_filled_is_removed(monkeypatch):
    monkeypatch.setattr(class_file, "TABLE", "")
    with pytest.raises(FileError, match=r"^class-1\.votes: cannot be written: no such table"):
        new()
    assert os.listdir() == [".keys"]
    assert os.listdir(keys_folder()) == []


def test_the_keys_may_lie_elsewhere(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    expected = r"^/dev/null/poker-table: cannot be written: .*; set XDG_STATE_HOME to a folder for"
    with pytest.raises(FileError, match=expected):
        new()
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert keys_folder() == "/home/ann/.local/state/poker-table"


def test_events_are_written_all_or_none():
    file = new()
    said = error_of(SaveError, append, file, [Event("join"), Event("join", address={})])
    assert said.startswith("The class could not be saved: Error binding parameter 6")
    assert file.ballot.joined == 0
    append(file, [OPEN])
    file.close()
    assert sql("SELECT kind FROM event") == [("class",), ("open",)]


@pytest.mark.parametrize("what", [PATH, f"{PATH}-wal"])
def test_a_file_that_is_deleted_or_replaced_is_noticed(what):
    file = new()
    append(file, [Event("join")])
    os.rename(what, "away")
    expected = "The class could not be saved: class-1.votes was deleted or replaced while the class"
    for _ in range(2):
        assert error_of(SaveError, append, file, [Event("join")]).startswith(expected)
        Path(what).write_bytes(b"another")
    os.replace("away", what)
    append(file, [OPEN])
    file.close()
    assert sql("SELECT count(*) FROM event") == [(3,)]


def results_of(path: str) -> list[dict[str, object]]:
    return json.loads(json_form.draw(results_page([path])))["questions"]


def asked(*rounds: list[int]) -> list[dict[str, object]]:
    saved(*rounds)
    return results_of(PATH)


def test_results_have_shares_before_and_after_and_the_misconception():
    found = asked([1] * 6 + [2] * 14, [1] * 15 + [0] * 5)[0]
    assert (found["votes_before"], found["right_before"]) == (20, 0.3)
    assert (found["votes_after"], found["right_after"]) == (20, 0.75)
    assert (found["misconception"], found["votes_file"]) == ("two pair", "class-1")


def test_a_killed_class_can_be_compared():
    """Its last events are in the log beside the file."""
    append(new(), votes([1] * 6 + [2] * 14))
    for name in PATH, f"{PATH}-wal":
        Path(f"copy-{name}").write_bytes(Path(name).read_bytes())
    assert results_of(f"copy-{PATH}")[0]["votes_before"] == 20


@pytest.mark.parametrize(
    ("votes", "shown"),
    [([], (0, None, None)), ([1], (1, 1.0, None)), ([1, 0], (2, 0.5, "high card"))],
)
def test_results_hide_nothing_that_the_class_saw(votes, shown):
    found, *others = asked(votes)
    assert (found["votes_before"], found["right_before"], found["misconception"]) == shown
    assert (found["votes_after"], found["right_after"]) == (None, None)
    assert [(row["votes_before"], row["votes_after"]) for row in others] == [(None, None)] * 2
    assert "not asked" in run("present", "--results", PATH)[1]


RECURSION = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"
FACTS = json.dumps(["a" * 32, [], 1.0, None, [["d", "AC KH AD QH 9S JC 8S TH 7D 2H", 2]]])
ALTERED = {
    "text": [],
    "a recursive view": ["ALTER TABLE event RENAME TO e",
     f"CREATE VIEW event AS {RECURSION} x, x, x, x, x, x, x FROM n"],
    "a view beside it": [f"CREATE VIEW v AS {RECURSION} x FROM n"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END"],
    "another table": ["CREATE TABLE more (x)"],
    "another column": ["ALTER TABLE event ADD COLUMN x"],
    "another program's": ["PRAGMA application_id = 1"],
    "another version": ["PRAGMA user_version = 1"],
    "no rows": ["DELETE FROM event"],
    "no class": ["DELETE FROM event WHERE kind = 'class'"],
    "two classes": ["INSERT INTO event (kind) VALUES ('class')"],
    "an unknown kind": ["INSERT INTO event (kind) VALUES ('shuffle')"],
    "a kind of another type": ["UPDATE event SET kind = x'00' WHERE kind = 'open'"],
    "a vote as text": ["UPDATE event SET answer = 'x' WHERE kind = 'vote'"],
    "a vote as a fraction": ["UPDATE event SET phone = 0.5 WHERE kind = 'vote'"],
    "a vote out of range": ["UPDATE event SET answer = 9 WHERE kind = 'vote'"],
    "a negative vote": ["UPDATE event SET answer = -1 WHERE kind = 'vote'"],
    "a huge phone": ["UPDATE event SET phone = 9223372036854775807 WHERE kind = 'vote'"],
    "no phone": ["UPDATE event SET phone = NULL WHERE kind = 'vote'"],
    "no question": ["UPDATE event SET question = NULL"],
    "a negative question": ["UPDATE event SET question = -1"],
    "a hash as text": ["UPDATE event SET data = 'x' WHERE kind = 'join'"],
    "a time as text": ["UPDATE event SET time = 'x'"],
    "a huge value": ["UPDATE event SET data = zeroblob(300000) WHERE kind = 'join'"],
    "votes after the end": ["INSERT INTO event (kind) VALUES ('end')", "INSERT INTO event (kind)"
                            " VALUES ('join')"],
    **{
        f"facts {number}": [f"UPDATE event SET data = '{facts}' WHERE kind = 'class'"]
        for number, facts in enumerate((
            "", "{", "[]", "0", "null", "NaN", "[" * 50_000, "[1, 2, 3, 4, 5, 6]",
            FACTS.replace("aaaa", "../a"), FACTS.replace("1.0", '"now"'),
            FACTS.replace("null", "7"), FACTS.replace("[], 1.0", "[5], 1.0"),
            FACTS.replace('"d"', "0"), FACTS.replace('"d"', "[]"), FACTS.replace("AC KH", "AC AC"),
            FACTS.replace("2H", "XX"), FACTS.replace("KH", "\u202e"), FACTS.replace(" 7D 2H", ""),
            FACTS.replace(", 2]", "]"), FACTS.replace(", 2]", ", 11]"),
            FACTS.replace(", 2]", ", 0]"), FACTS.replace(", 2]", ", 2.0]"),
            FACTS.replace(", 2]", ", true]"), FACTS.replace(", 2]", ', "2"]'),
            FACTS.replace("1.0", "1e999"), FACTS.replace('"AC', '"", "AC'),
        ))
    },
}  # fmt: skip


@pytest.mark.parametrize("how", ALTERED)
def test_an_altered_file_is_refused_in_one_line(how):
    saved([1] * 6 + [2] * 4)
    if how == "text":
        Path(PATH).write_text("7H 9D " * 100)
    sql(*ALTERED[how])
    code, out, err = run("present", "--results", PATH)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("Error: class-1.votes: cannot be read as votes: ")


def test_a_file_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(class_file, "LARGEST_FILE", 8000)
    saved([1] * 20)
    with pytest.raises(FileError, match=r"^class-1\.votes: cannot be read as votes: its contents"):
        results_page([PATH])
    monkeypatch.setattr(class_file, "LARGEST_FILE", 80_000)
    Path(f"{PATH}-wal").write_bytes(bytes(80_000))
    with pytest.raises(FileError, match=r"^class-1\.votes: cannot be read as votes: its contents"):
        results_page([PATH])
    with pytest.raises(FileError, match=r"^none: there is no such file of votes$"):
        results_page(["none"])


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_file_never_ends_in_an_error_of_the_program(seed):
    saved([1] * 6 + [2] * 4)
    chance, data = random.Random(seed), bytearray(Path(PATH).read_bytes())
    for _ in range(20):
        data[chance.randrange(len(data))] = chance.randrange(256)
    Path(PATH).write_bytes(data)
    code, _, err = run("present", "--results", PATH)
    assert code in (0, 1)
    assert "itself failed" not in err


def test_a_narrow_table_names_each_deck_in_the_order_of_the_class(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    new(decks=[DECK._replace(name="z.txt"), DECK]).close()
    out = run("present", "--results", PATH, "--format", "table")[1]
    assert re.findall(r"z\.txt|three\.txt", out) == ["z.txt"] * 3 + ["three.txt"] * 3
    new("class-2.votes").close()
    assert "three.txt" not in run("present", "--results", "class-2.votes", "--format", "table")[1]


@pytest.mark.parametrize("form", FORMS)
def test_each_form_compares_classes_and_sends_no_text_of_a_foreign_file(form):
    saved([1] * 6 + [2] * 14, [1] * 15 + [0] * 5, path="class-2.votes")
    file = new(decks=[DECK._replace(name="=de\x1bck\u202e")])
    append(file, votes([1] * 6 + [2] * 14, [1] * 15 + [0] * 5))
    file.close()
    code, out, err = run("present", "--results", "class-1.votes", "class-2.votes", "--format", form)
    assert (code, err) == (0, "")
    shares = ("0.3", "0.75") if form in ("json", "csv") else ("30 %", "75 %")
    for word in "Which", "class-1", "class-2", "two pair", *shares:
        assert word in out
    assert not {"\x1b", "\u202e"} & {*out}
    assert form != "csv" or "\nWhich hand type wins?,'=de\\x1bck\\u202e," in out


def test_the_table_is_the_one_that_is_expected():
    saved()
    assert sql("SELECT sql FROM sqlite_schema") == [(TABLE,)]
    assert sql("PRAGMA application_id", "PRAGMA user_version") == [(APPLICATION_ID,), (VERSION,)]


def test_other_answers_to_the_questions_need_another_version():
    """A file has the numbers of answers: another order would give old votes another meaning."""
    decks = [ClassDeck("", str(Deck.shuffled(Random(seed))), 2 + seed % 9) for seed in range(50)]
    asked = [
        [(answer.key, answer.right) for answer in question.answers]
        for deck in decks
        for question in questions(deck.showdown)
    ]
    assert (zlib.crc32(str(asked).encode()), VERSION) == (3202751660, 3)
