"""What a person should look at, in a class: one list, which comes before all else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from poker_table.game.errors import printable, quoted
from poker_table.grading.intake.entries import UNKNOWN_DELAY
from poker_table.grading.intake.rosters import CellByHand
from poker_table.grading.judging.faults import Kind
from poker_table.grading.results.words import example_of, in_a_sentence, why_new
from poker_table.grading.sheet import ADJUSTMENTS, UNREAD, Sheet, format_points
from poker_table.show.page import Column, Section, columns_of

WINDOWS = {
    r"(?i)fatal error: '?(stdafx|windows)\.h\b": "that header is Windows's: --windows supplies it",
    "main.* must return": "only Windows's compiler takes a void main: it must be int main",
}


class LookRow(NamedTuple):
    """Who should be looked at, and why; `who` is empty where the row above says it."""

    who: Annotated[str, Column("Who", row_header=True)]
    why: Annotated[str, Column("Why")]
    what: Annotated[str, Column("What")]


def please_look(
    sheets: Sequence[Sheet], cells_by_hand: Sequence[CellByHand] = (), lines: int = 1
) -> Section:
    """Return who should be looked at, why, and so many lines of what could not be read."""
    rows = [row for sheet in sheets for row in _of(sheet, lines)]
    rows += [
        LookRow(
            name,
            "class list",
            f"{quoted(cell)} stands there by hand, and stays: not {quoted(ours)}",
        )
        for name, cell, ours in cells_by_hand
    ]
    return Section("Please look", columns_of(LookRow), rows)


def _of(sheet: Sheet, lines: int) -> Iterator[LookRow]:
    who = sheet.display_name
    if sheet.trouble:
        yield LookRow(who, "could not be marked", sheet.trouble)
    for finding in sheet.findings:
        kind, cause = finding.cause.kind, in_a_sentence(finding.cause)
        if kind == Kind.NOT_READ and sheet.outcome == UNREAD:
            for n, line in enumerate(finding.example.printed[:lines]):
                yield LookRow("" if n else who, "" if n else UNREAD, printable(line))
        elif kind == Kind.NOT_COMPILED:
            yield LookRow(who, "not compiled", _first_error("".join(finding.example.evidence)))
        elif kind == Kind.GIVEN_UP:
            yield LookRow(who, "stopped", f"{cause}. {example_of(finding.example)}")
    if sheet.points_text and (first := _costs_most(sheet)):
        yield LookRow(who, "more than half", first)
    if sheet.penalty and sheet.facts.get("late") == UNKNOWN_DELAY:
        yield LookRow(who, "late", "by how much, the platform does not say: give it late = -5, say")
    if sheet.before:
        marks = f"{format_points(sheet.before.score)} before, {format_points(sheet.score)} now"
        yield LookRow(who, "new mark", f"{marks}: {why_new(sheet)}")
    if copied := sheet.facts.get("the_example's"):
        yield LookRow(
            who, "copied", f"{copied} of {sheet.facts['tests']} lines are the example's own"
        )
    if hand := sheet.by_hand:
        if hand.changed:
            yield LookRow(who, "changed since you marked it", "marks.toml holds all the same")
        for key in hand.points.keys() - {item.key for item in sheet.items} - ADJUSTMENTS.keys():
            yield LookRow(who, "marks.toml", f"nothing is judged that is called {key}")


def _first_error(said: str) -> str:
    """Return the first error that a compiler tells, and if that is because of Windows, so."""
    lines = said.splitlines() or [""]
    line = next((line for line in lines if "error" in line), lines[0])
    return ": ".join([line, *(why for what, why in WINDOWS.items() if re.search(what, line))])


def _costs_most(sheet: Sheet) -> str:
    """Return the first cause if it costs over half of all points, and the program runs."""
    for finding in sheet.findings[:1]:
        lost = sum(i.points - i.score for i in sheet.items if i.key in finding.items)
        if 2 * lost > sheet.points and finding.cause.kind not in (Kind.NOT_COMPILED, Kind.GIVEN_UP):
            price = f"{format_points(lost)} of {format_points(sheet.points)}"
            return f"{price}: {in_a_sentence(finding.cause)}"
    return ""
