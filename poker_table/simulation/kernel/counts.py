"""The kernel, fourth part: from strengths to counts."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.simulation.kernel.cards import majority
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.room import Room
from poker_table.simulation.kernel.strengths import STRENGTH_PLANES, TYPE_PLANE, unpack

TYPES = 9

# Where each count lies. Squares are those of how many players of one table hold the type.
HELD, SQUARES, WON = 0, 9, 18
ALONE, SHARED, TIED, DEALS = 27, 37, 47, 48
COUNTS = 49

SCORE_PLANES = 8
HELD_PLANES = 4
SEATS = 10


def count(room: Room, players: int, weights: Sequence[int], counts: Words, ones: int) -> int:
    """Add a block's kept deals to the counts; return the greatest score among them."""
    kept = room.kept
    count_types(room.strengths, players, room.marks, room.holders, ones)
    sum_types(room.holders, kept, counts)
    count_best(room.best, room.marks, kept, counts, ones)
    count_winners(room.wins, players, kept, counts)
    score_tables(room.holders, weights, room.score, ones ^ ones)
    return find_strangest(room.score, kept, room.strangest)


def ones_in(word: int) -> int:
    """Return how many bits are set. The fast engine has its own."""
    return word.bit_count()


def add_one(number: Words, row: int, one: int) -> None:
    """Add a bit of each deal to its number of four planes."""
    for k in range(HELD_PLANES):
        old = number[row + k]
        number[row + k] = old ^ one
        one &= old


def count_types(strengths: Words, players: int, marks: Words, held: Words, ones: int) -> None:
    """Count in four planes a type how many players of each table hold it."""
    zero = ones ^ ones
    for player in range(players):
        row = STRENGTH_PLANES * player + TYPE_PLANE
        unpack(strengths, row, marks, player, SEATS, ones)
    for hand_type in range(TYPES):
        lower, upper = SEATS * (hand_type & 3), SEATS * (4 + (hand_type >> 2))
        row = HELD_PLANES * hand_type
        for k in range(HELD_PLANES):
            held[row + k] = zero
        for player in range(players):
            add_one(held, row, marks[lower + player] & marks[upper + player])


def sum_types(held: Words, kept: Words, counts: Words) -> None:
    """Add up how many players held each type, and the squares of that.

    The square of a number of bits a, b, … is the sum of their products, each way round.
    """
    for hand_type in range(TYPES):
        for i in range(HELD_PLANES):
            row = HELD_PLANES * hand_type + i
            for j in range(i, HELD_PLANES):
                total = ones_in(held[row] & held[HELD_PLANES * hand_type + j] & kept[0])
                counts[SQUARES + hand_type] += total << (i + j + (i < j))
                if i == j:
                    counts[HELD + hand_type] += total << i


def count_best(best: Words, marks: Words, kept: Words, counts: Words, ones: int) -> None:
    """Count the tables by the type of their best hand."""
    unpack(best, TYPE_PLANE, marks, 0, 1, ones)
    for hand_type in range(TYPES):
        best_type = marks[hand_type & 3] & marks[4 + (hand_type >> 2)]
        counts[WON + hand_type] += ones_in(best_type & kept[0])


def count_winners(wins: Words, players: int, kept: Words, counts: Words) -> None:
    """Count whose hand is the best alone, whose shares it, and how often it is shared."""
    any_win = wins[0]
    tied = any_win ^ any_win
    for player in range(1, players):
        tied |= any_win & wins[player]
        any_win |= wins[player]
    alone, tied = kept[0] ^ (tied & kept[0]), tied & kept[0]
    for player in range(players):
        counts[SHARED + player] += ones_in(wins[player] & tied)
        counts[ALONE + player] += ones_in(wins[player] & alone)
    counts[TIED] += ones_in(tied)
    counts[DEALS] += ones_in(kept[0])


def score_tables(held: Words, weights: Sequence[int], score: Words, zero: int) -> None:
    """Write in eight planes how strange each table is: its players' types' weights, summed."""
    for row in range(SCORE_PLANES):
        score[row] = zero
    for hand_type in range(TYPES):
        for bit in range(5):
            if weights[hand_type] >> bit & 1:
                add_number(score, bit, held, HELD_PLANES * hand_type, zero)


def add_number(score: Words, bit: int, held: Words, row: int, zero: int) -> None:
    """Add how many players hold a type, times 1 << bit, to the score."""
    carry = zero
    for k in range(SCORE_PLANES - bit):
        a, b = score[bit + k], held[row + k] if k < HELD_PLANES else zero
        score[bit + k] = a ^ b ^ carry
        carry = majority(a, b, carry)


def find_strangest(score: Words, kept: Words, strangest: Words) -> int:
    """Return the greatest score of a kept deal, and leave in `strangest` which deals have it."""
    found = 0
    strangest[0] = kept[0]
    for k in range(SCORE_PLANES - 1, -1, -1):
        some = strangest[0] & score[k]
        if some:
            found += 1 << k
            strangest[0] = some
    return found
