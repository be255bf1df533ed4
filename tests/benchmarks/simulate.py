"""How fast tables are dealt in bulk, compared with other libraries.

Run `python tests/benchmarks/simulate.py` with the extras `bench` and `fast`. Every contender
shuffles a deck, deals ten hands of five and finds the winners, as a competent user of the library
would write it. First it checks that all of them name the same winners of the same decks. Then they
run in turn, several times, and the processor time of each is measured. It prints the medians, and
how many times as fast as the fastest library each contender is.

With `--against CHECKOUT`, another checkout of the project, both checkouts deal in turn, each in its
own process, round and odd numbers of deals. It prints the medians and the medians of the ratios.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from itertools import product
from pathlib import Path

from poker_table import Deck, Random
from poker_table.game.cards import CARDS
from poker_table.simulation.chances.answer import all_hands
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.engines.plain import count_deals as plain
from poker_table.simulation.run import simulate

ROUNDS = 7
PAIRS = 25
DEALS = 100_000, 420_000, 1_000_003, 2_000_000, 40_000_000
DEALER = """
import sys, time
from poker_table.simulation.run import simulate
for line in sys.stdin:
    deals, engine = line.split()
    start = time.thread_time()
    simulate(int(deals), 7, engine=engine)
    print(time.thread_time() - start, flush=True)
"""
NAMES = [str(card) for card in CARDS]
NAMES_WITH_SUIT_IN_LOWER_CASE = [name[0] + name[1].lower() for name in NAMES]


def deals_with(cards, best):
    """Return a function that deals tables with a library's cards and its evaluation."""

    def run(deals):
        shuffle, winners = random.shuffle, 0
        for _ in range(deals):
            shuffle(cards)
            winners += len(best(cards))
        return winners

    return run


def greatest(evaluate):
    def best(cards):
        worth = [evaluate(cards[player:50:10]) for player in range(10)]
        top = max(worth)
        return [player for player in range(10) if worth[player] == top]

    return best


def least(evaluate):
    return greatest(lambda hand: -evaluate(hand))


def peers():
    """Return each library's deck and a function that finds the winners.

    The libraries are imported here, so that tests can import this file without the extra.
    """
    import eval7
    import phevaluator
    import pkrbot
    import pokerkit
    import treys

    names, evaluator = NAMES_WITH_SUIT_IN_LOWER_CASE, treys.Evaluator()
    return {
        "pkrbot": ([pkrbot.Card(name) for name in names], greatest(pkrbot.evaluate)),
        "eval7": ([eval7.Card(name) for name in names], greatest(eval7.evaluate)),
        "phevaluator": (
            [phevaluator.Card(name).id_ for name in names],
            least(lambda hand: phevaluator.evaluate_cards(*hand)),
        ),
        "treys": (
            [treys.Card.new(name) for name in names],
            least(lambda hand: evaluator.evaluate(hand[:2], hand[2:])),
        ),
        "pokerkit": (
            [next(pokerkit.Card.parse(name)) for name in names],
            greatest(pokerkit.StandardHighHand),
        ),
    }


def check_winners(contenders) -> None:
    """Exit if the libraries name different winners of a deck."""
    for deal in range(300):
        order = [card.index for card in Deck.shuffled(Random(7, deal)).cards]
        named = {
            name: best([cards[k] for k in order]) for name, (cards, best) in contenders.items()
        }
        if len({tuple(winners) for winners in named.values()}) != 1:
            raise SystemExit(f"deal {deal}: the winners differ: {named}")


def seconds(run, *arguments) -> float:
    start = time.thread_time()
    run(*arguments)
    return time.thread_time() - start


def main() -> None:
    from poker_table.simulation.engines import fast

    known = peers()
    check_winners(known)
    contenders = {name: (deals_with(*peer), 2000) for name, peer in known.items()}
    contenders["pokerkit"] = contenders["pokerkit"][0], 100
    contenders["plain engine"] = (lambda deals: plain(7, 10, range(deals))), 2**16
    contenders["fast engine"] = (lambda deals: fast.count_deals(7, 10, range(deals))), 2**20
    fast.count_deals(7, 10, range(1000))  # compile, or load from the cache
    times_of: dict[str, list[float]] = {name: [] for name in contenders}
    for _, (name, (run, deals)) in product(range(ROUNDS), contenders.items()):
        times_of[name].append(seconds(run, deals) / deals)
    nearest = min(known, key=lambda name: statistics.median(times_of[name]))
    print(f"{'':<14}{'ns a deal':>12}{'deals a second':>16}   times {nearest}")
    for name, times in times_of.items():
        ratio = statistics.median(a / b for a, b in zip(times_of[nearest], times, strict=True))
        median = statistics.median(times)
        print(f"{name:<14}{median * 1e9:12,.1f}{1 / median:16,.0f}   {ratio:8.2f}")
    two_workers_times()
    all_hands_times()


def compare_with(checkout: Path) -> None:
    """Print the times of this checkout and another one, for each engine and number of deals."""
    here, there = dealer(Path(__file__).parents[2]), dealer(checkout)
    print(f"{'':<18}{'ns a deal':>12}{'there':>12}   ratio")
    for engine, deals in product(("plain", "fast"), DEALS):
        times_of: dict[object, list[float]] = {here: [], there: []}
        for turn in range(PAIRS):
            for process in (here, there)[:: -1 if turn % 2 else 1]:
                times_of[process].append(seconds_of(process, deals, engine) / deals)
        # without the first, which loads and compiles
        ours, theirs = (times[1:] for times in times_of.values())
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        medians = [statistics.median(times) * 1e9 for times in (ours, theirs)]
        print(f"{engine:<6}{deals:12,}{medians[0]:12,.1f}{medians[1]:12,.1f}   {ratio:.3f}")
    for process in (here, there):
        process.communicate()


def dealer(checkout: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", DEALER],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def seconds_of(process: subprocess.Popen[str], deals: int, engine: str) -> float:
    print(deals, engine, file=process.stdin, flush=True)
    return float(process.stdout.readline())


def all_hands_times() -> None:
    for cards in 5, 7:
        times = [seconds(list, all_hands(cards, Resources("fast"))) for _ in range(ROUNDS)]
        print(f"all hands of {cards} cards: {statistics.median(times):.3f} s")


def two_workers_times() -> None:
    """Print how many times as fast as one two workers of the fast engine are, in elapsed time."""

    def elapsed(workers: int) -> float:
        start = time.perf_counter()
        simulate(40 * 2**20, 7, engine="fast", workers=workers)
        return time.perf_counter() - start

    pairs = [(elapsed(1), elapsed(2)) for _ in range(ROUNDS)]
    print(f"two workers: {statistics.median(one / two for one, two in pairs):.2f} times one")


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    against = parser.parse_args().against
    compare_with(against.resolve()) if against else main()
