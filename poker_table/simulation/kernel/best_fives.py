"""The kernel for hands of five to ten cards: from a hand's cards to the strength of its best five.

A hand is 52 planes, one a card in the order of the deck: a bit is set where the hand has the card.
The strength of its best five has thirty planes, however many cards there are:

    bit     29 … 26   25 … 13                                12 … 0
            type      chief: the ranks there most often,     other: the ranks beside them,
                      or the highest one of a straight       as many of the highest as count
"""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.cards import plus_five
from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    four_in_a_row,
    set_group_flags,
    write_type,
)


class Counting(NamedTuple):
    """Planes of the deals whose type makes certain ranks chief ones, or certain ranks others."""

    straight: int  # chief: the highest rank
    straight_flush: int
    four: int  # chief: the ranks that are there so often
    three: int
    two: int
    ones: int  # others: ranks that are there at all
    pairs: int  # ranks that are there twice
    suited: int  # ranks of the suit


def write_best(buffers: Buffers, cards: int, row: int, ones: int) -> None:
    """Write the strength of the best five of so many cards."""
    flags, strengths = buffers.flags, buffers.strengths
    for flag in range(8):
        flags[flag] = ones ^ ones
    for rank in range(13):
        buffers.straights[rank] = ones ^ ones
        buffers.straight_flushes[rank] = ones ^ ones
    join_suits(buffers.planes, buffers.ranks)
    set_group_flags(buffers.ranks, flags, ones ^ ones)
    set_highest(buffers.ranks, 0, buffers.straights, flags, 4)
    set_flushes(buffers, cards)
    join_flushes(buffers.planes, buffers.flushes, buffers.suited)
    set_highest(buffers.suited, 0, buffers.straight_flushes, flags, 7)
    write_type(flags, strengths, row + TYPE_PLANE, ones)
    counting = what_counts(buffers, row + TYPE_PLANE, ones)
    keep_what_counts(buffers, counting, row)


def join_suits(present: Words, ranks: Words) -> None:
    """Write four rows a rank: where it is there at least once, twice, three, four times."""
    for rank in range(13):
        a, b, c, d, _, _ = load(present, 4 * rank)
        both, others = a & b, c & d
        a |= b
        c |= d
        ranks[4 * rank] = a | c
        ranks[4 * rank + 1] = both | others | (a & c)
        ranks[4 * rank + 2] = (both & c) | (others & a)
        ranks[4 * rank + 3] = both & others


def set_highest(ranks: Words, first: int, highest: Words, flags: Words, flag: int) -> None:
    """Write the highest ranks of straights, and set a flag. Every fourth row of `ranks` is read."""
    wheel = four_in_a_row(ranks, first) & ranks[first + 48]
    highest[3] |= wheel
    flags[flag] |= wheel
    for rank in range(9):
        run = four_in_a_row(ranks, first + 4 * rank)
        run &= ranks[first + 4 * rank + 16]
        highest[rank + 4] |= run
        flags[flag] |= run


def set_flushes(buffers: Buffers, cards: int) -> None:
    """Write which suit has a flush; of two flushes, which need ten cards, the better one."""
    present, flags = buffers.planes, buffers.flags
    for suit in range(4):
        flush = five_or_more(present, suit)
        buffers.flushes[suit] = flush
        flags[6] |= flush
    if cards == 10:
        for suit in range(4):
            set_highest(present, suit, buffers.straight_flushes, flags, 7)
            for other in range(suit):
                keep_better(present, suit, other, buffers.flushes)


def five_or_more(present: Words, suit: int) -> int:
    """Return where a hand has five cards or more of a suit."""
    zero = present[0] ^ present[0]
    number = zero, zero, zero, zero, zero, zero
    for row in (suit, suit + 20):
        a, b, c = present[row], present[row + 4], present[row + 8]
        number = plus_five(number, a, b, c, present[row + 12], present[row + 16])
    a, b, c = present[suit + 40], present[suit + 44], present[suit + 48]
    a, b, c, d, _, _ = plus_five(number, a, b, c, zero, zero)
    return d | (c & (a | b))


def keep_better(present: Words, suit: int, other: int, flushes: Words) -> None:
    """Remove the lower of two flushes in one hand."""
    lower = flushes[0] ^ flushes[0]
    for rank in range(13):
        a = present[4 * rank + suit]
        b = present[4 * rank + other]
        lower ^= (a ^ b) & (lower ^ b)
    both = flushes[suit] & flushes[other]
    flushes[suit] ^= both & lower
    flushes[other] ^= both ^ (both & lower)


def join_flushes(present: Words, flushes: Words, suited: Words) -> None:
    """Write the ranks of the suit that has a flush, every fourth row as `set_highest` reads."""
    for rank in range(13):
        in_suit = present[4 * rank] & flushes[0]
        in_suit |= present[4 * rank + 1] & flushes[1]
        in_suit |= present[4 * rank + 2] & flushes[2]
        in_suit |= present[4 * rank + 3] & flushes[3]
        suited[4 * rank] = in_suit


def what_counts(buffers: Buffers, row: int, ones: int) -> Counting:
    """Return which ranks count, by the four planes of the type's number, and write how many."""
    types, chief_left, others_left = buffers.strengths, buffers.chief_left, buffers.others_left
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


def keep_what_counts(buffers: Buffers, counting: Counting, row: int) -> None:
    """Write the highest chief ranks and the highest others, as many of each as count."""
    ranks, strengths = buffers.ranks, buffers.strengths
    for rank in range(12, -1, -1):
        one, two = ranks[4 * rank], ranks[4 * rank + 1]
        chief = ranks[4 * rank + 3] & counting.four
        chief |= ranks[4 * rank + 2] & counting.three
        chief |= two & counting.two
        chief |= buffers.straights[rank] & counting.straight
        highest = buffers.straight_flushes[rank]
        chief |= highest & counting.straight_flush
        chief = take(buffers.chief_left, 2, chief)
        other = one & counting.ones
        other |= two & counting.pairs
        other |= buffers.suited[4 * rank] & counting.suited
        other = take(buffers.others_left, 5, other ^ (other & chief))
        strengths[row + rank] = other
        strengths[row + 13 + rank] = chief


def take(allowed: Words, most: int, wanted: int) -> int:
    """Return where a rank is wanted and one more still counts; there one fewer counts from now."""
    taken = wanted & allowed[0]
    for k in range(most - 1):
        here = allowed[k]
        allowed[k] = here ^ (taken & (here ^ allowed[k + 1]))
    last = allowed[most - 1]
    allowed[most - 1] = last ^ (taken & last)
    return taken
