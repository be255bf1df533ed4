"""The pages of a marking: the list of submissions, and the class page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.files.deck_file import bundled_decks, bundled_path, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.rules import FLUSHES, STRAIGHTS
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.evaluators import MISTAKES, RULES
from poker_table.grading.judging.faults import ENDED, GIVEN_UP, UNSTEADY
from poker_table.grading.results.please_look import please_look
from poker_table.grading.results.words import CONSEQUENCES, UNUSABLE, cause_texts, report_document
from poker_table.grading.sheet import ERROR, FAILED, PASSED, UNREAD, Finding, Sheet, format_points
from poker_table.lesson.page import lesson_page
from poker_table.show import html
from poker_table.show.cells import Link, Share
from poker_table.show.page import Column, Page, Section, columns_of

MAX_DECKS = 5  # decks on the class page, each with a lesson
MAX_UNREADABLE_LINES = 10
POINT_RANGES = 5
LESSONS = "lessons"  # the name of a folder
MARKED = PASSED, FAILED
TOPICS = {
    "players": "Dealing", "reading": "Files", "types": "Hand types", "cards": "Sorting the cards",
    "within": "Kickers", "between": "The order of the types", "missing": "Files",
    "random": "Random deals", "ends": "Programs that run",
}  # fmt: skip


def _lesson(deck: str) -> str:
    return f"{LESSONS}/{deck.removesuffix('.txt')}.html"


def _link(deck: str) -> Link:
    return Link(deck, _lesson(deck))


class SubmissionRow(NamedTuple):
    """A submission in a list, with the first of its mistakes."""

    submission: Annotated[str, Column("Submission", row_header=True)]
    outcome: Annotated[str, Column("Outcome")]
    points: Annotated[str, Column("Points", number=True)]
    wrong_first: Annotated[str, Column("What is wrong first")]


class RuleRow(NamedTuple):
    """A rule to teach again, below its topic, and how many submissions do not know it."""

    topic: Annotated[str, Column("Topic", row_header=True)]
    rule: Annotated[str, Column("What to teach")]
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
    share: Annotated[float, Column("Share", cell=Share)]


class CriterionRow(NamedTuple):
    """How many submissions have all, some and none of the points for a criterion."""

    criterion: Annotated[str, Column("Criterion", row_header=True)]
    all: Annotated[int, Column("All")]
    some: Annotated[int, Column("Some")]
    none: Annotated[int, Column("None")]


class UnmarkedRow(NamedTuple):
    """A submission without a mark."""

    submission: Annotated[str, Column("Submission", row_header=True)]
    why: Annotated[str, Column("Why")]


class LateRow(NamedTuple):
    """A submission that came late."""

    submission: Annotated[str, Column("Submission", row_header=True)]
    points: Annotated[str, Column("Points")]


class NewRow(NamedTuple):
    """A submission that was marked again, and its mark has changed."""

    submission: Annotated[str, Column("Submission", row_header=True)]
    before: Annotated[str, Column("Before")]
    now: Annotated[str, Column("Now")]


def batch_page(sheets: Sequence[Sheet]) -> Page:
    """Return the list of submissions, below those that a person should look at."""
    rows = [
        SubmissionRow(
            s.display_name, s.outcome_word, s.points_text, s.trouble or [*cause_texts(s), ""][0]
        )
        for s in sheets
    ]
    looks, title = please_look(sheets), "Submissions"
    sections = [looks] * bool(looks.rows) + [Section(title, columns_of(SubmissionRow), rows)]
    return Page(title, sections, facts=report_document(sheets))


def class_page(sheets: Sequence[Sheet], notes: Sequence[str] = ()) -> Page:
    """Return the class page: submissions to look at, frequent mistakes, points, lessons.

    `notes` are messages on files and names that match no submission, and on the class list.
    """
    marked_sheets = [sheet for sheet in sheets if sheet.outcome in MARKED]
    right = sum(sheet.outcome == PASSED for sheet in marked_sheets)
    mean = sum(sheet.score for sheet in marked_sheets) / max(len(marked_sheets), 1)
    handed_in = sum(not sheet.missing for sheet in sheets)
    lead = f"{len(marked_sheets)} of {handed_in} submissions are marked: {right} passed."
    lead += f" They have {format_points(mean)} points on average." if marked_sheets else ""
    others = [s for s in sheets if s.outcome not in (*MARKED, UNREAD, ERROR)]
    not_marked = [UnmarkedRow(s.display_name, s.outcome) for s in others]
    late = [LateRow(s.display_name, s.points_text) for s in sheets if s.facts.get("late")]
    sections = [
        please_look(sheets, MAX_UNREADABLE_LINES),
        Section("What to teach again", columns_of(RuleRow), [*_rules(marked_sheets)]),
        Section("The decks most failed", columns_of(DeckRow), [*_decks(marked_sheets)]),
        Section("Points", columns_of(PointsRow), [*_totals(marked_sheets)]),
        Section("Points by criterion", columns_of(CriterionRow), [*_criteria(marked_sheets)]),
        Section("Not marked", columns_of(UnmarkedRow), not_marked),
        Section("Late", columns_of(LateRow), late),
        Section("New marks", columns_of(NewRow), [*_new_marks(sheets)]),
    ]
    shown = [section for section in sections if section.rows]
    shown += [Section("Messages", notes=notes)] if notes else []
    return Page("The class", shown, lead, facts=report_document(sheets))


def _new_marks(sheets: Sequence[Sheet]) -> Iterator[NewRow]:
    for sheet in sheets:
        if sheet.before:
            old, new = format_points(sheet.before.score), format_points(sheet.score)
            yield NewRow(sheet.display_name, old, new)


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


def _rules(sheets: Sequence[Sheet]) -> Iterator[RuleRow]:
    """Yield a row for each rule to teach, below its topic, the most frequent topic first."""
    each = [_teachable(sheet) for sheet in sheets]
    count = Counter(rule for rules in each for rule in rules)
    only = Counter(next(iter(rules)) for rules in each if len(rules) == 1)
    topics = Counter(topic for rules in each for topic in {topic for topic, _ in rules})
    for topic, times in topics.most_common():
        title = f"{topic}: {times} of {len(sheets)}"
        for rule, number in count.most_common():
            if rule[0] == topic:
                yield RuleRow(title, rule[1], f"{number} of {len(sheets)}", only[rule])
                title = ""


def _teachable(sheet: Sheet) -> set[tuple[str, str]]:
    """Return the topic and the rule of each mistake; where no rule is known, what is wrong.

    Files of tests have no findings. For these, return the mistakes that they fail to catch, or the
    titles of other failed items.
    """
    if sheet.findings:
        own = [f for f in sheet.findings if f.example.name not in CONSEQUENCES]
        return {(_topic(f), f.example.rule or f"{f.example.cause}.") for f in own}
    failed = [item for item in sheet.items if item.outcome != PASSED]
    return {("Tests", RULES.get(item.key, item.title)) for item in failed}


def _topic(finding: Finding) -> str:
    """Return the chapter of the course to which a mistake belongs."""
    fault, criterion = finding.example, finding.items[0]
    if fault.name in (ENDED, GIVEN_UP, UNSTEADY, *UNUSABLE):
        return "Programs that run"
    if criterion == "types" and fault.hands:
        hand_type = fault.hands[0].hand_type
        topic = "Straights" if hand_type in STRAIGHTS else "Flushes"
        return topic if hand_type in {*STRAIGHTS, *FLUSHES} else "Pairs and more of a rank"
    return TOPICS[criterion]


def _decks(sheets: Sequence[Sheet]) -> Iterator[DeckRow]:
    """Yield the decks with most mistakes, what each shows, and its most frequent mistake."""
    for name, made in most_failed(sheets):
        ((cause, _),) = Counter(finding.example.cause for finding in made).most_common(1)
        why = f"{bundled_decks()[name]} {cause}."
        yield DeckRow(name, len(made), why)


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


def _criteria(sheets: Sequence[Sheet]) -> Iterator[CriterionRow]:
    """Yield, for each criterion, how many submissions have all, some and none of its points."""
    with_points = [item for sheet in sheets for item in sheet.items if item.points]
    titles = {item.key: MISTAKES.get(item.key, item.title) for item in with_points}
    for key, title in titles.items():
        items = [item for item in with_points if item.key == key]
        full = sum(item.score == item.points for item in items)
        none = sum(not item.score for item in items)
        yield CriterionRow(title, full, len(items) - full - none, none)
