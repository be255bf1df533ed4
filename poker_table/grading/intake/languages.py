"""What compiles and runs a submission, by the suffix of its files."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Mapping, Sequence

from poker_table.game.errors import MarkerError, listed, printable, quoted
from poker_table.grading.judging.rubric import toml_document
from poker_table.grading.running.submission import FILE
from poker_table.grading.running.untrusted_files import walk_submission

FILES, CLASS = "{files}", "{class}"
NOT_OWN = re.compile(r"(^|/)(\.|__MACOSX/|node_modules/)")  # copied, but no student's program
LONGEST = 2**20  # bytes that are looked at for the main program
MAIN = re.compile(rb"^if __name__\b|^def main\b|\bmain\s*\(", re.MULTILINE)
PACKAGE = re.compile(rb"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)
CPP = {"run": "./submission.out", "compile": "g++ -std=c++17 -O1 -o submission.out {files}"}
#: How the programs of a suffix are run, and compiled before that, if they are.
LANGUAGES = {
    ".py": {"run": "python3 {file}"},
    ".c": {"run": "./submission.out", "compile": "gcc -O1 -o submission.out {files} -lm"},
    ".cpp": CPP,
    ".cc": CPP,
    ".java": {"run": "java {class}", "compile": "javac -d . {files}"},
}


def read_languages(path: str) -> dict[str, dict[str, str]]:
    """Return the languages, the default ones changed by a TOML file.

    The file has a table for each suffix, such as `[js]`, with `run` and, if need be, `compile`.
    Raises FileError, and MarkerError where it says something else.
    """
    languages = dict(LANGUAGES)
    for suffix, table in toml_document(path, "languages").items():
        where = f"{printable(path)}: [{printable(suffix)}]"
        told = table if isinstance(table, dict) else {}
        texts = all(isinstance(value, str) for value in told.values())
        if not (texts and {"run"} <= {*told} <= {"run", "compile"}):
            expected = "expected run = 'COMMAND', and compile = 'COMMAND' if it is compiled"
            raise MarkerError(f"{where}: {expected}")
        try:
            shlex.split(told["run"])
        except ValueError:
            raise MarkerError(f"{where}: expected a command, got {quoted(told['run'])}") from None
        languages[f".{suffix}"] = told
    return languages


def command_of(path: str, languages: Mapping[str, Mapping[str, str]]) -> tuple[list[str], str]:
    """Return the command of a submission, a file or a folder, and what compiles it first, if so.

    Raises MarkerError where it has no program, or more than one.
    """
    files, mains = _program(path, languages)
    language = languages[_suffix(files[0])]
    run, compiler = language["run"], language.get("compile", "")
    told = {FILES: shlex.join(files)}
    if FILE in run + compiler or CLASS in run:
        main = _main(files, mains)
        told |= {FILE: main, CLASS: _class(path, main)}
    words = [_filled(word, told) for word in shlex.split(run)]
    return words, _filled(compiler, told | {FILE: shlex.quote(told.get(FILE, ""))})


def _filled(text: str, told: Mapping[str, str]) -> str:
    return re.sub(r"\{\w+\}", lambda found: told.get(found[0], found[0]), text)


def _suffix(file: str) -> str:
    return os.path.splitext(file)[1].lower()


def _program(path: str, languages: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the files of a submission's one language, and which of them have a main."""
    names = _names(path)
    files = [name for name in names if _suffix(name) in languages]
    if not files:
        raise MarkerError(f"expected a program, got {listed(names)}")
    mains = [file for file in files if MAIN.search(_start(path, file))]
    several = len({*map(_suffix, files)}) > 1
    suffixes = {*map(_suffix, mains if several else files)}
    if len(suffixes) != 1:
        raise MarkerError(f"expected a program in one language, got {listed(files)}")
    return [file for file in files if _suffix(file) in suffixes], mains


def _names(path: str) -> list[str]:
    """Return the names of a submission's own files, those in its folders too, links left out."""
    if not os.path.isdir(path):
        return [os.path.basename(path)] if os.path.isfile(path) else []  # a pipe has no end
    files = [entry.path for entry in walk_submission(path) if entry.is_file(follow_symlinks=False)]
    names = [os.path.relpath(file, path) for file in files]
    return [name for name in names if not NOT_OWN.search(name)]


def _main(files: Sequence[str], mains: Sequence[str]) -> str:
    """Return the one file, or the one called main, or the one that has a main."""
    named = [file for file in files if os.path.basename(file).lower().startswith("main.")]
    for found in files, named, mains:
        if len(found) == 1:
            return found[0]
    suffix = _suffix(files[0])
    raise MarkerError(f"expected one {suffix} file, or one with main in it, got {listed(files)}")


def _start(path: str, file: str) -> bytes:
    with open(os.path.join(path, file) if os.path.isdir(path) else path, "rb") as content:
        return content.read(LONGEST)


def _class(path: str, main: str) -> str:
    """Return a Java program's class: its file's name, after the package that it says."""
    package = PACKAGE.search(_start(path, main))
    name = os.path.splitext(os.path.basename(main))[0]
    return f"{package[1].decode()}.{name}" if package else name
