"""The kernel, first part: from random words to Lehmer digits.

The kernel is one text for two engines. Its *words* are Python integers of any length in the plain
engine (then a row is one word) and unsigned 64-bit integers in the fast one (then a row is `width`
of them, and the loops over a row are what the compiler widens). Words lie in flat lists or arrays.

Here a deal is a *lane* of 64 bits, with room for a 32-bit product. A quantity of 64 rows of lanes
makes one *plane* for each of its bits: bit v of lane l in a plane belongs to lane l of row v.

    quantity   row 0:  ....x  ....x  ....x        plane of x:  row 63 … row 1 row 0 in every lane
               row 1:  ....x  ....x  ....x   →                 x … x x   x … x x   x … x x
               ...    lane 2 lane 1 lane 0                     (lane 2)  (lane 1)  (lane 0)
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import accumulate

from poker_table.game.random import KEY_STEPS, ROUNDS, WORD_MASK, shared_draws, words

Words = MutableSequence[int]
Six = tuple[int, int, int, int, int, int]
Masks = tuple[int, int, int]
Groups = list[tuple[tuple[int, ...], int]]  # radices that share a word, and their product

ROWS = 64
GROUPS = [(tuple(radices), product) for radices, product in shared_draws(range(52, 1, -1))]


def round_keys(seed: int) -> list[int]:
    """Return the two keys of each of Philox's rounds, one after the other.

    >>> [hex(key) for key in round_keys(1 << 32)[:4]]
    ['0x0', '0x1', '0x9e3779b9', '0xbb67ae86']
    """
    halves = seed & WORD_MASK, seed >> 32
    return [
        (half + turn * step) & WORD_MASK
        for turn in range(ROUNDS)
        for half, step in zip(halves, KEY_STEPS, strict=True)
    ]


def slack(product: int) -> int:
    """Return what lifts an accepted remainder, and no refused one, to 2**32 or more."""
    return 2**32 - 2**32 % product


def groups_for(cards: int) -> int:
    """Return how many groups of digits, one word each, the given number of cards needs.

    >>> groups_for(50), groups_for(4)
    (12, 2)
    """
    covered = accumulate(len(radices) for radices, _ in GROUPS)
    return 1 + sum(so_far < cards for so_far in covered)


def groups_of(cards: int, left: int) -> Groups:
    """Return the digits that share a word, for as many cards of those left, the products too.

    >>> groups_of(5, 48)
    [((48, 47, 46), 103776), ((45, 44, 43, 42), 3575880)]
    """
    if left == 52:
        return GROUPS[: groups_for(cards)]
    groups = [(tuple(radices), product) for radices, product in shared_draws(range(left, 0, -1))]
    covered = accumulate(len(radices) for radices, _ in groups)
    return groups[: 1 + sum(so_far < cards for so_far in covered)]


def blocks_for(groups: int) -> int:
    """Return how many of Philox's blocks, four words each, so many groups need."""
    return -(-groups // 4)


def accepted_words(seed: int, deal: int, groups: Groups = GROUPS) -> list[int]:
    """Return the words that a deck is drawn from, in order, refused ones left out.

    >>> [f"{word:08x}" for word in accepted_words(0, 0)[:4]]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    stream = words(seed, deal)
    return [
        next(word for word in stream if (word * product) % 2**32 >= 2**32 % product)
        for _, product in groups
    ]


def at(row: int, w: int, width: int) -> int:
    """Return where word w of a row lies. The fast engine has its own, in unsigned integers."""
    return row * width + w


def philox(
    a: int, b: int, c: int, d: int, keys: Sequence[int], low: int, multipliers: Sequence[int]
) -> tuple[int, int, int, int]:
    """Return Philox4x32-10 of a counter in every lane; the upper half of a lane is of no account.

    `low` masks the lower half of each lane. A mask before a product costs the compiler nothing:
    the machine's 32-bit multiplication ignores the upper half anyway.
    """
    for turn in range(10):
        p = (a & low) * multipliers[0]
        q = (c & low) * multipliers[1]
        a = (q >> 32) ^ b ^ keys[2 * turn]
        b = q
        c = (p >> 32) ^ d ^ keys[2 * turn + 1]
        d = p
    return a, b, c, d


def draw(
    words: Words, start: int, offsets: Sequence[int], blocks: Sequence[int], high: int,
    keys: Sequence[int], low: int, multipliers: Sequence[int], width: int,
) -> None:  # fmt: skip
    """Fill words with the first words of the stream of every deal, 64 rows for each of them.

    The deals are start + offsets in the lower half of their number and `high` in the upper.
    """
    nothing = high ^ high
    for k in range(len(blocks)):
        for w in range(at(64, 0, width)):
            deal = start + offsets[w]
            a, b, c, d = philox(blocks[k], nothing, deal, high, keys, low, multipliers)
            words[at(256 * k, w, width)] = a
            words[at(256 * k + 64, w, width)] = b
            words[at(256 * k + 128, w, width)] = c
            words[at(256 * k + 192, w, width)] = d


def draw_digit(
    words: Words, row: int, radix: int, packed: Words, low: int, top: int, width: int
) -> None:
    """Draw one digit from 64 rows of words, leave their remainders there, pack the digits.

    Eight rows come into one, a byte each: byte k of packed row v is of row v + 8 k.
    """
    for w in range(at(8, 0, width)):
        word = draw_two(words, row, radix, w, low, top, width)
        word |= draw_two(words, row + 8, radix, w, low, top, width) << 8
        word |= draw_two(words, row + 16, radix, w, low, top, width) << 16
        packed[w] = word | (draw_two(words, row + 24, radix, w, low, top, width) << 24)


def draw_two(words: Words, row: int, radix: int, w: int, low: int, top: int, width: int) -> int:
    """Draw one digit from a row and one from 32 rows on; return both, half a lane each."""
    i = at(row, w, width)
    j = at(row + 32, w, width)
    x = (words[i] & low) * radix
    y = (words[j] & low) * radix
    words[i] = x
    words[j] = y
    return ((x & top) >> 32) | (y & top)


def note_refused(words: Words, row: int, rest: int, fair: Words, width: int) -> None:
    """Clear bit 32 of a lane of `fair` where the remainder in words is too small to be fair.

    rest is `slack` in every lane: added to a remainder that will do, it carries into bit 32.
    """
    for w in range(at(64, 0, width)):
        i = at(row, w, width)
        fair[w] &= (words[i] + rest) ^ words[i]


def accepted(fair: Words, unit: int, kept: Words, width: int) -> None:
    """Gather bit 32 of every lane of `fair` into one plane."""
    for w in range(width):
        kept[w] = unit ^ unit
    for v in range(64):
        for w in range(width):
            kept[w] |= ((fair[at(v, w, width)] >> 32) & unit) << v


def exchange(a: int, b: int, mask: int, shift: int) -> tuple[int, int]:
    """Return a and b, the bits of a above the mask exchanged for those of b under it."""
    x = a & mask
    y = b & mask
    return x | (y << shift), ((a ^ x) >> shift) | (b ^ y)


def to_planes(packed: Words, planes: Words, row: int, masks: Masks, width: int) -> None:
    """Turn eight rows of bytes into six planes: an 8 x 8 transposition in three exchanges.

    masks has the lower 1, 2 and 4 bits of every 2, 4 and 8. Bits 6 and 7 of a byte are 0.
    """
    ones, twos, fours = masks
    for w in range(width):
        a, e = exchange(packed[at(0, w, width)], packed[at(4, w, width)], fours, 4)
        b, f = exchange(packed[at(1, w, width)], packed[at(5, w, width)], fours, 4)
        c, g = exchange(packed[at(2, w, width)], packed[at(6, w, width)], fours, 4)
        d, h = exchange(packed[at(3, w, width)], packed[at(7, w, width)], fours, 4)
        a, c = exchange(a, c, twos, 2)
        b, d = exchange(b, d, twos, 2)
        a, b = exchange(a, b, ones, 1)
        c, d = exchange(c, d, ones, 1)
        e, f = exchange(e | (g << 2), f | (h << 2), ones, 1)
        store(planes, row, w, width, (a, b, c, d, e, f))


def load(words: Words, row: int, w: int, width: int) -> Six:
    """Return word w of six rows."""
    return (
        words[at(row, w, width)],
        words[at(row + 1, w, width)],
        words[at(row + 2, w, width)],
        words[at(row + 3, w, width)],
        words[at(row + 4, w, width)],
        words[at(row + 5, w, width)],
    )


def store(words: Words, row: int, w: int, width: int, six: Six) -> None:
    """Set word w of six rows."""
    for k in range(6):
        words[at(row + k, w, width)] = six[k]
