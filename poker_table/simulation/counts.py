"""The kernel, fourth part: count what happened, for all the deals of a block at once."""

from __future__ import annotations

from poker_table.simulation.draws import at
from poker_table.simulation.strengths import STRENGTH_PLANES, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.simulation.draws import Words

TYPES = 9
PLAYERS = 10

# Where each count lies. Squares are those of how many players of one table hold the type.
HELD, SQUARES, WON = 0, 9, 18
ALONE, SHARED, TIED, DEALS = 27, 37, 47, 48
COUNTS = 49

SCORE_PLANES = 8
HELD_PLANES = 4


def empty_counts() -> list[int]:
    """Return counts of nothing."""
    return [0] * COUNTS


def ones_in(word: int) -> int:
    """Return how many bits are set. The fast engine has its own."""
    return word.bit_count()


def count_plane(
    planes: Words, row: int, kept: Words, counts: Words, index: int, width: int
) -> None:
    """Add to one count in how many of the kept deals a plane's bit is set."""
    total = counts[index]
    for w in range(width):
        total += ones_in(planes[at(row, w, width)] & kept[w])
    counts[index] = total


def count_types(
    strengths: Words, players: int, marks: Words, held: Words, ones: int, width: int
) -> None:
    """Count in four planes a type how many players of each table hold it."""
    for w in range(at(HELD_PLANES * TYPES, 0, width)):
        held[w] = ones ^ ones
    for player in range(players):
        unpack(strengths, STRENGTH_PLANES * player + 26, marks, 0, 1, ones, width)
        for kind in range(TYPES):
            for w in range(width):
                i = at(kind & 3, w, width)
                j = at(4 + (kind >> 2), w, width)
                one = marks[i] & marks[j]
                k = at(HELD_PLANES * kind, w, width)
                a = held[k]
                held[k] = a ^ one
                k += width
                b = held[k]
                two = a & one
                held[k] = b ^ two
                k += width
                c = held[k]
                four = b & two
                held[k] = c ^ four
                k += width
                held[k] ^= c & four


def sum_types(held: Words, kept: Words, counts: Words, width: int) -> None:
    """Add up how many players held each type, and the squares of that.

    The square of a number of bits a, b, … is the sum of their products, each way round.
    """
    for kind in range(TYPES):
        for i in range(HELD_PLANES):
            row = HELD_PLANES * kind + i
            for j in range(i, HELD_PLANES):
                other = HELD_PLANES * kind + j
                total = kept[0] ^ kept[0]
                for w in range(width):
                    word = held[at(row, w, width)] & held[at(other, w, width)]
                    total += ones_in(word & kept[w])
                if i == j:
                    counts[HELD + kind] += total << i
                    counts[SQUARES + kind] += total << (2 * i)
                else:
                    counts[SQUARES + kind] += total << (i + j + 1)


def count_best(
    best: Words, marks: Words, kept: Words, counts: Words, ones: int, width: int
) -> None:
    """Count which type the best hand of each table is."""
    unpack(best, 26, marks, 0, 1, ones, width)
    for kind in range(TYPES):
        total = counts[WON + kind]
        for w in range(width):
            word = marks[at(kind & 3, w, width)] & marks[at(4 + (kind >> 2), w, width)]
            total += ones_in(word & kept[w])
        counts[WON + kind] = total


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
        alone = counts[ALONE + player]
        shared = counts[SHARED + player]
        for w in range(width):
            win = wins[at(player, w, width)] & kept[w]
            both = win & tied[w]
            shared += ones_in(both)
            alone += ones_in(win ^ both)
        counts[ALONE + player] = alone
        counts[SHARED + player] = shared
    count_plane(tied, 0, kept, counts, TIED, width)
    count_plane(kept, 0, kept, counts, DEALS, width)


def score_tables(
    held: Words, weights: Sequence[int], score: Words, carry: Words, zero: int, width: int
) -> None:
    """Write in eight planes how strange each table is: its players' types' weights, summed."""
    for w in range(at(SCORE_PLANES, 0, width)):
        score[w] = zero
    for kind in range(TYPES):
        for i in range(HELD_PLANES):
            for bit in range(5):
                if weights[kind] >> bit & 1:
                    for w in range(width):
                        carry[w] = held[at(HELD_PLANES * kind + i, w, width)]
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
