"""Exports that are not for students: anonymous letters for a second marker, files for JPlag."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex

from poker_table.files.whole_file import write_whole
from poker_table.game.errors import PokerTableError
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry
from poker_table.grading.results.folder import ANONYMOUS, JPLAG, KEY, Results, folder_name
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import class_page, write_lessons
from poker_table.grading.results.sheet_json import MAKERS, as_data, from_data
from poker_table.grading.running.untrusted_files import copy_into
from poker_table.grading.sheet import Sheet
from poker_table.show import csv, html

LEFT_OUT = "…"
OUR_FACTS = "composed_decks", "published_decks", "own_decks", "sandbox", "late"


def write_anonymous(results: Results, entries: Sequence[Entry]) -> None:
    """Write letters and a class page without names or student numbers, and a key to the codes.

    They contain the results of the program, but no marks or comments given by hand.
    """
    folder, codes = results.folder / ANONYMOUS, _codes(results, entries)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    sheets = [
        anonymous_sheet(sheet, codes[entry.name])
        for entry in sorted(entries, key=lambda entry: codes[entry.name])
        if (sheet := results.sheet(entry.name))
    ]
    for sheet in sheets:
        write_whole(str(folder / f"{sheet.subject}.html"), html.draw(letter(sheet)))
    write_lessons(sheets, folder)
    write_whole(str(folder / "class.html"), html.draw(class_page(sheets)))


def _codes(results: Results, entries: Sequence[Entry]) -> Mapping[str, str]:
    """Return a code for each submission, the same in every run; write the key to them."""
    codes = dict(results.remembered.get("codes", {}))
    rows = [(codes.setdefault(e.name, token_hex(4)), e.name, e.display_name) for e in entries]
    results.remember(codes=codes)
    header = "Code", "Submission", "Student"
    results.write_list(KEY, "".join(map(csv.line, (header, *rows))).encode())
    return codes


def anonymous_sheet(sheet: Sheet, code: str) -> Sheet:
    """Return a sheet under a code, built of our own words and values.

    Every text that a program, its file names or its compiler could choose is left out.
    """
    ours = from_data(as_data(sheet), {**MAKERS, "Foreign": lambda _: LEFT_OUT})
    findings = [
        replace(f, example=replace(f.example, printed=(LEFT_OUT,) * len(f.example.printed)))
        for f in ours.findings
    ]
    facts = {name: value for name, value in sheet.facts.items() if name in OUR_FACTS}
    return Sheet(
        code, sheet.items, tuple(findings), ours.remarks, facts, LEFT_OUT if sheet.trouble else "",
        late=sheet.late, is_right=sheet.is_right, confusions=sheet.confusions,
    )  # fmt: skip


def write_jplag(results: Results, entries: Sequence[Entry]) -> None:
    """Copy the submissions into a folder for JPlag, a subfolder for each, but no link."""
    shutil.rmtree(results.folder / JPLAG, ignore_errors=True)
    for entry in entries:
        folder = results.folder / JPLAG / folder_name(entry.name)
        folder.mkdir(parents=True)
        # An unreadable one stays empty.
        with suppress(PokerTableError, OSError), unpacked(entry.path) as path:
            copy_into(path, str(folder), links=False)
