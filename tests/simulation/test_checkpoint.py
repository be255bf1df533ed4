"""Checkpoints: after a run is killed, the same command resumes it and gets the same totals."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import program
import pytest

from poker_table import simulate
from poker_table.game.errors import FileError, PokerTableError
from poker_table.simulation import checkpoint as checkpoints
from poker_table.simulation import run as runs
from poker_table.simulation.checkpoint import load, resume, save, save_regularly
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.counts import DEALS
from poker_table.simulation.run import Simulation

run = partial(program.run, "simulate")
fast = pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "check.json")


def test_a_saved_tally_is_loaded(path):
    assert load(path) is None
    save(path, Simulation(3000, 7), simulate(1000, 7))
    for seed in 7, None:
        simulation, tally = resume(path, 3000, seed, 10)
        assert (simulation.seed, simulation.deals, tally) == (7, 3000, simulate(1000, 7))


def test_it_is_saved_regularly_and_at_the_end(path, monkeypatch):
    first, second = simulate(10, 7), simulate(20, 7)
    tallies = save_regularly(path, Simulation(3000, 7), Tally(10), [first, second])
    assert next(tallies) is first
    assert next(tallies) is second  # less than a second has passed
    assert load(path) is None
    assert list(tallies) == []
    assert load(path)[1] == second
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN_SAVES", 0)
    tallies = save_regularly(path, Simulation(3000, 7), Tally(10), [first, second])
    assert [load(path)[1].deals for _ in tallies] == [20, 10]


def test_a_run_resumes_after_an_interrupt(path, monkeypatch, interrupt_simulation_at):
    whole = run("3000", "--seed", "7", "--format", "json")[1]
    monkeypatch.setitem(runs.DEALS_PER_PIECE, "plain", 500)
    interrupt_simulation_at(1500)
    argv = "3000", "--seed", "7", "--workers", "1", "--checkpoint", path, "--format", "json"
    assert run(*argv)[0] == 130
    assert saved_deals(path) == 1500
    interrupt_simulation_at(None)
    code, out, err = run(*argv)
    assert (code, out) == (0, whole)
    assert err.endswith("Resuming at deal 1,500\n")
    assert run(*argv)[1] == whole
    assert run(*argv[:1], "--checkpoint", path, "--format", "json")[1] == whole  # its own seed


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["3000", "--seed", "8"], "this checkpoint is of seed 7, not of seed 8: use another file"),
        (
            ["3001", "--seed", "7"],
            "this checkpoint is of 3,000 deals, not of 3,001 deals: use another file",
        ),
        (
            ["3000", "--seed", "7", "--players", "9"],
            "this checkpoint is of 10 players, not of 9 players: use another file",
        ),
    ],
)
def test_other_settings_are_refused(path, argv, message):
    run("3000", "--seed", "7", "--checkpoint", path)
    before = Path(path).read_text()
    code, out, err = run(*argv, "--checkpoint", path)
    assert (code, out) == (1, "")
    assert err.endswith(f"Error: {path}: {message}\n")
    assert Path(path).read_text() == before


def damaged(change):
    def damage(document):
        change(document)
        return json.dumps(document)

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        lambda document: "",
        lambda document: json.dumps(document)[:200],
        lambda document: "[" * 100_000,
        lambda document: "[1]",
        lambda document: '{"schema": "another program"}',
        lambda document: "3",
        damaged(lambda document: document.pop("check")),
        damaged(lambda document: document.update(check="3")),
        damaged(lambda document: document.pop("counts")),
        damaged(lambda document: document.update(counts=3)),
        damaged(lambda document: document["counts"].pop()),
        damaged(lambda document: document.update(schema="poker-table simulation checkpoint 2")),
        damaged(lambda document: document.update(seed="\x1b" * 5000)),
        damaged(lambda document: document.update(players=3)),
        damaged(lambda document: document["strangest"].reverse()),
        lambda document: json.dumps(document) + " " * 65536 + "x",
        lambda document: json.dumps(document).replace("3000", "9" * 5000),
        damaged(lambda document: document["counts"].append("many")),
    ],
)
def test_a_truncated_or_foreign_file_is_refused_and_kept(path, damage):
    run("3000", "--seed", "7", "--checkpoint", path)
    text = damage(json.loads(Path(path).read_text()))
    with open(path, "w") as file:
        file.write(text)
    message = re.escape(f"{path}: not a checkpoint, or a damaged one: use another file")
    with pytest.raises(PokerTableError, match=f"^{message}$"):
        load(path)
    assert run("3000", "--seed", "7", "--checkpoint", path)[0] == 1
    assert Path(path).read_text() == text


@pytest.mark.parametrize(
    "seed", ["Infinity", "NaN", "1e999", "-1", "1.5", "true", '"7"', "[7]", "1" * 5000, "2" * 30]
)
def test_an_invalid_seed_in_a_file_is_refused(path, seed):
    Path(path).write_text(f'{{"seed": {seed}}}')
    code, out, err = run("3000", "--checkpoint", path)
    assert (code, out) == (1, "")
    assert err.endswith(f"Error: {path}: not a checkpoint, or a damaged one: use another file\n")


def test_a_folder_is_no_checkpoint(tmp_path):
    message = re.escape(f"{tmp_path}: expected a file, got a folder")
    with pytest.raises(FileError, match=f"^{message}$"):
        load(str(tmp_path))


def test_a_missing_folder_is_reported_at_once(tmp_path):
    path = f"{tmp_path}/no/check.json"
    code, out, err = run("3000", "--seed", "7", "--checkpoint", path)
    assert (code, out) == (1, "")
    assert err.endswith(f"Error: {path}: cannot be written: No such file or directory\n")


def test_a_full_disk_during_a_run_loses_nothing(path, monkeypatch):
    monkeypatch.setitem(runs.DEALS_PER_PIECE, "plain", 500)
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN_SAVES", 0)
    written = checkpoints.write_whole

    def full(path, text, force=False):
        if json.loads(text)["counts"][DEALS] > 1000:
            raise FileError(f"{path}: cannot be written: No space left on device")
        written(path, text, force)

    monkeypatch.setattr(checkpoints, "write_whole", full)
    code, out, err = run("3000", "--seed", "7", "--checkpoint", path, "--workers", "1")
    assert code == 1
    assert out.startswith("1,500 deals of seed 7, 10 players; partial")
    assert err.endswith(f"Error: {path}: cannot be written: No space left on device\n")
    monkeypatch.setattr(checkpoints, "write_whole", written)
    assert load(path)[1] == simulate(1000, 7)


def test_drafts_of_killed_runs_are_removed(path):
    for _ in "no checkpoint yet", "a checkpoint":
        for end in f"{os.getpid()}.new", "1.new", "mine.new":
            Path(f"{path}.{end}").write_text("half")
        assert resume(path, 3000, 7, 10)[1].deals == 0
        assert sorted(os.listdir(os.path.dirname(path))) == ["check.json", "check.json.mine.new"]


IMPATIENT = """
import sys
from poker_table.cli import main
from poker_table.simulation import checkpoint, run
checkpoint.SECONDS_BETWEEN_SAVES = 0.02
run.DEALS_PER_PIECE.update(plain=2**12, fast=2**16)
sys.exit(main(["simulate", *sys.argv[1:]]))
"""


def begin(argv, environment):
    return subprocess.Popen(
        [sys.executable, "-c", IMPATIENT, *argv], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True, env=environment,
    )  # fmt: skip


def saved_deals(path):
    """Return how many deals the checkpoint has, or None if there is none."""
    checkpoint = load(path)
    return checkpoint and checkpoint[1].deals


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    ("engine", "deals"), [("plain", 6_000_000), pytest.param("fast", 200_000_000, marks=fast)]
)
def test_killed_at_random_moments_fifty_times(path, sent, engine, deals, unmeasured):
    """Twenty-five times by each signal: the saved number only grows; the totals are the same."""
    rng = random.Random(1)
    asked = [str(deals), "--seed", "7", "--format", "json"]
    argv = [*asked, "--checkpoint", path, "--engine", engine, "--workers", "2"]
    saved = [0]
    for turn in range(25):  # every other time, wait until the run has saved more
        process = begin(argv, unmeasured)
        while turn % 2 and process.poll() is None and saved_deals(path) in (None, saved[-1]):
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.05 if turn % 2 else 0.5))
        with suppress(ProcessLookupError):  # it may have ended
            os.killpg(process.pid, sent)
        process.communicate()
        saved.append(saved_deals(path) or 0)
        assert saved[-1] >= saved[-2]
        if saved[-1] == deals:
            os.remove(path)
            saved.append(0)
    assert len({number for number in saved if 0 < number < deals}) >= 10
    out, _ = begin(argv, unmeasured).communicate()
    assert out.decode() == run(*asked)[1]
    assert os.listdir(os.path.dirname(path)) == ["check.json"]
