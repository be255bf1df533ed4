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
from poker_table.simulation.kernel.room import Room


def shuffle(room: Room, digits: Digits, masks: Masks) -> None:
    """Turn words into the planes of as many cards; note in `kept` which deals had none refused."""
    for row in range(8):
        room.fair[row] = masks.ones
    card = 0
    for group in range(len(digits.sizes)):
        last = card + digits.sizes[group]
        draw_digits(
            room.words, 64 * group, digits.radices, card, last, digits.rests[group],
            room.packed, room.fair, masks,
        )  # fmt: skip
        for digit in range(digits.sizes[group]):
            to_planes(room.packed, 8 * digit, room.planes, 6 * (card + digit), masks)
        card = last
    to_planes(room.fair, 0, room.flags, 0, masks)
    room.kept[0] = room.flags[0]
    to_cards(room.planes, -(-digits.cards // 5), room.depths, masks.ones)


def to_cards(planes: Words, fives: int, depths: Words, ones: int) -> None:
    """Turn the digits of five times `fives` cards, six planes each, into the cards' indexes."""
    for five in range(fives - 1, -1, -1):
        settle_five(planes, 30 * five, depths, ones)
        move_up(planes, 30 * five + 30, 5 * (fives - 1 - five), depths)


def settle_five(planes: Words, row: int, depths: Words, ones: int) -> None:
    """Turn five digits into positions before the first of them was taken, and note the depths.

    One comparison tells both that a card moves up past an earlier one and that the depth of the
    earlier one stays. Depths are kept as complements, as `at_least` wants them: one more is one
    less deep.
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

    Two cards at a time: what is read of the depths serves both. Of an odd number of cards, the
    last one's neighbour is a row of planes that nobody reads.
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
    """Return where each of two numbers is at least another, of which the complement is given."""
    return at_least(first, not_other), at_least(second, not_other)


def majority(a: int, b: int, c: int) -> int:
    """Return the bits that at least two of three have: the carry of a full adder."""
    return a ^ ((a ^ b) & (a ^ c))


def at_least(number: Six, not_other: Six) -> int:
    """Return where a number is at least another, of which the complement is given.

    It is the carry out of number + not_other + 1.
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
    """Return the number plus five bits, column by column, carries kept apart."""
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
