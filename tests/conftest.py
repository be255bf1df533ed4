"""Fixtures and settings that several tests share."""

import locale
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import hypothesis
import pytest

from poker_table.game.hand import Hand
from poker_table.grading import marking
from poker_table.hands.best_five import hand_of_each_strength
from poker_table.simulation.engines import plain

# Show values when an assertion in a helper module fails, and keep these assertions under `-O`.
pytest.register_assert_rewrite("junit", "practising", "presenting", "program", "styles", "terminal")

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

collect_ignore = ["students", "styles/real", "without_linux"]  # other programs, not test modules


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
    for name in "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "POKER_TABLE_FORMAT":
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def dask_of_threads(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a Dask scheduler, which two threads replace."""
    scheduler = "tcp://somewhere:8786"

    @contextmanager
    def executor(address, workers):
        assert address in (scheduler, None)
        with ThreadPoolExecutor(2) as threads:
            yield (threads, 2) if address else (None, workers)

    monkeypatch.setattr("poker_table.cli.resources.dask_executor", executor)
    return scheduler


@pytest.fixture
def interrupt_simulation_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Return a function that lets simulations raise KeyboardInterrupt at a deal; None undoes it."""
    counted = plain.count_deals

    def interrupt_at(deal: int | None) -> None:
        def count_deals(seed, players, first, deals):
            if first == deal:
                raise KeyboardInterrupt
            return counted(seed, players, first, deals)

        monkeypatch.setattr(plain, "count_deals", counted if deal is None else count_deals)

    return interrupt_at
