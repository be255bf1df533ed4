"""Mark sheets as files that markers' platforms read, kept up to date while the marking goes on."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from math import floor
from xml.etree import ElementTree

from poker_table.errors import UsageError, quoted
from poker_table.grading.sheet import ERROR, FAILED, PASSED, Item, Sheet, number
from poker_table.whole_file import may_write, write_whole

REWRITE_EVERY = 1.0  # seconds; each time, a file is written as a whole
PLAIN = {"output_format": "text", "visibility": "visible"}  # in Gradescope's words
GITHUBS_WORDS = {PASSED: "pass", FAILED: "fail", ERROR: "error"}


class ReportFiles:
    """The files asked for as KIND=FILE. Raises UsageError for a kind, FileError for a file."""

    def __init__(self, wanted: Sequence[str], force: bool, many: bool = False) -> None:
        self.files = [_kind_and_path(word, many) for word in wanted]
        self._next = 0.0
        for _, path in self.files:
            may_write(path, force)

    def update(self, sheets: Sequence[Sheet], last: bool = False) -> None:
        """Write every file, unless there is nothing yet, or it was just done and more will come."""
        if not sheets or (not last and time.monotonic() < self._next):
            return
        for kind, path in self.files:
            write_whole(path, REPORTS[kind](sheets), force=True)
        self._next = time.monotonic() + REWRITE_EVERY


def _kind_and_path(word: str, many: bool) -> tuple[str, str]:
    kind, equals, path = word.partition("=")
    if kind not in REPORTS or not equals or not path:
        kinds = ", ".join(REPORTS)
        raise UsageError(f"--report: expected KIND=FILE, KIND one of {kinds}, got {quoted(word)}")
    if many and kind in FOR_ONE_SHEET:
        for_many = ", ".join(kind for kind in REPORTS if kind not in FOR_ONE_SHEET)
        raise UsageError(f"--report {kind} is for one submission; a batch writes {for_many}")
    return kind, path


def json_report(sheets: Sequence[Sheet]) -> str:
    """Return everything that the sheets say as one JSON document."""
    return _json({"sheets": [_sheet_document(sheet) for sheet in sheets]})


def gradescope_report(sheets: Sequence[Sheet]) -> str:
    """Return the `results.json` of Gradescope's autograder, for one sheet."""
    (sheet,) = sheets
    document: dict[str, object] = {
        "output": _overview(sheet),
        **PLAIN,
        "tests": [
            {
                "number": str(place),
                "name": item.title,
                "score": item.score,
                "max_score": item.points,
                "status": "passed" if item.outcome == PASSED else "failed",
                "output": _text(item),
                **PLAIN,
            }
            for place, item in enumerate(sheet.items, start=1)
        ],
    }
    if sheet.outcome == ERROR:
        document["extra_data"] = {"incomplete": True}
    return _json(document)


def github_report(sheets: Sequence[Sheet]) -> str:
    """Return the result object of GitHub Classroom, for one sheet: it knows whole points only."""
    (sheet,) = sheets
    document = {
        "version": 1,
        "status": GITHUBS_WORDS[sheet.outcome],
        "max_score": floor(sheet.points),
        "tests": [
            {
                "name": item.title,
                "status": GITHUBS_WORDS[item.outcome],
                "message": _text(item),
                "score": floor(item.score),
            }
            for item in sheet.items
        ],
    }
    return _json(document)


def junit_report(sheets: Sequence[Sheet]) -> str:
    """Return JUnit's XML: failures are the program's, errors the marker's."""
    everything = _counts(item for sheet in sheets for item in sheet.items)
    root = ElementTree.Element("testsuites", {"name": "poker-table", **everything})
    for sheet in sheets:
        named = {"name": sheet.subject, **_counts(sheet.items)}
        suite = ElementTree.SubElement(root, "testsuite", named)
        suite.extend(_testcase(sheet, item) for item in sheet.items)
        ElementTree.SubElement(suite, "system-out").text = _overview(sheet)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def markdown_report(sheets: Sequence[Sheet]) -> str:
    """Return the sheets as Markdown: a table of points, then what is wrong, the simplest first."""
    return "\n".join(line for sheet in sheets for line in _markdown(sheet))


def csv_report(sheets: Sequence[Sheet]) -> str:
    """Return a line for each sheet: outcome, score, the score of each item, the first fault.

    What a spreadsheet would take for a formula has an apostrophe before it.
    """
    keys = list(dict.fromkeys(item.key for sheet in sheets for item in sheet.items))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["submission", "outcome", "score", "points", *keys, "first_fault"])
    for sheet in sheets:
        scores = {item.key: number(item.score) for item in sheet.items}
        first = sheet.trouble or next(iter(_faults(sheet)), "")
        row = [sheet.subject, sheet.outcome, number(sheet.score), number(sheet.points)]
        writer.writerow(map(_no_formula, [*row, *(scores.get(key, "") for key in keys), first]))
    return stream.getvalue()


#: What `--report` knows.
REPORTS: dict[str, Callable[[Sequence[Sheet]], str]] = {
    "json": json_report,
    "junit": junit_report,
    "gradescope": gradescope_report,
    "github": github_report,
    "markdown": markdown_report,
    "csv": csv_report,
}
FOR_ONE_SHEET = "gradescope", "github"


def _sheet_document(sheet: Sheet) -> dict[str, object]:
    rest = asdict(sheet)
    facts = rest.pop("facts")
    result = {"outcome": sheet.outcome, "score": sheet.score, "points": sheet.points}
    return {"subject": sheet.subject, **result, **facts, **rest}


def _counts(items: Iterable[Item]) -> dict[str, str]:
    outcomes = [item.outcome for item in items]
    return {
        "tests": str(len(outcomes)),
        "failures": str(outcomes.count(FAILED)),
        "errors": str(outcomes.count(ERROR)),
        "skipped": "0",
    }


def _testcase(sheet: Sheet, item: Item) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=item.title, classname=sheet.subject)
    properties = ElementTree.SubElement(case, "properties")
    for name, value in (("points", item.points), ("score", item.score)):
        ElementTree.SubElement(properties, "property", name=name, value=number(value))
    if item.outcome != PASSED:
        kind = "failure" if item.outcome == FAILED else "error"
        first = (_text(item).splitlines() or [sheet.trouble])[0]
        ElementTree.SubElement(case, kind, message=first, type=item.key).text = _text(item)
    return case


def _markdown(sheet: Sheet) -> list[str]:
    rows = [f"| {_cell(item.title)} | {item.mark} | {item.reached} |" for item in sheet.items]
    found = [f"{place}. {_cell(text)}" for place, text in enumerate(_faults(sheet), start=1)]
    noted = [f"- {_cell(note)}" for note in sheet.notes]
    return [
        f"# {_cell(sheet.in_a_line)}",
        "",
        "| What | Outcome | Points |",
        "| --- | --- | --- |",
        *rows,
        "",
        *(["What is wrong, the simplest first:", "", *found, ""] if found else []),
        *(["Notes, which cost nothing:", "", *noted, ""] if noted else []),
    ]


def _faults(sheet: Sheet) -> list[str]:
    """Return what is wrong, a text for each cause."""
    if sheet.findings:
        return [str(finding) for finding in sheet.findings]
    return list(dict.fromkeys(item.text for item in sheet.items if item.text))


def _overview(sheet: Sheet) -> str:
    return "\n".join([sheet.in_a_line, sheet.facts_in_a_line, *sheet.notes])


def _text(item: Item) -> str:
    unfinished = "Not judged: the marking was cut short."
    return item.text or ("" if item.outcome == PASSED else unfinished)


def _cell(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    marked = "".join("\\" + c if c in "\\`*_{}[]<>#|~&" else c for c in text)
    return " ".join(marked.split())


def _no_formula(text: str) -> str:
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text


def _json(document: object) -> str:
    return json.dumps(document, indent=2) + "\n"
