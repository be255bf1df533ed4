"""A terminal taken over for a while, and then given back with its settings."""

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
STOP = "stop"
AT_LEAST_EVERY = 0.1  # seconds; so long may a new size wait


def can_take_over(keyboard: TextIO | None, out: TextIO) -> bool:
    """Return whether both ends are terminals, and more than a dumb one."""
    interactive = keyboard is not None and keyboard.isatty() and out.isatty()
    return POSSIBLE and interactive and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """A terminal's other screen, without a cursor, and its keys one by one."""

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self._keyboard, self._out = keyboard.fileno(), out
        self._keys: list[str] = []  # "" is a new size

    def __enter__(self) -> Screen:
        self._settings = termios.tcgetattr(self._keyboard)
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
            seconds_left = max(0, end - time.monotonic())
            if select.select([self._keyboard], [], [], min(seconds_left, AT_LEAST_EVERY))[0]:
                data = os.read(self._keyboard, 64)
                self._keys += ESCAPE_OR_ONE.findall(data.decode(errors="replace")) or ["\x04"]
            elif not seconds_left:
                return "\n"
        key = self._keys.pop(0)
        if key == STOP:
            self._give_back()
            os.kill(os.getpid(), signal.SIGSTOP)
            self._take()
        return "" if key == STOP else key

    def _note(self, number: int, _: object) -> None:
        if number == signal.SIGTERM:
            raise SystemExit(128 + number)  # as a shell reports a program that was told to end
        self._keys.append(STOP if number == signal.SIGTSTP else "")

    def _take(self) -> None:
        tty.setcbreak(self._keyboard)
        self._send(TAKE)

    def _give_back(self) -> None:
        try:
            self._send(GIVE_BACK)
        finally:
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._settings)

    def _send(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
