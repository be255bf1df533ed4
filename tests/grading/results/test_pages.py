"""The class page, and the lessons that it links."""

import re
from dataclasses import replace

import pytest

from poker_table.game.errors import quoted
from poker_table.game.hand import Hand
from poker_table.grading.judging.faults import Fault
from poker_table.grading.judging.run_checks import program_can_be_run
from poker_table.grading.results.folder import Results
from poker_table.grading.results.pages import class_page, please_look, write_lessons
from poker_table.grading.running.runner import Ending
from poker_table.grading.running.submission import Unusable
from poker_table.grading.sheet import FAILED, PASSED, Finding, Item, Sheet
from poker_table.show import html, plain

NASTY = "<img src=x onerror=alert(1)>\"'&"


def flush_missed(name: str, *more: Finding) -> Sheet:
    fault = Fault(
        "type-taken", "A flush is taken for high card", {"types"}, deck="flushes.txt",
        hands=(Hand.of("2C 4C 5C 6C 7C", 3),), printed=("Player 3 - thus",),
    )  # fmt: skip
    finding = Finding(("types",), fault, ("flushes.txt", "run-2.txt"))
    item = Item("types", "Types", 5, 2.5, FAILED, right=3, tested=4)
    return Sheet(name, (item,), (finding, *more))


def test_the_class_page_has_mistakes_decks_and_points():
    said = f"It said {quoted(NASTY)}."
    fault = Fault("ended", f"The compiler says: {NASTY}", {"ends"}, said, deck="wheel.txt")
    crash = Finding(("ends",), fault, ("wheel.txt",))
    right = Sheet("dan", (Item("types", "Types", 5, 5, PASSED),))
    ill = Sheet(
        "x.py", (), facts={"student": NASTY}, trouble="expected a program, got an empty folder"
    )
    rule = "Five cards of one suit are a flush."
    flush = flush_missed("ann").findings[0]
    known = replace(flush, example=replace(flush.example, rule=rule))
    sheets = [
        replace(flush_missed("ann"), findings=(known,)),
        replace(flush_missed("ben", crash), late=2 * 86400),
        right,
        ill,
        Sheet("eve", (), missing=True),
    ]
    page = class_page(sheets)
    assert plain.draw(page).splitlines() == [
        "The class",
        "3 of 4 submissions are marked: 1 passed. They have 3.33 points on average.",
        "Please look",
        f"{NASTY}  could not be marked  expected a program, got an empty folder",
        "",
        "What to teach again",
        "Flushes: 1 of 3  Five cards of one suit are a flush.  1 of 3  1",
        "",
        "Other mistakes",
        "Flushes: 1 of 3            A flush is taken for high card.                      1 of 3  0",
        f"Programs that run: 1 of 3  The compiler says: {NASTY}.  1 of 3  0",
        "",
        "The decks most failed",
        "run-2.txt    2  The assignment's second sample: a flush on top. A flush is taken for"
        " high card.",
        "flushes.txt  2  Eight flushes: each rank outweighs all later ones."
        " A flush is taken for high card.",
        "",
        "Points",
        "4 to 5        1  #######",
        "3 to under 4  0",
        "2 to under 3  2  #############",
        "1 to under 2  0",
        "0 to under 1  0",
        "",
        "Without a mark, late, or marked again",
        "ben  2 days late  2.5 of 5",
        "eve  missing",
    ]
    text = html.draw(page)
    assert '<a href="lessons/flushes.html">flushes.txt</a>' in text
    assert NASTY not in text


def test_the_class_page_counts_together_what_does_not_compile():
    sheets = []
    for name in "ann", "ben":
        unusable = Unusable(f"g++ {name}.cpp", Ending("code", 1), "error")
        (fault,) = program_can_be_run(unusable)
        item = Item("types", "Types", 5, 0, FAILED)
        sheets.append(Sheet(name, (item,), (Finding(("types",), fault, ("",)),)))
    page = class_page(sheets, ["eve: has no row of its own in names.csv"])
    lines = plain.draw(page).splitlines()
    assert "Programs that run: 2 of 2  It does not compile.  2 of 2  2" in lines
    assert lines[-2:] == ["Messages", "eve: has no row of its own in names.csv"]


@pytest.mark.usefixtures("without_chances")
def test_the_decks_with_most_mistakes_get_lessons(tmp_path):
    write_lessons([flush_missed("ann")], tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*.html")) == ["flushes.html", "run-2.html"]
    for name in "flushes", "run-2":
        lesson = (tmp_path / "lessons" / f"{name}.html").read_text()
        assert f"Showdown of deck {name}.txt: best hand first" in lesson


@pytest.mark.usefixtures("without_chances")
def test_every_lesson_linked_on_the_class_page_exists(tmp_path):
    marked, broken_off = flush_missed("ann"), flush_missed("ben")
    decks = [f"{name}.txt" for name in "wheel pairs twos straights three".split()]
    found = [replace(broken_off.findings[0], seen_in=(deck,)) for deck in decks for _ in range(2)]
    broken_off = replace(broken_off, findings=tuple(found), trouble="full")
    results = Results(str(tmp_path))
    results.write_class([marked, broken_off])
    links = re.findall(r'href="(lessons/[^"]+)"', (tmp_path / "class.html").read_text())
    assert links
    assert all((tmp_path / link).exists() for link in links)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["ann"], "1 of 1 submission is marked: 0 passed."),
        (["ann", "ben"], "2 of 2 submissions are marked: 0 passed."),
    ],
)
def test_one_submission_is_and_more_are_marked(names, told):
    page = class_page([flush_missed(name) for name in names])
    assert plain.draw(page).splitlines()[1].startswith(told)


def test_one_line_is_and_more_lines_are_the_examples_own():
    told = [
        please_look([Sheet("ann", (), facts={"the_example's": copied, "tests": tests})]).records[0]
        for copied, tests in ((1, 1), (1, 2), (3, 4))
    ]
    assert [row.what for row in told] == [
        "1 of 1 line is the example's own",
        "1 of 2 lines is the example's own",
        "3 of 4 lines are the example's own",
    ]


def test_a_class_without_marked_submissions():
    page = class_page([Sheet("ann", ())])
    assert plain.draw(page).splitlines()[1:] == [
        "0 of 1 submission is marked: 0 passed.",
        "Without a mark, late, or marked again",
        "ann  not marked",
    ]
