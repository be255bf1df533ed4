"""`poker-table practice`: questions until nothing is believed wrongly; it says what was."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from argparse import Namespace
from shutil import get_terminal_size

from poker_table.cli.ask import read_answer
from poker_table.cli.output import READABLE_FORMS, Output, form_of
from poker_table.cli.parser import CommandParser, how_to_repeat
from poker_table.cli.screen import Screen, can_take_over
from poker_table.files.text import names_in_folder, read_text, shown_name
from poker_table.game.errors import FileError
from poker_table.game.random import Random
from poker_table.hands.sentence import Sentence, Text, aloud, side_by_side, with_symbols
from poker_table.lesson.course import WINDOW, State, answered, next_question
from poker_table.lesson.feedback import (
    ABOUT,
    class_page,
    practice_page,
    read_code,
    result_page,
    said,
)
from poker_table.lesson.practice import LETTERS, Pool, Question, pool

EXAMPLES = """\
  poker-table practice                          questions, one key an answer; q ends
  poker-table practice --export practice.html   the same on one page, for a phone
  poker-table practice --export result.json     and the result for a teacher, without a name
  poker-table practice --results FOLDER         which misconceptions are alive in a class"""
LONGEST = 100_000  # characters of a result
OUT = {"q", "\x04"}
GO_ON = "Enter asks twelve more, q ends."


def run(argv: list[str], output: Output) -> int:
    """Ask until the course is over, and show what was learnt; or write the page of it."""
    parser = CommandParser("practice", EXAMPLES)
    parser.add("--seed")
    about = "show a class: every result, or code of the page, in a folder"
    parser.add_argument("--results", metavar="FOLDER", help=about)
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv)
    output.configure(options)
    if options.results is not None:
        output.check_destination()
        paths = [os.path.join(options.results, name) for name in names_in_folder(options.results)]
        results = [
            read_code(read_text(path, "a result", LONGEST), shown_name(path)) for path in paths
        ]
        if not results:
            name = shown_name(options.results)
            raise FileError(expected="results of `poker-table practice`", got="none", name=name)
        output.show(class_page(results))
        return 0
    if options.format not in (None, *READABLE_FORMS):
        parser.error(f"--format {options.format} goes with --results; --export keeps a result")
    output.check_destination()
    seed = Random(options.seed).seed
    if options.export and form_of(options.export) == "html":
        output.show(practice_page(pool(seed)))
        return 0
    again = how_to_repeat("poker-table practice", " questions", seed=seed)
    output.message(f"Seed {seed}. {again}")
    practised = _practise(pool(seed), options, output)
    if not practised.asked:
        output.message("No question was answered, so there is no result.")
        return 0
    result = result_page(pool(seed), practised)
    if options.export:  # it is for the teacher: the student sees it too
        output.show(result)
    output.export = None
    output.show(result)
    return 0


def _practise(asked: Pool, options: Namespace, output: Output) -> State:
    """Return the state at the end, on a terminal that can be taken over key by key."""
    words = options.format == "words"
    if not words and options.format in (None, "table") and can_take_over(sys.stdin, output.out):
        with Screen(sys.stdin, output.out) as screen:
            return _by_keys(asked, screen)
    return _by_lines(asked, output, words)


def _by_keys(asked: Pool, screen: Screen) -> State:
    """Ask on the whole screen; what is said to an answer stands above the next question."""
    state, reply = State(), [ABOUT]
    while True:
        number = next_question(asked, state)
        lines = [*reply, ""]
        if number is not None:
            question = asked.questions[number]
            lines += _lines(question, len(state.asked) + 1, words=False)
        key = ""
        while not key:  # a new size
            _draw(screen, lines, GO_ON if number is None else "A number answers, q ends.")
            key = screen.key()
        if key in OUT:
            return state
        if number is None:
            state, reply = state._replace(until=len(state.asked) + WINDOW), []
        elif key.isascii() and key.isdecimal() and 0 < int(key) <= len(question.answers):
            before, state = state, answered(asked, state, number, int(key) - 1)
            reply = [*map(with_symbols, said(asked, before, state))]


def _draw(screen: Screen, texts: list[str], keys: str) -> None:
    """Draw the last lines that fit, and the keys below them."""
    width, height = get_terminal_size()
    wrapped = [part for text in texts for part in textwrap.wrap(text, width - 1) or [""]]
    lines = wrapped[-(height - 1) :]
    screen.draw([*lines, *[""] * (height - 1 - len(lines)), keys[: width - 1]])


def _by_lines(asked: Pool, output: Output, words: bool) -> State:
    """Ask line by line; an answer is its number, or its words as far as they are needed."""
    state = State()
    while True:
        number = next_question(asked, state)
        if number is None:
            if read_answer(f"{GO_ON}\n> ", output) in (None, "q"):
                return state
            state = state._replace(until=len(state.asked) + WINDOW)
            continue
        question = asked.questions[number]
        _say(_lines(question, len(state.asked) + 1, words), output)
        while not (place := _meant(typed := read_answer("> ", output), question)):
            if typed in (None, "q"):
                return state
            _say([f"Expected 1 to {len(question.answers)}, or an answer in words; q ends."], output)
        before, state = state, answered(asked, state, number, place - 1)
        _say([*(_drawn(text, words) for text in said(asked, before, state)), ""], output)


def _meant(typed: str | None, question: Question) -> int:
    """Return which answer was typed, as its number or its first words; 0 for none."""
    answers = {str(n): _plain(str(answer)) for n, answer in enumerate(question.answers, 1)}
    words = _plain(typed or "")
    matches = (
        [n for n in answers if n == typed]  # before an answer that is a number
        or [n for n, answer in answers.items() if answer == words]
        or [n for n, answer in answers.items() if words and answer.startswith(words)]
    )
    return int(matches[0]) if len(matches) == 1 else 0


def _plain(answer: str) -> str:
    """Return an answer without its signs and its "then": `A, then B` is `a b`."""
    return " ".join(word for word in re.findall(r"\w+", answer.lower()) if word != "then")


def _lines(question: Question, number: int, words: bool) -> list[str]:
    """Return a question, its hands and its answers, each with its number."""
    names = [f"Hand {name}: " for name in LETTERS] if len(question.hands) > 1 else [""]
    hands = [
        Sentence(name, side_by_side(hand))
        for name, hand in zip(names, question.hands, strict=False)
    ]
    return [
        f"Question {number}. {question.text}",
        *(_drawn(hand, words) for hand in hands),
        *(f"{place} {_drawn(text, words)}" for place, text in enumerate(question.answers, 1)),
    ]


def _drawn(text: Text, words: bool) -> str:
    return aloud(text) if words else with_symbols(text)


def _say(lines: list[str], output: Output) -> None:
    width = get_terminal_size().columns if output.on_terminal else max(map(len, lines), default=1)
    output.write("".join(f"{textwrap.fill(text, max(width, 1))}\n" for text in lines))
