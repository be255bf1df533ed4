"""Classes compared: what was right before and after talking, and what most believed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from poker_table.game.errors import printable
from poker_table.present.class_file import read_only
from poker_table.show.page import Column, Page, Section, Share, columns_of

FEWEST = 5  # votes; what fewer people say may tell who they are
NOTE = (
    f"– stands where fewer than {FEWEST} voted so, or fewer than {FEWEST} otherwise:"
    " nobody can be told from it."
)
QUERIES = [
    "SELECT number, deck, text FROM question ORDER BY number",
    "SELECT question, number, text, correct FROM answer ORDER BY question, number",
    "SELECT question, round, answer, count(*) FROM vote GROUP BY question, round, answer",
]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _bar(share: float | None) -> Share:
    return Share(share or 0.0)


class Asked(NamedTuple):
    """How a class voted on a question; None is what too few votes would tell."""

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
    """Return how classes voted, one below the other at each question. Raises FileError."""
    rows = [(number, row) for path in paths for number, row in _of_class(path)]
    rows.sort(key=lambda row: (row[1].deck, row[0], row[1].question))
    section = Section("", columns_of(Asked), [row for _, row in rows], [NOTE], key="questions")
    return Page("Votes before and after talking", [section])


def _of_class(path: str) -> list[tuple[int, Asked]]:
    questions, answers, votes = read_only(path, QUERIES)
    name = printable(os.path.basename(path)).removesuffix(".votes")
    rows = []
    for number, deck, text in questions:
        choices = [(choice, right) for asked, _, choice, right in answers if asked == number]
        rounds = [[0] * len(choices), [0] * len(choices)]
        for question, round_, answer, count in votes:
            if question == number:
                rounds[round_][answer] = count
        right = [is_right for _, is_right in choices]
        before, after = (_right(counts, right) for counts in rounds)
        wrong = [
            (n, choice)
            for n, (choice, r) in zip(rounds[any(rounds[1])], choices, strict=True)
            if not r
        ]
        most, believed = max(wrong, default=(0, None), key=lambda each: each[0])
        first, named = sum(rounds[0]), believed if most >= FEWEST else None
        asked = Asked(text, deck, name, first if first >= FEWEST else None, before, after, named)
        rows.append((number, asked))
    return rows


def _right(counts: list[int], right: list[bool]) -> float | None:
    """Return the share of right answers, None where too few votes would be told by it."""
    good = sum(count for count, is_right in zip(counts, right, strict=True) if is_right)
    if min(good, sum(counts) - good) < FEWEST:
        return None
    return good / sum(counts)
