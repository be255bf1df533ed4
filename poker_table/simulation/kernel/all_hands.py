"""The kernel over every hand there is, of five cards or of seven.

The lower two or three cards of a hand are its head, and the rest is its tail. The tails lie side by
side, one a bit, those with high cards first; so the tails that fit a head, because all their cards
are above it, are always the first ones. A plane says in which hands one card is, and there are 52
of them, in the order of the deck.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from poker_table.simulation.kernel.block import BEST, FLAGS, KEPT, MARKS, PLANES, RANKS, SPARE, Room
from poker_table.simulation.kernel.counts import add_one, count_best
from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    note_groups,
    note_straights,
    write_type,
)

HEAD = {5: 2, 7: 3}  # by how many cards a hand has
SUIT_PLANES = 3  # of seven cards, seven at the most are of one suit


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
    join_suits(room[PLANES], room[RANKS])
    note_groups(room[RANKS], room[FLAGS], ones ^ ones)
    note_suited(room[PLANES], room[FLAGS], room[SPARE], ones ^ ones)
    note_straights(room[RANKS], 0, room[FLAGS])
    write_type(room[FLAGS], room[BEST], TYPE_PLANE, ones)
    count_best(room[BEST], room[MARKS], room[KEPT], counts, ones)


def join_suits(present: Words, held: Words) -> None:
    """Fill held with four rows a rank: where it is held once, twice, three, four times."""
    for rank in range(13):
        a, b, c, d, _, _ = load(present, 4 * rank)
        both, others = a & b, c & d
        a |= b
        c |= d
        held[4 * rank] = a | c
        held[4 * rank + 1] = both | others | (a & c)
        held[4 * rank + 2] = (both & c) | (others & a)
        held[4 * rank + 3] = both & others


def note_suited(present: Words, flags: Words, number: Words, zero: int) -> None:
    """Set flags 6 and 7: five cards of one suit, and five of one suit in a row."""
    flags[6] = flags[7] = zero
    for suit in range(4):
        note_straights(present, suit, flags)
        count_suit(present, suit, number, zero)
        five_or_more = number[0] | number[1]
        flags[6] |= number[2] & five_or_more
        flags[7] |= flags[4]


def count_suit(present: Words, suit: int, number: Words, zero: int) -> None:
    """Write in three planes how many cards of a suit there are."""
    for row in range(SUIT_PLANES):
        number[row] = zero
    for rank in range(13):
        add_one(number, 0, SUIT_PLANES, present[4 * rank + suit])
