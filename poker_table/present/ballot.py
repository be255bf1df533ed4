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
# For each stage, the lecturer's actions and the stages to which they lead; the first is what Space
# does, except at the reveal. Each action has its opposite: "reopen" that of "close", BACK that of
# "talk" and "vote again", "hide" that of "reveal".
ACTIONS = {
    Stage.WAITING: {"open": Stage.FIRST},
    Stage.FIRST: {"close": Stage.CLOSED},
    Stage.CLOSED: {"reveal": Stage.REVEALED, "talk": Stage.TALKING, "reopen": Stage.FIRST},
    Stage.TALKING: {"vote again": Stage.SECOND, BACK: Stage.CLOSED},
    Stage.SECOND: {"close": Stage.CLOSED_AGAIN, BACK: Stage.CLOSED},
    Stage.CLOSED_AGAIN: {"reveal": Stage.REVEALED, "reopen": Stage.SECOND, BACK: Stage.CLOSED},
    Stage.REVEALED: {"hide": Stage.CLOSED},  # CLOSED_AGAIN if there was a second vote
}
NAMES = {  # of the actions, on the lecturer's screens
    "open": "Open the vote",
    "close": "Close the vote",
    "talk": f"Let them talk, {TALK:.0f} s",
    "vote again": "Vote again now",
    "reveal": "Show the answer",
    "reopen": "Reopen the vote",
    BACK: "Back to the first vote",
    "hide": "Hide the answer again",
}
# The stage to which a question changes when the lecturer leaves it.
ABANDONED = {Stage.FIRST: Stage.CLOSED, Stage.SECOND: Stage.CLOSED_AGAIN}


class Event(NamedTuple):
    """What happened in a class: a row of its file.

    `kind` is "join", "vote", "discard" or "readmit" (a phone and its votes), "lock" or "unlock"
    (joining), "end", "show" (a question, as it was left), "leave" (it, for a screen without one),
    or one of ACTIONS; the last three have a time. Phones, questions, rounds and answers are numbers
    from 0, and a phone's number is its place in the order of joining. Of a phone that joins,
    `address` is a keyed hash of its address, and `data` that of its cookie.
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
        self.admitted = [[0, 0] for _ in questions]  # of each round: phones below this may vote
        self.votes: list[tuple[dict[int, int], dict[int, int]]] = [({}, {}) for _ in questions]
        self.again = [False for _ in questions]  # whether the second votes count
        self.now: int | None = None  # the current question
        self.talk_ends = [0.0 for _ in questions]  # seconds, as of `time.time`
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
        if event.kind == "vote":
            self._check_vote(event)
        elif self.over:
            raise BallotError("The class is over.")
        match event.kind:
            case "join":
                if self.locked:
                    raise BallotError("The lecturer has locked joining.")
            case "discard" | "readmit":
                if event.phone not in range(self.joined):
                    raise BallotError("There is no such phone.")
            case "vote" | "lock" | "unlock" | "end":
                pass
            case "show" | "open":
                if event.question not in range(len(self.questions)):
                    raise BallotError("There is no such question.")
            case _:
                if self.now is None or event.question != self.now:
                    raise BallotError("Another question is the current one.")
                if event.kind not in (*ACTIONS[self.stage], "leave"):
                    raise BallotError("That is not possible at this stage of the question.")

    def _check_vote(self, vote: Event) -> None:
        number, answer = vote.question, vote.answer
        if number is None or number not in range(len(self.questions)):
            raise BallotError("There is no such question.")
        question = self.questions[number]
        if answer is None or answer not in range(len(question.answers)):
            raise BallotError("There is no such answer.")
        if self.over or number != self.now or ROUNDS.get(self.stage, -1) != vote.round:
            asked = "" if number == self.now else f" for “{question.text}”"
            raise BallotError(f"Your vote {question.answers[answer].key}{asked} came too late.")
        if barred := self._barred(vote.phone, number):
            raise BallotError(barred)

    def _barred(self, phone: int | None, question: int) -> str:
        """Return why a phone may not vote on the current question, or "" if it may."""
        if phone in self.discarded:
            return "The lecturer does not count the votes of this phone's address."
        if phone not in range(self.admitted[question][ROUNDS.get(self.stage, 0)]):
            return "You joined after this vote was opened. You can take part in the next one."
        return ""

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
            case Event("show" | "open" as action, question=int(question)):
                self._show(question, event.time or 0.0)
                if action == "open" and self.stage is Stage.WAITING:
                    self._enter(Stage.FIRST, question)
            case Event("leave"):
                self._leave()
            case Event(action, question=int(question)):
                self._act(action, question)
                if action == "talk":
                    self.talk_ends[question] = (event.time or 0.0) + TALK

    def _show(self, question: int, time: float) -> None:
        """Make a question the current one, as it was left; a talk that ended meanwhile is over."""
        if question == self.now:
            return
        self._leave()
        self.now = question
        if self.stage is Stage.TALKING and self.talk_ends[question] <= time:
            self.stages[question] = Stage.CLOSED

    def _leave(self) -> None:
        if self.now is not None:
            self.stages[self.now] = ABANDONED.get(self.stage, self.stage)

    def _act(self, action: str, question: int) -> None:
        stage = ACTIONS[self.stage][action]
        if action == "hide" and self.again[question]:
            stage = Stage.CLOSED_AGAIN
        elif action in ("vote again", BACK):
            self.again[question] = action == "vote again"
        self._enter(stage, question)

    def _enter(self, stage: Stage, question: int) -> None:
        """Change the stage. A vote without votes admits who joined: then nobody votes twice."""
        self.stages[question] = stage
        if stage in ROUNDS and not self.votes[question][ROUNDS[stage]]:
            self.admitted[question][ROUNDS[stage]] = self.joined

    def _counted(self, question: int, round_: int) -> dict[int, int]:
        """Return the answers of phones to a question in a round, without the discarded ones."""
        if round_ and not self.again[question]:
            return {}
        votes = self.votes[question][round_]
        return {phone: votes[phone] for phone in votes.keys() - self.discarded}

    def last(self, phone: int, question: int) -> Answer | None:
        """Return a phone's answer to a question: from the second vote if it took part in that."""
        first, second = self.votes[question]
        number = second.get(phone) if self.again[question] else None
        number = first.get(phone) if number is None else number
        return None if number is None else self.questions[question].answers[number]

    def tally(self, question: int, round_: int) -> list[int]:
        """Return the number of votes for each answer."""
        counts = Counter(self._counted(question, round_).values())
        return [counts[answer] for answer in range(len(self.questions[question].answers))]

    def share_right(self, question: int, round_: int) -> float | None:
        """Return the share of right answers in a round, or None without votes."""
        answers = self.questions[question].answers
        right = [answers[n].right for n in self._counted(question, round_).values()]
        return sum(right) / len(right) if right else None

    def voters(self) -> set[int]:
        """Return the phones whose votes count in the last round of the current question."""
        return set() if self.now is None else {*self._counted(self.now, self.again[self.now])}

    def advice(self, question: int) -> str:
        """Return advice for the lecturer after the first vote, or "" if nobody voted."""
        share = self.share_right(question, 0)
        if share is None:
            return ""
        return EXPLAIN if share < FEW_RIGHT else LET_TALK if share <= MANY_RIGHT else GO_ON

    def misconception(self, question: int) -> Answer | None:
        """Return the wrong answer that most chose in both votes together, if any.

        Of several, return the one that names the better hand.
        """
        both = zip(self.tally(question, 0), self.tally(question, 1), strict=True)
        pairs = zip(map(sum, both), self.questions[question].answers, strict=True)
        wrong = [(votes, answer) for votes, answer in pairs if votes and not answer.right]
        return max(wrong, default=(0, None), key=lambda pair: (pair[0], pair[1].strength))[1]

    def _revealed(self) -> list[tuple[int, Question]]:
        stages = zip(self.stages, enumerate(self.questions), strict=True)
        return [pair for stage, pair in stages if stage is Stage.REVEALED]

    def score(self, phone: int) -> tuple[int, int]:
        """Return how many answers of a phone are right, and how many it gave.

        Only answers to revealed questions count.
        """
        answers = [self.last(phone, number) for number, _ in self._revealed()]
        right = [answer.right for answer in answers if answer]
        return sum(right), len(right)

    def shown(self, who: int | str, here: Collection[int] = ()) -> Data:
        """Return what a screen shows: "projector", "remote", or the number of a phone.

        `here` are the phones that asked for the state lately. Before the reveal only the remote
        gets votes of others and the right answer, and only once the vote is closed.
        """
        data: Data = {"stage": self.stage, "over": self.over, "locked": self.locked}
        data |= self._of_phone(who) if isinstance(who, int) else self._of_lecturer(who, here)
        if self.now is not None:
            question = self.questions[self.now]
            data |= {"question": self.now, "round": ROUNDS.get(self.stage), "text": question.text}
            data["answers"] = [[answer.key, answer.text] for answer in question.answers]
            if self.stage is Stage.REVEALED:
                if isinstance(who, int):
                    answer = self.last(who, self.now)
                else:
                    answer = self.misconception(self.now)
                answer = answer or question.right[0]
                data |= {"right": _right(question)}
                data |= {"reply": answer.reply, "reason": with_symbols(answer.reason)}
        return data

    def _of_phone(self, phone: int) -> Data:
        data: Data = {"score": self.score(phone), "barred": ""}
        if self.over:
            data["review"] = [
                {
                    "question": number,
                    "text": question.text,
                    "right": [answer.text for answer in question.right],
                    "reason": with_symbols(question.right[0].reason),
                    "own": own.text if (own := self.last(phone, number)) else None,
                }
                for number, question in self._revealed()
            ]
        if self.now is not None:
            first, second = self.votes[self.now]
            data["votes"] = [first.get(phone), second.get(phone) if self.again[self.now] else None]
            data["barred"] = self._barred(phone, self.now)
        return data

    def _of_lecturer(self, screen: str, here: Collection[int]) -> Data:
        data: Data = {"present": len(here), "actions": [], "forward": None, "leave": ""}
        is_remote, number = screen == "remote", self.now
        if is_remote:
            data["discarded"] = len(self.discarded)
            data |= self._largest_address({*here} | self.voters())
        if number is None:
            return data
        voted, eligible = self._count(number, here)
        data |= {"voted": voted, "eligible": eligible}
        few = f"Only {voted} of {eligible} voted. Show the answer?" if 2 * voted < eligible else ""
        data["actions"] = [
            {"action": action, "name": NAMES[action], "asks": few if action == "reveal" else ""}
            for action in ACTIONS[self.stage]
        ]
        if self.stage is not Stage.REVEALED:
            data["forward"] = data["actions"][0]
        if self.stage in ROUNDS:
            data["leave"] = "The vote is open. Close it and leave?"
        if self.stage is Stage.REVEALED or (
            is_remote and self.stage not in (Stage.WAITING, Stage.FIRST)
        ):
            data["right"] = _right(self.questions[number])
            data["bars"] = [self.tally(number, 0), self.tally(number, 1)]
            data["advice"] = self.advice(number) if is_remote else ""
        return data

    def _count(self, question: int, here: Collection[int]) -> tuple[int, int]:
        """Return how many phones voted in the last round, and how many voted or might."""
        voted, admitted = self.voters(), self.admitted[question][self.again[question]]
        eligible = voted | {phone for phone in here if phone < admitted} - self.discarded
        return len(voted), len(eligible)

    def _largest_address(self, phones: Collection[int]) -> Data:
        """Return the address that most of some phones have, and how many of them."""
        counts = Counter(self.addresses[phone] for phone in phones)
        address, most = counts.most_common(1)[0] if counts else (None, 0)
        return {"address": address or 0, "of_address": most, "taking_part": len(phones)}

    def seconds_left(self) -> int:
        """Return how many seconds are left for talking about the current question, at least 0."""
        return 0 if self.now is None else max(0, round(self.talk_ends[self.now] - time.time()))


def _right(question: Question) -> list[int]:
    return [number for number, answer in enumerate(question.answers) if answer.right]
