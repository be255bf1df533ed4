"""The kernel for hands of five to ten cards: from which cards a hand has to its best five.

A hand is 52 planes, one a card in the order of the deck, that say who has it. The strength of its
best five lies in thirty planes, whatever the number of cards:

    bit     29 … 26   25 … 13                                12 … 0
            type      chief: the ranks held most often,      other: the ranks beside them,
                      or the highest one of a straight       as many of the highest as count
"""

from __future__ import annotations

from poker_table.simulation.kernel.all_hands import join_suits
from poker_table.simulation.kernel.cards import majority
from poker_table.simulation.kernel.draws import Words, at
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


def write_best(
    present: Words, cards: int, ranks: Words, suited: Words, flags: Words, marks: Words,
    masks: Words, strengths: Words, row: int, ones: int, width: int,
) -> None:  # fmt: skip
    """Write the strength of the best five of so many cards."""
    for w in range(at(8, 0, width)):
        flags[w] = ones ^ ones
    for w in range(at(FLUSHES, 0, width)):
        marks[w] = ones ^ ones
    join_suits(present, ranks, width)
    note_groups(ranks, flags, ones ^ ones, width)
    note_highest(ranks, 0, marks, STRAIGHTS, flags, 4, width)
    note_flushes(present, cards, marks, flags, width)
    join_flushes(present, marks, suited, width)
    note_highest(suited, 0, marks, STRAIGHT_FLUSHES, flags, 7, width)
    write_type(flags, strengths, row + TYPE_PLANE, ones, width)
    note_what_counts(strengths, row + TYPE_PLANE, masks, ones, width)
    keep_what_counts(ranks, suited, marks, masks, strengths, row, width)


def note_highest(
    held: Words, first: int, marks: Words, row: int, flags: Words, flag: int, width: int
) -> None:
    """Note the highest ranks of straights, and that there is one. Every fourth row counts."""
    for w in range(width):
        wheel = four_in_a_row(held, first, w, width) & held[at(first + 48, w, width)]
        marks[at(row + 3, w, width)] |= wheel
        flags[at(flag, w, width)] |= wheel
    for rank in range(9):
        for w in range(width):
            run = four_in_a_row(held, first + 4 * rank, w, width)
            run &= held[at(first + 4 * rank + 16, w, width)]
            marks[at(row + rank + 4, w, width)] |= run
            flags[at(flag, w, width)] |= run


def note_flushes(present: Words, cards: int, marks: Words, flags: Words, width: int) -> None:
    """Note which suits have a flush; of two, which only ten cards have room for, the better one."""
    for suit in range(4):
        for w in range(width):
            flush = five_or_more(present, suit, w, width)
            marks[at(FLUSHES + suit, w, width)] = flush
            flags[at(6, w, width)] |= flush
    if cards == 10:
        for suit in range(4):
            note_highest(present, suit, marks, STRAIGHT_FLUSHES, flags, 7, width)
            for other in range(suit):
                keep_better(present, suit, other, marks, width)


def five_or_more(present: Words, suit: int, w: int, width: int) -> int:
    """Return where five cards or more are of a suit: thirteen bits summed up by full adders."""
    a, p = add_three(present, suit, w, width)
    b, q = add_three(present, suit + 12, w, width)
    c, r = add_three(present, suit + 24, w, width)
    d, s = add_three(present, suit + 36, w, width)
    e = a ^ b ^ c
    t = majority(a, b, c)
    ace = present[at(suit + 48, w, width)]
    one = d ^ e ^ ace
    u = majority(d, e, ace)
    f = p ^ q ^ r
    g = s ^ t ^ u
    x = majority(p, q, r)
    y = majority(s, t, u)
    z = f & g
    return majority(x, y, z) | ((x | y | z) & (one | (f ^ g)))


def add_three(present: Words, row: int, w: int, width: int) -> tuple[int, int]:
    """Return the sum of three rows, every fourth one, as its lower and its upper bit."""
    a = present[at(row, w, width)]
    b = present[at(row + 4, w, width)]
    c = present[at(row + 8, w, width)]
    return a ^ b ^ c, majority(a, b, c)


def keep_better(present: Words, suit: int, other: int, marks: Words, width: int) -> None:
    """Of two flushes in one hand keep the one whose ranks are higher."""
    for w in range(width):
        lower = marks[at(FLUSHES, w, width)] ^ marks[at(FLUSHES, w, width)]
        for rank in range(13):
            a = present[at(4 * rank + suit, w, width)]
            b = present[at(4 * rank + other, w, width)]
            lower ^= (a ^ b) & (lower ^ b)
        both = marks[at(FLUSHES + suit, w, width)] & marks[at(FLUSHES + other, w, width)]
        marks[at(FLUSHES + suit, w, width)] ^= both & lower
        marks[at(FLUSHES + other, w, width)] ^= both ^ (both & lower)


def join_flushes(present: Words, marks: Words, suited: Words, width: int) -> None:
    """Write the ranks of the suit that has a flush, every fourth row as `note_highest` reads."""
    for rank in range(13):
        for w in range(width):
            held = present[at(4 * rank, w, width)] & marks[at(FLUSHES, w, width)]
            held |= present[at(4 * rank + 1, w, width)] & marks[at(FLUSHES + 1, w, width)]
            held |= present[at(4 * rank + 2, w, width)] & marks[at(FLUSHES + 2, w, width)]
            held |= present[at(4 * rank + 3, w, width)] & marks[at(FLUSHES + 3, w, width)]
            suited[at(4 * rank, w, width)] = held


def note_what_counts(types: Words, row: int, masks: Words, ones: int, width: int) -> None:
    """Write the masks from the four planes of the type's number."""
    for w in range(width):
        a, b = types[at(row, w, width)], types[at(row + 1, w, width)]
        c, d = types[at(row + 2, w, width)], types[at(row + 3, w, width)]
        not_a, not_b = a ^ ones, b ^ ones
        straight = c & not_a & not_b
        full = b & c & not_a
        flush = a & c & not_b
        two_pair = b & not_a & (c ^ ones)
        masks[at(BY_STRAIGHT, w, width)] = straight
        masks[at(BY_STRAIGHT_FLUSH, w, width)] = d
        masks[at(BY_FOUR, w, width)] = a & b & c
        masks[at(BY_THREE, w, width)] = b & (a ^ c)
        masks[at(BY_TWO, w, width)] = (a ^ b) & (c ^ ones)
        masks[at(OTHER_ONE, w, width)] = (straight | d | full | flush) ^ ones
        masks[at(OTHER_TWO, w, width)] = full
        masks[at(OTHER_SUITED, w, width)] = flush
        masks[at(CHIEF_LEFT, w, width)] = ones
        masks[at(CHIEF_LEFT + 1, w, width)] = two_pair
        masks[at(OTHERS_LEFT, w, width)] = ones
        masks[at(OTHERS_LEFT + 1, w, width)] = not_b | (a & (c ^ ones))  # not with one other only
        masks[at(OTHERS_LEFT + 2, w, width)] = not_b  # pair, flush, high card
        masks[at(OTHERS_LEFT + 3, w, width)] = not_b & (not_a | c)  # flush, high card
        masks[at(OTHERS_LEFT + 4, w, width)] = not_b & (not_a | c)


def keep_what_counts(
    ranks: Words, suited: Words, marks: Words, masks: Words, strengths: Words, row: int, width: int
) -> None:
    """Write the chief ranks and the others, from the ace down as many as count."""
    for rank in range(12, -1, -1):
        for w in range(width):
            one, two = ranks[at(4 * rank, w, width)], ranks[at(4 * rank + 1, w, width)]
            chief = ranks[at(4 * rank + 3, w, width)] & masks[at(BY_FOUR, w, width)]
            chief |= ranks[at(4 * rank + 2, w, width)] & masks[at(BY_THREE, w, width)]
            chief |= two & masks[at(BY_TWO, w, width)]
            chief |= marks[at(STRAIGHTS + rank, w, width)] & masks[at(BY_STRAIGHT, w, width)]
            highest = marks[at(STRAIGHT_FLUSHES + rank, w, width)]
            chief |= highest & masks[at(BY_STRAIGHT_FLUSH, w, width)]
            chief = take(masks, CHIEF_LEFT, 2, chief, w, width)
            other = one & masks[at(OTHER_ONE, w, width)]
            other |= two & masks[at(OTHER_TWO, w, width)]
            other |= suited[at(4 * rank, w, width)] & masks[at(OTHER_SUITED, w, width)]
            other = take(masks, OTHERS_LEFT, 5, other ^ (other & chief), w, width)
            strengths[at(row + rank, w, width)] = other
            strengths[at(row + 13 + rank, w, width)] = chief


def take(left: Words, row: int, most: int, wanted: int, w: int, width: int) -> int:
    """Return where one more is wanted and counts; of so many rows that are left, one goes."""
    taken = wanted & left[at(row, w, width)]
    for k in range(row, row + most - 1):
        here = left[at(k, w, width)]
        left[at(k, w, width)] = here ^ (taken & (here ^ left[at(k + 1, w, width)]))
    last = left[at(row + most - 1, w, width)]
    left[at(row + most - 1, w, width)] = last ^ (taken & last)
    return taken
