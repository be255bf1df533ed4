"""The faults of a program, judged by all its runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from poker_table.game.deck import Deck
from poker_table.grading.judging.deal_checks import DEAL_CHECKS
from poker_table.grading.judging.faults import ENDED, Fault, Skill
from poker_table.grading.judging.hand_checks import HAND_CHECKS, confusions, hands_are_evaluated
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.remarks import imitation_of_feedback, remarks_on
from poker_table.grading.judging.rubric import ON_EVERY_DECK, OTHER_RUNS
from poker_table.grading.judging.run_checks import (
    RUN_CHECKS,
    deals_at_random,
    no_deck_is_skipped,
    program_can_be_run,
    run_ends_well,
    runs_agree,
    same_meaning,
)
from poker_table.grading.judging.tables import Tables, deck_skills
from poker_table.grading.running.runner import Run, Runs
from poker_table.grading.running.submission import Unusable
from poker_table.hands.sentence import Text

MAX_CACHED = 16  # submissions that are marked in parallel
FEW_RANKINGS = 3  # in one run: the hands unsorted, sorted, and sorted again


@dataclass(frozen=True)
class Judgement:
    """The result of judging all runs of a program."""

    faults: tuple[Fault, ...]  # each names its deck, or the run without one
    decks_tried: Set[str]  # the decks that the program was run on
    deck_skills: Mapping[str, Set[Skill]]  # for each deck, tried or not, what it tests
    table_skills: Mapping[str, Set[Skill]]  # for each deck with a usable table, what that shows
    other_runs: Set[str]  # which of the runs in OTHER_RUNS took place, by their criteria
    remarks: tuple[Text, ...]  # on what costs nothing
    consistent: bool  # both runs on a deck always agreed
    ignores_decks: bool  # there were tables, but never with the hands that the deck deals
    mostly_unreadable: bool  # on most decks the output could not be read
    #: Each type, the one printed for it, and how often, where no cause is known.
    confusions: tuple[tuple[str, str, int], ...]
    imitation: str  # a line that reads like feedback of ours, or an empty text
    guesses: bool  # whether a run has many rankings that differ, or not the last one counts


def judge(runs: Runs, decks: Mapping[str, Deck], unusable: Unusable | None = None) -> Judgement:
    """Return the faults of a program, judged by its runs on some or all of the decks.

    `unusable` is what prevented all runs, if anything did.
    """
    consistent = is_consistent(runs)
    tables = _tables(runs, decks, 0)
    # If both runs on a deck always agree, so do their tables.
    second_tables = tables if consistent else _tables(runs, decks, -1)
    found, outputs = tables.interpretation, [table.printed for table in tables.by_deck.values()]
    printed = [read_output(first.out) for first, *_ in runs.on_decks.values()]
    faults = [*_faults_on_decks(runs, (tables, second_tables))]
    is_random = deals_at_random(runs, tables)
    if is_random:
        faults = [*_as_not_used(faults, tables)]
    for check in RUN_CHECKS:
        for fault in check(runs, tables):
            faults.append(replace(fault, deck=fault.deck or OTHER_RUNS[min(fault.criteria)]))
    faults += [*no_deck_is_skipped(runs, decks.keys()), *program_can_be_run(unusable)]
    return Judgement(
        faults=tuple(faults),
        decks_tried=runs.on_decks.keys(),
        deck_skills={name: deck_skills(found, deck.cards) for name, deck in decks.items()},
        table_skills=tables.table_skills(),
        other_runs={key for key in OTHER_RUNS if getattr(runs, key)},
        remarks=tuple(remarks_on(outputs, found.new_suits)),
        consistent=consistent,
        ignores_decks=tables.ignore_decks,
        mostly_unreadable=2 * len(tables.unreadable) > len(runs.on_decks),
        confusions=tuple(confusions(tables)) if consistent and not is_random else (),
        imitation=imitation_of_feedback(printed),
        guesses=any(output.rankings > FEW_RANKINGS or output.passed_over for output in printed),
    )


def is_consistent(runs: Runs) -> bool:
    """Return whether both runs on a deck always agreed, where there were two."""
    return all(
        same_meaning(first, second) and first.failure == second.failure
        for first, *others in runs.on_decks.values()
        for second in others
    )


def _counts(run: Run) -> bool:
    """Return whether what a run printed is judged: not if it failed before it had a table."""
    return not run.failure or read_output(run.out).is_table


# Cached, because a submission is judged again after a few more runs.
_cached_tables = lru_cache(MAX_CACHED)(lambda *outputs: Tables(dict(outputs)))


def _tables(runs: Runs, decks: Mapping[str, Deck], index: int) -> Tables:
    """Return the tables of the first (index 0) or the last run (index -1) on each deck."""
    outputs = (
        (name, (decks[name].cards, read_output(counting[index].out)))
        for name, each in runs.on_decks.items()
        if (counting := [*filter(_counts, each)])
    )
    return _cached_tables(*outputs)


def _faults_on_decks(runs: Runs, both: Sequence[Tables]) -> Iterator[Fault]:
    """Yield the faults on each deck, of its two runs together."""
    by_deck = [*map(faults_in, both)]
    for name, each in runs.on_decks.items():
        faults = [
            [*run_ends_well(run), *(found.get(name, ()) if _counts(run) else ())]
            for run, found in zip(each, by_deck, strict=False)
        ]
        for fault in runs_agree(each, faults):
            yield replace(fault, deck=name)


@lru_cache(2 * MAX_CACHED)
def faults_in(tables: Tables) -> Mapping[str, Sequence[Fault]]:
    """Return the faults in some tables, by deck."""
    faults = defaultdict[str, list[Fault]](list)
    hand_checks = HAND_CHECKS if tables.evaluates_hands else [hands_are_evaluated]
    for check in (*DEAL_CHECKS, *hand_checks):
        for fault in check(tables):
            faults[fault.deck].append(fault)
    return faults


def _as_not_used(faults: Sequence[Fault], tables: Tables) -> Iterator[Fault]:
    """Yield one fault for each deck with a table, that its file is not used; and how runs ended."""
    cause = "The file is not used: the hands are dealt at random"
    unused = {f.deck: f for f in reversed(faults) if f.name != ENDED and f.deck in tables.by_deck}
    yield from (f for f in faults if f.name == ENDED or f.deck not in tables.by_deck)
    for fault in unused.values():
        yield replace(fault, name="not-used", cause=cause, criteria=ON_EVERY_DECK, skills=set())
