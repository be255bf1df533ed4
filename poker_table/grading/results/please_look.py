"""The list of submissions that a person should look at; it comes first on the class page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from poker_table.grading.intake.late import UNKNOWN_DELAY
from poker_table.grading.judging.faults import NOT_COMPILED, NOT_READ, as_printed
from poker_table.grading.results.by_hand import MARKS
from poker_table.grading.results.words import compiler_lines
from poker_table.grading.sheet import ADJUSTMENTS, UNREAD, Sheet, format_points
from poker_table.show.page import Column, Section, columns_of

WINDOWS_HINTS = {
    r"(?i)fatal error: '?(stdafx|windows)\.h\b": (
        "only Windows has that header: docs/class.md has a compile that supplies it"
    ),
    "main.* must return": "only Windows's compiler accepts void main: it must be int main",
}


class LookRow(NamedTuple):
    """A submission to look at, and why; `who` is empty if it is the same as in the row above."""

    who: Annotated[str, Column("Who", row_header=True)]
    why: Annotated[str, Column("Why")]
    what: Annotated[str, Column("What")]


def please_look(sheets: Sequence[Sheet], lines: int = 1) -> Section:
    """Return the submissions to look at, and why, with up to `lines` lines of unreadable output."""
    rows = [row for sheet in sheets for row in _rows_of(sheet, lines)]
    return Section("Please look", columns_of(LookRow), rows)


def _rows_of(sheet: Sheet, lines: int) -> Iterator[LookRow]:
    who, hand = sheet.display_name, sheet.by_hand
    if not (hand and sheet.is_marked):  # else a person has looked
        yield from _unmarked_by_hand(sheet, lines)
    if not hand:
        return
    if hand.changed:
        yield LookRow(who, "changed since you marked it", "its marks in marks.toml still count")
    for key in hand.points.keys() - {i.key for i in sheet.items} - ADJUSTMENTS.keys():
        nothing = f"{key}: nothing was marked, so only a whole can be given"
        yield LookRow(who, MARKS, f"there is no criterion {key}" if sheet.items else nothing)
    if 0 in hand.dismiss:
        gone = "dismiss names a mistake that is not there (any more): remove its number"
        yield LookRow(who, MARKS, gone)
    if hand.dismiss and sheet.outcome == UNREAD:
        yield LookRow(who, MARKS, "dismiss gives no points for what was not read: give a whole")
    if not 0 <= sheet.score <= round(sheet.points, 2):
        points = f"{format_points(sheet.score)} of {format_points(sheet.points)} points"
        yield LookRow(who, MARKS, f"{points}: is that meant?")


def _unmarked_by_hand(sheet: Sheet, lines: int) -> Iterator[LookRow]:
    who = sheet.display_name
    if sheet.trouble:
        yield LookRow(who, "could not be marked", sheet.trouble)
    for finding in sheet.findings:
        fault = finding.example
        if fault.name == NOT_READ and sheet.outcome == UNREAD:
            for n, line in enumerate(fault.printed[:lines]):
                yield LookRow("" if n else who, "" if n else UNREAD, as_printed(line))
        elif fault.name == NOT_COMPILED:
            yield LookRow(who, "not compiled", _first_error(str(fault.example)))
    for why, what in sheet.look:
        yield LookRow(who, why, what)
    if sheet.penalty and sheet.late == UNKNOWN_DELAY:
        late = "the platform does not say by how much: set late in marks.toml, such as late = -5"
        yield LookRow(who, "late", late)
    if copied := sheet.facts.get("the_example's"):
        what = f"{copied} of {sheet.facts['tests']} lines are the example's own"
        yield LookRow(who, "copied", what)


def _first_error(compiler_output: str) -> str:
    (line, *_) = compiler_lines(compiler_output) or [""]
    hints = [hint for error, hint in WINDOWS_HINTS.items() if re.search(error, line)]
    return ": ".join([line, *hints])
