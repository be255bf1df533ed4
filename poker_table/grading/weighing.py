"""What the faults of a program cost: from its marking to its mark sheet."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from poker_table.files.deck_file import bundled_decks
from poker_table.game.errors import printable
from poker_table.grading.judging.rubric import (
    CRITERIA,
    OF_A_TABLE,
    ON_EVERY_DECK,
    SIMPLEST_FIRST,
    Fault,
)
from poker_table.grading.judging.run import faults_of_both
from poker_table.grading.judging.style import notes
from poker_table.grading.marking import OTHER_RUNS, Marking
from poker_table.grading.sheet import ERROR, FAILED, PASSED, Finding, Item, Sheet
from poker_table.hands.in_words import in_words
from poker_table.hands.reading import base_13_sum

MOST_TOLD_APART = 3  # of the causes that share a common one
FEWEST_OTHERS = 3  # decks that are not published: on fewer, all may be wrong by chance
BY_CHANCE = 4  # times as many of these as are right: then they are right by chance
CUT_SHORT = "Not judged: the marking was cut short."
TOO_LITTLE = "There is too little to judge it by."
ONLY_PUBLISHED = (
    "What is right on the published decks is wrong on others: the tables stand in the program"
)


class Cost(NamedTuple):
    """What a fault costs, and where it showed: one of the decks, or a run without one."""

    deck: str
    fault: Fault
    criteria: Set[str]


def weigh(marking: Marking) -> Sheet:
    """Return the result of a marking so far; what was not tried yet earns nothing yet."""
    points, submission = marking.options.points, marking.submission
    reading = marking.judgement().output.reading
    # Style, and what has runs of its own, is judged only where it has points.
    judged = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    costs = _costs(marking, set(judged))
    costs += _known_by_heart(marking, costs)
    findings = findings_in(costs)
    printed = [answers[0].printed for answers in marking.answers.values()]
    suits = reading.suits if reading.renames_suits else None
    told = notes(printed, suits, priced=bool(points["style"]))
    warnings = [f"The compiler says: {submission.warnings}"] if submission.warnings else []
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
    deck = simplest.deck
    named = deck if deck.startswith("--seed ") else shlex.quote(deck)  # a random one by options
    return Finding(
        cause=cause,
        items=tuple(key for key in SIMPLEST_FIRST if any(key in cost.criteria for cost in group)),
        example=simplest.fault.example,
        example_from=deck,
        seen_in=tuple(dict.fromkeys(cost.deck for cost in group)),
        expected=tuple(map(str, simplest.fault.hands)),
        printed=tuple(map(printable, simplest.fault.printed)),
        worked_out=tuple(
            f"Player {hand.player}, {in_words(hand)}: the value is {base_13_sum(hand)}"
            for hand in simplest.fault.hands
        ),
        command="" if deck in OTHER_RUNS.values() else f"poker-table {named} --explain",
    )


def _costs(marking: Marking, judged: Set[str]) -> list[Cost]:
    """Return what each fault costs; how a run ended, everything if too little could be judged."""
    everything = set() if _enough_judged(marking) else judged & OF_A_TABLE
    costs = []
    for name, faults in _faults(marking).items():
        for fault in faults:
            also = everything if "ends" in fault.criteria else set()
            if criteria := judged & fault.criteria | also:
                costs.append(Cost(name, fault, criteria))
    return costs


def _faults(marking: Marking) -> dict[str, list[Fault]]:
    """Return all faults by deck or other run, those of a deck from both its runs together."""
    both = marking.judgement(), marking.judgement(0 if marking.steady else -1)
    found = {}
    for name, faults in marking.faults.items():
        whole = [
            answer._replace(faults=[*answer.faults, *(by.faults[name] if answer.judged else [])])
            for answer, by in zip(marking.answers.get(name, []), both, strict=False)
        ]
        found[name] = [*(faults_of_both(whole[0], whole[-1]) if whole else []), *faults]
    return found


def _item(marking: Marking, key: str, costs: Sequence[Cost], findings: Iterable[Finding]) -> Item:
    points, title = marking.options.points[key], CRITERIA[key]
    right, planned = _counted(marking, key, costs)
    score = points if right == planned else points / 2 if 2 * right >= planned else 0.0
    unusable = marking.submission.unusable
    text = unusable or "\n".join(str(finding) for finding in findings if key in finding.items)
    if right == planned:
        return Item(key, title, points, score, PASSED, text)
    if marking.trouble or not (marking.complete or text):
        return Item(key, title, points, score, ERROR, text or CUT_SHORT)
    decks = f" ({right} of {planned} decks)" if planned > 1 and not unusable else ""
    return Item(key, title + decks, points, score, FAILED, text or TOO_LITTLE)


def _counted(marking: Marking, key: str, costs: Iterable[Cost]) -> tuple[int, int]:
    """Return on how many decks, or other runs, a criterion holds, and by how many it is judged."""
    wrong, judged = _evident(marking, key, costs)
    if key in OTHER_RUNS:
        return len({OTHER_RUNS[key]} & marking.faults.keys() - wrong), 1
    tried, decks = marking.answers.keys(), marking.options.decks
    if key == "ends" or not _enough_judged(marking):
        return len(tried - wrong), len(decks)
    expected = sum(key in keys for keys in marking.judgement().expected.values())
    planned = len(judged) + (0 if marking.given_up else len(decks) - len(tried))
    too_few = 2 * len(judged) < expected or not judged
    return 0 if too_few else len(judged - wrong), max(planned, 1)


def _evident(marking: Marking, key: str, costs: Iterable[Cost]) -> tuple[Set[str], Set[str]]:
    """Return where a criterion does not hold, and the decks that say something about it."""
    wrong = {cost.deck for cost in costs if key in cost.criteria}
    evidence = marking.judgement().evidence
    return wrong, {name for name in marking.judged if name in wrong or key in evidence[name]}


def _known_by_heart(marking: Marking, costs: Sequence[Cost]) -> list[Cost]:
    """Return what it costs to be right on published decks, and hardly on any other.

    Right on all of the published ones, or else with the same hands for all the others.
    """
    published, judgement = {*bundled_decks()}, marking.judgement()
    tried = marking.answers.keys()
    broke_off = published & tried - {*marking.judged}
    repeats = all(map(judgement.repeats_hands, tried - published))
    keys = set()
    for key in ON_EVERY_DECK:
        wrong, judged = _evident(marking, key, costs)
        right = judged - wrong
        others = {n for n in tried - published if key in judgement.expected.get(n, ON_EVERY_DECK)}
        by_chance = FEWEST_OTHERS <= len(others) > BY_CHANCE * len(right - published)
        if right and by_chance and (repeats or not published & (wrong | broke_off)):
            keys.add(key)
    example = "On decks that are not published, hardly anything of it is right."
    fault = Fault(keys, ONLY_PUBLISHED, example, depth=-1)
    return [Cost(name, fault, keys) for name in marking.judged if keys and name in published]


def _enough_judged(marking: Marking) -> bool:
    """Whether there is something to judge on half of the decks; else all are paid for."""
    all_tried = marking.complete or marking.given_up
    wanted = len(marking.options.decks if all_tried else marking.answers)
    return 2 * len(marking.judged) >= wanted > 0
