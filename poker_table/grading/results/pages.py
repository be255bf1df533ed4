"""The pages of a marking: a row a submission, the letter to a student, and the class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Annotated, NamedTuple

from poker_table.files.deck_file import bundled_decks, bundled_path, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.errors import listed, printable
from poker_table.game.table import Showdown, deal
from poker_table.grading.intake.rosters import CellByHand
from poker_table.grading.judging.faults import Cause, Kind
from poker_table.grading.results.please_look import please_look
from poker_table.grading.results.words import (
    CONSEQUENCES,
    MISTAKES,
    causes_of,
    document_of,
    example_of,
    facts_of,
    faults_of,
    first_sentence,
    how_to_see,
    in_a_line,
    in_a_sentence,
    line_of,
    news_of,
    title_of,
    unexplained,
    worked_out,
)
from poker_table.grading.sheet import ERROR, FAILED, PASSED, UNREAD, Finding, Sheet, format_points
from poker_table.hands.sentence import Sentence, Text
from poker_table.lesson.page import lesson_page
from poker_table.show import html
from poker_table.show.page import Column, Link, Page, Section, Share, columns_of

MOST_NAMES = 4  # of decks that are listed
MOST_DECKS = 5  # that are shown, with a lesson each
LINES_SHOWN = 10  # of what could not be read
RANGES = 5  # of totals
LESSONS = "lessons"  # the folder of these
UNUSABLE = Kind.NOT_COMPILED, Kind.NOT_COPIED
MARKED = PASSED, FAILED


def _lesson(deck: str) -> str:
    return f"{LESSONS}/{deck.removesuffix('.txt')}.html"


def _link(deck: str) -> Link:
    return Link(deck, _lesson(deck))


class SubmissionRow(NamedTuple):
    """A submission among others, and the mistake that is told of it first."""

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
    """A line of an example: as it should stand, or as the program printed it."""

    lines: Annotated[str, Column("Lines", row_header=True)]
    hand: Annotated[Text, Column("Hand")]


class MistakeRow(NamedTuple):
    """How many submissions have a mistake, and how many of these have no other."""

    mistake: Annotated[str, Column("Mistake", row_header=True)]
    how_many: Annotated[str, Column("How many")]
    only_this: Annotated[int, Column("Only this")]


class DeckRow(NamedTuple):
    """A deck, how many mistakes were made on it, and which most often."""

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


def batch_page(sheets: Sequence[Sheet], cells_by_hand: Sequence[CellByHand] = ()) -> Page:
    """Return whom to look at, and a row for each submission: outcome, points, what is wrong first.

    Cells of the class list are `cells_by_hand` where a person wrote them.
    """
    rows = [
        SubmissionRow(
            s.display_name, s.outcome_word, s.points_text, s.trouble or [*causes_of(s), ""][0]
        )
        for s in sheets
    ]
    looks, title = please_look(sheets, cells_by_hand), "Submissions"
    sections = [looks] * bool(looks.rows) + [Section(title, columns_of(SubmissionRow), rows)]
    return Page(title, sections, facts=document_of(sheets))


def letter(sheet: Sheet) -> Page:
    """Return a row for each item, highlighted if it cost points, and below what is wrong."""
    items = [ItemRow(item.outcome_word, item.points_text, title_of(item)) for item in sheet.items]
    costly = [number for number, item in enumerate(sheet.items) if item.outcome != PASSED]
    facts = [facts_of(sheet)] if sheet.facts else []
    causes = unexplained(sheet) if sheet.findings else faults_of(sheet)
    lead = first_sentence(sheet)
    notes = news_of(sheet) + facts + causes
    sections = [
        Section(
            "" if lead else in_a_line(sheet), columns_of(ItemRow), items, notes, highlighted=costly
        )
    ]
    for nth, finding in enumerate(sheet.findings, start=1):
        fault = finding.example
        rows = [LineRow("Expected", line_of(hand)) for hand in fault.hands]
        rows += [
            LineRow("You printed", printable(line))
            for line in fault.printed
            if rows or fault.kind == Kind.NOT_READ
        ]
        title = f"{nth}. {in_a_sentence(finding.cause)}."
        sections.append(Section(title, columns_of(LineRow), rows, _said_of(finding, sheet)))
    if sheet.remarks:
        remarks = [f"{in_a_sentence(remark)}." for remark in sheet.remarks]
        sections.append(Section("Notes, which cost nothing", notes=remarks))
    return Page(in_a_line(sheet), sections, lead, facts=document_of([sheet]))


def _said_of(finding: Finding, sheet: Sheet) -> list[Text]:
    """Return the example, its values, where else it showed, how to see it, and what it cost."""
    fault = finding.example
    if fault.kind in UNUSABLE:  # a compiler's words, but for its pictures, which are indented
        return [line for line in "".join(fault.evidence).splitlines() if line[:1].strip()]
    said: list[Text] = [Sentence(f"{fault.deck}: ", example_of(fault)), *worked_out(fault)]
    others = [name for name in finding.seen_in if name != fault.deck]
    if others:
        plural = "s" * (len(others) > 1)
        said.append(f"Also in {len(others)} other{plural}: {listed(others, MOST_NAMES)}")
    if command := how_to_see(fault):
        said.append(f"To see it: {command}")
    return [*said, _cost(finding, sheet)]


def _cost(finding: Finding, sheet: Sheet) -> str:
    """Return what a finding cost, with those that it shares a criterion with."""
    if sheet.outcome == UNREAD and finding.cause.kind == Kind.NOT_READ:
        return "There is no mark for it yet."
    touched = {item.key for item in sheet.items if item.key in finding.items}
    lost = sum(item.points - item.score for item in sheet.items if item.key in touched)
    shared = [
        str(nth)
        for nth, other in enumerate(sheet.findings, start=1)
        if other is not finding and touched & {*other.items}
    ]
    faults = f"fault{'s' * (len(shared) > 1)} {' and '.join(shared)}"
    together = f", together with {faults}" if shared else ""
    price = f"{format_points(lost)} point{'s' * (lost != 1)}{together}" if lost else "nothing"
    return f"It cost {price}."


def class_page(
    sheets: Sequence[Sheet], notes: Sequence[str] = (), cells_by_hand: Sequence[CellByHand] = ()
) -> Page:
    """Return whom to look at and what to teach again, with links to the lessons.

    The `notes` are on what is no submission; cells of the class list are `cells_by_hand`.
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
        please_look(sheets, cells_by_hand, LINES_SHOWN),
        Section("What to teach again", columns_of(MistakeRow), [*_mistakes(marked_sheets)]),
        Section("The decks most failed", columns_of(DeckRow), [*_decks(marked_sheets)]),
        Section("Points", columns_of(PointsRow), [*_totals(marked_sheets)]),
        Section("Points by criterion", columns_of(CriterionRow), [*_criteria(marked_sheets)]),
        Section("Not marked", columns_of(UnmarkedRow), not_marked),
        Section("Late", columns_of(LateRow), late),
    ]
    shown = [section for section in sections if section.rows]
    shown += [Section("No submissions", notes=notes)] if notes else []
    return Page("The class", shown, lead, facts=document_of(sheets))


def most_failed(sheets: Sequence[Sheet]) -> list[tuple[str, list[Finding]]]:
    """Return the bundled decks, the most failed ones first, with the mistakes made on them.

    Those count that single hands show: crashes, and how decks are read, say nothing of a deck.
    """
    all_found = [finding for sheet in sheets for finding in sheet.findings]
    findings = [f for f in all_found if f.example.hands and "reading" not in f.items]
    made = [(name, [f for f in findings if name in f.seen_in]) for name in bundled_decks()]
    return sorted(filter(itemgetter(1), made), key=lambda deck: -len(deck[1]))[:MOST_DECKS]


def write_lessons(sheets: Sequence[Sheet], folder: Path) -> None:
    """Write a lesson on each of the most failed decks, unless its file exists."""
    (folder / LESSONS).mkdir(exist_ok=True)
    for name, _ in most_failed(sheets):
        path = folder / _lesson(name)
        if not path.exists():
            deck = read_deck(bundled_path(name))
            page = lesson_page(Showdown(deal(deck)), {"deck": name}, deck)
            write_whole(str(path), html.draw(page))


def _mistakes(sheets: Sequence[Sheet]) -> Iterator[MistakeRow]:
    """Yield how many made each mistake, and how many of them made no other."""
    each = [_teachable(sheet) for sheet in sheets]
    made = Counter(mistake for mistakes in each for mistake in mistakes)
    only = Counter(mistakes[0] for mistakes in each if len(mistakes) == 1)
    for mistake, count in made.most_common():
        said = in_a_sentence(mistake) if isinstance(mistake, Cause) else mistake
        yield MistakeRow(said, f"{count} of {len(sheets)}", only[mistake])


def _teachable(sheet: Sheet) -> list[Cause | str]:
    """Return the causes of lost points but for those that follow from another.

    Where there is no finding, as with files of tests, what failed is told: a mistake or a title.
    """
    if sheet.findings:
        return [f.cause for f in sheet.findings if f.cause.kind not in CONSEQUENCES]
    failed = [item for item in sheet.items if item.outcome != PASSED]
    return [MISTAKES.get(item.key, item.title) for item in failed]


def _decks(sheets: Sequence[Sheet]) -> Iterator[DeckRow]:
    """Yield the decks that most failed, what they show, and what was wrong there most often."""
    for name, made in most_failed(sheets):
        ((cause, _),) = Counter(finding.cause for finding in made).most_common(1)
        why = f"{bundled_decks()[name]} {in_a_sentence(cause)}."
        yield DeckRow(name, len(made), why)


def _totals(sheets: Sequence[Sheet]) -> Iterator[PointsRow]:
    """Yield how many reached how much, in a few ranges, from the most points down."""
    most = max((sheet.points for sheet in sheets), default=0) / RANGES
    places = [min(int(sheet.score / most), RANGES - 1) for sheet in sheets if most]
    for n in reversed(range(RANGES if places else 0)):
        here, under = places.count(n), "under " * (n + 1 < RANGES)
        points = f"{format_points(n * most)} to {under}{format_points((n + 1) * most)}"
        yield PointsRow(points, here, here / len(places))


def _criteria(sheets: Sequence[Sheet]) -> Iterator[CriterionRow]:
    """Yield for each criterion how many have all, some and none of its points."""
    items = [item for sheet in sheets for item in sheet.items if item.points]
    titles = {item.key: MISTAKES.get(item.key, item.title) for item in items}
    for key, title in titles.items():
        items = [item for sheet in sheets for item in sheet.items if item.key == key]
        full = sum(item.score == item.points for item in items)
        none = sum(not item.score for item in items)
        yield CriterionRow(title, full, len(items) - full - none, none)
