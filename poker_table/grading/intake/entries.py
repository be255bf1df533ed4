"""The submissions in a folder, or in a download from Moodle, Canvas or Gradescope."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from poker_table.files.text import paths_in_folder, read_text
from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import (
    ARCHIVES,
    DOCUMENTS,
    is_archive,
    top_folder,
    unpack_archive,
)
from poker_table.grading.intake.late import UNKNOWN_DELAY, delay_in_words
from poker_table.grading.running.untrusted_files import MAX_BYTES, NO_ROOM, copy_file

MAX_DOWNLOAD = 16  # a download may be this many times as large as one submission
METADATA = "submission_metadata.yml"  # Gradescope's
# `First Last_657737_assignsubmission_file_`, a folder, or a file with its own name after that. The
# first number counts, because a student may choose a file name that looks like another prefix. Of a
# folder, which has none, the last one counts: a student may choose a name.
MOODLE = re.compile(r"(.+?)_(\d+)_assignsubmission_([a-z]+)_?(.*)", re.DOTALL)
MOODLE_FOLDER = re.compile(MOODLE.pattern.replace("+?", "+", 1), re.DOTALL)
# `smithbob_LATE_340934_208490284_mine-1.py`, where -1 is the second attempt.
CANVAS = re.compile(r"(.+?)(_LATE)?_(\d+)_(\d+)_(.+?)(?:-(\d+))?((?:\.\w+)*)", re.DOTALL)
SUBMITTERS = re.compile(r"^(\S+):\n(?:  .*\n)*?  :submitters:\n((?:  [- ].*\n)+)", re.MULTILINE)
YAML_PAIR = re.compile(r"^  [- ] :(name|sid|email): *(['\"]?)(.*?)\2 *$", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """One submission of a batch: `name` is the name of its results, `path` a file or a folder.

    `student` is the name on the platform, and `known_as` the student's numbers and addresses there.
    `late` is by how many seconds, 0 if in time. Of several files with the same `own_name`, the
    last one in `order` counts.
    """

    name: str
    path: str
    student: str = ""
    known_as: tuple[str, ...] = ()
    late: int = 0
    own_name: str = ""
    order: tuple[int, ...] = ()

    @property
    def display_name(self) -> str:
        """The student's name if a platform gives it, else the submission's name without suffix."""
        return printable(self.student) or _without_suffix(self.name, self.path)

    @property
    def facts(self) -> dict[str, str]:
        """The facts for its mark sheet: the student's name on a platform, how late it was."""
        named = {"student": printable(self.student)} if self.student else {}
        return named | ({"late": delay_in_words(self.late)} if self.late else {})

    def with_number(self) -> Entry:
        """Return the entry with a number after the student's name, to make the name unique."""
        number = next((word for word in self.known_as if word not in self.display_name), self.name)
        return replace(self, student=f"{self.display_name} ({number})")


def entries_in(
    batch: str, work_folder: str, suffixes: Collection[str], ours: Iterable[str] = ()
) -> tuple[list[Entry], list[str]]:
    """Return the submissions of a batch in order of name, and a message for every skipped file.

    The batch is a folder or an archive. Archives are unpacked, and files of one student put
    together, in the empty work folder. Programs have one of the suffixes; `ours` are paths of the
    marker's own files. Raises MarkerError if there is no submission, FileError if the folder cannot
    be read.
    """
    folder = _batch_folder(batch, os.path.join(work_folder, "download"))
    metadata, our_paths = os.path.join(folder, METADATA), {*map(os.path.realpath, ours)}
    paths = [path for path in paths_in_folder(folder) if os.path.realpath(path) not in our_paths]
    # A link could lead to a folder of the marker's, which the program in it would print.
    links = [path for path in paths if os.path.islink(path) and os.path.isdir(path)]
    paths = [path for path in paths if path not in links]
    if not paths:
        raise MarkerError(f"{printable(batch)}: expected submissions, got an empty folder")
    # If no name looks like a submission, all of them may be in a language that we do not know.
    programs = [path for path in paths if _is_submission(path, suffixes)] or paths
    strays = [path for path in paths if path not in programs and path != metadata]
    skipped = dict.fromkeys(strays, "it is no program, no folder and no archive")
    skipped |= dict.fromkeys(links, "it is a link to a folder")
    canvas = _canvas_entries(programs)
    files = canvas or [*map(_moodle_entry, programs)]
    # Headers of the same students; not beside an archive, which is only unpacked if it is alone.
    students = {e.known_as for e in files if e.own_name and not is_archive(e.path)}
    for path in strays:
        for entry in _canvas_entries([path]) if canvas else [_moodle_entry(path)]:
            is_document = path.lower().endswith(DOCUMENTS)
            if entry.own_name and entry.known_as in students and not is_document:
                files.append(entry)
                del skipped[path]
    submitters = _gradescope_submitters(metadata) if metadata in paths else {}
    entries = _one_per_student(files, work_folder, skipped)
    unique = with_unique_names(replace(e, **submitters.get(e.name, {})) for e in entries)
    names = {path: printable(os.path.basename(path)) for path in skipped}
    return unique, [f"{names[path]}: left alone: {why}" for path, why in skipped.items()]


def with_unique_names(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries with names that can be printed, and with display names that all differ.

    A display name also differs from the names of the others, with their numbers and without:
    students choose it, and marks.toml has all of them. macOS writes ü as two characters: such a
    name is the same as with one, unless the batch has both.
    """
    all_entries = [*entries]
    counts = Counter(composed(entry.name) for entry in all_entries)
    named = list[Entry]()
    for e in all_entries:
        if counts[composed(e.name)] == 1:
            e = replace(e, name=composed(e.name), student=composed(e.student))
        # Two backslashes for one: names that differ still differ when they can be printed.
        named.append(replace(e, name=printable(e.name.replace("\\", r"\\"))))
    names = [{e.name, e.display_name, e.with_number().display_name} for e in named]
    counts = Counter(name for each in names for name in each)
    return [e.with_number() if counts[e.display_name] > 1 else e for e in named]


def composed(name: str) -> str:
    """Return a name in which an umlaut is one letter: archives made by macOS have it as two."""
    return normalize("NFC", name)


def _batch_folder(batch: str, folder: str) -> str:
    """Return the folder that contains the submissions; unpack an archive to the given folder."""
    if not is_archive(os.path.realpath(batch)):
        return batch
    os.mkdir(folder)
    unpack_archive(batch, folder, MAX_DOWNLOAD)
    top = top_folder(folder)
    return folder if MOODLE.fullmatch(os.path.basename(top)) else top


def _is_submission(path: str, suffixes: Collection[str]) -> bool:
    if os.path.isdir(path):
        return os.path.basename(path) != "__MACOSX"
    return os.path.splitext(path)[1].lower() in suffixes or is_archive(path)


def _without_suffix(name: str, path: str) -> str:
    """Return a name without suffix: a folder has none, such as one called by a login with a dot."""
    if os.path.isdir(path):
        return name
    of_archives = (suffix for suffix in ARCHIVES if name.lower().endswith(suffix))
    return name[: len(name) - len(next(of_archives, os.path.splitext(name)[1]))]


def _moodle_entry(path: str) -> Entry:
    name = os.path.basename(path)
    match = (MOODLE_FOLDER if os.path.isdir(path) else MOODLE).fullmatch(name)
    if not match:
        return Entry(name, path, "", (_without_suffix(name, path),))
    student, number, kind, own_name = match.groups()
    order = (1,) if kind == "file" else ()  # text typed into the form has none
    name = f"{student}_{number}_assignsubmission_file_" if own_name else name
    return Entry(name, path, student, (f"Participant {number}",), 0, own_name, order)


def _canvas_entries(paths: Sequence[str]) -> list[Entry]:
    """Return an entry for each file if all have names from Canvas, else an empty list."""
    entries = []
    for path in paths:
        match = CANVAS.fullmatch(os.path.basename(path))
        if not match or os.path.isdir(path):
            return []
        student, late, number, file, stem, attempt, suffix = match.groups()
        name, order = f"{student}_{number}", (int(attempt or 0), int(file))
        delay = UNKNOWN_DELAY if late else 0
        entries.append(Entry(name, path, student, (number,), delay, stem + suffix, order))
    return entries


def _one_per_student(
    entries: Sequence[Entry], work_folder: str, skipped: dict[str, str]
) -> Iterator[Entry]:
    """Yield one entry per student; add each file that does not count, and why, to `skipped`."""
    students: dict[object, list[Entry]] = {}
    for entry in entries:
        students.setdefault(entry.known_as if entry.student else entry.path, []).append(entry)
    for own_entries in students.values():
        files = [entry for entry in own_entries if entry.order] or own_entries
        last = {entry.own_name: entry for entry in sorted(files, key=lambda entry: entry.order)}
        for entry in own_entries:
            if entry not in last.values():
                why = "a later try replaces it" if entry.order else "typed in beside files"
                skipped[entry.path] = why
        yield last.get("") or _in_one_folder([*last.values()], work_folder)


def _in_one_folder(files: Sequence[Entry], work_folder: str) -> Entry:
    """Copy a student's files to one folder, under their own names; return its entry."""
    folder = os.path.join(work_folder, "students", *files[0].known_as)
    os.makedirs(folder)
    try:
        for entry in files:
            copy_file(entry.path, os.path.join(folder, entry.own_name))
    except OSError as error:
        if error.errno in NO_ROOM:
            raise MarkerError(f"{folder}: {error.strerror}") from None
        return files[0]  # such as one that is too large: marking it will report the same error
    late = min(entry.late for entry in files)  # UNKNOWN_DELAY, which is below 0, if one was late
    return replace(files[0], path=folder, late=late)


def _gradescope_submitters(path: str) -> dict[str, dict[str, Any]]:
    """Return `student` and `known_as` of each folder's submitters, by the folder's name."""
    lines = read_text(path, "Gradescope's metadata", MAX_BYTES).splitlines()
    submitters = {}
    for folder, record in SUBMITTERS.findall("\n".join([*lines, ""])):
        pairs = [(key, v.replace(q * 2, q)) for key, q, v in YAML_PAIR.findall(record)]
        names = [value for key, value in pairs if key == "name" and value]
        known_as = tuple(value for key, value in pairs if key != "name" and value)
        submitters[folder] = {"student": ", ".join(names), "known_as": known_as}
    return submitters
