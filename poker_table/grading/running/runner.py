"""One run of a program, in its limits and a fresh folder, and how it ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.running import sandbox

MIB = 1024 * 1024
SCRATCH = "poker-table-"  # so begin the names of our temporary folders: a kill leaves them behind
# Imported, not run as a script, for then Python need not compile it for every run.
_SUPERVISE = "import sys; sys.path.append(sys.argv[1]); import supervise as s; s.main(sys.argv[2:])"
_BESIDE_US = os.path.dirname(os.path.abspath(__file__))
_COULD_NOT_START = (126, 127)
# 128 + N means that signal N ended it, whether the shell, the sandbox or Python says so. Of a
# signal that no fault raises, the number is more likely an exit code of the program's own.
_FAULT_NAMES = "ILL TRAP ABRT BUS FPE KILL SEGV PIPE TERM XCPU XFSZ SYS"
_FAULTS = {128 + signal.Signals[f"SIG{name}"]: f"SIG{name}" for name in _FAULT_NAMES.split()}


@dataclass(frozen=True)
class Limits:
    """What one run may use: seconds (of the clock, and of processor time), bytes, processes.

    In the order in which supervise.py takes them.
    """

    seconds: int = 5
    memory: int = 512 * MIB
    file: int = MIB
    processes: int = 64
    output: int = MIB


FOR_COMPILING = Limits(seconds=120, memory=2048 * MIB, file=256 * MIB)


@dataclass(frozen=True)
class Run:
    """What one run wrote, and how it ended: its exit code, or the limit that stopped it."""

    out: str
    err: str
    code: int
    stopped: str = "ended"
    limits: Limits = Limits()

    @property
    def was_stopped(self) -> bool:
        """Whether it would not have ended by itself: past one of our limits, or the kernel's."""
        return self.stopped != "ended" or _FAULTS.get(self.code) == "SIGXCPU"

    @property
    def trouble(self) -> str:
        """How it ended, in words, if it did not end by itself.

        >>> Run("", "", 139).trouble
        'crashed: SIGSEGV'
        >>> Run("", "", 137, "time").trouble
        'hung: stopped after 5 seconds'
        """
        limits = self.limits
        seconds = f"{limits.seconds} second{'s' * (limits.seconds != 1)}"
        if self.was_stopped:
            return {
                "memory": f"used more than {limits.memory // MIB} MiB of memory and was stopped",
                "processes": f"started more than {limits.processes} processes and was stopped",
                "output": f"printed more than {limits.output // MIB} MiB and was stopped",
            }.get(self.stopped, f"hung: stopped after {seconds}")
        if self.code in _COULD_NOT_START:
            return "could not be started"
        return f"crashed: {_FAULTS[self.code]}" if self.code in _FAULTS else ""

    @property
    def failure(self) -> str:
        """How it ended, in words, if not as a program ends that is content.

        >>> Run("", "IndexError: list index out of range", 1).failure
        'ended with exit code 1'
        """
        return self.trouble or (f"ended with exit code {self.code}" if self.code else "")


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
    with tempfile.TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True) as fresh:
        work = os.path.join(fresh, "work")
        try:
            shutil.copytree(folder, work, symlinks=True)
            for name, text in files.items():
                path = os.path.join(work, name)
                if os.path.lexists(path):
                    os.unlink(path)
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
        except OSError as error:
            raise MarkerError(f"the run could not be prepared: {printable(str(error))}") from None
        return run_in(work, command, level, limits, variant)


def run_in(
    folder: str, command: Sequence[str], level: str, limits: Limits, variant: int = 0
) -> Run:
    """Run a command in a folder. Raises MarkerError if the marker itself fails."""
    enclosed = sandbox.enclosed(command, folder) if level == "bwrap" else command
    environment = [f"{k}={v}" for k, v in _environment(folder, level, variant).items()]
    supervisor = [sys.executable, "-I", "-S", "-c", _SUPERVISE, _BESIDE_US]
    with subprocess.Popen(
        [*supervisor, *map(str, astuple(limits)), *environment, "--", *enclosed],
        cwd=folder,
        env={},
        stdin=subprocess.PIPE,  # nothing is ever written: that it closes says that we are gone
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the marker, which then closes that pipe
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        answer = process.stdout.read()
        complaint = process.stderr.read()
    return _understood(answer, complaint, level, limits)


def _understood(answer: bytes, complaint: bytes, level: str, limits: Limits) -> Run:
    head, _, written = answer.partition(b"\n")
    fields = head.decode("ascii", "replace").split()
    if len(fields) != 4:
        said = printable(complaint.decode("utf-8", "replace").strip()[-300:])
        raise MarkerError(f"the run could not be supervised: {said or 'it was ended from outside'}")
    length = int(fields[2])
    out, err = (part.decode("utf-8", "replace") for part in (written[:length], written[length:]))
    if level == "bwrap" and fields[1] == "1" and err.startswith("bwrap: ") and not out:
        raise MarkerError(f"the sandbox failed: {printable(err.strip())}")
    return Run(out, err, int(fields[1]), fields[0], limits)


def _environment(folder: str, level: str, variant: int) -> dict[str, str]:
    """Return the whole environment of a run.

    What differs from variant to variant is what a program ought not to depend on, and does if it
    never sets a variable: what fresh memory holds, and how far down the stack begins.
    """
    home = sandbox.INSIDE if level == "bwrap" else folder
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": "/tmp" if level == "bwrap" else home,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_PERTURB_": str(1 + 85 * variant % 255),
        "PADDING": "x" * (1000 * variant),
        "ASAN_OPTIONS": "verify_asan_link_order=0",  # the line buffering comes before its library
        **sandbox.line_buffering(),
    }
