"""A mark sheet as a page: of one program, or of a batch of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from poker_table.grading.sheet import PASSED, Finding, Sheet
from poker_table.show.page import Column, Page, Row, Section

MOST_NAMES = 4  # of decks that are listed


def sheet_page(sheet: Sheet) -> Page:
    """Return a row for each item, those that cost points marked, and below what is wrong."""
    columns = Column("Outcome"), Column("Points", number=True), Column("What is judged")
    rows = [
        Row((item.in_a_word, item.reached, item.title), marked=item.outcome != PASSED)
        for item in sheet.items
    ]
    facts = [sheet.facts_in_a_line] if sheet.facts else []
    unusable = (
        [] if sheet.findings else [line for text in sheet.faults for line in text.splitlines()]
    )
    sections = [Section(sheet.in_a_line, columns, rows, facts + unusable)]
    for place, finding in enumerate(sheet.findings, start=1):
        sections.append(Section(f"{place}. {finding.cause}.", notes=_shown_by(finding)))
    if sheet.notes:
        sections.append(Section("Notes, which cost nothing", notes=sheet.notes))
    return Page(sheet.in_a_line, sections, document=document_of([sheet]))


def batch_page(sheets: Sequence[Sheet]) -> Page:
    """Return a row for each submission: outcome, points, and what is wrong first."""
    columns = (
        Column("Submission", names=True),
        Column("Outcome"),
        Column("Points", number=True),
        Column("What is wrong first"),
    )
    rows = [
        Row((sheet.subject, sheet.outcome, sheet.reached, sheet.trouble or sheet.wrong_first))
        for sheet in sheets
    ]
    title = "Submissions"
    return Page(title, [Section(title, columns, rows)], document=document_of(sheets))


def document_of(sheets: Sequence[Sheet]) -> dict[str, object]:
    """Return everything that the sheets say, as what JSON can hold."""
    documents = []
    for sheet in sheets:
        rest = asdict(sheet)
        result = {"outcome": sheet.outcome, "score": sheet.score, "points": sheet.points}
        documents.append({"subject": sheet.subject, **result, **rest.pop("facts"), **rest})
    return {"sheets": documents}


def _shown_by(finding: Finding) -> list[str]:
    """Return the example, and on which other decks the same is wrong."""
    example = f"{finding.example_from}: {finding.example}"
    others = [name for name in finding.seen_in if name != finding.example_from]
    named = ", ".join(others[:MOST_NAMES]) + (" …" if len(others) > MOST_NAMES else "")
    also = f"Also in {len(others)} other{'s' * (len(others) > 1)}: {named}"
    return [example, also] if others else [example]
