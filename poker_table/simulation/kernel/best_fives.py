"""The kernel for hands of five to ten cards: from which cards a hand has to its best five.

A hand is 52 planes, one a card in the order of the deck, that say who has it. The strength of its
best five lies in thirty planes, whatever the number of cards:

    bit     29 … 26   25 … 13                                12 … 0
            type      chief: the ranks held most often,      other: the ranks beside them,
                      or the highest one of a straight       as many of the highest as count
"""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.cards import plus_five
from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.room import Room
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    four_in_a_row,
    note_groups,
    write_type,
)


class Counting(NamedTuple):
    """Where a hand is of a type of which certain ranks are chief, or certain ranks are others."""

    straight: int  # chief: the highest rank
    straight_flush: int
    four: int  # chief: the ranks held so often
    three: int
    two: int
    ones: int  # others: ranks held at all
    pairs: int  # ranks held twice
    suited: int  # ranks of the suit


def write_best(room: Room, cards: int, row: int, ones: int) -> None:
    """Write the strength of the best five of so many cards."""
    flags, strengths = room.flags, room.strengths
    for flag in range(8):
        flags[flag] = ones ^ ones
    for rank in range(13):
        room.straights[rank] = ones ^ ones
        room.straight_flushes[rank] = ones ^ ones
    join_suits(room.planes, room.ranks)
    note_groups(room.ranks, flags, ones ^ ones)
    note_highest(room.ranks, 0, room.straights, flags, 4)
    note_flushes(room, cards)
    join_flushes(room.planes, room.flushes, room.suited)
    note_highest(room.suited, 0, room.straight_flushes, flags, 7)
    write_type(flags, strengths, row + TYPE_PLANE, ones)
    counting = what_counts(room, row + TYPE_PLANE, ones)
    keep_what_counts(room, counting, row)


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


def note_highest(held: Words, first: int, highest: Words, flags: Words, flag: int) -> None:
    """Note the highest ranks of straights, and that there is one. Every fourth row counts."""
    wheel = four_in_a_row(held, first) & held[first + 48]
    highest[3] |= wheel
    flags[flag] |= wheel
    for rank in range(9):
        run = four_in_a_row(held, first + 4 * rank)
        run &= held[first + 4 * rank + 16]
        highest[rank + 4] |= run
        flags[flag] |= run


def note_flushes(room: Room, cards: int) -> None:
    """Note which suits have a flush; of two, which only ten cards have room for, the better one."""
    present, flags = room.planes, room.flags
    for suit in range(4):
        flush = five_or_more(present, suit)
        room.flushes[suit] = flush
        flags[6] |= flush
    if cards == 10:
        for suit in range(4):
            note_highest(present, suit, room.straight_flushes, flags, 7)
            for other in range(suit):
                keep_better(present, suit, other, room.flushes)


def five_or_more(present: Words, suit: int) -> int:
    """Return where five cards or more, of thirteen, are of a suit."""
    zero = present[0] ^ present[0]
    number = zero, zero, zero, zero, zero, zero
    for row in (suit, suit + 20):
        a, b, c = present[row], present[row + 4], present[row + 8]
        number = plus_five(number, a, b, c, present[row + 12], present[row + 16])
    a, b, c = present[suit + 40], present[suit + 44], present[suit + 48]
    a, b, c, d, _, _ = plus_five(number, a, b, c, zero, zero)
    return d | (c & (a | b))


def keep_better(present: Words, suit: int, other: int, flushes: Words) -> None:
    """Of two flushes in one hand keep the one whose ranks are higher."""
    lower = flushes[0] ^ flushes[0]
    for rank in range(13):
        a = present[4 * rank + suit]
        b = present[4 * rank + other]
        lower ^= (a ^ b) & (lower ^ b)
    both = flushes[suit] & flushes[other]
    flushes[suit] ^= both & lower
    flushes[other] ^= both ^ (both & lower)


def join_flushes(present: Words, flushes: Words, suited: Words) -> None:
    """Write the ranks of the suit that has a flush, every fourth row as `note_highest` reads."""
    for rank in range(13):
        held = present[4 * rank] & flushes[0]
        held |= present[4 * rank + 1] & flushes[1]
        held |= present[4 * rank + 2] & flushes[2]
        held |= present[4 * rank + 3] & flushes[3]
        suited[4 * rank] = held


def what_counts(room: Room, row: int, ones: int) -> Counting:
    """Return which ranks count, from the four planes of the type's number, and note how many."""
    types, chief_left, others_left = room.strengths, room.chief_left, room.others_left
    a, b = types[row], types[row + 1]
    c, d = types[row + 2], types[row + 3]
    not_a, not_b = a ^ ones, b ^ ones
    straight = c & not_a & not_b
    full = b & c & not_a
    flush = a & c & not_b
    chief_left[0] = ones
    chief_left[1] = b & not_a & (c ^ ones)  # two pair
    others_left[0] = ones
    others_left[1] = not_b | (a & (c ^ ones))  # not with one other only
    others_left[2] = not_b  # pair, flush, high card
    others_left[3] = not_b & (not_a | c)  # flush, high card
    others_left[4] = not_b & (not_a | c)
    other_ones = (straight | d | full | flush) ^ ones
    three, two = b & (a ^ c), (a ^ b) & (c ^ ones)
    return Counting(straight, d, a & b & c, three, two, other_ones, full, flush)


def keep_what_counts(room: Room, counting: Counting, row: int) -> None:
    """Write the chief ranks and the others, from the ace down as many as count."""
    ranks, strengths = room.ranks, room.strengths
    for rank in range(12, -1, -1):
        one, two = ranks[4 * rank], ranks[4 * rank + 1]
        chief = ranks[4 * rank + 3] & counting.four
        chief |= ranks[4 * rank + 2] & counting.three
        chief |= two & counting.two
        chief |= room.straights[rank] & counting.straight
        highest = room.straight_flushes[rank]
        chief |= highest & counting.straight_flush
        chief = take(room.chief_left, 2, chief)
        other = one & counting.ones
        other |= two & counting.pairs
        other |= room.suited[4 * rank] & counting.suited
        other = take(room.others_left, 5, other ^ (other & chief))
        strengths[row + rank] = other
        strengths[row + 13 + rank] = chief


def take(left: Words, most: int, wanted: int) -> int:
    """Return where one more is wanted and counts; of so many rows that are left, one goes."""
    taken = wanted & left[0]
    for k in range(most - 1):
        here = left[k]
        left[k] = here ^ (taken & (here ^ left[k + 1]))
    last = left[most - 1]
    left[most - 1] = last ^ (taken & last)
    return taken
