"""`poker-table --ask`: a class predicts the showdown and learns why it was right or wrong."""

from __future__ import annotations

import io
import sys
import textwrap
from collections.abc import Iterator
from shutil import get_terminal_size

from poker_table.cli.output import Output
from poker_table.cli.show_page import show_page
from poker_table.files.text import STANDARD_INPUT, read_error
from poker_table.game.deck import Deck
from poker_table.game.errors import printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.label import type_of_label
from poker_table.lesson.questions import Answer, Question, questions
from poker_table.lesson.showdown import showdown_page
from poker_table.show.hand_rows import HandRow, hands_page

Source = dict[str, int | str]

LONGEST_ANSWER = 1000  # characters; the rest of a longer line is read as the next answer


def ask(showdown: Showdown, source: Source, output: Output) -> None:
    """Ask about one showdown after another, and show the score after each.

    Stop at "q", at the end of standard input, or after the only showdown of a deck file.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):  # accept bytes that are not UTF-8 as wrong answers
        sys.stdin.reconfigure(errors="backslashreplace")
    results: list[bool] = []  # one for each answer: whether it was right
    for number, (table, its_source) in enumerate(_showdowns(showdown, source)):
        if number and read_answer("\nEnter deals the next table, q ends: ", output) in (None, "q"):
            break
        seats = sorted(table.hands, key=lambda hand: hand.player)
        rows = [HandRow(None, hand.player, hand.cards) for hand in seats]
        show_page(hands_page("Before the showdown", rows), output)
        answer = None
        for question in questions(table):
            answer = _ask_until_valid(question, output)
            if answer is None:
                break
            results.append(answer.right)
        if results:
            output.write(f"Score: {sum(results)} of {len(results)}\n")
        output.write("\n")
        page = showdown_page(table, its_source)
        show_page(page._replace(footnote=""), output)  # the last reply has said what decides
        if answer is None:
            break


def _showdowns(showdown: Showdown, source: Source) -> Iterator[tuple[Showdown, Source]]:
    """Yield the showdown and its source; if that is a seed, also those of the seed's next deals."""
    yield showdown, source
    while "deal" in source:
        source = {"seed": source["seed"], "deal": int(source["deal"]) + 1}
        deck = Deck.shuffled(Random(int(source["seed"]), int(source["deal"])))
        yield Showdown(deal(deck, len(showdown.hands))), source


def _ask_until_valid(question: Question, output: Output) -> Answer | None:
    """Ask a question until it is answered; show the reply and return the answer, None to quit."""
    choices = ", ".join(answer.text for answer in question.answers)
    output.write("\n")
    write_paragraph(f"{question.text} ({choices}; q ends)", output)
    while (typed := read_answer("> ", output)) not in (None, "q"):
        if answer := _matching_answer(typed, question.answers):
            write_paragraph(f"{answer.reply} {answer.reason}", output)
            return answer
        write_paragraph(f"{quoted(typed)} is not one of these: {choices}; q ends.", output)
    return None


def _matching_answer(text: str, answers: list[Answer]) -> Answer | None:
    """Return the answer that equals the text, begins with it, or has the hand type it names.

    Return None if several answers match.
    """
    hand_type = str(type_of_label(text)).lower()
    matches = (
        [answer for answer in answers if text in (answer.text, answer.short)]
        or [a for a in answers if text and (a.text.startswith(text) or a.short.startswith(text))]
        or [answer for answer in answers if answer.short == hand_type]
    )
    return matches[0] if len(matches) == 1 else None


def write_paragraph(text: str, output: Output) -> None:
    """Write a paragraph; on a terminal, wrap it to the width."""
    width = get_terminal_size().columns if output.on_terminal else max(len(text), 1)
    output.write(textwrap.fill(text, width) + "\n")


def read_answer(prompt: str, output: Output) -> str | None:
    """Return the next line of standard input in lower case, or None at its end."""
    output.write(prompt)
    output.flush()
    try:
        line = sys.stdin.readline(LONGEST_ANSWER) if sys.stdin else ""
    except OSError as error:
        raise read_error(STANDARD_INPUT, error) from None
    answer = " ".join(line.lower().split())
    if not (line and sys.stdin.isatty()):  # only a terminal has shown the typed line
        output.write(f"{printable(answer)}\n")
    return answer if line else None
