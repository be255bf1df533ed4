"""Simulated students who practise."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import count

from poker_table.lesson.course import State, answered, next_question
from poker_table.lesson.practice import Pool, Question, question_pool

POOL = question_pool(1)
Answer = Callable[[Question], int]


ONE_IN_TEN, AT_RANDOM = "one in every ten answers", "each answer with a chance of a tenth"


def student(believed: Sequence[int] = (), slips: str = "", seed: int = 0) -> Answer:
    """Return a function that answers questions like a student with some misconceptions.

    A question that none of the misconceptions affects is answered right. In a slip the student
    gives another answer at random.
    """
    chance = random.Random(seed)
    places = (10 * ten + chance.randrange(10) for ten in count())
    answers, slip = count(), next(places)

    def slipped() -> bool:
        nonlocal slip
        if slips == AT_RANDOM:
            return chance.random() < 0.1
        if not slips or next(answers) != slip:
            return False
        slip = next(places)
        return True

    def answer(question: Question) -> int:
        given = next((question.wrong[g] for g in believed if g in question.wrong), question.right)
        if slipped():
            given = chance.choice([a for a in range(len(question.answers)) if a != given])
        return given

    return answer


def practised(answer: Answer, most: int, of: Pool = POOL) -> State:
    """Return the state after at most `most` answers."""
    state = State()
    while len(state.asked) < most and (number := next_question(of, state)) is not None:
        state = answered(of, state, number, answer(of.questions[number]))
    return state
