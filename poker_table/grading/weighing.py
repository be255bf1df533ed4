"""What the faults of a program cost: from its marking to its mark sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from poker_table.grading.judging.fault import Fault
from poker_table.grading.judging.rubric import CRITERIA, OF_A_TABLE, ON_EVERY_DECK, SIMPLEST_FIRST
from poker_table.grading.judging.style import notes, suit_renaming
from poker_table.grading.marking import OTHER_RUNS, Marking
from poker_table.grading.sheet import ERROR, FAILED, PASSED, Finding, Item, Sheet

MOST_TOLD_APART = 3  # of the causes that share a common one
CUT_SHORT = "Not judged: the marking was cut short."


class Cost(NamedTuple):
    """What a fault costs, and where it showed: one of the decks, or a run without one."""

    deck: str
    fault: Fault
    criteria: Set[str]


def weigh(marking: Marking) -> Sheet:
    """Return the result of a marking so far; what was not tried yet earns nothing yet."""
    points, submission, tables = marking.options.points, marking.submission, marking.tables
    # Style, and what has runs of its own, is judged only where it has points.
    judged = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    suits = suit_renaming(tables.values())
    costs = _costs(marking, set(judged), {"reading"} if suits else set())
    findings = findings_in(costs)
    warnings = [f"The compiler says: {submission.warnings}"] if submission.warnings else []
    told = notes((printed for _, printed in tables.values()), suits, priced=bool(points["style"]))
    return Sheet(
        subject=submission.name,
        items=tuple(_item(marking, key, costs, findings) for key in judged),
        findings=tuple(findings),
        notes=(*told, *marking.notes, *warnings),
        facts=dict(marking.options.facts),
        complete=marking.complete,
        trouble=marking.trouble,
    )


def findings_in(costs: Sequence[Cost]) -> list[Finding]:
    """Return one finding for each cause, the simplest ones first."""
    causes = {(fault.common_cause, fault.cause) for _, fault, _ in costs if fault.common_cause}
    shared_by = Counter(common for common, _ in causes)
    groups: dict[str, list[Cost]] = {}
    for cost in costs:
        common = cost.fault.common_cause
        many = shared_by[common] > MOST_TOLD_APART
        groups.setdefault(common if many else cost.fault.cause, []).append(cost)
    depths = {cause: min(cost.fault.depth for cost in group) for cause, group in groups.items()}
    return sorted(
        (_finding(*group) for group in groups.items()),
        key=lambda f: (SIMPLEST_FIRST.index(f.items[0]), depths[f.cause], -len(f.seen_in)),
    )


def _finding(cause: str, group: Sequence[Cost]) -> Finding:
    simplest = min(group, key=lambda cost: cost.fault.size)
    return Finding(
        cause=cause,
        items=tuple(key for key in SIMPLEST_FIRST if any(key in cost.criteria for cost in group)),
        example=simplest.fault.example,
        example_from=simplest.deck,
        seen_in=tuple(dict.fromkeys(cost.deck for cost in group)),
    )


def _costs(marking: Marking, judged: Set[str], excused: Set[str]) -> list[Cost]:
    """Return what each fault costs; how a run ended, everything if too little could be judged."""
    everything = set() if _enough_judged(marking) else judged & OF_A_TABLE
    costs = []
    for name, faults in marking.faults.items():
        for fault in faults:
            also = everything if "ends" in fault.criteria else set()
            costs.append(Cost(name, fault, judged & (fault.criteria - excused) | also))
    return [cost for cost in costs if cost.criteria]


def _item(marking: Marking, key: str, costs: Iterable[Cost], findings: Iterable[Finding]) -> Item:
    tried, planned = _counted(marking, key)
    right = len(tried - {cost.deck for cost in costs if key in cost.criteria})
    points = marking.options.points[key]
    score = points if right == planned else points / 2 if 2 * right >= planned else 0.0
    unusable = marking.submission.unusable
    text = unusable or "\n".join(str(finding) for finding in findings if key in finding.items)
    if right == planned:
        return Item(key, CRITERIA[key], points, score, PASSED, text)
    if marking.trouble or not (marking.complete or text):
        return Item(key, CRITERIA[key], points, score, ERROR, text or CUT_SHORT)
    decks = f" ({right} of {planned} decks)" if planned > 1 and not unusable else ""
    return Item(key, CRITERIA[key] + decks, points, score, FAILED, text)


def _counted(marking: Marking, key: str) -> tuple[Set[str], int]:
    """Return the runs that say something about a criterion, and how many there are to be."""
    if key in OTHER_RUNS:
        return {OTHER_RUNS[key]} & marking.faults.keys(), 1
    tried, planned = marking.tables.keys(), len(marking.options.decks)
    if key == "ends" or not _enough_judged(marking):
        return tried, planned
    judged = marking.judged
    return judged, len(judged) + (0 if marking.given_up else planned - len(tried))


def _enough_judged(marking: Marking) -> bool:
    """Whether there is something to judge on half of the decks; else all are paid for."""
    all_tried = marking.complete or marking.given_up
    wanted = len(marking.options.decks if all_tried else marking.tables)
    return 2 * len(marking.judged) >= wanted > 0
