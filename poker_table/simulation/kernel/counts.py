"""The kernel, fourth part: from strengths to counts."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.simulation.kernel.draws import Words, at
from poker_table.simulation.kernel.strengths import STRENGTH_PLANES, TYPE_PLANE, unpack

TYPES = 9

# Where each count lies. Squares are those of how many players of one table hold the type.
HELD, SQUARES, WON = 0, 9, 18
ALONE, SHARED, TIED, DEALS = 27, 37, 47, 48
COUNTS = 49

SCORE_PLANES = 8
HELD_PLANES = 4


def ones_in(word: int) -> int:
    """Return how many bits are set. The fast engine has its own."""
    return word.bit_count()


def together(a: Words, row: int, b: Words, other: int, kept: Words, width: int) -> int:
    """Return in how many of the kept deals the bits of two planes are both set."""
    total = kept[0] ^ kept[0]
    for w in range(width):
        total += ones_in(a[at(row, w, width)] & b[at(other, w, width)] & kept[w])
    return total


def add_one(number: Words, row: int, planes: int, one: int, w: int, width: int) -> None:
    """Add a bit of each deal to its number of so many planes."""
    for k in range(planes):
        old = number[at(row + k, w, width)]
        number[at(row + k, w, width)] = old ^ one
        one &= old


def count_types(
    strengths: Words, players: int, marks: Words, held: Words, ones: int, width: int
) -> None:
    """Count in four planes a type how many players of each table hold it."""
    for w in range(at(HELD_PLANES * TYPES, 0, width)):
        held[w] = ones ^ ones
    for player in range(players):
        unpack(strengths, STRENGTH_PLANES * player + TYPE_PLANE, marks, 0, 1, ones, width)
        for hand_type in range(TYPES):
            for w in range(width):
                one = marks[at(hand_type & 3, w, width)] & marks[at(4 + (hand_type >> 2), w, width)]
                add_one(held, HELD_PLANES * hand_type, HELD_PLANES, one, w, width)


def sum_types(held: Words, kept: Words, counts: Words, width: int) -> None:
    """Add up how many players held each type, and the squares of that.

    The square of a number of bits a, b, … is the sum of their products, each way round.
    """
    for hand_type in range(TYPES):
        for i in range(HELD_PLANES):
            row = HELD_PLANES * hand_type + i
            for j in range(i, HELD_PLANES):
                total = together(held, row, held, HELD_PLANES * hand_type + j, kept, width)
                if i == j:
                    counts[HELD + hand_type] += total << i
                    counts[SQUARES + hand_type] += total << (2 * i)
                else:
                    counts[SQUARES + hand_type] += total << (i + j + 1)


def count_best(
    best: Words, marks: Words, kept: Words, counts: Words, ones: int, width: int
) -> None:
    """Count which type the best hand of each table is."""
    unpack(best, TYPE_PLANE, marks, 0, 1, ones, width)
    for hand_type in range(TYPES):
        counts[WON + hand_type] += together(
            marks, hand_type & 3, marks, 4 + (hand_type >> 2), kept, width
        )


def count_winners(
    wins: Words, players: int, kept: Words, counts: Words, tied: Words, any_win: Words, width: int
) -> None:
    """Count whose hand is the best alone, whose shares it, and how often it is shared."""
    for w in range(width):
        any_win[w] = wins[w]
        tied[w] = wins[w] ^ wins[w]
    for player in range(1, players):
        for w in range(width):
            win = wins[at(player, w, width)]
            tied[w] |= any_win[w] & win
            any_win[w] |= win
    for player in range(players):
        shared = together(wins, player, tied, 0, kept, width)
        counts[SHARED + player] += shared
        counts[ALONE + player] += together(wins, player, wins, player, kept, width) - shared
    counts[TIED] += together(tied, 0, tied, 0, kept, width)
    counts[DEALS] += together(kept, 0, kept, 0, kept, width)


def score_tables(
    held: Words, weights: Sequence[int], score: Words, carry: Words, zero: int, width: int
) -> None:
    """Write in eight planes how strange each table is: its players' types' weights, summed."""
    for w in range(at(SCORE_PLANES, 0, width)):
        score[w] = zero
    for hand_type in range(TYPES):
        for i in range(HELD_PLANES):
            for bit in range(5):
                if weights[hand_type] >> bit & 1:
                    for w in range(width):
                        carry[w] = held[at(HELD_PLANES * hand_type + i, w, width)]
                    add_plane(score, bit + i, carry, width)


def add_plane(number: Words, first: int, carry: Words, width: int) -> None:
    """Add a plane of bits worth 2**first each to a number of SCORE_PLANES planes."""
    for k in range(first, SCORE_PLANES):
        for w in range(width):
            a = number[at(k, w, width)]
            number[at(k, w, width)] = a ^ carry[w]
            carry[w] &= a


def find_strangest(score: Words, kept: Words, strangest: Words, width: int) -> int:
    """Return the greatest score of a kept deal, and leave in `strangest` which deals have it."""
    found = 0
    for w in range(width):
        strangest[w] = kept[w]
    for k in range(SCORE_PLANES - 1, -1, -1):
        some = kept[0] ^ kept[0]
        for w in range(width):
            some |= strangest[w] & score[at(k, w, width)]
        if some:
            found += 1 << k
            for w in range(width):
                strangest[w] &= score[at(k, w, width)]
    return found
