"""The simulation on a real Dask scheduler with two workers on loopback, one of them killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import program
import pytest

from poker_table.game.errors import PokerTableError
from poker_table.simulation import workers
from poker_table.simulation.extras import MissingExtraError

needs_dask = pytest.mark.skipif(not find_spec("distributed"), reason="needs the extra `dask`")
ASKED = ["600000", "--seed", "7", "--engine", "plain", "--format", "json"]


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a program, which is killed at the end of the test."""
    started = []

    def begin(*command):
        process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=tmp_path, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def scheduler(start, tmp_path):
    where = tmp_path / "scheduler.json"
    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
          "--no-dashboard", "--scheduler-file", str(where))  # fmt: skip
    program.wait_until(lambda: where.exists() and where.read_text().strip().endswith("}"))
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


SAYS_THAT_IT_COUNTS = """
from pathlib import Path
from poker_table.simulation.engines import plain

plain.quiet = count = getattr(plain, "quiet", plain.count_deals)  # Dask loads a preload twice

def count_deals(seed, players, deals):
    if deals[0] > 100_000:
        Path({!r}).touch()
    return count(seed, players, deals)

plain.count_deals = count_deals
"""

DEADLY = """
import os
from poker_table.simulation.engines import plain

plain.harmless = count = getattr(plain, "harmless", plain.count_deals)  # loaded twice by Dask

def count_deals(seed, players, deals):
    if 70_000 in deals:
        os._exit(1)
    return count(seed, players, deals)

plain.count_deals = count_deals
"""


@needs_dask
@pytest.mark.slow
def test_a_piece_at_which_every_worker_dies_ends_the_run_with_one_line(
    start, scheduler, work, tmp_path
):
    (tmp_path / "deadly.py").write_text(DEADLY)
    workers = work(5, 5, "--preload", str(tmp_path / "deadly.py"))
    command = [sys.executable, "-m", "poker_table", "simulate", *ASKED, "--dask", scheduler]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "Error: Dask has lost several workers at the same work" in done.stderr
    assert [worker.poll() for worker in workers].count(1) == 4  # then Dask gives up


@needs_dask
@pytest.mark.slow
def test_a_run_with_a_killed_worker_equals_the_local_one(start, scheduler, work, tmp_path):
    (tmp_path / "counted.py").write_text(SAYS_THAT_IT_COUNTS.format(str(tmp_path / "counts")))
    workers = work(2, 2, "--preload", str(tmp_path / "counted.py"))
    run = start("poker_table", "simulate", *ASKED, "--dask", scheduler)
    program.wait_until(lambda: (tmp_path / "counts").exists() or run.poll() is not None, 120)
    assert run.poll() is None
    os.killpg(workers[0].pid, signal.SIGKILL)
    out, _ = run.communicate(timeout=300)
    assert json.loads(out) == json.loads(program.run("simulate", *ASKED)[1])


def connecting_to(address: str) -> None:
    with workers.dask_executor(address, 1):
        pass


@needs_dask
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "localhost", "tls://localhost:9"])
def test_no_scheduler_answers(address, monkeypatch):
    monkeypatch.setattr(workers, "SCHEDULER_TIMEOUT", 0.2)
    said = program.error_of(PokerTableError, connecting_to, address)
    assert said == f"no Dask scheduler answers at {address}"


@needs_dask
def test_an_invalid_address_prints_one_line():
    result = subprocess.run(
        [sys.executable, "-m", "poker_table", "simulate", "9", "--seed=1", "--dask=localhost"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert result.stderr.splitlines()[1:] == ["Error: no Dask scheduler answers at localhost"]


def test_the_extra_may_be_missing(monkeypatch):
    monkeypatch.setattr(workers, "find_spec", lambda name: None)
    said = program.error_of(PokerTableError, connecting_to, "tcp://127.0.0.1:9")
    assert said == str(MissingExtraError("Dask", "dask"))
