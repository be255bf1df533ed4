"""A student's program: its command, and the folder with copies of the files that it needs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import NamedTuple

from poker_table.files.text import paths_in_folder
from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError, listed
from poker_table.grading.running import sandbox
from poker_table.grading.running.runner import (
    FOR_COMPILING,
    Ending,
    check_start,
    lacking,
    run_copy,
)
from poker_table.grading.running.untrusted_files import (
    NO_ROOM,
    copy_file,
    copy_into,
    copy_tree,
    temporary_folder,
    unpack_tar,
)

DECK = "{deck}"
DECK_NAME, NO_SUCH_NAME = "deck.txt", "no-such-file.txt"
# The suffixes of files that an interpreter or a compiler reads, with the interpreter, if any. Of
# suffixes that are equally common in a batch, the first one counts.
SOURCES = {
    ".py": "python3", ".js": "node", ".rb": "ruby", ".pl": "perl", ".php": "php",
    ".lua": "lua", ".r": "Rscript", ".java": "", ".jar": "java -jar", ".class": "java",
    ".cpp": "", ".cc": "", ".c": "", ".cs": "", ".go": "", ".rs": "",
}  # fmt: skip
MAX_COMPILER_OUTPUT = 2000  # characters of the compiler's messages that are kept
MAKE_NOT_FOUND = re.compile(r"^(.*)\nmake.* Error 127$", re.MULTILINE)
# The compiled folder is returned as text on standard output, whose size is limited.
_HARD_LINKS = "--hard-dereference " if sys.platform == "linux" else ""  # as files; GNU's tar only
COMPILE = f'sh -c "$0" >&2 || exit $?; tar {_HARD_LINKS}-cf - . | base64'


class Unusable(NamedTuple):
    """Why a program cannot be run: how its compiler ended, and what that said.

    Without an ending, the compiler was content, but what it made could not be copied.
    """

    compiler: str = ""
    ending: Ending | None = None
    messages: str = ""


@dataclass(frozen=True)
class Submission:
    """A student's program: its name, the folder to copy for each run, the command to run there.

    `unusable` is set if the program cannot be run at all, such as when it does not compile.
    `warnings` are the compiler's messages about a program that did compile. `left_out` are files
    that are no part of the program, because they have a main of their own.
    """

    name: str
    folder: str
    command: tuple[str, ...]
    unusable: Unusable | None = None
    warnings: str = ""
    left_out: tuple[str, ...] = ()

    def command_for(self, deck: str | None) -> list[str]:
        """Return the command with the deck file's name in place of `{deck}`, or else at the end.

        >>> Submission("Ann", "/tmp", ("./a.out", "--file={deck}")).command_for("deck.txt")
        ['./a.out', '--file=deck.txt']
        >>> Submission("Ann", "/tmp", ("./a.out",)).command_for(None)
        ['./a.out']
        """
        if deck is None:
            return [word for word in self.command if DECK not in word]
        if any(DECK in word for word in self.command):
            return [word.replace(DECK, deck) for word in self.command]
        return [*self.command, deck]


def submission_from_command(
    command: Sequence[str], needs: Sequence[str], folder: str
) -> Submission:
    """Copy the files that a command names to an empty folder; return the submission to run there.

    All files beside a named file that have the same suffix are copied with it: `python3 mine.py`
    copies every .py file there, `java Poker` every .class file. The files in `needs` are copied
    first. Raises MarkerError for a program or a needed file that does not exist, and for a program
    that cannot be run as it is.
    """
    program, *arguments = command
    for need in needs:
        _copy(need, folder)
    words = [_copy_program(program, folder), *(_copy_argument(word, folder) for word in arguments)]
    return Submission(printable(" ".join(command)), folder, tuple(words))


def submission_from_folder(
    path: str, command: Sequence[str], compiler: str, folder: str, level: str
) -> Submission:
    """Copy a file or folder of a batch to an empty folder, and compile it there.

    A submission that does not compile is returned as `unusable`. Raises MarkerError if a file that
    the command names does not exist, or if this machine lacks a program.
    """
    program, *arguments = command
    found_program = sandbox.resolve_shim(program) if "/" in program else _installed(program)
    submission = Submission(printable(os.path.basename(path)), folder, (found_program, *arguments))
    with temporary_folder() as uncompiled:
        target = uncompiled if compiler else folder
        copy_into(path, target)
        if compiler:
            submission = _compiled(submission, uncompiled, compiler, level)
    for word in () if submission.unusable else (program, *arguments):
        needed = word.startswith("./") or _is_source_name(word)
        if needed and not os.path.lexists(os.path.join(folder, word)):
            compiled = "compiled, but " if compiler else ""
            names = [os.path.basename(p) for p in paths_in_folder(folder) if not os.path.isdir(p)]
            raise MarkerError(f"{compiled}there is no {quoted(word)}; there is: {listed(names)}")
    return submission


def _installed(program: str) -> str:
    path = sandbox.find_program(program) or shutil.which(program, path=sandbox.PROGRAMS)
    if path is None:
        raise lacking(program)
    return path


def _suffix(file: str) -> str:
    return os.path.splitext(file)[1]


def _compiled(submission: Submission, source: str, compiler: str, level: str) -> Submission:
    """Run a compiler in a copy of `source`; unpack all its files to the submission's folder."""
    command = ["/bin/sh", "-c", COMPILE, compiler]
    # Whatever else than base64 the compiler writes, a byte is a character: more would take memory.
    run = run_copy(source, command, {}, level, FOR_COMPILING, encoding="latin-1")
    messages = "\n".join(map(printable, run.err.splitlines()))[:MAX_COMPILER_OUTPUT]
    if run.failure:
        check_start(run, source, command, level, FOR_COMPILING)
        if missing := MAKE_NOT_FOUND.search(run.err):
            raise lacking(missing[1])
        return replace(submission, unusable=Unusable(printable(compiler), run.failure, messages))
    try:
        unpack_tar(BytesIO(b64decode(run.out)), submission.folder)
    except Exception as error:  # of a dozen types: a submission can choose what is in the archive
        if getattr(error, "errno", None) in NO_ROOM:
            raise
        return replace(submission, unusable=Unusable())
    return replace(submission, warnings=messages)


def _copy_program(word: str, folder: str) -> str:
    if "/" not in word and (path := sandbox.find_program(word)):
        return path
    if not os.path.isfile(word):
        advice = "; should the quotes be left out?" if " " in word else ""
        raise MarkerError(f"there is no program {quoted(word)}{advice}")
    _check_executable(word)
    if os.path.isabs(word):
        return sandbox.resolve_shim(word)
    return "./" + _copy_with_siblings(word, folder)


def _check_executable(path: str) -> None:
    """Raise MarkerError for a file that cannot be executed; say how it can be run."""
    interpreter, shown = SOURCES.get(_suffix(path).lower()), printable(shlex.quote(path))
    if "/" in path and os.access(path, os.R_OK | os.X_OK):
        with open(path, "rb") as file:  # a source file needs a line that names its interpreter
            if interpreter is None or file.read(2) == b"#!":
                return
    if interpreter is None:
        advice = f"chmod +x {shown}" if "/" in path else f"./{shown}"
    else:
        advice = f"{interpreter} {shown.removesuffix('.class')}" if interpreter else "to compile it"
    raise MarkerError(f"{shown} may not be run: try {advice}")


def _copy_argument(word: str, folder: str) -> str:
    for omitted in "", ".class":
        if os.path.isfile(word + omitted):
            return _copy_with_siblings(word + omitted, folder).removesuffix(omitted)
    if os.path.isdir(word) and os.path.normpath(word) not in (".", "..", "/"):
        return _copy(word, folder)
    if _is_source_name(word) and not os.path.exists(os.path.join(folder, word)):
        raise MarkerError(f"there is no program {quoted(word)}")
    return word


def _is_source_name(word: str) -> bool:
    """Return whether a word is a source file's name, not an option, placeholder or class path."""
    plain = not word.startswith("-") and "{" not in word and os.pathsep not in word
    return plain and _suffix(word).lower() in SOURCES


def _copy_with_siblings(path: str, folder: str) -> str:
    """Copy a file and those beside it with the same suffix; return its name in the folder."""
    source_folder, name = os.path.split(path)
    suffix = _suffix(name)
    for entry in list(os.scandir(source_folder or ".")):
        if entry.name == name or (suffix and entry.name.endswith(suffix) and entry.is_file()):
            _copy(entry.path, folder)
    return name


def _copy(path: str, folder: str) -> str:
    name = os.path.basename(os.path.normpath(path))
    try:
        if os.path.isdir(path):
            copy_tree(path, os.path.join(folder, name))
        else:
            source = os.path.realpath(path) if os.path.islink(path) else path
            copy_file(source, os.path.join(folder, name))
    except OSError as error:
        why = printable(str(error.strerror or error))
        raise MarkerError(f"{printable(path)}: cannot be copied: {why}") from None
    return name
