"""One run of a program, in its limits and a fresh folder, and how it ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.running import calls, sandbox
from poker_table.grading.running.folder import LARGEST, scratch
from poker_table.grading.running.watchers import watched

MIB = 1024 * 1024
MOST_READ = 64 * 1024  # characters of its output that are judged
_PROCESSOR_TIME_USED_UP = 128 + signal.SIGXCPU
# 128 + N means that signal N ended it, whether the shell, the sandbox or Python says so. Of a
# signal that no fault raises, the number is more likely an exit code of the program's own.
_FAULTS = "ILL TRAP ABRT BUS FPE KILL SEGV PIPE TERM XFSZ SYS".split()
_ENDINGS = {128 + signal.Signals[f"SIG{name}"]: f"crashed: SIG{name}" for name in _FAULTS}
_ENDINGS |= dict.fromkeys((126, 127), "could not be started")


class Limits(NamedTuple):
    """What one run may use: seconds (of the clock, and of processor time), bytes, processes.

    The first four as supervise.py takes them. `room` is for all files in the sandbox together.
    """

    seconds: int = 5
    memory: int = 512 * MIB
    processes: int = 64
    output: int = MIB
    file: int = MIB
    room: int = LARGEST + 16 * MIB

    def passed(self, limit: str) -> str:
        """Return in words that a run was stopped by a limit, named as supervise.py names it."""
        return {
            "time": f"hung: stopped after {self.seconds} second{'s' * (self.seconds != 1)}",
            "memory": f"used more than {self.memory // MIB} MiB of memory and was stopped",
            "processes": f"started more than {self.processes} processes and was stopped",
            "output": f"printed more than {self.output // MIB} MiB and was stopped",
        }[limit]


FOR_COMPILING = Limits(120, 2048 * MIB, output=128 * MIB, file=256 * MIB, room=1024 * MIB)


class Run(NamedTuple):
    """What one run wrote, and how it ended: its exit code, and in words what stopped it, if so."""

    out: str
    err: str
    code: int
    stopped: str = ""

    @property
    def crash(self) -> str:
        """How it crashed, or was stopped, in words; nothing where it ended by itself.

        >>> Run("", "", 139).crash
        'crashed: SIGSEGV'
        """
        return self.stopped or _ENDINGS.get(self.code, "")

    @property
    def failure(self) -> str:
        """How it ended, in words, if not as a program ends that is content."""
        return self.crash or (f"ended with exit code {self.code}" if self.code else "")


def run_copy(
    folder: str,
    command: Sequence[str],
    files: Mapping[str, str],
    level: str,
    limits: Limits,
    variant: int = 0,
) -> Run:
    """Run a command beside the given files in a copy of a folder that is then thrown away.

    `level` is the sandbox in force, bwrap or none. Raises MarkerError if the marker fails, never
    for anything that the program does.
    """
    with scratch() as given, scratch() as work:
        for name, text in files.items():
            with open(os.path.join(given, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        places, home, temporary, refused = (folder, given), work, work, b""
        words = sandbox.begun(command, places, limits.file)
        if level == "bwrap":
            words = sandbox.enclosed(command, places, limits.file, limits.room)
            home, temporary, refused = sandbox.work_folder(), "/tmp", calls.refusals()
        environment = _environment(home, temporary, variant)
        request = limits[:4], environment, work, refused, sandbox.REFUSED, words
        limit, code, *written = watched(*request)
    out, err, begun = (part.decode("utf-8", "replace") for part in written)
    if not begun:
        raise MarkerError(f"the run could not be prepared: {printable(err.strip())}")
    if code == _PROCESSOR_TIME_USED_UP:
        limit = "time"
    return Run(out, err, code, "" if limit == "ended" else limits.passed(limit))


def _environment(home: str, temporary: str, variant: int) -> dict[str, str]:
    """Return the whole environment of a run.

    What differs from variant to variant is what a program ought not to depend on, and does if it
    never sets a variable: what fresh memory holds, and how far down the stack begins.
    """
    return {
        "PATH": sandbox.PROGRAMS,
        "HOME": home,
        "TMPDIR": temporary,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_PERTURB_": str(1 + 85 * variant % 255),
        "PADDING": "x" * (1000 * variant),
        "ASAN_OPTIONS": "verify_asan_link_order=0",  # the line buffering comes before its library
    }
