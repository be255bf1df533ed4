"""The course of practice.js: simulated students get their own misconceptions told, and no others.

Needs node; without it, it says so and is skipped. `python tests/write.py misconceptions` writes the
misconceptions and the measured figures into misconceptions.md beside this file.
"""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from practising import AT_RANDOM, NODE, ONE_IN_TEN, needs_node, practised
from program import TESTS, needs_source

from poker_table.mutants.wrong import WRONG
from poker_table.practice.questions import MISCONCEPTIONS, question_pool
from poker_table.practice.results import LEARNT, Result, read_code

ALL = range(len(MISCONCEPTIONS))
# The misconceptions about hands in general, not about one hand type.
BROAD = [g for g in ALL if MISCONCEPTIONS[g].name in WRONG]
LIST = TESTS / "practice" / "misconceptions.md"


def told(state) -> set[int]:
    return {g for g, _ in state["named"]}


def one_each(seeds) -> list[dict]:
    return [{"pool": n, "believed": [g], "most": 12} for n in range(len(seeds)) for g in ALL]


@needs_node
@pytest.mark.parametrize("seeds", [(1,), pytest.param((2, 3, 4, 5), marks=pytest.mark.slow)])
def test_a_misconception_is_told_within_twelve_questions_and_no_other(seeds):
    states = practised(one_each(seeds), seeds)
    assert [told(state) for state in states] == [{g} for _ in seeds for g in ALL]


@needs_node
def test_what_happens_to_a_student():
    """One run for what takes few students each: starting Node takes longer than they do."""
    pool = question_pool(1)
    believed = [{"believed": [g], "most": 12} for g in ALL]
    cured = [{"believed": [g], "cured": True} for g in BROAD]
    right = {"most": 60}
    slipping = [{"slip": slip, "seed": 9} for slip in (ONE_IN_TEN, AT_RANDOM)]
    states = practised([right, *slipping, {"most": 11}, *believed, *cured])
    rights, (early,), states = states[:3], states[3:4], states[4:]
    # a right student is told none, and knows the rules after twelve answers or little more
    assert [state["named"] for state in rights] == [[]] * 3
    assert rights[0]["mastered"]
    assert rights[0]["ended"]
    assert 12 <= len(rights[0]["answers"]) <= 20
    assert not early["mastered"]
    # nobody is told after a single answer that shows the misconception, nor knows the rules then
    for g, state in zip(ALL, states[: len(ALL)], strict=True):
        [[_, after]] = state["named"]
        assert sum(g in pool[number].wrong for number, _ in state["answers"][:after]) >= 2
        assert (
            not state["mastered"] or state["answers"][-1][1] == pool[state["answers"][-1][0]].right
        )
    # a misconception is learnt after three right answers and, five questions later, a fourth
    for g, state in zip(BROAD, states[len(ALL) :], strict=True):
        [[_, after]] = state["named"]
        later = [
            i for i, (n, _) in enumerate(state["answers"]) if i >= after and g in pool[n].wrong
        ]
        assert later[3] - later[2] > 5
        assert read_code(state["code"], "").found == ((MISCONCEPTIONS[g].name, LEARNT),)
        assert state["ended"]
    # until a misconception is told, no kind of question comes more than twice in a row
    for state in states[: len(ALL)]:
        [[_, after]] = state["named"]
        kinds = [pool[number].kind for number, _ in state["answers"][:after]]
        assert not [i for i in range(len(kinds) - 2) if len({*kinds[i : i + 3]}) == 1]


@needs_node
def test_a_code_has_the_right_answers_and_what_is_shaky():
    [state] = practised([{"believed": [0], "most": 12}])
    pool = question_pool(1)
    right = sum(pool[number].right == answer for number, answer in state["answers"])
    expected = Result(right, 12, ((MISCONCEPTIONS[0].name, "shaky"),))
    assert read_code(f"Ann's code: {state['code']}", "ann.txt") == expected


def independent(g: int, h: int) -> bool:
    """Return whether each of two shows in enough questions where the other does not."""
    apart = [
        question for question in question_pool(1) if (g in question.wrong) != (h in question.wrong)
    ]
    return all(sum(one in question.wrong for question in apart) >= 12 for one in (g, h))


def figures() -> str:
    """Return the rows of the last table: what simulated students are told."""
    seeds = 1, 2, 3
    alone, slipping = one_each(seeds), list[tuple[str, list[dict]]]()
    for slip in ONE_IN_TEN, AT_RANDOM:
        slipping.append((slip, [
            {"believed": [n % len(ALL)], "slip": slip, "seed": n, "most": 30}
            for n in range(4 * len(ALL))
        ]))  # fmt: skip
    right = [{"slip": slip, "seed": n} for slip in (ONE_IN_TEN, AT_RANDOM) for n in range(600)]
    pairs = [
        {"believed": [*pair], "most": 30} for pair in combinations(BROAD, 2) if independent(*pair)
    ]
    drawn = random.Random(5).sample([*combinations(BROAD, 2)], 150)
    any_pairs = [{"believed": [*pair], "most": 30} for pair in drawn]
    groups = [alone, *(each for _, each in slipping), right, pairs, any_pairs]
    states = iter(practised([student for group in groups for student in group], seeds))
    rows = []
    titles = (
        "one, within 12 questions, on three seeds",
        "one, and exactly one answer in ten is a slip, within 30 questions",
        "one, and each answer is a slip with a chance of a tenth, within 30 questions",
        "none, but such slips, to the end",
        "two that show in enough different questions, within 30 questions",
        "any two, drawn at random, within 30 questions",
    )
    for title, group in zip(titles, groups, strict=True):
        found = [({*student.get("believed", ())}, told(next(states))) for student in group]
        theirs = sum(believed <= named for believed, named in found) if group is not right else "–"
        others = sum(not named <= believed for believed, named in found)
        rows.append(f"| {title} | {len(group):,} | {theirs} | {others} |\n")
    return "".join(rows)


def with_figures(text: str, rows: str) -> str:
    return with_rows(text, "|---|---:|---:|---:|\n", rows)


def with_misconceptions(text: str) -> str:
    """Return the page with a row for each misconception."""
    rows = [
        f"| {'in general' if g in BROAD else 'in one type'} | {MISCONCEPTIONS[g].belief} |"
        f" {MISCONCEPTIONS[g].rule} |\n"
        for g in ALL
    ]
    return with_rows(text, "|---|---|---|\n", "".join(rows))


def with_rows(text: str, bar: str, rows: str) -> str:
    """Return the page with these rows below the bar of a table."""
    assert text.count(bar) == 1
    return re.sub(rf"({re.escape(bar)})(\|.*\n)*", lambda match: match[1] + rows, text)


@needs_source
def test_the_list_has_the_misconceptions():
    assert LIST.read_text() == with_misconceptions(LIST.read_text())


@needs_source
@needs_node
@pytest.mark.slow
def test_the_figures_in_the_list_are_those_of_the_script():
    rows = figures()
    print(f"\n{rows}")
    assert LIST.read_text() == with_figures(LIST.read_text(), rows)
    counts = [[cell.strip() for cell in row.split("|")[2:5]] for row in rows.splitlines()]
    for number, (all_of_them, theirs, others) in enumerate(counts):
        of = int(all_of_them.replace(",", ""))
        assert int(others) <= 0.01 * of
        assert theirs == "–" or int(theirs) >= (0.98 if number else 1) * of


def write() -> None:
    text = with_misconceptions(LIST.read_text())
    LIST.write_text(with_figures(text, figures()) if NODE else text)
