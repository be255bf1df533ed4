"""Practice: simulated students get their own misconceptions named, and no others.

`python tests/write.py misconceptions` writes the misconceptions into docs/practice.md.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from practising import AT_RANDOM, ONE_IN_TEN, POOL, practised, student
from program import CLONE, needs_source

from poker_table.game.hand import Hand
from poker_table.lesson.course import (
    IN_A_ROW,
    LATER,
    WINDOW,
    answered,
    drill,
    is_mastered,
    next_question,
)
from poker_table.lesson.practice import KINDS, question_pool
from poker_table.mutants.wrong import WRONG

# The misconceptions about hands in general, not about one hand type.
BROAD = [
    g
    for g, each in enumerate(POOL.misconceptions)
    if any(mutant.name in WRONG for mutant in each.mutants)
]
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 9))]
SLIPS = [ONE_IN_TEN, AT_RANDOM]
names = {g: each.mutants[0].name for g, each in enumerate(POOL.misconceptions)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_misconception_is_named_within_twelve_questions_and_no_other(seed):
    asked = question_pool(seed)
    named = [practised(student([g]), 12, asked).named for g in names]
    assert [[told for told, _ in each] for each in named] == [[g] for g in names]


def test_no_misconception_is_named_after_a_single_answer_that_it_explains():
    for g in names:
        [(told, after)] = practised(student([g]), 12).named
        asked = practised(student([g]), after).asked
        assert sum(told in POOL.questions[number].wrong for number in asked) >= 2


@pytest.mark.parametrize("slips", SLIPS)
@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_with_one_slip_in_ten_hardly_any_wrong_misconception_is_named(slips, times):
    believed = [*names] * times
    states = [practised(student([g], slips, i), 30) for i, g in enumerate(believed)]
    told = [{g for g, _ in state.named} for state in states]
    wrong = sum(each > {g} or not each <= {g} for each, g in zip(told, believed, strict=True))
    found = sum(g in each for each, g in zip(told, believed, strict=True))
    print(f"\nof {len(told)}: {found} told theirs, {wrong} told another")
    assert wrong <= 0.05 * len(told)
    assert found >= 0.95 * len(told)


@pytest.mark.parametrize("slips", SLIPS)
def test_slips_alone_get_no_misconception_named(slips):
    assert [practised(student((), slips, i), 60).named for i in range(30)] == [()] * 30


def independent(g: int, h: int) -> bool:
    """Return whether each of two shows where the other does not, or they answer differently."""
    apart = [q for q in POOL.questions if (g in q.wrong) != (h in q.wrong)]
    return all(sum(one in q.wrong for q in apart) >= IN_A_ROW * 4 for one in (g, h))


@pytest.mark.parametrize("sample", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_two_misconceptions_are_both_named_within_thirty_questions(sample):
    pairs = [pair for pair in combinations(BROAD, 2) if independent(*pair)]
    drawn = random.Random(5).sample(pairs, sample)
    told = [{g for g, _ in practised(student(pair), 30).named} for pair in drawn]
    missed = [
        [names[g] for g in pair]
        for pair, found in zip(drawn, told, strict=True)
        if found != {*pair}
    ]
    print(f"\n{len(pairs)} pairs; missed of {sample}: {missed}")
    assert not missed


DOCS = CLONE / "docs" / "practice.md"


def with_groups(text: str) -> str:
    """Return the page with a row for each misconception that five cards tell apart."""
    head, bar, _ = text.rpartition("|---|---|\n")
    rows = [
        f"| {'in general' if g in BROAD else 'in one type'} | {each.sentence} |\n"
        for g, each in enumerate(POOL.misconceptions)
    ]
    return head + bar + "".join(rows)


@needs_source
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
def test_the_docs_list_the_misconceptions_and_every_seed_has_the_same(seed):
    assert DOCS.read_text() == with_groups(DOCS.read_text())
    assert [m.mutants for m in question_pool(seed).misconceptions] == [m.mutants for m in POOL[2]]


def test_every_misconception_shows_in_enough_questions_for_a_drill():
    for g in names:
        assert sum(g in question.wrong for question in POOL.questions) > IN_A_ROW + 1, names[g]


def test_a_misconception_is_learnt_after_three_right_answers_and_a_later_one():
    g = BROAD[0]
    state = practised(student([g]), 12)
    named = dict(state.named)[g]
    while not drill(POOL, state, g, named).over:
        number = next_question(POOL, state)
        state = answered(POOL, state, number, POOL.questions[number].right)
    tried = [i for i in range(named, len(state.asked)) if g in POOL.questions[state.asked[i]].wrong]
    assert drill(POOL, state, g, named).learnt
    assert tried[-1] - tried[-2] > LATER


def test_each_kind_of_question_is_asked():
    assert {question.kind for question in POOL.questions} == {*KINDS}


def test_mastery_needs_twelve_answers_that_no_misconception_predicts_better():
    assert is_mastered(POOL, practised(student(), WINDOW))
    assert not is_mastered(POOL, practised(student(), WINDOW - 1))
    assert not any(is_mastered(POOL, practised(student([g]), WINDOW)) for g in BROAD[:5])
    right = practised(student(), WINDOW)
    asked = [POOL.questions[number] for number in right.asked]
    shown = Counter(g for question in asked for g in question.wrong)
    once = next(g for g, times in shown.items() if times == 1)
    given = tuple(question.wrong.get(once, question.right) for question in asked)
    assert not is_mastered(POOL, right._replace(given=given))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_right_value_is_the_number_of_only_one_answer(seed):
    for question in question_pool(seed).questions:
        if question.kind == "value":
            numbers = [str(answer).rpartition(" ")[-1] for answer in question.answers]
            assert numbers.count(numbers[question.right]) == 1


def test_the_right_answers_follow_the_rules():
    for question in POOL.questions:
        hands = [Hand.of(cards) for cards in question.hands]
        right = str(question.answers[question.right])
        if question.kind == "type":
            assert right == str(hands[0].hand_type)
        elif question.kind == "value":
            assert right.endswith(f"{hands[0].value:,}")
        elif question.kind == "order":
            by_strength = [
                h for _, h in sorted(zip([-x.strength for x in hands], "ABCD", strict=True))
            ]
            assert [letter for letter in right if letter in "ABCD"] == by_strength
        elif question.kind == "digits":
            digits = [" ".join(f"{rank:d}" for rank in hand.ranks) for hand in hands]
            assert right == f"A: {digits[0]}, B: {digits[1]}"
        elif question.kind == "winner":
            first, second = (hand.strength for hand in hands)
            tie = "They tie" if first == second else ""
            assert right == (tie or f"Hand {'A' if first > second else 'B'}")


def write() -> None:
    DOCS.write_text(with_groups(DOCS.read_text()))
