"""The list of submissions that a person should look at; it comes first on the class page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from poker_table.game.errors import printable
from poker_table.grading.intake.entries import UNKNOWN_DELAY
from poker_table.grading.judging.faults import GIVEN_UP, NOT_COMPILED, NOT_READ
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
    who = sheet.display_name
    if sheet.trouble:
        yield LookRow(who, "could not be marked", sheet.trouble)
    for finding in sheet.findings:
        fault = finding.example
        if fault.name == NOT_READ and sheet.outcome == UNREAD:
            for n, line in enumerate(fault.printed[:lines]):
                yield LookRow("" if n else who, "" if n else UNREAD, printable(line))
        elif fault.name == NOT_COMPILED:
            yield LookRow(who, "not compiled", _first_error(str(fault.example)))
        elif fault.name == GIVEN_UP:
            yield LookRow(who, "stopped", f"{fault.cause}. {fault.example}")
    if sheet.only_published:
        yield LookRow(who, "right on the published decks only", "does it contain their tables?")
    if sheet.points_text and (first := _costs_most(sheet)):
        yield LookRow(who, "more than half", first)
    if sheet.penalty and sheet.facts.get("late") == UNKNOWN_DELAY:
        yield LookRow(
            who,
            "late",
            "the platform does not say by how much: set late in marks.toml, such as late = -5",
        )
    if sheet.before:
        old, new = format_points(sheet.before.score), format_points(sheet.score)
        yield LookRow(who, "new mark", f"{old} before, {new} now")
    if copied := sheet.facts.get("the_example's"):
        yield LookRow(
            who, "copied", f"{copied} of {sheet.facts['tests']} lines are the example's own"
        )
    if hand := sheet.by_hand:
        if hand.changed:
            yield LookRow(who, "changed since you marked it", "its marks in marks.toml still count")
        for key in hand.points.keys() - {item.key for item in sheet.items} - ADJUSTMENTS.keys():
            yield LookRow(who, "marks.toml", f"there is no criterion {key}")


def _first_error(compiler_output: str) -> str:
    """Return the first error in a compiler's output, with a hint if Windows is the reason."""
    lines = compiler_output.splitlines() or [""]
    line = next((line for line in lines if "error" in line), lines[0])
    return ": ".join(
        [line, *(hint for error, hint in WINDOWS_HINTS.items() if re.search(error, line))]
    )


def _costs_most(sheet: Sheet) -> str:
    """Return the first cause if it costs more than half of all points though the program runs."""
    for finding in sheet.findings[:1]:
        lost = sum(i.points - i.score for i in sheet.items if i.key in finding.items)
        if 2 * lost > sheet.points and finding.example.name not in (NOT_COMPILED, GIVEN_UP):
            price = f"{format_points(lost)} of {format_points(sheet.points)}"
            return f"{price}: {finding.example.cause}"
    return ""
