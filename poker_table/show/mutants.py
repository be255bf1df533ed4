"""The score of a file of tests as plain text: what it catches, and a hint for what it does not."""

from __future__ import annotations

import textwrap

from poker_table.grading.sheet import PASSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.grading.sheet import Sheet

WIDTH = 80


def mutant_lines(sheet: Sheet, width: int = WIDTH) -> str:
    """Return a line or two for each mutant: the test that caught it first, or a hint."""
    caught = [item for item in sheet.items if item.outcome == PASSED]
    free = [item for item in sheet.items if item.outcome != PASSED]
    lines = [headline(sheet)]
    if caught:
        lines += ["", "Caught:"]
        where = max(len(item.text) for item in caught)
        lines += [_wrapped(f"  {item.text:<{where}}  ", item.title, width) for item in caught]
    if free:
        lines += ["", "Not caught; ask yourself:"]
        for item in free:
            lines.append(_wrapped("  - ", item.title, width))
            if revealed := item.text.partition(": ")[2]:
                lines.append(f"    {revealed}")
    return "\n".join(lines) + "\n"


def headline(sheet: Sheet) -> str:
    """Return the score in a line."""
    caught = sum(item.outcome == PASSED for item in sheet.items)
    unreadable = sheet.facts.get("unreadable", 0)
    left_out = f" ({unreadable} more could not be read)" if unreadable else ""
    tests = sheet.facts["tests"]
    return (
        f"{sheet.subject}: {caught} of {len(sheet.items)} wrong evaluators caught"
        f" by {tests} test{'s' * (tests != 1)}{left_out}"
    )


def _wrapped(mark: str, text: str, width: int) -> str:
    return textwrap.fill(text, width, initial_indent=mark, subsequent_indent=" " * len(mark))
