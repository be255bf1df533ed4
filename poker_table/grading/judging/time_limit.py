"""A limit of time for judging one submission: no output may keep the marker from the others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

from poker_table.grading.errors import MarkerError

SECONDS_PER_DECK = 0.5  # of this thread on a processor; honest output needs a hundredth of that
_DEADLINE = ContextVar("_DEADLINE", default=inf)


@contextmanager
def limited_judging(decks: int) -> Iterator[None]:
    """In this block let `check_time_left` raise an error after the time for a number of decks."""
    token = _DEADLINE.set(time.thread_time() + SECONDS_PER_DECK * decks)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def check_time_left() -> None:
    """Raise MarkerError if the time is up: there is no mark, and a person must look.

    >>> with limited_judging(0):
    ...     check_time_left()
    Traceback (most recent call last):
    poker_table.grading.errors.MarkerError: a person must look: it takes too long to read its output
    """
    if time.thread_time() > _DEADLINE.get():
        raise MarkerError("a person must look: it takes too long to read its output")
