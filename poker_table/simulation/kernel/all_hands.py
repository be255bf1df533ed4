"""The kernel over every hand there is, of five cards or of seven.

The lower two or three cards of a hand are its head, and the rest is its tail. The tails lie side by
side, one a bit, those with high cards first; so the tails that fit a head, because all their cards
are above it, are always the first ones. A plane says in which hands one card is, and there are 52
of them, in the order of the deck.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from poker_table.simulation.kernel.best_fives import five_or_more, join_suits
from poker_table.simulation.kernel.counts import count_best
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.room import Room
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    note_groups,
    note_straights,
    write_type,
)

HEAD = {5: 2, 7: 3}  # by how many cards a hand has


def tops(cards: int) -> range:
    """Return which cards can be the highest of a head, so that there are tails above it."""
    return range(HEAD[cards] - 1, 52 - (cards - HEAD[cards]))


def tails_above(card: int, cards: int) -> int:
    """Return how many tails have all their cards above one."""
    return comb(51 - card, cards - HEAD[cards])


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


def count_bests(room: Room, counts: Words, ones: int) -> None:
    """Count of which type the best five cards of each kept hand are."""
    join_suits(room.planes, room.ranks)
    note_groups(room.ranks, room.flags, ones ^ ones)
    note_suited(room.planes, room.flags)
    note_straights(room.ranks, 0, room.flags)
    write_type(room.flags, room.best, TYPE_PLANE, ones)
    count_best(room.best, room.marks, room.kept, counts, ones)


def note_suited(present: Words, flags: Words) -> None:
    """Set flags 6 and 7: five cards of one suit, and five of one suit in a row."""
    flags[6] = flags[7] = present[0] ^ present[0]
    for suit in range(4):
        note_straights(present, suit, flags)
        flags[6] |= five_or_more(present, suit)
        flags[7] |= flags[4]
