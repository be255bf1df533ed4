"""Students who practise, simulated."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from poker_table.lesson.course import State, answered, next_question
from poker_table.lesson.practice import Pool, Question, pool

POOL = pool(1)
Answer = Callable[[Question], int]


def student(believed: Sequence[int] = (), slips: float = 0, seed: int = 0) -> Answer:
    """Return what a student answers: as a misconception, where one shows; any other in a slip."""
    chance = random.Random(seed)

    def answer(question: Question) -> int:
        given = next((question.wrong[g] for g in believed if g in question.wrong), question.right)
        if chance.random() < slips:
            given = chance.choice([a for a in range(len(question.answers)) if a != given])
        return given

    return answer


def practised(answer: Answer, most: int, of: Pool = POOL) -> State:
    state = State()
    while len(state.asked) < most and (number := next_question(of, state)) is not None:
        state = answered(of, state, number, answer(of.questions[number]))
    return state
