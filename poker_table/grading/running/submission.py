"""A student's program: its command, and copies of only what it needs."""

from __future__ import annotations

import os
import shlex
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from poker_table.game.errors import MarkerError, listed, printable, quoted
from poker_table.grading.judging.faults import Fault, Kind
from poker_table.grading.judging.rubric import ALL
from poker_table.grading.running import sandbox
from poker_table.grading.running.runner import FOR_COMPILING, run_copy
from poker_table.grading.running.untrusted_files import (
    copy_file,
    copy_tree,
    temporary_folder,
    unpack,
)
from poker_table.grading.running.windows_headers import FOUND_BY, supply_headers

DECK, FILE = "{deck}", "{file}"
DECK_NAME, NO_SUCH_NAME = "deck.txt", "no-such-file.txt"
# What an interpreter or a compiler is given, and the interpreter if it is one; of those that a
# batch has as often, the first.
SOURCES = {
    ".py": "python3", ".js": "node", ".rb": "ruby", ".pl": "perl", ".php": "php",
    ".java": "", ".jar": "java -jar", ".class": "java",
    ".cpp": "", ".cc": "", ".c": "", ".cs": "", ".go": "", ".rs": "",
}  # fmt: skip
LONGEST_COMPLAINT = 2000  # characters of a compiler's output that are kept
# What lies there afterwards comes as text on standard output, which no program can fill for long.
COMPILE = 'sh -c "$0" >&2 || exit $?; tar -c --hard-dereference . | base64 -w 0'


@dataclass(frozen=True)
class Submission:
    """A student's program: its name, the folder to copy for each run, the command to run there.

    `unusable` is why it cannot be run at all, if so: that it does not compile, say. `warnings` is
    what a compiler said of it all the same.
    """

    name: str
    folder: str
    command: tuple[str, ...]
    unusable: Fault | None = None
    warnings: str = ""

    def on_deck(self, deck: str | None) -> list[str]:
        """Return the command with the deck file named, where `{deck}` stands or else last.

        >>> Submission("Ann", "/tmp", ("./a.out", "--file={deck}")).on_deck("deck.txt")
        ['./a.out', '--file=deck.txt']
        >>> Submission("Ann", "/tmp", ("./a.out",)).on_deck(None)
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
    """Copy what a command names into an empty folder, and return the submission that runs there.

    A file among its words is copied with those beside it of the same suffix: `python3 mine.py`
    takes every .py file there, `java Poker` every .class file. Raises MarkerError for a program or
    a needed file that does not exist, and for a program that cannot be run as it stands.
    """
    program, *arguments = command
    for need in needs:
        _copy(need, folder)
    words = [_program(program, folder), *(_argument(word, folder) for word in arguments)]
    return Submission(printable(" ".join(command)), folder, tuple(words))


def submission_from_folder(
    path: str, command: Sequence[str], compiler: str, folder: str, level: str, suffix: str,
    windows: bool = False,
) -> Submission:  # fmt: skip
    """Copy a file or folder of a batch into an empty folder, and compile it there.

    `{file}` in the command and in the compiler's stands for the submission's one file with the
    batch's suffix. A compiler finds the headers of `windows`, if asked. What does not compile is a
    submission that cannot be run; the compiler's words say why. Raises MarkerError if there is not
    one such file, or not what the command names.
    """
    file = _one_file(path, suffix) if FILE in " ".join((*command, compiler)) else ""
    program, *arguments = (word.replace(FILE, file) for word in command)
    where = program if "/" in program else sandbox.find_program(program) or program
    submission = Submission(printable(os.path.basename(path)), folder, (where, *arguments))
    with temporary_folder() as scratched:
        source = scratched if compiler else folder
        if os.path.isdir(path):
            copy_tree(path, source)
        else:
            copy_file(path, os.path.join(source, os.path.basename(path)))
        if compiler:
            line = compiler.replace(FILE, shlex.quote(file))
            submission = _compiled(submission, source, line, level, windows)
    for word in () if submission.unusable else (program, *arguments):
        needed = word.startswith("./") or _names_a_source(word)
        if needed and not os.path.lexists(os.path.join(folder, word)):
            compiled = "compiled, but " if compiler else ""
            advice_there = f"there is no {quoted(word)}; there is: {listed(files_of(folder))}"
            raise MarkerError(compiled + advice_there)
    return submission


def _one_file(path: str, suffix: str) -> str:
    """Return the name of a submission's one file with a suffix, or at all where that is empty."""
    files = files_of(path)
    named = [file for file in files if not suffix or _suffix(file) == suffix]
    if len(named) != 1:
        kind = printable(f"{suffix} file".lstrip())
        raise MarkerError(f"expected one {kind}, got {listed(named or files)}")
    return named[0]


def files_of(path: str) -> list[str]:
    """Return the names of a submission's files, hidden ones left out: a file is its own one."""
    names = next(os.walk(path), ("", [], [os.path.basename(path)]))[2]
    return sorted(name for name in names if not name.startswith("."))


def _suffix(file: str) -> str:
    return os.path.splitext(file)[1]


def _compiled(
    submission: Submission, source: str, compiler: str, level: str, windows: bool
) -> Submission:
    """Run a compiler in a copy of a folder; all that is there afterwards is the submission's."""
    if windows:
        supply_headers(source)
    command = ["/bin/sh", "-c", FOUND_BY * windows + COMPILE, compiler]
    run = run_copy(source, command, {}, level, FOR_COMPILING)
    said = "\n".join(map(printable, run.err.splitlines()))[:LONGEST_COMPLAINT]
    if run.failure:
        about = printable(compiler), *run.failure
        return replace(submission, unusable=Fault(Kind.NOT_COMPILED, ALL, about, (said,)))
    try:
        unpack(BytesIO(b64decode(run.out)), submission.folder)
    except Exception:  # of a dozen kinds: what is there may be made to fail
        return replace(submission, unusable=Fault(Kind.NOT_COPIED, ALL))
    return replace(submission, warnings=said)


def _program(word: str, folder: str) -> str:
    if "/" not in word and (where := sandbox.find_program(word)):
        return where
    if not os.path.isfile(word):
        advice = "; should the quotes be left out?" if " " in word else ""
        raise MarkerError(f"there is no program {quoted(word)}{advice}")
    _check_may_run(word)
    return word if os.path.isabs(word) else "./" + _copy_with_its_like(word, folder)


def _check_may_run(path: str) -> None:
    """Raise MarkerError for a file that cannot be run as it stands; say how it can."""
    interpreter, shown = SOURCES.get(_suffix(path)), printable(shlex.quote(path))
    if "/" in path and os.access(path, os.R_OK | os.X_OK):
        with open(path, "rb") as file:  # a source's first line says by which program it runs
            if interpreter is None or file.read(2) == b"#!":
                return
    way = f"chmod +x {shown}" if "/" in path else f"./{shown}"
    if interpreter is not None:
        way = f"{interpreter} {shown.removesuffix('.class')}" if interpreter else "to compile it"
    raise MarkerError(f"{shown} may not be run: try {way}")


def _argument(word: str, folder: str) -> str:
    for unsaid in "", ".class":
        if os.path.isfile(word + unsaid):
            return _copy_with_its_like(word + unsaid, folder).removesuffix(unsaid)
    if os.path.isdir(word) and os.path.normpath(word) not in (".", "..", "/"):
        return _copy(word, folder)
    if _names_a_source(word) and not os.path.exists(os.path.join(folder, word)):
        raise MarkerError(f"there is no program {quoted(word)}")
    return word


def _names_a_source(word: str) -> bool:
    """Return whether a word is a source file's name, and no option, placeholder or class path."""
    plain = not word.startswith("-") and "{" not in word and os.pathsep not in word
    return plain and _suffix(word) in SOURCES


def _copy_with_its_like(path: str, folder: str) -> str:
    """Copy a file, and those beside it that share its suffix; return its name in the folder."""
    beside, name = os.path.split(path)
    suffix = _suffix(name)
    for entry in list(os.scandir(beside or ".")):
        if entry.name == name or (suffix and entry.name.endswith(suffix) and entry.is_file()):
            _copy(entry.path, folder)
    return name


def _copy(path: str, folder: str) -> str:
    name = os.path.basename(os.path.normpath(path))
    try:
        if os.path.isdir(path):
            copy_tree(path, os.path.join(folder, name))
        else:
            named = os.path.realpath(path) if os.path.islink(path) else path
            copy_file(named, os.path.join(folder, name))
    except OSError as error:
        why = printable(str(error.strerror or error))
        raise MarkerError(f"{printable(path)}: cannot be copied: {why}") from None
    return name
