"""The processes that watch runs: each stays, and forks for every run; several runs, several."""

from __future__ import annotations

import atexit
import marshal
import os
import subprocess
import sys

from poker_table.game.errors import MarkerError, printable

# Imported, not run as a script, for then Python need not compile it every time.
_SUPERVISE = "import sys; sys.path.append(sys.argv[1]); import supervise; supervise.main()"
_BESIDE_US = os.path.dirname(os.path.abspath(__file__))

Request = tuple[tuple[int, ...], dict[str, str], str, bytes, list[str]]
Answer = tuple[str, int, bytes, bytes, bytes]


class Watcher:
    """A process that watches one run after another, as supervise.py describes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SUPERVISE, _BESIDE_US],
            env={},
            stdin=subprocess.PIPE,  # that it closes says that we are gone
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the marker, which then closes that pipe
        )

    def watch(self, request: Request) -> Answer:
        """Return what supervise.py answers to a request."""
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        marshal.dump(request, process.stdin)
        process.stdin.flush()
        answer: Answer = marshal.load(process.stdout)
        return answer

    def dismiss(self) -> str:
        """End it, with the run that it watches; return what it complained of."""
        return self.process.communicate()[1].decode("utf-8", "replace").strip()


_idle: list[Watcher] = []


def watched(*request: *Request) -> Answer:
    """Have a request answered by a watcher that has nothing to do; begin one if there is none.

    Raises MarkerError if it ends without an answer.
    """
    try:
        watcher = _idle.pop()
    except IndexError:
        watcher = Watcher()
    try:
        answer = watcher.watch(request)
    except (EOFError, ValueError, OSError):
        said = printable(watcher.dismiss()[-300:]) or "it was ended from outside"
        raise MarkerError(f"the run could not be supervised: {said}") from None
    except BaseException:  # Ctrl-C
        watcher.dismiss()
        raise
    _idle.append(watcher)
    return answer


@atexit.register
def dismiss_all() -> None:
    """End the watchers that have nothing to do."""
    while _idle:
        _idle.pop().dismiss()
