"""The kernel, third part: from cards to strengths.

A hand's strength follows from how often it has each rank; no table is looked up:

    bit     29 … 26   25 … 13                                   12 … 0
            type      chief: the ranks held most often          other: the ranks beside them

A rank is one bit, the ace the highest. Of two hands the greater number is the better; the tests
prove it against hand.py over all 2,598,960 hands. In the wheel the ace is left out, which makes it
five high.
"""

from __future__ import annotations

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.draws import Words, load

STRENGTH_PLANES = 30
TYPE_PLANE = 26


def judge(buffers: Buffers, players: int, ones: int) -> None:
    """Write the strength of every player's hand, the best one, and who holds it."""
    for player in range(players):
        judge_hand(buffers, player, players, STRENGTH_PLANES * player, ones)
    compare_hands(buffers, players, ones)


def judge_hand(buffers: Buffers, card: int, stride: int, row: int, ones: int) -> None:
    """Write the strength of the hand that is every stride-th card, five of them from `card` on."""
    for nth in range(5):
        unpack(buffers.planes, 6 * (card + stride * nth) + 2, buffers.one_hot, nth, 5, ones)
    count_ranks(buffers.one_hot, buffers.ranks)
    set_group_flags(buffers.ranks, buffers.flags, ones ^ ones)
    set_straight_flags(buffers.ranks, buffers.flags)
    set_flush_flags(buffers.planes, 6 * card, 6 * stride, buffers.flags, ones)
    write_strength(buffers.ranks, buffers.flags, buffers.strengths, row, ones)


def unpack(planes: Words, row: int, one_hot: Words, out: int, stride: int, ones: int) -> None:
    """Turn four planes of a number into eight one-hot ones: four for each two of its bits.

    The planes of one number lie `stride` rows apart: those of five cards lie side by side.
    """
    for half in range(2):
        a = planes[row + 2 * half]
        b = planes[row + 2 * half + 1]
        both = a & b
        mark = 4 * stride * half + out
        one_hot[mark] = (a | b) ^ ones
        one_hot[mark + stride] = a ^ both
        one_hot[mark + 2 * stride] = b ^ both
        one_hot[mark + 3 * stride] = both


def count_ranks(one_hot: Words, ranks: Words) -> None:
    """Write four rows a rank: where five cards have it at least once, twice, three, four times."""
    for rank in range(13):
        a, b, c, d, e, _ = load(one_hot, 5 * (rank & 3))
        f, g, h, i, j, _ = load(one_hot, 20 + 5 * (rank >> 2))
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
        ranks[4 * rank] = one | e
        ranks[4 * rank + 1] = two | (one & e)
        ranks[4 * rank + 2] = three | (two & e)
        ranks[4 * rank + 3] = four | (three & e)


def set_group_flags(ranks: Words, flags: Words, zero: int) -> None:
    """Set flags 0 to 3: some rank twice, two ranks twice, some rank three times, four times."""
    pair = two_pair = three = four = zero
    for rank in range(13):
        twice = ranks[4 * rank + 1]
        two_pair |= pair & twice
        pair |= twice
        three |= ranks[4 * rank + 2]
        four |= ranks[4 * rank + 3]
    flags[0], flags[1], flags[2], flags[3] = pair, two_pair, three, four


def set_straight_flags(ranks: Words, flags: Words) -> None:
    """Set flags 4 and 5: a straight, the wheel. Every fourth row of `ranks` is read."""
    straight = wheel = four_in_a_row(ranks, 0) & ranks[48]
    for rank in range(9):
        run = four_in_a_row(ranks, 4 * rank)
        straight |= run & ranks[4 * rank + 16]
    flags[4], flags[5] = straight, wheel


def four_in_a_row(ranks: Words, row: int) -> int:
    """Return where four ranks that follow each other are held."""
    run = ranks[row] & ranks[row + 4]
    return run & ranks[row + 8] & ranks[row + 12]


def set_flush_flags(planes: Words, row: int, stride: int, flags: Words, ones: int) -> None:
    """Set flags 6 and 7: a flush, and one that is a straight too. Cards lie `stride` rows apart."""
    other = ones ^ ones
    for card in range(1, 5):
        a = planes[row] ^ planes[row + stride * card]
        b = planes[row + 1] ^ planes[row + stride * card + 1]
        other |= a | b
    flush = other ^ ones
    flags[6] = flush
    flags[7] = flush & flags[4]


def write_strength(ranks: Words, flags: Words, strengths: Words, row: int, ones: int) -> None:
    """Write the thirty planes of a strength, the lowest bit first."""
    for rank in range(13):
        one = ranks[4 * rank]
        two = ranks[4 * rank + 1]
        three = ranks[4 * rank + 2]
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
    untyped = straight_flush ^ ones
    four &= untyped
    untyped ^= four
    full = two_pair & three & untyped
    untyped ^= full
    flush = flags[6] & untyped
    untyped ^= flush
    straight &= untyped
    untyped ^= straight
    three &= untyped
    untyped ^= three
    two_pair &= untyped
    pair &= untyped ^ two_pair
    strengths[row] = pair | three | flush | four
    strengths[row + 1] = two_pair | three | full | four
    strengths[row + 2] = straight | flush | full | four
    strengths[row + 3] = straight_flush


def compare_hands(buffers: Buffers, hands: int, ones: int) -> None:
    """Write the greatest strength of each deal, and for each hand a plane of the deals it wins.

    From the highest bit down, hands without a bit that another one still in has are out.
    """
    for hand in range(hands):
        buffers.wins[hand] = ones
    for row in range(STRENGTH_PLANES - 1, -1, -1):
        some = ones ^ ones
        for hand in range(hands):
            some |= buffers.wins[hand] & buffers.strengths[STRENGTH_PLANES * hand + row]
        buffers.best[row] = some
        for hand in range(hands):
            buffers.wins[hand] &= buffers.strengths[STRENGTH_PLANES * hand + row] | (some ^ ones)
