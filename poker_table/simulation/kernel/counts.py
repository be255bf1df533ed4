"""The kernel, part 4 of 4: from strengths to counts."""

from __future__ import annotations

from math import comb, log2

from poker_table.hands.types import FACTS
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.cards import majority
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.strengths import STRENGTH_PLANES, TYPE_PLANE, unpack

TYPES = 9

# The index of each count: of HELD, SQUARES and BEST there is one per hand type, of ALONE and SHARED
# one per player. SQUARES sums, over the deals, the square of the number of players with the type.
HELD, SQUARES, BEST = 0, 9, 18
ALONE, SHARED, TIED, DEALS = 27, 37, 47, 48
COUNTS = 49

# The strangeness of each type: -log2 of its probability, rounded. A table's score is the sum of the
# strangeness of its hands.
STRANGENESS = tuple(round(log2(comb(52, 5) / facts.hands)) for facts in FACTS.values())
SCORE_PLANES = 8
HOLDER_PLANES = 4
SEATS = 10


def count_tables(buffers: Buffers, players: int, counts: Words, ones: int) -> int:
    """Count the accepted deals; return the greatest score of any of them."""
    accepted = buffers.accepted
    count_types(buffers.strengths, players, buffers.one_hot, buffers.holders, ones)
    sum_types(buffers.holders, accepted, counts)
    count_best(buffers.best, buffers.one_hot, accepted, counts, ones)
    count_winners(buffers.wins, players, accepted, counts)
    score_tables(buffers.holders, buffers.score, ones ^ ones)
    return find_strangest(buffers.score, accepted, buffers.strangest)


def ones_in(word: int) -> int:
    """Return the number of set bits. The fast engine replaces this function."""
    return word.bit_count()


def add_one(number: Words, row: int, one: int) -> None:
    """Add a bit to a number of four planes, in every deal."""
    for k in range(HOLDER_PLANES):
        old = number[row + k]
        number[row + k] = old ^ one
        one &= old


def count_types(strengths: Words, players: int, one_hot: Words, holders: Words, ones: int) -> None:
    """Write, in four planes for each hand type, how many players of each table hold it."""
    zero = ones ^ ones
    for player in range(players):
        row = STRENGTH_PLANES * player + TYPE_PLANE
        unpack(strengths, row, one_hot, player, SEATS, ones)
    for hand_type in range(TYPES):
        lower, upper = SEATS * (hand_type & 3), SEATS * (4 + (hand_type >> 2))
        row = HOLDER_PLANES * hand_type
        for k in range(HOLDER_PLANES):
            holders[row + k] = zero
        for player in range(players):
            add_one(holders, row, one_hot[lower + player] & one_hot[upper + player])


def sum_types(holders: Words, accepted: Words, counts: Words) -> None:
    """Add up how many players held each type, and the squares of these numbers.

    The square of a sum of bits, each times a power of two, is the sum of the products of all pairs
    of bits. A pair of two different bits counts twice.
    """
    for hand_type in range(TYPES):
        for i in range(HOLDER_PLANES):
            row = HOLDER_PLANES * hand_type + i
            for j in range(i, HOLDER_PLANES):
                total = ones_in(holders[row] & holders[HOLDER_PLANES * hand_type + j] & accepted[0])
                counts[SQUARES + hand_type] += total << (i + j + (i < j))
                if i == j:
                    counts[HELD + hand_type] += total << i


def count_best(best: Words, one_hot: Words, accepted: Words, counts: Words, ones: int) -> None:
    """Count the tables by the type of their best hand."""
    unpack(best, TYPE_PLANE, one_hot, 0, 1, ones)
    for hand_type in range(TYPES):
        best_type = one_hot[hand_type & 3] & one_hot[4 + (hand_type >> 2)]
        counts[BEST + hand_type] += ones_in(best_type & accepted[0])


def count_winners(wins: Words, players: int, accepted: Words, counts: Words) -> None:
    """Count how often each player wins alone and with others, and how often several win."""
    any_win = wins[0]
    tied = any_win ^ any_win
    for player in range(1, players):
        tied |= any_win & wins[player]
        any_win |= wins[player]
    won_alone, tied = accepted[0] ^ (tied & accepted[0]), tied & accepted[0]
    for player in range(players):
        counts[SHARED + player] += ones_in(wins[player] & tied)
        counts[ALONE + player] += ones_in(wins[player] & won_alone)
    counts[TIED] += ones_in(tied)
    counts[DEALS] += ones_in(accepted[0])


def score_tables(holders: Words, score: Words, zero: int) -> None:
    """Write each table's score in eight planes."""
    for row in range(SCORE_PLANES):
        score[row] = zero
    for hand_type in range(TYPES):
        for bit in range(5):
            if STRANGENESS[hand_type] >> bit & 1:
                add_number(score, bit, holders, HOLDER_PLANES * hand_type, zero)


def add_number(score: Words, bit: int, holders: Words, row: int, zero: int) -> None:
    """Add a number of four planes, shifted left by `bit`, to the score."""
    carry = zero
    for k in range(SCORE_PLANES - bit):
        a, b = score[bit + k], holders[row + k] if k < HOLDER_PLANES else zero
        score[bit + k] = a ^ b ^ carry
        carry = majority(a, b, carry)


def find_strangest(score: Words, accepted: Words, strangest: Words) -> int:
    """Return the greatest score of an accepted deal; write to `strangest` which deals have it."""
    greatest = 0
    strangest[0] = accepted[0]
    for k in range(SCORE_PLANES - 1, -1, -1):
        with_bit = strangest[0] & score[k]
        if with_bit:
            greatest += 1 << k
            strangest[0] = with_bit
    return greatest
