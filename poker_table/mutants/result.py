"""What a file of tests catches, as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from poker_table.mutants.score import Outcome, Score, example_lines
from poker_table.show.page import Column, Page, Row, Section

MANY_TESTS = 100
COLUMNS = Column("Caught"), Column("The mistake, or a hint")


def mutants_page(
    subject: str, score: Score, outcomes: Sequence[Outcome], document: Mapping[str, object]
) -> Page:
    """Return a row for each mutant, those that are caught first; who got away stands out."""
    caught = sum(outcome.caught for outcome in outcomes)
    left_out = f" ({score.unreadable} more could not be read)" if score.unreadable else ""
    title = (
        f"{subject}: {caught} of {len(outcomes)} wrong evaluators caught"
        f" by {score.tests} test{'s' * (score.tests != 1)}{left_out}"
    )
    rows = [
        Row((each.where, f"{each.told}\n{each.line}".rstrip("\n")), marked=not each.caught)
        for each in sorted(outcomes, key=lambda each: not each.caught)
    ]
    notes = []
    if score.listed and score.tests >= MANY_TESTS and caught < len(outcomes):
        chosen = f"the {len(example_lines().splitlines())} chosen lines of"
        example = f"{chosen} `poker-table mutants --example` catch all {len(outcomes)}"
        notes = [f"Quantity is no merit: these {score.tests:,} lines catch {caught}, {example}."]
    return Page(title, [Section(title, COLUMNS, rows, notes)], document=document)
