"""Every command whose result is a page can show it in every form."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, NamedTuple
from xml.etree import ElementTree

import pytest
from program import STUDENTS, run

from poker_table.cli import main
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS
from poker_table.files.deck_file import format_deck
from poker_table.game.deck import Deck
from poker_table.show import csv as csv_form
from poker_table.show import markdown, plain
from poker_table.show.page import Column, Page, Section, columns_of
from poker_table.simulation.statistics import HANDS_OF_TYPE

STUDENT = shlex.join([sys.executable, str(STUDENTS / "right.py")])
TESTS = "AC AD KH 9S 8S ; AH AS QC JC TC\n"
HANDS = "AS AH AD AC KH\n2C 3D 5H 7S 9C KD KH\n"
# Each command, and a text that every form of its result contains.
COMMANDS = {
    "run-3.txt": "JS",
    "run-3.txt --explain": "JS",
    "decks show wheel.txt": "Player 10",
    "simulate 200 --seed 7": "High Card",
    "simulate --exact": "1,302,540",
    "simulate 20 --swaps 1 --seed 7": "a fair shuffle",
    "chances run-3.txt --after 48": "Full House",
    "chances run-3.txt --after 20 --seed 7": "Full House",
    "mutants tests.txt": "decides",
    "mutants tests.txt --reveal": "compares",
    "evaluate hands.txt": "Four of a Kind",
    "evaluate hands.txt --explain": "Four of a Kind",
    "compare tests.txt": "both have a pair of aces; the king kicker beats the queen",
    "compare tests.txt --explain": "both have a pair of aces; the king kicker beats the queen",
    "compare tests.txt --summary": "hand 1 wins",
    f"grade --random 0 --sandbox none -- {STUDENT}": "right order",
}
IN_JSON = {
    "simulate --exact": "1302540",
    "compare tests.txt --summary": '"hand 1": 1',
    "simulate 20 --swaps 1 --seed 7": "after_fair_shuffle",
}
IN_CSV = {"simulate --exact": "1302540", "compare tests.txt --summary": "wins_hand 1"}
pytestmark = pytest.mark.usefixtures("in_an_empty_folder", "without_chances")


@pytest.fixture(autouse=True)
def _hands_already_counted(monkeypatch):
    """Let --exact return the known counts at once: other tests check that they are right."""
    monkeypatch.setattr(
        "poker_table.cli.commands.simulate.all_hands", lambda *_: (c for c in [HANDS_OF_TYPE])
    )


def output_of(command: str, *options: str) -> str:
    """Return what a command prints; the options are inserted before its --, if it has one."""
    Path("tests.txt").write_text(TESTS)
    Path("hands.txt").write_text(HANDS)
    first, dashes, rest = command.partition(" -- ")
    return run(*first.split(), *options, *shlex.split(dashes + rest))[1]


def check_form(form: str, text: str) -> None:
    if form == "json":
        json.loads(text)
    elif form == "svg":
        ElementTree.fromstring(text)
    elif form == "html":
        assert text.startswith("<!DOCTYPE html>")
        assert text.count("<table") == text.count("</table>") > 0
    elif form == "csv":
        assert len(list(csv.reader(io.StringIO(text)))) >= 2  # a header, and a record
    elif form == "markdown":
        assert text.startswith("# ")


@pytest.mark.parametrize("command", [name for name in COMMANDS if not name.startswith("grade")])
def test_each_form_contains_the_result_and_an_exported_file_the_same_text(command):
    shown = {form: output_of(command, "--format", form) for form in FORMS}
    for form, text in shown.items():
        check_form(form, text)
        expected = {"json": IN_JSON, "csv": IN_CSV}.get(form, {}).get(command, COMMANDS[command])
        spelled = text.replace("jack of spades", "JS").replace("J♠", "JS").replace("&#x27;", "'")
        assert expected in spelled.replace(',\n    "1302540', ""), form
    for suffix, form in FORM_OF_SUFFIX.items():
        path = Path("result" + suffix)
        assert output_of(command, "--export", str(path)) == ""
        assert path.read_text() == shown[form], suffix


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("suffix", [".html", ".svg", ".md", ".csv"])
@pytest.mark.parametrize("command", ["decks show ü.txt", "evaluate hands.txt --explain"])
def test_a_redirected_form_is_in_utf_8_whatever_the_locale(command, suffix, encoding):
    Path("ü.txt").write_text(format_deck(Deck()))
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    assert output_of(command, "--export", "file" + suffix) == ""
    assert main([*command.split(), "--format", FORM_OF_SUFFIX[suffix]], out, io.StringIO()) == 0
    assert out.buffer.getvalue() == Path("file" + suffix).read_bytes()


@pytest.mark.parametrize("command", ["run-3.txt", "evaluate hands.txt", "compare tests.txt"])
def test_the_keys_come_from_the_type_of_the_records(command):
    texts = [output_of(command, "--format", "csv", *words) for words in ([], ["--explain"])]
    without, explained = (list(csv.DictReader(io.StringIO(text))) for text in texts)
    assert [*without[0]] == [*explained[0]]
    assert {row["explanation_cards"] for row in without} == {""}
    assert "" not in {row["explanation_cards"] for row in explained}
    assert '"explanation": null' in output_of(command, "--format", "json")


@pytest.mark.slow
@pytest.mark.usefixtures("marked_once")
@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_a_mark_sheet(form):
    (command,) = [name for name in COMMANDS if name.startswith("grade")]
    text = output_of(command, "--format", form)
    check_form(form, text)
    assert COMMANDS[command] in text


@pytest.mark.parametrize("command", ["mutants nowhere.txt", "grade ./nowhere", "simulate 99"])
def test_an_existing_file_is_refused_before_any_work(command):
    Path("there.html").write_text("unchanged")
    first, *rest = command.split()
    code, out, err = run(first, "--export", "there.html", *rest)
    assert (code, out) == (3 if first == "grade" else 1, "")
    assert err == "Error: there.html: exists already; --force replaces it\n"
    assert Path("there.html").read_text() == "unchanged"


class MarkRow(NamedTuple):
    """A row of a table that no command has."""

    who: Annotated[str, Column("Who")]
    points: Annotated[str, Column("Points", number=True)]
    why: Annotated[str, Column("Why")]


def test_plain_aligns_the_columns_of_any_table():
    rows = [MarkRow("you", "7.5", "right\nbut slow"), MarkRow("everybody else", "10", "right")]
    table = Section("Marks", columns_of(MarkRow), rows, ["The best counts."])
    text = [Section("Notes", notes=["Nothing else."])]
    assert plain.draw(Page("Marks", [table, *text], footnote="See the README.")) == (
        "Marks\n"
        "Who             Points  Why\n"
        "you                7.5  right\n"
        "                        but slow\n"
        "everybody else      10  right\n"
        "The best counts.\n"
        "\nNotes\nNothing else.\n"
        "\nSee the README.\n"
    )


def test_plain_has_no_headings_for_a_table_without_numbers():
    columns = [Column("Who", field="who"), Column("Why", field="why")]
    table = Section("Decks", columns, [MarkRow("a.txt", "", "one")])
    assert plain.draw(Page("", [table])) == "Decks\na.txt  one\n"


def test_a_cell_of_markdown_is_one_line_and_a_cell_of_csv_no_formula():
    page = Page("Marks", [Section(records=[MarkRow("=1+1", "-0.5", "right\nbut slow")])])
    assert csv_form.draw(page) == 'who,points,why\n\'=1+1,-0.5,"right\nbut slow"\n'
    section = page.sections[0]._replace(columns=columns_of(MarkRow))
    assert "| =1+1 | -0.5 | right<br>but slow |\n" in markdown.draw(Page("Marks", [section]))
