"""What a whole run says: how it ended, a missing file, a random deal."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import NamedTuple

from poker_table.game.errors import quoted
from poker_table.grading.judging.printed import Printed, read_printed
from poker_table.grading.judging.rubric import Fault
from poker_table.grading.judging.style import style_faults
from poker_table.grading.running.runner import Run

# The line that says what went wrong; the stack of calls before or after it is indented.
TELLING = re.compile(r"\S.*(Error|Exception|ERROR)\b|panic|\s+what\(\):")
NO_FAULT = "That is no fault, but the exit code is: 0, expected any other."
NO_TABLE = "For a missing file, an error counts only if other files give a table"
UNSTEADY = "The program answers differently on the same deck: a variable is never set, most likely"


class Answer(NamedTuple):
    """What one run on a deck printed, how it ended and its style, and if there is more to judge."""

    printed: Printed
    faults: list[Fault]
    judged: bool


def judge_run(run: Run, style: bool) -> Answer:
    """Return what a run on a deck says by itself: how it ended, and its style if wanted.

    Where it did not end well and left no table, how it ended is all there is to say.
    """
    printed = read_printed(run.out)
    ended = [_how_it_ended(run, "ends")] if run.failure else []
    styled = style_faults(printed) if printed.is_table and style else []
    return Answer(printed, [*ended, *styled], judged=printed.is_table or not ended)


def _how_it_ended(run: Run, criterion: str) -> Fault:
    cause, lines = run.failure[0].upper() + run.failure[1:], _lines(run.out)
    many = f"{len(lines)} lines, the last of them" if len(lines) > 1 else "one line,"
    printed = f"{many} {quoted(lines[-1], 80)}" if lines else "nothing"
    return Fault({criterion}, cause, f"{_said(run.err)} It had printed {printed}.".lstrip(), -1)


def missing_file_faults(run: Run, tables: int) -> list[Fault]:
    """Return what is wrong with a run whose file did not exist, of a program with so many tables.

    One that prints no table for a file that exists fails without one too, but not because of that.
    """
    shown = [f"It printed {quoted(line, 80)}." for line in _lines(run.out)]
    (said, *_) = *shown, _said(run.err) or "It printed nothing."
    missing = "With a missing file,"
    wrong = [
        (run.crash, f"{missing} the program {run.crash}", said),
        (read_printed(run.out).hands, f"{missing} hands are printed all the same", said),
        (not _lines(run.out + run.err), f"{missing} nothing is said", f"Exit code {run.code}."),
        (run.code == 0, f"{missing} the program ends as if all were well", f"{said} {NO_FAULT}"),
        (not tables, NO_TABLE, f"{said} No deck gave a table to judge."),
    ]
    return [Fault({"missing"}, cause, example) for is_so, cause, example in wrong if is_so][:1]


def random_deal_faults(run: Run) -> list[Fault]:
    """Return what is wrong with a table dealt at random."""
    printed = read_printed(run.out)
    hands = printed.first_of_each_player()
    cards = [card for hand in hands for card in hand.cards]
    if run.crash or (run.code and not printed.is_table):
        return [_how_it_ended(run, "random")]
    if not printed.is_table:
        last = ["nothing", *(quoted(line, 80) for line in _lines(run.out))][-1]
        example = f"Without a file, {len(hands)} of ten hands could be read. It printed {last}."
        return [Fault({"random"}, "There is no whole table at random", example)]
    if twice := next((card for card in cards if cards.count(card) > 1), None):
        holders = [hand.player for hand in hands if twice in hand.cards]
        example = f"{twice} is dealt to players {holders[0]} and {holders[-1]}."
        return [Fault({"random"}, "A card is dealt twice in a random deal", example)]
    return []


def faults_of_both(first: Answer, again: Answer) -> list[Fault]:
    """Return the faults of two runs on a deck; that they differ takes the place of other causes."""
    both = [*first.faults, *again.faults]
    if not both or first.printed.meaning == again.printed.meaning:
        return first.faults or again.faults
    ends = [fault for fault in both if "ends" in fault.criteria]
    criteria = {key for fault in both for key in fault.criteria} - {"ends"}
    lines = [[hand.line for hand in answer.printed.hands] for answer in (first, again)]
    pairs = zip_longest(*lines, fillvalue="nothing")
    one, other = next(pair for pair in pairs if pair[0] != pair[1])
    example = f"One run printed {quoted(one, 80)}, the next {quoted(other, 80)}."
    return [*ends[:1], *([Fault(criteria, UNSTEADY, example)] if criteria else [])]


def _said(err: str) -> str:
    """Return the last line that names what went wrong, else the last one, in a sentence."""
    telling = [*_lines(err)[-1:], *filter(TELLING.match, _lines(err))]
    return f"It said {quoted(telling[-1].strip(), 120)}." if telling else ""


def _lines(text: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]
