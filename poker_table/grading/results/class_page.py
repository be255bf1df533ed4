"""The class: how many made each mistake, how the points are spread, which deck most failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from poker_table.files.deck_file import bundled_decks, bundled_path, read_deck
from poker_table.files.whole_file import write_whole
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown, deal
from poker_table.grading.sheet import FAILED, PASSED, Sheet, document_of, number
from poker_table.lesson.page import lesson_page
from poker_table.show import html
from poker_table.show.page import Cell, Column, Link, Page, Row, Section, Share

MOST_DECKS = 5  # that are shown, with a lesson each
RANGES = 5  # of totals
MARKED = PASSED, FAILED


def batch_page(sheets: Sequence[Sheet]) -> Page:
    """Return a row for each submission: outcome, points, and what is wrong first."""
    columns = (
        Column("Submission", names=True),
        Column("Outcome"),
        Column("Points", number=True),
        Column("What is wrong first"),
    )
    rows = [
        Row((sheet.subject, sheet.outcome, sheet.reached, sheet.trouble or sheet.wrong_first))
        for sheet in sheets
    ]
    title = "Submissions"
    return Page(title, [Section(title, columns, rows)], document=document_of(sheets))


def class_page(
    sheets: Sequence[Sheet], lessons: Mapping[str, str], notes: Sequence[str] = ()
) -> Page:
    """Return what to teach again; `lessons` are the pages of the decks that most failed."""
    marked = [sheet for sheet in sheets if sheet.outcome in MARKED]
    right = sum(sheet.outcome == PASSED for sheet in marked)
    mean = sum(sheet.score for sheet in marked) / max(len(marked), 1)
    lead = f"{len(marked)} of {len(sheets)} submissions are marked: {right} passed."
    lead += f" They have {number(mean)} points on average." if marked else ""
    sections = [_mistakes(marked), _decks(marked, lessons), _totals(marked), _criteria(marked)]
    not_marked = [sheet for sheet in sheets if sheet not in marked]
    rows = [Row((sheet.subject, sheet.trouble or sheet.outcome)) for sheet in not_marked]
    columns = Column("Submission", names=True), Column("Why")
    sections.append(Section("Not marked", columns, rows))
    late = [Row((sheet.subject, sheet.reached)) for sheet in sheets if sheet.facts.get("late")]
    sections.append(Section("Late", (Column("Submission", names=True), Column("Points")), late))
    shown = [section for section in sections if section.rows]
    shown += [Section("No submissions", notes=notes)] if notes else []
    return Page("The class", shown, lead, document=document_of(sheets))


def most_failed(sheets: Sequence[Sheet]) -> list[tuple[str, list[Sheet]]]:
    """Return the bundled decks on which something was wrong, the most failed ones first."""
    failed: dict[str, list[Sheet]] = {}
    for sheet in sheets:
        for name in dict.fromkeys(name for found in sheet.findings for name in found.seen_in):
            failed.setdefault(name, []).append(sheet)
    ours = [(name, failed[name]) for name in bundled_decks() if name in failed]
    return sorted(ours, key=lambda each: -len(each[1]))[:MOST_DECKS]


def write_lessons(sheets: Sequence[Sheet], folder: Path) -> dict[str, str]:
    """Write the decks that most failed as lessons, if they are not there; return their places."""
    folder.mkdir(exist_ok=True)
    places = {}
    for name, _ in most_failed(sheets):
        path = folder / f"{name.removesuffix('.txt')}.html"
        if not path.exists():
            write_whole(str(path), html.draw(_lesson(name, read_deck(bundled_path(name)))))
        places[name] = f"{folder.name}/{path.name}"
    return places


def _lesson(name: str, deck: Deck) -> Page:
    return lesson_page(Showdown(deal(deck)), {"deck": name}, deck)


def _mistakes(sheets: Sequence[Sheet]) -> Section:
    """Return how many made each mistake, and how many of them made no other."""
    made = Counter(cause for sheet in sheets for cause in _causes(sheet))
    only = Counter(_causes(sheet)[0] for sheet in sheets if len(_causes(sheet)) == 1)
    rows = [
        _row(count, sheets, cause, str(only[cause] or "none"))
        for cause, count in made.most_common()
    ]
    columns = *_counted("Mistake"), Column("Of them nothing else", number=True)
    return Section("What to teach again", columns, rows)


def _causes(sheet: Sheet) -> list[str]:
    """Return what is wrong with a submission, each mistake once."""
    causes = [finding.cause for finding in sheet.findings] or [sheet.wrong_first]
    return list(dict.fromkeys(filter(None, causes)))


def _decks(sheets: Sequence[Sheet], lessons: Mapping[str, str]) -> Section:
    """Return the decks that most failed, what they show, and what was wrong there most often."""
    rows = []
    for name, failed in most_failed(sheets):
        seen = [found for sheet in failed for found in sheet.findings if name in found.seen_in]
        ((cause, _),) = Counter(found.cause for found in seen).most_common(1)
        shown: Cell = Link(name, lessons[name]) if name in lessons else name
        example = next((f.example for f in seen if (f.cause, f.example_from) == (cause, name)), "")
        told = f"{bundled_decks()[name]} Most often: {cause}. {example}".rstrip()
        rows.append(_row(len(failed), sheets, shown, told))
    return Section("The decks that most failed", [*_counted("Deck"), Column("Why")], rows)


def _totals(sheets: Sequence[Sheet]) -> Section:
    most = max((sheet.points for sheet in sheets), default=0)
    reached = Counter(min(int(RANGES * s.score / most), RANGES - 1) for s in sheets if most)
    rows = [
        _row(reached[place], sheets, f"{number(place * most / RANGES)} or more")
        for place in reversed(range(RANGES if most else 0))
    ]
    return Section(f"Points, of {number(most)}", _counted("Points"), rows)


def _criteria(sheets: Sequence[Sheet]) -> Section:
    """Return for each criterion how many have all, some and none of its points."""
    columns = *_counted("Criterion", "All points"), *(Column(n, True) for n in ("Some", "None"))
    return Section("Points by criterion", columns, [*_criterion_rows(sheets)])


def _criterion_rows(sheets: Sequence[Sheet]) -> Iterator[Row]:
    titles = {item.key: item.title.partition(" (")[0] for s in sheets for item in s.items}
    for key, title in titles.items():
        items = [item for sheet in sheets for item in sheet.items if item.key == key]
        full = sum(item.score == item.points for item in items)
        none = sum(not item.score for item in items if item.points)
        yield _row(full, items, title, str(len(items) - full - none), str(none))


def _counted(name: str, count: str = "How many") -> tuple[Column, ...]:
    return Column(count, number=True), Column("Share"), Column(name)


def _row(count: int, of: Sequence[object], *cells: Cell) -> Row:
    return Row((f"{count} of {len(of)}", Share(count / max(len(of), 1)), *cells))
