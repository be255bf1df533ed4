"""What compiles and runs a submission, by the suffix of its files."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from poker_table.game.errors import MarkerError, listed, printable, quoted
from poker_table.grading.judging.rubric import toml_document

FILE, FILES, CLASS = "{file}", "{files}", "{class}"
OTHERS = "__MACOSX", "__pycache__", "node_modules", "venv", "env"  # folders not the student's own
DEEPEST = 8  # folders, one in another
LONGEST = 2**20  # bytes that are looked at for the main program
MAIN = re.compile(rb"^if __name__\b|^def main\b|\bmain\s*\(", re.MULTILINE)
PACKAGE = re.compile(rb"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)


@dataclass(frozen=True)
class Language:
    """How the programs of one suffix are run, and compiled before that, if they are."""

    run: str
    compile: str = ""


LANGUAGES = {
    ".py": Language("python3 {file}"),
    ".c": Language("./submission.out", "gcc -O1 -o submission.out {files} -lm"),
    ".cpp": Language("./submission.out", "g++ -std=c++17 -O1 -o submission.out {files}"),
    ".cc": Language("./submission.out", "g++ -std=c++17 -O1 -o submission.out {files}"),
    ".java": Language("java {class}", "javac -d . {files}"),
}


def read_languages(path: str) -> dict[str, Language]:
    """Return the languages, the default ones changed by a TOML file.

    The file has a table for each suffix, such as `[js]`, with `run` and, if need be, `compile`.
    Raises FileError, and MarkerError where it says something else.
    """
    tables = toml_document(path, "languages")
    return LANGUAGES | {f".{suffix}": _language(path, suffix, tables[suffix]) for suffix in tables}


def _language(path: str, suffix: str, table: object) -> Language:
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
    return Language(**told)


def command_of(path: str, languages: Mapping[str, Language]) -> tuple[list[str], str]:
    """Return the command of a submission, a file or a folder, and what compiles it first, if so.

    Raises MarkerError where it has no program, or more than one.
    """
    suffix, files = _program(path, _sources(path, languages))
    language = languages[suffix]
    told = {FILES: shlex.join(files)}
    if FILE in language.run + language.compile or CLASS in language.run:
        main = _main(path, files)
        told |= {FILE: main, CLASS: _class(path, main)}
    words = [_filled(word, told) for word in shlex.split(language.run)]
    return words, _filled(language.compile, told | {FILE: shlex.quote(told.get(FILE, ""))})


def _filled(text: str, told: Mapping[str, str]) -> str:
    return re.sub(r"\{\w+\}", lambda found: told.get(found[0], found[0]), text)


def _sources(path: str, languages: Mapping[str, Language]) -> dict[str, list[str]]:
    """Return the names of a submission's programs, by suffix."""
    found: dict[str, list[str]] = {}
    for name in _names(path):
        suffix = os.path.splitext(name)[1].lower()
        if suffix in languages:
            found.setdefault(suffix, []).append(name)
    return found


def _names(path: str) -> Iterator[str]:
    """Yield the names of a submission's own files, those in its folders too, links left out."""
    if os.path.isfile(path):
        yield os.path.basename(path)
    for where, folders, files in os.walk(path):
        inner = os.path.relpath(where, path)
        deep = inner.count(os.sep) >= DEEPEST
        folders[:] = [] if deep else sorted(f for f in folders if _own(os.path.join(where, f)))
        for name in sorted(files):
            full = os.path.join(where, name)
            if name[0] != "." and os.path.isfile(full) and not os.path.islink(full):
                yield os.path.normpath(os.path.join(inner, name))


def _own(folder: str) -> bool:
    """Return whether a folder is the student's own, and not what a tool has put there."""
    name = os.path.basename(folder)
    environment = os.path.exists(os.path.join(folder, "pyvenv.cfg"))
    return not (environment or name.startswith(".") or name in OTHERS)


def _program(path: str, sources: Mapping[str, list[str]]) -> tuple[str, list[str]]:
    """Return the suffix of a submission and its files, where there are several that with a main."""
    if not sources:
        raise MarkerError(f"expected a program, got {listed(list(_names(path)))}")
    mains = [suffix for suffix in sources if _mains(path, sources[suffix])]
    chosen = [*sources] if len(sources) == 1 else mains
    if len(chosen) != 1:
        files = [file for names in sources.values() for file in names]
        raise MarkerError(f"expected a program in one language, got {listed(files)}")
    return chosen[0], sources[chosen[0]]


def _main(path: str, files: Sequence[str]) -> str:
    """Return the one file, or the one called main, or the one that has a main."""
    named = [file for file in files if os.path.basename(file).lower().startswith("main.")]
    for found in files, named, _mains(path, files):
        if len(found) == 1:
            return found[0]
    suffix = os.path.splitext(files[0])[1]
    raise MarkerError(f"expected one {suffix} file, or one with main in it, got {listed(files)}")


def _mains(path: str, files: Sequence[str]) -> list[str]:
    return [file for file in files if MAIN.search(_start(path, file))]


def _start(path: str, file: str) -> bytes:
    with open(os.path.join(path, file) if os.path.isdir(path) else path, "rb") as content:
        return content.read(LONGEST)


def _class(path: str, main: str) -> str:
    """Return a Java program's class: its file's name, after the package that it says."""
    package = PACKAGE.search(_start(path, main))
    name = os.path.splitext(os.path.basename(main))[0]
    return f"{package[1].decode()}.{name}" if package else name
