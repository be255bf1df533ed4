"""The kernel for hands of five to ten cards: from a hand's cards to the strength of its best five.

A hand is 52 planes, one per card in the order of the deck; a bit is set where the hand has the
card. The strength of its best five is a number of 30 bits:

    bit     29 … 26   25 … 13                                12 … 0
            type      chief: the ranks held most often,      other: the highest other ranks
                      or the highest rank of a straight      of the best five

It cannot be compared with a strength of strengths.py, in which a straight has all its five ranks.
"""

from __future__ import annotations

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.cards import plus_five
from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.strengths import (
    TYPE_PLANE,
    four_in_a_row,
    set_same_rank_flags,
    write_type,
)


def write_best(buffers: Buffers, cards: int, row: int, ones: int) -> None:
    """Write the strength of the best five of a hand that has the given number of cards."""
    flags, strengths = buffers.flags, buffers.strengths
    for flag in range(8):
        flags[flag] = ones ^ ones
    for rank in range(13):
        buffers.straights[rank] = ones ^ ones
        buffers.straight_flushes[rank] = ones ^ ones
    count_ranks_of_hand(buffers.planes, buffers.ranks)
    set_same_rank_flags(buffers.ranks, flags, ones ^ ones)
    set_straights(buffers.ranks, 0, buffers.straights, flags, 4)
    set_flushes(buffers, cards)
    write_suited_ranks(buffers.planes, buffers.flushes, buffers.suited)
    set_straights(buffers.suited, 0, buffers.straight_flushes, flags, 7)
    write_type(flags, strengths, row + TYPE_PLANE, ones)
    write_ranks(buffers, row, ones)


def count_ranks_of_hand(present: Words, ranks: Words) -> None:
    """Write four rows per rank: where a hand has it at least once, twice, three, four times."""
    for rank in range(13):
        a, b, c, d, _, _ = load(present, 4 * rank)
        both, others = a & b, c & d
        a |= b
        c |= d
        ranks[4 * rank] = a | c
        ranks[4 * rank + 1] = both | others | (a & c)
        ranks[4 * rank + 2] = (both & c) | (others & a)
        ranks[4 * rank + 3] = both & others


def set_straights(ranks: Words, first: int, highest: Words, flags: Words, flag: int) -> None:
    """Write the highest ranks of straights, and set a flag. Every fourth row of `ranks` is read.

    A hand of more than five cards may have several straights, and so several highest ranks.
    """
    wheel = four_in_a_row(ranks, first) & ranks[first + 48]
    highest[3] |= wheel
    flags[flag] |= wheel
    for rank in range(9):
        run = four_in_a_row(ranks, first + 4 * rank)
        run &= ranks[first + 4 * rank + 16]
        highest[rank + 4] |= run
        flags[flag] |= run


def set_flushes(buffers: Buffers, cards: int) -> None:
    """Write which suit has a flush. Of two flushes, which need ten cards, keep the better."""
    present, flags = buffers.planes, buffers.flags
    for suit in range(4):
        flush = five_or_more(present, suit)
        buffers.flushes[suit] = flush
        flags[6] |= flush
    if cards == 10:
        for suit in range(4):
            set_straights(present, suit, buffers.straight_flushes, flags, 7)
            for other in range(suit):
                keep_better_flush(present, suit, other, buffers.flushes)


def five_or_more(present: Words, suit: int) -> int:
    """Return where a hand has five cards or more of a suit."""
    zero = present[0] ^ present[0]
    number = zero, zero, zero, zero, zero, zero  # of cards of the suit
    for row in (suit, suit + 20):
        a, b, c = present[row], present[row + 4], present[row + 8]
        number = plus_five(number, a, b, c, present[row + 12], present[row + 16])
    a, b, c = present[suit + 40], present[suit + 44], present[suit + 48]
    a, b, c, d, _, _ = plus_five(number, a, b, c, zero, zero)
    return d | (c & (a | b))


def keep_better_flush(present: Words, suit: int, other: int, flushes: Words) -> None:
    """Where a hand has flushes in both suits, remove the lower one."""
    lower = flushes[0] ^ flushes[0]  # where the flush in `suit` is the lower one
    for rank in range(13):
        a = present[4 * rank + suit]
        b = present[4 * rank + other]
        lower ^= (a ^ b) & (lower ^ b)
    both = flushes[suit] & flushes[other]
    flushes[suit] ^= both & lower
    flushes[other] ^= both ^ (both & lower)


def write_suited_ranks(present: Words, flushes: Words, suited: Words) -> None:
    """Write the ranks of the flush's suit, in every fourth row, as `set_straights` reads them."""
    for rank in range(13):
        in_suit = present[4 * rank] & flushes[0]
        in_suit |= present[4 * rank + 1] & flushes[1]
        in_suit |= present[4 * rank + 2] & flushes[2]
        in_suit |= present[4 * rank + 3] & flushes[3]
        suited[4 * rank] = in_suit


def write_ranks(buffers: Buffers, row: int, ones: int) -> None:
    """Write the highest chief ranks and the highest other ranks; the type says which count."""
    ranks, strengths = buffers.ranks, buffers.strengths
    chief_left, others_left = buffers.chief_left, buffers.others_left
    a, b = strengths[row + TYPE_PLANE], strengths[row + TYPE_PLANE + 1]
    c, straight_flush = strengths[row + TYPE_PLANE + 2], strengths[row + TYPE_PLANE + 3]
    not_a, not_b = a ^ ones, b ^ ones
    straight, full, flush = c & not_a & not_b, b & c & not_a, a & c & not_b
    four, three, two = a & b & c, b & (a ^ c), (a ^ b) & (c ^ ones)
    any_rank = (straight | straight_flush | full | flush) ^ ones
    chief_left[0] = ones
    chief_left[1] = b & not_a & (c ^ ones)  # two pair
    others_left[0] = ones
    others_left[1] = not_b | (a & (c ^ ones))  # three of a kind, pair, flush, high card
    others_left[2] = not_b  # pair, flush, high card
    others_left[3] = not_b & (not_a | c)  # flush, high card
    others_left[4] = not_b & (not_a | c)
    for rank in range(12, -1, -1):
        twice = ranks[4 * rank + 1]
        chief = ranks[4 * rank + 3] & four
        chief |= ranks[4 * rank + 2] & three
        chief |= twice & two
        chief |= buffers.straights[rank] & straight
        chief |= buffers.straight_flushes[rank] & straight_flush
        chief = take_if_any_left(chief_left, 2, chief)
        other = ranks[4 * rank] & any_rank
        other |= twice & full
        other |= buffers.suited[4 * rank] & flush
        other = take_if_any_left(others_left, 5, other ^ (other & chief))
        strengths[row + rank] = other
        strengths[row + 13 + rank] = chief


def take_if_any_left(left: Words, rows: int, wanted: int) -> int:
    """Return a mask of the deals that take the rank: it is wanted, and a rank is still to be taken.

    In these deals one rank fewer is left. Row k of `left` is set where more than k ranks are still
    to be taken, so subtracting one moves the rows down.
    """
    taken = wanted & left[0]
    for k in range(rows - 1):
        here = left[k]
        left[k] = here ^ (taken & (here ^ left[k + 1]))
    last = left[rows - 1]
    left[rows - 1] = last ^ (taken & last)
    return taken
