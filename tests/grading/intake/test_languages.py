"""Which command runs a submission, and what compiles it, by the suffix of its files."""

import os
import shlex
import subprocess
import sys

import pytest
from grading.intake.test_entries import intake, written
from program import error_of, put

from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.languages import LANGUAGES, commands_for, read_languages

MAIN = "int main(int argc, char *argv[])\n{\n  return 0;\n}\n"


@pytest.mark.parametrize(
    ("files", "command", "compiler"),
    [
        ({"mine.py": ""}, ["python3", "mine.py"], ""),
        ({"a.py": "def main():", "b.py": "", "notes.md": ""}, ["python3", "a.py"], ""),
        ({"main.py": "", "b.py": "if __name__ == 1:"}, ["python3", "main.py"], ""),
        ({"src/my main.py": "", "__MACOSX/x.py": "", ".x.py": ""}, ["python3", "src/my main.py"],
         ""),
        ({"-2.py": ""}, ["python3", "./-2.py"], ""),
        ({"x.py": "", "own/pyvenv.cfg": "", "own/y.py": ""}, ["python3", "x.py"], ""),
        ({"poker.py": "", "tests.py": "import unittest\ndef main():"}, ["python3", "poker.py"], ""),
        ({"poker.py": "", "test_poker.py": "assert 1\ndef main():"}, ["python3", "poker.py"], ""),
        ({"test.py": "from cards import *", "cards.py": "def main():"}, ["python3", "test.py"], ""),
        ({"poker.py": "def main():", "test.py": "from poker import f\nassert f"},
         ["python3", "poker.py"], ""),
        ({"poker.py": "import unittest\ndef main():", "hand.py": "", "__init__.py": ""},
         ["python3", "poker.py"], ""),
        ({"a.py": "import b, os\ndef main():", "b.py": "def main():", "c.py": ""},
         ["python3", "a.py"], ""),
        ({"a b.cpp": "", "main.cpp": "int main() {}", "h.h": "", "plot.py": ""},
         ["./submission.out"], "g++ -std=c++17 -O1 -g1 -o submission.out 'a b.cpp' main.cpp"),
        ({"P.c": MAIN, "draft.cpp": ""}, ["./submission.out"],
         "gcc -O1 -g1 -o submission.out P.c -lm"),
        ({"card.c": "", "hand.cc": "", "P.cpp": MAIN, "plot.py": ""}, ["./submission.out"],
         "g++ -std=c++17 -O1 -g1 -o submission.out P.cpp card.c hand.cc"),
        ({"main.cpp": MAIN, "cmake-build-debug/CMakeFiles/Id.cpp": MAIN},
         ["./submission.out"], "g++ -std=c++17 -O1 -g1 -o submission.out main.cpp"),
        ({"P.c": "int main(void)"}, ["./submission.out"], "gcc -O1 -g1 -o submission.out P.c -lm"),
        ({"p/Card.java": "", "p/Go.java": "package p;\nclass Go { static void main("},
         ["java", "p.Go"], "javac -d . p/Card.java p/Go.java"),
        ({"ann.java": "enum S { A { } }\nclass Go { // }\n class In { }\n static void main("},
         ["java", "Go"], "javac -d . ann.java"),
        ({"Go.java": "record A() {} void main() {}"}, ["java", "Go"], "javac -d . Go.java"),
        ({"Go.java": "class A { void main () {} } public class Go { void main() {} }"},
         ["java", "Go"], "javac -d . Go.java"),
    ],
)  # fmt: skip
def test_commands_that_compile_and_run(files, command, compiler, tmp_path):
    for name, text in files.items():
        put(tmp_path / "ann" / name, text)
    assert commands_for(str(tmp_path / "ann"), LANGUAGES) == (command, compiler, ())


@pytest.mark.parametrize(
    ("files", "left_out"),
    [
        ({"Poker.cpp": MAIN, "Hand.cpp": "int f();"}, ()),
        ({"Poker.cpp": MAIN, "TestHand.cpp": MAIN, "Hand.cpp": ""}, ("TestHand.cpp",)),
        ({"main.cpp": MAIN, "try it.cpp": "auto main() -> int {}"}, ("try it.cpp",)),
        ({"main.c": MAIN, "old.c": "main()\n{"}, ("old.c",)),
        ({"P.cpp": MAIN, "Hand.cpp": f"#ifdef TRY\n# if 1\n# endif\n{MAIN}#endif"}, ()),
        ({"P.cpp": MAIN, "Hand.cpp": f'/*\n{MAIN}*/ // {{\nchar *c = "\\\n{MAIN}";'}, ()),
        ({"P.cpp": MAIN, "test.cpp": f"char c = '\"'; // /*\n{MAIN}"}, ("test.cpp",)),
        ({"P.cpp": MAIN, "Hand.cpp": "int main();\nint mains() {}\nint x = main() + f() {"}, ()),
        ({"P.cpp": MAIN, "test.py": "def main(): pass"}, None),
        (
            {"P.java": "void main(", "Tests.java": "import static org.junit.Assert.*;"},
            ("Tests.java",),
        ),
    ],
)
def test_a_file_with_a_second_main_is_left_out(files, left_out, tmp_path):
    for name, text in files.items():
        put(tmp_path / "ann" / name, text)
    if left_out is None:
        with pytest.raises(MarkerError, match="expected a program in one language"):
            commands_for(str(tmp_path / "ann"), LANGUAGES)
        return
    commands = commands_for(str(tmp_path / "ann"), LANGUAGES)
    words = shlex.split(commands.compiler)
    assert commands.left_out == left_out
    assert {*files} - {*words} == {*left_out}


HOSTILE = "main(", "int ", "/*", '"\\', "'\\", "#if\n", "int\n", "//"


@pytest.mark.parametrize(
    ("name", "text"), [*(("a.cpp", text) for text in HOSTILE), ("A.java", "\n")]
)
def test_hostile_code_is_searched_for_main_in_no_time(name, text, tmp_path):
    """A pattern that starts over at every place, or on every line, would take an hour."""
    (tmp_path / name).write_text(text * (2**20 // len(text)))
    assert commands_for(str(tmp_path), LANGUAGES).left_out == ()


def test_of_many_files_less_is_searched(tmp_path, monkeypatch):
    """Ten thousand long ones would take the marker half an hour."""
    monkeypatch.setattr("poker_table.grading.intake.languages.MAX_SEARCHED", 200)
    for number in range(4):
        (tmp_path / f"{number}.cpp").write_text(" " * 51 + "\n" + MAIN * (number < 2))
    assert commands_for(str(tmp_path), LANGUAGES).left_out == ()


def test_a_java_file_with_a_students_name_gets_the_one_that_java_asks_for(tmp_path):
    code = "class Card {} public final class Poker { public static void main("
    for name, moved in ("ann lee.java", "mv 'ann lee.java' Poker.java && "), ("Poker.java", ""):
        put(tmp_path / name, code)
        commands = ["java", "Poker"], f"{moved}javac -d . Poker.java", ()
        assert commands_for(str(tmp_path / name), LANGUAGES) == commands


def test_a_single_file(tmp_path):
    for name, argument in ("ann.py", "ann.py"), ("-2.py", "./-2.py"):
        written(tmp_path, name)
        assert commands_for(str(tmp_path / name), LANGUAGES) == (["python3", argument], "", ())


@pytest.mark.parametrize(
    ("files", "text", "message"),
    [
        ([], "", "expected a program, got nothing"),
        (["notes.md"], "", "expected a program, got notes.md"),
        (["a.py", "b.py"], "", "expected one .py file, or one with main in it, got a.py, b.py"),
        (["a.c", "b.py"], "", "expected a program in one language, got a.c, b.py"),
        (["a.cpp", "b.cpp"], MAIN, "expected main in one file, got it in a.cpp, b.cpp"),
    ],
)
def test_submissions_without_exactly_one_program(files, text, message, tmp_path):
    written(tmp_path / "ann", *files, ".x", text=text)
    assert error_of(MarkerError, commands_for, str(tmp_path / "ann"), LANGUAGES) == message


@pytest.mark.parametrize("kind", ["pipe", "a link to nothing"])
def test_a_pipe_or_dangling_link_is_not_opened(kind, tmp_path):
    path = tmp_path / "ann.py"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("nothing")
    told = "from poker_table.grading.intake.languages import LANGUAGES, commands_for as c"
    words = [sys.executable, "-c", f"{told}; c({str(path)!r}, LANGUAGES)"]
    said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20).stderr
    assert said.endswith("MarkerError: expected a program, got nothing\n")


def test_a_link_to_a_folder_is_not_followed(tmp_path):
    written(tmp_path / "private", "marks.py")
    batch = written(tmp_path / "batch", "ann.py")
    (batch / "bob").symlink_to(tmp_path / "private")
    entries, messages = intake(batch, tmp_path)
    assert [entry.name for entry in entries] == ["ann.py"]
    assert messages == ["bob: left alone: it is a link to a folder"]


def test_a_language_defined_by_the_marker(tmp_path):
    file = tmp_path / "grade.toml"
    file.write_text(
        "[js]\nrun = 'node {file} --in {deck}'\n[py]\nrun='pypy {file}'\ncompile='x {file}'"
    )
    languages = read_languages(str(file))
    written(tmp_path, "ann's.js", "b.py")
    node = ["node", "ann's.js", "--in", "{deck}"]
    assert commands_for(str(tmp_path / "ann's.js"), languages) == (node, "", ())
    assert commands_for(str(tmp_path / "b.py"), languages)[1] == "x b.py"
    assert languages[".c"] == LANGUAGES[".c"]
