"""The faults of a program, judged by all its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from poker_table.game.deck import Deck
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import OutputOnDeck
from poker_table.grading.judging.printed import PrintedOutput, read_output
from poker_table.grading.judging.remarks import remarks_on
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.run_faults import (
    JudgedRun,
    combined_faults,
    judge_run,
    missing_file_faults,
    random_deal_faults,
    same_deal_faults,
)
from poker_table.grading.judging.skills import Skill
from poker_table.grading.judging.table_faults import JudgedTables
from poker_table.grading.running.runner import Run, Runs

#: The criteria that are judged by a run of their own, and the name of this run in reports.
OTHER_RUNS = {"missing": "a missing file", "random": "a random deal"}
MAX_CACHED = 16  # submissions that are marked in parallel


@dataclass(frozen=True)
class Judgement:
    """The result of judging all runs of a program.

    `faults`: each names its deck, or the run without one.
    `decks_tried`: the decks that the program was run on.
    `tested_skills`: for each deck, tried or not, the skills that it tests.
    `judgeable_skills`: for each deck with a usable table, the skills that this table can prove.
    `other_runs`: which of the runs in OTHER_RUNS took place, by their criteria.
    `remarks`: on what costs nothing.
    `consistent`: both runs on a deck always agreed.
    `ignores_decks`: there were tables, but never with the hands that the deck deals.
    `needs_person`: on most decks the output could not be read.
    """

    faults: tuple[Fault, ...]
    decks_tried: Set[str]
    tested_skills: Mapping[str, Set[Skill]]
    judgeable_skills: Mapping[str, Set[Skill]]
    other_runs: Set[str]
    remarks: tuple[Cause, ...]
    consistent: bool
    ignores_decks: bool
    needs_person: bool


def judge(runs: Runs, decks: Mapping[str, Deck], unusable: Fault | None = None) -> Judgement:
    """Return the faults of a program, judged by its runs on some or all of the decks.

    `unusable` is the fault that prevented all runs, if there is one.
    """
    runs_on = _judged_runs(runs)
    consistent = is_consistent(runs)
    tables = _judged_tables(runs_on, decks, 0)
    # If both runs on a deck always agree, so do their tables.
    second_tables = tables if consistent else _judged_tables(runs_on, decks, -1)
    conventions = tables.conventions
    printed = [first.printed for first, *_ in runs_on.values()]
    suits = conventions.interpretation.suits
    uses_file = not (tables.ignores_decks and _is_random(runs.later_run, printed))
    faults = [
        *_faults_on_decks(runs_on, tables, second_tables, uses_file),
        *_faults_of_other_runs(runs, tables, uses_file),
        *_given_up(runs),
    ]
    other_runs = {"missing": runs.missing, "random": runs.random}
    return Judgement(
        faults=(*faults, unusable) if unusable else tuple(faults),
        decks_tried=runs_on.keys(),
        tested_skills={name: tables.tested_skills(deck.cards) for name, deck in decks.items()},
        judgeable_skills=tables.judgeable_skills,
        other_runs={key for key, run in other_runs.items() if run},
        remarks=tuple(
            remarks_on(
                printed,
                suits if conventions.interpretation.renames_suits else None,
                conventions.own_labels,
            )
        ),
        consistent=consistent,
        ignores_decks=tables.ignores_decks,
        needs_person=2 * len(tables.unreadable_decks) > len(runs_on),
    )


def is_consistent(runs: Runs) -> bool:
    """Return whether both runs on a deck always agreed, where there were two."""
    return all(
        first.printed.meaning == second.printed.meaning and first.faults == second.faults
        for first, *others in _judged_runs(runs).values()
        for second in others
    )


def _judged_runs(runs: Runs) -> dict[str, list[JudgedRun]]:
    return {name: [judge_run(run) for run in each] for name, each in runs.on_decks.items()}


def _is_random(later_run: Run | None, printed: list[PrintedOutput]) -> bool:
    """Return whether a later run on the first deck printed other hands than the first run."""
    return later_run is not None and read_output(later_run.out).meaning != printed[0].meaning


def _judged_tables(
    runs_on: Mapping[str, list[JudgedRun]], decks: Mapping[str, Deck], index: int
) -> JudgedTables:
    """Judge the tables of the first (index 0) or the last run (index -1) on each deck."""
    counting = {name: [r for r in each if r.table_counts] for name, each in runs_on.items()}
    return _cached_tables(
        tuple(
            (name, OutputOnDeck(decks[name].cards, each[index].printed))
            for name, each in counting.items()
            if each
        )
    )


@lru_cache(MAX_CACHED)
def _cached_tables(outputs: tuple[tuple[str, OutputOnDeck], ...]) -> JudgedTables:
    """Judge tables; cached, because a submission is judged again after a few more runs."""
    return JudgedTables(dict(outputs))


def _faults_on_decks(
    runs_on: Mapping[str, list[JudgedRun]],
    tables: JudgedTables,
    second_tables: JudgedTables,
    uses_file: bool,
) -> Iterator[Fault]:
    """Yield the faults on each deck; if the program does not use the file, only that fault."""
    for name, each in runs_on.items():
        if not uses_file and (table_faults := tables.faults.get(name)):
            yield replace(
                table_faults[0],
                criteria={*ON_EVERY_DECK},
                skills=frozenset(),
                reported_as=Cause(Kind.NOT_USED),
                deck=name,
            )
            continue
        complete = [
            run._replace(faults=[*run.faults, *judged.faults[name]]) if run.table_counts else run
            for run, judged in zip(each, (tables, second_tables), strict=False)
        ]
        for fault in combined_faults(complete[0], complete[-1]):
            yield replace(fault, deck=name)


def _given_up(runs: Runs) -> Iterator[Fault]:
    """Yield a fault if the program was stopped so often that the other decks were skipped."""
    if runs.given_up:
        stopped = tuple(runs.stopped_on)
        last_deck = [*runs.on_decks][-1]
        yield Fault(Kind.GIVEN_UP, {"ends"}, (len(stopped),), stopped, deck=last_deck)


def _faults_of_other_runs(runs: Runs, tables: JudgedTables, uses_file: bool) -> Iterator[Fault]:
    """Yield the faults of the run on a missing file, and of the runs without a file."""
    decks_unreadable = bool(tables.unreadable_decks)
    if runs.missing:
        any_table = tables.any_judgeable or decks_unreadable or not uses_file
        for fault in missing_file_faults(runs.missing, any_table):
            yield replace(fault, deck=OTHER_RUNS["missing"])
    if runs.random:
        first, *later_runs = runs.random
        faults = random_deal_faults(first, decks_unreadable)
        faults += [fault for later in later_runs for fault in same_deal_faults(first, later)]
        for fault in faults:
            yield replace(fault, deck=OTHER_RUNS["random"])
