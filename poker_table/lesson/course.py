"""The course of a practice: choose the next question, and infer misconceptions from the answers.

Questions, answers and misconceptions are numbers here: indexes into the pool. practice.js has the
same algorithm over the same data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import reduce
from operator import add
from typing import NamedTuple

from poker_table.lesson.practice import Pool, Question

PRIOR_OF_RULES = 64  # how many times likelier the rules are than a misconception, at the start
# Nine answers in ten follow the student's belief; the tenth is a slip, to any other answer.
BELIEF_TO_SLIP = 9
# A misconception is named when it is this many times as likely as the rules: NEEDED_EARLY (about
# three answers' worth of evidence) before the tenth answer, and NEEDED (about two) from then on ...
NEEDED_EARLY, NEEDED, EARLY = 2000, 70, 10
LEAD = 100  # ... and this many times as likely as any other misconception (about two answers).
IN_A_ROW = 3  # right answers needed on a named misconception
LATER = 5  # questions between those right answers and the final one
MOST_TRIES = 8  # questions about a named misconception; if it is not learnt by then, it stays shaky
WINDOW = 12  # how many last answers no misconception may predict better than the rules
MOST_QUESTIONS = 60  # unless the student asks for more


class State(NamedTuple):
    """The questions asked so far, the answers given, and the misconceptions named."""

    asked: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    named: tuple[tuple[int, int], ...] = ()  # a misconception, and when: after how many answers
    until: int = WINDOW  # the number of questions to ask at least


class Drill(NamedTuple):
    """A student's progress with a named misconception."""

    misconception: int
    row: int  # right answers in a row, at most IN_A_ROW
    tries: int
    since: int  # questions since the last right answer in that row
    learnt: bool

    @property
    def over(self) -> bool:
        """Whether the misconception is learnt, or was asked about MOST_TRIES times."""
        return self.learnt or self.tries >= MOST_TRIES

    @property
    def due(self) -> bool:
        """Whether the next question may be about the misconception."""
        return not self.over and (self.row < IN_A_ROW or self.since >= LATER)


def next_question(pool: Pool, state: State) -> int | None:
    """Return the number of the next question, or None at the end of the course."""
    drills = [drill(pool, state, *named) for named in state.named]
    due = [each.misconception for each in drills if each.due]
    unfinished = {each.misconception for each in drills if not each.over}
    plausible = any(odds is not None and odds >= 1 for odds in _odds(pool, state))
    count = len(state.asked)
    if count >= max(MOST_QUESTIONS, state.until):
        return None
    settled = not plausible and is_mastered(pool, state)
    if count >= state.until and settled and not unfinished:
        return None
    drilled = bool(due) and (count % 3 == 0 or not plausible)
    return _best_question(pool, state, unfinished, due[0] if drilled else None)


def answered(pool: Pool, state: State, question: int, answer: int) -> State:
    """Return the state after an answer; if it makes a misconception certain, that one is named."""
    state = state._replace(asked=(*state.asked, question), given=(*state.given, answer))
    needed = NEEDED if len(state.asked) >= EARLY else NEEDED_EARLY
    misconception = _certain(_odds(pool, state), needed)
    if misconception is not None:
        state = state._replace(named=(*state.named, (misconception, len(state.asked))))
    return state


def drill(pool: Pool, state: State, misconception: int, named_after: int) -> Drill:
    """Return the progress with a misconception that was named after `named_after` answers."""
    row = tries = since = 0
    learnt = False
    for number, answer in zip(state.asked[named_after:], state.given[named_after:], strict=True):
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
    """Return whether no misconception predicts the last twelve answers better than the rules."""
    numbers, answers = state.asked[-WINDOW:], state.given[-WINDOW:]
    last = [(pool.questions[n], answer) for n, answer in zip(numbers, answers, strict=True)]
    by_rules = sum(question.right == answer for question, answer in last)
    by_misconception = (
        sum(question.wrong.get(number, question.right) == answer for question, answer in last)
        for number in range(len(pool.misconceptions))
    )
    return len(last) == WINDOW and all(count <= by_rules for count in by_misconception)


def _odds(pool: Pool, state: State) -> list[float | None]:
    """Return for each misconception how many times better than the rules it explains the answers.

    A misconception that is already named gets None. Wrong answers that it predicts are not counted
    as evidence for or against the others.
    """
    named = {misconception for misconception, _ in state.named}
    odds = [1.0] * len(pool.misconceptions)
    for number, answer in zip(state.asked, state.given, strict=True):
        question = pool.questions[number]
        if any(question.wrong.get(misconception) == answer for misconception in named):
            continue
        ratio = BELIEF_TO_SLIP * (len(question.answers) - 1)
        for misconception, predicted in question.wrong.items():
            if answer == predicted:
                odds[misconception] *= ratio
            elif answer == question.right:
                odds[misconception] /= ratio
    return [None if number in named else each for number, each in enumerate(odds)]


def _certain(odds: list[float | None], needed: int) -> int | None:
    """Return the misconception that is far likelier than the rules and all others, or None."""
    ranking = sorted((each, g) for g, each in enumerate(odds) if each is not None)[::-1]
    if not ranking:
        return None
    best, misconception = ranking[0]
    second = ranking[1][0] if len(ranking) > 1 else 0
    return misconception if best >= max(needed * PRIOR_OF_RULES, LEAD * second) else None


def _best_question(pool: Pool, state: State, unfinished: Set[int], drilled: int | None) -> int:
    """Return the question that best tells misconceptions apart, or one about `drilled`.

    Questions asked least often are preferred, and then those that are not the third of their kind
    in a row. Questions about an unfinished misconception are avoided unless it is drilled. If
    several questions are equally good, the first one in the pool is returned.
    """
    last_kinds = [pool.questions[number].kind for number in state.asked[-2:]]
    times_asked = Counter(state.asked)
    costs = []
    for number, question in enumerate(pool.questions):
        if drilled is not None:
            unfit = drilled not in question.wrong
        else:
            unfit = not unfinished.isdisjoint(question.wrong)
        costs.append((unfit, times_asked[number], last_kinds == [question.kind] * 2))
    weights = [odds or 0 for odds in _odds(pool, state)]
    total, least = _sum(weights), min(costs)
    fittest = [number for number, cost in enumerate(costs) if cost == least]
    return min(fittest, key=lambda number: _agreement(pool.questions[number], weights, total))


def _agreement(question: Question, weights: Sequence[float], total: float) -> float:
    """Return how much the beliefs agree on the answer: the sum of the squared weights per answer.

    `total` is the sum of the weights. The lower the result, the better the question tells the
    beliefs apart.
    """
    per_answer = [0.0] * len(question.answers)
    for misconception, answer in question.wrong.items():
        per_answer[answer] += weights[misconception]
    per_answer[question.right] = PRIOR_OF_RULES + total - _sum(per_answer)
    return _sum(weight * weight for weight in per_answer)


def _sum(numbers: Iterable[float]) -> float:
    """Add in order, as JavaScript does; sum() rounds differently since Python 3.12."""
    return reduce(add, numbers, 0.0)
