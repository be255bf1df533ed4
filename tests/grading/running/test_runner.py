"""One run of a program: its copy, its supervisor, its sandbox, and how its end is worded.

What this machine lacks costs no student anything; a program's own exit code 127 does.
"""

import os
import signal
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from shlex import quote

import pytest
from program import error_of, needs_linux, put, run, run_in

from poker_table.grading.errors import MarkerError
from poker_table.grading.judging.run_checks import how_it_ended
from poker_table.grading.running import sandbox, supervisor_pool
from poker_table.grading.running.runner import (
    Ending,
    Limits,
    Run,
    check_start,
    lacking,
    run_copy,
)


def test_a_supervisor_is_reused_and_replaced_if_it_is_killed(tmp_path):
    program = "import os; print(open(f'/proc/{os.getppid()}/stat').read().split()[3])"
    command = [sys.executable, "-c", program]
    run = partial(run_copy, str(tmp_path), command, {}, "none", Limits())
    watched_by = [run().out for _ in range(2)]
    assert watched_by[0] == watched_by[1]
    os.kill(int(watched_by[0]), signal.SIGKILL)
    with pytest.raises(MarkerError, match="could not be supervised: its supervisor was killed"):
        run()
    last = run().out
    assert last != watched_by[0]
    assert os.path.exists(f"/proc/{int(last)}")
    supervisor_pool.end_idle()
    assert not os.path.exists(f"/proc/{int(last)}")


@needs_linux
@pytest.mark.parametrize("held", range(12))
def test_a_run_starts_whatever_descriptors_the_supervisor_holds(held, tmp_path, monkeypatch):
    level = sandbox.level_in_force("auto")
    hold = f"import os; [os.dup(0) for _ in range({held})]; "
    monkeypatch.setattr(supervisor_pool, "_SUPERVISE", hold + supervisor_pool._SUPERVISE)
    assert run_in(tmp_path, "echo", "begun", level=level).out == "begun\n"


def test_an_interpreter_is_mounted_with_its_installation(tmp_path):
    """Links to it are recreated; a program in the system's folders needs no mount of its own."""
    for path in "opt/bin/python9", "opt/lib/python9.3.3/os.py":
        put(tmp_path / path)
    (tmp_path / "python").symlink_to(tmp_path / "opt" / "bin" / "python9")

    def shown(*command: str) -> list[str]:
        words = sandbox.command_in_bwrap(command, "/a", 512, 512)
        options = "--ro-bind", "--symlink", "--tmpfs"
        return [f"{option} {path}" for option, path in pairwise(words) if option in options]

    own = shown("./PokerEval")
    at = own.index("--tmpfs /tmp") + 1
    assert shown("/usr/bin/env") == own
    assert shown("./PokerEval", str(tmp_path / "opt" / "bin" / "python9"))[at:-1] == [
        f"--ro-bind {tmp_path}/opt/bin/python9"
    ]
    assert shown(str(tmp_path / "python"))[at:-1] == [
        f"--symlink {tmp_path}/opt/bin/python9",
        f"--ro-bind {tmp_path}/opt/bin", f"--ro-bind {tmp_path}/opt/lib",
    ]  # fmt: skip
    put(tmp_path / "env" / "pyvenv.cfg")
    (tmp_path / "env" / "bin").mkdir()
    (tmp_path / "env" / "bin" / "python3").symlink_to("/usr/bin/python3")
    ours = tmp_path / "env/lib/python3.9/site-packages/poker_table"
    ours.mkdir(parents=True)
    assert shown(str(tmp_path / "env/bin/python3"))[at:-1] == [
        f"--ro-bind {tmp_path}/env/bin", f"--ro-bind {tmp_path}/env/lib",
        f"--ro-bind {tmp_path}/env/pyvenv.cfg", f"--tmpfs {ours}",
    ]  # fmt: skip


@needs_linux
def test_a_requested_sandbox_that_does_not_work_is_an_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sandbox, "_problem_with_bwrap", sandbox._problem_with_bwrap.__wrapped__)
    said = {}
    (tmp_path / "ann.py").write_text("")
    for asked in "bwrap", "auto", "none", "--batch=.":
        options = [asked] if asked.startswith("--") else ["--sandbox", asked]
        code, _, err = run("grade", *options, "./nothing")
        said[asked] = code, err
    nothing = "Error: there is no program './nothing'\n"
    no_bwrap = (
        "Error: bubblewrap does not work here: there is no program bwrap"
        " (apt-get install bubblewrap, or --sandbox none for programs that you trust)\n"
    )
    assert said == {
        "bwrap": (3, no_bwrap),
        "auto": (3, nothing),
        "none": (3, nothing),
        "--batch=.": (3, no_bwrap),
    }


def test_a_run_that_cannot_be_prepared_is_the_markers_error(tmp_path):
    said = error_of(MarkerError, run_in, tmp_path / "nowhere", "true")
    assert said.startswith("the run could not be prepared: cp: cannot stat")


@pytest.mark.parametrize("kind", ["folder", "link to a folder", "file"])
def test_a_submission_may_have_what_is_named_like_the_deck_file(kind, tmp_path):
    own, beside = tmp_path / "ann" / "deck.txt", tmp_path / "beside"
    for folder in beside / "a", own.parent / "*":
        folder.mkdir(parents=True)
    if kind == "folder":
        (own / "a").mkdir(parents=True)
    elif kind == "file":
        own.write_text("mine")
    else:
        own.symlink_to(beside)
    program = ["sh", "-c", "cat deck.txt; ls"]
    done = run_copy(str(own.parent), program, {"deck.txt": "0 0\n"}, "none", Limits())
    assert (done.out, done.err) == ("0 0\n*\ndeck.txt\n", "")
    assert own.exists()
    assert (beside / "a").exists()


def test_a_program_runs_without_stdbuf(monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox, "PROGRAMS", str(tmp_path))
    assert "-oL" not in sandbox.command_in_copy(["true"], "/tmp", 512)
    monkeypatch.undo()
    assert sandbox.command_in_copy(["true"], "/tmp", 512)[-2:] == ["-oL", "true"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def stand_in(path: Path, script: str) -> str:
    return put(path, f"#!/bin/sh\n{script}\n", 0o755)


@pytest.mark.parametrize(
    ("script", "said"),
    [("echo no such thing >&2", "no such thing"), ("", "its supervisor was killed")],
)
def test_a_supervisor_that_fails_is_the_markers_error(script, said, folder, monkeypatch):
    monkeypatch.setattr(sys, "executable", stand_in(folder.parent / "python", script))
    told = error_of(MarkerError, run_in, folder, "true")
    assert told == f"the run could not be supervised: {said}"


def test_the_library_path_is_passed_on(folder, monkeypatch):
    """Environment modules set it; the supervisor and students' programs need it."""
    script = f'[ "$LD_LIBRARY_PATH" = /opt/lib ] || exit 127; exec {quote(sys.executable)} "$@"'
    python = stand_in(folder.parent / "python", script)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    monkeypatch.setattr(sys, "executable", python)
    run = run_in(folder, python, "-c", "print('begun')")
    assert (run.out, run.err, run.exit_code) == ("begun\n", "", 0)


def test_a_sandbox_that_fails_is_the_markers_error(folder, monkeypatch):
    stand_in(folder.parent / "bwrap", 'echo "bwrap: Can\'t mount x" >&2; exit 1')
    monkeypatch.setenv("PATH", f"{folder.parent}:{os.environ['PATH']}")
    said = error_of(MarkerError, run_in, folder, "true", level="bwrap")
    assert said == "the run could not be prepared: bwrap: Can't mount x"


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        (Run("", "", 0).crash_or_stop, ""),
        (Run("", "", 3).crash_or_stop, ""),
        (Run("", "", 139).crash_or_stop, "crashed: SIGSEGV"),
        (Run("", "", 134).crash_or_stop, "crashed: SIGABRT"),
        (Run("", "", 136).crash_or_stop, "crashed: SIGFPE"),
        (Run("", "", 127).crash_or_stop, "could not be started"),
        (Run("", "", 126).crash_or_stop, "could not be started"),
        (Run("No such file", "", 127).failure, "ended with exit code 127"),
        (Run("", "", 127, Ending("time", 5)).crash_or_stop, "hung: stopped after 5 seconds"),
        (Ending("time", 5), "hung: stopped after 5 seconds"),
        (Ending("memory", 512), "used more than 512 MiB of memory and was stopped"),
        (Ending("processes", 64), "started more than 64 processes and was stopped"),
        (Ending("output", 1), "printed more than 1 MiB and was stopped"),
        (Ending("threads", 256), "started more than 256 threads and was stopped"),
    ],
)
def test_how_an_ending_is_worded(ending, told):
    assert (how_it_ended(ending) if ending else "") == told


def test_a_run_that_uses_up_its_processor_time_counts_as_hung(tmp_path):
    """The kernel may stop it before the supervisor does."""
    run = run_in(tmp_path, "sh", "-c", "kill -XCPU $$", time=1)
    assert (run.exit_code, run.crash_or_stop) == (152, Ending("time", 1))


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
