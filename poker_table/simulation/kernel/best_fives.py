"""The kernel for hands of five to ten cards: from which cards a hand has to its best five.

A hand is 52 planes, one a card in the order of the deck, that say who has it. The strength of its
best five lies in thirty planes, whatever the number of cards:

    bit     29 … 26   25 … 13                                12 … 0
            type      chief: the ranks held most often,      other: the ranks beside them,
                      or the highest one of a straight       as many of the highest as count
"""

from __future__ import annotations

from poker_table.simulation.kernel.cards import plus_five
from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.room import Room
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    four_in_a_row,
    note_groups,
    write_type,
)

# The marks: the highest ranks of straights and of straight flushes, and which suits have a flush.
STRAIGHTS, STRAIGHT_FLUSHES, FLUSHES = 0, 13, 26
# The masks: for which types which ranks are chief, and which are others; then, as a row of ones
# that grows shorter, how many of either still count.
BY_STRAIGHT, BY_STRAIGHT_FLUSH, BY_FOUR, BY_THREE, BY_TWO = 0, 1, 2, 3, 4
OTHER_ONE, OTHER_TWO, OTHER_SUITED = 5, 6, 7
CHIEF_LEFT, OTHERS_LEFT = 8, 10


def write_best(room: Room, cards: int, row: int, ones: int) -> None:
    """Write the strength of the best five of so many cards."""
    present, ranks, flags, marks = room.planes, room.ranks, room.flags, room.marks
    suited, masks, strengths = room.words, room.depths, room.strengths
    for flag in range(8):
        flags[flag] = ones ^ ones
    for mark in range(FLUSHES):
        marks[mark] = ones ^ ones
    join_suits(present, ranks)
    note_groups(ranks, flags, ones ^ ones)
    note_highest(ranks, 0, marks, STRAIGHTS, flags, 4)
    note_flushes(present, cards, marks, flags)
    join_flushes(present, marks, suited)
    note_highest(suited, 0, marks, STRAIGHT_FLUSHES, flags, 7)
    write_type(flags, strengths, row + TYPE_PLANE, ones)
    note_what_counts(strengths, row + TYPE_PLANE, masks, ones)
    keep_what_counts(ranks, suited, marks, masks, strengths, row)


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


def note_highest(held: Words, first: int, marks: Words, row: int, flags: Words, flag: int) -> None:
    """Note the highest ranks of straights, and that there is one. Every fourth row counts."""
    wheel = four_in_a_row(held, first) & held[first + 48]
    marks[row + 3] |= wheel
    flags[flag] |= wheel
    for rank in range(9):
        run = four_in_a_row(held, first + 4 * rank)
        run &= held[first + 4 * rank + 16]
        marks[row + rank + 4] |= run
        flags[flag] |= run


def note_flushes(present: Words, cards: int, marks: Words, flags: Words) -> None:
    """Note which suits have a flush; of two, which only ten cards have room for, the better one."""
    for suit in range(4):
        flush = five_or_more(present, suit)
        marks[FLUSHES + suit] = flush
        flags[6] |= flush
    if cards == 10:
        for suit in range(4):
            note_highest(present, suit, marks, STRAIGHT_FLUSHES, flags, 7)
            for other in range(suit):
                keep_better(present, suit, other, marks)


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


def keep_better(present: Words, suit: int, other: int, marks: Words) -> None:
    """Of two flushes in one hand keep the one whose ranks are higher."""
    lower = marks[FLUSHES] ^ marks[FLUSHES]
    for rank in range(13):
        a = present[4 * rank + suit]
        b = present[4 * rank + other]
        lower ^= (a ^ b) & (lower ^ b)
    both = marks[FLUSHES + suit] & marks[FLUSHES + other]
    marks[FLUSHES + suit] ^= both & lower
    marks[FLUSHES + other] ^= both ^ (both & lower)


def join_flushes(present: Words, marks: Words, suited: Words) -> None:
    """Write the ranks of the suit that has a flush, every fourth row as `note_highest` reads."""
    for rank in range(13):
        held = present[4 * rank] & marks[FLUSHES]
        held |= present[4 * rank + 1] & marks[FLUSHES + 1]
        held |= present[4 * rank + 2] & marks[FLUSHES + 2]
        held |= present[4 * rank + 3] & marks[FLUSHES + 3]
        suited[4 * rank] = held


def note_what_counts(types: Words, row: int, masks: Words, ones: int) -> None:
    """Write the masks from the four planes of the type's number."""
    a, b = types[row], types[row + 1]
    c, d = types[row + 2], types[row + 3]
    not_a, not_b = a ^ ones, b ^ ones
    straight = c & not_a & not_b
    full = b & c & not_a
    flush = a & c & not_b
    two_pair = b & not_a & (c ^ ones)
    masks[BY_STRAIGHT] = straight
    masks[BY_STRAIGHT_FLUSH] = d
    masks[BY_FOUR] = a & b & c
    masks[BY_THREE] = b & (a ^ c)
    masks[BY_TWO] = (a ^ b) & (c ^ ones)
    masks[OTHER_ONE] = (straight | d | full | flush) ^ ones
    masks[OTHER_TWO] = full
    masks[OTHER_SUITED] = flush
    masks[CHIEF_LEFT] = ones
    masks[CHIEF_LEFT + 1] = two_pair
    masks[OTHERS_LEFT] = ones
    masks[OTHERS_LEFT + 1] = not_b | (a & (c ^ ones))  # not with one other only
    masks[OTHERS_LEFT + 2] = not_b  # pair, flush, high card
    masks[OTHERS_LEFT + 3] = not_b & (not_a | c)  # flush, high card
    masks[OTHERS_LEFT + 4] = not_b & (not_a | c)


def keep_what_counts(
    ranks: Words, suited: Words, marks: Words, masks: Words, strengths: Words, row: int
) -> None:
    """Write the chief ranks and the others, from the ace down as many as count."""
    for rank in range(12, -1, -1):
        one, two = ranks[4 * rank], ranks[4 * rank + 1]
        chief = ranks[4 * rank + 3] & masks[BY_FOUR]
        chief |= ranks[4 * rank + 2] & masks[BY_THREE]
        chief |= two & masks[BY_TWO]
        chief |= marks[STRAIGHTS + rank] & masks[BY_STRAIGHT]
        highest = marks[STRAIGHT_FLUSHES + rank]
        chief |= highest & masks[BY_STRAIGHT_FLUSH]
        chief = take(masks, CHIEF_LEFT, 2, chief)
        other = one & masks[OTHER_ONE]
        other |= two & masks[OTHER_TWO]
        other |= suited[4 * rank] & masks[OTHER_SUITED]
        other = take(masks, OTHERS_LEFT, 5, other ^ (other & chief))
        strengths[row + rank] = other
        strengths[row + 13 + rank] = chief


def take(left: Words, row: int, most: int, wanted: int) -> int:
    """Return where one more is wanted and counts; of so many rows that are left, one goes."""
    taken = wanted & left[row]
    for k in range(row, row + most - 1):
        here = left[k]
        left[k] = here ^ (taken & (here ^ left[k + 1]))
    last = left[row + most - 1]
    left[row + most - 1] = last ^ (taken & last)
    return taken
