"""The kernel, first part: from random words to Lehmer digits.

The kernel is one text for two engines. Its *words*, one a row, are Python integers of any length in
the plain engine and vectors of eight 64-bit integers in the fast one. Words lie in flat sequences.

A *lane* is 64 bits of a word. At first each lane of 64 rows is one deal, with space for a 32-bit
product; in the planes each bit of a lane is one. docs/kernel.md has a picture of it. Zero is
written `x ^ x`: it has to be a word of the engine's own kind.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from typing import NamedTuple

from poker_table.game.random import KEY_STEPS, ROUNDS, WORD_MASK, random_words, shared_draws

Words = MutableSequence[int]
Six = tuple[int, int, int, int, int, int]
Four = tuple[int, int, int, int]
Groups = list[tuple[tuple[int, ...], int]]  # for each word, its digits' radices and their product

ROWS = 64
# The lower 1, 2 and 4 bits of every 2, 4 and 8, in one lane.
PAIRS, FOURS, EIGHTS = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F


class Masks(NamedTuple):
    """Words with the same number in every lane: certain bits set, or 1."""

    low: int  # the lower half
    top: int  # the upper half
    unit: int
    ones: int  # all bits
    pairs: int  # the lower bit of every two
    fours: int
    eights: int
    multipliers: tuple[int, int]  # Philox's two, not in every lane


class Digits(NamedTuple):
    """Which Lehmer digits are drawn, for so many cards, and which of them share a word."""

    cards: int
    sizes: Sequence[int]  # of each word, how many digits share it
    radices: Sequence[int]  # of each digit
    slacks: Sequence[int]  # of each word, the `slack_of` its product
    philox_blocks: int  # of four words each


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


def slack_of(product: int) -> int:
    """Return the constant whose addition overflows 32 bits exactly for accepted words."""
    return 2**32 - 2**32 % product


def groups_of(cards: int, remaining: int = 52) -> Groups:
    """Return which digits share a word, where so many of the remaining cards are drawn.

    >>> groups_of(5, 48)
    [((48, 47, 46), 103776), ((45, 44, 43, 42), 3575880)]
    """
    radices = range(remaining, remaining // 52, -1)  # the last of 52 cards is never dealt
    groups = [(tuple(together), product) for together, product in shared_draws(radices)]
    covered = accumulate(len(together) for together, _ in groups)
    return groups[: 1 + sum(so_far < cards for so_far in covered)]


def digits_of(groups: Groups, cards: int) -> Digits:
    """Return the digits of the groups; each slack is one number, not yet repeated in each lane."""
    sizes = [len(radices) for radices, _ in groups]
    radices = [radix for radices, _ in groups for radix in radices]
    slacks = [slack_of(product) for _, product in groups]
    return Digits(cards, sizes, radices, slacks, -(-len(groups) // 4))


GROUPS = groups_of(51)


def accepted_words(seed: int, deal: int, groups: Groups = GROUPS) -> list[int]:
    """Return the words that a deck is drawn from, in order, refused ones left out.

    >>> [f"{word:08x}" for word in accepted_words(0, 0)[:4]]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    stream = random_words(seed, deal)
    return [
        next(word for word in stream if (word * product) % 2**32 >= 2**32 % product)
        for _, product in groups
    ]


def philox_round(
    four: Four, turn: int, keys: Sequence[int], low: int, multipliers: tuple[int, int]
) -> Four:
    """Return what a round of Philox makes of four words in every lane.

    The upper half of a lane is ignored. Masking it with `low` costs nothing once compiled: the
    machine's 32-bit multiplication ignores it anyway.
    """
    a, b, c, d = four
    p = (a & low) * multipliers[0]
    q = (c & low) * multipliers[1]
    return (q >> 32) ^ b ^ keys[2 * turn], q, (p >> 32) ^ d ^ keys[2 * turn + 1], p


def draw(
    words: Words, start: int, offsets: Sequence[int], blocks: int, high: int,
    keys: Sequence[int], masks: Masks,
) -> None:  # fmt: skip
    """Fill words with the first words of the stream of every deal, 64 rows for each of them.

    The deals are start + offsets in the lower half of their number and `high` in the upper. A block
    of Philox's is four words. Every step waits for the one before it, so four rows take turns.
    """
    nothing = block = high ^ high
    low, multipliers = masks.low, masks.multipliers
    for k in range(blocks):
        for row in range(16):
            a = block, nothing, start + offsets[row], high
            b = block, nothing, start + offsets[row + 16], high
            c = block, nothing, start + offsets[row + 32], high
            d = block, nothing, start + offsets[row + 48], high
            for turn in range(ROUNDS):
                a = philox_round(a, turn, keys, low, multipliers)
                b = philox_round(b, turn, keys, low, multipliers)
                c = philox_round(c, turn, keys, low, multipliers)
                d = philox_round(d, turn, keys, low, multipliers)
            for word in range(4):
                first = 64 * (4 * k + word) + row
                words[first] = a[word]
                words[first + 16] = b[word]
                words[first + 32] = c[word]
                words[first + 48] = d[word]
        block += masks.unit


def draw_digits(
    words: Words, row: int, radices: Sequence[int], first: int, last: int, slack: int,
    packed: Words, fair: Words, masks: Masks,
) -> None:  # fmt: skip
    """Draw from 64 rows of words the digits with radices first to last; pack each into eight rows.

    Also pack an acceptance bit: adding the slack of the word, in every lane, flips the
    lowest bit of the last digit if the word is accepted.
    """
    low, top = masks.low, masks.top
    for v in range(8):
        four, others = every_eighth(words, row + v), every_eighth(words, row + v + 32)
        for card in range(first, last):
            four, others = times(four, radices[card], low), times(others, radices[card], low)
            packed[8 * (card - first) + v] = digit = pack(four, others, top)
        fair[v] &= digit ^ pack(plus(four, slack), plus(others, slack), top)


def every_eighth(words: Words, row: int) -> Four:
    """Return four rows, eight apart."""
    return words[row], words[row + 8], words[row + 16], words[row + 24]


def times(four: Four, radix: int, low: int) -> Four:
    """Return four fractions times a radix: digits in the upper half, what remains in the lower."""
    a, b, c, d = four
    return (a & low) * radix, (b & low) * radix, (c & low) * radix, (d & low) * radix


def plus(four: Four, slack: int) -> Four:
    """Return four digits and what remains, plus a slack, which may carry into the digits."""
    a, b, c, d = four
    return a + slack, b + slack, c + slack, d + slack


def pack(four: Four, others: Four, top: int) -> int:
    """Return the upper halves of eight words, a byte each: byte k of row v is of row v + 8 k."""
    a, b, c, d = four
    e, f, g, h = others
    a = ((a & top) >> 32) | (e & top)
    b = ((b & top) >> 32) | (f & top)
    c = ((c & top) >> 32) | (g & top)
    d = ((d & top) >> 32) | (h & top)
    return a | (b << 8) | (c << 16) | (d << 24)


def exchange(a: int, b: int, mask: int, shift: int) -> tuple[int, int]:
    """Return a and b, the bits of a above the mask exchanged for those of b under it."""
    x = a & mask
    y = b & mask
    return x | (y << shift), ((a ^ x) >> shift) | (b ^ y)


def to_planes(packed: Words, first: int, planes: Words, row: int, masks: Masks) -> None:
    """Turn eight rows of bytes into six planes: an 8 x 8 transposition in three exchanges.

    Bits 6 and 7 of a byte are 0.
    """
    pairs, fours, eights = masks.pairs, masks.fours, masks.eights
    a, e = exchange(packed[first], packed[first + 4], eights, 4)
    b, f = exchange(packed[first + 1], packed[first + 5], eights, 4)
    c, g = exchange(packed[first + 2], packed[first + 6], eights, 4)
    d, h = exchange(packed[first + 3], packed[first + 7], eights, 4)
    a, c = exchange(a, c, fours, 2)
    b, d = exchange(b, d, fours, 2)
    a, b = exchange(a, b, pairs, 1)
    c, d = exchange(c, d, pairs, 1)
    e, f = exchange(e | (g << 2), f | (h << 2), pairs, 1)
    store(planes, row, (a, b, c, d, e, f))


def load(rows: Words, row: int) -> Six:
    """Return six rows."""
    return rows[row], rows[row + 1], rows[row + 2], rows[row + 3], rows[row + 4], rows[row + 5]


def store(words: Words, row: int, six: Six) -> None:
    """Set six rows."""
    for k in range(6):
        words[row + k] = six[k]
