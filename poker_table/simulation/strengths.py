"""The kernel, third part: from the cards of a hand to its strength, in planes.

From the ranks a hand holds once, twice, three and four times comes its strength without a table:

    bit     29 … 26   25 … 13                                   12 … 0
            type      chief: the ranks held most often          other: the ranks beside them

A rank is one bit, the ace the highest. Of two hands the greater number is the better; the tests
prove it against hand.py over all 2,598,960 hands. In the wheel the ace is left out, which makes it
five high.
"""

from __future__ import annotations

from poker_table.simulation.draws import at, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.simulation.draws import Words

STRENGTH_PLANES = 30


def unpack(
    planes: Words, row: int, marks: Words, out: int, stride: int, ones: int, width: int
) -> None:
    """Turn four planes of a number into eight: the value of its lower two bits, of its upper two.

    The marks of one number lie `stride` rows apart, so that those of five cards can lie together.
    """
    for half in range(2):
        for w in range(width):
            i = at(row + 2 * half, w, width)
            a = planes[i]
            i += width
            b = planes[i]
            both = a & b
            i = at(4 * stride * half + out, w, width)
            step = at(stride, 0, width)
            marks[i] = (a | b) ^ ones
            i += step
            marks[i] = a ^ both
            i += step
            marks[i] = b ^ both
            i += step
            marks[i] = both


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
            k = at(4 * rank, w, width)
            held[k] = one | e
            k += width
            held[k] = two | (one & e)
            k += width
            held[k] = three | (two & e)
            k += width
            held[k] = four | (three & e)


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
    i = at(row, w, width)
    step = at(4, 0, width)
    run = held[i]
    i += step
    run &= held[i]
    i += step
    run &= held[i]
    i += step
    return run & held[i]


def note_flush(planes: Words, row: int, stride: int, flags: Words, ones: int, width: int) -> None:
    """Set flag 6: five cards, their planes `stride` rows apart, are of one suit."""
    for w in range(width):
        i = at(row, w, width)
        step = at(stride, 0, width)
        a = planes[i]
        b = planes[i + width]
        i += step
        other = (a ^ planes[i]) | (b ^ planes[i + width])
        i += step
        other |= (a ^ planes[i]) | (b ^ planes[i + width])
        i += step
        other |= (a ^ planes[i]) | (b ^ planes[i + width])
        i += step
        other |= (a ^ planes[i]) | (b ^ planes[i + width])
        flags[at(6, w, width)] = other ^ ones


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
    write_type(flags, strengths, row + 26, ones, width)


def write_type(flags: Words, strengths: Words, row: int, ones: int, width: int) -> None:
    """Write the four planes of the type's number, 0 for a high card to 8 for a straight flush."""
    for w in range(width):
        twice, pairs, three, four, straight, _ = load(flags, 0, w, width)
        flush = flags[at(6, w, width)]
        full = three & pairs
        trips = three & ((pairs | four) ^ ones)
        two_pair = pairs & (three ^ ones)
        pair = twice & ((pairs | three) ^ ones)
        both = straight & flush
        straight ^= both
        flush ^= both
        i = at(row, w, width)
        strengths[i] = pair | trips | flush | four
        i += width
        strengths[i] = two_pair | trips | full | four
        i += width
        strengths[i] = straight | flush | full | four
        i += width
        strengths[i] = both


def find_best(strengths: Words, players: int, best: Words, ahead: Words, width: int) -> None:
    """Copy the greatest of the players' strengths, deal by deal, to best."""
    for w in range(at(30, 0, width)):
        best[w] = strengths[w]
    for player in range(1, players):
        for w in range(width):
            carry = best[w] ^ best[w]
            for k in range(30):
                a = strengths[at(30 * player + k, w, width)]
                b = best[at(k, w, width)]
                carry ^= (a ^ b) & (a ^ carry)
            ahead[w] = carry
        for k in range(30):
            for w in range(width):
                a = strengths[at(30 * player + k, w, width)]
                b = best[at(k, w, width)]
                best[at(k, w, width)] = b ^ (ahead[w] & (a ^ b))


def note_winners(
    strengths: Words, players: int, best: Words, wins: Words, ones: int, width: int
) -> None:
    """Write a plane a player: where the player's strength is the best one."""
    for player in range(players):
        for w in range(width):
            other = ones ^ ones
            for k in range(30):
                other |= strengths[at(30 * player + k, w, width)] ^ best[at(k, w, width)]
            wins[at(player, w, width)] = other ^ ones
