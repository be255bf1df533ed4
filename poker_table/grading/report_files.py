"""Keep report files up to date while the marking goes on, so that a killed run still reports."""

from __future__ import annotations

import time

from poker_table.errors import UsageError, quoted
from poker_table.grading.reports import FOR_ONE_SHEET, REPORTS
from poker_table.whole_file import may_write, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.grading.sheet import Sheet

REWRITE_EVERY = 1.0  # seconds; each time, a file is written as a whole


class ReportFiles:
    """The files asked for as KIND=FILE. Raises UsageError for a kind, FileError for a file."""

    def __init__(self, wanted: Sequence[str], force: bool, many: bool = False) -> None:
        self.files = [_kind_and_path(word, many) for word in wanted]
        self._next = 0.0
        for _, path in self.files:
            may_write(path, force)

    def update(self, sheets: Sequence[Sheet], last: bool = False) -> None:
        """Write every file, unless that was done a moment ago and more is to come."""
        if not last and time.monotonic() < self._next:
            return
        for kind, path in self.files:
            write_whole(path, REPORTS[kind](sheets), force=True)
        self._next = time.monotonic() + REWRITE_EVERY


def _kind_and_path(word: str, many: bool) -> tuple[str, str]:
    kind, equals, path = word.partition("=")
    if kind not in REPORTS or not equals or not path:
        kinds = ", ".join(REPORTS)
        raise UsageError(f"--report: expected KIND=FILE, KIND one of {kinds}, got {quoted(word)}")
    if many and kind in FOR_ONE_SHEET:
        for_many = ", ".join(kind for kind in REPORTS if kind not in FOR_ONE_SHEET)
        raise UsageError(f"--report {kind} is for one submission; a batch writes {for_many}")
    return kind, path
