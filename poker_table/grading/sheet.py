"""A mark sheet: what was judged, the points, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from poker_table.grading.judging.rubric import AS_ONE_WITH

PASSED, FAILED, ERROR, NOT_MARKED = "passed", "failed", "error", "not marked"
MISSING = "missing"  # nothing was handed in


@dataclass(frozen=True)
class Item:
    """One thing judged: `outcome` is passed, failed, or error where the marker was in trouble."""

    key: str
    title: str
    points: float
    score: float
    outcome: str
    text: str = ""

    @property
    def in_a_word(self) -> str:
        """The outcome as a person reads it: half where that much was earned."""
        return "half" if self.outcome == FAILED and self.score else self.outcome

    @property
    def reached(self) -> str:
        """The points in words, such as 2.5 of 5."""
        return f"{number(self.score)} of {number(self.points)}"


@dataclass(frozen=True)
class Finding:
    """One cause of lost points: the items it touches, its simplest example, where it showed.

    `expected` and `printed` are the example's lines side by side, `worked_out` the values of its
    hands, and `command` shows it.
    """

    cause: str
    items: tuple[str, ...]
    example: str
    example_from: str
    seen_in: tuple[str, ...]
    expected: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    worked_out: tuple[str, ...] = ()
    command: str = ""

    @property
    def mistake(self) -> str:
        """The cause without where it was seen."""
        return self.cause.rpartition(AS_ONE_WITH)[2]

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
        """Passed, failed, error if it could not be marked, not marked if not begun, missing."""
        if self.missing:
            return MISSING
        if self.trouble or not self.complete:
            return ERROR if self.trouble or self.items else NOT_MARKED
        return PASSED if all(item.outcome == PASSED for item in self.items) else FAILED

    @property
    def reached(self) -> str:
        """The points in words, such as 22.5 of 25; nothing where nothing was judged."""
        return f"{number(self.score)} of {number(self.points)}" if self.items else ""

    @property
    def faults(self) -> list[str]:
        """What is wrong, a text for each cause, the simplest first."""
        texts = [item.text for item in self.items if item.text and item.outcome != PASSED]
        return [*map(str, self.findings)] or list(dict.fromkeys(texts))

    @property
    def causes(self) -> list[str]:
        """The causes of lost points; without them what did not pass, or why nothing did."""
        failed = [item.title for item in self.items if item.outcome != PASSED]
        if not self.findings and self.complete and len(failed) < len(self.items):
            return failed
        causes = [finding.mistake for finding in self.findings] or self.faults
        return list(dict.fromkeys(cause.partition("\n")[0] for cause in causes))

    @property
    def facts_in_a_line(self) -> str:
        """What the result depends on, such as bundled decks: 24; seed: 1; sandbox: none."""
        facts = self.facts.items()
        return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts)

    @property
    def in_a_line(self) -> str:
        """The outcome in one line."""
        if self.trouble:
            return f"{self.called}: could not be marked: {self.trouble}"
        if self.outcome in (NOT_MARKED, MISSING):
            return f"{self.called}: {self.outcome}"
        so_far = "" if self.complete else " so far: the marking was cut short"
        return f"{self.called}: {self.outcome}, {self.reached} points{so_far}"


def document_of(sheets: Sequence[Sheet]) -> dict[str, object]:
    """Return everything that the sheets say, as what JSON can hold."""
    documents = []
    for sheet in sheets:
        rest = asdict(sheet)
        result = {"outcome": sheet.outcome, "score": sheet.score, "points": sheet.points}
        documents.append({"subject": sheet.subject, **result, **rest.pop("facts"), **rest})
    return {"sheets": documents}


def sheet_from(fields: Mapping[str, Any]) -> Sheet:
    """Return the sheet that `asdict` and JSON made these fields of."""
    items = tuple(Item(**item) for item in fields["items"])
    findings = tuple(Finding(**finding) for finding in fields["findings"])
    return Sheet(**{**fields, "items": items, "findings": findings})


def number(value: float) -> str:
    """Return a number of points as people write it.

    >>> number(5.0), number(4.25)
    ('5', '4.25')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
