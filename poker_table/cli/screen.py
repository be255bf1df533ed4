"""A terminal taken over for a while, and given back as it was found."""

from __future__ import annotations

import os
import re
import select
import signal
import time
from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # pragma: no cover (a system without: there the steps are printed in a row)
    POSSIBLE = False
else:
    POSSIBLE = True

TAKE, GIVE_BACK = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # the other screen, no cursor
HOME, CLEAR_LINE = "\x1b[H", "\x1b[2K"
ESCAPE_OR_ONE = re.compile(r"\x1b\[[0-9;]*[@-~]|.", re.DOTALL)  # an arrow's sequence is one key
AT_LEAST_EVERY = 0.1  # seconds; so long may a new size wait


def can_be_taken(keyboard: TextIO | None, out: TextIO) -> bool:
    """Return whether both ends are terminals, and more than a dumb one."""
    interactive = keyboard is not None and keyboard.isatty() and out.isatty()
    return POSSIBLE and interactive and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """A terminal's other screen, without a cursor, and its keys one by one."""

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self._keyboard, self._out = keyboard.fileno(), out
        self._keys: list[str] = []
        self._signals: list[int] = []  # that came and are not yet dealt with

    def __enter__(self) -> Screen:
        self._found = termios.tcgetattr(self._keyboard)
        numbers = signal.SIGWINCH, signal.SIGTSTP, signal.SIGTERM
        self._handlers = {number: signal.signal(number, self._note) for number in numbers}
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def draw(self, lines: list[str]) -> None:
        """Show as many lines as the terminal has."""
        self._send(HOME + "\n".join(CLEAR_LINE + line for line in lines))

    def key(self, seconds: float | None = None) -> str:
        """Wait for a key and return it, an arrow or a page key whole.

        Where none comes in time it is Enter; "" means that the screen has to be drawn anew, and
        Ctrl-D that the input is at its end.
        """
        end = time.monotonic() + (float("inf") if seconds is None else seconds)
        while not self._keys:
            left = max(0, end - time.monotonic())
            if select.select([self._keyboard], [], [], min(left, AT_LEAST_EVERY))[0]:
                data = os.read(self._keyboard, 64)
                self._keys = ESCAPE_OR_ONE.findall(data.decode(errors="replace")) or ["\x04"]
            elif self._signals:
                if signal.SIGTSTP in self._signals:
                    self._give_back()
                    os.kill(os.getpid(), signal.SIGSTOP)
                    self._take()
                self._signals.clear()
                return ""
            elif not left:
                return "\n"
        return self._keys.pop(0)

    def _note(self, number: int, _: object) -> None:
        if number == signal.SIGTERM:
            raise SystemExit(128 + number)  # as a shell reports a program that was told to end
        self._signals.append(number)

    def _take(self) -> None:
        tty.setcbreak(self._keyboard)
        self._send(TAKE)

    def _give_back(self) -> None:
        try:
            self._send(GIVE_BACK)
        finally:
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._found)

    def _send(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
