"""Run a program on a pseudo-terminal and read its screen."""

from __future__ import annotations

import pytest
from program import POKER_TABLE, environment

from poker_table.cli.screen import CLEAR_LINE, HOME

pexpect = pytest.importorskip("pexpect", reason="needs pexpect, which runs a pseudo-terminal")
pyte = pytest.importorskip("pyte", reason="needs pyte, which reads the screen")

ROWS, COLUMNS = 24, 80
TIMEOUT = 60  # seconds; a busy machine starts programs slowly


class Terminal:
    """A program on a pseudo-terminal, and the screen that a person would see."""

    def __init__(
        self, *argv: str, term: str = "xterm-256color", program: str = POKER_TABLE
    ) -> None:
        env = environment(TERM=term, PYTHONUTF8="1")
        for name in "COLUMNS", "LINES", "NO_COLOR", "POKER_TABLE_FORMAT":
            env.pop(name, None)
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.received = b""
        self.child = pexpect.spawn(
            program, list(argv), dimensions=(ROWS, COLUMNS), env=env, timeout=TIMEOUT
        )
        self.child.delaybeforesend = None

    def wait(self, *texts: str) -> str:
        """Read until the screen is complete and shows all the texts; return the screen."""
        while not (self.is_drawn and all(text in self.text for text in texts)):
            data = self.child.read_nonblocking(65536, timeout=TIMEOUT)
            self.received += data
            self.stream.feed(data)
        return self.text

    @property
    def is_drawn(self) -> bool:
        """Whether all lines of the last screen have come: it is drawn from top to bottom."""
        _, home, lines = self.received.rpartition(HOME.encode())
        return not home or lines.count(CLEAR_LINE.encode()) == self.screen.lines

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def end(self) -> int:
        """Read to the end, and return the exit code or minus the signal."""
        try:
            while True:
                data = self.child.read_nonblocking(65536, timeout=TIMEOUT)
                self.received += data
                self.stream.feed(data)
        except pexpect.EOF:
            self.child.wait()  # `close` alone would kill a program that is slow to exit
            self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -1

    def was_given_back(self) -> bool:
        """Whether the last escape sequences restored the cursor and the normal screen."""
        ends = [self.received.rfind(code) for code in (b"\x1b[?25l", b"\x1b[?25h", b"\x1b[?1049h")]
        return ends[0] < ends[1] and ends[2] < self.received.rfind(b"\x1b[?1049l")
