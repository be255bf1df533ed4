"""A mark sheet: what was judged, the points for each, what was found; the same for every report."""

from __future__ import annotations

from dataclasses import dataclass, field

PASSED, FAILED, ERROR = "passed", "failed", "error"


@dataclass(frozen=True)
class Item:
    """One thing judged: `outcome` is passed, failed, or error where the marker was in trouble."""

    key: str
    title: str
    points: float
    score: float
    outcome: str
    text: str = ""


@dataclass(frozen=True)
class Finding:
    """One cause of lost points: the items it touches, its simplest example, where it showed."""

    cause: str
    keys: tuple[str, ...]
    example: str
    example_from: str
    seen_in: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.cause}. {self.example_from}: {self.example}"


@dataclass(frozen=True)
class Sheet:
    """The whole result for one subject, a program or a file of tests, finished or so far.

    `trouble` is the marker's own: where it is not empty, nothing is said about the subject.
    `facts` are what the result depends on, such as the sandbox in force and the seed.
    """

    subject: str
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    facts: dict[str, str | int] = field(default_factory=dict)
    complete: bool = True
    trouble: str = ""

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
        """Passed, failed, or error if the marker could not do its job."""
        if self.trouble or not self.complete:
            return ERROR
        return PASSED if all(item.outcome == PASSED for item in self.items) else FAILED

    @property
    def in_a_line(self) -> str:
        """The outcome in one line."""
        if self.trouble:
            return f"{self.subject}: the marker could not do its job: {self.trouble}"
        so_far = "" if self.complete else " so far: the marking was cut short"
        reached = f"{number(self.score)} of {number(self.points)} points"
        return f"{self.subject}: {self.outcome}, {reached}{so_far}"


def number(value: float) -> str:
    """Return a number of points as people write it.

    >>> number(5.0), number(4.25)
    ('5', '4.25')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
