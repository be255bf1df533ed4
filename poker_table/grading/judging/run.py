"""What a whole run says: how it ended, a missing file, a random deal."""

from __future__ import annotations

import re
from collections.abc import Set
from itertools import zip_longest
from typing import NamedTuple

from poker_table.grading.judging.faults import Fault, Kind
from poker_table.grading.judging.printed import Printed, read_printed
from poker_table.grading.judging.rubric import BY_SKILL, OF_A_TABLE
from poker_table.grading.judging.style import style_faults
from poker_table.grading.running.runner import Run

# The line that says what went wrong; the stack of calls before or after it is indented.
TELLING = re.compile(r"\S.*(Error|Exception|ERROR)\b|panic|\s+what\(\):")


def not_read(printed: Printed, criteria: Set[str]) -> Fault:
    """Return the fault that nobody but a person can tell what is printed."""
    return Fault(Kind.NOT_READ, criteria, printed=printed.beginning)


class Answer(NamedTuple):
    """What one run on a deck printed, how it ended and its style, and if there is more to judge."""

    printed: Printed
    faults: list[Fault]
    judged: bool


def judge_run(run: Run, style: bool) -> Answer:
    """Return what a run on a deck says by itself: how it ended, and its style if wanted.

    Where it did not end well and left no table, how it ended is all there is to say: nothing holds
    there of all that the deck tests.
    """
    printed = read_printed(run.out)
    spoilt = {"ends"} if printed.is_table else {"ends", *OF_A_TABLE}
    ended = [_how_it_ended(run, spoilt)] if run.failure else []
    styled = style_faults(printed) if printed.is_table and style else []
    return Answer(printed, [*ended, *styled], judged=printed.is_table or not ended)


def _how_it_ended(run: Run, criteria: Set[str]) -> Fault:
    lines = _lines(run.out)
    seen = _said(run.err), len(lines), "".join(lines[-1:])
    return Fault(Kind.ENDED, criteria, tuple(run.failure or ()), seen, complexity=-1)


def missing_file_faults(run: Run, tables: int) -> list[Fault]:
    """Return the faults of a run on a missing file; `tables` is 0 if no deck gave a table.

    One that prints no table for a file that exists fails without one too, but not because of that.
    """
    hands = [hand.line for hand in read_printed(run.out).hands]
    printed = "".join((hands or _lines(run.out))[:1])
    wrong = [
        (run.crash, Kind.MISSING_ENDED, tuple(run.crash or ())),
        (hands, Kind.MISSING_HANDS, ()),
        (not _lines(run.out + run.err), Kind.MISSING_SILENT, ()),
        (run.exit_code == 0, Kind.MISSING_CONTENT, ()),
        (not tables, Kind.MISSING_AS_ANY, ()),
    ]
    seen = printed, _said(run.err), run.exit_code
    return [Fault(kind, {"missing"}, about, seen) for is_so, kind, about in wrong if is_so][:1]


def random_deal_faults(run: Run, unread: bool = False) -> list[Fault]:
    """Return what is wrong with a table dealt at random; those of decks may be `unread`."""
    printed = read_printed(run.out)
    hands = printed.first_of_each_player()
    cards = [card for hand in hands for card in hand.cards]
    if run.failure and not printed.is_table:  # after a table it counts where decks show it
        return [_how_it_ended(run, {"random"})]
    if unread and printed.beginning:
        return [not_read(printed, {"random"})]
    if not printed.is_table:
        seen = len(hands), "".join(_lines(run.out)[-1:])
        return [Fault(Kind.RANDOM_NO_TABLE, {"random"}, evidence=seen)]
    if twice := next((card for card in cards if cards.count(card) > 1), None):
        holders = [hand.player for hand in hands if twice in hand.cards]
        return [Fault(Kind.RANDOM_TWICE, {"random"}, evidence=(twice, holders[0], holders[-1]))]
    return []


def same_deal_faults(first: Run, again: Run) -> list[Fault]:
    """Return the fault of a later random deal that is the same as the first."""
    if read_printed(first.out).meaning != read_printed(again.out).meaning:
        return []
    return [Fault(Kind.RANDOM_SAME, {"random"}, evidence=("".join(first.out.splitlines()[:1]),))]


def faults_of_both(first: Answer, again: Answer) -> list[Fault]:
    """Return the faults of two runs on a deck; that they differ takes the place of other causes."""
    both = [*first.faults, *again.faults]
    if not both or first.printed.meaning == again.printed.meaning:
        return first.faults or again.faults
    ends = [fault for fault in both if fault.kind == Kind.ENDED]
    others = [fault for fault in both if fault.kind != Kind.ENDED]
    criteria = {key for fault in others for key in fault.criteria}
    whole = any(fault.criteria & BY_SKILL and not fault.skills for fault in others)
    skills = frozenset() if whole else frozenset().union(*(fault.skills for fault in others))
    lines = [[hand.line for hand in answer.printed.hands] for answer in (first, again)]
    pairs = zip_longest(*lines, fillvalue="")
    seen = next(pair for pair in pairs if pair[0] != pair[1])
    return [
        *ends[:1],
        *([Fault(Kind.UNSTEADY, criteria, evidence=seen, skills=skills)] if criteria else []),
    ]


def _said(err: str) -> str:
    """Return the last line that names what went wrong, else the last one."""
    telling = [*_lines(err)[-1:], *filter(TELLING.match, _lines(err))]
    return telling[-1].strip() if telling else ""


def _lines(text: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]
