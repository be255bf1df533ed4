"""What a file of tests catches, as lines and rows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from poker_table.mutants.score import Outcome, Score
from poker_table.show.page import Column, Page, Row, Section

WIDTH = 80


def headline(subject: str, score: Score) -> str:
    """Return the score of a file of tests in a line."""
    caught = sum(found is not None for found in score.caught.values())
    left_out = f" ({score.unreadable} more could not be read)" if score.unreadable else ""
    return (
        f"{subject}: {caught} of {len(score.caught)} wrong evaluators caught"
        f" by {score.tests} test{'s' * (score.tests != 1)}{left_out}"
    )


def mutant_lines(title: str, outcomes: Sequence[Outcome]) -> str:
    """Return a line or two for each mutant: the test that caught it first, or a hint."""
    caught = [outcome for outcome in outcomes if outcome.caught]
    free = [outcome for outcome in outcomes if not outcome.caught]
    lines = [title]
    if caught:
        lines += ["", "Caught:"]
        where = max(len(outcome.text) for outcome in caught)
        lines += [_wrapped(f"  {outcome.text:<{where}}  ", outcome.told) for outcome in caught]
    if free:
        lines += ["", "Not caught; ask yourself:"]
        for outcome in free:
            lines.append(_wrapped("  - ", outcome.told))
            if revealed := outcome.text.partition("\n")[2]:
                lines.append(f"    {revealed}")
    return "\n".join(lines) + "\n"


def mutants_page(title: str, outcomes: Sequence[Outcome]) -> Page:
    """Return a row for each mutant, those that are caught first; who got away stands out."""
    rows = []
    for outcome in sorted(outcomes, key=lambda outcome: not outcome.caught):
        revealed = outcome.text.partition("\n")[2]
        about = f"{outcome.told}\n{revealed}" if revealed else outcome.told
        cells = outcome.text if outcome.caught else "not caught", about
        rows.append(Row(cells, marked=not outcome.caught))
    return Page(title, [Section(title, (Column("Caught"), Column("The mistake, or a hint")), rows)])


def _wrapped(mark: str, text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False
    )
