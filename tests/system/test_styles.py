"""Right and wrong programs in a hundred styles: what each is marked.

`python tests/write.py styles` writes the marks of all into tests/styles/marks.txt. `--changed`
shows what would change there and writes nothing.
"""

import csv
import io
import json
import shutil
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import pytest
from program import PYTHON, TESTS, run
from styles.outputs import PROGRAMS, WRONG, sheet_of
from styles.styles import STYLES

from poker_table.files.deck_file import read_deck
from poker_table.game.rules import WHEEL
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, mark
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import batch_page, class_page
from poker_table.grading.results.platforms import REPORTS
from poker_table.grading.results.words import summary_line
from poker_table.grading.running.runner import Limits
from poker_table.grading.running.sandbox import level_in_force
from poker_table.grading.running.submission import submission_from_folder
from poker_table.grading.sheet import FAILED, PASSED, UNREAD, Item, Sheet, format_points
from poker_table.show import plain

FOLDER = TESTS / "styles"
MARKS = FOLDER / "marks.txt"
STYLES_A_MUTANT = 2  # besides the assignment's own
ALL_BUT = 16  # of so many rows, one is not slow

# What runs and what compiles, and the ways to print.
REAL = {
    "poker.py": (PYTHON, "poker.py", ""),
    "poker.cpp": ("./poker", "", "g++ -O1 -o poker poker.cpp"),
    "Poker.java": ("java", "Poker", "javac Poker.java"),
}
WAYS = {
    "poker.py": "plain words symbols pairs block described deck dealt".split(),
    "poker.cpp": ["padded", "words", "numbers", "block", "winner", "deck if random"],
    "Poker.java": "short deck dealt table block after".split(),
}
REAL_ROWS = [(program, way) for program, ways in WAYS.items() for way in ways]
DECKS = {name: read_deck(name) for name in ("three.txt", "every-hand-type.txt", "wheel.txt")}


def rows() -> list[tuple[str, str]]:
    """Return the pairs of program and style: right programs in all styles, wrong ones in a few."""
    right, *others = [name for name, program in PROGRAMS.items() if program.evaluator not in WRONG]
    found = [*((right, style) for style in STYLES), *zip(cycle(others), STYLES, strict=False)]
    (usual, *_), styles = STYLES, cycle(STYLES)
    for mutant in WRONG:
        found += [(mutant.name, style) for style in (usual, *islice(styles, STYLES_A_MUTANT))]
    return list(dict.fromkeys(found))


def marked(program: str, style: str) -> str:
    """Return the line for a program in a style: its marks, and the criteria that lost points."""
    return assignment_line(sheet_of(PROGRAMS[program].printing(STYLES[style])), program, style)


def assignment_line(sheet: Sheet, program: str, style: str) -> str:
    lost = [
        f"{item.key} {format_points(item.score)}"
        for item in sheet.items
        if item.score < item.points
    ]
    mark = format_points(sheet.score) if sheet.points_text else sheet.outcome
    return f"{mark} | {program} | {style} | {', '.join(lost)}".rstrip()


def expected() -> dict[tuple[str, str], str]:
    return {(p, s): line for line in MARKS.read_text().splitlines() for _, p, s, _ in [cells(line)]}


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


@pytest.mark.parametrize(
    ("program", "style"),
    [
        pytest.param(*row, marks=[pytest.mark.slow] if number % ALL_BUT else [])
        for number, row in enumerate(rows())
    ],
)
def test_each_program_gets_its_expected_marks_in_each_style(program, style):
    assert marked(program, style) == expected()[program, style]


def marked_really(source: str, way: str, folder: Path) -> str:
    run, word, compiler = REAL[source]
    command = [part for part in (run, word, way, "{deck}") if part]
    path = str(FOLDER / "real" / source)
    submission = submission_from_folder(path, command, compiler, str(folder), "none")
    assert not submission.unusable
    level, limits = level_in_force("auto"), Limits(time=30)
    options = MarkingOptions(DECKS, DEFAULT_POINTS, level, limits, {})
    return assignment_line(mark(submission, options), source, way)


@pytest.mark.slow
@pytest.mark.parametrize(("source", "way"), REAL_ROWS)
def test_each_real_program_gets_its_expected_marks(source, way, tmp_path):
    tool = REAL[source][2].partition(" ")[0]
    if tool and not shutil.which(tool):
        pytest.skip(f"there is no {tool} here")
    assert marked_really(source, way, tmp_path) == expected()[source, way]


@pytest.fixture(scope="module")
def unread() -> Sheet:
    return sheet_of(PROGRAMS["right"].printing(STYLES["names for players"]))


def test_unreadable_output_has_no_mark_and_the_rest_is_judged(unread):
    assert (unread.outcome, unread.points_text) == (UNREAD, "")
    judged = {item.key: item.outcome for item in unread.items if item.outcome != UNREAD}
    assert judged == {"missing": PASSED, "ends": PASSED}
    assert summary_line(unread) == "ann: could not be read"
    (row,) = csv.DictReader(io.StringIO(REPORTS["csv"]([unread])))
    assert (row["outcome"], row["score"], row["types"]) == (UNREAD, "", "")
    assert json.loads(REPORTS["gradescope"]([unread]))["tests"] == []
    assert 'errors="7"' in REPORTS["junit"]([unread])


def test_unreadable_output_comes_first_with_its_first_lines(unread):
    marked = replace(unread, subject="bob", items=(Item("ends", "It ends", 1, 1, PASSED),))
    section, _ = batch_page([marked, unread]).sections
    assert (section.title, [row.who for row in section.records]) == ("Please look", ["ann"])
    first, *_ = class_page([marked, unread]).sections
    assert (first.title, len(first.records)) == ("Please look", 10)
    assert first.records[0] == ("ann", UNREAD, "Bob - 7H 9D 9H 9S TS - Three of a Kind")
    said = plain.draw(letter(unread))
    assert "Bob - 7H 9D 9H 9S TS" in said
    assert "--explain" not in said


def test_a_program_unreadable_on_few_decks_is_marked():
    good, bad = STYLES["as the assignment"], STYLES["names for players"]
    right = PROGRAMS["right"]
    wheel = lambda game: any(player.five.ranks == WHEEL for player in game.players)  # noqa: E731
    sheet = sheet_of(right.printing(lambda game: (bad if wheel(game) else good)(game)))
    assert sheet.outcome == FAILED
    assert [finding.example.name for finding in sheet.findings] == ["not-read"]


@pytest.mark.slow  # every deck, twice
def test_unreadable_output_is_no_success(tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("print('Ann wins')\nprint('The deck:', *open('deck.txt').read().split())\n")
    code, out, _ = run("grade", "--random", "0", "--sandbox", "none", PYTHON, str(program))
    assert code == 3
    assert "could not be read\nThere is no mark until a person has looked at it." in out


def _line(row: tuple[str, str]) -> str:
    if row in REAL_ROWS:
        with tempfile.TemporaryDirectory() as folder:
            return marked_really(*row, Path(folder))
    return marked(*row)


def write(*options: str) -> None:
    with ProcessPoolExecutor(2) as executor:
        lines = [*executor.map(_line, [*rows(), *REAL_ROWS])]
    if options == ("--changed",):
        before = {*MARKS.read_text().splitlines()}
        print("\n".join(line for line in lines if line not in before))
    else:
        MARKS.write_text("\n".join(lines) + "\n")
