"""The ballot: what is allowed at each stage, and the data that each screen gets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from poker_table import Hand, Showdown
from poker_table.lesson.questions import Answer, Question, questions
from poker_table.present.ballot import (
    ACTIONS,
    BACK,
    EXPLAIN,
    GO_ON,
    LET_TALK,
    OPEN,
    TALK,
    Ballot,
    BallotError,
    Event,
    Stage,
)

WHO = Question(
    "Who wins?",
    [
        Answer("player 1", "1", False, "Not 1.", "1 has nothing."),
        Answer("player 2", "2", True, "2 wins.", "2 has nines."),
        Answer("player 3", "3", False, "Not 3.", "3 has a pair."),
    ],
    [],
)
CLOSED = r"^Your vote \d.* came too late\.$"
STEPS = "open", "close", "talk", "vote again", "close", "reveal"


@pytest.fixture
def ballot() -> Ballot:
    ballot = Ballot([WHO, WHO])
    replay(ballot, [Event("join", data=bytes([number])) for number in range(10)])
    return ballot


def replay(ballot: Ballot, events: list[Event]) -> None:
    for event in events:
        ballot.apply(event)


def act(ballot: Ballot, *actions: str, question: int = 0) -> None:
    replay(ballot, [Event(action, question=question, time=1.0) for action in actions])


def vote(ballot: Ballot, phone: int, question: int, round_: int, answer: int) -> None:
    replay(ballot, [Event("vote", phone, question, round_, answer)])


def refused(why: str, act: Callable[..., None], *given: object, **more: object) -> None:
    with pytest.raises(BallotError, match=why):
        act(*given, **more)


def voted(ballot: Ballot, *answers: int, round_: int = 0) -> None:
    for phone, answer in enumerate(answers):
        vote(ballot, phone, 0, round_, answer)


def test_both_votes_of_a_question(ballot):
    for action in STEPS:
        act(ballot, action)
        if ballot.stage in OPEN:
            voted(ballot, 0, 2, 2, 1, round_=ballot.poll.round)
    assert ballot.stage is Stage.REVEALED_AGAIN
    assert ballot.polls[0].tally(1) == [1, 1, 2]
    assert ballot.polls[0].misconception() == WHO.answers[2]
    assert ballot.shown(3)["score"] == (1, 1)
    assert ballot.shown(9)["score"] == (0, 0)
    assert ballot.shown(0)["reply"] == "Not 1."
    assert ballot.shown(9)["right"] == [1]


@pytest.mark.parametrize("stage", Stage)
def test_only_what_a_stage_allows_can_be_done(ballot, stage):
    act(ballot, "open")
    ballot.polls[0].stage = stage
    for action in {action for actions in ACTIONS.values() for action in actions} - {"open"}:
        if action not in ACTIONS[stage]:
            refused(r"^That is not possible at this stage of the", act, ballot, action)
    if stage not in OPEN:
        for round_ in 0, 1, None:
            refused(CLOSED, vote, ballot, 0, 0, round_, 0)


@pytest.mark.parametrize(
    ("before", "action", "opposite"),
    [
        (["open"], "close", "reopen"),
        (["open", "close"], "talk", BACK),
        (["open", "close"], "reveal", "hide"),
        (STEPS[:4], "close", "reopen"),
        (STEPS[:5], "reveal", "hide"),
    ],
)
def test_each_action_has_its_opposite(ballot, before, action, opposite):
    act(ballot, *before)
    if ballot.stage in OPEN:
        voted(ballot, 0, 1, round_=ballot.poll.round)
    shown = ballot.shown("remote", {0, 1}), ballot.shown(0)
    act(ballot, action, opposite)
    assert (ballot.shown("remote", {0, 1}), ballot.shown(0)) == shown


@pytest.mark.parametrize("stage", [3, 4, 5])
def test_back_to_the_first_vote_sets_the_second_aside_and_loses_no_vote(ballot, stage):
    act(ballot, *STEPS[:1])
    voted(ballot, 0, 1)
    act(ballot, *STEPS[1:4])
    voted(ballot, 1, 1, round_=1)
    act(ballot, *STEPS[4:stage])
    act(ballot, BACK)
    assert ballot.stage is Stage.CLOSED
    assert ballot.shown(0)["votes"] == [0, None]
    assert ballot.shown("remote", ())["bars"] == [[1, 1, 0], [0, 0, 0]]
    act(ballot, "talk", "vote again")
    assert ballot.polls[0].tally(1) == [0, 2, 0]


def test_a_vote_that_is_reopened_without_votes_admits_who_came_since(ballot):
    act(ballot, "open", "close")
    replay(ballot, [Event("join")])
    act(ballot, "reopen")
    vote(ballot, 10, 0, 0, 1)
    replay(ballot, [Event("join")])
    act(ballot, "close", "reopen")
    refused(r"^You joined after this vote was opened\. You can take", vote, ballot, 11, 0, 0, 1)


def test_discarded_phones_do_not_count_until_they_are_readmitted(ballot):
    act(ballot, "open")
    voted(ballot, 0, 1, 1)
    replay(ballot, [Event("discard", 0), Event("discard", 2)])
    assert ballot.polls[0].tally(0) == [0, 1, 0]
    refused(r"^The lecturer does not count the votes of this phone", vote, ballot, 0, 0, 0, 1)
    assert ballot.shown(0)["barred"].startswith("The lecturer does not count the votes")
    assert ballot.shown("projector", range(10))["eligible"] == 8
    replay(ballot, [Event("readmit")])
    assert ballot.polls[0].tally(0) == [1, 2, 0]
    refused(r"^There is no such phone.$", replay, ballot, [Event("discard", 10)])


@pytest.mark.parametrize("screen", ["remote", "projector"])
def test_one_vote_of_many_is_neither_nothing_nor_makes_the_rest_all(ballot, screen):
    replay(ballot, [Event("join")] * 240)
    act(ballot, "open")
    voted(ballot, *[1] * 249, 2)
    act(ballot, "close", "reveal")
    shown = ballot.shown(screen)
    assert shown["bars"] == [[0, 249, 1], [0, 0, 0]]
    assert shown["shares"] == [["0 %", ">99 %", "<1 %"], ["", "", ""]]


def test_a_vote_may_be_changed_and_counts_once(ballot):
    act(ballot, "open")
    voted(ballot, 0, 0)
    voted(ballot, 1)
    assert ballot.polls[0].tally(0) == [1, 1, 0]
    refused(r"^There is no such answer.$", vote, ballot, 0, 0, 0, 3)
    refused(CLOSED, vote, ballot, 0, 0, 1, 0)


def test_a_phone_that_joins_late_waits_for_the_next_question(ballot):
    act(ballot, "open")
    replay(ballot, [Event("join")])
    late = 10
    refused(r"^You joined after this vote was opened", vote, ballot, late, 0, 0, 0)
    act(ballot, "open", question=1)
    vote(ballot, late, 1, 0, 0)
    replay(ballot, [Event("lock")])
    refused(r"^The lecturer has locked joining.$", replay, ballot, [Event("join")])
    replay(ballot, [Event("unlock"), Event("join")])


@pytest.mark.parametrize(("away", "there"), [("open", Stage.FIRST), ("show", Stage.WAITING)])
def test_an_abandoned_question_is_closed_and_going_to_one_opens_no_vote(ballot, away, there):
    act(ballot, "show")
    assert (ballot.stage, ballot.shown(0)["round"]) == (Stage.WAITING, None)
    assert ballot.shown("remote")["forward"]["action"] == "open"
    act(ballot, "open")
    voted(ballot, 1)
    act(ballot, away, question=1)
    assert [poll.stage for poll in ballot.polls] == [Stage.CLOSED, there]
    act(ballot, away)
    assert ballot.stage is Stage.CLOSED
    assert ballot.polls[0].tally(0) == [0, 1, 0]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (0, 0, "Only 0 of 10 voted: reopen the vote?"),
        (3, 1, "Only 4 of 10 voted: reopen the vote?"),
        (2, 5, EXPLAIN),
        (3, 7, LET_TALK),
        (7, 3, LET_TALK),
        (8, 2, GO_ON),
    ],
)
def test_the_advice(ballot, right, wrong, said):
    act(ballot, "open")
    voted(ballot, *[1] * right, *[0] * wrong)
    act(ballot, "close")
    assert ballot.shown("remote", range(10))["advice"] == said


def test_no_screen_gets_the_right_answer_before_the_reveal(ballot):
    for stage in list(Stage)[1:-2]:
        act(ballot, "open")
        ballot.polls[0].stage = stage
        told = json.dumps([ballot.shown(0), ballot.shown("projector", {0})])
        assert "right" not in told
        assert not any(str(answer.reason) in told for answer in WHO.answers)
        assert "bars" not in told
        assert ("bars" in ballot.shown("remote", {0})) is (stage is not Stage.FIRST)


def test_the_projector_counts_votes_and_eligible_phones(ballot):
    act(ballot, "open")
    replay(ballot, [Event("join")])
    voted(ballot, 1, 1)
    shown = ballot.shown("projector", {1, 2, 10})
    assert (shown["voted"], shown["eligible"], shown["present"]) == (2, 3, 3)


def test_after_the_class_everything_is_refused(ballot):
    act(ballot, "open")
    replay(ballot, [Event("end")])
    for event in Event("join"), Event("close", question=0), Event("end"):
        refused(r"^The class is over.$", ballot.apply, event)
    refused(r"^Your vote 2 came too late.$", vote, ballot, 0, 0, 0, 1)


def test_random_events_never_give_a_phone_two_votes_in_a_round(ballot):
    """Also, whatever was accepted can be replayed, and gives the same state."""
    chance = random.Random(33)
    actions = sorted({action for step in ACTIONS.values() for action in step})
    accepted = [Event("join", data=bytes([number])) for number in range(10)]
    for _ in range(3000):
        event = Event("vote", *(chance.randrange(most) for most in (12, 3, 3, 4)))
        if chance.random() < 0.3:
            event = Event(chance.choice(actions), question=chance.randrange(3), time=1.0)
        try:
            replay(ballot, [event])
        except BallotError:
            continue
        accepted.append(event)
    for question in range(2):
        for round_ in range(2):
            assert sum(ballot.polls[question].tally(round_)) <= 10
    again = Ballot([WHO, WHO])
    replay(again, accepted)
    assert vars(again) == vars(ballot)


def test_a_vote_that_is_left_is_closed_before_the_lesson_shows_values(ballot):
    act(ballot, "open", "leave")
    assert ballot.stage is Stage.CLOSED
    act(ballot, "leave", "show")
    assert ballot.stage is Stage.CLOSED
    act(ballot, "talk", "leave")
    assert ballot.stage is Stage.TALKING
    act(ballot, "vote again", "leave")
    assert ballot.stage is Stage.CLOSED_AGAIN
    refused(r"^Another question is the current one.$", act, ballot, "leave", question=1)


@pytest.mark.parametrize("away", ["show", "open"])
def test_talking_does_not_begin_again_by_stepping_away(ballot, away, monkeypatch):
    act(ballot, "open", "close", "talk")
    ends = ballot.polls[0].talk_ends
    replay(ballot, [Event(away, question=1, time=20.0), Event("show", question=0, time=40.0)])
    assert (ballot.stage, ballot.polls[0].talk_ends) == (Stage.TALKING, ends)
    replay(ballot, [Event("show", question=0, time=50.0)])  # a reload of the projector
    monkeypatch.setattr("time.time", lambda: 50.0)
    assert (ballot.stage, ballot.seconds_left) == (Stage.TALKING, TALK - 49)
    replay(ballot, [Event(away, question=1, time=55.0), Event("show", question=0, time=61.0)])
    assert ballot.stage is Stage.CLOSED  # and not a second vote, which going back would open


def test_what_a_slip_would_spoil_asks_first(ballot):
    here = range(10)
    act(ballot, "open")
    voted(ballot, 1, 1, 1, 1)
    for screen in "remote", "projector":
        shown = ballot.shown(screen, here)
        assert shown["leave"] == "The vote is open. Close it and leave?"
        close = {"action": "close", "name": "Close the vote", "asks": ""}
        assert (shown["forward"], shown["actions"]) == (close, [close])
    vote(ballot, 4, 0, 0, 1)
    act(ballot, "close")
    assert ballot.shown("projector", here)["leave"] == ""
    assert ballot.shown("projector", here)["forward"]["asks"] == ""
    asked = ballot.shown("projector", range(11))["forward"]
    assert asked["action"] == "reveal"
    replay(ballot, [Event("discard", 0)])
    asked = ballot.shown("remote", here)["forward"]["asks"]
    assert asked == "Only 4 of 9 voted. Show the answer?"
    act(ballot, "reveal")
    assert ballot.shown("remote", here)["forward"] is None


def test_who_joined_late_takes_part_in_the_second_vote(ballot):
    act(ballot, "open")
    voted(ballot, 1, 0)
    replay(ballot, [Event("join")])
    assert ballot.shown(10)["barred"].startswith("You joined after this vote was opened.")
    act(ballot, "close", "talk", "vote again")
    assert ballot.shown(10)["barred"] == ""
    vote(ballot, 10, 0, 1, 1)
    replay(ballot, [Event("join")])
    refused(r"^You joined after this vote was opened", vote, ballot, 11, 0, 1, 1)
    act(ballot, BACK, "talk", "vote again")  # its votes are there again
    refused(r"^You joined after this vote was opened", vote, ballot, 11, 0, 1, 1)


def test_the_count_at_the_reveal_is_that_of_the_round_shown(ballot):
    for action in STEPS:
        act(ballot, action)
        if ballot.stage in OPEN:
            voted(ballot, *[1] * (8 - ballot.poll.round), round_=ballot.poll.round)
    assert ballot.shown("projector", range(8))["voted"] == 7
    act(ballot, "hide", BACK, "reveal")
    assert ballot.shown("projector", range(8))["voted"] == 8


def test_the_reply_is_about_the_wrong_answer_of_both_votes_and_the_better_hand():
    better = [WHO.answers[0]._replace(strength=2), *WHO.answers[1:]]
    for answers, first, second, expected in [
        (WHO.answers, [0, 0, 0, 2, 2], [1, 1, 1, 2, 1], 0),
        (better, [0, 2], [], 0),
        ([*WHO.answers[:2], WHO.answers[2]._replace(strength=1)], [0, 2], [], 2),
        (better, [1], [1], None),
    ]:
        ballot = Ballot([WHO._replace(answers=answers)])
        replay(ballot, [Event("join") for _ in range(5)])
        act(ballot, "open")
        voted(ballot, *first)
        act(ballot, "close", "talk", "vote again")
        voted(ballot, *second, round_=1)
        act(ballot, "close", "reveal")
        right = expected is None
        shown = ballot.shown("projector", range(5))
        assert shown["reply"] == ("2 wins." if right else answers[expected].reply)


def test_a_late_vote_says_which_and_others_that_there_is_no_such_question(ballot):
    act(ballot, "open")
    act(ballot, "open", question=1)
    refused(r"^Your vote 2 for “Who wins\?” came too late\.$", vote, ballot, 0, 0, 0, 1)
    act(ballot, "close", question=1)
    refused(r"^Your vote 3 came too late\.$", vote, ballot, 0, 1, 0, 2)
    for question in -1, 2:
        refused(r"^There is no such question.$", act, ballot, "open", question=question)
        refused(r"^There is no such question.$", vote, ballot, 0, question, 0, 0)


def test_after_the_end_there_is_something_to_take_home(ballot):
    act(ballot, "open")
    voted(ballot, 0, 1)
    act(ballot, "close", "reveal")
    assert "review" not in ballot.shown(0)
    act(ballot, "open", question=1)
    replay(ballot, [Event("end")])
    taken = {"question": 0, "text": "Who wins?", "right": ["player 2"], "reason": "2 has nines."}
    assert ballot.shown(0)["review"] == [taken | {"own": "player 1"}]
    assert ballot.shown(9)["review"] == [taken | {"own": None}]


def test_of_two_equally_popular_wrong_answers_the_better_hand_s_is_explained():
    hands = "7S 7D 2H 3C 4C", "KS KD 2D 3D 4D", "QS QD 5S 5D 9C", "JS JD TS TD 8C"
    dealt = [Hand.of(hand, player) for player, hand in enumerate(hands, start=1)]
    for number, expected in enumerate(["pair", "player 4", "two fives"]):
        ballot = Ballot([questions(Showdown(dealt))[number]])
        answers = ballot.polls[0].question.answers
        replay(ballot, [Event("join") for _ in answers])
        act(ballot, "open")
        voted(ballot, *range(len(answers)))
        wrong = ballot.polls[0].misconception()
        better = [answer for answer in answers if not answer.right]
        assert wrong.text == (expected if number else better[-1].text)
