"""The submissions in a folder, or in what Moodle, Canvas or Gradescope give for download."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from poker_table.files.text import names_in_folder, read_text
from poker_table.game.errors import MarkerError, printable
from poker_table.grading.intake.archives import is_archive, top_folder, unpack_archive
from poker_table.grading.running.untrusted_files import MAX_BYTES, copy_file

MANY = 16  # submissions of the largest size: so much is unpacked of a download
LATE_SOMEHOW = "yes"  # nobody says by how much
METADATA = "submission_metadata.yml"  # Gradescope's
# `First Last_657737_assignsubmission_file_`, a folder, or with the file's own name after it: that
# may look like another's whole name, so that the first number counts.
MOODLE = re.compile(r"(.+?)_(\d+)_assignsubmission_([a-z]+)_?(.*)")
# `smithbob_LATE_340934_208490284_mine-1.py`, where -1 is the second try.
CANVAS = re.compile(r"(.+?)(_LATE)?_(\d+)_(\d+)_(.+?)(?:-(\d+))?((?:\.\w+)*)")
SUBMITTERS = re.compile(r"^(\S+):\n(?:  .*\n)*?  :submitters:\n((?:  [- ].*\n)+)", re.MULTILINE)
YAML_PAIR = re.compile(r"^[ -]+:(name|sid|email): *(['\"]?)(.*?)\2 *$", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """One submission of a batch: `name` is that of its results, `path` a file or a folder.

    `student` is who handed it in, as the platform names them, and `known_as` their numbers and
    addresses there. Who is `late` is it by so many seconds, if that is known. Of several files with
    the same `own_name` name the last one in `order` counts.
    """

    name: str
    path: str
    student: str = ""
    known_as: tuple[str, ...] = ()
    late: bool = False
    own_name: str = ""
    order: tuple[int, ...] = ()
    late_by: int = 0

    @property
    def display_name(self) -> str:
        """The student, or where no platform tells, what the submission is called."""
        return self.student or os.path.splitext(self.name)[0]

    @property
    def facts(self) -> dict[str, str | int]:
        """What its mark sheet says of it."""
        late = str(timedelta(seconds=self.late_by)) if self.late_by else LATE_SOMEHOW
        facts = {"student": printable(self.student), "late": late if self.late else ""}
        return {name: value for name, value in facts.items() if value}

    def with_number(self) -> Entry:
        """Return it with a number beside the student's name, which others have too."""
        number = next((word for word in self.known_as if word not in self.display_name), self.name)
        return replace(self, student=f"{self.display_name} ({number})")


def entries_in(
    batch: str, unpacked: str, suffixes: Collection[str], ours: Iterable[str] = ()
) -> tuple[list[Entry], list[str]]:
    """Return the submissions of a batch by name, and a message for every file that is skipped.

    The batch is a folder or an archive, which is unpacked to an empty folder; that also takes what
    has to be put together. Programs have one of the suffixes; `ours` are our own files. Raises
    MarkerError if there is no submission, FileError if the folder cannot be read.
    """
    folder = _download(batch, os.path.join(unpacked, "download"))
    metadata, our_paths = os.path.join(folder, METADATA), {*map(os.path.realpath, ours)}
    paths = [os.path.join(folder, name) for name in names_in_folder(folder)]
    others = [path for path in paths if os.path.realpath(path) not in our_paths]
    if not others:
        raise MarkerError(f"{printable(batch)}: expected submissions, got an empty folder")
    # Where there is none by its name, they may be in a language that we do not know.
    programs = [path for path in others if _may_be_one(path, suffixes)] or others
    strays = [path for path in others if path not in programs and path != metadata]
    skipped = dict.fromkeys(strays, "it is no program, no folder and no archive")
    handed_in = _canvas(programs) or [*map(_moodle, programs)]
    entries = [*_put_together(handed_in, unpacked, skipped)]
    submitters = _gradescope(metadata) if metadata in paths else {}
    messages = [
        f"{printable(os.path.basename(p))}: left alone: {why}" for p, why in skipped.items()
    ]
    for n, entry in enumerate(entries):
        name = printable(entry.name.replace("\\", r"\\"))  # no two are shown alike
        entries[n] = replace(entry, name=name, **submitters.get(name, {}))
    times = Counter(entry.display_name for entry in entries)
    return [e.with_number() if times[e.display_name] > 1 else e for e in entries], messages


def _download(batch: str, folder: str) -> str:
    """Return the folder with the submissions of a batch, which may be an archive."""
    if not is_archive(os.path.realpath(batch)):
        return batch
    os.mkdir(folder)
    unpack_archive(batch, folder, MANY)
    top = top_folder(folder)
    return folder if MOODLE.fullmatch(os.path.basename(top)) else top


def _may_be_one(path: str, suffixes: Collection[str]) -> bool:
    """Return whether a path is a submission, by its name and kind."""
    program = os.path.splitext(path)[1].lower() in suffixes or is_archive(path)
    return program or (os.path.isdir(path) and os.path.basename(path) != "__MACOSX")


def _moodle(path: str) -> Entry:
    """Return what Moodle's name tells, or any other that is not a platform's."""
    name = os.path.basename(path)
    match = MOODLE.fullmatch(name)
    if not match:
        return Entry(name, path, "", (os.path.splitext(name)[0],))
    student, number, kind, own_name = match.groups()
    order = (1,) if kind == "file" else ()  # for what was typed in
    name = f"{student}_{number}_assignsubmission_file_" if own_name else name
    return Entry(name, path, student, (f"Participant {number}",), False, own_name, order)


def _canvas(paths: Sequence[str]) -> list[Entry]:
    """Return what students handed in if all of it has Canvas's names, else nothing."""
    entries = []
    for path in paths:
        match = CANVAS.fullmatch(os.path.basename(path))
        if not match or os.path.isdir(path):
            return []
        student, late, number, file, stem, attempt, end = match.groups()
        name, order = f"{student}_{number}", (int(attempt or 0), int(file))
        entries.append(Entry(name, path, student, (number,), bool(late), stem + end, order))
    return entries


def _put_together(
    entries: Sequence[Entry], unpacked: str, skipped: dict[str, str]
) -> Iterator[Entry]:
    """Yield an entry a student; what does not count is left alone, by its path why."""
    students: dict[object, list[Entry]] = {}
    for entry in entries:
        students.setdefault(entry.known_as if entry.student else entry.path, []).append(entry)
    for handed_in in students.values():
        files = [entry for entry in handed_in if entry.order] or handed_in
        last = {entry.own_name: entry for entry in sorted(files, key=lambda entry: entry.order)}
        for entry in [entry for entry in handed_in if entry not in last.values()]:
            why = "a later try replaces it" if entry.order else "typed in beside files"
            skipped[entry.path] = why
        yield last.get("") or _in_a_folder([*last.values()], unpacked)


def _in_a_folder(files: Sequence[Entry], unpacked: str) -> Entry:
    """Return the one entry of a student's files: they lie in a folder, under their own names."""
    folder = os.path.join(unpacked, "students", *files[0].known_as)
    os.makedirs(folder)
    try:
        for entry in files:
            copy_file(entry.path, os.path.join(folder, entry.own_name))
    except OSError:  # too large, say: its marking will say so
        return files[0]
    return replace(files[0], path=folder, late=any(entry.late for entry in files))


def _gradescope(path: str) -> dict[str, dict[str, Any]]:
    """Return who handed in each folder, by its name, from `submission_metadata.yml`."""
    lines = read_text(path, "Gradescope's metadata", MAX_BYTES).splitlines()
    submitters = {}
    for folder, record in SUBMITTERS.findall("\n".join([*lines, ""])):
        pairs = [(key, v.replace(q * 2, q)) for key, q, v in YAML_PAIR.findall(record)]
        names = [value for key, value in pairs if key == "name" and value]
        known_as = tuple(value for _, value in pairs)
        submitters[folder] = {"student": ", ".join(names), "known_as": known_as}
    return submitters
