"""`poker-table practice`: the page, the browser, and the results of a class."""

from __future__ import annotations

import json
import re
import webbrowser
from pathlib import Path

import pytest
from program import run

from poker_table.cli.commands import practice
from poker_table.practice.questions import question_pool

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.fixture
def few_questions(monkeypatch) -> None:
    """Ask a few questions: to explain all of them takes most of the time."""
    monkeypatch.setattr(practice, "question_pool", lambda seed: question_pool(seed)[:20])


@pytest.fixture
def opened(monkeypatch, few_questions) -> list[str]:
    """The addresses that a browser opens."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: not addresses.append(url))
    return addresses


def test_the_page_is_written_and_opened_and_another_time_only_opened(opened):
    path = Path("practice.html").resolve()
    again = (
        "The same questions again: poker-table practice --export practice.html --force --seed 1\n"
    )
    first = run("practice", "--seed", "1")
    assert first == (0, "", f"Wrote practice.html\n{again}Opened {path}\n")
    written = path.read_text()
    assert written.startswith("<!DOCTYPE html>")
    assert "<script>" in written
    assert run("practice") == (0, "", f"Opened {path}\n")
    assert opened == [path.as_uri()] * 2
    assert path.read_text() == written


def test_a_page_that_is_there_is_not_replaced_by_other_questions(opened):
    Path("practice.html").write_text("mine")
    code, _, err = run("practice", "--seed", "1")
    assert code == 1
    replaces = "--export practice.html --force"
    assert err == f"Error: practice.html: exists already; {replaces} replaces it\n"
    assert (Path("practice.html").read_text(), opened) == ("mine", [])
    assert run("practice", "--seed", "1", *replaces.split())[0] == 0
    assert Path("practice.html").read_text() != "mine"


def test_without_a_browser_it_says_where_the_file_is(monkeypatch, few_questions):
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    err = run("practice", "--seed", "1")[2]
    assert err.endswith(f"Open this file in a browser: {Path('practice.html').resolve()}\n")


def test_an_exported_page_is_not_opened_and_the_same_seed_writes_the_same(opened):
    for name in "a.html", "b.html":
        code, out, err = run("practice", "--seed", "1", "--export", name)
        assert (code, out, err.splitlines()[0]) == (0, "", f"Wrote {name}")
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()
    assert opened == []


def test_the_page_is_one_small_file_that_loads_nothing_else():
    run("practice", "--seed", "1", "--export", "practice.html")
    text = Path("practice.html").read_text()
    assert len(text.encode()) < 400_000
    assert not re.search(r"https?:|src=|@import|url\(", text)


def test_a_folder_of_codes_is_counted_with_the_rule_to_teach():
    Path("class").mkdir()
    # A mail program breaks lines.
    Path("class/a.txt").write_text(
        "my code: practice 9 of\n14  wheel-missed=shaky\nI learnt a lot!"
    )
    Path("class/b.txt").write_text("> practice 20 of 22 wheel-missed=learnt\n> base-ten=shaky\n")
    code, out, _ = run("practice", "--results", "class", "--format", "json")
    rows = json.loads(out)["beliefs"]
    assert (code, [(row["name"], row["shaky"], row["learnt"]) for row in rows]) == (
        0, [("wheel-missed", 1, 1), ("base-ten", 1, 0)],
    )  # fmt: skip
    for form in ("table", "plain", "words", "html", "markdown", "csv", "svg"):
        told = run("practice", "--results", "class", "--format", form)[1]
        assert "A-2-3-4-5 is" in told
        assert "base 13" in told or form in ("table", "svg")  # which break the line there


NO_CODE = "class/a.txt: expected the code at the end of a practice, got '{}'"
SAID = {
    None: "class: expected files with the codes of `poker-table practice`, got none",
    "": NO_CODE.format(""),
    "hello": NO_CODE.format("hello"),
    "practice 2 of 1": NO_CODE.format("practice 2 of 1"),
    "practice 1 of 2 nobody=shaky": NO_CODE.format("practice 1 of 2 nobody=shaky"),
    **{
        f"practice 1 of 2 wheel-missed=shaky {more}": NO_CODE.format(
            f"practice 1 of 2 wheel-missed=shaky {more[:5]}…"
        )
        for more in ("no-such=shaky", "wheel-missed=learnt", "base-ten=3Dshaky", "base- ten=shaky")
    },
}


@pytest.mark.parametrize(("text", "error"), SAID.items())
def test_a_folder_or_a_file_without_a_code_is_refused(text, error):
    Path("class").mkdir()
    if text is not None:
        Path("class/a.txt").write_text(text)
    assert run("practice", "--results", "class") == (1, "", f"Error: {error}\n")


def test_files_without_a_code_are_reported_and_the_others_counted():
    Path("class/sub").mkdir(parents=True)
    Path("class/a.txt").write_text("hello")
    Path("class/b.txt").write_text("practice 9 of 14 wheel-missed=shaky")
    code, out, err = run("practice", "--results", "class")
    assert (code, out.splitlines()[0]) == (1, "Misconceptions in a class of 1")
    errors = [line.split(" expected")[0] for line in err.splitlines()]
    assert errors == ["Error: class/a.txt:", "Error: class/sub:"]
