"""A terminal taken over for a while, and given back as it was found."""

from __future__ import annotations

import os
import re
import select
import signal
from itertools import zip_longest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # pragma: no cover (a system without: there the steps are printed in a row)
    POSSIBLE = False
else:
    POSSIBLE = True

ENTER_OTHER_SCREEN, LEAVE_OTHER_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
CLEAR, CLEAR_LINE = "\x1b[2J", "\x1b[2K"
ESCAPE_OR_ONE = re.compile(r"\x1b\[[0-9;]*[@-~]|.", re.DOTALL)  # an arrow's sequence is one key
LATE = "late"
TERMINATED = 128 + signal.SIGTERM  # what a shell reports of a program that was told to end


def can_be_taken(keyboard: TextIO | None, out: TextIO) -> bool:
    """Return whether both ends are terminals, and more than a dumb one."""
    interactive = keyboard is not None and keyboard.isatty() and out.isatty()
    return POSSIBLE and interactive and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """A terminal's other screen, without a cursor, and its keys one by one."""

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self._keyboard, self._out = keyboard.fileno(), out
        self._shown: list[str] = []
        self._keys: list[str] = []
        from socket import socketpair  # slow to load

        self._news, self._signals = socketpair()

    def __enter__(self) -> Screen:
        self._found = termios.tcgetattr(self._keyboard)
        self._signals.setblocking(False)
        signal.set_wakeup_fd(self._signals.fileno(), warn_on_full_buffer=False)
        # Of the first two it is only noted that they came, where keys are read.
        actions = {signal.SIGWINCH: _note, signal.SIGTSTP: _note, signal.SIGTERM: _terminate}
        self._handlers = {number: signal.signal(number, do) for number, do in actions.items()}
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._news.close()
        self._signals.close()

    def draw(self, lines: list[str]) -> None:
        """Show the lines from the top; only those that changed are sent."""
        rows = zip_longest(lines, self._shown, fillvalue="")
        changed = (
            f"\x1b[{row};1H{CLEAR_LINE}{line}"
            for row, (line, before) in enumerate(rows, start=1)
            if line != before
        )
        self._send("".join(changed))
        self._shown = lines

    def key(self, seconds: float | None = None) -> str:
        """Wait for a key and return it, an arrow or a page key whole.

        LATE means that none came in time, "" that the screen has to be drawn anew, and Ctrl-D
        that the input is at its end.
        """
        if not self._keys:
            ready, _, _ = select.select([self._keyboard, self._news.fileno()], [], [], seconds)
            if self._news.fileno() in ready:
                return self._after_signals(self._news.recv(64))
            if not ready:
                return LATE
            self._keys = _keys(os.read(self._keyboard, 64))
        return self._keys.pop(0)

    def _after_signals(self, numbers: bytes) -> str:
        if signal.SIGTSTP in numbers:
            self._give_back()
            os.kill(os.getpid(), signal.SIGSTOP)
            self._take()
        self._shown = []
        self._send(CLEAR)
        return ""

    def _take(self) -> None:
        tty.setcbreak(self._keyboard)
        self._send(ENTER_OTHER_SCREEN + HIDE_CURSOR + CLEAR)

    def _give_back(self) -> None:
        try:
            self._send(SHOW_CURSOR + LEAVE_OTHER_SCREEN)
        finally:
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._found)

    def _send(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _keys(data: bytes) -> list[str]:
    """Return the keys that were read as one, as when an arrow is held down on a slow line."""
    return ESCAPE_OR_ONE.findall(data.decode(errors="replace")) or ["\x04"]


def _note(*_: object) -> None:
    pass


def _terminate(*_: object) -> None:
    raise SystemExit(TERMINATED)
