"""Fixtures and settings that several tests share."""

import gc
import locale
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hypothesis
import pytest

from poker_table.cli.commands import grade
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.grading import batch, marking
from poker_table.grading.running.submission import Submission
from poker_table.grading.sheet import Sheet
from poker_table.hands.every_strength import hand_of_each_strength
from poker_table.lesson import chances, page
from poker_table.simulation.chances.answer import Chances
from poker_table.simulation.chances.whole_deal import WholeDeal
from poker_table.simulation.engines import plain

# Show values when an assertion in a helper module fails, and keep these assertions under `-O`.
pytest.register_assert_rewrite("browsing", "junit", "practising", "presenting", "program", "styles")

# A background job of a shell ignores SIGINT, and every child process would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Read and write files in UTF-8, whatever the locale of the shell.
with suppress(locale.Error):  # macOS may lack this locale, but uses UTF-8 anyway
    locale.setlocale(locale.LC_CTYPE, "C.UTF-8")

# Set no time limit for an example: its time depends on the load of the machine.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

# Compose each deck once for all tests in this process: most of the time of a marking goes there.
marking.composed_deck = cache(marking.composed_deck)

# Thousands of tests and modules stay: looking through them for garbage, again and again, takes a
# sixth of the time. Later the tests leave little garbage in cycles, so it is seldom looked for.
gc.disable()
gc.set_threshold(50_000, 20, 20)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


# Other programs, some of them hostile: not even if their folder is named is one of them imported.
collect_ignore_glob = ["students*", "styles/real*", "without_linux*"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Give each worker files of its own, as long as it has any: what they cache is made once."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start three workers on two cores: many tests wait for a process or for the clock."""
    return max(1, 3 * (os.cpu_count() or 1) // 2)


@pytest.fixture(scope="session")
def every_strength() -> list[Hand]:
    """One hand for each of the 7462 strengths, weakest first."""
    return hand_of_each_strength()


@pytest.fixture
def unmeasured() -> dict[str, str]:
    """Environment variables for a subprocess that coverage does not measure."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, without environment variables that describe a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".keys"))
    for name in "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "POKER_TABLE_FORMAT":
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def without_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every chance in a lesson be the one after the last card: the others take a second."""
    after = chances.chances_after

    def at_the_end(cards: tuple[Card, ...], players: int, dealt: int) -> Chances:
        return after(cards, players, 5 * players)

    def whole_deal(deck: Deck) -> Iterator[WholeDeal]:
        yield WholeDeal(deck.cards, [at_the_end(deck.cards, 10, 0)] * 51)

    monkeypatch.setattr(chances, "chances_after", at_the_end)
    monkeypatch.setattr(page, "whole_deal", whole_deal)


@pytest.fixture
def same_decks_for_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose no new decks for the seed that a batch draws, where no program is run on them."""
    composed = marking.composed_deck
    monkeypatch.setattr(marking, "composed_deck", lambda _, number: composed(1, number))


@pytest.fixture(scope="module")
def marked_once() -> Iterator[None]:
    """Mark a submission once for all tests of a file: only the forms of its sheet differ."""
    sheets: dict[str, Sheet] = {}

    def mark_once(submission: Submission, *how: Any) -> Sheet:
        if submission.name not in sheets:
            sheets[submission.name] = marking.mark(submission, *how)
        return sheets[submission.name]

    with patch.object(batch, "mark", mark_once), patch.object(grade, "mark", mark_once):
        yield


@pytest.fixture
def dask_of_threads(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a Dask scheduler, which two threads replace."""
    scheduler = "tcp://somewhere:8786"

    @contextmanager
    def executor(address, workers):
        assert address in (scheduler, None)
        with ThreadPoolExecutor(2) as threads:
            yield (threads, 2) if address else (None, workers)

    monkeypatch.setattr("poker_table.cli.commands.simulate.dask_executor", executor)
    return scheduler


@pytest.fixture
def interrupted_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return what lets the plain engine be interrupted at a piece of 500 deals, and after it."""

    def interrupt_at(piece: int) -> None:
        pieces = count()

        def interrupted(counting: Callable[..., object], *work: object) -> object:
            if next(pieces) >= piece:
                raise KeyboardInterrupt
            return counting(*work)

        for function in "count_deals", "count_sample", "count_arrangements":
            counting = partial(interrupted, getattr(plain, function))
            monkeypatch.setattr(plain, function, counting)

    monkeypatch.setattr(plain, "DEALS_PER_BATCH", 500)
    return interrupt_at
