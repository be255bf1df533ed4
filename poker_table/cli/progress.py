"""The progress of long work: how much is done, and the bar that shows it on a terminal."""

from __future__ import annotations

from typing import NamedTuple, TextIO


class HowFar(NamedTuple):
    """How much of the work is done, in units such as deals; a total of None is not known.

    >>> str(HowFar(990, 1_712_304, "arrangements")), str(HowFar(20, None, "rounds"))
    ('990 of 1,712,304 arrangements', '20 rounds')
    """

    done: int
    total: int | None
    units: str
    note: str = ""

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{self.done:,}{of} {self.units}{self.note}"


class ProgressBar:
    """A line with a bar, the rate and the time left; it disappears when it is hidden."""

    def __init__(self, stream: TextIO) -> None:
        from rich import progress  # slow to import

        from poker_table.show.table import console_on

        self._progress = progress.Progress(
            "{task.description}", progress.BarColumn(bar_width=None), "{task.fields[rate]}",
            progress.TimeRemainingColumn(), console=console_on(stream), transient=True,
            auto_refresh=False, expand=True, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self._task = self._progress.add_task("", total=None, rate="")
        self._units = ""

    def show(self, how_far: HowFar) -> None:
        """Draw the bar, in place of the one that was drawn before."""
        if how_far.units != self._units:  # other work: its rate is another one
            self._progress.reset(self._task)
            self._units = how_far.units
        speed = self._progress.tasks[0].speed
        self._progress.update(
            self._task, completed=how_far.done, total=how_far.total, description=str(how_far),
            rate=f"{speed:,.{0 if speed >= 10 else 1}f} per second" if speed else "",
        )  # fmt: skip
        self._progress.start()
        self._progress.refresh()

    def hide(self) -> None:
        """Remove the bar from the terminal, so that something else can be printed."""
        self._progress.live.stop()  # its own `stop` writes a line to a dumb terminal, every time
