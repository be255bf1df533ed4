"""A mark sheet as lines and rows: of a program, or of a batch of them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from poker_table.grading.sheet import FAILED, PASSED, Finding, Sheet
from poker_table.show.page import Column, Page, Row, Section, table_of

WIDTH = 80
MOST_FINDINGS = 12  # shown; the reports hold every one
MOST_NAMES = 4


def sheet_lines(sheet: Sheet) -> str:
    """Return the sheet as lines of at most 80 columns."""
    lines = [sheet.in_a_line, *filter(None, [sheet.facts_in_a_line]), ""]
    marks = [(f"  {item.mark:<6} {item.reached:>9}  ", item.title) for item in sheet.items]
    lines += [_wrapped(mark, title) for mark, title in marks]
    return "\n".join([*lines, *wrong_lines(sheet), *note_lines(sheet)]) + "\n"


def batch_lines(sheets: Iterable[Sheet]) -> str:
    """Return a line for each sheet: its points, and what is wrong first."""
    told = [
        (sheet.in_a_line, sheet.wrong_first if sheet.outcome == FAILED else "") for sheet in sheets
    ]
    return "".join(": ".join(filter(None, parts)) + "\n" for parts in told)


def wrong_lines(sheet: Sheet, width: int = WIDTH) -> list[str]:
    """Return what is wrong in sentences, a number before each cause."""
    shown = sheet.findings[:MOST_FINDINGS]
    if not shown:
        return [line for text in sheet.faults for line in ["", *text.splitlines()]]
    lines = ["", "What is wrong, the simplest first:"]
    for place, finding in enumerate(shown, start=1):
        lines += ["", _wrapped(f"{place:>2}. ", f"{finding.cause}.", width)]
        lines.append(_wrapped("    ", f"{finding.example_from}: {finding.example}", width))
        if also := _also_in(finding):
            lines.append(_wrapped("    ", also, width))
    if left := len(sheet.findings) - len(shown):
        lines += ["", f"… and {left} more; --report markdown=FILE writes them all."]
    return lines


def note_lines(sheet: Sheet, width: int = WIDTH) -> list[str]:
    """Return what costs nothing."""
    notes = [_wrapped("- ", note, width) for note in sheet.notes]
    return ["", "Notes, which cost nothing:", *notes] if notes else []


def sheet_page(sheet: Sheet) -> Page:
    """Return a row for each item, those that cost points marked, and what is wrong below."""
    rows = [
        Row((item.mark, item.reached, item.title), marked=item.outcome != PASSED)
        for item in sheet.items
    ]
    columns = [Column(name) for name in ("Outcome", "Points", "What is judged")]
    wrong = [f"{place}. {fault}" for place, fault in enumerate(sheet.faults, start=1)]
    sections = [
        Section(sheet.in_a_line, columns, rows),
        Section("What is wrong, the simplest first", notes=wrong),
        Section("Notes, which cost nothing", notes=sheet.notes),
    ]
    told = [section for section in sections if section.rows or section.notes]
    return Page(sheet.in_a_line, told or sections[:1], note=sheet.facts_in_a_line)


def batch_page(sheets: Iterable[Sheet]) -> Page:
    """Return a row for each submission: outcome, points, and what is wrong first."""
    rows = [
        (sheet.subject, sheet.outcome, sheet.reached, sheet.trouble or sheet.wrong_first)
        for sheet in sheets
    ]
    names = "Submission", "Outcome", "Points", "What is wrong first"
    return Page("Submissions", [table_of("Submissions", names, rows)])


def wrong_in_lines(sheet: Sheet, width: int) -> list[str]:
    """Return what the result depends on, what is wrong, and what costs nothing."""
    facts = [sheet.facts_in_a_line] if sheet.facts else []
    return [*facts, *wrong_lines(sheet, width), *note_lines(sheet, width)]


def _also_in(finding: Finding) -> str:
    others = [name for name in finding.seen_in if name != finding.example_from]
    named = ", ".join(others[:MOST_NAMES]) + (" …" if len(others) > MOST_NAMES else "")
    return f"Also in {len(others)} other{'s' * (len(others) > 1)}: {named}" if others else ""


def _wrapped(mark: str, text: str, width: int = WIDTH) -> str:
    return textwrap.fill(
        text, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    )
