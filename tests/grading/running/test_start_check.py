"""What this machine lacks costs no student anything; a program's own exit code 127 does."""

from shlex import quote

import pytest
from program import run

from poker_table.grading.errors import MarkerError
from poker_table.grading.running.runner import Limits, run_copy
from poker_table.grading.running.start_check import check_start, lacking
from poker_table.grading.running.submission import submission_from_folder


def test_what_is_missing_is_named():
    text = "this machine lacks a program: node: install it first"
    assert str(lacking("node")) == text


@pytest.mark.parametrize(
    ("program", "lacks"),
    [
        ("#!/usr/bin/env no-such-node\nprint()\n", "; #!/usr/bin/env no-such-node"),
        ("#!/no/such/node\n", "; #!/no/such/node"),
        ("#!/bin/sh\nexit 127\n", ""),
        ("#!/bin/sh\nno-such-command\n", ""),
        ("no-such-command\n", ""),
    ],
)
def test_only_a_missing_interpreter_is_this_machines_lack(program, lacks, tmp_path):
    (tmp_path / "Poker").write_text(program)
    (tmp_path / "Poker").chmod(0o755)
    command = ["./Poker", "deck.txt"]
    ended = run_copy(str(tmp_path), command, {}, "none", Limits(60))
    assert ended.exit_code == 127
    try:
        check_start(ended, str(tmp_path), command, "none", Limits(60))
    except MarkerError as error:
        said = str(error)
    else:
        said = ""
    assert said.startswith("this machine lacks a program: " * bool(lacks))
    assert said.endswith(f"{lacks}: install it first" if lacks else "")
    assert bool(said) is bool(lacks)
    assert (tmp_path / "Poker").read_text() == program


def compile_error(folder, compiler, command=("./Poker",)):
    """Return why a submission could not be marked."""
    (folder / "ann").mkdir()
    (folder / "ann" / "mine.sh").write_text("exit 127")
    (folder / "copies").mkdir()
    with pytest.raises(MarkerError) as caught:
        submission_from_folder(
            str(folder / "ann"), command, compiler, str(folder / "copies"), "none"
        )
    return str(caught.value)


def test_a_missing_compiler_is_named(tmp_path):
    said = compile_error(tmp_path, "no-such-g++ -o Poker *.cpp")
    assert said.startswith("this machine lacks a program: ")
    assert "no-such-g++" in said


def test_a_missing_compiler_that_a_makefile_calls_is_named(tmp_path):
    make = (
        "echo 'make: no-such-g++: No such file' >&2; echo 'make: *** [all] Error 127' >&2; exit 2"
    )
    assert compile_error(tmp_path, make) == str(lacking("make: no-such-g++: No such file"))


def test_a_missing_interpreter_is_named_before_anything_is_compiled(tmp_path):
    said = compile_error(
        tmp_path, f"touch {quote(str(tmp_path))}/compiled", ("no-such-node", "mine.js")
    )
    assert said == str(lacking("no-such-node"))
    assert not (tmp_path / "compiled").exists()


def test_a_compiler_of_the_students_own_is_the_students(tmp_path):
    (tmp_path / "mine.sh").write_text("exit 127")
    (tmp_path / "copies").mkdir()
    done = submission_from_folder(
        str(tmp_path / "mine.sh"), ["./Poker"], "sh mine.sh", str(tmp_path / "copies"), "none"
    )
    assert done.unusable == ("sh mine.sh", ("unstarted", ""), "")


@pytest.mark.parametrize(
    ("program", "code", "told"),
    [
        ("#!/no/such/node\n", 3, "could not be marked: this machine lacks a program: "),
        ("#!/bin/sh\nexit 127\n", 1, "0 of 25 points"),
    ],
)
def test_a_batch_without_its_interpreter_has_no_marks(program, code, told, tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "Poker").write_text(program)
    (tmp_path / "ann" / "Poker").chmod(0o755)
    options = "--sandbox", "none", "--random", "0", "--timeout", "60", "--batch", str(tmp_path)
    done, _, err = run("grade", *options, "./Poker")
    assert (done, told in err) == (code, True)
