"""`poker-table --step`: the deal on a terminal, forward and back by the keys."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from argparse import Namespace
from typing import TextIO

from poker_table.cli import load
from poker_table.cli.output import Output
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown
from poker_table.lesson.showdown import showdown_page
from poker_table.lesson.steps import steps, what_happens
from poker_table.show.page import Page

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
LATE, STOP = "late", "stop"
AT_LEAST_EVERY = 0.1  # seconds; so long may a new size wait
# Arrows, and the page keys that the buttons of a presenter send.
FORWARD = {"\r", "\n", " ", "f", "\x1b[C", "\x1b[B", "\x1b[6~", LATE}
BACK = {"b", "\x1b[D", "\x1b[A", "\x1b[5~"}
ERASE, OUT, MORE = {"\x7f", "\b"}, {"q", "\x04"}, "m"
KEYS = "Enter on  q out  b back  number jumps"


def walk(
    showdown: Showdown, source: dict[str, int | str], deck: Deck, options: Namespace, output: Output
) -> None:
    """Show the steps of a deal as the keys ask for them, or in a row where no key can be read."""
    pages = steps(showdown)

    def page(number: int) -> Page:  # a chance takes its time: it is found when its step is shown
        chances, players = load("lesson.chances"), len(showdown.hands)
        shown: Page = chances.with_chances(pages[number - 1], deck, players, dealt=number - 1)
        return shown

    if options.export:
        output.show_all([page(number) for number in range(1, len(pages) + 1)], options)
    elif output.form(options) != "table" or not can_be_taken(sys.stdin, output.out):
        options.format = "words" if output.form(options) == "words" else "plain"
        output.show_all([*map(what_happens, pages)], options)
    else:
        at = Walk(len(pages))
        with Screen(sys.stdin, output.out) as screen:
            while not at.over:
                keys = f"Jump to step {at.typed}: Enter" if at.typed else KEYS
                shown = load("show.table").filling_lines(output.out, page(at.step), keys, at.more)
                screen.draw(shown)
                at.press(screen.key(None if at.typed else options.delay))
        if at.finished:
            output.show(showdown_page(showdown, source), options)


class Walk:
    r"""Where one is among some steps, and what the keys do.

    >>> walk = Walk(71)
    >>> for key in "\n\nb50\n":
    ...     walk.press(key)
    >>> walk.step, walk.over
    (50, False)
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.step = 1
        self.typed = ""
        self.more = 0  # how many times more was asked of a step that is too long for the terminal
        self.over = self.finished = False  # finished: its last step was left forward

    def press(self, key: str) -> None:
        """Do what a key means; one that means nothing does nothing."""
        typed, self.typed = self.typed, ""
        more, self.more = self.more, 0
        if key.isascii() and key.isdecimal():
            self.typed = (typed + key)[-len(str(self.count)) :]
        elif key in ERASE:
            self.typed = typed[:-1]
        elif key in FORWARD:
            self.step = min(max(int(typed), 1), self.count) if typed else self.step + 1
        elif key in BACK:
            self.step = max(self.step - 1, 1)
        elif key == MORE:
            self.more = more + 1
        elif not key:  # the size has changed
            self.typed, self.more = typed, more
        self.finished = self.step > self.count
        self.over = key in OUT or self.finished


def can_be_taken(keyboard: TextIO | None, out: TextIO) -> bool:
    """Return whether both ends are terminals, and more than a dumb one."""
    interactive = keyboard is not None and keyboard.isatty() and out.isatty()
    return POSSIBLE and interactive and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """A terminal's other screen, without a cursor, and its keys one by one."""

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self._keyboard, self._out = keyboard.fileno(), out
        self._keys: list[str] = []  # "" is a new size

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

        LATE means that none came in time, "" that the screen has to be drawn anew, and Ctrl-D
        that the input is at its end.
        """
        end = time.monotonic() + (float("inf") if seconds is None else seconds)
        while not self._keys:
            left = max(0, end - time.monotonic())
            if select.select([self._keyboard], [], [], min(left, AT_LEAST_EVERY))[0]:
                data = os.read(self._keyboard, 64)
                self._keys += ESCAPE_OR_ONE.findall(data.decode(errors="replace")) or ["\x04"]
            elif not left:
                return LATE
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
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._found)

    def _send(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
