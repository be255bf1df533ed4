"""A mark sheet as plain text: of a program, of a batch of them, or of a file of tests."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from poker_table.grading.sheet import FAILED, PASSED, Finding, Sheet

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


def mutant_lines(sheet: Sheet) -> str:
    """Return a line or two for each mutant: the test that caught it first, or a hint."""
    caught = [item for item in sheet.items if item.outcome == PASSED]
    free = [item for item in sheet.items if item.outcome != PASSED]
    lines = [headline(sheet)]
    if caught:
        lines += ["", "Caught:"]
        where = max(len(item.text) for item in caught)
        lines += [_wrapped(f"  {item.text:<{where}}  ", item.title) for item in caught]
    if free:
        lines += ["", "Not caught; ask yourself:"]
        for item in free:
            lines.append(_wrapped("  - ", item.title))
            if revealed := item.text.partition("\n")[2]:
                lines.append(f"    {revealed}")
    return "\n".join(lines) + "\n"


def headline(sheet: Sheet) -> str:
    """Return the score of a file of tests in a line."""
    caught = sum(item.outcome == PASSED for item in sheet.items)
    unreadable = sheet.facts.get("unreadable", 0)
    left_out = f" ({unreadable} more could not be read)" if unreadable else ""
    tests = sheet.facts["tests"]
    return (
        f"{sheet.subject}: {caught} of {len(sheet.items)} wrong evaluators caught"
        f" by {tests} test{'s' * (tests != 1)}{left_out}"
    )


def _also_in(finding: Finding) -> str:
    others = [name for name in finding.seen_in if name != finding.example_from]
    named = ", ".join(others[:MOST_NAMES]) + (" …" if len(others) > MOST_NAMES else "")
    return f"Also in {len(others)} other{'s' * (len(others) > 1)}: {named}" if others else ""


def _wrapped(mark: str, text: str, width: int = WIDTH) -> str:
    return textwrap.fill(
        text, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    )
