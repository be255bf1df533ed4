"""A mark sheet: what was judged, the points, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from poker_table.grading.judging.faults import Cause, Fault

PASSED, FAILED, ERROR, NOT_MARKED = "passed", "failed", "error", "not marked"
MISSING = "missing"  # nothing was handed in
UNREAD = "could not be read"  # what it prints: there is no mark until a person has looked


@dataclass(frozen=True)
class Item:
    """One thing judged: `outcome` is passed, failed, or error where the marker was in trouble.

    Or it could not be read.

    It holds on the `right` ones of so many `decks`; `text` is what is told of it, if its findings
    do not say it.
    """

    key: str
    title: str
    points: float
    score: float
    outcome: str
    text: str = ""
    right: int = 1
    decks: int = 1

    @property
    def in_a_word(self) -> str:
        """The outcome as a person reads it: partly where something was earned."""
        return "partly" if self.outcome == FAILED and self.score else self.outcome

    @property
    def reached(self) -> str:
        """The points in words, such as 2.5 of 5; none where a person must look."""
        if self.outcome == UNREAD:
            return f"? of {number(self.points)}"
        return f"{number(self.score)} of {number(self.points)}"


@dataclass(frozen=True)
class Finding:
    """One cause of lost points: the items it touches, its simplest example, where it showed."""

    cause: Cause
    items: tuple[str, ...]
    example: Fault
    seen_in: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """The whole result for one subject, a program or a file of tests; without items, not marked.

    `trouble` is the marker's own: where it is not empty, nothing is said about the subject.
    `remarks` cost nothing. `facts` are what the result depends on, such as the sandbox in force.
    """

    subject: str
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Cause, ...] = ()
    facts: Mapping[str, str | int] = field(default_factory=dict)
    trouble: str = ""
    missing: bool = False

    @property
    def called(self) -> str:
        """The student, if a platform tells who it is."""
        return str(self.facts.get("student", self.subject))

    @property
    def points(self) -> float:
        """The most that could be reached."""
        return sum(item.points for item in self.items)

    @property
    def score(self) -> float:
        """What was reached."""
        return round(sum(item.score for item in self.items), 2)

    @property
    def outcome(self) -> str:
        """Passed, failed, error if it could not be marked, could not be read, or none of these."""
        if self.missing or self.trouble:
            return MISSING if self.missing else ERROR
        if not self.items:
            return NOT_MARKED
        if any(item.outcome == UNREAD for item in self.items):
            return UNREAD
        return PASSED if all(item.outcome == PASSED for item in self.items) else FAILED

    @property
    def in_a_word(self) -> str:
        """The outcome as a person reads it: who has most of the points has not failed."""
        return "mistakes" if self.outcome == FAILED else self.outcome

    @property
    def reached(self) -> str:
        """The points in words, such as 22.5 of 25; nothing where there is no mark."""
        marked = self.outcome in (PASSED, FAILED)
        return f"{number(self.score)} of {number(self.points)}" if marked else ""


def number(value: float) -> str:
    """Return a number of points as people write it.

    >>> number(5.0), number(4.25)
    ('5', '4.25')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
