"""The kernel, second part: from Lehmer digits to cards.

A digit says which of the cards that remain is taken. Counted among those that were there one draw
earlier, its position is one higher if the card taken then lay at or below it; and so back to the
full deck: `position += position >= digit` for every earlier digit. That is done in fives.
What a later card has to know of a whole five is, for each of its cards, how many of the remaining
cards lie below it (its *depth*): the card moves up by as many as lie no deeper than its own
position, and five comparisons that do not wait for each other say how many. Within five cards too,
each is compared with the depths so far of those before it.
"""

from __future__ import annotations

from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.draws import (
    Digits,
    Masks,
    Six,
    Words,
    draw_digits,
    load,
    store,
    to_planes,
)


def shuffle(buffers: Buffers, digits: Digits, masks: Masks) -> None:
    """Turn words into planes of cards; write to `accepted` the deals without a refused word."""
    for row in range(8):
        buffers.fair[row] = masks.ones
    card = 0
    for group in range(len(digits.sizes)):
        last = card + digits.sizes[group]
        draw_digits(
            buffers.words, 64 * group, digits.radices, card, last, digits.slacks[group],
            buffers.packed, buffers.fair, masks,
        )  # fmt: skip
        for digit in range(digits.sizes[group]):
            to_planes(buffers.packed, 8 * digit, buffers.planes, 6 * (card + digit), masks)
        card = last
    to_planes(buffers.fair, 0, buffers.flags, 0, masks)
    buffers.accepted[0] = buffers.flags[0]
    to_cards(buffers.planes, -(-digits.cards // 5), buffers.depths, masks.ones)


def to_cards(planes: Words, fives: int, depths: Words, ones: int) -> None:
    """Turn digits, six planes each, into the indexes of cards: by fives, the last five first."""
    for five in range(fives - 1, -1, -1):
        settle_five(planes, 30 * five, depths, ones)
        move_up(planes, 30 * five + 30, 5 * (fives - 1 - five), depths)


def settle_five(planes: Words, row: int, depths: Words, ones: int) -> None:
    """Turn five digits into positions before the first of them was taken, and note the depths.

    One comparison says both that a card moves up past an earlier one and that the depth of the
    earlier one stays. Depths are stored as complements, as `at_least` takes them: adding one makes
    the card less deep by one.
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
    """Move every later card up past those of the five that lie at or below it.

    Two cards at a time, so that each depth is read once for both. If the number of cards is odd,
    the last one's neighbour is a plane that nobody reads.
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


def at_least_both(first: Six, second: Six, not_other: Six) -> tuple[int, int]:
    """Compare two numbers with a third, given as its complement: `at_least` for each."""
    return at_least(first, not_other), at_least(second, not_other)


def majority(a: int, b: int, c: int) -> int:
    """Return the bits that at least two of three have: the carry of a full adder."""
    return a ^ ((a ^ b) & (a ^ c))


def at_least(number: Six, not_other: Six) -> int:
    """Return where a number is at least another, which is given as its complement.

    That is the carry out of number + not_other + 1.
    """
    carry = number[0] | not_other[0]
    carry = majority(number[1], not_other[1], carry)
    carry = majority(number[2], not_other[2], carry)
    carry = majority(number[3], not_other[3], carry)
    carry = majority(number[4], not_other[4], carry)
    return majority(number[5], not_other[5], carry)


def plus_one(number: Six, one: int) -> Six:
    """Return the number, one more where the bit of `one` is set."""
    a, b, c, d, e, f = number
    to_b = a & one
    to_c = b & to_b
    to_d = c & to_c
    to_e = d & to_d
    return a ^ one, b ^ to_b, c ^ to_c, d ^ to_d, e ^ to_e, f ^ (e & to_e)


def plus_five(number: Six, p: int, q: int, r: int, s: int, t: int) -> Six:
    """Return the number plus five bits: in each column the carries stay separate bits."""
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
