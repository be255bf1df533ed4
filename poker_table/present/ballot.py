"""The state of a class: the replay of its events, and what each screen may see of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from poker_table.game.errors import PokerTableError
from poker_table.hands.sentence import with_symbols
from poker_table.lesson.questions import Answer, Question
from poker_table.show.cells import percent

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
    REVEALED_AGAIN = "second vote revealed"


OPEN, REVEALED = (Stage.FIRST, Stage.SECOND), (Stage.REVEALED, Stage.REVEALED_AGAIN)
AGAIN = Stage.SECOND, Stage.CLOSED_AGAIN, Stage.REVEALED_AGAIN  # the second vote counts
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
    Stage.CLOSED_AGAIN: {
        "reveal": Stage.REVEALED_AGAIN, "reopen": Stage.SECOND, BACK: Stage.CLOSED,
    },
    Stage.REVEALED: {"hide": Stage.CLOSED},
    Stage.REVEALED_AGAIN: {"hide": Stage.CLOSED_AGAIN},
}  # fmt: skip
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


class Event(NamedTuple):
    """What happened in a class: a row of its file.

    `kind` is "join", "vote", "discard" (a phone and its votes), "readmit" (all of them), "lock" or
    "unlock" (joining), "end", "show" (a question, as it was left), "leave" (it, for a screen
    without one), or one of ACTIONS; the last three have a time. Phones, questions, rounds and
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
    data: bytes | None = None


class RefusedError(PokerTableError):
    """What a screen asked for is refused: an HTTP status, and a sentence that says why."""

    status = 409


class BallotError(RefusedError):
    """A vote or an action of the lecturer that is not possible now."""


@dataclass
class Poll:
    """A question, its stage and its votes; those of `discarded` phones do not count.

    For the first and the second vote, `votes` has the number of each phone's answer, and `admitted`
    how many phones had joined when the vote was opened: only these may vote.
    """

    question: Question
    discarded: set[int]
    stage: Stage = Stage.WAITING
    votes: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    admitted: list[int] = field(default_factory=lambda: [0, 0])
    talk_ends: float = 0.0  # seconds, as of `time.time`

    @property
    def round(self) -> int:
        """The last vote that counts: 0 or 1. Going back to the first keeps the second's votes."""
        return int(self.stage in AGAIN)

    @property
    def right(self) -> list[int]:
        """The numbers of the right answers."""
        return [number for number, answer in enumerate(self.question.answers) if answer.right]

    def enter(self, stage: Stage, joined: int, time: float) -> None:
        """Change the stage. A vote without votes admits who joined: then nobody votes twice."""
        self.stage = stage
        if stage is Stage.TALKING:
            self.talk_ends = time + TALK
        elif stage in OPEN and not self.votes[self.round]:
            self.admitted[self.round] = joined

    def leave(self) -> None:
        """Close a vote that is open."""
        self.stage = ACTIONS[self.stage].get("close", self.stage)

    def barred(self, phone: int) -> str:
        """Return why a phone may not vote, or "" if it may."""
        if phone in self.discarded:
            return "The lecturer does not count the votes of this phone's address."
        if phone not in range(self.admitted[self.round]):
            return "You joined after this vote was opened. You can take part in the next one."
        return ""

    def own(self, phone: int) -> list[int | None]:
        """Return a phone's answer in each round."""
        return [votes.get(phone) if n <= self.round else None for n, votes in enumerate(self.votes)]

    def last(self, phone: int) -> Answer | None:
        """Return a phone's answer: that of the second vote if it took part in that."""
        given = [number for number in self.own(phone) if number is not None]
        return self.question.answers[given[-1]] if given else None

    def counted(self, round_: int) -> dict[int, int]:
        """Return the answers of a round that count, by phone."""
        votes = self.votes[round_] if round_ <= self.round else {}
        return {phone: votes[phone] for phone in votes.keys() - self.discarded}

    def tally(self, round_: int) -> list[int]:
        """Return the number of votes for each answer."""
        counts = Counter(self.counted(round_).values())
        return [counts[number] for number in range(len(self.question.answers))]

    def shares(self, round_: int) -> list[str]:
        """Return the share of the votes for each answer, as a text; "" without votes."""
        counts = self.tally(round_)
        votes = sum(counts)
        return [percent(count / votes, whole=True) if votes else "" for count in counts]

    def share_right(self, round_: int) -> float | None:
        """Return the share of right answers in a round, or None without votes."""
        counts = self.tally(round_)
        return sum(counts[n] for n in self.right) / sum(counts) if any(counts) else None

    def advice(self) -> str:
        """Return advice for the lecturer after the first vote, or "" if nobody voted."""
        share = self.share_right(0)
        if share is None:
            return ""
        return EXPLAIN if share < FEW_RIGHT else LET_TALK if share <= MANY_RIGHT else GO_ON

    def misconception(self) -> Answer | None:
        """Return the wrong answer that most chose in both votes together, if any.

        Of several, return the one that names the better hand.
        """
        both = zip(self.tally(0), self.tally(1), self.question.answers, strict=True)
        wrong = [(a + b, answer) for a, b, answer in both if a + b and not answer.right]
        return max(wrong, default=(0, None), key=lambda pair: (pair[0], pair[1].strength))[1]


class Ballot:
    """The state of a class after the events that were applied to it.

    >>> from poker_table import Hand, Showdown
    >>> from poker_table.lesson.questions import questions
    >>> hands = Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)
    >>> ballot = Ballot([questions(Showdown(hands))[1]])
    >>> for event in Event("join"), Event("open", question=0), Event("vote", 0, 0, 0, 1):
    ...     ballot.apply(event)
    >>> ballot.polls[0].tally(0), ballot.polls[0].advice()
    ([0, 1], 'Fewer than 30 % are right: explain first, then show the answer.')
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        self.discarded: set[int] = set()
        self.polls = [Poll(question, self.discarded) for question in questions]
        self.now: int | None = None  # the current question
        self.phones: dict[bytes, int] = {}  # by the hash of the phone's cookie
        self.joined = 0  # phones that ever joined
        self.addresses: list[int | None] = []  # of each of them
        self.locked = self.over = False

    @property
    def poll(self) -> Poll | None:
        """The current question with its votes, if there is one."""
        return None if self.now is None else self.polls[self.now]

    @property
    def stage(self) -> Stage:
        """The stage of the current question."""
        return self.poll.stage if self.poll else Stage.WAITING

    @property
    def seconds_left(self) -> int:
        """How many seconds are left for talking about the current question, at least 0."""
        return max(0, round(self.poll.talk_ends - time.time())) if self.poll else 0

    def apply(self, event: Event) -> None:
        """Change the state. Raises BallotError, and changes nothing, if that is not possible."""
        if self.over and event.kind != "vote":
            raise BallotError("The class is over.")
        match event:
            case Event("join", address=address, data=hashed):
                if self.locked:
                    raise BallotError("The lecturer has locked joining.")
                if hashed is not None:  # it is deleted at the end of a class
                    self.phones[hashed] = self.joined
                self.addresses.append(address)
                self.joined += 1
            case Event("vote", int(phone), int(question), round_, int(answer)):
                self._vote(phone, self._poll(question), round_, answer)
            case Event("discard", int(phone)):
                if phone not in range(self.joined):
                    raise BallotError("There is no such phone.")
                self.discarded.add(phone)
            case Event("readmit"):
                self.discarded.clear()
            case Event("lock" | "unlock" as action):
                self.locked = action == "lock"
            case Event("end"):
                self.over = True  # each phone may still ask, and hear of it
            case Event(action, question=int(question)):
                self._act(action, question, self._poll(question), event.time or 0.0)
            case _:
                raise BallotError("There is no such question.")

    def _poll(self, question: int) -> Poll:
        if question not in range(len(self.polls)):
            raise BallotError("There is no such question.")
        return self.polls[question]

    def _vote(self, phone: int, poll: Poll, round_: int | None, answer: int) -> None:
        answers = poll.question.answers
        if answer not in range(len(answers)):
            raise BallotError("There is no such answer.")
        is_open = poll is self.poll and poll.stage in OPEN and not self.over
        if not is_open or round_ != poll.round:
            asked = "" if poll is self.poll else f" for “{poll.question.text}”"
            raise BallotError(f"Your vote {answers[answer].key}{asked} came too late.")
        if barred := poll.barred(phone):
            raise BallotError(barred)
        poll.votes[poll.round][phone] = answer

    def _act(self, action: str, question: int, poll: Poll, time: float) -> None:
        if action in ("show", "open") and poll is not self.poll:
            if self.poll:
                self.poll.leave()
            self.now = question
        if action in ("show", "open") and poll.stage is Stage.TALKING and poll.talk_ends <= time:
            poll.stage = Stage.CLOSED
        if poll is not self.poll:
            raise BallotError("Another question is the current one.")
        if action in ACTIONS[poll.stage]:
            poll.enter(ACTIONS[poll.stage][action], self.joined, time)
        elif action == "leave":
            poll.leave()
        elif action not in ("show", "open"):  # which show a question as it was left
            raise BallotError("That is not possible at this stage of the question.")

    def shown(self, who: int | str, here: Collection[int] = ()) -> Data:
        """Return what a screen shows: "projector", "remote", or the number of a phone.

        `here` are the phones that asked for the state lately. Before the reveal only the remote
        gets votes of others and the right answer, and only once the vote is closed.
        """
        data: Data = {"stage": self.stage, "over": self.over, "locked": self.locked}
        data |= self._of_phone(who) if isinstance(who, int) else self._of_lecturer(who, here)
        if poll := self.poll:
            data |= {"question": self.now, "text": poll.question.text}
            data["round"] = poll.round if poll.stage in OPEN else None
            data["answers"] = [[answer.key, answer.text] for answer in poll.question.answers]
            if poll.stage in REVEALED:
                answer = poll.last(who) if isinstance(who, int) else poll.misconception()
                answer = answer or poll.question.right[0]
                data |= {"right": poll.right}
                data |= {"reply": answer.reply, "reason": with_symbols(answer.reason)}
        return data

    def _of_phone(self, phone: int) -> Data:
        revealed = [(n, poll) for n, poll in enumerate(self.polls) if poll.stage in REVEALED]
        given = [answer.right for _, poll in revealed if (answer := poll.last(phone))]
        data: Data = {"score": (sum(given), len(given)), "barred": ""}
        if self.over:
            data["review"] = [
                {
                    "question": number,
                    "text": poll.question.text,
                    "right": [answer.text for answer in poll.question.right],
                    "reason": with_symbols(poll.question.right[0].reason),
                    "own": own.text if (own := poll.last(phone)) else None,
                }
                for number, poll in revealed
            ]
        if self.poll:
            data |= {"votes": self.poll.own(phone), "barred": self.poll.barred(phone)}
        return data

    def _of_lecturer(self, screen: str, here: Collection[int]) -> Data:
        poll, is_remote, here = self.poll, screen == "remote", {*here} - self.discarded
        voters = {*poll.counted(poll.round)} if poll else set()
        data: Data = {"present": len(here), "actions": [], "forward": None, "leave": ""}
        if is_remote:
            data["discarded"] = len(self.discarded)
            taking_part = here | voters
            counts = Counter(self.addresses[phone] for phone in taking_part)
            ((address, most),) = counts.most_common(1) or [(None, 0)]
            data |= {"address": address or 0, "of_address": most, "taking_part": len(taking_part)}
        if poll is None:
            return data
        # Those who voted, or might: for those who joined since, the next vote is the first.
        might = {phone for phone in here if phone < poll.admitted[poll.round]}
        voted, eligible = len(voters), len(voters | might)
        few = f"Only {voted} of {eligible} voted" if 2 * voted < eligible else ""
        asks = few and f"{few}. Show the answer?"
        data |= {"voted": voted, "eligible": eligible}
        data["actions"] = [
            {"action": action, "name": NAMES[action], "asks": asks if action == "reveal" else ""}
            for action in ACTIONS[poll.stage]
        ]
        if poll.stage not in REVEALED:
            data["forward"] = data["actions"][0]
        if poll.stage in OPEN:
            data["leave"] = "The vote is open. Close it and leave?"
        unseen = (Stage.WAITING, Stage.FIRST) if is_remote else {*Stage} - {*REVEALED}
        if poll.stage not in unseen:
            data |= {"right": poll.right, "bars": [poll.tally(0), poll.tally(1)]}
            data["shares"] = [poll.shares(0), poll.shares(1)]
            if is_remote:
                data["advice"] = f"{few}: reopen the vote?" if few else poll.advice()
        return data
