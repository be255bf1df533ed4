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
from poker_table.simulation.kernel.draws import Words
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
    masks: Words, strengths: Words, row: int, ones: int,
) -> None:  # fmt: skip
    """Write the strength of the best five of so many cards."""
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
    """Return where five cards or more are of a suit: thirteen bits summed up by full adders."""
    a, p = add_three(present, suit)
    b, q = add_three(present, suit + 12)
    c, r = add_three(present, suit + 24)
    d, s = add_three(present, suit + 36)
    e = a ^ b ^ c
    t = majority(a, b, c)
    ace = present[suit + 48]
    one = d ^ e ^ ace
    u = majority(d, e, ace)
    f = p ^ q ^ r
    g = s ^ t ^ u
    x = majority(p, q, r)
    y = majority(s, t, u)
    z = f & g
    return majority(x, y, z) | ((x | y | z) & (one | (f ^ g)))


def add_three(present: Words, row: int) -> tuple[int, int]:
    """Return the sum of three rows, every fourth one, as its lower and its upper bit."""
    a = present[row]
    b = present[row + 4]
    c = present[row + 8]
    return a ^ b ^ c, majority(a, b, c)


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
