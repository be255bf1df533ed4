"""The kernel, third part: from cards to strengths.

From the ranks a hand holds once, twice, three and four times comes its strength without a table:

    bit     29 … 26   25 … 13                                   12 … 0
            type      chief: the ranks held most often          other: the ranks beside them

A rank is one bit, the ace the highest. Of two hands the greater number is the better; the tests
prove it against hand.py over all 2,598,960 hands. In the wheel the ace is left out, which makes it
five high.
"""

from __future__ import annotations

from poker_table.simulation.kernel.draws import Words, at, load

STRENGTH_PLANES = 30
TYPE_PLANE = 26


def unpack(
    planes: Words, row: int, marks: Words, out: int, stride: int, ones: int, width: int
) -> None:
    """Turn four planes of a number into eight: the value of its lower two bits, of its upper two.

    The marks of one number lie `stride` rows apart, so that those of five cards can lie together.
    """
    for half in range(2):
        for w in range(width):
            a = planes[at(row + 2 * half, w, width)]
            b = planes[at(row + 2 * half + 1, w, width)]
            both = a & b
            mark = 4 * stride * half + out
            marks[at(mark, w, width)] = (a | b) ^ ones
            marks[at(mark + stride, w, width)] = a ^ both
            marks[at(mark + 2 * stride, w, width)] = b ^ both
            marks[at(mark + 3 * stride, w, width)] = both


def count_ranks(marks: Words, held: Words, width: int) -> None:
    """Fill held with four rows a rank: where five cards hold it once, twice, three, four times."""
    for rank in range(13):
        for w in range(width):
            a, b, c, d, e, _ = load(marks, 5 * (rank & 3), w, width)
            f, g, h, i, j, _ = load(marks, 20 + 5 * (rank >> 2), w, width)
            a &= f
            b &= g
            one = a | b
            two = a & b
            c &= h
            three = two & c
            two |= one & c
            one |= c
            d &= i
            four = three & d
            three |= two & d
            two |= one & d
            one |= d
            e &= j
            held[at(4 * rank, w, width)] = one | e
            held[at(4 * rank + 1, w, width)] = two | (one & e)
            held[at(4 * rank + 2, w, width)] = three | (two & e)
            held[at(4 * rank + 3, w, width)] = four | (three & e)


def note_groups(held: Words, flags: Words, zero: int, width: int) -> None:
    """Set flags 0 to 3: some rank twice, two ranks twice, some rank three times, four times."""
    for w in range(at(4, 0, width)):
        flags[w] = zero
    for rank in range(13):
        for w in range(width):
            two = held[at(4 * rank + 1, w, width)]
            flags[at(1, w, width)] |= flags[at(0, w, width)] & two
            flags[at(0, w, width)] |= two
            flags[at(2, w, width)] |= held[at(4 * rank + 2, w, width)]
            flags[at(3, w, width)] |= held[at(4 * rank + 3, w, width)]


def note_straights(held: Words, first: int, flags: Words, width: int) -> None:
    """Set flags 4 and 5: a straight, the wheel. Of the held rows, every fourth counts."""
    for w in range(width):
        wheel = four_in_a_row(held, first, w, width) & held[at(first + 48, w, width)]
        flags[at(4, w, width)] = wheel
        flags[at(5, w, width)] = wheel
    for rank in range(9):
        for w in range(width):
            run = four_in_a_row(held, first + 4 * rank, w, width)
            flags[at(4, w, width)] |= run & held[at(first + 4 * rank + 16, w, width)]


def four_in_a_row(held: Words, row: int, w: int, width: int) -> int:
    """Return where four ranks that follow each other are held."""
    run = held[at(row, w, width)] & held[at(row + 4, w, width)]
    return run & held[at(row + 8, w, width)] & held[at(row + 12, w, width)]


def note_flush(planes: Words, row: int, stride: int, flags: Words, ones: int, width: int) -> None:
    """Set flags 6 and 7: five cards, `stride` rows apart, are of one suit; a straight as well."""
    for w in range(width):
        other = ones ^ ones
        for card in range(1, 5):
            a = planes[at(row, w, width)] ^ planes[at(row + stride * card, w, width)]
            b = planes[at(row + 1, w, width)] ^ planes[at(row + stride * card + 1, w, width)]
            other |= a | b
        flush = other ^ ones
        flags[at(6, w, width)] = flush
        flags[at(7, w, width)] = flush & flags[at(4, w, width)]


def write_strength(
    held: Words, flags: Words, strengths: Words, row: int, ones: int, width: int
) -> None:
    """Write the thirty planes of a strength, the lowest first."""
    for rank in range(13):
        for w in range(width):
            one = held[at(4 * rank, w, width)]
            two = held[at(4 * rank + 1, w, width)]
            three = held[at(4 * rank + 2, w, width)]
            chief = one ^ (flags[at(0, w, width)] & (one ^ two))
            chief = chief ^ (flags[at(2, w, width)] & (chief ^ three))
            strengths[at(row + rank, w, width)] = one ^ chief
            strengths[at(row + 13 + rank, w, width)] = chief
    for w in range(width):
        wheel = flags[at(5, w, width)]
        strengths[at(row + 25, w, width)] &= wheel ^ ones
    write_type(flags, strengths, row + TYPE_PLANE, ones, width)


def write_type(flags: Words, strengths: Words, row: int, ones: int, width: int) -> None:
    """Write the four planes of the type's number, 0 for a high card to 8 for a straight flush.

    It is the highest of the types that the flags allow: more than five cards make several.
    """
    for w in range(width):
        pair, two_pair, three, four, straight, _ = load(flags, 0, w, width)
        straight_flush = flags[at(7, w, width)]
        left = straight_flush ^ ones
        four &= left
        left ^= four
        full = two_pair & three & left
        left ^= full
        flush = flags[at(6, w, width)] & left
        left ^= flush
        straight &= left
        left ^= straight
        three &= left
        left ^= three
        two_pair &= left
        pair &= left ^ two_pair
        strengths[at(row, w, width)] = pair | three | flush | four
        strengths[at(row + 1, w, width)] = two_pair | three | full | four
        strengths[at(row + 2, w, width)] = straight | flush | full | four
        strengths[at(row + 3, w, width)] = straight_flush


def find_best(strengths: Words, players: int, best: Words, ahead: Words, width: int) -> None:
    """Copy the greatest of the players' strengths, deal by deal, to best."""
    for w in range(at(STRENGTH_PLANES, 0, width)):
        best[w] = strengths[w]
    for player in range(1, players):
        for w in range(width):
            carry = best[w] ^ best[w]
            for k in range(STRENGTH_PLANES):
                a = strengths[at(STRENGTH_PLANES * player + k, w, width)]
                b = best[at(k, w, width)]
                carry ^= (a ^ b) & (a ^ carry)
            ahead[w] = carry
        for k in range(STRENGTH_PLANES):
            for w in range(width):
                a = strengths[at(STRENGTH_PLANES * player + k, w, width)]
                b = best[at(k, w, width)]
                best[at(k, w, width)] = b ^ (ahead[w] & (a ^ b))


def note_winners(
    strengths: Words, players: int, best: Words, wins: Words, ones: int, width: int
) -> None:
    """Write a plane a player: where the player's strength is the best one."""
    for player in range(players):
        for w in range(width):
            other = ones ^ ones
            for k in range(STRENGTH_PLANES):
                other |= (
                    strengths[at(STRENGTH_PLANES * player + k, w, width)] ^ best[at(k, w, width)]
                )
            wins[at(player, w, width)] = other ^ ones
