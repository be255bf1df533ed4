"""The simulation: deal i of seed s is always the same deck, and so are the totals."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from importlib.util import find_spec
from multiprocessing import active_children
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import poker_table
from poker_table import Deck, Random, Showdown, deal, simulate
from poker_table.game.errors import PokerTableError
from poker_table.simulation import run, workers
from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines import compiler, plain
from poker_table.simulation.engines.compiler import Compiler
from poker_table.simulation.engines.plain import PLAIN
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.counts import ALONE, DEALS, HELD, SHARED, SQUARES, TIED, WON

FAST = pytest.param(
    "fast", marks=[pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")]
)
ENGINES = ["plain", FAST]
SEEDS = [0, 1, 7, 2**32 - 1, 2**32, 0xDEADBEEF12345678, 2**64 - 1]


def deck(seed: int, number: int) -> Deck:
    cards = Deck()
    cards.shuffle(Random(seed, number))
    return cards


def counted_by_showdown(seed: int, first: int, deals: int, players: int) -> Tally:
    """Count deals with the readable Deck, Hand and Showdown."""
    total = Tally(players, [0] * 49)
    for number in range(first, first + deals):
        counts = Counter({DEALS: 1})
        showdown = Showdown(deal(deck(seed, number), players))
        types = Counter(hand.hand_type for hand in showdown.hands)
        for kind, times in types.items():
            counts[HELD + kind] = times
            counts[SQUARES + kind] = times**2
        counts[WON + showdown.hands[0].hand_type] = 1
        winners = [hand.player for place, hand in showdown if place == 1]
        counts[TIED] = int(len(winners) > 1)
        for player in winners:
            counts[(SHARED if counts[TIED] else ALONE) + player - 1] = 1
        score = sum(STRANGENESS[kind] * times for kind, times in types.items())
        total += Tally(players, [counts[index] for index in range(49)], (score, number))
    return total


def dealt_by_kernel(seed: int, base: int, lanes: int) -> dict[int, list[int]]:
    """Return the cards of each deal of a block that had no word refused."""
    block = plain.PlainBlock(lanes, 50, 52)
    block.draw(seed, base)
    block.shuffle(block.ones)
    planes, cards = block.buffers.planes, {}
    for row in range(64):
        for lane in range(lanes):
            bit = 64 * lane + row
            if block.buffers.accepted[0] >> bit & 1:
                cards[base + row * lanes + lane] = [
                    sum((planes[6 * card + k] >> bit & 1) << k for k in range(6))
                    for card in range(50)
                ]
    return cards


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("base", [0, 2**32 - 512, 2**63, 2**64 - 512])
def test_the_kernel_deals_the_same_decks_as_deck(seed, base):
    dealt = dealt_by_kernel(seed, base, 8)
    assert 480 < len(dealt) <= 512
    for number in list(dealt)[:: 1 if (seed, base) == (7, 0) else 29]:
        assert dealt[number] == [card.index for card in deck(seed, number).cards[:50]]


def test_deals_with_a_refused_word_are_dealt_at_the_end():
    accepted = dealt_by_kernel(7, 0, 32)
    refused = set(range(2048)) - set(accepted)
    assert 0 < len(refused) < 25
    *_, (block, numbers) = plain.deal_blocks(7, 0, 2048, 50)
    assert (list(numbers), block.buffers.accepted[0].bit_count()) == (sorted(refused), len(refused))
    for number in refused:
        stream = draws.random_words(7, number)
        assert [next(stream) for _ in range(12)] != draws.accepted_words(7, number)


@pytest.mark.parametrize("first", [0, 3 * 32_308, 2**32 - 100])
def test_a_block_deals_hardly_more_than_asked_for(first):
    blocks = [len(numbers) for _, numbers in plain.deal_blocks(7, first, 32_308, 50)][:-1]
    assert blocks == [32_320] * (2 if first == 2**32 - 100 else 1)


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
    counting_engine = PLAIN if engine == "plain" else compiler.fast_engine()
    piece = run.Deals(seed, first, deals, players)
    assert run.count_piece(run.__version__, counting_engine, piece) == expected


@pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_count_the_same(seed):
    """Among 40,000 deals there are some with refused words."""
    assert simulate(40_000, seed, engine="fast") == simulate(40_000, seed, engine="plain")


@pytest.mark.parametrize("engine", ENGINES)
def test_totals_do_not_depend_on_the_pieces(engine, monkeypatch):
    whole = simulate(5000, 7, engine=engine)
    monkeypatch.setitem(run.DEALS_PER_PIECE, engine, 777)
    assert simulate(5000, 7, engine=engine) == whole
    assert simulate(5000, 7, engine=engine, workers=2) == whole


def test_totals_do_not_depend_on_the_executor(monkeypatch):
    whole = simulate(3000, 7)
    monkeypatch.setattr(workers, "PROCESSES_FROM_DEALS", 0)
    assert simulate(3000, 7, engine="plain", workers=2) == whole
    with ProcessPoolExecutor(2) as processes:
        assert simulate(3000, 7, executor=processes, workers=4) == whole
    with ThreadPoolExecutor(3) as threads:
        assert simulate(3000, 7, executor=threads, workers=4) == whole


class LosesWorkers(ThreadPoolExecutor):
    """An executor in which every other piece loses its worker."""

    lost = 0

    def submit(self, *work):
        self.lost += 1
        if self.lost % 2:
            return super().submit(*work)
        future: Future[Tally] = Future()
        future.set_exception(BrokenExecutor("a worker died"))
        return future


def test_a_piece_of_a_lost_worker_is_counted_again(monkeypatch):
    monkeypatch.setitem(run.DEALS_PER_PIECE, "plain", 500)
    with LosesWorkers(2) as executor:
        assert simulate(4000, 7, executor=executor) == simulate(4000, 7)
        assert executor.lost == 8


class KilledWorker(Exception):  # noqa: N818
    """Has the name of the exception that Dask raises if several workers died at a piece."""


class Fails(ThreadPoolExecutor):
    """An executor in which every piece fails with the given error."""

    def __init__(self, error):
        super().__init__(1)
        self.error = error

    def submit(self, *_):
        future: Future[Tally] = Future()
        future.set_exception(self.error)
        return future


@pytest.mark.parametrize("error", [KilledWorker("a piece"), CancelledError()])
def test_a_piece_that_dask_gives_up_is_counted_here(error):
    with Fails(error) as executor:
        assert simulate(3000, 7, executor=executor) == simulate(3000, 7)


def test_work_that_failed_is_not_repeated():
    with Fails(ValueError("wrong")) as executor, pytest.raises(ValueError, match="^wrong$"):
        simulate(3000, 7, executor=executor)


def test_a_pool_that_has_lost_a_process_does_not_stop_the_run(monkeypatch):
    monkeypatch.setattr(workers, "PROCESSES_FROM_DEALS", 0)
    monkeypatch.setitem(run.DEALS_PER_PIECE, "plain", 1000)
    tallies = run.run_simulation(run.Simulation(30_000, 7), Tally(10), run.Runner("plain", 2))
    next(tallies)
    os.kill(active_children()[0].pid, signal.SIGKILL)
    *_, whole = tallies
    assert whole == simulate(30_000, 7, engine="plain")


def test_the_number_of_pieces_in_flight_is_limited(monkeypatch):
    monkeypatch.setitem(run.DEALS_PER_PIECE, "plain", 100)
    in_flight = []

    class Watched(ThreadPoolExecutor):
        def submit(self, *work):
            in_flight.append(sum(not future.done() for future in futures) + 1)
            futures.append(super().submit(*work))
            return futures[-1]

    futures: list[Future[Tally]] = []
    with Watched(2) as executor:
        simulate(2000, 7, executor=executor, workers=2)
    assert len(futures) == 20
    assert max(in_flight) <= 6


def test_as_many_pieces_as_allowed_are_in_flight():
    sent = []

    class AtOnce(Executor):
        def submit(self, count, version, engine, piece):
            sent.append(piece)
            future = Future()
            future.set_result(piece)
            return future

    counted = run.count_in_order(range(20), PLAIN, AtOnce(), workers=2)
    in_flight = [len(sent) - number for number in counted]
    assert in_flight == [6] * 15 + [5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("engine", "number", "deals", "kind"),
    [
        ("plain", 1, 10**9, type(None)),
        ("plain", 2, workers.PROCESSES_FROM_DEALS - 1, type(None)),
        ("plain", 2, workers.PROCESSES_FROM_DEALS, ProcessPoolExecutor),
        ("fast", 1, 10**9, type(None)),
        ("fast", 2, 1, ThreadPoolExecutor),
    ],
)
def test_the_executor_fits_engine_workers_and_work(engine, number, deals, kind):
    with workers.local_executor(engine, number, deals) as executor:
        assert type(executor) is kind


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


def test_a_run_resumes_from_any_tally():
    simulation = run.Simulation(3000, 7)
    half = run.count_piece(run.__version__, PLAIN, run.Deals(7, 0, 1234, 10))
    *_, whole = run.run_simulation(simulation, half, run.Runner("plain"))
    assert whole == simulate(3000, 7)
    assert list(run.run_simulation(simulation, whole, run.Runner("plain"))) == []


BROKEN = "The fast engine does not work here, so the plain engine is used: "


class Compiles:
    """A compiler process that ends after being polled `often` times, with exit code `failed`."""

    def __init__(self, often, failed=0):
        self.often, self.failed = often, failed

    def __call__(self, *_):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def poll(self):
        self.often -= 1
        return None if self.often >= 0 else self.failed


@pytest.fixture
def counted_by(monkeypatch):
    """The name of the engine of each piece, in a run without a compiled fast engine."""
    engines, count = [], run.count_piece
    monkeypatch.setitem(run.DEALS_PER_PIECE, "plain", 500)
    monkeypatch.setattr(run, "is_compiled", lambda _: False)

    def recording(version, engine, piece):
        engines.append(engine.name)
        return count(version, engine, piece)

    monkeypatch.setattr(run, "count_piece", recording)
    return engines


@pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("pieces", [0, 1, 3, 5, 6, 9])
def test_totals_do_not_depend_on_when_the_fast_engine_takes_over(
    monkeypatch, counted_by, workers, pieces
):
    monkeypatch.setattr(run, "choose_engine", lambda *_: "fast")
    monkeypatch.setattr(run, "Compiler", Compiles(pieces))
    assert simulate(3000, 7, workers=workers) == simulate(3000, 7, engine="plain")
    first, then = min(pieces, 6), (pieces < 6) * workers
    assert counted_by[: first + then] == ["plain"] * first + ["fast"] * then


@pytest.mark.parametrize(
    ("workers", "pieces"), [(1, [250] * 4), (2, [250] * 4), (3, [167] * 5 + [165])]
)
def test_no_worker_has_one_piece_more_than_another(monkeypatch, workers, pieces):
    sizes = []
    monkeypatch.setitem(run.DEALS_PER_PIECE, "plain", 300)
    monkeypatch.setattr(
        run, "count_piece", lambda _, __, piece: sizes.append(piece.deals) or Tally(10)
    )
    simulate(1000, 7, engine="plain", workers=workers)
    assert sizes == pieces


def test_when_it_cannot_be_compiled_the_plain_engine_deals_to_the_end(monkeypatch, counted_by):
    monkeypatch.setattr(run, "choose_engine", lambda *_: "fast")
    monkeypatch.setattr(run, "Compiler", Compiles(2, failed=1))
    with pytest.warns(RuntimeWarning, match=f"^{BROKEN}it cannot be compiled$"):
        tally = simulate(3000, 7)
    assert counted_by == ["plain"] * 6
    monkeypatch.undo()
    assert tally == simulate(3000, 7)


def test_stopping_a_run_stops_the_compiler(never_compiled):
    tallies = run.run_simulation(run.Simulation(10**6, 7), Tally(10), run.Runner())
    next(tallies)
    tallies.close()
    assert never_compiled.return_value.__exit__.call_args.args[0] is GeneratorExit


@pytest.mark.parametrize(
    ("engine", "deals", "compiled", "expected"),
    [
        ("auto", 10**9, False, True),
        ("auto", 10**9, True, False),
        ("auto", 1000, False, False),
        ("fast", 10**9, False, False),
        ("plain", 10**9, False, False),
    ],
)
def test_a_compiler_starts_only_if_auto_chooses_an_uncompiled_fast_engine(
    monkeypatch, engine, deals, compiled, expected
):
    calls = []
    monkeypatch.setattr(run, "find_spec", lambda name: True)
    monkeypatch.setattr(run, "is_compiled", lambda _: compiled)
    monkeypatch.setattr(run, "Compiler", Compiles(0))
    monkeypatch.setattr(run, "compiled_engine", lambda _: PLAIN)
    runner = run.Runner(engine, on_compiling=lambda: calls.append(True))
    assert list(runner.count(lambda _: iter([]), "count_deals", deals)) == []
    assert bool(runner.compilers) is bool(calls) is expected


def test_each_function_is_compiled_by_its_own_process(monkeypatch):
    compiled = []

    def compiler_of(function, nice):
        compiled.append(function)
        return Compiles(0)

    monkeypatch.setattr(run, "find_spec", lambda name: True)
    monkeypatch.setattr(run, "is_compiled", lambda _: False)
    monkeypatch.setattr(run, "Compiler", compiler_of)
    monkeypatch.setattr(run, "compiled_engine", lambda _: PLAIN)
    runner = run.Runner()
    for function in "count_sample", "count_sample", "count_arrangements":
        assert list(runner.count(lambda _: iter([]), function, 10**9)) == []
    assert compiled == ["count_sample", "count_arrangements"]


def test_all_hands_are_counted_while_the_fast_engine_is_compiled(monkeypatch):
    monkeypatch.setattr(run, "choose_engine", lambda *_: "fast")
    monkeypatch.setattr(run, "is_compiled", lambda _: False)
    monkeypatch.setattr(run, "Compiler", Compiles(10**6))
    monkeypatch.setattr(run, "compiled_engine", lambda _: PLAIN)
    *_, counts = run.all_hands(5)
    assert sum(counts) == 2_598_960


def test_numba_is_not_loaded_if_its_cache_is_empty(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiler, "__file__", str(tmp_path / "compiler.py"))
    monkeypatch.setattr(compiler, "_marker", lambda _: tmp_path)
    assert compiler.is_compiled(
        "count_deals"
    )  # loaded: there is no folder for the cache beside the source
    (tmp_path / "__pycache__").mkdir()
    assert not compiler.is_compiled("count_deals")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert not compiler.is_compiled("count_deals")
    (tmp_path / "cache" / "of_engines").mkdir(parents=True)
    (tmp_path / "cache" / "of_engines" / "count_deals-1.compiled").touch()
    assert compiler.is_compiled("count_deals")


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
def test_the_cache_of_another_version_does_not_break_this_one(tmp_path):
    """Numba's cache refers to classes that have been renamed; both versions share a folder."""
    ours, copy = Path(poker_table.__file__).parent, tmp_path / "poker_table"
    copytree(ours, copy, ignore=ignore_patterns("__pycache__"))
    index_files = []
    for name in "Buffers", "Overwritten":
        for file in copy.glob("simulation/*/*.py"):
            file.write_text(file.read_text("utf-8").replace("Buffers", name), "utf-8")
        call = "from poker_table.simulation.engines.compiler import {0}; {0}('count_arrangements')"
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
    compiler.compiled_engine.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(run, "find_spec", lambda name: True)
    monkeypatch.setattr(run, "FAST_FROM_DEALS", 1000)


@pytest.mark.parametrize("was_compiled", [True, False])
def test_if_numba_is_broken_the_plain_engine_counts(broken_numba, was_compiled, monkeypatch):
    if was_compiled:  # before Numba broke
        monkeypatch.setattr(run, "is_compiled", lambda _: True)
    else:
        monkeypatch.setattr(run, "Compiler", Compiles(0, failed=1))
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

    monkeypatch.setattr(run, "find_spec", lambda name: True)
    monkeypatch.setattr(run, "compiled_engine", fails)
    messages = []
    runner = run.Runner("fast", on_broken=messages.append)
    *_, tally = run.run_simulation(run.Simulation(500, 7), Tally(10), runner)
    assert tally == simulate(500, 7, engine="plain")
    assert messages == [f"{BROKEN}No implementation of or_"]


@pytest.fixture
def sleeper(tmp_path, monkeypatch):
    """A module that the compiler process runs instead: it writes its priority, then sleeps."""
    text = "import os, time\nfrom pathlib import Path\n\ndef compiled_engine(function):\n"
    text += f"    Path({str(tmp_path)!r}, 'nice').write_text(str(os.nice(0)))\n    time.sleep(60)\n"
    (tmp_path / "sleeper.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    ours = "poker_table.simulation.engines.compiler"
    monkeypatch.setattr(compiler, "COMPILE", compiler.COMPILE.replace(ours, "sleeper"))
    return tmp_path / "nice"


def test_the_compiler_has_low_priority_and_survives_a_run_unless_it_is_stopped(sleeper):
    with Compiler("count_deals", 3) as compiler:
        while not (sleeper.exists() and sleeper.read_text()):
            assert compiler.poll() is None
    assert sleeper.read_text() == str(min(19, os.nice(0) + 3))
    assert compiler.poll() is None
    with pytest.raises(KeyboardInterrupt), compiler:
        raise KeyboardInterrupt
    assert compiler.returncode == -signal.SIGKILL


FIRST_RUN = """
from poker_table.simulation.engines.compiler import is_compiled
from poker_table.simulation import run
print(is_compiled("count_deals"))
before = run.Tally(10)
for tally in run.run_simulation(run.Simulation(10**12, 7), before, run.Runner()):
    if tally.deals - before.deals > run.DEALS_PER_PIECE["plain"]:
        break
    before = tally
print(is_compiled("count_deals"), before.deals > 0)
print(tally == run.simulate(tally.deals, 7, engine="fast"))
"""


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
def test_the_fast_engine_takes_over_once_it_is_compiled(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", FIRST_RUN]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\nTrue True\nTrue\n", "")


def test_a_tally_survives_pickle():
    tally = simulate(500, 7, players=4)
    assert pickle.loads(pickle.dumps(tally)) == tally


def test_reprs():
    assert repr(run.Simulation(500, 7, 4)) == "Simulation(deals=500, seed=7, players=4)"
    assert repr(simulate(500, 7, players=4)) == "<Tally: deals 500, players 4>"


def test_the_rows_of_a_tally_are_its_counts_by_hand_type():
    tally = simulate(500, 7, players=4)
    names = ["High Card", "Pair", "Two Pair", "Three of a Kind", "Straight", "Flush"]
    names += ["Full House", "Four of a Kind", "Straight Flush"]
    columns = zip(*(row.values() for row in tally.rows), strict=True)
    assert [*columns] == [tuple(names), tally.held, tally.won]
    assert all([*row] == ["hand_type", "held", "won"] for row in tally.rows)


def test_auto_chooses_by_the_amount_of_work():
    assert run.choose_engine("auto", 1000) == "plain"
    assert run.choose_engine("auto", 10**7) == ("fast" if find_spec("numba") else "plain")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate(0), "expected 1 to 18446744073709551616 deals, got 0"),
        (
            lambda: simulate("10"),
            "expected 1 to 18446744073709551616 deals, a whole number, got '10'",
        ),
        (
            lambda: simulate(1e6),
            "expected 1 to 18446744073709551616 deals, a whole number, got 1000000.0",
        ),
        (
            lambda: simulate(5, workers="2"),
            "expected 1 to 65536 workers, a whole number, got '2'",
        ),
        (lambda: simulate(5, workers=0), "expected 1 to 65536 workers, got 0"),
        (lambda: simulate(5, engine=2), "engine: expected auto, plain or fast, got 2"),
        (lambda: simulate(5, engine="slow"), "engine: expected auto, plain or fast, got 'slow'"),
        (
            lambda: run.count_piece("0.1", PLAIN, run.Deals(7, 0, 1, 10)),
            f"poker-table 0.1 sent work to a worker that has {run.__version__}:"
            " install the same version on both",
        ),
    ],
)
def test_errors(call, message):
    with pytest.raises(PokerTableError, match=f"^{re.escape(message)}$"):
        call()
    with pytest.raises(PokerTableError):
        simulate(5, seed=-1)
    with pytest.raises(PokerTableError, match="^expected 1 to 10 players, got 11$"):
        simulate(5, players=11)


def test_the_fast_engine_may_be_missing(monkeypatch):
    monkeypatch.setattr(run, "find_spec", lambda name: None)
    message = "the fast engine needs an extra: pip install 'poker-table[fast]'"
    with pytest.raises(PokerTableError, match=f"^{re.escape(message)}$"):
        simulate(5, engine="fast")
    assert run.choose_engine("auto", 10**9) == "plain"


def test_an_interrupt_while_processes_start_leaves_none_behind(monkeypatch):
    launch = ProcessPoolExecutor._launch_processes  # an interrupt here would leave processes

    def interrupted(pool: ProcessPoolExecutor) -> None:
        launch(pool)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(ProcessPoolExecutor, "_launch_processes", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt), workers.local_executor("plain", 2, 10**6) as pool:
            pool.submit(int)
        assert active_children() == []
    finally:
        for child in active_children():
            child.kill()


@pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
def test_the_fast_engine_leaves_the_environment_as_it_is():
    lines = (
        "import os; before = {**os.environ}\n"
        "import poker_table.simulation.engines.fast\n"
        "print({**os.environ} == before)"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
