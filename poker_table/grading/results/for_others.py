"""Exports that are not for students: anonymous letters for a second marker, files for JPlag."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any

from poker_table.files.whole_file import write_whole
from poker_table.game.errors import PokerTableError
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry
from poker_table.grading.results.folder import ANONYMOUS, JPLAG, KEY, Results, folder_name
from poker_table.grading.results.pages import class_page, letter, write_lessons
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.running.untrusted_files import copy_file, copy_tree
from poker_table.grading.sheet import Sheet
from poker_table.show import html

# Fields of a sheet and of its faults in which a name may stand.
STUDENT_TEXT_FIELDS = "details", "evidence", "printed", "trouble"


def write_anonymous(results: Results, entries: Sequence[Entry]) -> None:
    """Write letters and a class page without names or student numbers, and a key to the codes.

    They contain the results of the program, but no marks or comments given by hand.
    """
    folder, key = results.folder / ANONYMOUS, _key(results.folder / KEY, entries)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    sheets = [
        without_names(sheet, entry, key[entry.name])
        for entry in sorted(entries, key=lambda entry: key[entry.name])
        if (sheet := results.sheet(entry.name))
    ]
    for sheet in sheets:
        write_whole(str(folder / f"{sheet.subject}.html"), html.draw(letter(sheet)))
    write_lessons(sheets, folder)
    write_whole(str(folder / "class.html"), html.draw(class_page(sheets)))


def _key(path: Path, entries: Sequence[Entry]) -> Mapping[str, str]:
    """Return a code for each submission: the one in the key file, else a new one."""
    key = dict[str, str]()
    with suppress(FileNotFoundError), path.open(encoding="utf-8", newline="") as file:
        key = {name: code for code, name, *_ in list(csv.reader(file))[1:]}
    stream = io.StringIO()
    rows = [(key.setdefault(e.name, token_hex(3)), e.name, e.display_name) for e in entries]
    csv.writer(stream).writerows([("Code", "Submission", "Student"), *rows])
    write_whole(str(path), stream.getvalue(), force=True)
    return key


def without_names(sheet: Sheet, entry: Entry, code: str) -> Sheet:
    """Return a sheet under a code, with … for each part of a name and each student number."""
    name_parts = re.findall(
        r"[^\W_]{3,}", " ".join((entry.name, entry.display_name, *entry.known_as))
    )
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(name_parts) or '$.'})(?![^\W_])", re.IGNORECASE)
    facts = {name: value for name, value in sheet.facts.items() if name != "student"}
    hidden: Sheet = from_data(_hidden(as_data(sheet), pattern))
    return replace(hidden, subject=code, facts=facts, before=None)


def _hidden(data: Any, names: re.Pattern[str], is_student_text: bool = False) -> Any:
    """Return the data of a sheet; in the student's own texts, … replaces each name."""
    if isinstance(data, dict):
        return {
            key: _hidden(value, names, is_student_text or key in STUDENT_TEXT_FIELDS)
            for key, value in data.items()
        }
    if isinstance(data, list):
        return [_hidden(value, names, is_student_text) for value in data]
    return names.sub("…", data) if is_student_text and isinstance(data, str) else data


def write_jplag(results: Results, entries: Sequence[Entry]) -> None:
    """Copy the submissions into a folder for JPlag, a subfolder for each."""
    shutil.rmtree(results.folder / JPLAG, ignore_errors=True)
    for entry in entries:
        folder = results.folder / JPLAG / folder_name(entry.name)
        folder.mkdir(parents=True)
        with (
            suppress(PokerTableError, OSError),
            unpacked(entry.path) as path,
        ):  # an unreadable one stays empty
            if os.path.isdir(path):
                copy_tree(path, str(folder))
            else:
                copy_file(path, str(folder / os.path.basename(path)))
