"""How long `decks make` takes to compose a deck, over requests that describe real tables.

Run: python tests/benchmarks/decks_to_order.py [COUNT]
"""

from __future__ import annotations

import sys
import time
from statistics import median

from poker_table import Deck, Hand, Random, Request, Showdown, deal, stacked_deck
from poker_table.errors import RequestError

COUNT = 10_000


def random_requests(number: int) -> tuple[list[Request], bool]:
    """Return requests that a real deal grants, and whether anyone may beat them there.

    At every other table, more or less, the best few hands are described and nobody may beat them;
    at the rest any few. Each hand is described by its type, some by first ranks as well, some
    flushes by their suit; at one table in four every hand by all its ranks.
    """
    random = Random(seed=2026, deal=number)
    deck = Deck()
    deck.shuffle(random)
    hands = Showdown(deal(deck)).hands
    few, anyone, whole = random.digits([10, 2, 4])
    if anyone:
        hands = [hands.pop(digit) for digit in random.digits(range(10, 0, -1))]
    return [_described(hand, random, whole == 0) for hand in hands[: few + 1]], bool(anyone)


def _described(hand: Hand, random: Random, whole: bool) -> Request:
    count = len(hand.ranks) if whole else random.integer(0, len(hand.ranks))
    request = Request(hand.player, hand.hand_type, hand.ranks[:count])
    if request.in_one_suit and random.integer(0, 1):
        request.suit = hand.cards[0].suit
    return request


def main(count: int) -> None:
    """Print the median and the worst time, and how many requests were not met."""
    stacked_deck([Request.parse("1: pair")], Random(seed=0))  # some things are worked out once
    times, not_met = [], 0
    for number in range(count):
        requests, anyone = random_requests(number)
        start = time.perf_counter()
        try:
            stacked_deck(requests, Random(seed=number), anyone=anyone)
        except RequestError:
            not_met += 1
        times.append(time.perf_counter() - start)
    middle, worst = 1000 * median(times), 1000 * max(times)
    print(f"{count} requests: median {middle:.1f} ms, worst {worst:.1f} ms, not met: {not_met}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
