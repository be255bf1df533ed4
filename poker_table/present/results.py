"""Compare classes: right answers before and after talking, and the main misconceptions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from poker_table.game.errors import printable
from poker_table.present.ballot import Poll, Stage
from poker_table.present.class_file import read_class
from poker_table.show.cells import Bar, percent
from poker_table.show.page import Column, Page, Section, columns_of


def _votes(votes: int | None) -> str | int:
    return "not asked" if votes is None else votes


def _percent(share: float | None) -> str:
    return "–" if share is None else percent(share, whole=True)


RIGHT = Column("Right", number=True, cell=_percent)
BAR = Column("", drop_order=1, cell=lambda share: Bar(share or 0.0))
WRONG = Column("Most popular wrong answer", cell=lambda text: "–" if text is None else text)


class QuestionRow(NamedTuple):
    """How a class voted on a question, before and after talking.

    A number of votes is None if that vote was never open; then, and without votes, so is the share
    of right answers.
    """

    question: Annotated[str, Column("Question", row_header=True)]
    deck: Annotated[str, Column("Deck")]
    votes_file: Annotated[str, Column("Class")]
    votes_before: Annotated[int | None, Column("First vote", number=True, cell=_votes)]
    right_before: Annotated[float | None, RIGHT, BAR]
    votes_after: Annotated[int | None, Column("Second vote", number=True, cell=_votes)]
    right_after: Annotated[float | None, RIGHT, BAR]
    misconception: Annotated[str | None, WRONG]


def results_page(paths: Sequence[str]) -> Page:
    """Return how classes voted on each question, one class per row. Raises FileError.

    The questions are in the order in which they were first presented.
    """
    files = [(os.path.basename(path).removesuffix(".votes"), path) for path in paths]
    polls = [(name, *asked) for name, path in files for asked in read_class(path)]
    order = [*dict.fromkeys((deck, poll.question.text) for _, deck, poll in polls)]
    polls.sort(key=lambda each: order.index((each[1], each[2].question.text)))
    rows = [_row(*each) for each in polls]
    columns = [*columns_of(QuestionRow)]
    for number, shown in (1, {row.deck for row in rows}), (2, {row.votes_file for row in rows}):
        if len(shown) == 1:  # a narrow table leaves out what all rows have
            columns[number] = columns[number]._replace(drop_order=2)
    section = Section("", columns, rows, key="questions")
    return Page("Votes before and after talking", [section])


def _row(name: str, deck: str, poll: Poll) -> QuestionRow:
    asked, wrong = (poll.stage is not Stage.WAITING, poll.round == 1), poll.misconception()
    before, after = (
        (sum(poll.tally(n)) if asked[n] else None, poll.share_right(n)) for n in (0, 1)
    )
    shown = poll.question.text, printable(deck), printable(name)
    return QuestionRow(*shown, *before, *after, wrong.text if wrong else None)
