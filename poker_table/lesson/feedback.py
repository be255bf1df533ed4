"""What is said in a practice: to an answer, at its end, to a teacher; and its page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.game.errors import FileError, quoted
from poker_table.hands.sentence import Sentence, Text
from poker_table.lesson import course
from poker_table.lesson.beliefs import belief
from poker_table.lesson.course import State, drill, is_mastered
from poker_table.lesson.page import faces
from poker_table.lesson.practice import KNOWN, Pool
from poker_table.show.page import Column, Page, Script, Section, columns_of, with_faces

ABOUT = (
    "Each question has one right answer. What you believe wrongly is found from your answers,"
    " named, and asked about again."
)
PHRASES = {
    "right": "Right.",
    "wrong": "Not so. The right answer: ",
    "named": "Several of your answers look as if you believe this, which is wrong: ",
    "again": " It will be asked about again.",
    "learnt": "Learnt, three times right in a row and once more later. You no longer believe: ",
    "shaky": "Still shaky, not yet right three times in a row. You may still believe: ",
    "mastered": "Mastered: your last twelve answers are best explained by the rules.",
    "not": "Not mastered yet: go on, or come back tomorrow.",
    "score": "Right answers: ",
    "code": "For your teacher, without your name: ",
}
LEARNT, SHAKY = "learnt", "shaky"
CODE = re.compile(r"practice (\d{1,4}) of (\d{1,4})((?: [a-z-]+=(?:learnt|shaky))*)")
BELIEFS = {mutant.name: belief(mutant) for mutant in KNOWN}


def said(pool: Pool, before: State, after: State) -> list[Text]:
    """Return what is said to the last answer: the verdict, what it shows, and what is learnt."""
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
    """Return the misconceptions that were named and are learnt, or still shaky."""
    return [g for g, at in state.named if drill(pool, state, g, at).learnt is (how == LEARNT)]


class Belief(NamedTuple):
    """What somebody believed, by the name of its first evaluator, and how it stands."""

    name: str
    how: Annotated[str, Column("How it stands")]
    told: Annotated[str, Column("What was believed", row_header=True)]


class Result(NamedTuple):
    """How many answers were right of how many, and how it stands with what was found."""

    right: int
    asked: int
    beliefs: tuple[Belief, ...]

    @classmethod
    def of(cls, pool: Pool, state: State) -> Result:
        """Return the result of a practice."""
        pairs = zip(state.asked, state.given, strict=True)
        right = sum(pool.questions[number].right == answer for number, answer in pairs)
        each = (
            Belief(pool.misconceptions[g].mutants[0].name, how, pool.misconceptions[g].sentence)
            for how in (LEARNT, SHAKY)
            for g in _named(pool, state, how)
        )
        return cls(right, len(state.asked), tuple(each))

    @property
    def code(self) -> str:
        """The result as one line, which names nobody.

        >>> Result(11, 14, (Belief("wheel-missed", "shaky", ""),)).code
        'practice 11 of 14 wheel-missed=shaky'
        """
        each = (f" {belief.name}={belief.how}" for belief in self.beliefs)
        return f"practice {self.right} of {self.asked}{''.join(each)}"


def read_code(text: str, name: str) -> Result:
    """Return the result in a text that holds its code. Raises FileError.

    >>> read_code("practice 11 of 14 wheel-missed=shaky", "a.txt").beliefs[0].how
    'shaky'
    """
    match = CODE.search(text)
    pairs = [pair.split("=") for pair in match[3].split()] if match else []
    if not match or any(belief not in BELIEFS for belief, _ in pairs):
        expected = "a result of `poker-table practice`, or the code at the end of its page"
        raise FileError(expected=expected, got=quoted(text), name=name)
    each = tuple(Belief(belief, how, BELIEFS[belief]) for belief, how in pairs)
    return Result(int(match[1]), int(match[2]), each)


def result_page(pool: Pool, state: State) -> Page:
    """Return what was learnt and what is still shaky."""
    result = Result.of(pool, state)
    mastered = is_mastered(pool, state) and not _named(pool, state, SHAKY)
    end = PHRASES["mastered" if mastered else "not"]
    title = f"Practice: {result.right} of {result.asked} answers right"
    section = Section(
        title, columns_of(Belief), result.beliefs, [end, PHRASES["code"] + result.code], "found"
    )
    facts = {"seed": pool.seed, "right": result.right, "asked": result.asked, "code": result.code}
    return Page(title, [section], facts=facts)


class Alive(NamedTuple):
    """A misconception in a class: with how many it is still shaky, and who has learnt it."""

    name: str
    shaky: Annotated[int, Column("Shaky", number=True)]
    learnt: Annotated[int, Column("Learnt", number=True)]
    told: Annotated[str, Column("What was believed", row_header=True)]


def class_page(results: Iterable[Result]) -> Page:
    """Return which misconceptions are alive in a class, the commonest first."""
    results = [*results]
    count = Counter((belief.name, belief.how) for result in results for belief in result.beliefs)
    names = {name for name, _ in count}
    rows = [Alive(name, count[name, SHAKY], count[name, LEARNT], BELIEFS[name]) for name in names]
    rows.sort(key=lambda row: (-row.shaky, -row.learnt, row.name))
    right, asked = sum(each.right for each in results), sum(each.asked for each in results)
    title = f"A class of {len(results)}: what is believed"
    note = f"{right} of {asked} answers were right."
    columns = columns_of(Alive)
    return Page(title, [Section(title, columns, rows, [note], "beliefs")])


def practice_page(pool: Pool) -> Page:
    """Return the page on which one practises, where scripts run."""
    code, style = (
        Path(__file__).with_name(f"practice.{k}").read_text("utf-8") for k in ("js", "css")
    )
    about = "This page asks its questions where scripts are allowed to run."
    return Page("Practice", [], ABOUT, about, script=Script(practice_data(pool), code, style))


def practice_data(pool: Pool) -> dict[str, object]:
    """Return the questions, the sentences and the constants that practice.js needs."""
    rules = {
        "RULES": course.RULES,
        "SURE": course.SURE,
        "SURE_EARLY": course.SURE_EARLY,
        "EARLY": course.EARLY,
        "LEAD": course.LEAD,
        "CARE": course.CARE,
        "IN_A_ROW": course.IN_A_ROW,
        "LATER": course.LATER,
        "MOST_TRIES": course.MOST_TRIES,
        "WINDOW": course.WINDOW,
        "MOST": course.MOST,
    }
    return {
        "seed": pool.seed,
        "cards": faces(),
        "rules": rules,
        "phrases": PHRASES,
        "misconceptions": [
            {"name": each.mutants[0].name, "told": each.sentence} for each in pool.misconceptions
        ],
        "questions": [
            {
                "kind": question.kind,
                "text": question.text,
                "hands": [[str(card) for card in hand] for hand in question.hands],
                "answers": [*map(with_faces, question.answers)],
                "right": question.right,
                "wrong": question.wrong,
                "why": with_faces(question.why),
            }
            for question in pool.questions
        ],
    }
