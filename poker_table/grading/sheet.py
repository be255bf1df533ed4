"""A mark sheet: the items that were judged, their points, and the mistakes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from poker_table.grading.judging.faults import NOT_READ, Fault
from poker_table.hands.sentence import Text

PASSED, FAILED, ERROR, NOT_MARKED = "passed", "failed", "error", "not marked"
MISSING = "missing"  # nothing was handed in
UNREAD = "could not be read"  # the output: there is no mark until a person has looked at it
LATE, WHOLE = "late", "whole"  # keys of items that adjust the sum of the others
LOWERED = "Your teacher gave fewer points."  # the text of an item without a mistake
ADJUSTMENTS = {LATE: "late", WHOLE: "by hand"}  # the outcome that a person reads
TITLES = {LATE: "Handed in late", WHOLE: "The whole"}


@dataclass(frozen=True)
class Item:
    """One thing that was judged: its points and `score`, and the outcome.

    The outcome is passed, failed, could not be read, or error if the marker itself failed. Of what
    was `tested`, so many decks or hand types (the `unit`) were `right`. `text` says what cost
    points beside its findings, such as hand types that could not be judged.
    """

    key: str
    title: str
    points: float
    score: float
    outcome: str
    text: str = ""
    right: int = 1
    tested: int = 1
    unit: str = "decks"

    @property
    def outcome_word(self) -> str:
        """The outcome that a person reads: partly for a failed item that earned some points."""
        if self.key in ADJUSTMENTS and not self.points:
            return ADJUSTMENTS[self.key]
        return "partly" if self.outcome == FAILED and self.score else self.outcome

    @property
    def points_text(self) -> str:
        """The score and the points, such as 2.5 of 5; ? of 5 if a person must look."""
        if self.outcome == UNREAD:
            return f"? of {format_points(self.points)}"
        if not self.points:
            return format_points(self.score)
        return f"{format_points(self.score)} of {format_points(self.points)}"


@dataclass(frozen=True)
class Finding:
    """One cause of lost points: the keys of its items, its simplest fault, and its decks."""

    items: tuple[str, ...]
    example: Fault
    seen_in: tuple[str, ...]


@dataclass(frozen=True)
class ByHand:
    """What a person gives: points by key of an item, `late` and `whole` included, and a comment.

    `dismiss` has the numbers of mistakes in the letter that are none. `was` has the points without
    these changes. `changed` is set if the submission has changed since the person looked at it.
    """

    points: Mapping[str, float]
    comment: str = ""
    dismiss: tuple[int, ...] = ()
    was: Mapping[str, float] = field(default_factory=dict)
    changed: bool = False


@dataclass(frozen=True)
class Sheet:
    """The result for one subject, a program or a file of tests; it has no items until marked.

    `trouble` says why the marker failed; then nothing else is known about the subject. `remarks`
    cost nothing. `is_right` says which types and orders are right, if not all are. `confusions` has
    each hand type, the one printed for it, and how often, where no cause is known. `look` says why
    a person should look, and at what, for the marker alone. `facts` are what the result depends on,
    such as the sandbox level. `late` is by how many seconds, and `penalty` what that costs, at most
    the score. `score_before` is the score of the last marking, if that was another one.
    """

    subject: str
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Text, ...] = ()
    facts: Mapping[str, str | int] = field(default_factory=dict)
    trouble: str = ""
    missing: bool = False
    late: int = 0
    penalty: float = 0.0
    score_before: float | None = None
    by_hand: ByHand | None = None
    is_right: tuple[str, ...] = ()
    confusions: tuple[tuple[str, str, int], ...] = ()
    look: tuple[tuple[str, str], ...] = ()

    @property
    def display_name(self) -> str:
        """The student's name if a platform gives it, else the subject."""
        return str(self.facts.get("student", self.subject))

    @property
    def criteria(self) -> list[Item]:
        """The items that were judged: not being late, nor what a person gave for the whole."""
        return [item for item in self.items if item.key not in ADJUSTMENTS]

    @property
    def points(self) -> float:
        """The greatest possible score."""
        return sum(item.points for item in self.items)

    @property
    def score(self) -> float:
        """The sum of the items' scores."""
        return round(sum(item.score for item in self.items), 2)

    @property
    def outcome(self) -> str:
        """Passed, failed, error, could not be read, missing, or not marked."""
        if self.missing or self.trouble:
            return MISSING if self.missing else ERROR
        if not self.items:
            return NOT_MARKED
        if any(item.outcome == UNREAD for item in self.items):
            return UNREAD
        return PASSED if all(item.outcome == PASSED for item in self.items) else FAILED

    @property
    def outcome_word(self) -> str:
        """The outcome that a person reads: a student with most of the points has not failed."""
        if self.by_hand and self.items and all(item.key in ADJUSTMENTS for item in self.items):
            return ADJUSTMENTS[WHOLE]
        return "mistakes" if self.outcome == FAILED else self.outcome

    @property
    def is_marked(self) -> bool:
        """Whether it has a mark."""
        return self.outcome in (PASSED, FAILED)

    @property
    def points_text(self) -> str:
        """The score and the points, such as 22.5 of 25; empty if there is no mark."""
        points = f"{format_points(self.score)} of {format_points(self.points)}"
        return points if self.is_marked else ""


def shares_of_cost(sheet: Sheet) -> list[float]:
    """Return what each finding cost: findings that share a criterion share its lost points.

    What is lost because nothing could be judged follows from all of them.

    >>> both = Finding(("types",), Fault("", "", {"types"}), ())
    >>> shares_of_cost(Sheet("ann", (Item("types", "Types", 5, 2, FAILED),), (both, both)))
    [1.5, 1.5]
    """
    shares = [_shares(sheet, item) for item in sheet.items]
    numbers = range(1, len(sheet.findings) + 1)
    return [sum(cents.get(number, 0) for cents in shares) / 100 for number in numbers]


def _shares(sheet: Sheet, item: Item) -> dict[int, int]:
    """Return the number of each finding that cost an item points, and how many cents it cost."""
    numbers = [n for n, f in enumerate(sheet.findings, start=1) if item.key in f.items]
    if not numbers and item.text != LOWERED and item.key not in ADJUSTMENTS:
        numbers = [*range(1, len(sheet.findings) + 1)]
    lost = 0 if item.outcome == UNREAD else max(0, round(100 * (item.points - item.score)))
    ends = [lost * (place + 1) // len(numbers) for place in range(len(numbers))]
    return {n: end - start for n, start, end in zip(numbers, [0, *ends], ends, strict=False)}


def without_dismissed(sheet: Sheet, dismiss: Collection[int]) -> Sheet:
    """Return a sheet without the findings with these numbers, and with the points they cost.

    What could not be read stays so: nobody knows yet whether it is right.
    """
    kept = [f for number, f in enumerate(sheet.findings, start=1) if number not in dismiss]
    items = []
    for item in sheet.items:
        shares = _shares(sheet, item)
        left = [cents for number, cents in shares.items() if number not in dismiss]
        if len(left) < len(shares) and item.outcome != UNREAD:
            item = replace(item, score=item.points - sum(left) / 100)
            item = item if left else replace(item, outcome=PASSED, text="")
        items.append(item)
    left_keys = {key for finding in kept for key in finding.items}
    return replace(
        sheet, items=tuple(items), findings=tuple(kept),
        confusions=sheet.confusions if left_keys & {"types"} else (),
        is_right=sheet.is_right if left_keys & {"types", "within"} else (),
    )  # fmt: skip


def with_adjustments(sheet: Sheet, hand: ByHand | None, max_whole: float) -> Sheet:
    """Return a sheet with the penalty for being late and with the points that a person gives.

    Points for the `whole` replace the sum of all others. A person can give them even if nothing was
    judged; `max_whole` is then the greatest possible score. What nobody could read is no mistake
    any more once a person has given its points; the other mistakes keep their numbers.

    >>> sheet = Sheet("ann", (Item("types", "Types", 5, 2, FAILED),), penalty=3)
    >>> hands = None, ByHand({"types": 5}), ByHand({"whole": 4})
    >>> [with_adjustments(sheet, hand, 5).score for hand in hands]
    [0, 2, 4]
    """
    points = hand.points if hand else {}
    unread = {item.key for item in sheet.items if item.outcome == UNREAD}
    was = {item.key: item.score for item in sheet.items if item.key not in unread}
    not_read = [n for n, f in enumerate(sheet.findings, start=1) if f.example.name == NOT_READ]
    if hand and hand.dismiss:
        sheet = without_dismissed(sheet, hand.dismiss)
    if hand and unread and (WHOLE in points or unread <= points.keys()):
        kept = tuple(f for f in sheet.findings if f.example.name != NOT_READ)
        sheet = replace(sheet, findings=kept)
        hand = replace(hand, dismiss=(*hand.dismiss, *not_read))
    items = [_given(item, points[item.key]) if item.key in points else item for item in sheet.items]
    score = sum(item.score for item in items)
    penalty = max(-sheet.penalty, -score)
    if items and (late := max(points.get(LATE, penalty), -score)):
        items.append(Item(LATE, TITLES[LATE], 0, late, PASSED))
    was[LATE] = penalty
    if items and not any(item.outcome == UNREAD for item in items):
        was[WHOLE] = sum(item.score for item in items)
    if WHOLE in points:
        judged = [item for item in items if item.outcome != UNREAD]
        rest = sum(i.points for i in items if i.outcome == UNREAD) if items else max_whole
        difference = round(points[WHOLE] - sum(item.score for item in judged), 2)
        whole = Item(WHOLE, TITLES[WHOLE], rest, difference, PASSED)
        items = [*judged, _given(whole, difference) if rest else whole]
        sheet = replace(sheet, trouble="", missing=False)
    sheet = replace(sheet, items=tuple(items), by_hand=hand and replace(hand, was=was))
    differs = sheet.is_marked and sheet.score != sheet.score_before
    return sheet if differs else replace(sheet, score_before=None)


def _given(item: Item, points: float) -> Item:
    outcome = PASSED if points >= item.points else FAILED
    text = LOWERED if item.outcome in (PASSED, UNREAD) and outcome == FAILED else item.text
    return replace(item, score=points, outcome=outcome, text=text)


def points_in_words(points: float) -> str:
    """Return a number of points with its unit.

    >>> points_in_words(1), points_in_words(2.5), points_in_words(0)
    ('1 point', '2.5 points', 'nothing')
    """
    return f"{format_points(points)} point{'s' * (points != 1)}" if points else "nothing"


def format_points(points: float) -> str:
    """Return a number of points with at most two decimals and no trailing zeros.

    >>> format_points(5.0), format_points(4.25), format_points(-0.0)
    ('5', '4.25', '0')
    """
    return f"{round(points, 2) + 0:.2f}".rstrip("0").rstrip(".")  # + 0 turns -0.0 into 0.0
