"""The faults that a single run shows: how it ended, a missing file, a random deal."""

from __future__ import annotations

import re
from collections.abc import Set
from itertools import zip_longest
from typing import NamedTuple

from poker_table.grading.judging.faults import Fault, Kind
from poker_table.grading.judging.printed import PrintedOutput, read_output
from poker_table.grading.judging.rubric import BY_SKILL, ON_EVERY_DECK
from poker_table.grading.running.runner import Run

# The line of a traceback that names the error. Lines of the stack are indented.
ERROR_LINE = re.compile(r"\S.*(Error|Exception|ERROR)\b|panic|\s+what\(\):")


def unreadable_output(printed: PrintedOutput, criteria: Set[str]) -> Fault:
    """Return the fault that the output could not be read, so that a person must look at it."""
    lines = printed.unreadable_start or tuple(hand.line for hand in printed.hands)
    return Fault(Kind.NOT_READ, criteria, printed=lines)


class JudgedRun(NamedTuple):
    """What one run on a deck printed, and its faults.

    At first the faults are only those of how the run ended. `table_counts` tells whether the faults
    of its table are to be added.
    """

    printed: PrintedOutput
    faults: list[Fault]
    table_counts: bool


def judge_run(run: Run) -> JudgedRun:
    """Return the faults of how a run on a deck ended.

    A run that crashed or failed before it printed a table fails all criteria of a table. Then no
    other fault counts.
    """
    printed = read_output(run.out)
    spoilt = {"ends"} if printed.is_table else {"ends", *ON_EVERY_DECK}
    ended = [_failed_run(run, spoilt)] if run.failure else []
    return JudgedRun(printed, ended, table_counts=printed.is_table or not ended)


def _failed_run(run: Run, criteria: Set[str]) -> Fault:
    lines = _lines(run.out)
    evidence = _error_line(run.err), len(lines), "".join(lines[-1:])
    return Fault(Kind.ENDED, criteria, tuple(run.failure or ()), evidence, complexity=-1)


def missing_file_faults(run: Run, any_table: bool) -> list[Fault]:
    """Return the first fault of a run on a missing file, in a list, or an empty list.

    If no deck gave a table, an error proves nothing: the program fails whatever the file is.
    """
    hands = [hand.line for hand in read_output(run.out).hands]
    printed = "".join((hands or _lines(run.out))[:1])
    possible_faults = [
        (run.crash, Kind.MISSING_ENDED, tuple(run.crash or ())),
        (hands, Kind.MISSING_HANDS, ()),
        (not _lines(run.out + run.err), Kind.MISSING_SILENT, ()),
        (run.exit_code == 0, Kind.MISSING_PASSES, ()),
        (not any_table, Kind.MISSING_AS_ANY, ()),
    ]
    evidence = printed, _error_line(run.err), run.exit_code
    for applies, kind, details in possible_faults:
        if applies:
            return [Fault(kind, {"missing"}, details, evidence)]
    return []


def random_deal_faults(run: Run, decks_unreadable: bool = False) -> list[Fault]:
    """Return the first fault of a random deal, in a list, or an empty list.

    If the output on decks is unreadable too, a person must look at both.
    """
    printed = read_output(run.out)
    hands = printed.first_of_each_player()
    cards = [card for hand in hands for card in hand.cards]
    if run.failure and not printed.is_table:  # a failure after a table is judged on the decks
        return [_failed_run(run, {"random"})]
    if decks_unreadable and printed.unreadable_start:
        return [unreadable_output(printed, {"random"})]
    if not printed.is_table:
        evidence = len(hands), "".join(_lines(run.out)[-1:])
        return [Fault(Kind.RANDOM_NO_TABLE, {"random"}, evidence=evidence)]
    if repeated := next((card for card in cards if cards.count(card) > 1), None):
        holders = [hand.player for hand in hands if repeated in hand.cards]
        card_and_players = repeated, holders[0], holders[-1]
        return [Fault(Kind.RANDOM_TWICE, {"random"}, evidence=card_and_players)]
    return []


def same_deal_faults(first: Run, later: Run) -> list[Fault]:
    """Return the fault that a later random deal repeats the first one, if it does."""
    if read_output(first.out).meaning != read_output(later.out).meaning:
        return []
    return [Fault(Kind.RANDOM_SAME, {"random"}, evidence=("".join(first.out.splitlines()[:1]),))]


def combined_faults(first: JudgedRun, second: JudgedRun) -> list[Fault]:
    """Return the faults of two runs on the same deck.

    If a run has faults and the outputs differ, one fault for the difference replaces all faults
    except how a run ended.
    """
    faults = [*first.faults, *second.faults]
    if not faults or first.printed.meaning == second.printed.meaning:
        return first.faults or second.faults
    ends = [fault for fault in faults if fault.kind == Kind.ENDED]
    others = [fault for fault in faults if fault.kind != Kind.ENDED]
    if not others:
        return ends[:1]
    criteria = {key for fault in others for key in fault.criteria}
    spoils_deck = any(fault.criteria & BY_SKILL and not fault.skills for fault in others)
    skills = frozenset() if spoils_deck else frozenset().union(*(f.skills for f in others))
    evidence = _first_difference(first.printed, second.printed)
    return [*ends[:1], Fault(Kind.UNSTEADY, criteria, evidence=evidence, skills=skills)]


def _first_difference(first: PrintedOutput, second: PrintedOutput) -> tuple[str, str]:
    """Return the first lines that differ, or labels, if a type is not in the line of its hand."""
    hands = [[(hand.line, hand.label) for hand in printed.hands] for printed in (first, second)]
    for (line, label), (other_line, other_label) in zip_longest(*hands, fillvalue=("", "")):
        if line != other_line:
            return line, other_line
        if label != other_label:
            return label, other_label
    return "", ""


def _error_line(err: str) -> str:
    """Return the last line of standard error that names an error, else its last line."""
    lines = _lines(err)
    candidates = [*lines[-1:], *filter(ERROR_LINE.match, lines)]
    return candidates[-1].strip() if candidates else ""


def _lines(text: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]
