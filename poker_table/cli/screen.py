"""The alternate screen of a terminal, and its keys one by one."""

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
except ImportError:  # pragma: no cover (Windows)
    HAS_TERMIOS = False
else:
    HAS_TERMIOS = True

ENTER_SCREEN = "\x1b[?1049h\x1b[?25l"  # switch to the alternate screen, hide the cursor
LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l"
HOME, CLEAR_LINE = "\x1b[H", "\x1b[2K"
KEY = re.compile(r"\x1b\[[0-9;]*[@-~]|.", re.DOTALL)  # an escape sequence, or one character
CTRL_D = "\x04"
QUIT = {"q", CTRL_D}
# Signals are queued among the keys.
SUSPEND, RESIZED = "suspend", ""
POLL_SECONDS = 0.1  # the longest wait before a signal is noticed


def can_take_over(keyboard: TextIO | None, out: TextIO) -> bool:
    """Return whether both streams are terminals that understand escape sequences."""
    interactive = keyboard is not None and keyboard.isatty() and out.isatty()
    return HAS_TERMIOS and interactive and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """A context manager that shows the alternate screen and restores the terminal at the end."""

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self._keyboard, self._out = keyboard.fileno(), out
        self._keys: list[str] = []

    def __enter__(self) -> Screen:
        self._settings = termios.tcgetattr(self._keyboard)
        signals = signal.SIGWINCH, signal.SIGTSTP, signal.SIGTERM
        self._handlers = {number: signal.signal(number, self._on_signal) for number in signals}
        self._enter()
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def draw(self, lines: list[str]) -> None:
        """Replace the screen with these lines: as many as the screen has rows."""
        self._send(HOME + "\n".join(CLEAR_LINE + line for line in lines))

    def key(self, seconds: float | None = None) -> str:
        """Wait for a key and return it: a character or a whole escape sequence.

        Return Enter if no key is pressed within `seconds`, "" if the screen must be redrawn, and
        Ctrl-D at the end of the input.
        """
        deadline = time.monotonic() + (float("inf") if seconds is None else seconds)
        while not self._keys:
            seconds_left = max(0, deadline - time.monotonic())
            if select.select([self._keyboard], [], [], min(seconds_left, POLL_SECONDS))[0]:
                data = os.read(self._keyboard, 64)
                self._keys += KEY.findall(data.decode(errors="replace")) or [CTRL_D]
            elif not seconds_left:
                return "\n"
        key = self._keys.pop(0)
        if key == SUSPEND:
            self._leave()
            os.kill(os.getpid(), signal.SIGSTOP)
            self._enter()
        return RESIZED if key == SUSPEND else key

    def _on_signal(self, number: int, _: object) -> None:
        if number == signal.SIGTERM:
            raise SystemExit(128 + number)  # the exit code that a shell reports for this signal
        self._keys.append(SUSPEND if number == signal.SIGTSTP else RESIZED)

    def _enter(self) -> None:
        tty.setcbreak(self._keyboard)
        self._send(ENTER_SCREEN)

    def _leave(self) -> None:
        try:
            self._send(LEAVE_SCREEN)
        finally:
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._settings)

    def _send(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
