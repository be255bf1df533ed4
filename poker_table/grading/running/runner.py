"""One run of a program, within limits and in a fresh folder, and how it ended.

If it is this machine that lacks what the program needs to start, no student pays for that.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError
from poker_table.grading.running import sandbox, syscall_filter
from poker_table.grading.running.supervisor_pool import library_path, supervised
from poker_table.grading.running.untrusted_files import (
    MAX_BYTES,
    copy_tree,
    temporary_folder,
    walk_submission,
)

MIB = 1024 * 1024
MAX_JUDGED = 64 * 1024  # characters of the output
# Exit code 128 + N means that signal N killed the program: the shell, the sandbox and Python agree
# on that. For any other signal, the number is more likely an exit code that the program chose.
_CRASHES = [f"SIG{name}" for name in "ILL TRAP ABRT BUS FPE KILL SEGV PIPE TERM XFSZ SYS".split()]
_SIGNALS = {128 + each: each.name for each in signal.Signals if each.name in _CRASHES}
NOT_FOUND = 127  # the exit code of a shell, env and stdbuf for a program that is not there
_NOT_STARTED = 126, NOT_FOUND
MAX_FIRST_LINE = 256  # bytes; the kernel reads no more of a line that names an interpreter


class Ending(NamedTuple):
    """How a run failed: `detail` is the limit's amount, the signal's name or the exit code."""

    # A limit (time, memory, processes, output, threads or total), signal, code, unstarted.
    kind: str
    detail: str | int = ""


class Limits(NamedTuple):
    """The limits of one run: seconds of all processors together, bytes, and processes.

    supervise.py enforces the first five, by whose names it says which one a run exceeded. `disk`
    limits all files in the sandbox together.
    """

    time: int = 5
    memory: int = 512 * MIB
    processes: int = 64
    output: int = MIB
    threads: int = 256  # of all processes together
    file: int = MIB
    disk: int = MAX_BYTES + 16 * MIB


#: What fresh memory contains, in three patterns: zeros, bytes 0x7F (a large positive number), and
#: whatever it contains for the student. The C library wants the complement.
FRESH_MEMORY: tuple[dict[str, str], ...] = (
    {"MALLOC_PERTURB_": str(0xFF)},
    {"MALLOC_PERTURB_": str(0x80), "PADDING": 1000 * "x"},  # and the stack begins elsewhere
    {},
)
PATTERNS = len(FRESH_MEMORY)  # deck number n is run with pattern n % PATTERNS
GIVE_UP_AFTER = 3  # decks on which the program had to be stopped
FOR_COMPILING = Limits(120, 2048 * MIB, output=128 * MIB, file=256 * MIB, disk=1024 * MIB)


class Run(NamedTuple):
    """The output of one run, its exit code, the limit that stopped it, if any, and its seconds.

    `by_clock` is set if other programs may be to blame that it reached the limit of time.
    """

    out: str
    err: str
    exit_code: int
    stopped_by: Ending | None = None
    seconds: float = 0.0
    by_clock: bool = False

    @property
    def crash_or_stop(self) -> Ending | None:
        """How the program crashed or was stopped; None if it exited by itself.

        >>> Run("", "", 139).crash_or_stop
        Ending(kind='signal', detail='SIGSEGV')
        """
        if self.exit_code in _NOT_STARTED and not self.stopped_by and not self.out:
            return Ending("unstarted")
        signal_name = _SIGNALS.get(self.exit_code)
        return self.stopped_by or (Ending("signal", signal_name) if signal_name else None)

    @property
    def failure(self) -> Ending | None:
        """How the program crashed, was stopped or failed; None if its exit code is 0."""
        return self.crash_or_stop or (Ending("code", self.exit_code) if self.exit_code else None)


@dataclass(frozen=True)
class Runs:
    """All runs of a submission: on each deck once or twice, on a missing file, and on no file.

    The two runs on a deck differ in the content of fresh memory. A second random deal is made at
    least a second after the first. `later_run` is another run on the first deck, made if no
    deck's table had the hands that were dealt.
    """

    on_decks: Mapping[str, tuple[Run, ...]]
    missing: Run | None = None
    random: tuple[Run, ...] = ()
    later_run: Run | None = None

    @property
    def stopped_on(self) -> list[str]:
        """The decks on which the program had to be stopped."""
        return [name for name, runs in self.on_decks.items() if any(run.stopped_by for run in runs)]

    @property
    def given_up(self) -> bool:
        """Whether the program was stopped on so many decks that it is not run on the others."""
        return len(self.stopped_on) >= GIVE_UP_AFTER


def run_copy(
    folder: str,
    command: Sequence[str],
    files: Mapping[str, str],
    level: str,
    limits: Limits,
    pattern: int = 0,
    encoding: str = "utf-8",
) -> Run:
    """Run a command in a temporary copy of a folder, with a file added.

    `files` has the text of this one file by its name, or nothing. `level` is the sandbox level,
    bwrap or none. `encoding` is that of the output. Raises MarkerError if the marker itself fails,
    never because of anything the program does.
    """
    with temporary_folder() as work:
        home, tmpdir, seccomp_filter = work, work, b""
        if level == "bwrap":
            contained = sandbox.command_in_bwrap(command, folder, limits.file, limits.disk)
            home, tmpdir, seccomp_filter = sandbox.work_folder(), "/tmp", syscall_filter.bpf()
        else:
            contained = sandbox.command_in_copy(command, folder, limits.file)
        environment = _environment(home, tmpdir, pattern)
        for name, text in files.items():
            environment |= {"FILE": name, "TEXT": text}
        started = time.monotonic()
        answer = supervised(
            limits=limits, environment=environment, folder=work, command=contained,
            seccomp_filter=seccomp_filter.hex(), filter_fd=sandbox.FILTER_FD,
        )  # fmt: skip
        seconds = time.monotonic() - started
    end, exit_code, err = (answer[name] for name in ("end", "exit_code", "err"))
    out = answer.pop("out").decode(encoding, "replace")
    if not answer["ready"]:
        raise MarkerError(f"the run could not be prepared: {printable(err.strip())}")
    if exit_code == 128 + signal.SIGXCPU:
        end = "time"
    by_clock, stopped_by = end == "clock", None
    if end != "exited":
        limit = "time" if by_clock else end
        amount = getattr(limits, limit)
        stopped_by = Ending(limit, amount // MIB if limit in ("memory", "output") else amount)
    return Run(out, err, exit_code, stopped_by, seconds, by_clock)


def _environment(home: str, tmpdir: str, pattern: int) -> dict[str, str]:
    """Return the complete environment of a run.

    The pattern changes two things that no correct program depends on: the content of fresh memory
    and the start of the stack. A program that reads an uninitialised variable depends on both.
    """
    return {
        **library_path(),
        "PATH": sandbox.PROGRAMS,
        "HOME": home,
        "TMPDIR": tmpdir,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        **FRESH_MEMORY[pattern],
        # With a cache, freed memory would contain addresses, which differ from run to run.
        "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
        "ASAN_OPTIONS": "verify_asan_link_order=0",  # stdbuf's library is loaded before ASan's
    }


def check_start(run: Run, folder: str, command: Sequence[str], level: str, limits: Limits) -> None:
    """Raise MarkerError if a command ended with exit code 127 because of this machine.

    It then ends so even if all files in the folder are empty but for the names of interpreters.
    """
    if run.exit_code != NOT_FOUND or run.stopped_by:
        return
    with temporary_folder() as emptied:
        copy_tree(folder, emptied)
        entries = [e for e in walk_submission(emptied) if e.is_file(follow_symlinks=False)]
        first_lines = [_empty(entry.path) for entry in entries]
        again = run_copy(emptied, command, {}, level, limits)
    if again.exit_code == NOT_FOUND:
        interpreters = {line.decode("utf-8", "replace").strip() for line in first_lines if line}
        raise lacking("; ".join([*again.err.strip().splitlines()[-1:], *sorted(interpreters)[:10]]))


def lacking(what: str) -> MarkerError:
    """Return the error for a program that has to be installed first."""
    return MarkerError(f"this machine lacks a program: {printable(what)}: install it first")


def _empty(path: str) -> bytes:
    """Empty a file but for a first line that names its interpreter; return that line."""
    with open(path, "r+b") as file:
        first_line = file.readline(MAX_FIRST_LINE)
        kept = first_line if first_line.startswith(b"#!") else b""
        file.truncate(len(kept))
    return kept
