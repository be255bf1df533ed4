"""The pages of a marking: the list of submissions, and the class page.

First on both are the submissions that a person should look at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.files.deck_file import bundled_decks, bundled_path, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.errors import counted
from poker_table.game.rules import FLUSHES, STRAIGHTS
from poker_table.game.table import Showdown, deal
from poker_table.grading.intake.late import UNKNOWN_DELAY, delay_in_words
from poker_table.grading.judging.faults import ENDED, NOT_COMPILED, NOT_READ, UNSTEADY, as_printed
from poker_table.grading.results.by_hand import MARKS
from poker_table.grading.results.words import UNUSABLE, cause_texts, compiler_lines, report_document
from poker_table.grading.sheet import (
    ADJUSTMENTS,
    ERROR,
    LATE,
    LOWERED,
    PASSED,
    UNREAD,
    Finding,
    Sheet,
    format_points,
    points_in_words,
)
from poker_table.lesson.page import lesson_page
from poker_table.mutants.wrong import MUTANTS
from poker_table.show import html
from poker_table.show.cells import Bar, Link
from poker_table.show.page import Column, Page, Section, columns_of

MAX_DECKS = 5  # decks on the class page, each with a lesson
MAX_UNREADABLE_LINES = 10
POINT_RANGES = 5
LESSONS = "lessons"  # the name of a folder
TOPICS = {
    "players": "Dealing", "reading": "Files", "types": "Hand types", "cards": "Sorting the cards",
    "within": "Kickers", "between": "The order of the types", "missing": "Files",
    "random": "Random deals", "ends": "Programs that run",
}  # fmt: skip
WINDOWS_HINTS = {
    r"(?i)fatal error: '?(stdafx|windows)\.h\b": (
        "only Windows has that header: docs/class.md has a compile that supplies it"
    ),
    "main.* must return": "only Windows's compiler accepts void main: it must be int main",
}


def _lesson(deck: str) -> str:
    return f"{LESSONS}/{deck.removesuffix('.txt')}.html"


def _link(deck: str) -> Link:
    return Link(deck, _lesson(deck))


class Lack(NamedTuple):
    """What a submission lacks: a rule to teach, or what is wrong with it where no rule is known."""

    is_rule: bool
    topic: str
    what: str


class LookRow(NamedTuple):
    """A submission to look at, and why; `who` is empty if it is the same as in the row above."""

    who: Annotated[str, Column("Who", row_header=True)]
    why: Annotated[str, Column("Why")]
    what: Annotated[str, Column("What")]


class SubmissionRow(NamedTuple):
    """A submission in a list, with the first of its mistakes."""

    submission: Annotated[str, Column("Submission", row_header=True)]
    outcome: Annotated[str, Column("Outcome")]
    points: Annotated[str, Column("Points", number=True)]
    wrong_first: Annotated[str, Column("What is wrong first")]


class TopicRow(NamedTuple):
    """A rule to teach again, or a mistake, below its topic, and how many submissions need it."""

    topic: Annotated[str, Column("Topic", row_header=True)]
    what: Annotated[str, Column("What")]
    how_many: Annotated[str, Column("How many")]
    only_this: Annotated[int, Column("Only this")]


class DeckRow(NamedTuple):
    """A deck, the number of mistakes on it, and the most frequent one."""

    deck: Annotated[str, Column("Deck", row_header=True, cell=_link)]
    mistakes: Annotated[int, Column("Mistakes")]
    why: Annotated[str, Column("Why")]


class PointsRow(NamedTuple):
    """How many submissions have points in a range."""

    points: Annotated[str, Column("Points", row_header=True)]
    how_many: Annotated[int, Column("How many")]
    share: Annotated[float, Column("Share", cell=Bar)]


def batch_page(sheets: Sequence[Sheet]) -> Page:
    """Return the list of submissions, below those that a person should look at."""
    rows = [
        SubmissionRow(
            s.display_name, s.outcome_word, s.points_text, s.trouble or [*cause_texts(s), ""][0]
        )
        for s in sheets
    ]
    looks, title = please_look(sheets), "Submissions"
    sections = [looks] * bool(looks.records) + [Section(title, columns_of(SubmissionRow), rows)]
    return Page(title, sections, facts=report_document(sheets))


def class_page(sheets: Sequence[Sheet], notes: Sequence[str] = ()) -> Page:
    """Return the class page: submissions to look at, frequent mistakes, points, lessons.

    `notes` are messages on files and names that match no submission, and on the class list.
    """
    marked_sheets = [sheet for sheet in sheets if sheet.is_marked]
    right = sum(sheet.outcome == PASSED for sheet in marked_sheets)
    mean = sum(sheet.score for sheet in marked_sheets) / max(len(marked_sheets), 1)
    handed_in = sum(not sheet.missing for sheet in sheets)
    verb = "is" if 1 in (len(marked_sheets), handed_in) else "are"
    submissions = counted(handed_in, "submission")
    lead = f"{len(marked_sheets)} of {submissions} {verb} marked: {right} passed."
    lead += f" They have {format_points(mean)} points on average." if marked_sheets else ""
    lacks = [_lacks(sheet) for sheet in marked_sheets]
    sections = [
        please_look(sheets, MAX_UNREADABLE_LINES),
        Section("What to teach again", columns_of(TopicRow), [*_topics(lacks, rules=True)]),
        Section("Other mistakes", columns_of(TopicRow), [*_topics(lacks, rules=False)]),
        Section("The decks most failed", columns_of(DeckRow), [*_decks(marked_sheets)]),
        Section("Points", columns_of(PointsRow), [*_totals(marked_sheets)]),
        Section("Without a mark, late, or marked again", columns_of(LookRow), [*_others(sheets)]),
    ]
    shown = [section for section in sections if section.records]
    shown += [Section("Messages", notes=notes)] if notes else []
    return Page("The class", shown, lead, facts=report_document(sheets))


def please_look(sheets: Sequence[Sheet], lines: int = 1) -> Section:
    """Return the submissions to look at, and why, with up to `lines` lines of unreadable output."""
    rows = [row for sheet in sheets for row in _rows_of(sheet, lines)]
    return Section("Please look", columns_of(LookRow), rows)


def _rows_of(sheet: Sheet, lines: int) -> Iterator[LookRow]:
    who, hand = sheet.display_name, sheet.by_hand
    if not (hand and sheet.is_marked):  # else a person has looked
        yield from _unmarked_by_hand(sheet, lines)
    if not hand:
        return
    if hand.changed:
        yield LookRow(who, "changed since you marked it", "its marks in marks.toml still count")
    for key in hand.points.keys() - {i.key for i in sheet.items} - ADJUSTMENTS.keys():
        nothing = f"{key}: nothing was marked, so only a whole can be given"
        yield LookRow(who, MARKS, f"there is no criterion {key}" if sheet.items else nothing)
    if 0 in hand.dismiss:
        gone = "dismiss names a mistake that is not there (any more): remove its number"
        yield LookRow(who, MARKS, gone)
    if hand.dismiss and sheet.outcome == UNREAD:
        yield LookRow(who, MARKS, "dismiss gives no points for what was not read: give a whole")
    if hand.points.get(LATE, 0) > 0:
        late = points_in_words(hand.points[LATE])
        yield LookRow(who, MARKS, f"late adds {late}: is that meant?")
    for item in sheet.criteria:
        if item.key in hand.points and not 0 <= item.score <= item.points:
            points = f"{format_points(item.score)} of {format_points(item.points)} points"
            yield LookRow(who, MARKS, f"{item.key}: {points}: is that meant?")
    if not 0 <= sheet.score <= round(sheet.points, 2):
        points = f"{format_points(sheet.score)} of {format_points(sheet.points)} points"
        yield LookRow(who, MARKS, f"{points}: is that meant?")


def _unmarked_by_hand(sheet: Sheet, lines: int) -> Iterator[LookRow]:
    who = sheet.display_name
    if sheet.trouble:
        yield LookRow(who, "could not be marked", sheet.trouble)
    for finding in sheet.findings:
        fault = finding.example
        if fault.name == NOT_READ and sheet.outcome == UNREAD:
            for n, line in enumerate(fault.printed[:lines]):
                yield LookRow("" if n else who, "" if n else UNREAD, as_printed(line))
        elif fault.name == NOT_COMPILED:
            yield LookRow(who, "not compiled", _first_error(str(fault.example)))
    for why, what in sheet.look:
        yield LookRow(who, why, what)
    if sheet.penalty and sheet.late == UNKNOWN_DELAY:
        late = "the platform does not say by how much: set late in marks.toml, such as late = -5"
        yield LookRow(who, "late", late)
    if copied := sheet.facts.get("the_example's"):
        verb = "is" if copied == 1 else "are"
        what = f"{copied} of {counted(int(sheet.facts['tests']), 'line')} {verb} the example's own"
        yield LookRow(who, "copied", what)


def _first_error(compiler_output: str) -> str:
    (line, *_) = compiler_lines(compiler_output) or [""]
    hints = [hint for error, hint in WINDOWS_HINTS.items() if re.search(error, line)]
    return ": ".join([line, *hints])


def _others(sheets: Sequence[Sheet]) -> Iterator[LookRow]:
    for sheet in sheets:
        who, points = sheet.display_name, sheet.points_text
        if not sheet.is_marked and sheet.outcome not in (UNREAD, ERROR):
            yield LookRow(who, sheet.outcome, "")
        if sheet.late:
            delay = "" if sheet.late == UNKNOWN_DELAY else f"{delay_in_words(sheet.late)} "
            yield LookRow(who, f"{delay}late", points)
        if sheet.score_before is not None:
            yield LookRow(who, "new mark", f"{points}, not {format_points(sheet.score_before)}")


def most_failed(sheets: Sequence[Sheet]) -> list[tuple[str, list[Finding]]]:
    """Return the bundled decks with most mistakes, and these mistakes.

    Only mistakes that single hands show are counted: a crash, or a deck read wrongly, has nothing
    to do with the particular deck.
    """
    all_findings = [finding for sheet in sheets for finding in sheet.findings]
    findings = [f for f in all_findings if f.example.hands and "reading" not in f.items]
    made = [(name, [f for f in findings if name in f.seen_in]) for name in bundled_decks()]
    failed = [(name, mistakes) for name, mistakes in made if mistakes]
    return sorted(failed, key=lambda deck: -len(deck[1]))[:MAX_DECKS]


def write_lessons(sheets: Sequence[Sheet], folder: Path) -> None:
    """Write a lesson for each of the decks with most mistakes, unless its file exists."""
    (folder / LESSONS).mkdir(exist_ok=True)
    for name, _ in most_failed(sheets):
        path = folder / _lesson(name)
        if not path.exists():
            deck = read_deck(bundled_path(name))
            page = lesson_page(Showdown(deal(deck)), {"deck": name}, deck)
            write_whole(str(path), html.draw(page))


def _topics(lacks: Sequence[Collection[Lack]], rules: bool) -> Iterator[TopicRow]:
    """Yield a row for each rule, or each other mistake, the most frequent topic first."""
    count = Counter(lack for each in lacks for lack in each if lack.is_rule == rules)
    only = Counter(lack for each in lacks for lack in each if len(each) == 1)
    named = (dict.fromkeys(lack.topic for lack in each if lack in count) for each in lacks)
    topics = Counter(topic for each in named for topic in each)
    for topic, times in topics.most_common():
        title = f"{topic}: {times} of {len(lacks)}"
        for lack, number in count.most_common():
            if lack.topic == topic:
                yield TopicRow(title, lack.what, f"{number} of {len(lacks)}", only[lack])
                title = ""


def _lacks(sheet: Sheet) -> Collection[Lack]:
    """Return the rule of each mistake, once; where no rule is known, what is wrong.

    Files of tests have no findings. For these, return the mistakes that they fail to catch, or the
    titles of other failed items.
    """
    if sheet.findings:
        faults = [(_topic(finding), finding.example) for finding in sheet.findings]
        told = [Lack(bool(f.rule), topic, f.rule or f"{f.cause}.") for topic, f in faults]
        return dict.fromkeys(told)
    failed = [i for i in sheet.criteria if i.outcome != PASSED and i.text != LOWERED]
    rules = {mutant.name: mutant.rule for mutant in MUTANTS}
    return [Lack(i.key in rules, "Tests", rules.get(i.key, i.title)) for i in failed]


def _topic(finding: Finding) -> str:
    fault, criterion = finding.example, finding.items[0]
    if fault.name in (ENDED, UNSTEADY, *UNUSABLE):
        return "Programs that run"
    if criterion == "types" and fault.hands:
        hand_type = fault.hands[0].hand_type
        topic = "Straights" if hand_type in STRAIGHTS else "Flushes"
        return topic if hand_type in {*STRAIGHTS, *FLUSHES} else "Pairs and more of a rank"
    return TOPICS[criterion]


def _decks(sheets: Sequence[Sheet]) -> Iterator[DeckRow]:
    for name, made in most_failed(sheets):
        ((cause, _),) = Counter(finding.example.cause for finding in made).most_common(1)
        yield DeckRow(name, len(made), f"{bundled_decks()[name]} {cause}.")


def _totals(sheets: Sequence[Sheet]) -> Iterator[PointsRow]:
    """Yield the number of submissions in each range of points, the highest range first."""
    width = max((sheet.points for sheet in sheets), default=0) / POINT_RANGES
    if not width:
        return
    ranges = [min(int(sheet.score / width), POINT_RANGES - 1) for sheet in sheets]
    for n in reversed(range(POINT_RANGES)):
        count, under = ranges.count(n), "under " * (n + 1 < POINT_RANGES)
        points = f"{format_points(n * width)} to {under}{format_points((n + 1) * width)}"
        yield PointsRow(points, count, count / len(sheets))
