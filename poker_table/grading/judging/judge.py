"""What is wrong with a program, by all its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from poker_table.game.deck import Deck
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import Table
from poker_table.grading.judging.printed import Printed, read_printed
from poker_table.grading.judging.rubric import OF_A_TABLE
from poker_table.grading.judging.run import (
    Answer,
    faults_of_both,
    judge_run,
    missing_file_faults,
    random_deal_faults,
    same_deal_faults,
)
from poker_table.grading.judging.skills import Skill
from poker_table.grading.judging.style import remarks
from poker_table.grading.judging.table import JudgedTables
from poker_table.grading.running.runner import Run, Runs

#: The criteria that have a run of their own, and what it is called.
OTHER_RUNS = {"missing": "a missing file", "random": "a random deal"}
MOST_REMEMBERED = 16  # submissions that are marked at the same time


@dataclass(frozen=True)
class Judgement:
    """The result of judging all runs of a program.

    `faults`: each names its deck, or the run without one.
    `decks_tried`: the decks that the program was run on. It is `given_up` if the rest were skipped.
    `tested_skills`: for each deck, tried or not, the skills that it tests.
    `judgeable_skills`: for each deck with a usable table, the skills that this table can prove.
    `decks_repeating_hands`: decks whose table has the hands of other decks.
    `other_runs`: which of the runs in OTHER_RUNS took place, by their criteria.
    `remarks`: remarks on style, which cost nothing.
    `consistent`: both runs on a deck always agreed.
    `ignores_decks`: there were tables, but never with the hands that the deck deals.
    `needs_person`: on most decks the output could not be read.
    """

    faults: tuple[Fault, ...]
    decks_tried: Set[str]
    given_up: bool
    tested_skills: Mapping[str, Set[Skill]]
    judgeable_skills: Mapping[str, Set[Skill]]
    decks_repeating_hands: Set[str]
    other_runs: Set[str]
    remarks: tuple[Cause, ...]
    consistent: bool
    ignores_decks: bool
    needs_person: bool


def judge(
    runs: Runs, decks: Mapping[str, Deck], style: bool = False, unusable: Fault | None = None
) -> Judgement:
    """Return what is wrong with a program, by its runs on some of the decks and on no deck.

    `unusable` is the fault because of which a program was not run.
    """
    answers = _answers(runs, style)
    consistent = _consistent(answers)
    tables = _tables(answers, decks, 0)
    later = tables if consistent else _tables(answers, decks, -1)
    interpretation = tables.all_tables.interpretation
    printed = [first.printed for first, *_ in answers.values()]
    suits = interpretation.suits if interpretation.renames_suits else None
    used = not (runs.later_run and tables.undealt and _another(runs.later_run, printed[0]))
    faults = (
        *_on_decks(answers, tables, later, used),
        *_on_other_runs(runs, tables, used),
    )
    faults += *_given_up(runs), *([unusable] if unusable else [])
    other_runs = {"missing"} if runs.missing else set[str]()
    return Judgement(
        faults=faults,
        decks_tried=answers.keys(),
        given_up=runs.given_up,
        tested_skills={name: tables.tested(deck.cards) for name, deck in decks.items()},
        judgeable_skills=tables.shown,
        decks_repeating_hands=tables.repeated,
        other_runs=other_runs | ({"random"} if runs.random else set()),
        remarks=tuple(remarks(printed, suits, style, tables.all_tables.type_of_label)),
        consistent=consistent,
        ignores_decks=tables.undealt,
        needs_person=2 * len(tables.unread) > len(answers),
    )


def is_consistent(runs: Runs, style: bool) -> bool:
    """Return whether a program did the same each time on every deck on which it was run twice."""
    return _consistent(_answers(runs, style))


def _answers(runs: Runs, style: bool) -> dict[str, list[Answer]]:
    return {name: [judge_run(run, style) for run in each] for name, each in runs.on_decks.items()}


def _consistent(answers: Mapping[str, list[Answer]]) -> bool:
    return all(_same(first, again) for first, *others in answers.values() for again in others)


def _another(later: Run, first: Printed) -> bool:
    """Return whether a later run on the first deck has other hands."""
    return read_printed(later.out).meaning != first.meaning


def _same(first: Answer, again: Answer) -> bool:
    """Return whether a program did the same in two runs on a deck."""
    return first.printed.meaning == again.printed.meaning and first.faults == again.faults


def _tables(
    answers: Mapping[str, list[Answer]], decks: Mapping[str, Deck], run: int
) -> JudgedTables:
    """Return what is wrong on all decks with something to judge, by the first or the last run."""
    judged = {name: [a for a in each if a.judged] for name, each in answers.items()}
    some = [(name, each[run].printed) for name, each in judged.items() if each]
    return _judged(tuple((name, Table(decks[name].cards, printed)) for name, printed in some))


@lru_cache(MOST_REMEMBERED)
def _judged(tables: tuple[tuple[str, Table], ...]) -> JudgedTables:
    """Return what is wrong with some tables; cached, for later judgements mostly repeat them."""
    return JudgedTables(dict(tables))


def _on_decks(
    answers: Mapping[str, list[Answer]], tables: JudgedTables, later: JudgedTables, used: bool
) -> Iterator[Fault]:
    """Yield what is wrong on each deck, by both its runs together, if the deck is `used`."""
    for name, each in answers.items():
        if not used and (first := tables.faults.get(name, [])[:1]):
            (fault,), cause = first, Cause(Kind.NOT_USED)
            yield replace(
                fault, criteria=OF_A_TABLE, skills=frozenset(), reported_as=cause, deck=name
            )
            continue
        whole = [
            answer._replace(faults=[*answer.faults, *(by.faults[name] if answer.judged else [])])
            for answer, by in zip(each, (tables, later), strict=False)
        ]
        yield from (replace(fault, deck=name) for fault in faults_of_both(whole[0], whole[-1]))


def _given_up(runs: Runs) -> Iterator[Fault]:
    """Yield the fault that it was stopped too often to be run on the other decks."""
    if runs.given_up:
        stopped = runs.stopped_on
        yield Fault(
            Kind.GIVEN_UP, {"ends"}, (len(stopped),), tuple(stopped), deck=[*runs.on_decks][-1]
        )


def _on_other_runs(runs: Runs, tables: JudgedTables, used: bool) -> Iterator[Fault]:
    """Yield what is wrong with the runs on a missing file and on none."""
    if runs.missing:
        some = tables.usable or tables.unread or not used
        for fault in missing_file_faults(runs.missing, bool(some)):
            yield replace(fault, deck=OTHER_RUNS["missing"])
    if runs.random:
        first, *again = runs.random
        same = [fault for run in again for fault in same_deal_faults(first, run)]
        for fault in [*random_deal_faults(first, bool(tables.unread)), *same]:
            yield replace(fault, deck=OTHER_RUNS["random"])
