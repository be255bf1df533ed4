"""`poker-table practice`: on a terminal, through a pipe, as a page, and for a class."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from practising import POOL, practised, student
from program import CLONE, needs_source, run

from poker_table.cli.commands import practice
from poker_table.lesson.course import State
from poker_table.lesson.feedback import Result, read_code
from poker_table.lesson.practice import question_pool

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def lines_of(state: State) -> str:
    return "".join(f"{answer + 1}\n" for answer in state.given)


def test_a_pipe_gets_the_questions_of_the_course_and_the_result():
    state = practised(student([0]), 60)
    code, out, err = run("practice", "--seed", "1", answers=lines_of(state) + "q\n")
    texts = [POOL.questions[number].text for number in state.asked]
    assert re.findall(r"^Question \d+\. (.*)$", out, re.MULTILINE) == texts
    assert (code, err) == (0, "Seed 1. The same questions again: poker-table practice --seed 1\n")
    assert out.count(POOL.misconceptions[0].sentence) >= 2
    assert out.endswith(f"{Result.of(POOL, state).code}\n")


@pytest.mark.slow
def test_the_same_seed_has_the_same_questions():
    again = question_pool.__wrapped__(1)
    assert again == POOL
    assert question_pool(2).questions[:5] != POOL.questions[:5]


def test_an_answer_in_words_and_an_invalid_answer():
    _, out, _ = run("practice", "--seed", "1", answers="b, then\nb c, then a; d\nq\n")
    assert (
        out.count("Expected a number from 1 to 9, or the first words of one answer; q ends.") == 1
    )
    assert "Not right. The right answer: B, then A and C tie, then D." in out


def test_without_answers_there_is_no_result():
    _, out, err = run("practice", "--seed", "1", "--export", "mine.json", answers="q\n")
    assert "answers right" not in out
    assert err.endswith("No question was answered, so there is no result.\n")
    assert not Path("mine.json").exists()


def test_a_number_chooses_by_position_even_if_answers_are_numbers():
    numbers = "1", "2", "3", "4"
    alike = [q for q in POOL.questions if {*numbers} & {*map(str, q.answers)}]
    assert alike
    for question in alike:
        assert [practice._meant(n, question) for n in numbers] == [1, 2, 3, 4]


def test_the_words_form_spells_the_cards():
    _, out, _ = run("practice", "--seed", "1", "--format", "words", answers="q\n")
    assert "Hand A: two of diamonds, four of diamonds" in out
    assert not re.search("[♣♦♥♠]", out)


def test_twelve_more_questions_on_request():
    state = practised(student(), 60)
    _, out, _ = run("practice", "--seed", "1", answers=lines_of(state) + "\n1\nq\n")
    assert "Mastered" in out or "Enter asks twelve more" in out
    assert f"Question {len(state.asked) + 2}." in out


def test_a_folder_of_results_is_counted():
    Path("class").mkdir()
    state = practised(student([0]), 14)
    run("practice", "--seed", "1", "--export", "class/a.json", answers=lines_of(state) + "q\n")
    Path("class/b.txt").write_text("practice 20 of 22 wheel-missed=learnt\n")
    code, out, _ = run("practice", "--results", "class", "--format", "json")
    [row] = json.loads(out)["beliefs"]
    assert (code, row["name"], row["shaky"], row["learnt"]) == (0, "wheel-missed", 1, 1)
    for form in ("table", "plain", "words", "html", "markdown", "csv", "svg"):
        assert "A-2-3-4-5" in run("practice", "--results", "class", "--format", form)[1]


@pytest.mark.parametrize("text", ["", "practice 1 of 2 nobody=shaky", "hello"])
def test_a_file_without_a_result_is_refused(text):
    Path("class").mkdir()
    Path("class/a.txt").write_text(text)
    code, out, err = run("practice", "--results", "class")
    expected = "a result of `poker-table practice`, or the code at the end of its page"
    assert (code, out) == (1, "")
    assert err == f"Error: class/a.txt: expected {expected}, got '{text}'\n"


def test_an_empty_folder_is_refused():
    Path("class").mkdir()
    wanted = "class: expected results of `poker-table practice`, got none"
    assert run("practice", "--results", "class") == (1, "", f"Error: {wanted}\n")


def test_an_exported_result_is_also_shown():
    _, out, err = run("practice", "--seed", "1", "--export", "mine.json", answers="1\nq\n")
    assert json.loads(Path("mine.json").read_text())["code"] == "practice 0 of 1"
    assert "Practice: 0 of 1 answers right" in out
    assert err.endswith("Wrote mine.json\n")


def test_a_code_round_trips():
    result = Result.of(POOL, practised(student([0]), 14))
    assert read_code(result.code, "a") == result


@pytest.mark.parametrize("seed", [1, 2])
def test_the_page_is_one_small_file_that_loads_nothing_else(seed):
    assert run("practice", "--seed", str(seed), "--export", "practice.html")[0] == 0
    text = Path("practice.html").read_text()
    assert len(text.encode()) < 300_000
    assert not re.search(r"https?:|src=|@import|url\(", text)


@needs_source
def test_the_script_knows_no_rule_of_poker():
    code = (CLONE / "poker_table" / "lesson" / "practice.js").read_text().lower()
    assert not re.search(r"\b(pair|flush|straight|kicker|ace|king|hearts|spades|13)\b", code)


def test_on_a_terminal_a_key_answers_and_q_ends():
    from terminal import Terminal

    terminal = Terminal("practice", "--seed", "1")
    terminal.wait("Question 1.", "7 B, then C, then A, then D", "Press an answer's number; q ends.")
    terminal.child.send("x3")
    terminal.wait("Not right. The right answer: B, then A and C tie, then D.", "Question 2.")
    terminal.child.send("q")
    assert terminal.end() == 0
    assert terminal.was_given_back()
    assert b"Practice: 0 of 1 answers right" in terminal.received


def test_a_narrow_and_low_terminal_keeps_the_question_and_the_keys(monkeypatch):
    drawn = []
    screen = SimpleNamespace(draw=drawn.append)
    question = next(q for q in POOL.questions if q.kind == "type")
    monkeypatch.setattr(practice, "get_terminal_size", lambda: (40, 24))
    practice._draw(screen, ["so " * 200, *practice._lines(question, 9, words=False)], "keys")
    [lines] = drawn
    assert len(lines) == 24
    assert max(map(len, lines)) <= 40
    assert any(line.startswith("Question 9.") for line in lines)
    assert lines[-2:] == ["9 Straight Flush", "keys"]
