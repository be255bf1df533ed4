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
    """What is wrong with a program, each fault with its deck or other run.

    `tried` are the decks that it was run on, all of them if it was not `given_up`. `tested` has the
    skills that each deck tests, tried or not, and `shown` those that there is something to judge by
    where there is a table of the deck's; `repeated` are the decks with the hands of other decks. It
    is `steady` if it did the same each time on every deck on which it was run twice, and `undealt`
    if it printed tables, but on no deck the hands that were dealt. What it prints is `unread` if it
    could not be read on most decks, so that a person must look.
    """

    faults: tuple[Fault, ...]
    tried: Set[str]
    given_up: bool
    tested: Mapping[str, Set[Skill]]
    shown: Mapping[str, Set[Skill]]
    repeated: Set[str]
    other_runs: Set[str]
    remarks: tuple[Cause, ...]
    steady: bool
    undealt: bool
    unread: bool


def judge(
    runs: Runs, decks: Mapping[str, Deck], style: bool = False, unusable: Fault | None = None
) -> Judgement:
    """Return what is wrong with a program, by its runs on some of the decks and on no deck.

    `unusable` is the fault because of which a program was not run.
    """
    answers = _answers(runs, style)
    steady = _steady(answers)
    tables = _tables(answers, decks, 0)
    later = tables if steady else _tables(answers, decks, -1)
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
        tried=answers.keys(),
        given_up=runs.given_up,
        tested={name: tables.tested(deck.cards) for name, deck in decks.items()},
        shown=tables.shown,
        repeated=tables.repeated,
        other_runs=other_runs | ({"random"} if runs.random else set()),
        remarks=tuple(remarks(printed, suits, style, tables.all_tables.type_of_label)),
        steady=steady,
        undealt=tables.undealt,
        unread=2 * len(tables.unread) > len(answers),
    )


def is_steady(runs: Runs, style: bool) -> bool:
    """Return whether a program did the same each time on every deck on which it was run twice."""
    return _steady(_answers(runs, style))


def _answers(runs: Runs, style: bool) -> dict[str, list[Answer]]:
    return {name: [judge_run(run, style) for run in each] for name, each in runs.on_decks.items()}


def _steady(answers: Mapping[str, list[Answer]]) -> bool:
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
            yield replace(fault, criteria=OF_A_TABLE, skills=frozenset(), told=cause, deck=name)
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
