"""The submissions in a folder, or in what Moodle, Canvas or Gradescope give for download."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from poker_table.files.text import names_in, whole_text
from poker_table.game.errors import MarkerError, printable
from poker_table.grading.intake.archives import is_archive, top_folder, unpack_archive
from poker_table.grading.running.folder import LARGEST, copy_file

MANY = 16  # submissions of the largest size: so much is unpacked of a download
METADATA = "submission_metadata.yml"  # Gradescope's
# `First Last_657737_assignsubmission_file_`, a folder, or with the file's own name after it: that
# may look like another's whole name, so that the first number counts.
MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<own>.*)"
)
# `smithbob_LATE_340934_208490284_mine-1.py`, where -1 is the second try.
CANVAS = re.compile(r"(?P<student>.+?)(?P<late>_LATE)?_(?P<number>\d+)_(?P<file>\d+)_(?P<own>.+)")
YAML_PAIR = re.compile(r"[ -]+:(name|sid|email): *(['\"]?)(.*?)\2 *")
TRY = re.compile(r"-(\d+)(?=(?:\.\w+)*$)")


@dataclass(frozen=True)
class Entry:
    """One submission of a batch: `name` is that of its results, `path` a file or a folder.

    `student` is who handed it in, as the platform names them, and `known_as` their numbers and
    addresses there.
    """

    name: str
    path: str
    student: str = ""
    known_as: tuple[str, ...] = ()
    late: bool = False

    @property
    def called(self) -> str:
        """The student, or where no platform tells, what the submission is called."""
        return self.student or os.path.splitext(self.name)[0]

    @property
    def facts(self) -> dict[str, str | int]:
        """What its mark sheet says of it."""
        told = {"student": printable(self.student), "late": "yes" if self.late else ""}
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True)
class _HandedIn:
    """A file or folder of a student, told by a number; `own` is what the student named it."""

    entry: Entry
    number: str = ""
    own: str = ""
    order: tuple[int, ...] = ()
    typed_in: bool = False


def entries_in(
    batch: str, unpacked: str, suffixes: Collection[str], ours: Iterable[str] = ()
) -> tuple[list[Entry], list[str]]:
    """Return the submissions of a batch by name, and in a line each what in it is none.

    The batch is a folder or an archive, which is unpacked to an empty folder; that also takes what
    has to be put together. Programs have one of the suffixes; `ours` are our own files. Raises
    MarkerError if there is no submission, FileError if the folder cannot be read.
    """
    folder = _download(batch, os.path.join(unpacked, "download"))
    names = names_in(folder)
    taken = {*map(os.path.realpath, ours)}
    paths = [os.path.join(folder, name) for name in names]
    others = [path for path in paths if os.path.realpath(path) not in taken]
    if not others:
        raise MarkerError(f"{printable(batch)}: expected submissions, got an empty folder")
    # Where there is none by its name, they may be in a language that we do not know.
    found = [path for path in others if _may_be_one(path, suffixes)] or others
    strays = [path for path in others if path not in found and not path.endswith(METADATA)]
    alone = [_alone(path, "it is no program, no folder and no archive") for path in strays]
    handed_in = _canvas(found) or [_moodle(path) or _plain(path) for path in found]
    entries = list(_put_together(handed_in, unpacked, alone))
    submitters = _gradescope(os.path.join(folder, METADATA)) if METADATA in names else {}
    return [replace(entry, **submitters.get(entry.name, {})) for entry in entries], alone


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


def _alone(path: str, why: str) -> str:
    return f"{printable(os.path.basename(path))}: left alone: {why}"


def _shown(name: str) -> str:
    """Return a name as it is shown: no two are shown alike."""
    return printable(name.replace("\\", r"\\"))


def _plain(path: str) -> _HandedIn:
    name = os.path.basename(path)
    return _HandedIn(Entry(_shown(name), path, "", (os.path.splitext(name)[0],)))


def _moodle(path: str) -> _HandedIn | None:
    found = MOODLE.fullmatch(os.path.basename(path))
    if not found:
        return None
    student, number, kind, own = found.groups()
    name = f"{student}_{number}_assignsubmission_file_" if own else found[0]
    entry = Entry(_shown(name), path, student, (f"Participant {number}",))
    return _HandedIn(entry, number, own, (), kind != "file")


def _canvas(paths: Sequence[str]) -> list[_HandedIn]:
    """Return what students handed in if all of it has Canvas's names, else nothing."""
    matches = [CANVAS.fullmatch(os.path.basename(path)) for path in paths]
    handed_in = []
    for path, found in zip(paths, matches, strict=True):
        if not found or os.path.isdir(path):
            return []
        student, late, number, file, own = found.groups()
        attempt = TRY.search(own)
        order = int(attempt[1]) if attempt else 0, int(file)
        entry = Entry(_shown(f"{student}_{number}"), path, student, (number,), bool(late))
        handed_in.append(_HandedIn(entry, number, TRY.sub("", own), order))
    return handed_in


def _put_together(
    handed_in: Sequence[_HandedIn], unpacked: str, alone: list[str]
) -> Iterator[Entry]:
    """Yield an entry a student; what does not count is added to what is left alone."""
    groups: dict[str, list[_HandedIn]] = {}
    for each in handed_in:
        groups.setdefault(each.number or each.entry.path, []).append(each)
    for group in groups.values():
        files = [each for each in group if not each.typed_in] or group
        alone += [
            _alone(each.entry.path, "typed in beside files") for each in group if each not in files
        ]
        last = {each.own: each for each in sorted(files, key=lambda each: each.order)}
        replaced = [each for each in files if each not in last.values()]
        alone += [_alone(each.entry.path, "a later try replaces it") for each in replaced]
        yield _entry_of(last, unpacked)


def _entry_of(files: Mapping[str, _HandedIn], unpacked: str) -> Entry:
    """Return the one entry of a student's files: they lie in a folder, under their own names."""
    entries = [each.entry for each in files.values()]
    if "" in files:
        return files[""].entry
    (number,) = {each.number for each in files.values()}
    folder = os.path.join(unpacked, "students", number)
    os.makedirs(folder)
    try:
        for name, each in files.items():
            copy_file(each.entry.path, os.path.join(folder, name))
    except OSError:  # too large, say: its marking will say so
        return entries[0]
    return replace(entries[0], path=folder, late=any(entry.late for entry in entries))


def _gradescope(path: str) -> dict[str, dict[str, Any]]:
    """Return who handed in each folder, by its name, from `submission_metadata.yml`."""
    found: dict[str, dict[str, Any]] = {}
    name, submitters = "", False
    for line in whole_text(path, "Gradescope's metadata", LARGEST).splitlines():
        if not line.startswith((" ", "-")):
            name = line.strip().rstrip(":")
        elif line.startswith("  :"):
            submitters = line.strip() == ":submitters:"
        elif submitters and (pair := YAML_PAIR.fullmatch(line)):
            key, quote, value = pair.groups()
            value = value.replace(quote * 2, quote)
            told = found.setdefault(name, {"student": "", "known_as": ()})
            if key == "name":
                told["student"] = ", ".join(filter(None, [told["student"], value]))
            told["known_as"] += (value,)
    return found
