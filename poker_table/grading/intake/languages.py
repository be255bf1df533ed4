"""The commands that compile and run a submission, chosen by the suffix of its files."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError, listed
from poker_table.grading.running.untrusted_files import walk_submission
from poker_table.grading.toml_files import toml_document

FILE, FILES, CLASS = "{file}", "{files}", "{class}"
# Copied, but not part of the program.
NOT_OWN = re.compile(r"(^|/)(\.|__MACOSX/|node_modules/|CMakeFiles/)")
MAX_SEARCHED = 2**22  # bytes of a submission that are searched for a main function
MAIN = re.compile(rb"^if __name__\b|^def main\b|\bmain\s*\(", re.MULTILINE)
# What a file of tests contains; and what a Python file imports.
CHECKS = re.compile(rb"\b(?:assert|unittest|pytest|junit|testng)\b")
IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([\w.]+)", re.MULTILINE)
# In C and C++: what is no code, and a main that no #if surrounds and no class contains.
NOT_CODE = re.compile(
    rb"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?""", re.DOTALL
)
DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*(if|endif)?")
MAIN_DEFINED = re.compile(
    rb"^(?:(?:int|void|auto|signed)\s+)?main\s*\([^(){};]{0,200}\)[^(){};]{0,40}\{", re.MULTILINE
)
LINKED = ".c", ".cpp", ".cc"  # all files with the suffix become one program
PACKAGE = re.compile(rb"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)
# In Java: a class, perhaps a public one; the beginning of main; and braces.
IN_JAVA = re.compile(
    rb"(\bpublic\s+(?:(?:final|abstract|sealed)\s+)?)?\b(?:class|enum|interface|record)\s+([\w$\x80-\xff]{1,200})"
    rb"|\bvoid\s+main\s*\(|[{}]"
)
# -g1 is enough for the lines that valgrind names, and takes a quarter less time than -g.
CPP = {"run": "./submission.out", "compile": "g++ -std=c++17 -O1 -g1 -o submission.out {files}"}
#: How to compile (if needed) and run the programs with each suffix.
LANGUAGES = {
    ".py": {"run": "python3 {file}"},
    ".c": {"run": "./submission.out", "compile": "gcc -O1 -g1 -o submission.out {files} -lm"},
    ".cpp": CPP,
    ".cc": CPP,
    ".java": {"run": "java {class}", "compile": "javac -d . {files}"},
}


def read_languages(path: str) -> dict[str, dict[str, str]]:
    """Return the default languages with the changes in a TOML file.

    The file has a table for each suffix, such as `[js]`, with `run` and, if need be, `compile`.
    Raises FileError, and MarkerError for anything else in the file.
    """
    languages = dict(LANGUAGES)
    for suffix, table in toml_document(path, "languages").items():
        where = f"{printable(path)}: [{printable(suffix)}]"
        language = table if isinstance(table, dict) else {}
        are_texts = all(isinstance(value, str) for value in language.values())
        if not (are_texts and {"run"} <= language.keys() <= {"run", "compile"}):
            expected = "expected run = 'COMMAND', and compile = 'COMMAND' if it is compiled"
            raise MarkerError(f"{where}: {expected}")
        try:
            shlex.split(language["run"])
        except ValueError:
            got = quoted(language["run"])
            raise MarkerError(f"{where}: expected a command, got {got}") from None
        languages[f".{suffix}"] = language
    return languages


class Commands(NamedTuple):
    """How a submission is run, and compiled if need be, and its files that are left out."""

    run: list[str]
    compiler: str = ""
    left_out: tuple[str, ...] = ()


def commands_for(path: str, languages: Mapping[str, Mapping[str, str]]) -> Commands:
    """Return the commands that run and that compile a submission.

    Raises MarkerError if the submission contains no program, or more than one.
    """
    code = _program_files(path, languages)
    files = [*code]
    language = languages[max(map(_suffix, files))]  # of C and C++, that of C++
    run, compiler = language["run"], language.get("compile", "")
    left_out = _other_programs(code) if FILES in compiler else []
    files = [file for file in files if file not in left_out]
    values = {FILES: shlex.join(files)}
    if FILE in run + compiler or CLASS in run:
        main = _main_file({file: code[file] for file in files})
        class_name, public = _java_classes(code[main], main)
        values |= {FILE: main, CLASS: class_name}
        if compiler and CLASS in run and public not in ("", main) and os.path.isfile(path):
            # Whoever collected the files named them after the students, and Java refuses that.
            compiler = f"mv {shlex.quote(main)} {public} && {compiler}"
            values |= {FILE: public, FILES: public}
    words = [_filled(word, values) for word in shlex.split(run)]
    compiler = _filled(compiler, values | {FILE: shlex.quote(values.get(FILE, ""))})
    return Commands(words, compiler, tuple(left_out))


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{\w+\}", lambda match: values.get(match[0], match[0]), text)


def _suffix(file: str) -> str:
    return os.path.splitext(file)[1].lower()


def _program_files(path: str, languages: Collection[str]) -> dict[str, bytes]:
    """Return the beginnings of the files in the submission's one language, by name.

    Of several languages, the one that has a main function counts; C++ includes C.
    """
    names = _own_files(path)
    files = [name for name in names if _suffix(name) in languages]
    if not files:
        raise MarkerError(f"expected a program, got {listed(names)}")
    code = {file: _beginning(path, file, len(files)) for file in files}
    suffixes = {*map(_suffix, files)}
    if len(suffixes) > 1:
        suffixes = {*map(_suffix, _without_tests(code, _with_main(code)))}
        if len(suffixes) != 1:
            raise MarkerError(f"expected a program in one language, got {listed(files)}")
        if suffixes <= {".cpp", ".cc"}:  # C++ compiles C too
            suffixes = {*LINKED}
    return {file: code[file] for file in files if _suffix(file) in suffixes}


def _with_main(code: Mapping[str, bytes]) -> list[str]:
    return [file for file, text in code.items() if MAIN.search(text)]


def _without_tests(code: Mapping[str, bytes], files: Iterable[str]) -> list[str]:
    named = [file for file in files if "test" in os.path.basename(file).lower()]
    return [file for file in files if file not in named or not CHECKS.search(code[file])]


def _own_files(path: str) -> list[str]:
    """Return the paths of a submission's files, relative to its folder; skip links.

    None begins with a dash: no command takes it for an option.
    """
    names = [os.path.basename(path)] if os.path.isfile(path) else []  # a pipe has no end
    if os.path.isdir(path):
        entries = [e for e in walk_submission(path) if e.is_file(follow_symlinks=False)]
        paths = [os.path.relpath(entry.path, path) for entry in entries]
        names = [name for name in paths if not NOT_OWN.search(name)]
    return [f"./{name}" if name.startswith("-") else name for name in names]


def _main_file(code: Mapping[str, bytes]) -> str:
    """Return the only file, else the only one called main, else the only program.

    A program is no test and not imported by another file; if there are several, it defines main.
    """
    files = [*code]
    own = _without_tests(code, files)
    imported = {name for file in own for name in IMPORTED.findall(code[file])}
    modules = {word for name in imported for word in name.decode().split(".")}
    modules.add("__init__")
    programs = [f for f in own if os.path.splitext(os.path.basename(f))[0] not in modules]
    mains = _with_main(code)
    in_both = [file for file in programs if file in mains]
    for candidates in files, _called_main(files), own, programs, in_both, mains:
        if len(candidates) == 1:
            return candidates[0]
    suffix = _suffix(files[0])
    raise MarkerError(f"expected one {suffix} file, or one with main in it, got {listed(files)}")


def _called_main(files: Sequence[str]) -> list[str]:
    return [file for file in files if os.path.basename(file).lower().startswith("main.")]


def _other_programs(code: Mapping[str, bytes]) -> list[str]:
    """Return the files that cannot be compiled with the others.

    In C and C++ these are files with a second main, such as tests; in Java, tests: their library is
    not here.
    """
    files = [*code]
    if _suffix(files[0]) not in LINKED:
        own = _without_tests(code, files)
        return [file for file in files if own and file not in own]
    mains = [file for file in files if _defines_main(code[file])]
    no_tests = [file for file in mains if "test" not in file.lower()]
    for candidates in mains, _called_main(mains), no_tests:
        if len(candidates) == 1:
            return [file for file in mains if file not in candidates]
    if mains:
        raise MarkerError(f"expected main in one file, got it in {listed(mains)}")
    return []


def _defines_main(code: bytes) -> bool:
    """Return whether C or C++ code defines main, whatever the macros are."""
    depth, unconditional = 0, list[bytes]()
    for line in NOT_CODE.sub(b" ", code).splitlines():
        if directive := DIRECTIVE.match(line):
            depth += {b"if": 1, b"endif": -1}.get(directive[1], 0)
        elif not depth:
            unconditional.append(line)
    return MAIN_DEFINED.search(b"\n".join(unconditional)) is not None


def _beginning(path: str, file: str, files: int = 1) -> bytes:
    with open(os.path.join(path, file) if os.path.isdir(path) else path, "rb") as stream:
        return stream.read(MAX_SEARCHED // files)


def _java_classes(code: bytes, main: str) -> tuple[str, str]:
    """Return the class whose main runs, with its package, and the file that Java asks for.

    Of several classes with a main, that counts which has the file's name. Java asks for a file only
    if it has a public class.
    """
    package, own_name = PACKAGE.search(code), os.path.splitext(os.path.basename(main))[0]
    depth, outer, public, with_main = 0, "", "", list[str]()
    for found in IN_JAVA.finditer(NOT_CODE.sub(b" ", code)):
        if found[2]:
            if depth == 0:
                outer = found[2].decode("utf-8", "replace")
                public = f"{outer}.java" if found[1] else public
        elif found[0] in (b"{", b"}"):
            depth += 1 if found[0] == b"{" else -1
        else:
            with_main.append(outer if depth else own_name)
    name = own_name if own_name in with_main or not with_main else with_main[0]
    return f"{package[1].decode()}.{name}" if package else name, public
