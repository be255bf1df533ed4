"""How long `decks make` takes to compose a deck, over requests that describe real tables.

Run: python tests/benchmarks/decks_to_order.py [COUNT]
"""

from __future__ import annotations

import sys
import time
from statistics import median

from poker_table import Deck, Hand, Random, Request, Showdown, deal, stacked_deck
from poker_table.game.errors import PokerTableError
from poker_table.game.rules import FLUSHES

COUNT = 10_000
IMPOSSIBLE = [
    *([f"{player}: {hand}" for player in range(1, 10)] for hand in ("straight", "flush")),
    *([f"{player}: {hand}" for player in range(1, 10)] for hand in ("full house", "royal flush")),
    ["2: royal flush in spades", "5: flush, ace high, in spades"],
    ["1: four kings", "2: pair of kings"],
    # These two need ten hearts of only eight. No proof finds that, so the search tries everything.
    ["1: flush, nine high, in hearts", "2: flush, eight high, in hearts"],
    [f"{player}: seven high" for player in range(1, 6)],
]


def random_requests(number: int) -> tuple[list[Request], bool]:
    """Return requests that a random deal fulfils, and whether other players may beat them there.

    At about half of the tables, the requests describe the best hands, which nobody may beat; at the
    others, they describe random hands. Each request has the type of its hand; some have the first
    ranks too, and some flushes the suit. At one table in four, requests have all ranks.
    """
    random = Random(seed=2026, deal=number)
    hands = Showdown(deal(Deck.shuffled(random))).hands
    count, anyone, whole = random.integers([10, 2, 4])
    if anyone:
        hands = [hands.pop(digit) for digit in random.integers(range(10, 0, -1))]
    return [_described(hand, random, whole == 0) for hand in hands[: count + 1]], bool(anyone)


def _described(hand: Hand, random: Random, whole: bool) -> Request:
    count = len(hand.ranks) if whole else random.integer(0, len(hand.ranks))
    request = Request(hand.player, hand.hand_type, hand.ranks[:count])
    if hand.hand_type in FLUSHES and random.integer(0, 1):
        request.suit = hand.cards[0].suit
    return request


def seconds(requests: list[Request], seed: int, anyone: bool) -> tuple[float, bool]:
    """Return the processor time of a search, and whether it found a deck."""
    start = time.process_time()
    try:
        stacked_deck(requests, Random(seed), anyone=anyone)
    except PokerTableError:
        return time.process_time() - start, False
    return time.process_time() - start, True


def report(what: str, measured: list[tuple[float, bool]]) -> None:
    """Print the median and the longest time in milliseconds, and how many requests were met."""
    times = [1000 * each for each, _ in measured]
    met = sum(met for _, met in measured)
    print(f"{what}: median {median(times):.1f} ms, worst {max(times):.1f} ms, {met} met")


def main(count: int) -> None:
    """Measure requests that random tables fulfil, then some that no deck can fulfil."""
    seconds([Request.parse("1: pair")], 0, anyone=False)  # fill the caches
    possible = [random_requests(number) for number in range(count)]
    measured = [seconds(requests, seed, anyone) for seed, (requests, anyone) in enumerate(possible)]
    report(f"{count} requests that random tables fulfil", measured)
    refused = [[Request.parse(text) for text in texts] for texts in IMPOSSIBLE]
    report(f"{len(refused)} impossible ones", [seconds(each, 0, anyone=True) for each in refused])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
