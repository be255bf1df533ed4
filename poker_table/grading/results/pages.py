"""The pages of a marking: the list of submissions, the letter to a student, the class page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.files.deck_file import bundled_decks, bundled_path, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.errors import printable
from poker_table.game.table import Showdown, deal
from poker_table.grading.errors import listed
from poker_table.grading.judging.evaluators import MISTAKES
from poker_table.grading.judging.faults import NOT_COMPILED, NOT_READ
from poker_table.grading.results.please_look import please_look
from poker_table.grading.results.words import (
    CONSEQUENCES,
    UNUSABLE,
    assignment_line,
    cause_texts,
    command_to_see,
    facts_text,
    fault_texts,
    first_sentence,
    item_title,
    news,
    report_document,
    summary_line,
    unexplained_losses,
    value_sums,
)
from poker_table.grading.sheet import ERROR, FAILED, PASSED, UNREAD, Finding, Sheet, format_points
from poker_table.hands.sentence import Sentence, Text
from poker_table.lesson.page import lesson_page
from poker_table.show import html
from poker_table.show.cells import Link, Share
from poker_table.show.page import Column, Page, Section, columns_of

MAX_NAMES = 4  # names of decks in a list
MAX_DECKS = 5  # decks on the class page, each with a lesson
MAX_UNREADABLE_LINES = 10
POINT_RANGES = 5
LESSONS = "lessons"  # the name of a folder
MARKED = PASSED, FAILED


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


class ItemRow(NamedTuple):
    """What a submission earns for one criterion."""

    outcome: Annotated[str, Column("Outcome")]
    points: Annotated[str, Column("Points", number=True)]
    judged: Annotated[str, Column("What is judged")]


class LineRow(NamedTuple):
    """A line of an example: the one expected, or the one that the program printed."""

    lines: Annotated[str, Column("Lines", row_header=True)]
    hand: Annotated[Text, Column("Hand")]


class MistakeRow(NamedTuple):
    """How many submissions have a mistake, and how many of them have only this one."""

    mistake: Annotated[str, Column("Mistake", row_header=True)]
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


def letter(sheet: Sheet) -> Page:
    """Return the letter to a student: a table of the items, and a section for each fault."""
    items = [ItemRow(item.outcome_word, item.points_text, item_title(item)) for item in sheet.items]
    failed = [number for number, item in enumerate(sheet.items) if item.outcome != PASSED]
    facts = [facts_text(sheet)] if sheet.facts else []
    losses = unexplained_losses(sheet) if sheet.findings else fault_texts(sheet)
    lead = first_sentence(sheet)
    notes = news(sheet) + facts + losses
    sections = [
        Section(
            "" if lead else summary_line(sheet),
            columns_of(ItemRow),
            items,
            notes,
            highlighted=failed,
        )
    ]
    for position, finding in enumerate(sheet.findings, start=1):
        fault = finding.example
        rows = [LineRow("Expected", assignment_line(hand)) for hand in fault.hands]
        rows += [
            LineRow("You printed", printable(line))
            for line in fault.printed
            if rows or fault.name == NOT_READ
        ]
        title = f"{position}. {fault.cause}."
        sections.append(Section(title, columns_of(LineRow), rows, _notes_on(finding, sheet)))
    if sheet.remarks:
        remarks = [Sentence(remark, ".") for remark in sheet.remarks]
        sections.append(Section("Notes, which cost nothing", notes=remarks))
    return Page(summary_line(sheet), sections, lead, facts=report_document([sheet]))


def _notes_on(finding: Finding, sheet: Sheet) -> list[Text]:
    """Return the example, its values, other decks with the fault, how to see it, and its cost."""
    fault = finding.example
    if fault.name in UNUSABLE:  # the compiler's messages, without the indented source lines
        return [line for line in str(fault.example).splitlines() if line[:1].strip()]
    notes: list[Text] = [Sentence(f"{fault.deck}: ", fault.example), *value_sums(fault)]
    others = [name for name in finding.seen_in if name != fault.deck]
    if others:
        plural = "s" * (len(others) > 1)
        notes.append(f"Also in {len(others)} other{plural}: {listed(others, MAX_NAMES)}")
    if command := command_to_see(fault):
        notes.append(f"To see it: {command}")
    return [*notes, _cost(finding, sheet)]


def _cost(finding: Finding, sheet: Sheet) -> str:
    """Return what a finding cost, together with the findings that affect the same criteria."""
    if sheet.outcome == UNREAD and finding.example.name == NOT_READ:
        return "There is no mark for it yet."
    touched = {item.key for item in sheet.items if item.key in finding.items}
    lost = sum(item.points - item.score for item in sheet.items if item.key in touched)
    shared = [
        str(position)
        for position, other in enumerate(sheet.findings, start=1)
        if other is not finding and touched & {*other.items}
    ]
    faults = f"fault{'s' * (len(shared) > 1)} {' and '.join(shared)}"
    together = f", together with {faults}" if shared else ""
    price = f"{format_points(lost)} point{'s' * (lost != 1)}{together}" if lost else "nothing"
    return f"It cost {price}."


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
        Section("What to teach again", columns_of(MistakeRow), [*_mistakes(marked_sheets)]),
        Section("The decks most failed", columns_of(DeckRow), [*_decks(marked_sheets)]),
        Section("Points", columns_of(PointsRow), [*_totals(marked_sheets)]),
        Section("Points by criterion", columns_of(CriterionRow), [*_criteria(marked_sheets)]),
        Section("Not marked", columns_of(UnmarkedRow), not_marked),
        Section("Late", columns_of(LateRow), late),
    ]
    shown = [section for section in sections if section.rows]
    shown += [Section("Messages", notes=notes)] if notes else []
    return Page("The class", shown, lead, facts=report_document(sheets))


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


def _mistakes(sheets: Sequence[Sheet]) -> Iterator[MistakeRow]:
    """Yield a row for each mistake, the most frequent first."""
    each = [_teachable(sheet) for sheet in sheets]
    made = Counter(mistake for mistakes in each for mistake in mistakes)
    only = Counter(mistakes[0] for mistakes in each if len(mistakes) == 1)
    for mistake, count in made.most_common():
        yield MistakeRow(mistake, f"{count} of {len(sheets)}", only[mistake])


def _teachable(sheet: Sheet) -> list[str]:
    """Return the causes of lost points, without those that only follow from others.

    Files of tests have no findings. For these, return the mistakes that they fail to catch, or the
    titles of other failed items.
    """
    if sheet.findings:
        faults = [f.example for f in sheet.findings if f.example.name not in CONSEQUENCES]
        return ["It does not compile" if f.name == NOT_COMPILED else str(f.cause) for f in faults]
    failed = [item for item in sheet.items if item.outcome != PASSED]
    return [MISTAKES.get(item.key, item.title) for item in failed]


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
