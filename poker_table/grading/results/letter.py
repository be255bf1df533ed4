"""The letter to a student: the marks, and each fault with its hand, its lines and its price."""

from __future__ import annotations

from poker_table.game.errors import listed
from poker_table.grading.sheet import PASSED, Finding, Sheet, document_of, number
from poker_table.show.page import Column, Page, Row, Section

MOST_NAMES = 4  # of decks that are listed
LINES = Column("Lines", names=True), Column("Hand")


def letter(sheet: Sheet) -> Page:
    """Return a row for each item, those that cost points marked, and below what is wrong."""
    columns = Column("Outcome"), Column("Points", number=True), Column("What is judged")
    rows = [
        Row((item.in_a_word, item.reached, item.title), marked=item.outcome != PASSED)
        for item in sheet.items
    ]
    facts = [sheet.facts_in_a_line] if sheet.facts else []
    told = [] if sheet.findings else [line for f in sheet.faults for line in f.splitlines()]
    unusable = [line for line in told if line[:1].strip()]  # a compiler's pictures are indented
    sections = [Section(sheet.in_a_line, columns, rows, facts + unusable)]
    for place, finding in enumerate(sheet.findings, start=1):
        rows = [Row(("Expected", line)) for line in finding.expected]
        rows += [Row(("You printed", line)) for line in finding.printed if rows]
        title = f"{place}. {finding.cause}."
        sections.append(Section(title, LINES, rows, _said_of(finding, sheet)))
    if sheet.notes:
        sections.append(Section("Notes, which cost nothing", notes=sheet.notes))
    return Page(sheet.in_a_line, sections, document=document_of([sheet]))


def _said_of(finding: Finding, sheet: Sheet) -> list[str]:
    """Return the example, its values, where else it showed, how to see it, and what it cost."""
    said = [f"{finding.example_from}: {finding.example}", *finding.worked_out]
    others = [name for name in finding.seen_in if name != finding.example_from]
    if others:
        plural = "s" * (len(others) > 1)
        said.append(f"Also in {len(others)} other{plural}: {listed(others, MOST_NAMES)}")
    if finding.command:
        said.append(f"To see it: {finding.command}")
    return [*said, _cost(finding, sheet)]


def _cost(finding: Finding, sheet: Sheet) -> str:
    """Return what a finding cost, with those that it shares a criterion with."""
    touched = {item.key for item in sheet.items if item.key in finding.items}
    lost = sum(item.points - item.score for item in sheet.items if item.key in touched)
    shared = [
        str(place)
        for place, other in enumerate(sheet.findings, start=1)
        if other is not finding and touched & {*other.items}
    ]
    faults = f"fault{'s' * (len(shared) > 1)} {' and '.join(shared)}"
    together = f", together with {faults}" if shared else ""
    price = f"{number(lost)} point{'s' * (lost != 1)}{together}" if lost else "nothing"
    return f"It cost {price}."
