"""Submissions: the files that are copied, what is compiled, and the program that is found."""

import os
import sys
from errno import ENOSPC
from pathlib import Path

import pytest
from program import error_of, needs_linux, put

from poker_table.grading.errors import MarkerError
from poker_table.grading.running import sandbox
from poker_table.grading.running.submission import submission_from_command, submission_from_folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to copy into, with a student's files in the current one."""
    for name in "mine", "copies":
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    for name in "mine.py", "cards.py", "answers.txt", "Poker.class", "Card.class", "PokerEval":
        Path(name).write_text(name)
    Path("PokerEval").chmod(0o755)
    put(Path("build/lib.so"), "lib")
    return tmp_path / "copies"


@pytest.mark.parametrize(
    ("command", "needs", "words", "copies"),
    [
        (["./PokerEval"], [], ["./PokerEval"], {"PokerEval"}),
        (["./PokerEval"], ["answers.txt", "build"], ["./PokerEval"],
         {"PokerEval", "answers.txt", "build"}),
        (["python3", "mine.py", "-v"], [], [None, "mine.py", "-v"], {"mine.py", "cards.py"}),
        (["sh", "lib.so"], ["build/lib.so"], [None, "lib.so"], {"lib.so"}),
        (["sh", "Poker"], [], [None, "Poker"], {"Poker.class", "Card.class"}),
        (["sh", "-cp", "build", "Poker"], [], [None, "-cp", "build", "Poker"],
         {"build", "Poker.class", "Card.class"}),
        (["../mine/PokerEval"], [], ["./PokerEval"], {"PokerEval"}),
        (["sh", "--lib=x.py", "a.jar:b.jar", "{deck}.py"], [],
         [None, "--lib=x.py", "a.jar:b.jar", "{deck}.py"], set()),
    ],
)  # fmt: skip
def test_the_files_that_a_command_names_or_needs_are_copied(command, needs, words, copies, folder):
    submission = submission_from_command(command, needs, str(folder))
    assert list(submission.command[1:]) == words[1:]
    assert words[0] is None or submission.command[0] == words[0]
    assert set(os.listdir(folder)) == copies


@pytest.mark.parametrize(
    ("command", "needs", "message"),
    [
        (["./Nothing"], [], "there is no program './Nothing'"),
        (["/nowhere/at/all"], [], "there is no program '/nowhere/at/all'"),
        (["PokerEval"], [], "PokerEval may not be run: try ./PokerEval"),
        (["no-such-program"], [], "there is no program 'no-such-program'"),
        (["sh mine.py"], [], "there is no program 'sh mine.py'; should the quotes be left out?"),
        (["./PokerEval -v"], [],
         "there is no program './PokerEval -v'; should the quotes be left out?"),
        (["python3", "nothere.py"], [], "there is no program 'nothere.py'"),
        (["python3", "nothere.R"], [], "there is no program 'nothere.R'"),
        (["./PokerEval"], ["gone.txt"], "gone.txt: cannot be copied: No such file or directory"),
        (["./PokerEval"], ["pipes"], "pipes: cannot be copied: pipes/pipe is not a regular file"),
        (["./PokerEval"], ["pipes/pipe"],
         "pipes/pipe: cannot be copied: pipes/pipe is not a regular file"),
        (["./PokerEval"], ["/dev/zero"],
         "/dev/zero: cannot be copied: /dev/zero is not a regular file"),
        (["./PokerEval"], ["large"], "large: cannot be copied: more than 256 MiB"),
        (["./PokerEval"], ["many"], "many: cannot be copied: more than 256 MiB"),
        pytest.param(["sh", "/proc/self/mem"], [],
                     "/proc/self/mem: cannot be copied: Input/output error", marks=needs_linux),
    ],
)  # fmt: skip
def test_commands_that_cannot_be_run(command, needs, message, folder):
    os.mkdir("pipes")
    os.mkfifo("pipes/pipe")
    os.mkdir("many")
    for name in "large", "many/a", "many/b":  # with nothing on the disk
        Path(name).touch()
        os.truncate(name, 2**28 + 1 if name == "large" else 2**27 + 1)
    assert error_of(MarkerError, submission_from_command, command, needs, str(folder)) == message


@pytest.mark.parametrize(
    ("word", "text", "mode", "message"),
    [
        ("./p.py", "#!/bin/sh", 0o644, "./p.py may not be run: try python3 ./p.py"),
        ("./p.py", "print()", 0o644, "./p.py may not be run: try python3 ./p.py"),
        ("./p.py", "print()", 0o755, "./p.py may not be run: try python3 ./p.py"),
        ("p.py", "#!/bin/sh", 0o755, "p.py may not be run: try python3 p.py"),
        ("./P", "", 0o644, "./P may not be run: try chmod +x ./P"),
        ("./my P", "", 0o644, "'./my P' may not be run: try chmod +x './my P'"),
        ("./P.class", "", 0o755, "./P.class may not be run: try java ./P"),
        ("./P.jar", "PK", 0o644, "./P.jar may not be run: try java -jar ./P.jar"),
        ("./P.cpp", "int main", 0o644, "./P.cpp may not be run: try to compile it"),
        ("./P.cpp", "int main", 0o755, "./P.cpp may not be run: try to compile it"),
        ("P.java", "class P", 0o644, "P.java may not be run: try to compile it"),
    ],
)
def test_programs_that_cannot_be_executed_directly(word, text, mode, message, folder):
    put(Path(word), text, mode)
    assert error_of(MarkerError, submission_from_command, [word], [], str(folder)) == message
    assert os.listdir(folder) == []


def test_a_script_with_a_shebang_is_executed_directly(folder):
    put(Path("mine.py"), "#!/usr/bin/env python3", 0o755)
    assert submission_from_command(["./mine.py"], [], str(folder)).command == ("./mine.py",)


def test_programs_in_the_markers_virtual_environment_are_not_found(monkeypatch):
    own = os.path.dirname(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([own, "/usr/bin", "/bin"]))
    assert sandbox.find_program("sh") is not None
    if sys.prefix != sys.base_prefix:
        assert sandbox.find_program("poker-table") is None
    monkeypatch.setattr(sandbox.sys, "prefix", sys.base_prefix)  # nothing of its own to hide
    assert sandbox.find_program("sh") is not None


def test_a_version_managers_shim_is_resolved_to_the_interpreter(tmp_path, monkeypatch):
    names = "real/ruby", ".rbenv/shims", ".rbenv/bin"
    real, shims, managers = (tmp_path / name for name in names)
    for path in real, shims / "ruby", shims / "gone":
        put(path, "#!/bin/sh\n", 0o755)
    put(managers / "rbenv", f'#!/bin/sh\n[ "$1 $2" = "which ruby" ] && echo {real}\n', 0o755)
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    assert sandbox.find_program("ruby") == str(real)
    assert sandbox.find_program("gone") == str(shims / "gone")
    by_path = submission_from_command([str(shims / "ruby")], [], str(tmp_path))
    assert by_path.command == (str(real),)


@pytest.mark.parametrize("command", [["sh", "mine.py"], ["./mine.py", "-v"]])
def test_a_submission_without_the_file_that_the_command_names_is_an_error(command, submitted):
    submitted(command, {"mine.py": "", "deck.txt": "", ".py": ""})
    named = next(word for word in command if word.endswith("mine.py"))
    said = error_of(MarkerError, submitted, command, {"a.py": "", "b.py": ""}, name="carol")
    assert said == f"there is no '{named}'; there is: a.py, b.py"


def test_a_submission_is_compiled_in_a_copy_and_warnings_are_kept(submitted):
    done = submitted(["./a", "-v"], {"source.txt": "hello"}, "cp source.txt a; echo odd >&2")
    assert (done.name, done.command, done.unusable) == ("ann", ("./a", "-v"), None)
    assert (Path(done.folder, "a").read_text(), done.warnings) == ("hello", "odd")
    assert not Path("ann", "a").exists()


def test_a_single_file_that_is_compiled_to_another_name_or_not_at_all(submitted):
    said = error_of(MarkerError, submitted, ["./poker"], "hello", "mv ann Poker")
    assert said == "compiled, but there is no './poker'; there is: Poker"
    compiler = "echo 'error: no luck' >&2; exit 4"
    done = submitted(["./a.out"], "int main( {}", compiler, name="ben")
    assert done.unusable == (compiler, ("code", 4), "error: no luck")


def test_a_disk_without_room_for_what_was_compiled_is_not_the_students(submitted, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("poker_table.grading.running.submission.unpack_tar", full)
    with pytest.raises(OSError, match="No space left on device"):
        submitted(["./a"], {"a.txt": "hello"}, "cp a.txt a")


def test_a_symbolic_link_in_a_batch_is_not_followed(tmp_path):
    (tmp_path / "secret.txt").write_text("the answers")
    (tmp_path / "ann.py").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "copies").mkdir()
    copies = str(tmp_path / "copies")
    submission_from_folder(str(tmp_path / "ann.py"), ["./ann.py"], "", copies, "none")
    assert (tmp_path / "copies" / "ann.py").is_symlink()


def test_caches_and_virtual_environments_are_not_copied(submitted):
    names = "mine.py", ".git/HEAD", "a/__pycache__/mine.pyc", "a/env/pyvenv.cfg", "a/more.py"
    copies = Path(submitted(["python3", "mine.py"], dict.fromkeys(names, "")).folder)
    files = {str(path.relative_to(copies)) for path in copies.rglob("*") if path.is_file()}
    assert files == {"mine.py", "a/more.py"}
