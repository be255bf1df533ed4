"""What the faults of a program cost: from its marking to its mark sheet."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

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


def weigh(marking: Marking) -> Sheet:
    """Return the result of a marking so far; what was not tried yet earns nothing yet."""
    points, submission = marking.options.points, marking.submission
    reading = marking.judgement().output.reading
    # Style, and what has runs of its own, is judged only where it has points.
    judged = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    faults = [*_paid_for(marking, set(judged))]
    faults += _known_by_heart(marking, faults)
    findings = findings_in(faults)
    printed = [answers[0].printed for answers in marking.answers.values()]
    suits = reading.suits if reading.renames_suits else None
    told = notes(printed, suits, priced=bool(points["style"]))
    warnings = [f"The compiler says: {submission.warnings}"] if submission.warnings else []
    return Sheet(
        subject=submission.name,
        items=tuple(_item(marking, key, faults, findings) for key in judged),
        findings=tuple(findings),
        notes=(*told, *warnings),
        facts=dict(marking.options.facts),
        complete=marking.complete,
        trouble=marking.trouble,
    )


def findings_in(faults: Sequence[Fault]) -> list[Finding]:
    """Return one finding for each cause, the simplest ones first."""
    causes = {(fault.common_cause, fault.cause) for fault in faults if fault.common_cause}
    shared_by = Counter(common for common, _ in causes)
    groups: dict[str, list[Fault]] = {}
    for fault in faults:
        many = shared_by[fault.common_cause] > MOST_TOLD_APART
        groups.setdefault(fault.common_cause if many else fault.cause, []).append(fault)
    depths = {cause: min(fault.depth for fault in group) for cause, group in groups.items()}
    return sorted(
        (_finding(*group) for group in groups.items()),
        key=lambda f: (SIMPLEST_FIRST.index(f.items[0]), depths[f.cause], -len(f.seen_in)),
    )


def _finding(cause: str, group: Sequence[Fault]) -> Finding:
    simplest = min(group, key=lambda fault: fault.size)
    deck = simplest.deck
    named = deck if deck.startswith("--seed ") else shlex.quote(deck)  # a random one by options
    return Finding(
        cause=cause,
        items=tuple(key for key in SIMPLEST_FIRST if any(key in fault.criteria for fault in group)),
        example=simplest.example,
        example_from=deck,
        seen_in=tuple(dict.fromkeys(fault.deck for fault in group)),
        expected=tuple(map(str, simplest.hands)),
        printed=tuple(map(printable, simplest.printed)),
        worked_out=tuple(
            f"Player {hand.player}, {in_words(hand)}: the value is {base_13_sum(hand)}"
            for hand in simplest.hands
        ),
        command="" if deck in OTHER_RUNS.values() else f"poker-table {named} --explain",
    )


def _paid_for(marking: Marking, judged: Set[str]) -> Iterator[Fault]:
    """Yield each fault with its deck, or other run, and the criteria that it costs.

    How a run ended costs everything if too little could be judged.
    """
    everything = set() if _enough_judged(marking) else judged & OF_A_TABLE
    for name, fault in _faults(marking):
        also = everything if "ends" in fault.criteria else set()
        if criteria := judged & fault.criteria | also:
            yield replace(fault, criteria=criteria, deck=name)


def _faults(marking: Marking) -> Iterator[tuple[str, Fault]]:
    """Yield all faults with the deck or other run, those of a deck from both its runs together."""
    both = marking.judgement(), marking.judgement(0 if marking.steady else -1)
    for name, faults in marking.faults.items():
        whole = [
            answer._replace(faults=[*answer.faults, *(by.faults[name] if answer.judged else [])])
            for answer, by in zip(marking.answers.get(name, []), both, strict=False)
        ]
        on_deck = faults_of_both(whole[0], whole[-1]) if whole else []
        yield from ((name, fault) for fault in (*on_deck, *faults))


def _item(marking: Marking, key: str, faults: Sequence[Fault], findings: Iterable[Finding]) -> Item:
    points, title = marking.options.points[key], CRITERIA[key]
    right, planned = _counted(marking, key, faults)
    score = points if right == planned else points / 2 if 2 * right >= planned else 0.0
    unusable = marking.submission.unusable
    text = unusable or "\n".join(str(finding) for finding in findings if key in finding.items)
    if right == planned:
        return Item(key, title, points, score, PASSED, text)
    if marking.trouble or not (marking.complete or text):
        return Item(key, title, points, score, ERROR, text or CUT_SHORT)
    decks = f" ({right} of {planned} decks)" if planned > 1 and not unusable else ""
    return Item(key, title + decks, points, score, FAILED, text or TOO_LITTLE)


def _counted(marking: Marking, key: str, faults: Iterable[Fault]) -> tuple[int, int]:
    """Return on how many decks, or other runs, a criterion holds, and by how many it is judged."""
    wrong, judged = _evident(marking, key, faults)
    if key in OTHER_RUNS:
        return len({OTHER_RUNS[key]} & marking.faults.keys() - wrong), 1
    tried, decks = marking.answers.keys(), marking.options.decks
    if key == "ends" or not _enough_judged(marking):
        return len(tried - wrong), len(decks)
    expected = sum(key in keys for keys in marking.judgement().expected.values())
    planned = len(judged) + (0 if marking.given_up else len(decks) - len(tried))
    too_few = 2 * len(judged) < expected or not judged
    return 0 if too_few else len(judged - wrong), max(planned, 1)


def _evident(marking: Marking, key: str, faults: Iterable[Fault]) -> tuple[Set[str], Set[str]]:
    """Return where a criterion does not hold, and the decks that say something about it."""
    wrong = {fault.deck for fault in faults if key in fault.criteria}
    evidence = marking.judgement().evidence.items()
    return wrong, {name for name, keys in evidence if name in wrong or key in keys}


def _known_by_heart(marking: Marking, faults: Sequence[Fault]) -> list[Fault]:
    """Return what it costs to be right on published decks, and hardly on any other.

    Right on all of the published ones, or else with the same hands for all the others.
    """
    published, judgement = {*bundled_decks()}, marking.judgement()
    tried = marking.answers.keys()
    broke_off = published & tried - judgement.tables.keys()
    repeats = tried - published <= judgement.repeated
    keys = set()
    for key in ON_EVERY_DECK:
        wrong, judged = _evident(marking, key, faults)
        right = judged - wrong
        others = {n for n in tried - published if key in judgement.expected.get(n, ON_EVERY_DECK)}
        by_chance = FEWEST_OTHERS <= len(others) > BY_CHANCE * len(right - published)
        if right and by_chance and (repeats or not published & (wrong | broke_off)):
            keys.add(key)
    example = "On decks that are not published, hardly anything of it is right."
    fault = Fault(keys, ONLY_PUBLISHED, example, depth=-1)
    return [replace(fault, deck=name) for name in judgement.tables if keys and name in published]


def _enough_judged(marking: Marking) -> bool:
    """Whether there is something to judge on half of the decks; else all are paid for."""
    all_tried = marking.complete or marking.given_up
    wanted = len(marking.options.decks if all_tried else marking.answers)
    return 2 * len(marking.judgement().tables) >= wanted > 0
