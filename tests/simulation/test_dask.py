"""The simulation on a real Dask scheduler with two workers on loopback, one of them killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import program
import pytest

from poker_table.game.errors import PokerTableError
from poker_table.simulation import workers
from poker_table.simulation.kernel.counts import DEALS

needs_dask = pytest.mark.skipif(not find_spec("distributed"), reason="needs the extra `dask`")
ASKED = ["600000", "--seed", "7", "--engine", "plain", "--format", "json"]


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a program, which is killed at the end of the test."""
    started = []

    def begin(*command):
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", *command], cwd=tmp_path, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, start_new_session=True, text=True,
            )
        )  # fmt: skip
        return started[-1]

    yield begin
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def scheduler(start, tmp_path):
    """The address of a scheduler."""
    where = tmp_path / "scheduler.json"
    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
          "--no-dashboard", "--scheduler-file", str(where))  # fmt: skip
    deadline = time.monotonic() + 60
    while not where.exists() or not where.read_text().strip().endswith("}"):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return json.loads(where.read_text())["address"]


@pytest.fixture
def work(start, scheduler):
    """Return a function that starts workers and waits until the scheduler has `in_all` of them."""

    def begin(number, in_all, *options):
        workers = [
            start("distributed.cli.dask_worker", scheduler, "--no-nanny", "--nthreads", "1",
                  "--no-dashboard", "--host", "127.0.0.1", *options)
            for _ in range(number)
        ]  # fmt: skip
        known = f"import distributed as d; d.Client({scheduler!r}).wait_for_workers({in_all}, 120)"
        subprocess.run([sys.executable, "-c", known], check=True, stderr=subprocess.DEVNULL)
        return workers

    return begin


@needs_dask
@pytest.mark.slow
def test_one_two_and_four_workers_count_the_same(start, scheduler, work):
    expected = json.loads(program.run("simulate", *ASKED)[1])
    for more, in_all in (1, 1), (1, 2), (2, 4):
        work(more, in_all)
        out, _ = start("poker_table", "simulate", *ASKED, "--dask", scheduler).communicate(
            timeout=300
        )
        assert json.loads(out) == expected


DEADLY = """
import os
from poker_table.simulation import run

run.harmless = count = getattr(run, "harmless", run.count_piece)  # Dask loads a preload twice

def count_piece(version, engine, piece):
    if piece.first <= 70_000 < piece.first + piece.deals:
        os._exit(1)
    return count(version, engine, piece)

run.count_piece = count_piece
"""


@needs_dask
@pytest.mark.slow
def test_a_piece_at_which_every_worker_dies_is_counted_here(start, scheduler, work, tmp_path):
    (tmp_path / "deadly.py").write_text(DEADLY)
    workers = work(5, 5, "--preload", str(tmp_path / "deadly.py"))
    out, _ = start("poker_table", "simulate", *ASKED, "--dask", scheduler).communicate(timeout=120)
    assert json.loads(out) == json.loads(program.run("simulate", *ASKED)[1])
    assert [worker.poll() for worker in workers].count(1) == 4  # then Dask gives up


@needs_dask
@pytest.mark.slow
def test_a_run_with_a_killed_worker_equals_the_local_one(start, scheduler, work, tmp_path):
    address, workers = scheduler, work(2, 2)
    run = start("poker_table", "simulate", *ASKED, "--dask", address, "--checkpoint", "c.json")
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:  # until some deals are counted
        checkpoint = tmp_path / "c.json"
        if checkpoint.exists() and json.loads(checkpoint.read_text())["counts"][DEALS]:
            break
        assert run.poll() is None
        time.sleep(0.05)
    os.killpg(workers[0].pid, signal.SIGKILL)
    out, _ = run.communicate(timeout=300)
    assert json.loads(out) == json.loads(program.run("simulate", *ASKED)[1])


@needs_dask
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "localhost", "tls://localhost:9"])
def test_no_scheduler_answers(address, monkeypatch):
    monkeypatch.setattr(workers, "SCHEDULER_TIMEOUT", 0.2)
    message = re.escape(f"no Dask scheduler answers at {address}")
    with (
        pytest.raises(PokerTableError, match=f"^{message}$"),
        workers.dask_executor(address, 1),
    ):
        pass


@needs_dask
def test_an_invalid_address_prints_one_line():
    result = subprocess.run(
        [sys.executable, "-m", "poker_table", "simulate", "9", "--seed=1", "--dask=localhost"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert result.stderr.splitlines()[1:] == ["Error: no Dask scheduler answers at localhost"]


def test_the_extra_may_be_missing(monkeypatch):
    monkeypatch.setattr(workers, "find_spec", lambda name: None)
    message = re.escape("Dask needs an extra: pip install 'poker-table[dask]'")
    with (
        pytest.raises(PokerTableError, match=f"^{message}$"),
        workers.dask_executor("tcp://127.0.0.1:9", 1),
    ):
        pass
