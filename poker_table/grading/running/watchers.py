"""The processes that watch runs: each stays, and forks for every run; several runs, several."""

from __future__ import annotations

import atexit
import marshal
import os
import subprocess
import sys
from typing import Any

from poker_table.game.errors import MarkerError, printable

# Imported, not run as a script, for then Python need not compile it every time.
_SUPERVISE = "import sys; sys.path.append(sys.argv[1]); import supervise; supervise.main()"
_BESIDE_US = os.path.dirname(os.path.abspath(__file__))

_idle: list[subprocess.Popen[bytes]] = []


def libraries() -> dict[str, str]:
    """Return the variable that says where libraries are, where environment modules have set it."""
    where = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": where} if where else {}


def watched(*request: Any) -> tuple[str, int, bytes, bytes, bytes]:
    """Have a watcher that has nothing to do, or a new one, do what supervise.py says of a request.

    Raises MarkerError if it ends without an answer.
    """
    try:
        watcher = _idle.pop()
    except IndexError:
        watcher = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SUPERVISE, _BESIDE_US],
            env=libraries(),
            stdin=subprocess.PIPE,  # that it closes says that we are gone
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the marker, which then closes that pipe
        )
    assert watcher.stdin is not None
    assert watcher.stdout is not None
    try:
        marshal.dump(request, watcher.stdin)
        watcher.stdin.flush()
        # Not marshal.load: in Python 3.11.2 that makes an EOFError of Ctrl-C.
        length = int(watcher.stdout.readline())
        answer: tuple[str, int, bytes, bytes, bytes] = marshal.loads(watcher.stdout.read(length))
    except (EOFError, ValueError, OSError):
        complaint = watcher.communicate()[1].decode("utf-8", "replace").strip()
        said = printable(complaint[-300:]) or "it was ended from outside"
        raise MarkerError(f"the run could not be supervised: {said}") from None
    except BaseException:  # Ctrl-C
        watcher.communicate()
        raise
    _idle.append(watcher)
    return answer


@atexit.register
def dismiss_all() -> None:
    """End the watchers that have nothing to do."""
    while _idle:
        _idle.pop().communicate()
