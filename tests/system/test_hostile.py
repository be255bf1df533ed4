"""Hostile programs and submissions: what each tries, that it is held, and that nothing is left."""

import ast
import base64
import ctypes
import json
import os
import pwd
import re
import runpy
import shutil
import socket
import stat
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import (
    CLONE,
    PYTHON,
    STUDENTS,
    error_of,
    needs_linux,
    needs_source,
    put,
    run_in,
    running,
)

from poker_table.files.deck_file import read_deck
from poker_table.grading.batch import Batch
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.entries import entries_in
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.running import sandbox, syscall_filter
from poker_table.grading.running.runner import Ending, Limits, run_copy
from poker_table.grading.running.submission import (
    Unusable,
    submission_from_command,
    submission_from_folder,
)
from poker_table.grading.running.untrusted_files import temporary_folder

pytestmark = needs_linux

HOSTILE = STUDENTS / "hostile"
SYSTEM_PYTHON = "/usr/bin/python3"
NOBODY = 65534
MIB = 2**20
PLACES = "/", "/etc", "/usr", "/usr/bin", "/var/tmp", "/home", "/dev", "/dev/shm"
# What hostile programs call what they make: in those places others may make files at any time.
THEIRS = re.compile(
    r"filled-\d+|\d|d|folder|i-was-here\.txt|large|link|mine|pipe|sparse|stolen\.txt"
)
# What a marker does, as whatever user it is: run a hostile program and print what it said.
MARKER = """
import os, sys
source, folder, python, program, *rest = sys.argv[1:]
sys.path.insert(0, source)
from poker_table.grading.running.runner import Ending, Limits, run_copy
where = {"where.txt": "\\n".join([str(os.getpid()), *rest])}
run = run_copy(folder, [python, program], where, "bwrap", Limits(time=60))
print(run.out, run.err, run.crash_or_stop)
"""
# The same, for a batch of honest programs alone, and then beside one of each neighbour. It prints
# how many neighbours there were, their best score, the marker's MiB, and the honest marks of both.
BATCH = """
import json, os, resource, runpy, shutil, sys
source, folder, python = sys.argv[1:4]
sys.path.insert(0, source)
from poker_table.files.deck_file import read_deck
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import entries_in
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.running.runner import Limits
from poker_table.grading.running.untrusted_files import temporary_folder

def submit(name, program, *files):
    os.mkdir(f"{batch}/{name}")
    for file in files:
        shutil.copy(file, f"{batch}/{name}")
    with open(f"{batch}/{name}/mine.py", "w") as file:
        file.write(program)

def marks(workers):
    decks = {"three.txt": read_deck("three.txt")}
    points = DEFAULT_POINTS | {"missing": 0.0, "random": 0.0}
    options = MarkingOptions(decks, points, "bwrap", Limits(time=2), {})
    entries = entries_in(batch, "", {".py"})[0]
    work = Batch(entries, [python, "mine.py"], options)
    assert list(work.run(workers))
    return {sheet.subject: sheet.trouble or sheet.score for sheet in work.sheets}

SLOW = "import time\\nwhile time.process_time() < 0.3: pass\\n"
with temporary_folder() as batch:
    right = f"{folder}/../right.py"
    for name, beginning, program in (
        ("fast", "", "right.py"), ("slow", SLOW, "right.py"), ("wrong", "", "four_mistakes.py"),
    ):
        with open(f"{folder}/../{program}") as file:
            submit(f"honest {name}", beginning + file.read(), right)
    alone = marks(1)
    neighbours = runpy.run_path(f"{folder}/neighbours.py")["ATTEMPTS"]
    for name in neighbours:
        program = f"import neighbours\\nneighbours.ATTEMPTS[{name!r}]()"
        submit(name, program, f"{folder}/neighbours.py")
    beside = marks(2)
best = max(score for name, score in beside.items() if name in neighbours and score != str(score))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([len(neighbours), best, peak, alone, {name: beside[name] for name in alone}]))
"""
ATTEMPTS = runpy.run_path(str(HOSTILE / "attempts.py"))["ATTEMPTS"]  # what, and what holds it
NEIGHBOURS = runpy.run_path(str(HOSTILE / "neighbours.py"))["ATTEMPTS"]
PROGRAMS = {
    path.name: ast.get_docstring(ast.parse(path.read_text())) or ""
    for path in sorted(HOSTILE.glob("*.py"))
    if path.name not in ("attempts.py", "neighbours.py")
}
COPIED = {
    "large": "a file of 1 TiB",
    "deep": "1,200 nested folders",
    "fifo": "a pipe",
    "device": "a device",
    "linked": "links to the marker's files",
}


def table() -> str:
    """Return the table of attempts.md: the attempts, by what holds them."""
    held: dict[str, list[str]] = {}
    for what, by, _ in ATTEMPTS:
        held.setdefault(by, []).append(what)
    programs = [text[0].lower() + text[1:].rstrip(".") for text in PROGRAMS.values()]
    held["killing all processes, and a tmpfs for all files"] = programs
    held["copying regular files and links only"] = [f"hand in {what}" for what in COPIED.values()]
    held["limits, and a second run alone"] = [*NEIGHBOURS]
    rows = [f"| {by} | {len(what)} | {'; '.join(what)} |" for by, what in held.items()]
    return "\n".join(["| Held by | | Attempts |", "|---|---|---|", *rows])


@needs_source
def test_the_table_of_what_was_tried_is_what_is_tried():
    assert sum(map(len, (ATTEMPTS, PROGRAMS, COPIED, NEIGHBOURS))) == 124
    assert table() in (HOSTILE / "attempts.md").read_text()


@pytest.fixture
def bubblewrap() -> None:
    if sandbox.level_in_force("auto") == "none":
        pytest.skip("bubblewrap does not work here")


def session_keys() -> bytes:
    """Return the session's keyring, on a machine where its call has the number 250."""
    kept = ctypes.create_string_buffer(4096)
    length = ctypes.CDLL(None).syscall(250, 11, -3, kept, 4096)
    return kept.raw[: max(length, 0)] if os.uname().machine == "x86_64" else b""


def shared_memory() -> int:
    """Return how many MiB all the machine's files in memory take."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("Shmem:"))


def machine() -> dict[str, object]:
    """Return what a hostile program would change, and nobody else."""
    places = *PLACES, os.path.expanduser("~")
    devices = (f"/dev/{name}" for name in ("null", "zero", "random", "urandom", "tty"))
    return {
        "names": {place: sorted(filter(THEIRS.fullmatch, os.listdir(place))) for place in places},
        "modes": [os.stat(path).st_mode for path in ("/usr/bin/env", "/usr/bin/yes", *devices)],
        "core": Path("/proc/sys/kernel/core_pattern").read_text(),
        "name": socket.gethostname(),
        "keys": session_keys(),
    }


def test_what_others_do_meanwhile_is_not_taken_for_a_hostile_programs(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    before = machine()
    (tmp_path / ".bash_history").write_text("")
    assert machine() == before
    (tmp_path / "i-was-here.txt").write_text("")
    assert machine() != before


@pytest.fixture
def unchanged(tmp_path, monkeypatch, bubblewrap) -> Iterator[None]:
    """See that the machine is afterwards as it was, and that no temporary folder is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    temporary.chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("TMPDIR", str(temporary))
    before, memory = machine(), shared_memory()
    yield
    assert machine() == before
    assert os.listdir(temporary) == []
    assert shared_memory() < memory + 100


@pytest.fixture(params=["the user of these tests", "an ordinary user"])
def marker(request, tmp_path, bubblewrap):
    """Return what runs a hostile program as a marker of a kind, and tells what it said."""
    chosen: dict[str, object] = {}
    python, source = PYTHON, str(CLONE)
    if request.param == "an ordinary user":
        if os.geteuid() != 0:
            pytest.skip("these tests are run by an ordinary user already")
        version = "import sys; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([SYSTEM_PYTHON, "-c", version], check=False).returncode:
            pytest.skip(f"{SYSTEM_PYTHON} is not Python 3.11 or later")
        chosen = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        python, source = SYSTEM_PYTHON, tempfile.mkdtemp()
        shutil.copytree(CLONE / "poker_table", f"{source}/poker_table")
        shutil.copytree(CLONE / "decks", f"{source}/decks")
        shutil.copytree(HOSTILE, f"{source}/hostile")
        for name in "right.py", "four_mistakes.py":
            shutil.copy(STUDENTS / name, source)
        os.chmod(source, 0o755)
    folder = str(HOSTILE) if python == PYTHON else f"{source}/hostile"
    secret = Path(source if chosen else tmp_path, "secret.txt")
    secret.write_text("the answers")
    secret.chmod(0o644)

    def run(program: str, port: int = 9, script: str = MARKER) -> str:
        home = str(Path(source)) if chosen else os.path.expanduser("~")
        temporary = "/tmp" if chosen else tempfile.gettempdir()
        words = [python, "-c", script, source, folder, python, program, home, str(secret)]
        done = subprocess.run(
            [*words, str(port)], capture_output=True, text=True, check=False, cwd="/",
            env={**os.environ, "HOME": home, "TMPDIR": temporary}, **chosen,
        )  # fmt: skip
        assert secret.read_text() == "the answers"
        assert stat.S_IMODE(secret.stat().st_mode) == 0o644
        return done.stdout + done.stderr

    yield run
    if chosen:
        shutil.rmtree(source)


@pytest.mark.slow  # it fills what may be filled
def test_no_attempt_gets_through(marker, unchanged):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as named:
        port = server.getsockname()[1]
        named.bind(f"\0poker-table-{port}")
        named.listen()
        said = dict(line.split(" | ", 1) for line in marker("attempts.py", port).split("\n")[:-2])
    assert len(ATTEMPTS) >= 60
    assert list(said) == [what for what, _, _ in ATTEMPTS]
    assert {what for what, how in said.items() if not how.startswith("held")} == set()
    assert "held: it was killed" not in said.values()  # each refusal raises an error


@pytest.mark.slow  # some are stopped only when their time is up
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("kills_everybody.py", "before"),
        ("writes_to_every_descriptor.py", "still here"),
        ("nests_folders.py", "nested"),
        ("links.py", "linked"),
        ("ends_as_the_sandbox_would.py", "bwrap: Can't mount proc"),
    ],
)
def test_no_program_leaves_anything(program, said, marker, unchanged):
    assert said in marker(program)
    assert running(program) == []


@pytest.mark.slow  # stopped only when its time is up
@pytest.mark.parametrize("program", ["ignores_signals.py", "makes_files.py"])
def test_what_goes_on_and_on_is_ended(program, unchanged):
    run = run_in(HOSTILE, PYTHON, program, level="bwrap", time=1)
    assert run.stopped_by == Ending("time", 1)
    assert running(program) == []


def test_what_a_program_says_is_never_taken_for_the_sandboxs_own_trouble(bubblewrap):
    run = run_in(HOSTILE, PYTHON, "ends_as_the_sandbox_would.py", level="bwrap")
    assert (run.exit_code, run.failure) == (1, Ending("code", 1))


def test_without_the_library_of_the_filter_programs_run_and_the_result_says_so(monkeypatch):
    monkeypatch.setattr(syscall_filter, "bpf", lambda: b"")
    without = "bwrap without libseccomp (apt-get install libseccomp2)"
    assert sandbox.level_in_words("bwrap") == without
    assert sandbox.level_in_words("none") == "none"
    if sandbox.level_in_force("auto") == "bwrap":
        assert run_in(HOSTILE, "/bin/true", level="bwrap").failure is None


def test_what_lies_where_the_sandbox_would_have_its_folder_is_not_hidden(tmp_path, bubblewrap):
    sandbox.work_folder.cache_clear()
    taken = Path(sandbox.work_folder())
    taken.mkdir(parents=True)
    try:
        sandbox.work_folder.cache_clear()
        (taken / "python").symlink_to(PYTHON)
        assert sandbox.work_folder() != str(taken)
        run = run_in(tmp_path, str(taken / "python"), "-c", "print('it runs')", level="bwrap")
        assert run.out == "it runs\n"
    finally:
        shutil.rmtree(taken.parent)
        sandbox.work_folder.cache_clear()


def test_of_an_interpreters_packages_ours_alone_is_hidden(tmp_path, bubblewrap):
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (packages,) = (tmp_path / "env").glob("lib/python*/site-packages")
    python, runs = str(tmp_path / "env" / "bin" / "python3"), []
    for name in "poker_table", "other":
        put(packages / name / "answers.py")
        runs.append(run_in(tmp_path, python, "-c", f"import {name}.answers", level="bwrap"))
    ours, other = runs
    assert "No module named 'poker_table.answers'" in ours.err
    assert (other.err, other.exit_code) == ("", 0)


def test_what_is_installed_for_the_systems_python_is_hidden():
    place = "/usr/lib/python3/dist-packages/poker_table"
    program = (
        f"import glob; glob.glob = lambda pattern: [{place!r}] * pattern.startswith('/usr/lib*')\n"
        "from poker_table.grading.running import sandbox\n"
        "print(*sandbox.command_in_bwrap(['x'], '/a', 512, 512))"
    )
    words = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    assert f"--size 4096 --tmpfs {place} --remount-ro {place}" in words


def test_a_marker_who_has_python_linked_at_home_shows_no_more_of_it(
    tmp_path, monkeypatch, bubblewrap
):
    monkeypatch.setenv("HOME", str(tmp_path))
    local = tmp_path / ".local"
    put(local / "secret.txt", "the answers")
    for folder in local / "bin", tmp_path / "work":
        folder.mkdir()
    (local / "bin" / "python3").symlink_to(PYTHON)
    listing = f"import os; print(os.listdir({str(local)!r}))"
    words = str(local / "bin" / "python3"), "-c", listing
    assert run_in(tmp_path / "work", *words, level="bwrap").out == "['bin']\n"


ANSWERS = "answers.txt"
INSTALLATIONS = [
    # the folder of `bin`, what else is there, and what a program in `bin` sees beside it
    ("course", ["ann/mine.py", "lib/answers.py", "share/key", ANSWERS], ["bin"]),
    ("python", ["lib/python3.11/os.py", "share/man", "home/key", ANSWERS], ["bin", "lib", "share"]),
    ("env", ["pyvenv.cfg", "include/x.h", ANSWERS], ["bin", "include", "pyvenv.cfg"]),
    ("java", ["lib/modules", "conf/net.properties", "src.zip", ANSWERS], ["bin", "conf", "lib"]),
    ("me", ["lib/python3.11/os.py", ".ssh/id_ed25519", ANSWERS], ["bin"]),  # a home
    ("me/.local", ["lib/python3.11/os.py", "share/keyrings/login", ANSWERS], ["bin"]),
    ("all", ["lib/python3.11/os.py", "me/key"], ["bin"]),  # a folder with a home in it
]  # fmt: skip


@pytest.mark.parametrize(("place", "files", "seen"), INSTALLATIONS)
def test_beside_a_program_in_bin_only_an_installation_is_seen(
    place, files, seen, tmp_path, monkeypatch, bubblewrap
):
    homes = [str(tmp_path / "me"), str(tmp_path / "all" / "me")]
    monkeypatch.setattr(sandbox, "_homes", lambda: homes)
    monkeypatch.setenv("HOME", "/nowhere")
    for name in files:
        put(tmp_path / place / name)
    lists = f"#!/bin/sh\nls -A {tmp_path / place}\n"
    program = put(tmp_path / place / "bin" / "list.sh", lists, 0o755)
    (tmp_path / "submission").mkdir()
    run = run_in(tmp_path / "submission", program, level="bwrap")
    assert (run.out.splitlines(), run.err) == (seen, "")


def test_a_link_in_an_installation_shows_nothing_outside_of_it(tmp_path, bubblewrap):
    (tmp_path / "submission").mkdir()
    put(tmp_path / "env" / "pyvenv.cfg")
    put(tmp_path / "private" / ANSWERS, "the answers")
    (tmp_path / "env" / "lib").symlink_to(tmp_path / "private")
    shows = f"#!/bin/sh\ncat {tmp_path}/env/lib/{ANSWERS}\n"
    program = put(tmp_path / "env" / "bin" / "show.sh", shows, 0o755)
    run = run_in(tmp_path / "submission", program, level="bwrap")
    assert (run.out, "No such file" in run.err) == ("", True)


def test_homes_are_those_of_the_system(monkeypatch):
    monkeypatch.setenv("HOME", "/nowhere")
    sandbox._homes.cache_clear()
    own = os.path.realpath(pwd.getpwuid(os.getuid()).pw_dir)
    assert own in sandbox._homes()
    assert "/nowhere" not in sandbox._homes()


HARD_TO_COPY = {"fifo": "is not a regular file", "large": "more than 256 MiB"}


def made_submissions(folder: Path) -> None:
    """Make a folder of submissions: honest ones, and all sorts of what cannot be told to copy."""
    for name in {"a honest", "z honest", *COPIED} - {"device"}:
        (folder / name).mkdir(parents=True)
        shutil.copy(STUDENTS / "right.py", folder / name / "mine.py")
    os.mkfifo(folder / "fifo" / "pipe")
    (folder / "large" / "zeros").touch()
    os.truncate(folder / "large" / "zeros", 2**40)
    (folder / "linked" / "deck.txt").symlink_to("/etc/hostname")
    (folder / "linked" / "up").symlink_to(folder)
    (folder / "linked" / "root").symlink_to("/")
    nest(folder / "deep", 1200)
    if os.geteuid() == 0:
        (folder / "device").mkdir()
        os.mknod(folder / "device" / "zeros", 0o666 | stat.S_IFCHR, os.makedev(1, 5))


def nest(folder: Path, depth: int) -> None:
    """Make folders one in another, without going there ourselves."""
    program = "import os, sys\nos.chdir(sys.argv[1])\n"
    program += "for _ in range(int(sys.argv[2])):\n    os.mkdir('d')\n    os.chdir('d')\n"
    subprocess.run([sys.executable, "-c", program, folder, str(depth)], check=True)


@pytest.mark.slow  # most are stopped only when their time is up
def test_no_neighbour_costs_an_honest_student_a_mark(marker, unchanged):
    """Neighbours that compute, wait, fill memory, flood, or print what is hard to judge."""
    number, best, peak, alone, beside = json.loads(marker("", script=BATCH))
    assert number == len(NEIGHBOURS)
    assert (alone, best, len(alone)) == (beside, 1, 3)
    assert min(alone.values()) > 10
    assert peak < 200


@pytest.mark.slow  # ten programs, each a few runs
def test_honest_students_get_their_marks_beside_hostile_ones(tmp_path, unchanged):
    with temporary_folder() as folder:
        made_submissions(Path(folder))
        for program in sorted(HOSTILE.glob("*.py")):
            (Path(folder) / program.stem).mkdir()
            shutil.copy(program, Path(folder) / program.stem / "mine.py")
        decks = {"three.txt": read_deck("three.txt")}
        limits = Limits(time=2)
        options = MarkingOptions(decks, DEFAULT_POINTS, "bwrap", limits, {})
        batch = Batch(entries_in(folder, "", {".py"})[0], [PYTHON, "mine.py"], options)
        assert list(batch.run(2))
        sheets = {sheet.subject: sheet for sheet in batch.sheets}
    for honest in "a honest", "deep", "linked", "z honest":
        assert (honest, sheets[honest].outcome, sheets[honest].score) == (honest, "passed", 25)
    in_trouble = {name for name, sheet in sheets.items() if sheet.trouble}
    assert in_trouble == {*HARD_TO_COPY, *({"device"} & set(sheets))}
    assert all(text in sheets[name].trouble for name, text in HARD_TO_COPY.items())
    scores = {path.stem: sheets[path.stem].score for path in HOSTILE.glob("*.py")}
    assert max(scores.values()) < 4, scores


def chained() -> bytes:
    """Return a tar of headers that each only tell of the next one, deeper than Python can call."""
    header = tarfile.TarInfo("x")
    header.type, header.size = b"x", 11
    return (header.tobuf() + b"11 foo=bar\n".ljust(512, b"\0")) * 600


def of_no_time() -> bytes:
    """Return a tar of a file that was changed when no clock can be."""
    header = tarfile.TarInfo("x")
    header.mtime = 2**80
    return header.tobuf()


@pytest.mark.parametrize("tar", [chained, of_no_time])
def test_what_a_compiler_says_in_the_place_of_what_it_made_ends_no_batch(tar, tmp_path):
    """The one who runs it is there to write to: `make` does what the student's Makefile says."""
    (tmp_path / "said").write_bytes(base64.encodebytes(tar().ljust(30 * 512, b"\0")))
    with temporary_folder() as copies:
        keeps = "$([ -e /proc/$PPID/fd/10 ] && echo 10 || echo 1)"  # where its shell's output is
        compiler = f"tr -d '\\n' < said > /proc/$PPID/fd/{keeps}"
        done = submission_from_folder(str(tmp_path), ["./a"], compiler, copies, "none")
    assert done.unusable == Unusable()


PEAK = """
import resource, sys
from poker_table.grading.running.submission import Unusable, submission_from_folder
done = submission_from_folder(*sys.argv[1:2], ["./a"], *sys.argv[2:], "none")
print(done.unusable is not None)
# Not RUSAGE_SELF: that counts what the process that started this one had, too.
status = dict(line.split(":") for line in open("/proc/self/status"))
print(int(status["VmHWM"].split()[0]) // 1024)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


@pytest.mark.parametrize("byte", ["0", "377"])
def test_whatever_a_compiler_writes_takes_the_marker_little_memory(byte, tmp_path):
    """JSON would need 768 MiB for 128 MiB of NULs; a text needs up to four bytes a character."""
    for name in "ann", "copies":
        (tmp_path / name).mkdir()
    keeps = "$([ -e /proc/$PPID/fd/10 ] && echo 10 || echo 1)"
    compiler = f"head -c {128 * MIB - 512} /dev/zero | tr '\\0' '\\{byte}' >/proc/$PPID/fd/{keeps}"
    words = [sys.executable, "-c", PEAK, str(tmp_path / "ann"), compiler, str(tmp_path / "copies")]
    done = subprocess.run(words, cwd=CLONE, capture_output=True, text=True, check=True)
    unusable, *peaks = done.stdout.split()
    assert unusable == "True"
    assert max(map(int, peaks)) < 450


@pytest.mark.slow  # every name of 1,200 folders is looked up from the top
@pytest.mark.parametrize("level", ["bwrap", "none"])
def test_folders_of_any_depth_are_copied_compiled_and_removed(level, tmp_path, unchanged):
    with temporary_folder() as folder:
        nest(Path(folder), 1200)
        with temporary_folder() as copies:
            compiler = "echo 'echo done' > a; chmod +x a"
            done = submission_from_folder(folder, ["./a"], compiler, copies, level)
            assert run_in(done.folder, "sh", "a", level=level).out == "done\n"


def test_a_hostile_compilation_changes_nothing_and_takes_nothing_out(tmp_path, unchanged):
    if not shutil.which("make"):
        pytest.skip("there is no program make")
    secret = put(tmp_path / "secret.txt", "the answers")
    (tmp_path / "ann").mkdir()
    shutil.copy(HOSTILE / "Makefile", tmp_path / "ann")
    with temporary_folder() as copies:
        compiler = f"make SECRET={secret}"
        done = submission_from_folder(str(tmp_path / "ann"), ["./Poker"], compiler, copies, "bwrap")
        assert done.unusable is None
        assert sorted(os.listdir(copies)) == ["Makefile", "Poker", "d", "root", "stolen.txt", "up"]
        assert os.path.islink(Path(copies) / "up")
        assert run_in(copies, "./Poker", level="bwrap").out == "ready\n"
    assert running("sleep 301") == []


@pytest.mark.parametrize("level", ["bwrap", "none"])
def test_a_compiler_has_room(level, tmp_path, bubblewrap):
    """More than a run has: for one file, and where it keeps its own."""
    ann, out = tmp_path / "ann", tmp_path / "out"
    for folder in ann, out:
        folder.mkdir()
    zeros = "head -c {} /dev/zero"
    compiler = f"{zeros.format(3 * MIB)} > a && {zeros.format(20 * MIB)} > $TMPDIR/b; rm -f b"
    done = submission_from_folder(str(ann), ["./a"], compiler, str(out), level)
    assert (done.unusable, (out / "a").stat().st_size) == (None, 3 * MIB)


def test_two_runs_differ_in_what_fresh_memory_holds(tmp_path):
    held = [
        run_copy(str(tmp_path), ["env"], {}, "none", Limits(), pattern).out.splitlines()
        for pattern in range(3)
    ]
    perturbed = [line for lines in held for line in lines if line.startswith("MALLOC_PERTURB_")]
    assert perturbed == ["MALLOC_PERTURB_=255", "MALLOC_PERTURB_=128"]  # zeros, and bytes 0x7F
    assert [f"PADDING={'x' * 1000}" in lines for lines in held] == [False, True, False]


def test_ctrl_c_reaches_the_marker_alone(tmp_path):
    """A program is the child of its supervisor, and that is in a session of its own."""
    program = "import os; print(os.getsid(os.getppid()))"
    assert int(run_in(tmp_path, PYTHON, "-c", program).out) != os.getsid(0)


def test_a_link_in_a_folder_that_is_needed_stays_a_link(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("needed").mkdir()
    Path("needed", "link").symlink_to("/etc/hostname")
    Path("copies").mkdir()
    submission_from_command(["/bin/true"], ["needed"], "copies")
    assert os.readlink("copies/needed/link") == "/etc/hostname"


def test_a_run_whose_files_find_no_room_is_no_verdict(tmp_path, bubblewrap):
    for number in range(3):
        (tmp_path / str(number)).write_bytes(b"x" * MIB)
    said = error_of(MarkerError, run_in, tmp_path, "/bin/true", level="bwrap", disk=2 * MIB)
    assert said.startswith("the run could not be prepared: cp: error writing")
