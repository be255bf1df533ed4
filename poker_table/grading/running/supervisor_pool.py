"""A pool of supervisor processes: parallel runs use one each, and later runs reuse them."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError

# Import supervise.py instead of running it as a script, so that Python uses its cached bytecode.
_SUPERVISE = "import sys; sys.path.append(sys.argv[1]); import supervise; supervise.main()"
_OUR_FOLDER = os.path.dirname(os.path.abspath(__file__))
SYSTEMD = "/run/systemd/system"  # exists where systemd runs (see sd_booted(3))
_idle = list[subprocess.Popen[bytes]]()


def library_path() -> dict[str, str]:
    """Return LD_LIBRARY_PATH if it is set: environment modules set it for their interpreters."""
    path = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": path} if path else {}


def supervised(**request: object) -> dict[str, Any]:
    """Send a request to a supervisor; return its answer, with the output's bytes as `out`.

    supervise.py describes both. Raises MarkerError if the supervisor ends without an answer.
    """
    try:
        supervisor = _idle.pop()
    except IndexError:
        supervisor = _start_supervisor(_in_control_group())
    assert supervisor.stdin is not None
    assert supervisor.stdout is not None
    try:
        supervisor.stdin.write(json.dumps(request).encode() + b"\n")
        supervisor.stdin.flush()
        answer: dict[str, Any] = json.loads(supervisor.stdout.readline())
        answer["out"] = supervisor.stdout.read(answer["out_bytes"])
        if len(answer["out"]) < answer["out_bytes"]:
            raise EOFError
    except (ValueError, OSError, EOFError):  # the supervisor has ended
        stderr = supervisor.communicate()[1].decode("utf-8", "replace").strip()
        reason = printable(stderr[-300:]) or "its supervisor was killed"
        raise MarkerError(f"the run could not be supervised: {reason}") from None
    except BaseException:  # Ctrl-C
        supervisor.communicate()
        raise
    _idle.append(supervisor)
    return answer


@atexit.register
def end_idle() -> None:
    """End the idle supervisors and wait for them: in a container, perhaps nobody else does."""
    while _idle:
        _idle.pop().communicate()


@cache
def _in_control_group() -> tuple[str, ...]:
    """Return the words with which systemd starts a command in a control group of its own.

    There are none where systemd does not run, as in most containers, or if a trial fails: with
    control groups of version 1, and for an ordinary user without a session.
    """
    if not os.path.isdir(SYSTEMD):
        return ()
    whose = ("--user",) if os.geteuid() else ()
    words = ("systemd-run", *whose, "--scope", "--quiet", "--collect", "--no-ask-password")
    words += "-p", "Delegate=cpu memory pids"
    try:
        trial = _start_supervisor(words)
    except OSError:
        return ()
    try:
        trial.communicate(timeout=30)  # it ends at the end of its input
    except subprocess.TimeoutExpired:
        trial.kill()
        trial.communicate()
    return () if trial.returncode else words


def _start_supervisor(in_group: tuple[str, ...]) -> subprocess.Popen[bytes]:
    supervisor = sys.executable, "-I", "-S", "-c", _SUPERVISE, _OUR_FOLDER, *in_group
    return subprocess.Popen(
        [*in_group, *supervisor],
        env={**library_path(), "XDG_RUNTIME_DIR": f"/run/user/{os.getuid()}"},
        stdin=subprocess.PIPE,  # it closes when the marker ends, and the supervisor ends then
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C reaches the marker only, which then closes the pipe
    )
