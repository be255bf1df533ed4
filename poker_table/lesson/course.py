"""The course of a practice: which question comes next, and what an answer has shown.

Everything here is a number: the same steps over the same tables are in practice.js.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import reduce
from operator import add
from typing import NamedTuple

from poker_table.lesson.practice import Pool, Question

RULES = 64  # how much likelier it is, before any answer, that nothing is believed than one thing
CARE = 9  # answers of ten are what one believes; the tenth is a slip to any other
# How much likelier a misconception is than the rules before it is named: three answers' worth, or
# two from the tenth answer on; and than any other misconception: two answers' worth.
SURE, SURE_EARLY, EARLY = 70, 2000, 10
LEAD = 100
IN_A_ROW = 3  # right answers, of what was named
LATER = 5  # questions between those and the last one
MOST_TRIES = 8  # at what was named; then it is shaky
WINDOW = 12  # answers of which no misconception may predict more than the rules do
MOST = 60  # questions, if nobody asks to go on


class State(NamedTuple):
    """What was asked and answered so far, by numbers, and which misconceptions were named when.

    `until` is how many questions are asked at least.
    """

    asked: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    named: tuple[tuple[int, int], ...] = ()  # a misconception, and after how many answers
    until: int = WINDOW


class Drill(NamedTuple):
    """How it stands with what was named: right in a row, tries, and whether the last one is due."""

    misconception: int
    row: int
    tries: int
    since: int  # questions since the row was full
    learnt: bool

    @property
    def over(self) -> bool:
        """Whether it is learnt, or has been tried often enough."""
        return self.learnt or self.tries >= MOST_TRIES

    @property
    def due(self) -> bool:
        """Whether it is to be asked about now."""
        return not self.over and (self.row < IN_A_ROW or self.since >= LATER)


def next_question(pool: Pool, state: State) -> int | None:
    """Return the number of the question to ask, or None at the end of the course."""
    drills = [drill(pool, state, *named) for named in state.named]
    due = [each for each in drills if each.due]
    untried = any(each is not None and each >= 1 for each in _odds(pool, state))
    count = len(state.asked)
    over = count >= state.until and not (due or untried or not is_mastered(pool, state))
    waiting = {each.misconception for each in drills if not each.over}
    if count >= max(MOST, state.until) or (over and not waiting):
        return None
    drilled = bool(due) and (count % 3 == 0 or not untried)
    return _best(pool, state, waiting, due[0].misconception if drilled else None)


def answered(pool: Pool, state: State, question: int, answer: int) -> State:
    """Return the state after an answer; what it makes certain is named."""
    state = state._replace(asked=(*state.asked, question), given=(*state.given, answer))
    sure = SURE if len(state.asked) >= EARLY else SURE_EARLY
    misconception = _certain(_odds(pool, state), sure)
    if misconception is not None:
        state = state._replace(named=(*state.named, (misconception, len(state.asked))))
    return state


def drill(pool: Pool, state: State, misconception: int, named: int) -> Drill:
    """Return how it stands with a misconception that was named after so many answers."""
    row = tries = since = 0
    learnt = False
    for number, answer in zip(state.asked[named:], state.given[named:], strict=True):
        question = pool.questions[number]
        since += 1
        if learnt or misconception not in question.wrong:
            continue
        tries += 1
        if answer != question.right:
            row = 0
        elif row < IN_A_ROW:
            row, since = row + 1, 0
        else:
            learnt = since > LATER
    return Drill(misconception, row, tries, since, learnt)


def is_mastered(pool: Pool, state: State) -> bool:
    """Return whether the rules predict the last twelve answers as well as every misconception."""
    last = [*zip(state.asked, state.given, strict=True)][-WINDOW:]
    pairs = [(pool.questions[number], answer) for number, answer in last]
    rules = sum(question.right == answer for question, answer in pairs)
    beliefs = range(len(pool.misconceptions))
    fits = (sum(q.wrong.get(g, q.right) == a for q, a in pairs) for g in beliefs)
    return len(last) == WINDOW and all(each <= rules for each in fits)


def _odds(pool: Pool, state: State) -> list[float | None]:
    """Return how many times better than the rules each misconception explains the answers.

    None stands for one that was named. Wrong answers that it predicts say nothing of the others.
    """
    named = [misconception for misconception, _ in state.named]
    odds = [1.0] * len(pool.misconceptions)
    for number, answer in zip(state.asked, state.given, strict=True):
        question = pool.questions[number]
        if all(question.wrong.get(g) != answer for g in named):
            times = CARE * (len(question.answers) - 1)
            for g, predicted in question.wrong.items():
                if answer == predicted:
                    odds[g] *= times
                elif answer == question.right:
                    odds[g] /= times
    return [None if g in named else each for g, each in enumerate(odds)]


def _certain(odds: list[float | None], sure: int) -> int | None:
    """Return the misconception that is far likelier than the rules and than all others, if any."""
    order = sorted((each, g) for g, each in enumerate(odds) if each is not None)[::-1]
    second = order[1][0] if len(order) > 1 else 0
    likely = order and order[0][0] >= max(sure * RULES, LEAD * second)
    return order[0][1] if likely else None


def _best(pool: Pool, state: State, waiting: Set[int], drilled: int | None) -> int:
    """Return the question that divides the misconceptions best, or asks of one that was named.

    Of equal questions it is the first. What was asked least comes first, and no kind three times
    in a row. What shows one that was named and is not over waits until it is drilled.
    """
    weights = [each or 0 for each in _odds(pool, state)]
    kinds = [pool.questions[number].kind for number in state.asked[-2:]]
    often = Counter(state.asked)
    costs = []
    for number, question in enumerate(pool.questions):
        unfit = (
            drilled not in question.wrong
            if drilled is not None
            else any(g in question.wrong for g in waiting)
        )
        bored = kinds == [question.kind] * 2
        costs.append((unfit, often[number], bored, _together(question, weights), number))
    return min(costs)[-1]


def _together(question: Question, weights: Sequence[float]) -> float:
    """Return how likely two who believe different things answer the same: the less, the better."""
    same = [0.0] * len(question.answers)
    for g, answer in question.wrong.items():
        same[answer] += weights[g]
    same[question.right] = RULES + _sum(weights) - _sum(same)
    return _sum(weight * weight for weight in same)


def _sum(numbers: Iterable[float]) -> float:
    """Add in order, as JavaScript does; sum() has rounded in another way since Python 3.12."""
    return reduce(add, numbers, 0.0)
