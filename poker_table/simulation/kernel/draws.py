"""The kernel, first part: from random words to Lehmer digits.

The kernel is one text for two engines. Its *words*, one a row, are Python integers of any length in
the plain engine and vectors of eight 64-bit integers in the fast one. Words lie in flat sequences.

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
Four = tuple[int, int, int, int]
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
    words: Words, start: int, offsets: Sequence[int], blocks: int, high: int,
    keys: Sequence[int], low: int, unit: int, multipliers: Sequence[int],
) -> None:  # fmt: skip
    """Fill words with the first words of the stream of every deal, 64 rows for each of them.

    The deals are start + offsets in the lower half of their number and `high` in the upper.
    """
    nothing = block = high ^ high
    for k in range(blocks):
        for row in range(64):
            deal = start + offsets[row]
            a, b, c, d = philox(block, nothing, deal, high, keys, low, multipliers)
            words[256 * k + row] = a
            words[256 * k + row + 64] = b
            words[256 * k + row + 128] = c
            words[256 * k + row + 192] = d
        block += unit


def draw_digits(
    words: Words, row: int, radices: Sequence[int], first: int, last: int, rest: int,
    packed: Words, fair: Words, low: int, top: int,
) -> None:  # fmt: skip
    """Draw from 64 rows of words the digits with radices first to last; pack each into eight rows.

    Packed likewise is which deals are fair: rest is `slack` in every lane, and added to a
    remainder that will do, it carries into the upper half.
    """
    for v in range(8):
        a, b, c, d = words[row + v], words[row + v + 8], words[row + v + 16], words[row + v + 24]
        e, f, g, h = (
            words[row + v + 32],
            words[row + v + 40],
            words[row + v + 48],
            words[row + v + 56],
        )
        for card in range(first, last):
            a, b, c, d = times((a, b, c, d), radices[card], low)
            e, f, g, h = times((e, f, g, h), radices[card], low)
            packed[8 * (card - first) + v] = pack((a, b, c, d), (e, f, g, h), top)
        a, b, c, d = plus((a, b, c, d), rest, low)
        e, f, g, h = plus((e, f, g, h), rest, low)
        fair[v] &= pack((a, b, c, d), (e, f, g, h), top)


def times(four: Four, radix: int, low: int) -> Four:
    """Return four fractions times a radix: digits in the upper half, what remains in the lower."""
    a, b, c, d = four
    return (a & low) * radix, (b & low) * radix, (c & low) * radix, (d & low) * radix


def plus(four: Four, rest: int, low: int) -> Four:
    """Return four remainders plus a rest, which may carry into the upper half."""
    a, b, c, d = four
    return (a & low) + rest, (b & low) + rest, (c & low) + rest, (d & low) + rest


def pack(four: Four, others: Four, top: int) -> int:
    """Return the upper halves of eight words, a byte each: byte k of row v is of row v + 8 k."""
    a, b, c, d = four
    e, f, g, h = others
    a = ((a & top) >> 32) | (e & top)
    b = ((b & top) >> 32) | (f & top)
    c = ((c & top) >> 32) | (g & top)
    d = ((d & top) >> 32) | (h & top)
    return a | (b << 8) | (c << 16) | (d << 24)


def accepted(fair: Words, kept: Words) -> None:
    """Gather the bytes of eight rows, 0 or 1, into one plane."""
    kept[0] = fair[0]
    for v in range(1, 8):
        kept[0] |= fair[v] << v


def exchange(a: int, b: int, mask: int, shift: int) -> tuple[int, int]:
    """Return a and b, the bits of a above the mask exchanged for those of b under it."""
    x = a & mask
    y = b & mask
    return x | (y << shift), ((a ^ x) >> shift) | (b ^ y)


def to_planes(packed: Words, first: int, planes: Words, row: int, masks: Masks) -> None:
    """Turn eight rows of bytes into six planes: an 8 x 8 transposition in three exchanges.

    masks has the lower 1, 2 and 4 bits of every 2, 4 and 8. Bits 6 and 7 of a byte are 0.
    """
    ones, twos, fours = masks
    a, e = exchange(packed[first], packed[first + 4], fours, 4)
    b, f = exchange(packed[first + 1], packed[first + 5], fours, 4)
    c, g = exchange(packed[first + 2], packed[first + 6], fours, 4)
    d, h = exchange(packed[first + 3], packed[first + 7], fours, 4)
    a, c = exchange(a, c, twos, 2)
    b, d = exchange(b, d, twos, 2)
    a, b = exchange(a, b, ones, 1)
    c, d = exchange(c, d, ones, 1)
    e, f = exchange(e | (g << 2), f | (h << 2), ones, 1)
    store(planes, row, (a, b, c, d, e, f))


def load(words: Words, row: int) -> Six:
    """Return six rows."""
    return (
        words[row],
        words[row + 1],
        words[row + 2],
        words[row + 3],
        words[row + 4],
        words[row + 5],
    )


def store(words: Words, row: int, six: Six) -> None:
    """Set six rows."""
    for k in range(6):
        words[row + k] = six[k]
