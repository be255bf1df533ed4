"""The votes of a class: the stages of a question, who may vote, and what each screen may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any

from poker_table.game.errors import PokerTableError
from poker_table.lesson.questions import Answer, Question
from poker_table.show.page import with_faces

FEW_RIGHT, MANY_RIGHT = 0.3, 0.7  # Crouch and Mazur, Am. J. Phys. 69, 970 (2001)
EXPLAIN = "Fewer than 30 % are right: explain first, then show the answer."
LET_TALK = "30 to 70 % are right: let them talk, then vote again."
GO_ON = "More than 70 % are right: show the answer, with a short explanation."
Data = dict[str, Any]


class Stage(StrEnum):
    """The stages of a question, in order."""

    WAITING = "waiting"
    FIRST = "first vote"
    CLOSED = "closed"
    TALKING = "talking"
    SECOND = "second vote"
    CLOSED_AGAIN = "closed again"
    REVEALED = "revealed"


ROUNDS = {Stage.FIRST: 0, Stage.SECOND: 1}  # the round of votes that is open at a stage
ACTIONS = {  # for each stage, the lecturer's actions and the stages to which they lead
    Stage.WAITING: {"open": Stage.FIRST},
    Stage.FIRST: {"close": Stage.CLOSED},
    Stage.CLOSED: {"reveal": Stage.REVEALED, "talk": Stage.TALKING},
    Stage.TALKING: {"vote again": Stage.SECOND},
    Stage.SECOND: {"close": Stage.CLOSED_AGAIN},
    Stage.CLOSED_AGAIN: {"reveal": Stage.REVEALED},
    Stage.REVEALED: {},
}
# The stage to which a question changes when the lecturer opens another question.
ABANDONED = {
    Stage.FIRST: Stage.CLOSED,
    Stage.TALKING: Stage.CLOSED,
    Stage.SECOND: Stage.CLOSED_AGAIN,
}


class BallotError(PokerTableError):
    """A vote or an action of the lecturer that is not possible now."""


class Ballot:
    """The questions of a class, with the stage and the votes of each.

    Phones, questions, answers and rounds are numbers from 0.

    >>> from poker_table import Hand, Showdown
    >>> from poker_table.lesson.questions import questions
    >>> hands = Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)
    >>> who_wins = questions(Showdown(hands))[1]
    >>> ballot = Ballot([who_wins])
    >>> phone = ballot.join()
    >>> ballot.act("open", 0)
    >>> ballot.vote(phone, 0, 0, 1)
    >>> ballot.act("close", 0)
    >>> ballot.tally(0, 0), ballot.advice(0)
    ([0, 1], 'Fewer than 30 % are right: explain first, then show the answer.')
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = questions
        self.stages = [Stage.WAITING for _ in questions]
        self.admitted = [0 for _ in questions]  # phones with a number below this may vote
        self.votes: list[tuple[dict[int, int], dict[int, int]]] = [({}, {}) for _ in questions]
        self.now: int | None = None  # the current question
        self.phones = 0
        self.locked = self.over = False

    @property
    def stage(self) -> Stage:
        """The stage of the current question."""
        return Stage.WAITING if self.now is None else self.stages[self.now]

    def join(self) -> int:
        """Return the number of a new phone. Raises BallotError if joining is locked."""
        if self.locked or self.over:
            raise BallotError("The lecturer has locked joining.")
        self.phones += 1
        return self.phones - 1

    def act(self, action: str, question: int) -> None:
        """Do an action of the lecturer. Raises BallotError if it is not possible now.

        "open" makes a question the current one and closes the vote on the previous one. Opening a
        question again goes back to it; its stage stays as it was.
        """
        if self.over or not 0 <= question < len(self.questions):
            raise BallotError("This question cannot be opened or changed now.")
        if action == "open":
            if self.now is not None and self.now != question:
                self.stages[self.now] = ABANDONED.get(self.stage, self.stage)
            self.now = question
            if self.stage is Stage.WAITING:
                self.stages[question], self.admitted[question] = Stage.FIRST, self.phones
            return
        if question != self.now or action not in ACTIONS[self.stage]:
            raise BallotError("That is not possible at this stage of the question.")
        self.stages[question] = ACTIONS[self.stage][action]

    def vote(self, phone: int, question: int, round_: int, answer: int) -> None:
        """Record a phone's answer, in place of an earlier one in the same round.

        Raises BallotError if the vote is closed, or if this phone may not vote.
        """
        if self.over or question != self.now or ROUNDS.get(self.stage) != round_:
            raise BallotError("This vote is closed.")
        if not self.may_vote(phone, question):
            raise BallotError(
                "This phone joined after the question was opened. Wait for the next question."
            )
        if not 0 <= answer < len(self.questions[question].answers):
            raise BallotError("There is no such answer.")
        self.votes[question][round_][phone] = answer

    def may_vote(self, phone: int, question: int) -> bool:
        """Return whether a phone joined before a question was opened."""
        return phone < self.admitted[question]

    def last(self, phone: int, question: int) -> int | None:
        """Return a phone's answer to a question: from the second vote if it took part in that."""
        first, second = self.votes[question]
        return second.get(phone, first.get(phone))

    def tally(self, question: int, round_: int) -> list[int]:
        """Return the number of votes for each answer."""
        counts = Counter(self.votes[question][round_].values())
        return [counts[answer] for answer in range(len(self.questions[question].answers))]

    def advice(self, question: int) -> str:
        """Return advice for the lecturer after the first vote, or "" if nobody voted."""
        tally = self.tally(question, 0)
        if not sum(tally):
            return ""
        share = sum(tally[answer] for answer in self._right(question)["right"]) / sum(tally)
        return EXPLAIN if share < FEW_RIGHT else LET_TALK if share <= MANY_RIGHT else GO_ON

    def misconception(self, question: int) -> Answer | None:
        """Return the wrong answer with the most votes in the last round, or None."""
        tally = self.tally(question, 1 if self.votes[question][1] else 0)
        pairs = zip(tally, self.questions[question].answers, strict=True)
        wrong = [(votes, answer) for votes, answer in pairs if votes and not answer.right]
        return max(wrong, key=lambda pair: pair[0])[1] if wrong else None

    def score(self, phone: int) -> tuple[int, int]:
        """Return how many answers of a phone are right, and how many it gave.

        Only answers to revealed questions count.
        """
        right = [
            question.answers[answer].right
            for number, question in enumerate(self.questions)
            if self.stages[number] is Stage.REVEALED
            and (answer := self.last(phone, number)) is not None
        ]
        return sum(right), len(right)

    def for_all(self) -> Data:
        """Return the data for every screen, without the right answer or any votes."""
        data: Data = {"stage": self.stage, "over": self.over, "locked": self.locked}
        data["questions"] = len(self.questions)
        if self.now is not None:
            question = self.questions[self.now]
            data |= {"question": self.now, "round": ROUNDS.get(self.stage), "text": question.text}
            data["answers"] = [[answer.key, answer.text] for answer in question.answers]
        return data

    def for_phone(self, phone: int) -> Data:
        """Return the data for one phone: its own votes, and after the reveal the right answer."""
        data: Data = {"score": self.score(phone)}
        if self.now is None:
            return data
        first, second = self.votes[self.now]
        data["may_vote"] = self.may_vote(phone, self.now)
        data["votes"] = [first.get(phone), second.get(phone)]
        if self.stage is Stage.REVEALED:
            question, last = self.questions[self.now], self.last(phone, self.now)
            answer = question.right[0] if last is None else question.answers[last]
            data |= self._right(self.now) | _reply(answer)
        return data

    def for_projector(self, present: Collection[int]) -> Data:
        """Return the data for the class to see: how many voted, and after the reveal the bars.

        `present` are the phones that are connected.
        """
        data: Data = {"present": len(present)}
        if self.now is None:
            return data
        voted = self.votes[self.now][ROUNDS.get(self.stage, self.stage is Stage.CLOSED_AGAIN)]
        eligible = {phone for phone in present if self.may_vote(phone, self.now)} | voted.keys()
        data |= {"voted": len(voted), "eligible": len(eligible)}
        if self.stage is Stage.REVEALED:
            answer = self.misconception(self.now) or self.questions[self.now].right[0]
            data |= self._bars(self.now) | self._right(self.now) | _reply(answer)
        return data

    def for_remote(self, present: Collection[int]) -> Data:
        """Return the data for the lecturer's phone: once a vote is closed, the bars and advice."""
        data = self.for_projector(present) | {"actions": [*ACTIONS[self.stage]]}
        if self.now is None or self.stage is Stage.FIRST:
            return data
        data |= self._bars(self.now) | self._right(self.now)
        return data | {"advice": self.advice(self.now)}

    def _bars(self, question: int) -> Data:
        return {"bars": [self.tally(question, 0), self.tally(question, 1)]}

    def _right(self, question: int) -> Data:
        answers = self.questions[question].answers
        return {"right": [number for number, answer in enumerate(answers) if answer.right]}


def _reply(answer: Answer) -> Data:
    return {"reply": answer.reply, "reason": with_faces(answer.reason)}
