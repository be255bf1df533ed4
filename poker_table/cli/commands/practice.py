"""`poker-table practice`: ask questions until no misconception is left, and show the result."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from argparse import Namespace
from shutil import get_terminal_size

from poker_table.cli.ask import read_answer, write_paragraph
from poker_table.cli.output import READABLE_FORMS, Output, form_of
from poker_table.cli.parser import CommandParser, all_formats, excludes, how_to_repeat, needs
from poker_table.cli.screen import QUIT, Screen, can_take_over
from poker_table.cli.show_page import show_page
from poker_table.files.errors import FileError
from poker_table.files.text import names_in_folder, read_text, shown_name
from poker_table.game.random import Random
from poker_table.hands.sentence import Sentence, Text, aloud, side_by_side, with_symbols
from poker_table.lesson.course import WINDOW, State, answered, next_question
from poker_table.lesson.feedback import (
    INTRODUCTION,
    Result,
    class_page,
    practice_page,
    read_code,
    reply,
    result_page,
)
from poker_table.lesson.practice import HAND_NAMES, Pool, Question, question_pool

EXAMPLES = (
    ("poker-table practice", "press a key for each answer; q ends"),
    ("poker-table practice --export practice.html", "the same as a page for a phone"),
    ("poker-table practice --results FOLDER", "count the misconceptions of a class"),
)

RULES = (
    excludes("--results", "--seed", why="it asks no questions"),
    *(
        needs(form, "--results", why="--export saves a result of your own")
        for form in all_formats(but=READABLE_FORMS)
    ),
)
MOST_CHARACTERS = 100_000  # of a result file
GO_ON = "Enter asks twelve more, q ends."


def run(argv: list[str], output: Output) -> int:
    """Ask questions and show the result, export the practice page, or show a class's results."""
    parser = CommandParser("practice", EXAMPLES, RULES)
    parser.add("--seed")
    about = "count the misconceptions in a folder of results, or of codes from the page"
    parser.add_argument("--results", metavar="FOLDER", help=about)
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    output.check_destination()
    if options.results is not None:
        show_page(class_page(_results(options.results)), output)
        return 0
    seed = Random(options.seed).seed
    pool = question_pool(seed)
    if options.export and form_of(options.export) == "html":
        show_page(practice_page(pool), output)
        return 0
    again = how_to_repeat("poker-table practice", " questions", seed=seed)
    output.message(f"Seed {seed}. {again}")
    state = _practise(pool, options, output)
    if not state.asked:
        output.message("No question was answered, so there is no result.")
        return 0
    result = result_page(pool, state)
    if options.export:  # for the teacher; the student sees it too, below
        show_page(result, output)
    output.export = None
    show_page(result, output)
    return 0


def _results(folder: str) -> list[Result]:
    """Return the result in each file of a folder. Raises FileError."""
    paths = [os.path.join(folder, name) for name in names_in_folder(folder)]
    if not paths:
        expected = "results of `poker-table practice`"
        raise FileError(expected=expected, got="none", name=shown_name(folder))
    texts = [(read_text(path, "a result", MOST_CHARACTERS), shown_name(path)) for path in paths]
    return [read_code(text, name) for text, name in texts]


def _practise(pool: Pool, options: Namespace, output: Output) -> State:
    """Ask on the whole screen if the terminal can do that, otherwise line by line."""
    if options.format in (None, "table") and can_take_over(sys.stdin, output.out):
        with Screen(sys.stdin, output.out) as screen:
            return _by_keys(pool, screen)
    return _by_lines(pool, output, options.format == "words")


def _by_keys(pool: Pool, screen: Screen) -> State:
    """Ask on the whole screen, with the reply to the last answer above the next question."""
    state, texts = State(), [INTRODUCTION]
    while True:
        number = next_question(pool, state)
        lines = [*texts, ""]
        if number is not None:
            question = pool.questions[number]
            lines += _lines(question, len(state.asked) + 1, words=False)
        key = ""
        while not key:  # no key means that the terminal has a new size: draw again
            _draw(screen, lines, GO_ON if number is None else "Press an answer's number; q ends.")
            key = screen.key()
        if key in QUIT:
            return state
        if number is None:
            state, texts = state._replace(until=len(state.asked) + WINDOW), []
        elif key.isascii() and key.isdecimal() and 0 < int(key) <= len(question.answers):
            before, state = state, answered(pool, state, number, int(key) - 1)
            texts = [*map(with_symbols, reply(pool, before, state))]


def _draw(screen: Screen, texts: list[str], keys: str) -> None:
    """Draw the last lines that fit, with a line about the keys below them."""
    width, height = get_terminal_size()
    wrapped = [part for text in texts for part in textwrap.wrap(text, width - 1) or [""]]
    lines = wrapped[-(height - 1) :]
    screen.draw([*lines, *[""] * (height - 1 - len(lines)), keys[: width - 1]])


def _by_lines(pool: Pool, output: Output, words: bool) -> State:
    """Ask line by line; an answer may be typed as its number or as its first words."""
    state = State()
    while True:
        number = next_question(pool, state)
        if number is None:
            if read_answer(f"{GO_ON}\n> ", output) in (None, "q"):
                return state
            state = state._replace(until=len(state.asked) + WINDOW)
            continue
        question = pool.questions[number]
        for text in _lines(question, len(state.asked) + 1, words):
            write_paragraph(text, output)
        while not (answer := _meant(typed := read_answer("> ", output), question)):
            if typed in (None, "q"):
                return state
            expected = f"Expected a number from 1 to {len(question.answers)}"
            write_paragraph(f"{expected}, or the first words of one answer; q ends.", output)
        before, state = state, answered(pool, state, number, answer - 1)
        for line in [*reply(pool, before, state), ""]:
            write_paragraph(_drawn(line, words), output)


def _meant(typed: str | None, question: Question) -> int:
    """Return the number of the answer that was typed, from 1; 0 if it fits no answer or several."""
    answers = {str(n): _plain(str(answer)) for n, answer in enumerate(question.answers, 1)}
    words = _plain(typed or "")
    matches = (
        [n for n in answers if n == typed]  # first, because an answer may itself be a number
        or [n for n, answer in answers.items() if answer == words]
        or [n for n, answer in answers.items() if words and answer.startswith(words)]
    )
    return int(matches[0]) if len(matches) == 1 else 0


def _plain(answer: str) -> str:
    """Return an answer in lower case, without punctuation or "then": `A, then B` is `a b`."""
    return " ".join(word for word in re.findall(r"\w+", answer.lower()) if word != "then")


def _lines(question: Question, number: int, words: bool) -> list[str]:
    """Return a question, its hands and its answers, each with its number."""
    names = [f"Hand {name}: " for name in HAND_NAMES] if len(question.hands) > 1 else [""]
    hands = [
        Sentence(name, side_by_side(hand))
        for name, hand in zip(names, question.hands, strict=False)
    ]
    return [
        f"Question {number}. {question.text}",
        *(_drawn(hand, words) for hand in hands),
        *(f"{key} {_drawn(text, words)}" for key, text in enumerate(question.answers, 1)),
    ]


def _drawn(text: Text, words: bool) -> str:
    return aloud(text) if words else with_symbols(text)
