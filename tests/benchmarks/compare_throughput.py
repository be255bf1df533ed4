"""A million rounds compared, side by side with treys and phevaluator used as their READMEs show.

Run `python tests/benchmarks/compare_throughput.py [ROUNDS]` with the extra `bench` installed. Each
contender reads the same text file and names the winner of each round. They take turns in one
process, ten thousand rounds at a time, so that other programs disturb all of them equally. It
prints the microseconds of processor time per round, and the ratio to the complete output of
`poker-table compare`. Ours also checks every hand. The first of ours fills caches that the second
one then uses.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from poker_table.cli.hand_input import read_lines
from poker_table.compare.result import round_lines
from poker_table.compare.rounds import Summary, read_rounds

TURN = 10_000
AT_ONCE = 100  # rounds in memory at a time
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def write_rounds(path: str, rounds: int, cards: int) -> None:
    """Write rounds of two hands, each of the given number of cards, dealt with a seed."""
    draw = random.Random(cards)
    with open(path, "w", encoding="ascii") as file:
        for _ in range(rounds):
            dealt = draw.sample(DECK, cards), draw.sample(DECK, cards)
            file.write(" ; ".join(map(" ".join, dealt)) + "\n")


def ours(path: str) -> Iterator[int | None]:
    for found in read_rounds(read_lines(path), path):
        yield getattr(found, "winner", None)


def ours_plain(path: str) -> Iterator[str]:
    """Yield everything that `compare` writes."""
    summary = Summary()
    found = summary.count(read_rounds(read_lines(path), path))
    return round_lines(found, summary)


def winner_of(text: str) -> int | None:
    """Return the winner that a line of `compare` names."""
    match = re.search(": (?:hand ([12]) wins|they tie)", text)
    return int(match[1]) if match and match[1] else None


def with_treys(path: str) -> Iterator[int | None]:
    import treys  # imported here, so that the tests can look at this file without the extra

    evaluator = treys.Evaluator()
    with open(path, encoding="ascii") as file:
        for line in file:
            values = []
            for hand in line.split(" ; "):
                cards = [treys.Card.new(word) for word in hand.split()]
                values.append(evaluator.evaluate(cards[:-2], cards[-2:]))
            first, second = values
            yield 1 if first < second else 2 if second < first else None


def with_phevaluator(path: str) -> Iterator[int | None]:
    import phevaluator

    with open(path, encoding="ascii") as file:
        for line in file:
            left, right = line.split(" ; ")
            first = phevaluator.evaluate_cards(*left.split())
            second = phevaluator.evaluate_cards(*right.split())
            yield 1 if first < second else 2 if second < first else None


CONTENDERS: dict[str, Callable[[str], Iterator[Any]]] = {
    "poker-table, plain": ours_plain,
    "poker-table": ours,
    "treys": with_treys,
    "phevaluator": with_phevaluator,
}


def race(path: str, rounds: int) -> dict[str, float]:
    """Return the microseconds per round of each contender; all must name the same winners."""
    running = {name: contender(path) for name, contender in CONTENDERS.items()}
    spent = dict.fromkeys(running, 0.0)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for turn in range(0, rounds, TURN):
            winners: dict[str, list[int | None]] = {name: [] for name in running}
            for name, results in running.items():
                for _ in range(0, min(TURN, rounds - turn), AT_ONCE):
                    start = time.process_time()
                    found = list(islice(results, AT_ONCE))
                    if isinstance(found[0], str):
                        nowhere.writelines(found)
                    spent[name] += time.process_time() - start
                    winners[name] += [winner_of(r) if isinstance(r, str) else r for r in found]
            if any(others != winners["treys"] for others in winners.values()):
                raise SystemExit(f"different winners between rounds {turn + 1} and {turn + TURN}")
    return {name: seconds / rounds * 1e6 for name, seconds in spent.items()}


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"{rounds:,} rounds; microseconds a round, and how many times ours that is")
    for cards in (5, 7):
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            write_rounds(file.name, rounds, cards)
            spent = race(file.name, rounds)
        for name, each in spent.items():
            ratio = each / spent["poker-table, plain"]
            print(f"{cards} cards a hand  {name:<20}{each:8.2f} {ratio:8.2f}")
