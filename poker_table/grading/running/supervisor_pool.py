"""The processes that watch runs: each stays, and forks for every run; parallel runs use several."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from poker_table.game.errors import MarkerError, printable

# Imported, not run as a script, for then Python need not compile it every time.
_SUPERVISE = "import sys; sys.path.append(sys.argv[1]); import supervise; supervise.main()"
_BESIDE_US = os.path.dirname(os.path.abspath(__file__))


def libraries() -> dict[str, str]:
    """Return the variable that says where libraries are, where environment modules have set it."""
    where = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": where} if where else {}


class Watchers:
    """The watchers that have nothing to do.

    Inside `with` they are kept for the next run, and ended with it; else each watches one run.
    """

    def __init__(self) -> None:
        self._idle: list[subprocess.Popen[str]] = []
        self._kept = False

    def __enter__(self) -> None:
        self._kept = True

    def __exit__(self, *_: object) -> None:
        self._kept = False
        while self._idle:
            self._idle.pop().communicate()

    def watch(self, **request: object) -> dict[str, Any]:
        """Have a watcher do what supervise.py says of a request; return its answer.

        Raises MarkerError if it ends without one.
        """
        watcher = self._idle.pop() if self._idle else _begin()
        assert watcher.stdin is not None
        assert watcher.stdout is not None
        try:
            watcher.stdin.write(json.dumps(request) + "\n")
            watcher.stdin.flush()
            answer: dict[str, Any] = json.loads(watcher.stdout.readline())
        except (ValueError, OSError):  # its end instead of an answer
            complaint = watcher.communicate()[1].strip()
            said = printable(complaint[-300:]) or "it was ended from outside"
            raise MarkerError(f"the run could not be supervised: {said}") from None
        except BaseException:  # Ctrl-C
            watcher.communicate()
            raise
        self._idle.append(watcher)
        if not self._kept:
            self.__exit__()
        return answer


SUPERVISORS = Watchers()


def _begin() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _SUPERVISE, _BESIDE_US],
        env=libraries(),
        stdin=subprocess.PIPE,  # that it closes says that we are gone
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,  # Ctrl-C is for the marker, which then closes that pipe
    )
