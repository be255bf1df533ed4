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

import pytest

from poker_table import simulate
from poker_table.game.errors import SimulationError
from poker_table.simulation import workers
from poker_table.simulation.kernel.counts import DEALS

needs_dask = pytest.mark.skipif(not find_spec("distributed"), reason="needs the extra `dask`")
ASKED = ["600000", "--seed", "7", "--engine", "plain", "--format", "json"]


@pytest.fixture
def start(tmp_path):
    """Start programs that are gone when the test is."""
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
def cluster(start, tmp_path):
    where = tmp_path / "scheduler.json"
    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
          "--no-dashboard", "--scheduler-file", str(where))  # fmt: skip
    deadline = time.monotonic() + 60
    while not where.exists() or not where.read_text().strip().endswith("}"):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    workers = [
        start("distributed.cli.dask_worker", "--scheduler-file", str(where), "--no-nanny",
              "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        for _ in range(2)
    ]  # fmt: skip
    return json.loads(where.read_text())["address"], workers


@needs_dask
@pytest.mark.slow
def test_a_run_with_a_killed_worker_equals_the_local_one(cluster, start, tmp_path):
    address, workers = cluster
    run = start("poker_table", "simulate", *ASKED, "--dask", address, "--checkpoint", "c.json")
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:  # in mid-run: some of it is done
        kept = tmp_path / "c.json"
        if kept.exists() and json.loads(kept.read_text())["counts"][DEALS]:
            break
        assert run.poll() is None
        time.sleep(0.05)
    os.killpg(workers[0].pid, signal.SIGKILL)
    out, _ = run.communicate(timeout=300)
    document = json.loads(out)
    assert document.pop("seed") == 7
    assert document == simulate(600_000, 7).document()


@needs_dask
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "localhost", "tls://localhost:9"])
def test_nobody_answers(address, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    message = re.escape(f"no Dask scheduler answers at {address}")
    with (
        pytest.raises(SimulationError, match=f"^{message}$"),
        workers.dask_executor(address),
    ):
        pass


@needs_dask
def test_an_address_that_is_none_says_so_and_no_more():
    result = subprocess.run(
        [sys.executable, "-m", "poker_table", "simulate", "9", "--seed=1", "--dask=localhost"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert result.stderr.splitlines()[1:] == ["Error: no Dask scheduler answers at localhost"]


def test_the_extra_may_be_missing(monkeypatch):
    monkeypatch.setattr(workers, "find_spec", lambda name: None)
    message = re.escape("--dask needs the extra: pip install 'poker-table[dask]'")
    with (
        pytest.raises(SimulationError, match=f"^{message}$"),
        workers.dask_executor("tcp://127.0.0.1:9"),
    ):
        pass
