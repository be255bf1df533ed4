"""The kernel, third part: from cards to strengths.

From the ranks a hand holds once, twice, three and four times comes its strength without a table:

    bit     29 … 26   25 … 13                                   12 … 0
            type      chief: the ranks held most often          other: the ranks beside them

A rank is one bit, the ace the highest. Of two hands the greater number is the better; the tests
prove it against hand.py over all 2,598,960 hands. In the wheel the ace is left out, which makes it
five high.
"""

from __future__ import annotations

from poker_table.simulation.kernel.draws import Words, load
from poker_table.simulation.kernel.room import Room

STRENGTH_PLANES = 30
TYPE_PLANE = 26


def judge(room: Room, players: int, ones: int) -> None:
    """Write the strength of every player's hand, the best one, and who holds it."""
    for player in range(players):
        judge_hand(room, player, players, STRENGTH_PLANES * player, ones)
    compare_hands(room, players, ones)


def judge_hand(room: Room, card: int, stride: int, row: int, ones: int) -> None:
    """Write the strength of the hand that is every stride-th card, five of them from `card` on."""
    for place in range(5):
        unpack(room.planes, 6 * (card + stride * place) + 2, room.marks, place, 5, ones)
    count_ranks(room.marks, room.ranks)
    note_groups(room.ranks, room.flags, ones ^ ones)
    note_straights(room.ranks, room.flags)
    note_flush(room.planes, 6 * card, 6 * stride, room.flags, ones)
    write_strength(room.ranks, room.flags, room.strengths, row, ones)


def unpack(planes: Words, row: int, marks: Words, out: int, stride: int, ones: int) -> None:
    """Turn four planes of a number into eight: the value of its lower two bits, of its upper two.

    The marks of one number lie `stride` rows apart, so that those of five cards can lie together.
    """
    for half in range(2):
        a = planes[row + 2 * half]
        b = planes[row + 2 * half + 1]
        both = a & b
        mark = 4 * stride * half + out
        marks[mark] = (a | b) ^ ones
        marks[mark + stride] = a ^ both
        marks[mark + 2 * stride] = b ^ both
        marks[mark + 3 * stride] = both


def count_ranks(marks: Words, held: Words) -> None:
    """Fill held with four rows a rank: where five cards hold it once, twice, three, four times."""
    for rank in range(13):
        a, b, c, d, e, _ = load(marks, 5 * (rank & 3))
        f, g, h, i, j, _ = load(marks, 20 + 5 * (rank >> 2))
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
        held[4 * rank] = one | e
        held[4 * rank + 1] = two | (one & e)
        held[4 * rank + 2] = three | (two & e)
        held[4 * rank + 3] = four | (three & e)


def note_groups(held: Words, flags: Words, zero: int) -> None:
    """Set flags 0 to 3: some rank twice, two ranks twice, some rank three times, four times."""
    pair = two_pair = three = four = zero
    for rank in range(13):
        twice = held[4 * rank + 1]
        two_pair |= pair & twice
        pair |= twice
        three |= held[4 * rank + 2]
        four |= held[4 * rank + 3]
    flags[0], flags[1], flags[2], flags[3] = pair, two_pair, three, four


def note_straights(held: Words, flags: Words) -> None:
    """Set flags 4 and 5: a straight, the wheel. Of the held rows, every fourth counts."""
    straight = wheel = four_in_a_row(held, 0) & held[48]
    for rank in range(9):
        run = four_in_a_row(held, 4 * rank)
        straight |= run & held[4 * rank + 16]
    flags[4], flags[5] = straight, wheel


def four_in_a_row(held: Words, row: int) -> int:
    """Return where four ranks that follow each other are held."""
    run = held[row] & held[row + 4]
    return run & held[row + 8] & held[row + 12]


def note_flush(planes: Words, row: int, stride: int, flags: Words, ones: int) -> None:
    """Set flags 6 and 7: five cards, `stride` rows apart, are of one suit; a straight as well."""
    other = ones ^ ones
    for card in range(1, 5):
        a = planes[row] ^ planes[row + stride * card]
        b = planes[row + 1] ^ planes[row + stride * card + 1]
        other |= a | b
    flush = other ^ ones
    flags[6] = flush
    flags[7] = flush & flags[4]


def write_strength(held: Words, flags: Words, strengths: Words, row: int, ones: int) -> None:
    """Write the thirty planes of a strength, the lowest first."""
    for rank in range(13):
        one = held[4 * rank]
        two = held[4 * rank + 1]
        three = held[4 * rank + 2]
        chief = one ^ (flags[0] & (one ^ two))
        chief = chief ^ (flags[2] & (chief ^ three))
        strengths[row + rank] = one ^ chief
        strengths[row + 13 + rank] = chief
    wheel = flags[5]
    strengths[row + 25] &= wheel ^ ones
    write_type(flags, strengths, row + TYPE_PLANE, ones)


def write_type(flags: Words, strengths: Words, row: int, ones: int) -> None:
    """Write the four planes of the type's number, 0 for a high card to 8 for a straight flush.

    It is the highest of the types that the flags allow: more than five cards make several.
    """
    pair, two_pair, three, four, straight, _ = load(flags, 0)
    straight_flush = flags[7]
    left = straight_flush ^ ones
    four &= left
    left ^= four
    full = two_pair & three & left
    left ^= full
    flush = flags[6] & left
    left ^= flush
    straight &= left
    left ^= straight
    three &= left
    left ^= three
    two_pair &= left
    pair &= left ^ two_pair
    strengths[row] = pair | three | flush | four
    strengths[row + 1] = two_pair | three | full | four
    strengths[row + 2] = straight | flush | full | four
    strengths[row + 3] = straight_flush


def compare_hands(room: Room, hands: int, ones: int) -> None:
    """Write the greatest strength, deal by deal, and a plane a hand: where its own is that one.

    Bit by bit from the highest, those who have it stay in, if anybody has it.
    """
    for hand in range(hands):
        room.wins[hand] = ones
    for row in range(STRENGTH_PLANES - 1, -1, -1):
        some = ones ^ ones
        for hand in range(hands):
            some |= room.wins[hand] & room.strengths[STRENGTH_PLANES * hand + row]
        room.best[row] = some
        for hand in range(hands):
            room.wins[hand] &= room.strengths[STRENGTH_PLANES * hand + row] | (some ^ ones)
