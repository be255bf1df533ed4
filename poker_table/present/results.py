"""Compare classes: right answers before and after talking, and the main misconceptions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from poker_table.game.errors import printable
from poker_table.present.class_file import read_class
from poker_table.show.cells import Share
from poker_table.show.page import Column, Page, Section, columns_of

FEWEST = 5  # votes; a smaller number could show how a single person voted
FOOTNOTE = (
    f"– means hidden: fewer than {FEWEST} voted that way, or fewer than {FEWEST} any other way,"
    " so the number could show how a single person voted."
)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _bar(share: float | None) -> Share:
    return Share(share or 0.0)


class QuestionRow(NamedTuple):
    """How a class voted on a question; None hides a number that comes from too few votes."""

    question: Annotated[str, Column("Question", row_header=True)]
    deck: Annotated[str, Column("Deck", drop_order=1)]
    votes_file: Annotated[str, Column("Class")]
    votes: Annotated[int | None, Column("Votes", number=True, drop_order=2)]
    right_before: Annotated[
        float | None, Column("Right before", number=True, cell=_percent), Column("", cell=_bar)
    ]
    right_after: Annotated[
        float | None, Column("Right after", number=True, cell=_percent), Column("", cell=_bar)
    ]
    misconception: Annotated[str | None, Column("Most popular wrong answer")]


def results_page(paths: Sequence[str]) -> Page:
    """Return how classes voted on each question, one class per row. Raises FileError."""
    rows = [(number, row) for path in paths for number, row in _rows_of_class(path)]
    rows.sort(key=lambda pair: (pair[1].deck, pair[0], pair[1].question))
    section = Section(
        "", columns_of(QuestionRow), [row for _, row in rows], [FOOTNOTE], key="questions"
    )
    return Page("Votes before and after talking", [section])


def _rows_of_class(path: str) -> list[tuple[int, QuestionRow]]:
    """Return the number of each question of a class, and its row."""
    facts, ballot = read_class(path)
    name = printable(os.path.basename(path)).removesuffix(".votes")
    rows = []
    for number, (deck, question) in enumerate(facts.questions):
        first, second = ballot.tally(number, 0), ballot.tally(number, 1)
        most, wrong = ballot.misconception(number)
        right = [answer.right for answer in question.answers]
        voted = sum(first) if sum(first) >= FEWEST else None
        before, after = _share_right(first, right), _share_right(second, right)
        misconception = printable(wrong.text) if wrong and most >= FEWEST else None
        shown = printable(question.text), printable(deck), name
        rows.append((number, QuestionRow(*shown, voted, before, after, misconception)))
    return rows


def _share_right(counts: list[int], right: list[bool]) -> float | None:
    """Return the share of right answers, or None if too few are right or too few are wrong."""
    right_votes = sum(count for count, is_right in zip(counts, right, strict=True) if is_right)
    if min(right_votes, sum(counts) - right_votes) < FEWEST:
        return None
    return right_votes / sum(counts)
