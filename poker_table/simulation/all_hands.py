"""All the hands there are, of five cards or of seven, each judged: no sample, no formula.

The lower two or three cards of a hand are its head, and the rest is its tail. The tails lie side by
side, one a bit, those with high cards first; so the tails that fit a head, because all their cards
are above it, are always the first ones.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from poker_table.errors import SimulationError
from poker_table.simulation.presence import ALL_ROOM, INSIDE, PRESENT, count_all_types
from poker_table.simulation.run import choose_engine

HEAD = {5: 2, 7: 3}
WORTH_COMPILED = 10**9  # what the choice of an engine takes seven cards for


def all_hands(cards: int = 5, engine: str = "auto") -> tuple[int, ...]:
    """Return how many of all hands of 5 or 7 cards make each type, weakest first.

    Raises SimulationError for another number of cards, or if the engine is not installed.

    >>> all_hands(5, engine="plain")
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    if cards not in HEAD:
        raise SimulationError(f"expected hands of 5 or 7 cards, got {cards}")
    if choose_engine(engine, WORTH_COMPILED if cards == 7 else 0) == "fast":
        from poker_table.simulation.fast_all import count_hands

        return count_hands(cards)
    return count_hands_plainly(cards)


def tails(cards: int) -> list[int]:
    """Return for each card a plane of the tails that it is in, those with high cards first."""
    size = cards - HEAD[cards]
    ordered = sorted(combinations(range(52), size), key=lambda tail: -tail[0])
    columns = [bytes(column) for column in zip(*reversed(ordered), strict=True)]
    planes = []
    for card in range(52):
        is_card = b"0" * card + b"1" + b"0" * (255 - card)
        planes.append(sum(int(column.translate(is_card), 2) for column in columns))
    return planes


def tails_above(card: int, cards: int) -> int:
    """Return how many tails have all their cards above one."""
    return comb(51 - card, cards - HEAD[cards])


def count_hands_plainly(cards: int) -> tuple[int, ...]:
    """Return the counts of `all_hands`, in Python's own integers."""
    planes = tails(cards)
    room = tuple([0] * rows for rows in ALL_ROOM.values())
    counts = [0] * 9
    for top in range(HEAD[cards] - 1, 52):
        ones = (1 << tails_above(top, cards)) - 1
        room[INSIDE][0] = ones
        above = [plane & ones for plane in planes]
        for others in combinations(range(top), HEAD[cards] - 1):
            present = room[PRESENT]
            present[:] = above
            for card in (*others, top):
                present[card] = ones
            count_all_types(room, counts, ones, 1)
    return tuple(counts)
