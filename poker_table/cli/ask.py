"""`poker-table --ask`: a class predicts the showdown, and hears why it was right or wrong."""

from __future__ import annotations

import io
import sys
import textwrap
from collections.abc import Iterator
from itertools import takewhile
from shutil import get_terminal_size

from poker_table.cli.output import Output
from poker_table.files.text import STANDARD_INPUT, read_error
from poker_table.game.deck import Deck
from poker_table.game.errors import printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import Showdown, deal
from poker_table.hands.types import type_of_label
from poker_table.lesson.questions import Answer, Question, questions
from poker_table.lesson.showdown import showdown_page
from poker_table.show.page import hand_row, hands_page

Source = dict[str, int | str]

LONGEST_ANSWER = 1000  # characters; the rest of a longer line is the next answer


def ask(showdown: Showdown, source: Source, output: Output) -> None:
    """Ask about one table after another until the answers, or the tables, end; keep the score."""
    if isinstance(sys.stdin, io.TextIOWrapper):  # what is no text is no answer, and no failure
        sys.stdin.reconfigure(errors="backslashreplace")
    scored: list[bool] = []
    for number, (table, its_source) in enumerate(_tables(showdown, source)):
        if number and read_answer("\nEnter deals the next table, q ends: ", output) in (None, "q"):
            break
        asked = questions(table)
        seats = sorted(table.hands, key=lambda hand: hand.player)
        rows = [hand_row(hand.player, hand.cards) for hand in seats]
        output.show(hands_page("Before the showdown", rows))
        answers = [*takewhile(bool, (_answered(question, output) for question in asked))]
        scored += [answer.right for answer in answers if answer]
        output.write(f"Score: {sum(scored)} of {len(scored)}\n\n")
        page = showdown_page(table, its_source)
        output.show(page._replace(note=""))  # what decides has been said
        if len(answers) < len(asked):
            break


def _tables(showdown: Showdown, source: Source) -> Iterator[tuple[Showdown, Source]]:
    """Yield the table, and if it came from a seed, those of the seed's next deals."""
    yield showdown, source
    while "deal" in source:
        source = {"seed": source["seed"], "deal": int(source["deal"]) + 1}
        deck = Deck.shuffled(Random(int(source["seed"]), int(source["deal"])))
        yield Showdown(deal(deck, len(showdown.hands))), source


def _answered(question: Question, output: Output) -> Answer | None:
    """Return an answer that may be given, once its verdict is told, or None at the end."""
    choices = ", ".join(answer.text for answer in question.answers)
    output.write("\n")
    _say(f"{question.text} ({choices}; q ends)", output)
    while (said := read_answer("> ", output)) not in (None, "q"):
        if answer := _meant(said, question.answers):
            _say(f"{answer.reply} {answer.reason}", output)
            return answer
        _say(f"{quoted(said)} is none of these: {choices}; q ends.", output)
    return None


def _meant(text: str, answers: list[Answer]) -> Answer | None:
    """Return the answer with this text, or that begins with it, or whose type it spells."""
    spelled = str(type_of_label(text)).lower()
    matches = (
        [answer for answer in answers if text in (answer.text, answer.short)]
        or [a for a in answers if text and (a.text.startswith(text) or a.short.startswith(text))]
        or [answer for answer in answers if answer.short == spelled]
    )
    return matches[0] if len(matches) == 1 else None


def _say(text: str, output: Output) -> None:
    """Write a paragraph, on a terminal in lines that fit."""
    width = get_terminal_size().columns if output.on_terminal else len(text)
    output.write(textwrap.fill(text, width) + "\n")


def read_answer(prompt: str, output: Output) -> str | None:
    """Return what is typed, in lower case, or None at the end of the input."""
    output.write(prompt)
    output.flush()
    try:
        line = sys.stdin.readline(LONGEST_ANSWER) if sys.stdin else ""
    except OSError as error:
        raise read_error(STANDARD_INPUT, error) from None
    said = " ".join(line.lower().split())
    if not (line and sys.stdin.isatty()):  # a terminal has shown what was typed, nothing else has
        output.write(f"{printable(said)}\n")
    return said if line else None
