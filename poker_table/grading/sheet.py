"""A mark sheet: what was judged, the points, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from poker_table.grading.judging.faults import Cause, Fault

PASSED, FAILED, ERROR, NOT_MARKED = "passed", "failed", "error", "not marked"
MISSING = "missing"  # nothing was handed in
UNREAD = "could not be read"  # what it prints: there is no mark until a person has looked
LATE, WHOLE = "late", "whole"  # keys of items that only add to the others, or take away
ADDED = {LATE: "late", WHOLE: "by hand"}
TITLES = {LATE: "Handed in late", WHOLE: "The whole"}


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
    def outcome_word(self) -> str:
        """The outcome as a person reads it: partly where something was earned."""
        if self.key in ADDED and not self.points:
            return ADDED[self.key]
        return "partly" if self.outcome == FAILED and self.score else self.outcome

    @property
    def points_text(self) -> str:
        """The points in words, such as 2.5 of 5; none where a person must look."""
        if self.outcome == UNREAD:
            return f"? of {format_points(self.points)}"
        if not self.points:
            return format_points(self.score)
        return f"{format_points(self.score)} of {format_points(self.points)}"


@dataclass(frozen=True)
class Finding:
    """One cause of lost points: the items it touches, its simplest example, where it showed."""

    cause: Cause
    items: tuple[str, ...]
    example: Fault
    seen_in: tuple[str, ...]


@dataclass(frozen=True)
class ByHand:
    """What a person gives: points by the keys of items, `late` and `whole` too, and a comment.

    `was` has the points before that. Where the submission is not the one that the person looked at
    any more, it has `changed`.
    """

    points: Mapping[str, float]
    comment: str = ""
    was: Mapping[str, float] = field(default_factory=dict)
    changed: bool = False


@dataclass(frozen=True)
class Before:
    """The mark before the last marking: the whole, each item by its key, and why it is another.

    The reasons are names of what a mark depends on, such as `submission`.
    """

    score: float
    scores: Mapping[str, float]
    why: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """The whole result for one subject, a program or a file of tests; without items, not marked.

    `trouble` is the marker's own: where it is not empty, nothing is said about the subject.
    `remarks` cost nothing. `facts` are what the result depends on, such as the sandbox in force.
    `penalty` is what being late costs, if that does not leave less than nothing.
    """

    subject: str
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Cause, ...] = ()
    facts: Mapping[str, str | int] = field(default_factory=dict)
    trouble: str = ""
    missing: bool = False
    penalty: float = 0.0
    before: Before | None = None
    by_hand: ByHand | None = None

    @property
    def display_name(self) -> str:
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
    def outcome_word(self) -> str:
        """The outcome as a person reads it: who has most of the points has not failed."""
        return "mistakes" if self.outcome == FAILED else self.outcome

    @property
    def points_text(self) -> str:
        """The points in words, such as 22.5 of 25; nothing where there is no mark."""
        marked = self.outcome in (PASSED, FAILED)
        return f"{format_points(self.score)} of {format_points(self.points)}" if marked else ""


def with_adjustments(sheet: Sheet, hand: ByHand | None, most: float) -> Sheet:
    """Return a sheet with what being late costs and what a person gives; the whole counts last.

    Where nothing was judged, a person can give the whole, of so many points at most.

    >>> sheet = Sheet("ann", (Item("types", "Types", 5, 2, FAILED),), penalty=3)
    >>> hands = None, ByHand({"types": 5}), ByHand({"whole": 4})
    >>> [with_adjustments(sheet, hand, 5).score for hand in hands]
    [0, 2, 4]
    """
    points = hand.points if hand else {}
    items = [_given(item, points[item.key]) if item.key in points else item for item in sheet.items]
    score = sum(item.score for item in items)
    due = max(-sheet.penalty, -score)
    if late := max(points.get(LATE, due), -score):
        items.append(Item(LATE, TITLES[LATE], 0, late, PASSED))
    was = {item.key: item.score for item in sheet.items}
    was |= {LATE: due, WHOLE: sum(item.score for item in items)}
    if WHOLE in points and not items:
        items = [_given(Item(WHOLE, TITLES[WHOLE], most, 0, FAILED), points[WHOLE])]
    elif WHOLE in points:
        items = [_given(item, 0) if item.outcome == UNREAD else item for item in items]
        more = points[WHOLE] - sum(item.score for item in items)
        items.append(Item(WHOLE, TITLES[WHOLE], 0, round(more, 2), PASSED))
    marked = WHOLE in points
    return replace(
        sheet,
        items=tuple(items),
        by_hand=hand and replace(hand, was=was),
        trouble="" if marked else sheet.trouble,
        missing=sheet.missing and not marked,
    )


def _given(item: Item, points: float) -> Item:
    outcome = PASSED if points >= item.points else FAILED
    return replace(item, score=points, outcome=outcome)


def format_points(value: float) -> str:
    """Return a number of points as people write it.

    >>> format_points(5.0), format_points(4.25), format_points(-0.0)
    ('5', '4.25', '0')
    """
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")  # + 0: no minus before a zero
