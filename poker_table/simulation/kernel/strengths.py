"""The kernel, part 3 of 4: from cards to strengths.

A hand's strength is a number of 30 bits, computed from how often the hand has each rank:

    bit     29 … 26   25 … 13                                   12 … 0
            type      chief: the ranks held most often          other: all other ranks

Each rank is one bit, the ace the highest. The better hand has the greater number; the tests prove
this against rules.py for all 2,598,960 hands. In the wheel the bit of the ace is cleared, which
makes it five high.
"""

from __future__ import annotations

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.draws import Words, load

STRENGTH_PLANES = 30
TYPE_PLANE = 26


def judge(buffers: Buffers, players: int, ones: int) -> None:
    """Write the strength of every player's hand, the greatest strength, and who wins."""
    for player in range(players):
        judge_hand(buffers, player, players, STRENGTH_PLANES * player, ones)
    compare_hands(buffers, players, ones)


def judge_hand(buffers: Buffers, card: int, stride: int, row: int, ones: int) -> None:
    """Write the strength of the five cards `card`, `card + stride`, `card + 2 * stride`, ..."""
    for nth in range(5):
        unpack(buffers.planes, 6 * (card + stride * nth) + 2, buffers.one_hot, nth, 5, ones)
    count_ranks(buffers.one_hot, buffers.ranks)
    set_same_rank_flags(buffers.ranks, buffers.flags, ones ^ ones)
    set_straight_flags(buffers.ranks, buffers.flags)
    set_flush_flags(buffers.planes, 6 * card, 6 * stride, buffers.flags, ones)
    write_strength(buffers.ranks, buffers.flags, buffers.strengths, row, ones)


def unpack(planes: Words, row: int, one_hot: Words, out: int, stride: int, ones: int) -> None:
    """Turn four planes of a number into eight one-hot planes: four for each two of its bits.

    Plane v of the first four is set where the lower two bits are v, and of the last four where the
    upper two bits are v. The planes of one number are `stride` rows apart, from row `out` on.
    """
    for half in range(2):
        a = planes[row + 2 * half]
        b = planes[row + 2 * half + 1]
        both = a & b
        first = 4 * stride * half + out
        one_hot[first] = (a | b) ^ ones
        one_hot[first + stride] = a ^ both
        one_hot[first + 2 * stride] = b ^ both
        one_hot[first + 3 * stride] = both


def count_ranks(one_hot: Words, ranks: Words) -> None:
    """Write four rows per rank: where a hand has it at least once, twice, three, four times."""
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


def set_same_rank_flags(ranks: Words, flags: Words, zero: int) -> None:
    """Set flags 0 to 3: a rank twice, two ranks twice, a rank three times, a rank four times."""
    pair = two_pair = three = four = zero
    for rank in range(13):
        twice = ranks[4 * rank + 1]
        two_pair |= pair & twice
        pair |= twice
        three |= ranks[4 * rank + 2]
        four |= ranks[4 * rank + 3]
    flags[0], flags[1], flags[2], flags[3] = pair, two_pair, three, four


def set_straight_flags(ranks: Words, flags: Words) -> None:
    """Set flags 4 and 5: a straight, the wheel. Only every fourth row of `ranks` is read."""
    straight = wheel = four_in_a_row(ranks, 0) & ranks[48]
    for rank in range(9):
        run = four_in_a_row(ranks, 4 * rank)
        straight |= run & ranks[4 * rank + 16]
    flags[4], flags[5] = straight, wheel


def four_in_a_row(ranks: Words, row: int) -> int:
    """Return where a hand has four ranks in a row."""
    run = ranks[row] & ranks[row + 4]
    return run & ranks[row + 8] & ranks[row + 12]


def set_flush_flags(planes: Words, row: int, stride: int, flags: Words, ones: int) -> None:
    """Set flags 6 and 7: a flush, a straight flush. Cards are `stride` rows apart."""
    differs = ones ^ ones
    for card in range(1, 5):
        a = planes[row] ^ planes[row + stride * card]
        b = planes[row + 1] ^ planes[row + stride * card + 1]
        differs |= a | b
    flush = differs ^ ones
    flags[6] = flush
    flags[7] = flush & flags[4]


def write_strength(ranks: Words, flags: Words, strengths: Words, row: int, ones: int) -> None:
    """Write the 30 planes of a strength, the lowest bit first."""
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

    If several flags are set, the highest type counts.
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

    Bits are compared from the highest down. If some of the hands that have not dropped out have a
    bit, the others drop out.
    """
    for hand in range(hands):
        buffers.wins[hand] = ones
    for row in range(STRENGTH_PLANES - 1, -1, -1):
        any_set = ones ^ ones
        for hand in range(hands):
            any_set |= buffers.wins[hand] & buffers.strengths[STRENGTH_PLANES * hand + row]
        buffers.best[row] = any_set
        for hand in range(hands):
            buffers.wins[hand] &= buffers.strengths[STRENGTH_PLANES * hand + row] | (any_set ^ ones)
