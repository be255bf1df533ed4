"""What this machine lacks costs no student anything; a program's own exit code 127 does."""

from shlex import quote

import pytest
from program import error_of, put, run

from poker_table.grading.errors import MarkerError
from poker_table.grading.running.runner import Limits, run_copy
from poker_table.grading.running.start_check import check_start, lacking


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
    put(tmp_path / "Poker", program, 0o755)
    command = ["./Poker", "deck.txt"]
    ended = run_copy(str(tmp_path), command, {}, "none", Limits(60))
    assert ended.exit_code == 127
    given = ended, str(tmp_path), command, "none", Limits(60)
    if lacks:
        said = error_of(MarkerError, check_start, *given)
        assert said.startswith("this machine lacks a program: ")
        assert said.endswith(f"{lacks}: install it first")
    else:
        check_start(*given)
    assert (tmp_path / "Poker").read_text() == program


def test_not_all_of_many_interpreters_are_named(tmp_path):
    for number in range(30):
        (tmp_path / f"P{number}").write_text(f"#!/no/such/{number}\n")
        (tmp_path / f"P{number}").chmod(0o755)
    ended = run_copy(str(tmp_path), ["./P0"], {}, "none", Limits(60))
    said = error_of(MarkerError, check_start, ended, str(tmp_path), ["./P0"], "none", Limits(60))
    assert said.count("#!") == 10


def test_what_is_missing_to_compile_or_run_is_named(submitted, tmp_path):
    """Also if a makefile calls it; an interpreter is looked for before anything is compiled."""
    mine = {"mine.sh": "exit 127"}
    said = error_of(MarkerError, submitted, ["./Poker"], mine, "no-such-g++ -o Poker *.cpp")
    assert said.startswith("this machine lacks a program: ")
    assert "no-such-g++" in said
    missing = "make: no-such-g++: No such file"
    make = f"echo '{missing}' >&2; echo 'make: *** [all] Error 127' >&2; exit 2"
    said = error_of(MarkerError, submitted, ["./Poker"], mine, make, name="ben")
    assert said == str(lacking(missing))
    touch = f"touch {quote(str(tmp_path))}/compiled"
    said = error_of(MarkerError, submitted, ["no-such-node", "mine.js"], mine, touch, name="cid")
    assert said == str(lacking("no-such-node"))
    assert not (tmp_path / "compiled").exists()


def test_a_compiler_of_the_students_own_is_the_students(submitted):
    done = submitted(["./Poker"], {"mine.sh": "exit 127"}, "sh mine.sh")
    assert done.unusable == ("sh mine.sh", ("unstarted", ""), "")


@pytest.mark.parametrize(
    ("program", "code", "told"),
    [
        ("#!/no/such/node\n", 3, "could not be marked: this machine lacks a program: "),
        ("#!/bin/sh\nexit 127\n", 1, "0 of 25 points"),
    ],
)
def test_a_batch_without_its_interpreter_has_no_marks(program, code, told, tmp_path):
    put(tmp_path / "ann" / "Poker", program, 0o755)
    options = "--sandbox", "none", "--random", "0", "--timeout", "60", "--batch", str(tmp_path)
    done, _, err = run("grade", *options, "./Poker")
    assert (done, told in err) == (code, True)
