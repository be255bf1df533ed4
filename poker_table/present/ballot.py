"""The state of a class: the replay of its events, and what each screen may see of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from poker_table.game.errors import PokerTableError
from poker_table.hands.sentence import with_symbols
from poker_table.lesson.questions import Answer, Question

TALK = 60.0  # seconds
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
BACK = "back to the first vote"
# For each stage, the lecturer's actions and the stages to which they lead. Each action has its
# opposite: "reopen" that of "close", BACK that of "talk" and "vote again", "hide" that of "reveal".
ACTIONS = {
    Stage.WAITING: {"open": Stage.FIRST},
    Stage.FIRST: {"close": Stage.CLOSED},
    Stage.CLOSED: {"reveal": Stage.REVEALED, "talk": Stage.TALKING, "reopen": Stage.FIRST},
    Stage.TALKING: {"vote again": Stage.SECOND, BACK: Stage.CLOSED},
    Stage.SECOND: {"close": Stage.CLOSED_AGAIN, BACK: Stage.CLOSED},
    Stage.CLOSED_AGAIN: {"reveal": Stage.REVEALED, "reopen": Stage.SECOND, BACK: Stage.CLOSED},
    Stage.REVEALED: {"hide": Stage.CLOSED},  # CLOSED_AGAIN if there was a second vote
}
# The stage to which a question changes when the lecturer opens another question.
ABANDONED = {
    Stage.FIRST: Stage.CLOSED,
    Stage.TALKING: Stage.CLOSED,
    Stage.SECOND: Stage.CLOSED_AGAIN,
}


class Event(NamedTuple):
    """What happened in a class: a row of its file.

    `kind` is "join", "vote", "discard" or "readmit" (a phone and its votes), "lock" or "unlock"
    (joining), "end", or one of ACTIONS, which alone have a time. Phones, questions, rounds and
    answers are numbers from 0, and a phone's number is its place in the order of joining. Of a
    phone that joins, `address` is a keyed hash of its address, and `data` that of its cookie.
    """

    kind: str
    phone: int | None = None
    question: int | None = None
    round: int | None = None
    answer: int | None = None
    address: int | None = None
    time: float | None = None  # seconds, as of `time.time`
    data: bytes | str | None = None


class BallotError(PokerTableError):
    """A vote or an action of the lecturer that is not possible now."""


class Ballot:
    """The state of a class after the events that were applied to it.

    `check` says whether an event is possible, and `apply` does one that is. Only the events of the
    same moment, such as several phones that are discarded, are checked before any is applied.

    >>> from poker_table import Hand, Showdown
    >>> from poker_table.lesson.questions import questions
    >>> hands = Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)
    >>> ballot = Ballot([questions(Showdown(hands))[1]])
    >>> ballot.replay([Event("join"), Event("open", question=0)])
    >>> ballot.replay([Event("vote", 0, 0, 0, 1), Event("close", question=0)])
    >>> ballot.tally(0, 0), ballot.advice(0)
    ([0, 1], 'Fewer than 30 % are right: explain first, then show the answer.')
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = questions
        self.stages = [Stage.WAITING for _ in questions]
        self.admitted = [0 for _ in questions]  # phones with a number below this may vote
        self.votes: list[tuple[dict[int, int], dict[int, int]]] = [({}, {}) for _ in questions]
        self.again = [False for _ in questions]  # whether the second votes count
        self.now: int | None = None  # the current question
        self.talk_ends = 0.0
        self.phones: dict[bytes, int] = {}  # by the hash of the phone's cookie
        self.addresses: list[int | None] = []  # of each phone that ever joined
        self.discarded: set[int] = set()
        self.locked = self.over = False

    @property
    def joined(self) -> int:
        """The number of phones that ever joined."""
        return len(self.addresses)

    @property
    def stage(self) -> Stage:
        """The stage of the current question."""
        return Stage.WAITING if self.now is None else self.stages[self.now]

    def replay(self, events: Iterable[Event]) -> None:
        """Apply events. Raises BallotError at the first that is not possible."""
        for event in events:
            self.check(event)
            self.apply(event)

    def check(self, event: Event) -> None:
        """Raise BallotError if an event is not possible now."""
        if self.over:
            raise BallotError("The class is over.")
        match event.kind:
            case "join":
                if self.locked:
                    raise BallotError("The lecturer has locked joining.")
            case "vote":
                self._check_vote(event)
            case "discard" | "readmit":
                if event.phone not in range(self.joined):
                    raise BallotError("There is no such phone.")
            case "lock" | "unlock" | "end":
                pass
            case "open":
                if event.question not in range(len(self.questions)):
                    raise BallotError("There is no such question.")
            case _:
                if self.now is None or event.question != self.now:
                    raise BallotError("Another question is the current one.")
                if event.kind not in ACTIONS[self.stage]:
                    raise BallotError("That is not possible at this stage of the question.")

    def _check_vote(self, vote: Event) -> None:
        question, phone, stage = vote.question, vote.phone, self.stage
        if question is None or question != self.now or ROUNDS.get(stage, -1) != vote.round:
            raise BallotError("This vote is closed.")
        if phone not in range(self.admitted[question]):
            why = "This phone joined after the question was opened. Wait for the next question."
            raise BallotError(why)
        if phone in self.discarded:
            raise BallotError("The lecturer does not count the votes of this phone's address.")
        if vote.answer not in range(len(self.questions[question].answers)):
            raise BallotError("There is no such answer.")

    def apply(self, event: Event) -> None:
        """Change the state by an event that was checked."""
        match event:
            case Event("join", address=address, data=hashed):
                if isinstance(hashed, bytes):  # it is deleted at the end of a class
                    self.phones[hashed] = self.joined
                self.addresses.append(address)
            case Event("vote", int(phone), int(question), int(round_), int(answer)):
                self.votes[question][round_][phone] = answer
            case Event("discard", int(phone)):
                self.discarded.add(phone)
            case Event("readmit", int(phone)):
                self.discarded.discard(phone)
            case Event("lock" | "unlock"):
                self.locked = event.kind == "lock"
            case Event("end"):
                self.over = True  # each phone may still ask, and hear of it
            case Event("open", question=int(question)):
                self._open(question)
            case Event(action, question=int(question)):
                self._act(action, question)
                self.talk_ends = (event.time or 0.0) + TALK

    def _open(self, question: int) -> None:
        """Make a question the current one; opening it again goes back to it, as it was left."""
        if self.now is not None and self.now != question:
            self.stages[self.now] = ABANDONED.get(self.stage, self.stage)
        self.now = question
        if self.stage is Stage.WAITING:
            self.stages[question], self.admitted[question] = Stage.FIRST, self.joined

    def _act(self, action: str, question: int) -> None:
        stage = ACTIONS[self.stage][action]
        if action == "hide" and self.again[question]:
            stage = Stage.CLOSED_AGAIN
        elif action == "reopen" and not any(self.votes[question]):  # then nobody votes twice
            self.admitted[question] = self.joined
        elif action in ("vote again", BACK):
            self.again[question] = action == "vote again"
        self.stages[question] = stage

    def _counted(self, question: int, round_: int) -> dict[int, int]:
        """Return the answers of phones to a question in a round, without the discarded ones."""
        if round_ and not self.again[question]:
            return {}
        votes = self.votes[question][round_]
        return {phone: votes[phone] for phone in votes.keys() - self.discarded}

    def last(self, phone: int, question: int) -> int | None:
        """Return a phone's answer to a question: from the second vote if it took part in that."""
        first, second = self.votes[question]
        answer = second.get(phone) if self.again[question] else None
        return first.get(phone) if answer is None else answer

    def tally(self, question: int, round_: int) -> list[int]:
        """Return the number of votes for each answer."""
        counts = Counter(self._counted(question, round_).values())
        return [counts[answer] for answer in range(len(self.questions[question].answers))]

    def voters(self) -> set[int]:
        """Return the phones whose votes count in the last round of the current question."""
        if self.now is None:
            return set()
        is_second = self.stage is Stage.SECOND or self.stage is Stage.CLOSED_AGAIN
        return {*self._counted(self.now, int(is_second))}

    def advice(self, question: int) -> str:
        """Return advice for the lecturer after the first vote, or "" if nobody voted."""
        tally = self.tally(question, 0)
        if not sum(tally):
            return ""
        answers = self.questions[question].answers
        share = sum(tally[n] for n, answer in enumerate(answers) if answer.right) / sum(tally)
        return EXPLAIN if share < FEW_RIGHT else LET_TALK if share <= MANY_RIGHT else GO_ON

    def misconception(self, question: int) -> tuple[int, Answer | None]:
        """Return the wrong answer with the most votes in the last round, if any, and how many."""
        tally = self.tally(question, 1) if any(self.tally(question, 1)) else self.tally(question, 0)
        pairs = zip(tally, self.questions[question].answers, strict=True)
        wrong = [(votes, answer) for votes, answer in pairs if votes and not answer.right]
        return max(wrong, default=(0, None), key=lambda pair: pair[0])

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

    def shown(self, who: int | str, here: Collection[int] = ()) -> Data:
        """Return what a screen shows: "projector", "remote", or the number of a phone.

        `here` are the phones that asked for the state lately. Before the reveal only the remote
        gets votes of others and the right answer, and only once the vote is closed.
        """
        number, is_remote = self.now, who == "remote"
        data: Data = {"stage": self.stage, "over": self.over, "locked": self.locked}
        data["questions"] = len(self.questions)
        if isinstance(who, int):
            data["score"] = self.score(who)
        else:
            data["present"] = len(here)
        if is_remote:
            data |= {"actions": [*ACTIONS[self.stage]], "discarded": len(self.discarded)}
            data |= self._largest_address({*here} | self.voters())
        if number is None:
            return data
        question, is_revealed = self.questions[number], self.stage is Stage.REVEALED
        data |= {"question": number, "round": ROUNDS.get(self.stage), "text": question.text}
        data["answers"] = [[answer.key, answer.text] for answer in question.answers]
        if isinstance(who, int):
            first, second = self.votes[number]
            data["votes"] = [first.get(who), second.get(who) if self.again[number] else None]
            data["may_vote"] = who < self.admitted[number] and who not in self.discarded
        else:
            data |= self._count(number, here)
        if is_revealed or (is_remote and self.stage is not Stage.FIRST):
            data["right"] = [n for n, answer in enumerate(question.answers) if answer.right]
            if not isinstance(who, int):
                data["bars"] = [self.tally(number, 0), self.tally(number, 1)]
                data["advice"] = self.advice(number) if is_remote else ""
        if is_revealed:
            answer = self._replied(who, number) or question.right[0]
            data |= {"reply": answer.reply, "reason": with_symbols(answer.reason)}
        return data

    def _count(self, question: int, here: Collection[int]) -> Data:
        """Return how many phones voted, and how many voted or might."""
        voted, admitted = self.voters(), self.admitted[question]
        eligible = voted | {phone for phone in here if phone < admitted} - self.discarded
        return {"voted": len(voted), "eligible": len(eligible)}

    def _replied(self, who: int | str, question: int) -> Answer | None:
        """Return the answer to which a screen's reply refers, or None for the right one."""
        if isinstance(who, str):
            return self.misconception(question)[1]
        answer = self.last(who, question)
        return None if answer is None else self.questions[question].answers[answer]

    def _largest_address(self, phones: Collection[int]) -> Data:
        """Return the address that most of some phones have, and how many of them."""
        counts = Counter(self.addresses[phone] for phone in phones)
        address, most = counts.most_common(1)[0] if counts else (None, 0)
        return {"address": address or 0, "of_address": most, "taking_part": len(phones)}

    def seconds_left(self) -> int:
        """Return how many seconds are left for talking, at least 0."""
        return max(0, round(self.talk_ends - time.time()))
