"""The texts of a practice: the reply to an answer, the result for a teacher, and the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.files.errors import FileError
from poker_table.game.errors import quoted
from poker_table.hands.sentence import Sentence, Text, with_symbols
from poker_table.lesson import course
from poker_table.lesson.course import State, drill, is_mastered
from poker_table.lesson.page import faces
from poker_table.lesson.practice import KNOWN, Pool
from poker_table.show.page import Column, Page, Script, Section, columns_of

INTRODUCTION = (
    "Each question has one right answer. If your answers show a misconception, it is named, and"
    " you get more questions about it."
)
PHRASES = {
    "right": "Right.",
    "wrong": "Not right. The right answer: ",
    "named": "Several of your answers suggest that you believe this, which is wrong: ",
    "again": " You will get more questions about it.",
    "learnt": "Learnt: right three times in a row, and once more later. You no longer believe: ",
    "shaky": (
        "Still shaky: not yet right three times in a row and once more later. You may still"
        " believe: "
    ),
    "mastered": (
        "Mastered: no misconception explains your last twelve answers better than the rules."
    ),
    "not": "Not mastered yet: go on, or come back tomorrow.",
    "score": "Right answers: ",
    "code": "Code for your teacher (it does not contain your name): ",
}
LEARNT, SHAKY = "learnt", "shaky"
CODE = re.compile(r"practice (\d{1,4}) of (\d{1,4})((?: [a-z-]+=(?:learnt|shaky))*)")
BELIEFS = {mutant.name: mutant.belief for mutant in KNOWN}


def reply(pool: Pool, before: State, after: State) -> list[Text]:
    """Return the reply to the last answer: right or wrong, what it shows, and what is learnt."""
    question = pool.questions[after.asked[-1]]
    lines: list[Text] = [PHRASES["right"]]
    if after.given[-1] != question.right:
        right = question.answers[question.right]
        lines = [Sentence(PHRASES["wrong"], right, ". "), question.why]
    if len(after.named) > len(before.named):
        sentence = pool.misconceptions[after.named[-1][0]].sentence
        lines.append(f"{PHRASES['named']}{sentence}{PHRASES['again']}")
    learnt = set(_named(pool, after, LEARNT)) - set(_named(pool, before, LEARNT))
    return lines + [f"{PHRASES['learnt']}{pool.misconceptions[g].sentence}" for g in sorted(learnt)]


def _named(pool: Pool, state: State, how: str) -> list[int]:
    """Return the misconceptions that were named and are LEARNT, or those that are still SHAKY."""
    return [
        misconception
        for misconception, after in state.named
        if drill(pool, state, misconception, after).learnt is (how == LEARNT)
    ]


class Belief(NamedTuple):
    """A misconception in a result: the name of its first mutant, and whether it is learnt."""

    name: str
    how: Annotated[str, Column("State")]
    told: Annotated[str, Column("Misconception", row_header=True)]


class Result(NamedTuple):
    """The result of a practice: the right answers, all answers, and the misconceptions found."""

    right: int
    asked: int
    beliefs: tuple[Belief, ...]

    @classmethod
    def of(cls, pool: Pool, state: State) -> Result:
        """Return the result of a practice."""
        pairs = zip(state.asked, state.given, strict=True)
        right = sum(pool.questions[number].right == answer for number, answer in pairs)
        beliefs = (
            Belief(pool.misconceptions[g].mutants[0].name, how, pool.misconceptions[g].sentence)
            for how in (LEARNT, SHAKY)
            for g in _named(pool, state, how)
        )
        return cls(right, len(state.asked), tuple(beliefs))

    @property
    def code(self) -> str:
        """The result as one line without a name.

        >>> Result(11, 14, (Belief("wheel-missed", "shaky", ""),)).code
        'practice 11 of 14 wheel-missed=shaky'
        """
        beliefs = "".join(f" {belief.name}={belief.how}" for belief in self.beliefs)
        return f"practice {self.right} of {self.asked}{beliefs}"


def read_code(text: str, name: str) -> Result:
    """Return the result whose code is in a text. Raises FileError if the text has no code.

    >>> read_code("practice 11 of 14 wheel-missed=shaky", "a.txt").beliefs[0].how
    'shaky'
    """
    match = CODE.search(text)
    pairs = [pair.split("=") for pair in match[3].split()] if match else []
    if not match or any(mutant not in BELIEFS for mutant, _ in pairs):
        expected = "a result of `poker-table practice`, or the code at the end of its page"
        raise FileError(expected=expected, got=quoted(text), name=name)
    beliefs = tuple(Belief(mutant, how, BELIEFS[mutant]) for mutant, how in pairs)
    return Result(int(match[1]), int(match[2]), beliefs)


def result_page(pool: Pool, state: State) -> Page:
    """Return the page of a result: the misconceptions found, and the code for the teacher."""
    result = Result.of(pool, state)
    mastered = is_mastered(pool, state) and not _named(pool, state, SHAKY)
    title = f"Practice: {result.right} of {result.asked} answers right"
    footnotes = [PHRASES["mastered" if mastered else "not"], PHRASES["code"] + result.code]
    section = Section(title, columns_of(Belief), result.beliefs, footnotes, "found")
    facts = {"seed": pool.seed, "right": result.right, "asked": result.asked, "code": result.code}
    return Page(title, [section], facts=facts)


class Alive(NamedTuple):
    """A misconception in a class: how many are still shaky, and how many have learnt better."""

    name: str
    shaky: Annotated[int, Column("Shaky", number=True)]
    learnt: Annotated[int, Column("Learnt", number=True)]
    told: Annotated[str, Column("Misconception", row_header=True)]


def class_page(results: Iterable[Result]) -> Page:
    """Return the misconceptions of a class, the most common first."""
    results = [*results]
    count = Counter((belief.name, belief.how) for result in results for belief in result.beliefs)
    names = {name for name, _ in count}
    rows = [Alive(name, count[name, SHAKY], count[name, LEARNT], BELIEFS[name]) for name in names]
    rows.sort(key=lambda row: (-row.shaky, -row.learnt, row.name))
    right, asked = sum(each.right for each in results), sum(each.asked for each in results)
    title = f"Misconceptions in a class of {len(results)}"
    footnote = f"{right} of {asked} answers were right."
    return Page(title, [Section(title, columns_of(Alive), rows, [footnote], "beliefs")])


def practice_page(pool: Pool) -> Page:
    """Return the page for practising in a browser; it needs scripts."""
    here = Path(__file__)
    code, style = (here.with_name(f"practice.{kind}").read_text("utf-8") for kind in ("js", "css"))
    footnote = "This page needs JavaScript to ask its questions."
    script = Script(practice_data(pool), code, style)
    return Page("Practice", [], INTRODUCTION, footnote, script=script)


def practice_data(pool: Pool) -> dict[str, object]:
    """Return the questions, the sentences and the constants that practice.js needs."""
    return {
        "seed": pool.seed,
        "cards": faces(),
        "constants": {name: value for name, value in vars(course).items() if name.isupper()},
        "phrases": PHRASES,
        "misconceptions": [
            {"name": each.mutants[0].name, "sentence": each.sentence}
            for each in pool.misconceptions
        ],
        "questions": [
            {
                "kind": question.kind,
                "text": question.text,
                "hands": [[str(card) for card in hand] for hand in question.hands],
                "answers": [*map(with_symbols, question.answers)],
                "right": question.right,
                "wrong": question.wrong,
                "why": with_symbols(question.why),
            }
            for question in pool.questions
        ],
    }
