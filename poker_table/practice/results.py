"""The codes that students hand in after a practice, and the misconceptions of a class."""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, NamedTuple

from poker_table.files.text import FileError
from poker_table.game.errors import quoted
from poker_table.practice.questions import MISCONCEPTIONS
from poker_table.show.page import Column, Page, Section, columns_of

LEARNT, SHAKY = "learnt", "shaky"
CODE = re.compile(r"practice\s+(\d{1,4})\s+of\s+(\d{1,4})")
STATE = re.compile(rf"=\W*(?:3D)?(?:{LEARNT}|{SHAKY})")
FOUND = re.compile(rf"(?<![a-z-])([a-z-]+)=({LEARNT}|{SHAKY})")
MUTANTS = {mutant.name: mutant for mutant in MISCONCEPTIONS}


class Result(NamedTuple):
    """The result of a practice: right answers, all answers, and what became of misconceptions."""

    right: int
    asked: int
    found: tuple[tuple[str, str], ...]  # names of mutants, each with LEARNT or SHAKY


def read_code(text: str, name: str) -> Result:
    """Return the result whose code is in a text. Raises FileError if the text has no code.

    >>> read_code("practice 11 of 14 wheel-missed=shaky", "a.txt")
    Result(right=11, asked=14, found=(('wheel-missed', 'shaky'),))
    """
    match = CODE.search(text)
    rest = text[match.end() :].partition("practice")[0] if match else ""
    found = tuple(FOUND.findall(rest))
    known = {mutant for mutant, _ in found} & MUTANTS.keys()
    # Each once: what a mail program has broken or encoded would be lost without a word.
    if not match or int(match[1]) > int(match[2]) or len(known) < len(STATE.findall(rest)):
        expected = "the code at the end of a practice"
        raise FileError(expected=expected, got=quoted(text), name=name)
    return Result(int(match[1]), int(match[2]), found)


class Taught(NamedTuple):
    """A rule that is shaky in a class: for how many still, how many have learnt it since."""

    name: str
    shaky: Annotated[int, Column("Shaky", number=True)]
    learnt: Annotated[int, Column("Learnt", number=True)]
    rule: Annotated[str, Column("Rule to teach", row_header=True)]
    belief: Annotated[str, Column("Misconception")]


def class_page(results: list[Result]) -> Page:
    """Return the misconceptions of a class, the most common first."""
    count = Counter(found for result in results for found in result.found)
    rows = [
        Taught(name, count[name, SHAKY], count[name, LEARNT], mutant.rule, mutant.belief)
        for name, mutant in MUTANTS.items()
        if count[name, SHAKY] or count[name, LEARNT]
    ]
    rows.sort(key=lambda row: (-row.shaky, -row.learnt, row.name))
    right, asked = sum(each.right for each in results), sum(each.asked for each in results)
    title = f"Misconceptions in a class of {len(results)}"
    footnote = f"{right} of {asked} answers were right."
    return Page(title, [Section(title, columns_of(Taught), rows, [footnote], "beliefs")])
