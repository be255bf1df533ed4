"""Every option and every pair of options of every command: none fails badly, none is ignored.

The lines are built from the parsers themselves. The expensive parts (the server, the browser, the
marking, the counting) are replaced by functions that record what they are given.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from random import Random as Chooser
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import MagicMock, patch

import pytest
from program import parser_of

from poker_table.cli import main
from poker_table.cli.commands import COMMANDS, chances, decks, grade, practice, present, simulate
from poker_table.files.deck_file import bundled_decks
from poker_table.game.deck import Deck
from poker_table.game.players import players_of
from poker_table.game.random import Random
from poker_table.grading.batch import Batch
from poker_table.grading.sheet import FAILED, Item, Sheet
from poker_table.lesson import chances as lesson_chances
from poker_table.lesson import page as lesson_page
from poker_table.lesson.interesting import BestSoFar
from poker_table.lesson.showdown import showdown_page
from poker_table.order import composed
from poker_table.show.page import Page, Section
from poker_table.simulation import run as runs
from poker_table.simulation.chances.answer import Chances, Sample
from poker_table.simulation.chances.question import question_of_deck
from poker_table.simulation.chances.whole_deal import WholeDeal
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.statistics import HANDS_OF_TYPE

HANDS = "AS AH AD AC KH\nAS AS AD AC KH\n2C 3D 5H 7S 9C KD KH\n"
ROUND = "AC AD KH 9S 8S ; AH AS QC JC TC"
ROUNDS = f"{ROUND}\nAC {ROUND}\n2C 3D 4H 5S 7S ; 2S 3S 4S 5C 7D\n"
FILES = {
    "hands.txt": HANDS,
    "rounds.txt": ROUNDS,
    "tests.txt": ROUNDS,
    "program": "",
    "needed.txt": "",
    "rubric.toml": "[points]\ntypes = 7\n",
    "languages.toml": '[py]\nrun = "python3 -I {file}"\n',
    "names.csv": "Name,Grade,Other\nann,,\nben,,\n",
    "batch/ann.py": "",
    "batch/ben.py": "",
    "tests/ann.txt": ROUNDS,
    "decks/mine.txt": " ".join(map(str, Deck().cards)),
    "results/a.votes": "",
    "practised/a.txt": "practice 0 of 1",
}
#: Small values of the options, the usual one first; a flag has none.
VALUES = {
    "--seed": "3", "--deal": "2", "--composed": "2", "--players": "3 2", "--deals": "5",
    "--delay": "1", "--title": "Title", "--save": "saved.txt", "--workers": "61",
    "--format": "json words plain table html svg markdown csv",
    "--export": "out.md out.txt out.csv out.json out.html out.svg", "--engine": "plain fast",
    "--dask": "tcp://nowhere:1", "--swaps": "2", "--cards": "7",
    "--board": "9d,2c,Jh", "--dead": "3c", "--after": "48 20", "--within": "5", "--of": "4",
    "--most": "changes kicker", "--port": "9", "--address": "http://votes.example/",
    "--proxy": "192.0.2.7", "--report": "json=report.json csv=report.csv", "--random": "1 0",
    "--timeout": "3", "--total": "7", "--sandbox": "none", "--decks": "decks",
    "--needs": "needed.txt", "--rubric": "rubric.toml", "--batch": "batch", "--compile": "make",
    "--languages": "languages.toml", "--roster": "names.csv", "--column": "Other",
    "--into": "marked", "--only": "ann.py",
}  # fmt: skip
OF_COMMAND = {
    "chances --format": "json words plain table html svg markdown csv poker",
    "compare --format": f"{VALUES['--format']} test-eval rounds",
    "mutants --batch": "tests",
    "practice --results": "practised",
    "present --results": "results/a.votes",
}
BATCH = ["--batch", "batch", "--into", "marked"]
#: The usual words of each command, with options that many others need.
USUAL: dict[str, list[tuple[list[str], list[str]]]] = {
    "deal": [([], ["three.txt"]), ([], [])],
    "simulate": [([], []), ([], ["20"])],
    "evaluate": [([], ["hands.txt"])],
    "compare": [([], ["rounds.txt"])],
    "chances": [([], ["Kh Qs ; As Ac"]), ([], ["three.txt"])],
    "present": [([], ["three.txt"]), ([], [])],
    "practice": [([], [])],
    "decks": [([], [])],
    "decks show": [([], ["three.txt"])],
    "decks copy": [([], ["copied"])],
    "decks make": [([], ["1: pair of twos"]), ([], [])],
    "grade": [([], ["./program"]), (BATCH, ["./program"])],
    "mutants": [([], ["tests.txt"]), ([], []), (["--batch", "tests", "--into", "marked"], [])],
}


class Outcome(NamedTuple):
    """All that can be seen of a command line."""

    code: int
    out: str
    err: str
    files: dict[str, bytes]
    given: list[str]


@cache
def options_of(command: str) -> dict[str, list[list[str]]]:
    """Return each option of a command, as words of a command line: one list for each value."""
    options: dict[str, list[list[str]]] = {}
    for action in parser_of(command)._actions:
        if action.option_strings and action.default != "==SUPPRESS==":
            name = action.option_strings[-1]
            values = OF_COMMAND.get(f"{command} {name}", VALUES.get(name, ""))
            takes_none = action.nargs == 0
            options[name] = [[name]] if takes_none else [[name, v] for v in values.split()]
    return options


def line_of(command: str, options: Iterable[str], words: list[str]) -> tuple[str, ...]:
    """Return a command line; what follows grade's words would be the program's."""
    both = [*options, *words] if command == "grade" else [*words, *options]
    return *command.split(), *both


GIVEN: list[str] = []  # what the replaced parts of the line that runs were given


@cache
def _tally(players: int) -> Tally:
    return runs.simulate(20, 7, players)


def _simulated(deals, seed, players, how_counted):
    GIVEN.append(f"{deals} {seed} {players} {how_counted.engine} {how_counted.workers}")
    yield _tally(players)


def _all_hands(*settings):
    GIVEN.append(f"{settings}")
    yield HANDS_OF_TYPE


def _swaps(seed, deals, swaps, compare=simulate.compare):
    GIVEN.append(f"{seed} {deals} {swaps}")
    return compare(seed, 5, swaps)


@contextmanager
def _dask(address, workers):
    GIVEN.append(f"{address}")
    yield None, 2 if address else workers


def _no_chances(question, method):
    return Chances(question, method, [0] * (question.layout.number_of_counts - 1) + [10])


def _chances(question, method, how_counted):
    how = "exact" if method is None else (method.seed, method.within or method.deals)
    GIVEN.append(f"{question.layout} {how} {how_counted.engine} {how_counted.workers}")
    yield _no_chances(question, method)


def _whole_deal(deck, deals, seed):
    GIVEN.append(f"{players_of(deck)} {deals} {seed}")
    after = [_no_chances(question_of_deck(deck, n), Sample(seed, deals)) for n in range(2)]
    yield WholeDeal(deck.cards, after)


def _best_deal(kind, seed, deals, players):
    GIVEN.append(f"{kind} {seed} {deals} {players}")
    yield BestSoFar(deals, 1, 1.0)


def _lesson(showdown, source, _, title=""):
    return showdown_page(showdown, source)._replace(title=f"lesson {title}")


def _create(path, facts):
    GIVEN.append(f"{facts.seed} {facts.decks}")
    return MagicMock(path="class.votes", facts=facts)


def _served(_, __, address):
    GIVEN.append(address)
    return SimpleNamespace(keys={"1": "projector", "2": "remote"}, ballot=MagicMock(over=True))


def _given(*values, **_):
    GIVEN.append(f"{values}")
    return MagicMock()


def _server(_, trusted):
    return _given(trusted)


def _votes(paths):
    return Page(f"Votes {paths}", [Section(notes=["None."])], lead="Lead.")


def _sheet(name):
    return Sheet(name, (Item("types", "Types", 5, 3, FAILED, "wrong"),))


def _marked(submission, options, _):
    seen = vars(options) | {"facts": ""}  # they have the seed, even if there is no random deck
    GIVEN.append(f"{submission.name} {sorted(os.listdir(submission.folder))} {seen}")
    return _sheet(submission.name)


class _Batch:
    """Instead of marking, tell what a batch was given."""

    def __init__(self, *options):
        seen = dict(zip(map(attrgetter("name"), fields(Batch)), options, strict=True))
        self.entries, roster = seen.pop("entries"), seen["roster"]
        self.sheets = [_sheet(entry.name) for entry in self.entries]
        seen |= {"roster": bool(roster), "results": bool(seen["results"])}
        GIVEN.append(f"{seen} {vars(roster) if roster else ''}")

    def run(self, workers):
        GIVEN.append(f"{workers}")
        yield 1, len(self.sheets), self.sheets[0]


def _decks_to_try(*settings, **more):
    number, seed, folder = settings
    GIVEN.append(f"{number and (number, seed)} {folder} {more}")
    return dict.fromkeys(map(str, range(len(bundled_decks()) + number)), "")


SERVER = SimpleNamespace(ClassServer=_served, Server=_server)
SCREENS = SimpleNamespace(in_terminal=str)  # the real one needs an extra
#: What would take long or reach outside, and what stands in for it.
REPLACED = [
    (simulate, "tallies", _simulated),
    (simulate, "all_hands", _all_hands),
    (simulate, "compare", _swaps),
    (simulate, "dask_executor", _dask),
    (chances, "compute_chances", _chances),
    (chances, "whole_deal", _whole_deal),
    (decks, "best_deal", _best_deal),
    (decks, "why_interesting", lambda *_: ""),
    (lesson_page, "lesson_page", _lesson),
    (lesson_chances, "with_chances", lambda page, *_: page),
    (composed, "composed_deck", lambda seed, number: Deck.shuffled(Random(seed, number + 9))),
    (practice, "question_pool", _given),
    (practice, "practice_page", lambda *_: Page("Practice", [])),
    (practice, "_open_browser", lambda *_: _given("a browser")),
    (present, "unfinished", lambda *_: None),
    (present.ClassFile, "create", _create),
    (present, "lesson", lambda *_: "page"),
    (present, "_own_address", lambda: "192.0.2.1"),
    (present, "results_page", _votes),
    (present, "_open_browser", lambda _: _given("a browser") and ""),
    (grade, "_parser", cache(grade._parser)),
    (grade, "level_in_force", lambda level: level),
    (grade, "decks_to_try", _decks_to_try),
    (grade, "mark", _marked),
    (grade, "Batch", _Batch),
    (grade, "write_anonymous", lambda *_: _given("anonymous")),
    (grade, "write_jplag", lambda *_: _given("jplag")),
    (os, "fsync", lambda _: None),
    (socket, "create_server", _given),
    (Random, "randomise", lambda self: self._start(5)),
]


@pytest.fixture(autouse=True)
def _replaced(in_an_empty_folder, monkeypatch):
    for place, name, instead in REPLACED:
        monkeypatch.setattr(place, name, instead)
    monkeypatch.setitem(sys.modules, "poker_table.present.server", SERVER)
    monkeypatch.setitem(sys.modules, "poker_table.present.screens", SCREENS)
    for name, text in FILES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
        Path(name).chmod(0o755)


def run(line: tuple[str, ...], seen: dict[tuple[str, ...], Outcome]) -> Outcome:
    """Return the outcome of a line in the folder of FILES; `seen` has those of earlier lines."""
    if line not in seen:
        GIVEN.clear()
        out, err = io.StringIO(), io.StringIO()
        answers = io.TextIOWrapper(io.BytesIO(b"1\nq\n"))
        with patch("sys.stdin", answers):
            code = main([*line], out, err)
        # How to repeat a result names the options, even one that is ignored.
        told = re.sub(r"again: .*", "again", err.getvalue())
        seen[line] = Outcome(code, out.getvalue(), told, new_files(), [*GIVEN])
    return seen[line]


def new_files() -> dict[str, bytes]:
    """Return the files that a line wrote, and remove them."""
    paths = [Path(folder, name) for folder, _, names in os.walk(".") for name in names]
    files = {str(path): path.read_bytes() for path in paths if str(path) not in FILES}
    for path in {Path(path).parts[0] for path in files}:
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    return files


def wrong(command: str, parts: list[list[str]], words: list[str], seen: dict) -> Iterator[str]:
    """Yield what is wrong with a line: it fails badly, or one of its parts has no effect.

    That is seen if the command does its work, even if it finds mistakes in its usual files.
    """
    options = [word for part in parts for word in part]
    line = line_of(command, options, words)
    outcome = run(line, seen)
    said = outcome.out + outcome.err
    codes = (0, 1, 2, 3) if command == "grade" else (0, 1, 2)
    if outcome.code not in codes or "itself failed" in said or "Traceback" in said:
        yield f"{line}: {outcome.code} {outcome.err}"
    if outcome.code and not said:
        yield f"{line}: fails in silence"
    usual = words in [w for _, w in USUAL[command]]
    works = outcome.code == 0 or (outcome.code == 1 and usual and command in CHECKS)
    for part in parts if works else []:
        rest = [word for other in parts if other is not part for word in other]
        ignored = run(line_of(command, rest, words), seen) == outcome
        if ignored and not is_redundant(command, part[0], line):
            yield f"{line}: {part[0]} is accepted and ignored"
    if words and usual and works and run(line_of(command, options, []), seen) == outcome:
        yield f"{line}: the words are accepted and ignored"


CHECKS = "evaluate", "compare", "grade", "mutants"  # their exit code is 1 if they find mistakes
#: Options that merely ask for what happens anyway: of a command, beside a word; and why.
REDUNDANT = [
    ("", "--force", "", "no file is there that it replaces"),
    ("", "--format", "plain", "a pipe gets it anyway"),
    ("deal", "--explain", "out.html", "a lesson explains"),
    ("deal", "--explain", "html", "a lesson explains"),
    ("present", "--no-browser", "--address", "a server with an address opens no browser"),
    ("chances", "--exact", "", "few arrangements are counted anyway"),
    ("compare", "", "ten-cards", "no line can be read"),
    ("decks make", "--anyone", "--players", "nobody else of so few wins"),
]


def is_redundant(command: str, option: str, line: tuple[str, ...]) -> bool:
    """Return whether an option of a line is allowed though it changes nothing."""
    return any(
        command.startswith(of) and name in ("", option) and (not beside or beside in line)
        for of, name, beside, _ in REDUNDANT
    )


def check(command: str, lines: list[tuple[list[list[str]], list[str]]]) -> set[str]:
    """Fail if there is something wrong with one of the lines; return the options accepted."""
    seen: dict[tuple[str, ...], Outcome] = {}
    faults = [fault for line in lines for fault in wrong(command, *line, seen)]
    assert not faults, "\n".join(faults)
    return {word for line, outcome in seen.items() if outcome.code < 2 for word in line}


def lines_of(command: str, base: list[str], words: list[str], values: int) -> Iterator:
    """Yield the words and the base alone, with each option, and with each pair of options."""
    kept = [base] if base else []
    options = [v for o, vs in options_of(command).items() if o not in base for v in vs[:values]]
    for number in 0, 1, 2:
        for chosen in combinations(options, number):
            if len({part[0] for part in chosen}) == number:
                yield [*kept, *chosen], words


@pytest.mark.parametrize("command", USUAL)
def test_every_option_and_every_pair_with_its_usual_words(command):
    lines = [line for usual in USUAL[command] for line in lines_of(command, *usual, values=1)]
    never = options_of(command).keys() - check(command, lines)
    # These need a terminal, or two other options.
    assert never <= {"--delay", "--languages", *["--force"] * (command in ("practice", "present"))}


@pytest.mark.slow
@pytest.mark.parametrize("words", ["", "three.txt", "hands.txt tests.txt"])
@pytest.mark.parametrize("command", USUAL)
def test_every_pair_with_all_values_and_none_one_or_two_words(command, words):
    bases = {tuple(base): base for base, _ in USUAL[command]}.values()
    bases = [*bases, [*BATCH, "--languages", "languages.toml"]] if command == "grade" else bases
    check(command, [line for base in bases for line in lines_of(command, base, words.split(), 9)])


@pytest.mark.slow
@pytest.mark.parametrize("command", USUAL)
def test_random_lines(command):
    draw = Chooser(command)
    words = [*FILES, "three.txt", "-", "2C,3D,4H,5S,7S", "1: pair", *COMMANDS, ""]
    lines = []
    for _ in range(200):
        names = {draw.choice([*options_of(command)]) for _ in range(draw.randint(0, 6))}
        options = [draw.choice(options_of(command)[name]) for name in sorted(names)]
        lines.append((options, draw.choices(words, k=draw.randint(0, 3))))
    check(command, lines)
