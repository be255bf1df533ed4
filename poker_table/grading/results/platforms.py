"""Reports: mark sheets in the file formats that marking platforms import."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree

from poker_table.files.whole_file import write_whole
from poker_table.grading.results import words
from poker_table.grading.results.letter import letter
from poker_table.grading.sheet import ERROR, FAILED, LATE, PASSED, Item, Sheet, format_points
from poker_table.show import csv, markdown

PLAIN = {"output_format": "text", "visibility": "visible"}  # of Gradescope
JUNIT_COUNTS = {
    "tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped",
}  # fmt: skip
PENALTY = "penalty"  # the CSV column of the item `late`; the column `late` is how late it was


def write_reports(files: Mapping[str, str], sheets: Sequence[Sheet]) -> None:
    """Write each report to its file."""
    for path, kind in files.items():
        write_whole(path, REPORTS[kind](sheets), force=True)


def json_report(sheets: Sequence[Sheet]) -> str:
    """Return everything that the sheets say as one JSON document."""
    return _json(words.report_document(sheets))


def gradescope_report(sheets: Sequence[Sheet]) -> str:
    """Return the `results.json` of Gradescope's autograder, for one sheet."""
    (sheet,) = sheets
    tests = [
        {
            "number": str(number),
            "name": words.item_title(item),
            "score": item.score,
            "max_score": item.points,
            "status": PASSED if item.outcome == PASSED else FAILED,
            "output": words.item_text(item, sheet),
            **PLAIN,
        }
        for number, item in enumerate(sheet.items if sheet.is_marked else [], start=1)
    ]
    return _json({"output": _overview(sheet), **PLAIN, "tests": tests})


def junit_report(sheets: Sequence[Sheet]) -> str:
    """Return JUnit's XML. A failure is the program's fault, an error the marker's."""
    root = ElementTree.Element("testsuites", {"name": "poker-table"})
    for sheet in sheets:
        suite = ElementTree.SubElement(root, "testsuite", {"name": sheet.subject})
        # An empty suite would pass: that nothing was judged is an error.
        unjudged = Item("marking", "The marking", 0, 0, ERROR, sheet.trouble or sheet.outcome)
        for item in sheet.items or [unjudged]:
            _add_case(suite, sheet, item)
        ElementTree.SubElement(suite, "system-out").text = _overview(sheet)
    for element in (root, *root):
        for name, tag in JUNIT_COUNTS.items():
            element.set(name, str(len([*element.iter(tag)])))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def markdown_report(sheets: Sequence[Sheet]) -> str:
    """Return the letters of the sheets as Markdown, one below the other."""
    return "\n".join(markdown.draw(letter(sheet)) for sheet in sheets)


def csv_report(sheets: Sequence[Sheet]) -> str:
    """Return a CSV row for each sheet: outcome, points, points of each item, first fault, facts.

    Without a mark the points are empty.
    """
    keys = dict.fromkeys(_column(item) for sheet in sheets for item in sheet.items)
    facts = dict.fromkeys(name for sheet in sheets for name in sheet.facts)
    columns = ["submission", "outcome", "score", "points", *keys, "first_fault", *facts, "news"]
    lines = [csv.line(columns)]
    for sheet in sheets:
        row = {**sheet.facts, "submission": sheet.subject, "outcome": sheet.outcome}
        if sheet.is_marked:
            row |= {"score": format_points(sheet.score), "points": format_points(sheet.points)}
            row |= {_column(item): format_points(item.score) for item in sheet.items}
        row["news"] = " ".join(words.news(sheet))
        row["first_fault"] = sheet.trouble or "".join(words.fault_texts(sheet)[:1])
        lines.append(csv.line(row.get(name, "") for name in columns))
    return "".join(lines)


def _column(item: Item) -> str:
    return PENALTY if item.key == LATE else item.key


#: The kinds of `--report`.
REPORTS: dict[str, Callable[[Sequence[Sheet]], str]] = {
    "json": json_report,
    "junit": junit_report,
    "gradescope": gradescope_report,
    "markdown": markdown_report,
    "csv": csv_report,
}
FOR_ONE_SHEET = ("gradescope",)


def _add_case(suite: ElementTree.Element, sheet: Sheet, item: Item) -> None:
    named = {"name": words.item_title(item), "classname": sheet.subject}
    case = ElementTree.SubElement(suite, "testcase", named)
    properties = ElementTree.SubElement(case, "properties")
    for name in "points", "score":
        value = format_points(getattr(item, name))
        ElementTree.SubElement(properties, "property", name=name, value=value)
    if item.outcome != PASSED:
        kind, text = "failure" if item.outcome == FAILED else "error", words.item_text(item, sheet)
        first = (text.splitlines() or [""])[0]
        ElementTree.SubElement(case, kind, message=first, type=item.key).text = text


def _overview(sheet: Sheet) -> str:
    remarks = (f"{remark}." for remark in sheet.remarks)
    lines = [words.summary_line(sheet), *words.news(sheet), words.facts_text(sheet), *remarks]
    return "\n".join(lines)


def _json(document: object) -> str:
    return json.dumps(document, indent=2) + "\n"
