"""The kernel, part 2 of 4: from Lehmer digits to cards.

A digit is the position of a card among the cards that remain when it is taken. One draw earlier,
one more card was there. If that card was at or below this position, the position was one higher.
Repeating this for every earlier digit, latest first, gives the card's index in the full deck:

    position += position >= digit

The kernel does five earlier digits in one step. The *depth* of a taken card is the number of
remaining cards below it. A later card moves up by the number of the five whose depth is at most its
position. These five comparisons do not depend on each other, so a processor can overlap them.
Within the five, each card is compared with the depths of the cards before it.
"""

from __future__ import annotations

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.draws import (
    Digits,
    Masks,
    SixPlanes,
    Words,
    draw_digits,
    load,
    store,
    to_planes,
)


def shuffle(buffers: Buffers, digits: Digits, masks: Masks) -> None:
    """Turn words into planes of cards; set `accepted` and `refused`."""
    for row in range(8):
        buffers.packed_accepted[row] = masks.ones
    card = 0
    for word in range(len(digits.sizes)):
        last = card + digits.sizes[word]
        draw_digits(
            buffers.words, 64 * word, digits.radices, card, last, digits.slacks[word],
            buffers.packed, buffers.packed_accepted, masks,
        )  # fmt: skip
        for digit in range(digits.sizes[word]):
            to_planes(buffers.packed, 8 * digit, buffers.planes, 6 * (card + digit), masks)
        card = last
    # `flags` is not used yet, so it has room for the planes. Only the first one is needed.
    to_planes(buffers.packed_accepted, 0, buffers.flags, 0, masks)
    buffers.accepted[0] = buffers.wanted[0] & buffers.flags[0]
    buffers.refused[0] = buffers.wanted[0] ^ buffers.accepted[0]
    to_cards(buffers.planes, -(-digits.cards // 5), buffers.depths, masks.ones)


def to_cards(planes: Words, fives: int, depths: Words, ones: int) -> None:
    """Turn digits, six planes each, into indexes of cards, five at a time, the last five first."""
    for five in range(fives - 1, -1, -1):
        settle_five(planes, 30 * five, depths, ones)
        move_up(planes, 30 * five + 30, 5 * (fives - 1 - five), depths)


def settle_five(planes: Words, row: int, depths: Words, ones: int) -> None:
    """Turn five digits into positions among the cards that remained before the five; write depths.

    If a card is at or above the depth of an earlier one, it moves up by one. Otherwise it is below
    the earlier card, whose depth then decreases by one, because one card fewer remains below it.
    Depths are stored as complements, as `at_least` expects; adding one to a complement decreases
    the depth.
    """
    for card in range(0, 30, 6):
        number = position = load(planes, row + card)
        for other in range(0, card, 6):
            not_depth = load(depths, other)
            past = at_least(number, not_depth)
            position = plus_one(position, past)
            store(depths, other, plus_one(not_depth, past ^ ones))
        store(planes, row + card, position)
        a, b, c, d, e, f = number
        store(depths, card, (a ^ ones, b ^ ones, c ^ ones, d ^ ones, e ^ ones, f ^ ones))


def move_up(planes: Words, row: int, cards: int, depths: Words) -> None:
    """Move every later card up by as many of the five cards as are at or below it.

    Cards are moved in pairs, so that each depth is loaded once for both. If the number of cards is
    odd, the second card of the last pair is in planes that are not used.
    """
    for card in range(row, row + 6 * cards, 12):
        first, second = load(planes, card), load(planes, card + 6)
        a, p = at_least_both(first, second, load(depths, 0))
        b, q = at_least_both(first, second, load(depths, 6))
        c, r = at_least_both(first, second, load(depths, 12))
        d, s = at_least_both(first, second, load(depths, 18))
        e, t = at_least_both(first, second, load(depths, 24))
        store(planes, card, plus_five(first, a, b, c, d, e))
        store(planes, card + 6, plus_five(second, p, q, r, s, t))


def at_least_both(first: SixPlanes, second: SixPlanes, not_other: SixPlanes) -> tuple[int, int]:
    """Return `at_least` for each of two numbers and a third, given as its complement."""
    return at_least(first, not_other), at_least(second, not_other)


def majority(a: int, b: int, c: int) -> int:
    """Return the bits set in at least two of three: the carry of a full adder."""
    return a ^ ((a ^ b) & (a ^ c))


def at_least(number: SixPlanes, not_other: SixPlanes) -> int:
    """Return where a number is at least another one, given as its complement.

    This is the carry of number + not_other + 1.
    """
    carry = number[0] | not_other[0]
    carry = majority(number[1], not_other[1], carry)
    carry = majority(number[2], not_other[2], carry)
    carry = majority(number[3], not_other[3], carry)
    carry = majority(number[4], not_other[4], carry)
    return majority(number[5], not_other[5], carry)


def plus_one(number: SixPlanes, one: int) -> SixPlanes:
    """Return the number plus a bit, in every deal."""
    a, b, c, d, e, f = number
    to_b = a & one
    to_c = b & to_b
    to_d = c & to_c
    to_e = d & to_d
    return a ^ one, b ^ to_b, c ^ to_c, d ^ to_d, e ^ to_e, f ^ (e & to_e)


def plus_five(number: SixPlanes, p: int, q: int, r: int, s: int, t: int) -> SixPlanes:
    """Return the number plus five bits. Carries are kept as separate bits until they are added."""
    a, b, c, d, e, f = number
    u = majority(a, p, q)
    a = a ^ p ^ q
    v = majority(a, r, s)
    a = a ^ r ^ s
    w = a & t
    x = majority(b, u, v)
    b = b ^ u ^ v
    y = b & w
    z = majority(c, x, y)
    to_e = d & z
    return a ^ t, b ^ w, c ^ x ^ y, d ^ z, e ^ to_e, f ^ (e & to_e)
