"""The kernel, for all hands: which type the best five of five to seven cards are, in planes.

Here a plane says in which hands one card is, and there are 52 of them, in the order of the deck.
"""

from __future__ import annotations

from poker_table.simulation.counts import ones_in
from poker_table.simulation.draws import at
from poker_table.simulation.strengths import note_groups, note_straights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from poker_table.simulation.draws import Words

    Room: TypeAlias = tuple[Words, ...]

# How many rows each part of the room has: the cards, ranks held once to four times, flags (see
# strengths.py), flush and straight flush so far, three planes of a count, the hands to count.
ALL_ROOM = {"present": 52, "held": 52, "flags": 7, "suited": 2, "number": 3, "inside": 1}
PRESENT, HELD_RANKS, FLAGS, SUITED, NUMBER, INSIDE = range(6)


def count_all_types(room: Room, counts: Words, ones: int, width: int) -> None:
    """Add to the counts how many of the hands inside are of each type, weakest first."""
    join_suits(room[PRESENT], room[HELD_RANKS], width)
    note_groups(room[HELD_RANKS], room[FLAGS], ones ^ ones, width)
    note_suited(room, ones, width)
    note_straights(room[HELD_RANKS], 0, room[FLAGS], width)
    count_by_precedence(room[FLAGS], room[SUITED], room[INSIDE], counts, width)


def join_suits(present: Words, held: Words, width: int) -> None:
    """Fill held with four rows a rank: where it is held once, twice, three, four times."""
    for rank in range(13):
        for w in range(width):
            i = at(4 * rank, w, width)
            a = present[i]
            i += width
            b = present[i]
            i += width
            c = present[i]
            i += width
            d = present[i]
            ab, cd = a & b, c & d
            a |= b
            c |= d
            i = at(4 * rank, w, width)
            held[i] = a | c
            i += width
            held[i] = ab | cd | (a & c)
            i += width
            held[i] = (ab & c) | (cd & a)
            i += width
            held[i] = ab & cd


def note_suited(room: Room, ones: int, width: int) -> None:
    """Set the two suited rows: five cards of one suit, and five of one suit in a row."""
    for w in range(at(2, 0, width)):
        room[SUITED][w] = ones ^ ones
    for suit in range(4):
        note_straights(room[PRESENT], suit, room[FLAGS], width)
        count_suit(room[PRESENT], suit, room[NUMBER], ones ^ ones, width)
        for w in range(width):
            a = room[NUMBER][at(0, w, width)]
            b = room[NUMBER][at(1, w, width)]
            c = room[NUMBER][at(2, w, width)]
            room[SUITED][at(0, w, width)] |= c & (a | b)
            room[SUITED][at(1, w, width)] |= room[FLAGS][at(4, w, width)]


def count_suit(present: Words, suit: int, number: Words, zero: int, width: int) -> None:
    """Count in three planes how many cards of a suit there are, seven at the most."""
    for w in range(at(3, 0, width)):
        number[w] = zero
    for rank in range(13):
        for w in range(width):
            one = present[at(4 * rank + suit, w, width)]
            i = at(0, w, width)
            a = number[i]
            number[i] = a ^ one
            i += width
            b = number[i]
            two = a & one
            number[i] = b ^ two
            i += width
            number[i] ^= b & two


def count_by_precedence(
    flags: Words, suited: Words, inside: Words, counts: Words, width: int
) -> None:
    """Count every hand inside once, as the highest of the types that its cards make."""
    for w in range(width):
        left = inside[w]
        straight_flush = left & suited[at(1, w, width)]
        left ^= straight_flush
        four = left & flags[at(3, w, width)]
        left ^= four
        full = left & flags[at(2, w, width)] & flags[at(1, w, width)]
        left ^= full
        flush = left & suited[at(0, w, width)]
        left ^= flush
        straight = left & flags[at(4, w, width)]
        left ^= straight
        three = left & flags[at(2, w, width)]
        left ^= three
        two_pair = left & flags[at(1, w, width)]
        left ^= two_pair
        pair = left & flags[at(0, w, width)]
        counts[0] += ones_in(left ^ pair)
        counts[1] += ones_in(pair)
        counts[2] += ones_in(two_pair)
        counts[3] += ones_in(three)
        counts[4] += ones_in(straight)
        counts[5] += ones_in(flush)
        counts[6] += ones_in(full)
        counts[7] += ones_in(four)
        counts[8] += ones_in(straight_flush)
