"""How fast chances are computed, compared with the library eval7.

Run `python tests/benchmarks/chances.py` with the extras `bench` and `fast`. First the equities are
compared. Then all contenders run in turn, several times, each on one thread, and their processor
time is measured. It prints the medians, and how many times as fast as eval7 each contender is. For
two hold'em hands, eval7's own Monte Carlo function is used. For three and ten hands, and for ten
hands of five cards after twenty are dealt, it is a loop over eval7's evaluation function, as a
competent user would write it.
"""

from __future__ import annotations

import random
import statistics
import time
from itertools import combinations, product

from poker_table import read_deck
from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.simulation.chances.answer import compute_chances
from poker_table.simulation.chances.question import Question, question_of_deck, read_question
from poker_table.simulation.engines import plain
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.kernel.prefixes import prefixes

ROUNDS = 7
BOARD = "? ? ? ? ?"
HANDS = "Kh Qs ; As Ac ; 7d 7c ; 2h 3h ; Jd Tc ; 9s 8s ; Ad 5c ; Kc Jh ; 4s 4d ; Qd 6h".split(" ; ")


def eval7_name(card: Card) -> str:
    return str(card)[0] + str(card)[1].lower()


def loop_over(question: Question):
    """Return a function that deals the unknown cards and finds the winners with eval7."""
    import eval7  # imported here, so that the tests can look at this file without the extra

    unknown = sorted({p for hand in question.hands for p in hand if not isinstance(p, Card)})
    rest = [eval7.Card(eval7_name(CARDS[index])) for index in question.layout.remaining]
    hands = [
        ([eval7.Card(eval7_name(p)) for p in hand if isinstance(p, Card)],
         [unknown.index(p) for p in hand if not isinstance(p, Card)])
        for hand in question.hands
    ]  # fmt: skip

    def run(deals: int) -> list[float]:
        sample, evaluate, count = random.sample, eval7.evaluate, len(unknown)
        shares = [0.0] * len(hands)
        for _ in range(deals):
            dealt = sample(rest, count)
            values = [evaluate(known + [dealt[k] for k in own]) for known, own in hands]
            best = max(values)
            share = 1 / values.count(best)
            for k, value in enumerate(values):
                if value == best:
                    shares[k] += share
        return [share / deals for share in shares]

    return run


def eval7_sampled(deals: int) -> None:
    import eval7

    hand = list(map(eval7.Card, HANDS[0].split()))
    eval7.py_hand_vs_range_monte_carlo(hand, eval7.HandRange(HANDS[1].replace(" ", "")), [], deals)


def three_by_brute_force(boards: int) -> list[float]:
    """Return the equities of three hands on the first `boards` of all boards."""
    import eval7

    question = read_question([" ; ".join(HANDS[:3])], board=BOARD)
    hands = [list(map(eval7.Card, text.split())) for text in HANDS[:3]]
    rest = [eval7.Card(eval7_name(CARDS[index])) for index in question.layout.remaining]
    shares = [0.0] * 3
    for _, board in zip(range(boards), combinations(rest, 5), strict=False):
        values = [eval7.evaluate([*hand, *board]) for hand in hands]
        winners = [k for k in range(3) if values[k] == max(values)]
        for k in winners:
            shares[k] += 1 / len(winners)
    return shares


def seconds(run, amount: int) -> float:
    start = time.thread_time()
    run(amount)
    return time.thread_time() - start


def sampled_by(engine, question: Question):
    layout = question.layout
    return lambda deals: engine.count_sample(layout, 7, range(deals))


def exact_by(engine, question: Question):
    layout = question.layout
    every = list(prefixes(len(layout.remaining), layout.needs))
    return lambda _: engine.count_arrangements(layout, every)


def groups():
    """Return the contenders of each group, eval7 first, and how many deals each counts per turn."""
    from poker_table.simulation.engines import fast

    two, three, ten = (
        read_question([" ; ".join(HANDS[:count])], board=BOARD) for count in (2, 3, 10)
    )
    table = question_of_deck(read_deck("three.txt"), 20)
    loop, boards = "loop over eval7", 1_712_304
    peers = [
        ("two hold'em hands, sampled", two, "eval7's own", eval7_sampled, 10**6),
        ("three hold'em hands, sampled", three, loop, loop_over(three), 5000),
        ("ten hold'em hands, sampled", ten, loop, loop_over(ten), 3000),
        ("ten five-card hands after 20 cards", table, loop, loop_over(table), 2000),
    ]
    sampled = {
        name: {
            peer: (run, trials),
            "plain engine": (sampled_by(plain, question), 2**16),
            "fast engine": (sampled_by(fast, question), 2**21),
        }
        for name, question, peer, run, trials in peers
    }
    exact = {
        "two hold'em hands, all boards": {
            "plain engine": (exact_by(plain, two), boards),
            "fast engine": (exact_by(fast, two), boards),
        },
        "three hold'em hands, all boards": {
            loop: (three_by_brute_force, 20_000),
            "plain engine": (exact_by(plain, three), 1_370_754),
            "fast engine": (exact_by(fast, three), 1_370_754),
        },
    }
    return sampled | exact


def check_equities() -> None:
    """Exit if a loop over eval7 gives other equities."""
    question = read_question([" ; ".join(HANDS[:3])], board=BOARD)
    *_, result = compute_chances(question, None, Resources("plain"))
    for ours, theirs in zip(result.hands, loop_over(question)(50_000), strict=True):
        if abs(ours.equity - theirs) > 0.01:  # more than four standard errors
            raise SystemExit(f"{ours.cards}: the equities differ: {ours.equity}, {theirs}")


def main() -> None:
    check_equities()
    for name, contenders in groups().items():
        for run, amount in contenders.values():
            run(min(amount, 1000))  # compile, or load from the cache
        times_of: dict[str, list[float]] = {who: [] for who in contenders}
        for _, (who, (run, amount)) in product(range(ROUNDS), contenders.items()):
            times_of[who].append(seconds(run, amount) / amount)
        peer = next(iter(contenders))
        print(f"{name:<36}{'a second':>14}{'seconds':>10}   times {peer}")
        for who, times in times_of.items():
            median = statistics.median(times)
            ratio = statistics.median(a / b for a, b in zip(times_of[peer], times, strict=True))
            amount = contenders[who][1]
            print(f"  {who:<34}{1 / median:14,.0f}{median * amount:10.4f}   {ratio:8.2f}")


if __name__ == "__main__":
    main()
