"""The simulation: deal i of seed s is always the same deck, and so are the totals."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from shutil import copytree, ignore_patterns
from threading import current_thread
from types import SimpleNamespace

import pytest
from program import ENGINES, error_of, needs_numba

import poker_table
from poker_table import Deck, Random, Showdown, chances, deal, simulate
from poker_table.game.errors import PokerTableError
from poker_table.game.rules import HandType
from poker_table.simulation import run, workers
from poker_table.simulation.engines import choice, plain
from poker_table.simulation.engines.batches import batches_of, deals_in
from poker_table.simulation.engines.choice import COMPILE_FROM_HANDS, COMPILING, Resources
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.extras import MissingExtraError
from poker_table.simulation.kernel.counts import (
    ALONE,
    BEST,
    DEALS,
    HELD,
    SHARED,
    SQUARES,
    STRANGENESS,
    TIED,
)

SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 0xDEADBEEF12345678, 2**64 - 1]


def counted_by_showdown(seed: int, first: int, deals: int, players: int) -> Tally:
    """Count deals with the readable Deck, Hand and Showdown."""
    total = Tally(players, [0] * 49)
    for number in range(first, first + deals):
        counts = Counter({DEALS: 1})
        showdown = Showdown(deal(Deck.shuffled(Random(seed, number)), players))
        types = Counter(hand.hand_type for hand in showdown.hands)
        for kind, times in types.items():
            counts[HELD + kind] = times
            counts[SQUARES + kind] = times**2
        counts[BEST + showdown.hands[0].hand_type] = 1
        winners = [hand.player for place, hand in showdown if place == 1]
        counts[TIED] = int(len(winners) > 1)
        for player in winners:
            counts[(SHARED if counts[TIED] else ALONE) + player - 1] = 1
        score = sum(STRANGENESS[kind] * times for kind, times in types.items())
        total += Tally(players, [counts[index] for index in range(49)], (score, number))
    return total


def dealt_by_kernel(
    seed: int, deals: Sequence[int], skipped: int = 0, every: int = 1
) -> tuple[list[int], list[int]]:
    """Return the deals that had no word refused, and the others.

    Fail unless the kernel has dealt what Deck deals: in one deal of `every`.
    """
    refused: list[int] = []
    buffers, _ = plain.deal(seed, 50, 52, deals, skipped, refused)
    accepted, planes = buffers.accepted[0], buffers.planes
    dealt = [*deals_in(accepted, deals)]
    bits = [bit for bit in range(len(deals)) if accepted >> bit & 1]
    for number, bit in [*zip(dealt, bits, strict=True)][::every]:
        cards = [sum((planes[6 * n + k] >> bit & 1) << k for k in range(6)) for n in range(50)]
        assert cards == [c.index for c in Deck.shuffled(Random(seed, number)).cards[:50]]
    return dealt, refused


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("base", [0, 2**32 - 100, 2**63, 2**64 - 512])
def test_the_kernel_deals_the_same_decks_as_deck(seed, base):
    every = 1 if (seed, base) == (7, 0) else 29
    dealt, refused = dealt_by_kernel(seed, range(base, base + 512), every=every)
    assert len(refused) < 32
    assert sorted([*dealt, *refused]) == [*range(base, base + 512)]


def test_deals_with_a_refused_word_are_dealt_again():
    _, refused = dealt_by_kernel(7, range(2048), every=100)
    assert 0 < len(refused) < 25
    assert dealt_by_kernel(7, tuple(refused), 2) == (refused, [])


# Each of these deals of seed 7 has two words refused, the last two one after the other.
TWO_REFUSED = 380365, 587422, 713481, 873897, 1272416, 2830842


@pytest.mark.parametrize("skipped", [2, 3, 5])
def test_several_refused_words_of_a_deal_are_skipped(skipped):
    assert dealt_by_kernel(7, TWO_REFUSED, 1) == ([], [*TWO_REFUSED])
    assert dealt_by_kernel(7, TWO_REFUSED, skipped) == ([*TWO_REFUSED], [])


def test_batches_follow_of_the_refused_deals_until_none_is_left():
    refused: list[int] = []
    batches = batches_of(range(5, 30), 10, refused)
    assert next(batches) == (range(5, 15), 0)
    refused += [7, 9]
    assert [next(batches), next(batches)] == [(range(15, 25), 0), (range(25, 30), 0)]
    assert next(batches) == ((7, 9), 2)
    refused += [9]
    assert [*batches] == [((9,), 4)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("seed", "first", "deals", "players"),
    [
        (7, 0, 700, 10), (2**64 - 1, 2**32 - 100, 200, 10), (5, 2**63 + 13, 300, 3),
        (3, 100, 64, 1), (9, 5, 1, 10), (1, 2**64 - 300, 300, 9), (11, 63, 200, 2),
        (7, 28544, 64, 2),  # one of these deals is a tie
    ],
)  # fmt: skip
def test_every_count_is_that_of_showdown(engine, seed, first, deals, players):
    expected = counted_by_showdown(seed, first, deals, players)
    counting, _ = Resources(engine).choose("count_deals", deals)
    assert counting.count_deals(seed, players, range(first, first + deals)) == expected


@needs_numba
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_count_the_same(seed):
    """Among 40,000 deals there are some with refused words."""
    assert simulate(40_000, seed, engine="fast") == simulate(40_000, seed, engine="plain")


@pytest.mark.parametrize("engine", ENGINES)
def test_totals_do_not_depend_on_the_pieces(engine, monkeypatch):
    whole = simulate(5000, 7, engine=engine)
    module, _ = Resources(engine).choose("count_deals", 5000)
    monkeypatch.setattr(module, "DEALS_PER_BATCH", 777)
    assert simulate(5000, 7, engine=engine) == whole
    assert simulate(5000, 7, engine=engine, workers=2) == whole


def test_totals_do_not_depend_on_the_executor(monkeypatch):
    whole = simulate(3000, 7)
    monkeypatch.setattr(choice, "PROCESSES_FROM_HANDS", 0)
    assert simulate(3000, 7, engine="plain", workers=2) == whole
    with ProcessPoolExecutor(2) as processes:
        assert simulate(3000, 7, executor=processes, workers=4) == whole
    with ThreadPoolExecutor(3) as threads:
        assert simulate(3000, 7, executor=threads, workers=4) == whole


def test_work_that_failed_ends_the_run():
    class Fails(Executor):
        def submit(self, *_):
            future: Future[Tally] = Future()
            future.set_exception(ValueError("wrong"))
            return future

    with pytest.raises(ValueError, match="^wrong$"):
        simulate(3000, 7, executor=Fails())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_killed_process_ends_the_run_with_one_line(monkeypatch):
    monkeypatch.setattr(choice, "PROCESSES_FROM_HANDS", 0)
    monkeypatch.setattr(plain, "DEALS_PER_BATCH", 1000)
    tallies = run.tallies(30_000, 7, 10, run.Resources("plain", 2))
    next(tallies)
    os.kill(active_children()[0].pid, signal.SIGKILL)
    with pytest.raises(PokerTableError, match="^a worker process was killed, perhaps because"):
        list(tallies)


def test_as_many_pieces_as_allowed_are_in_flight():
    sent = []

    class AtOnce(Executor):
        def submit(self, count, piece):
            sent.append(piece)
            future = Future()
            future.set_result(count(piece))
            return future

    counted = workers.count_in_order(int, range(20), True, 2, AtOnce())
    in_flight = [len(sent) - number for number in counted]
    assert in_flight == [6] * 15 + [5, 4, 3, 2, 1]


PROCESSES_FROM = choice.PROCESSES_FROM_HANDS


@pytest.mark.parametrize(
    ("in_threads", "executor", "hands", "counting", "kind"),
    [
        (False, None, PROCESSES_FROM, 2, ProcessPoolExecutor),
        (True, None, 1, 2, ThreadPoolExecutor),
        (False, None, PROCESSES_FROM - 1, 1, None),  # this thread
        (False, Executor(), 1, 2, None),  # an executor of one's own
    ],
)
def test_the_executor_fits_engine_workers_and_work(
    monkeypatch, in_threads, executor, hands, counting, kind
):
    monkeypatch.setattr(plain, "IN_THREADS", in_threads)
    chosen = Resources("plain", 2, executor).choose("count_deals", hands)
    assert chosen == (plain, counting)
    if kind:
        with workers.local_executor(in_threads, counting) as executor:
            assert type(executor) is kind
    if counting == 1:
        counted = workers.count_in_order(lambda _: current_thread(), [1, 2], False, 1)
        assert [*counted] == [current_thread()] * 2


def test_work_is_measured_in_hands(monkeypatch):
    measured = []

    def choose(resources, function, hands):
        measured.append(hands)
        return plain, 1

    monkeypatch.setattr(Resources, "choose", choose)
    simulate(700, 7, players=1)
    simulate(70, 7, players=10)
    chances("", players=7, deals=100, exact=False)
    chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    assert measured == [700, 700, 700, 2 * 990 // run.ARRANGEMENTS_PER_DEAL]


NO_GUARD = """
import multiprocessing, threading
from poker_table import simulate
multiprocessing.set_start_method("spawn")  # Python 3.14 has forkserver, which is similar here
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(simulate(300_000, 7, engine="plain", workers=2).deals)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes are not forked")
def test_a_script_with_threads_and_without_a_guard_can_use_workers(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(NO_GUARD)
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error", script]
    done = subprocess.run(command, capture_output=True, text=True, env=here, timeout=60)
    assert (done.stdout, done.stderr) == ("300000\n", "")


BROKEN = "The fast engine does not work here, so the plain engine is used: "


@pytest.mark.parametrize(
    ("workers", "pieces"), [(1, [250] * 4), (2, [250] * 4), (3, [167] * 5 + [165])]
)
def test_no_worker_has_one_piece_more_than_another(monkeypatch, workers, pieces):
    sizes = []

    def count_deals(seed, players, deals):
        sizes.append(len(deals))
        return Tally(players)

    monkeypatch.setattr(plain, "DEALS_PER_BATCH", 300)
    monkeypatch.setattr(plain, "IN_THREADS", True)
    monkeypatch.setattr(plain, "count_deals", count_deals)
    simulate(1000, 7, engine="plain", workers=workers)
    assert sorted(sizes, reverse=True) == pieces


@pytest.mark.parametrize(
    ("name", "hands", "compiled", "expected", "waits"),
    [
        ("auto", choice.FAST_FROM_HANDS - 1, True, "plain", False),
        ("auto", choice.FAST_FROM_HANDS, True, "fast", False),
        ("auto", 2 * COMPILE_FROM_HANDS - 1, False, "plain", False),
        ("auto", 2 * COMPILE_FROM_HANDS, False, "fast", True),
        ("fast", 1, False, "fast", True),
        ("fast", 1, True, "fast", False),
        ("plain", 10**9, True, "plain", False),
    ],
)
def test_it_is_decided_once_whether_to_compile(monkeypatch, name, hands, compiled, expected, waits):
    fast, messages = SimpleNamespace(IN_THREADS=True), []
    monkeypatch.setattr(choice, "find_spec", lambda _: True)
    monkeypatch.setattr(choice, "is_compiled", lambda _: compiled)
    monkeypatch.setattr(choice, "compiled_engine", lambda _: fast)
    chosen, _ = Resources(name, 2, message=messages.append).choose("count_deals", hands)
    assert chosen is {"plain": plain, "fast": fast}[expected]
    assert messages == [COMPILING] * waits


def test_numba_is_not_loaded_if_its_cache_is_empty(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(choice, "_compiled_here", set())
    monkeypatch.setattr(choice, "__file__", str(tmp_path / "choice.py"))
    fast, folder = "poker_table.simulation.engines.fast", tmp_path / "cache" / "of_engines"
    monkeypatch.setitem(sys.modules, fast, None)
    with pytest.raises(ImportError):  # loaded: there is no folder for the cache beside the source
        choice.is_compiled("count_deals")
    (tmp_path / "__pycache__").mkdir()
    assert not choice.is_compiled("count_deals")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert not choice.is_compiled("count_deals")
    folder.mkdir(parents=True)
    stats, py_func = SimpleNamespace(cache_path=folder), SimpleNamespace(__qualname__="deal_2")
    loop = SimpleNamespace(stats=stats, py_func=py_func)
    monkeypatch.setitem(sys.modules, fast, SimpleNamespace(LOOPS={"count_deals": loop}))
    (folder / "fast.deal_1-7.py313.nbi").touch()
    assert not choice.is_compiled("count_deals")
    (folder / "fast.deal_2-7.py313.nbi").touch()
    assert choice.is_compiled("count_deals")


@pytest.mark.slow
@needs_numba
def test_the_cache_of_another_version_does_not_break_this_one(tmp_path):
    """Numba's cache refers to classes that have been renamed; both versions share a folder."""
    ours, copy = Path(poker_table.__file__).parent, tmp_path / "poker_table"
    copytree(ours, copy, ignore=ignore_patterns("__pycache__"))
    index_files = []
    for name in "Buffers", "Overwritten":
        for file in copy.glob("simulation/*/*.py"):
            file.write_text(file.read_text("utf-8").replace("Buffers", name), "utf-8")
        call = "from poker_table.simulation.engines.choice import {0}; {0}('count_arrangements')"
        command = [sys.executable, "-c", call.format("compiled_engine")]
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
        index_files.append({*(tmp_path / "cache").rglob("*.nbi")})
    assert index_files[0] < index_files[1]


@pytest.fixture
def broken_numba(monkeypatch):
    """Numba is installed, but cannot be imported."""
    for name in [*sys.modules]:
        if name.startswith("poker_table.simulation.engines.") and name.endswith(("fast", "led")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("poker_table.simulation.engines.fast", raising=False)
    monkeypatch.setattr(choice, "_compiled_here", set())
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(choice, "find_spec", lambda name: True)
    monkeypatch.setattr(choice, "FAST_FROM_HANDS", 1000)


def test_if_numba_broke_after_it_compiled_the_plain_engine_counts(broken_numba, monkeypatch):
    monkeypatch.setattr(choice, "is_compiled", lambda _: True)
    with pytest.warns(RuntimeWarning, match=f"^{BROKEN}.") as warned:
        tally = simulate(3000, 7)
    assert len(warned) == 1
    assert tally == simulate(3000, 7, engine="plain")


def test_if_numba_is_broken_engine_fast_uses_the_plain_engine(broken_numba):
    with pytest.warns(RuntimeWarning, match=f"^{BROKEN}(import of numba halted|No module named)"):
        assert simulate(500, 7, engine="fast") == simulate(500, 7, engine="plain")


def test_a_compilation_error_is_reported_in_one_line(monkeypatch):
    def fails(_):
        raise TypeError("No implementation of or_\nin nopython mode")

    monkeypatch.setattr(choice, "find_spec", lambda name: True)
    monkeypatch.setattr(choice, "is_compiled", lambda _: True)
    monkeypatch.setattr(choice, "compiled_engine", fails)
    messages = []
    assert Resources("fast", message=messages.append).choose("count_deals", 500) == (plain, 1)
    assert messages == [f"{BROKEN}No implementation of or_"]


FIRST_RUN = """
from poker_table import simulate
from poker_table.simulation.engines import choice, plain
print(choice.is_compiled("count_deals"))
choice.COMPILE_FROM_HANDS = choice.FAST_FROM_HANDS
tally = simulate(400_000, 7)
print(choice.is_compiled("count_deals"))
print(tally == simulate(400_000, 7, engine="plain"))
"""


@pytest.mark.slow
@needs_numba
def test_the_first_long_run_compiles_and_counts_the_same(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", FIRST_RUN]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\nTrue\nTrue\n", "")


def test_a_tally_can_be_shown_and_pickled_and_its_rows_are_its_counts_by_hand_type():
    tally = simulate(500, 7, players=4)
    assert repr(tally) == "<Tally: deals 500, players 4>"
    assert pickle.loads(pickle.dumps(tally)) == tally
    columns = zip(*(row.values() for row in tally.rows), strict=True)
    assert [*columns] == [tuple(map(str, HandType)), tally.held, tally.best]
    assert all([*row] == ["hand_type", "held", "won"] for row in tally.rows)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": 0}, "expected 1 to 18446744073709551616 deals, got 0"),
        ({"workers": 0}, "expected 1 to 65536 workers, got 0"),
        ({"engine": 2}, "engine: expected auto, plain or fast, got 2"),
        ({"engine": "slow"}, "engine: expected auto, plain or fast, got 'slow'"),
        ({"seed": -1}, "expected a seed from 0 to 18446744073709551615, got -1"),
        ({"players": 11}, "expected 1 to 10 players, got 11"),
    ],
)
def test_errors(wrong, message):
    assert error_of(PokerTableError, simulate, **{"deals": 5} | wrong) == message


def test_the_fast_engine_may_be_missing(monkeypatch):
    monkeypatch.setattr(choice, "find_spec", lambda name: None)
    message = str(MissingExtraError("the fast engine", "fast"))
    assert error_of(PokerTableError, simulate, 5, engine="fast") == message
    assert Resources("auto").choose("count_deals", 10**9) == (plain, 1)


def test_an_interrupt_while_processes_start_leaves_none_behind(monkeypatch):
    launch = ProcessPoolExecutor._launch_processes  # an interrupt here would leave processes

    def interrupted(pool: ProcessPoolExecutor) -> None:
        launch(pool)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ProcessPoolExecutor, "_launch_processes", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt), workers.local_executor(False, 2) as pool:
            pool.submit(int)
        assert active_children() == []
    finally:
        for child in active_children():
            child.kill()


@needs_numba
def test_the_fast_engine_leaves_the_environment_as_it_is():
    lines = (
        "import os; before = {**os.environ}\n"
        "import poker_table.simulation.engines.fast\n"
        "print({**os.environ} == before)"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
