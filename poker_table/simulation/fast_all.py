"""The fast engine for all hands: the same planes, in rows of 64-bit words."""

from __future__ import annotations

import numpy as np

from poker_table.simulation import fast, presence
from poker_table.simulation.all_hands import HEAD, tails, tails_above
from poker_table.simulation.fast import KERNEL, ONES, U, aligned, compiled
from poker_table.simulation.presence import ALL_ROOM, INSIDE, PRESENT
from poker_table.simulation.vectors import numba

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WIDTH = 16  # words in a row: few heads have more tails than some thousands
BITS = 64 * WIDTH
ROW = U(WIDTH)

count_all_types = compiled(*KERNEL, presence)["count_all_types"]


@fast.alone
def count_row(room, counts):
    """Count a row of hands."""
    count_all_types(room, counts, ONES, ROW)


def _count_tails(version: int) -> Any:
    """Return the loop over the heads below one card; kept for as long as the version holds."""

    @numba.njit(nogil=True, cache=True)
    def count_tails(room, table, top, head, fits, counts):
        present, inside = room[PRESENT], room[INSIDE]
        heads = top * (top - 1) // 2 if head == 3 else top
        for begin in range(0, fits, BITS + 0 * version):
            for w in range(WIDTH):
                bits = min(max(fits - begin - 64 * w, 0), 64)
                inside[w] = ONES >> U(64 - bits) if bits else U(0)
                for card in range(52):
                    present[card * WIDTH + w] = table[card, begin // 64 + w] & inside[w]
            present[top * WIDTH : (top + 1) * WIDTH] = ONES
            a, b = 0, 1
            for _ in range(heads):
                present[a * WIDTH : (a + 1) * WIDTH] = ONES
                if head == 3:
                    present[b * WIDTH : (b + 1) * WIDTH] = ONES
                count_row(room, counts)
                present[a * WIDTH : (a + 1) * WIDTH] = U(0)
                if head == 3:
                    present[b * WIDTH : (b + 1) * WIDTH] = U(0)
                a += 1
                if head == 3 and a == b:
                    a, b = 0, b + 1

    return count_tails


count_tails = _count_tails(fast.fingerprint(*KERNEL, presence, fast))


def count_hands(cards: int) -> tuple[int, ...]:
    """Return how many of all hands of so many cards make each type, weakest first."""
    table = table_of(cards)
    room: tuple[Any, ...] = tuple(aligned(rows * WIDTH) for rows in ALL_ROOM.values())
    counts: Any = np.zeros(9, U)
    for top in range(HEAD[cards] - 1, 52):
        count_tails(room, table, top, HEAD[cards], tails_above(top, cards), counts)
    return tuple(int(count) for count in counts)


def table_of(cards: int) -> Any:
    """Return the planes of the tails as rows of words, with room for a whole row at the end."""
    planes = tails(cards)
    size = -(-max(plane.bit_length() for plane in planes) // BITS) * BITS // 8
    rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
    return np.frombuffer(rows, U).reshape(52, -1)
