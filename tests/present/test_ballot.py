"""The ballot: what is allowed at each stage, and the data that each screen gets."""

from __future__ import annotations

import json
import random

import pytest

from poker_table.lesson.questions import Answer, Question
from poker_table.present.ballot import (
    ACTIONS,
    EXPLAIN,
    GO_ON,
    LET_TALK,
    Ballot,
    BallotError,
    Stage,
)

WHO = Question(
    "Who wins?",
    [
        Answer("player 1", "1", "1", False, "Not 1.", "1 has nothing."),
        Answer("player 2", "2", "2", True, "2 wins.", "2 has nines."),
        Answer("player 3", "3", "3", False, "Not 3.", "3 has a pair."),
    ],
    [],
)
CLOSED = "^This vote is closed.$"


@pytest.fixture
def ballot() -> Ballot:
    ballot = Ballot([WHO, WHO])
    for _ in range(10):
        ballot.join()
    return ballot


def voted(ballot: Ballot, *answers: int, round_: int = 0) -> None:
    for phone, answer in enumerate(answers):
        ballot.vote(phone, 0, round_, answer)


def test_both_votes_of_a_question(ballot):
    for action in "open", "close", "talk", "vote again", "close", "reveal":
        ballot.act(action, 0)
        if ballot.stage in (Stage.FIRST, Stage.SECOND):
            voted(ballot, 0, 2, 2, 1, round_=int(ballot.stage is Stage.SECOND))
    assert ballot.stage is Stage.REVEALED
    assert ballot.tally(0, 1) == [1, 1, 2]
    assert ballot.misconception(0) == WHO.answers[2]
    assert ballot.score(3) == (1, 1)
    assert ballot.score(9) == (0, 0)
    assert ballot.for_phone(0)["reply"] == "Not 1."
    assert ballot.for_phone(9)["right"] == [1]


@pytest.mark.parametrize("stage", Stage)
def test_only_what_a_stage_allows_can_be_done(ballot, stage):
    ballot.act("open", 0)
    ballot.stages[0] = stage
    for action in {action for actions in ACTIONS.values() for action in actions} - {"open"}:
        if action not in ACTIONS[stage]:
            with pytest.raises(BallotError, match=r"^That is not possible at this stage of the"):
                ballot.act(action, 0)
    if stage not in (Stage.FIRST, Stage.SECOND):
        for round_ in 0, 1:
            with pytest.raises(BallotError, match=CLOSED):
                ballot.vote(0, 0, round_, 0)


@pytest.mark.parametrize("question", [-1, 2])
def test_a_question_that_does_not_exist(ballot, question):
    with pytest.raises(BallotError, match=r"^This question cannot be opened or changed now.$"):
        ballot.act("open", question)
    with pytest.raises(BallotError, match=CLOSED):
        ballot.vote(0, question, 0, 0)


def test_a_vote_may_be_changed_and_counts_once(ballot):
    ballot.act("open", 0)
    voted(ballot, 0, 0)
    voted(ballot, 1)
    assert ballot.tally(0, 0) == [1, 1, 0]
    with pytest.raises(BallotError, match=r"^There is no such answer.$"):
        ballot.vote(0, 0, 0, 3)
    with pytest.raises(BallotError, match=CLOSED):
        ballot.vote(0, 0, 1, 0)


def test_a_phone_that_joins_late_waits_for_the_next_question(ballot):
    ballot.act("open", 0)
    late = ballot.join()
    with pytest.raises(BallotError, match=r"^This phone joined after the question was opened"):
        ballot.vote(late, 0, 0, 0)
    ballot.act("open", 1)
    ballot.vote(late, 1, 0, 0)
    ballot.locked = True
    with pytest.raises(BallotError, match=r"^The lecturer has locked joining.$"):
        ballot.join()


def test_an_abandoned_question_is_closed_and_can_be_opened_again(ballot):
    ballot.act("open", 0)
    voted(ballot, 1)
    ballot.act("open", 1)
    assert ballot.stages == [Stage.CLOSED, Stage.FIRST]
    ballot.act("open", 0)
    assert ballot.stage is Stage.CLOSED
    assert ballot.tally(0, 0) == [0, 1, 0]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [(0, 0, ""), (2, 5, EXPLAIN), (3, 7, LET_TALK), (7, 3, LET_TALK), (8, 2, GO_ON)],
)
def test_the_advice(ballot, right, wrong, said):
    ballot.act("open", 0)
    voted(ballot, *[1] * right, *[0] * wrong)
    ballot.act("close", 0)
    assert ballot.for_remote(range(10))["advice"] == said


def test_no_screen_gets_the_right_answer_before_the_reveal(ballot):
    for stage in list(Stage)[1:-1]:
        ballot.act("open", 0)
        ballot.stages[0] = stage
        told = json.dumps([ballot.for_all(), ballot.for_phone(0), ballot.for_projector({0})])
        assert "right" not in told
        assert not any(str(answer.reason) in told for answer in WHO.answers)
        assert "bars" not in told
        assert ("bars" in ballot.for_remote({0})) is (stage is not Stage.FIRST)


def test_the_projector_counts_votes_and_eligible_phones(ballot):
    ballot.act("open", 0)
    ballot.join()
    voted(ballot, 1, 1)
    shown = ballot.for_projector({1, 2, 10})
    assert (shown["voted"], shown["eligible"], shown["present"]) == (2, 3, 3)


def test_after_the_class_everything_is_refused(ballot):
    ballot.act("open", 0)
    ballot.over = True
    for refused in (
        lambda: ballot.vote(0, 0, 0, 0),
        lambda: ballot.act("close", 0),
        lambda: ballot.join(),
    ):
        with pytest.raises(BallotError):
            refused()


def test_random_actions_never_give_a_phone_two_votes_in_a_round(ballot):
    chance = random.Random(33)
    actions = sorted({action for step in ACTIONS.values() for action in step})
    for _ in range(3000):
        try:
            if chance.random() < 0.3:
                ballot.act(chance.choice(actions), chance.randrange(3))
            else:
                ballot.vote(chance.randrange(12), chance.randrange(3), chance.randrange(3), 1)
        except BallotError:
            continue
    for question in range(2):
        for round_ in range(2):
            assert sum(ballot.tally(question, round_)) <= 10
