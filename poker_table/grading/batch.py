"""A folder of submissions, several marked at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Event

from poker_table.files.text import unreadable
from poker_table.game.errors import MarkerError, printable
from poker_table.grading.marking import Marking, Terms
from poker_table.grading.running.runner import SCRATCH
from poker_table.grading.running.submission import from_folder
from poker_table.grading.sheet import Sheet


def submissions_in(folder: str, reports: Iterable[str] = ()) -> list[str]:
    """Return the paths of a folder's entries, in the order of their names.

    Hidden ones and our own reports are left out. Raises MarkerError if there are none.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise MarkerError(str(unreadable(folder, error))) from None
    ours = {*map(os.path.realpath, reports)}
    paths = [os.path.join(folder, name) for name in names]
    found = [path for path in paths if os.path.realpath(path) not in ours]
    if not found:
        raise MarkerError(f"{printable(folder)}: expected submissions, got an empty folder")
    return found


def mark_all(
    paths: Sequence[str],
    command: Sequence[str],
    compiler: str,
    suffix: str,
    terms: Terms,
    workers: int,
) -> Iterator[list[Sheet]]:
    """Yield the sheets of all submissions, first not marked, then with each one that is done.

    They keep the given order. Threads are enough: all that takes long is done by other processes.
    """
    sheets = [_not_marked(path, terms) for path in paths]
    yield sheets
    called_off = Event()
    mark = partial(mark_one, command, compiler, suffix, terms, called_off)
    executor = ThreadPoolExecutor(workers)
    try:
        for place, sheet in enumerate(executor.map(mark, paths)):
            sheets[place] = sheet
            yield sheets
    finally:  # after Ctrl-C too: what runs now ends with its next result
        called_off.set()
        executor.shutdown(cancel_futures=True)


def mark_one(
    command: Sequence[str], compiler: str, suffix: str, terms: Terms, called_off: Event, path: str
) -> Sheet:
    """Return the sheet of one submission; the marker's own trouble is said in it.

    `suffix` is that of a batch's programs.
    """
    with tempfile.TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True) as folder:
        try:
            submission = from_folder(path, command, compiler, folder, terms.level, suffix)
        except (MarkerError, OSError) as error:
            return replace(_not_marked(path, terms), trouble=printable(str(error)))
        marking = Marking(submission, terms)
        for _ in marking.steps():
            if called_off.is_set():
                break
        return marking.sheet()


def _not_marked(path: str, terms: Terms) -> Sheet:
    name = printable(os.path.basename(path))
    return Sheet(name, (), facts=dict(terms.facts), complete=False)
