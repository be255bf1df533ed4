"""One run of a program, in its limits and a fresh folder, and how it ended."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.running import sandbox, syscall_filter
from poker_table.grading.running.supervisor_pool import SUPERVISORS, libraries
from poker_table.grading.running.untrusted_files import LARGEST, temporary_folder

MIB = 1024 * 1024
MOST_READ = 64 * 1024  # characters of its output that are judged
# 128 + N means that signal N ended it, whether the shell, the sandbox or Python says so. Of a
# signal that no fault raises, the number is more likely an exit code of the program's own.
_FAULTS = [f"SIG{name}" for name in "ILL TRAP ABRT BUS FPE KILL SEGV PIPE TERM XFSZ SYS".split()]
_SIGNALS = {128 + each: each.name for each in signal.Signals if each.name in _FAULTS}
_NOT_STARTED = 126, 127


class Ending(NamedTuple):
    """How a run ended that did not end well: the limit that stopped it, a signal, an exit code."""

    kind: str  # time, memory, processes, output or total: such a limit; signal; code; or unstarted
    detail: str | int = ""


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

    def ending_at(self, limit: str) -> Ending:
        """Return the ending of a run that one of the first four limits stopped.

        >>> Limits().ending_at("memory")
        Ending(kind='memory', detail=512)
        """
        amount = dict(zip(("time", "memory", "processes", "output"), self, strict=False))[limit]
        return Ending(limit, amount // MIB if limit in ("memory", "output") else amount)


GIVE_UP_AFTER = 3  # decks on which a program had to be stopped: it is run on no other
FOR_COMPILING = Limits(120, 2048 * MIB, output=128 * MIB, file=256 * MIB, room=1024 * MIB)


class Run(NamedTuple):
    """What one run wrote, and how it ended: its exit code, and what stopped it, if anything did.

    It took so many `seconds`.
    """

    out: str
    err: str
    exit_code: int
    stopped_by: Ending | None = None
    seconds: float = 0.0

    @property
    def crash(self) -> Ending | None:
        """How it crashed, or was stopped; nothing where it ended by itself.

        >>> Run("", "", 139).crash
        Ending(kind='signal', detail='SIGSEGV')
        """
        if self.exit_code in _NOT_STARTED and not self.stopped_by:
            return Ending("unstarted")
        signal_name = _SIGNALS.get(self.exit_code)
        return self.stopped_by or (Ending("signal", signal_name) if signal_name else None)

    @property
    def failure(self) -> Ending | None:
        """How it ended, if not as a program ends that is content."""
        return self.crash or (Ending("code", self.exit_code) if self.exit_code else None)

    @property
    def shortened(self) -> Run:
        """As much of it as is judged, for a program may print much; all of it if it failed."""
        return self if self.failure else self._replace(out=self.out[: MOST_READ + 1])


@dataclass(frozen=True)
class Runs:
    """All that was run of a submission: on each deck once or twice, on a missing file, on none.

    The runs on a deck stand in the order of what memory held. A second random deal comes later, and
    so does another run on the first deck where the hands on no deck were those dealt.
    """

    on_decks: Mapping[str, tuple[Run, ...]]
    missing: Run | None = None
    random: tuple[Run, ...] = ()
    later_run: Run | None = None

    @property
    def stopped_on(self) -> list[str]:
        """The decks on which it had to be stopped."""
        return [name for name, runs in self.on_decks.items() if any(run.stopped_by for run in runs)]

    @property
    def given_up(self) -> bool:
        """Whether it was stopped so often that it is run on no other deck."""
        return len(self.stopped_on) >= GIVE_UP_AFTER


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
    with temporary_folder() as given, temporary_folder() as work:
        for name, text in files.items():
            with open(os.path.join(given, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        places, home, temporary, refused = (folder, given), work, work, b""
        words = sandbox.command_in_copy(command, places, limits.file)
        if level == "bwrap":
            words = sandbox.command_in_bwrap(command, places, limits.file, limits.room)
            home, temporary, refused = sandbox.work_folder(), "/tmp", syscall_filter.refusals()
        environment = _environment(home, temporary, variant)
        started = time.monotonic()
        answer = SUPERVISORS.watch(
            limits=limits[:4],
            environment=environment,
            folder=work,
            command=words,
            refused=refused.hex(),
            filter_at=sandbox.FILTER_AT,
        )
        seconds = time.monotonic() - started
    limit, code, out, err = (answer[name] for name in ("why", "code", "out", "err"))
    if not answer["begun"]:
        raise MarkerError(f"the run could not be prepared: {printable(err.strip())}")
    if code == 128 + signal.SIGXCPU:
        limit = "time"
    return Run(out, err, code, None if limit == "ended" else limits.ending_at(limit), seconds)


def _environment(home: str, temporary: str, variant: int) -> dict[str, str]:
    """Return the whole environment of a run.

    What differs from variant to variant is what a program ought not to depend on, and does if it
    never sets a variable: what fresh memory holds, and how far down the stack begins.
    """
    return {
        **libraries(),
        "PATH": sandbox.PROGRAMS,
        "HOME": home,
        "TMPDIR": temporary,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_PERTURB_": str(1 + 85 * variant % 255),
        # Else what was freed holds addresses when it is used again, others in every run.
        "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
        "PADDING": "x" * (1000 * variant),
        "ASAN_OPTIONS": "verify_asan_link_order=0",  # the line buffering comes before its library
    }
