"""The course of a practice: which question comes next, and what an answer has shown.

Everything here is a number: the same steps over the same tables are in practice.js.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from poker_table.lesson.practice import Pool

LEAD = 2  # answers by which a misconception is ahead of all others, before it is named
OVER_THE_RULES = 3  # and by which it is ahead of the rules: a slip or two name nothing
RULES = 64  # how likely it is that nothing is believed wrongly
# By how many answers a misconception is behind the likeliest, or behind three more than the rules.
LIKELY = 4096, 1024, 128, 8, 0
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
    untried = [
        g for g, behind in enumerate(_behind(pool, state)) if behind is not None and behind < 1
    ]
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
    misconception = _leading(_behind(pool, state))
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


def _behind(pool: Pool, state: State) -> list[int | None]:
    """Return by how many answers each misconception fits worse than the rules; None if named.

    Wrong answers that a named one predicts say nothing of the others.
    """
    named = [misconception for misconception, _ in state.named]
    behind = [0] * len(pool.misconceptions)
    for number, answer in zip(state.asked, state.given, strict=True):
        question = pool.questions[number]
        if all(question.wrong.get(g) != answer for g in named):
            for g, predicted in question.wrong.items():
                behind[g] += (answer == question.right) - (answer == predicted)
    return [None if g in named else each for g, each in enumerate(behind)]


def _leading(behind: list[int | None]) -> int | None:
    """Return the misconception that is far enough ahead of the rules and of all others, if any."""
    order = sorted((each, g) for g, each in enumerate(behind) if each is not None)
    if not order or order[0][0] > -OVER_THE_RULES:
        return None
    return order[0][1] if len(order) < 2 or order[1][0] - order[0][0] >= LEAD else None


def _best(pool: Pool, state: State, waiting: Set[int], drilled: int | None) -> int:
    """Return the question that divides the misconceptions best, or asks of one that was named.

    How likely each is depends on how far it is behind the likeliest. Of equal questions it is the
    first. What was asked least comes first, and no kind three times in a row. What shows one that
    was named and is not over waits until it is drilled.
    """
    behind = _behind(pool, state)
    ahead = max([OVER_THE_RULES, *(-each for each in behind if each is not None)])
    weights = [0 if each is None else LIKELY[min(each + ahead, len(LIKELY) - 1)] for each in behind]
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
        costs.append((unfit, often[number], bored, _together(question.wrong, weights), number))
    return min(costs)[-1]


def _together(wrong: Mapping[int, int], weights: Sequence[int]) -> int:
    """Return how likely two who believe different things answer the same: the less, the better."""
    same = dict[int, int]()
    for g, answer in wrong.items():
        same[answer] = same.get(answer, 0) + weights[g]
    right = RULES + sum(weights) - sum(same.values())
    return right * right + sum(weight * weight for weight in same.values())
