"""The kernel, part 1 of 4: from random words to Lehmer digits.

A Lehmer digit is the position of a dealt card among the cards that remained before it was dealt.
Both engines run this source. A *word* of the kernel is a Python integer of any length in the plain
engine, and a vector of eight 64-bit integers in the fast one. The words of a sequence are its
*rows*: row n is the word with index n.

A *lane* is 64 bits of a word. At first, each lane of 64 rows belongs to one deal, which leaves room
for a 64-bit product. In the planes, each bit of a lane belongs to one deal. docs/speed.md has a
picture. Zero is written `x ^ x` because it has to be a word of the engine's own type.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from typing import NamedTuple

from poker_table.game.philox import KEY_STEPS, MULTIPLIERS, ROUNDS, WORD_MASK, shared_draws

Words = MutableSequence[int]
SixPlanes = tuple[int, int, int, int, int, int]
FourWords = tuple[int, int, int, int]

ROWS = 64
# In one lane: the lower bit of every 2, the lower 2 bits of every 4, the lower 4 of every 8.
PAIRS, FOURS, EIGHTS = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F


class Masks(NamedTuple):
    """Words that have the same bits set in every lane."""

    low: int  # the lower 32 bits
    top: int  # the upper 32 bits
    unit: int  # the lowest bit
    ones: int  # all bits
    pairs: int  # PAIRS
    fours: int  # FOURS
    eights: int  # EIGHTS


class Digits(NamedTuple):
    """The Lehmer digits that are drawn for the given number of cards, and from which words."""

    cards: int
    sizes: Sequence[int]  # for each word, how many digits are drawn from it
    radices: Sequence[int]  # for each digit
    slacks: Sequence[int]  # for each word, to see if it is accepted: see `digits_of`


def round_keys(seed: int) -> list[int]:
    """Return the two keys of each round of Philox, in one list.

    >>> [hex(key) for key in round_keys(1 << 32)[:4]]
    ['0x0', '0x1', '0x9e3779b9', '0xbb67ae86']
    """
    halves = seed & WORD_MASK, seed >> 32
    return [
        (half + turn * step) & WORD_MASK
        for turn in range(ROUNDS)
        for half, step in zip(halves, KEY_STEPS, strict=True)
    ]


def digits_of(cards: int, remaining: int = 52) -> Digits:
    """Return how to draw some of the remaining cards. A slack is not yet repeated in every lane.

    A word is accepted if `word * product % 2**32` plus the slack overflows 32 bits; `product` is
    the product of the radices of all digits that share the word.

    >>> digits_of(5, 48)[:3]
    (5, [3, 4], [48, 47, 46, 45, 44, 43, 42])
    """
    last = 1 if remaining == 52 else 0  # the last of 52 cards is never dealt
    words = list(shared_draws(range(remaining, last, -1)))
    digits_so_far = accumulate(len(radices) for radices, _ in words)
    words = words[: 1 + sum(digits < cards for digits in digits_so_far)]
    sizes = [len(radices) for radices, _ in words]
    radices = [radix for radices, _ in words for radix in radices]
    slacks = [2**32 - 2**32 % product for _, product in words]
    return Digits(cards, sizes, radices, slacks)


def counter(block: int, number: int) -> FourWords:
    """Return what Philox turns into the four words of a block of deal `number`, in every lane."""
    return block, block ^ block, number, number >> 32


def philox_round(four: FourWords, turn: int, keys: Sequence[int], low: int) -> FourWords:
    """Return four words after one round of Philox, as in game/philox.py, in every lane.

    The upper half of a lane is ignored. Masking it with `low` costs nothing once compiled, because
    the processor has a multiplication of the lower 32 bits.
    """
    a, b, c, d = four
    p = (a & low) * MULTIPLIERS[0]
    q = (c & low) * MULTIPLIERS[1]
    return (q >> 32) ^ b ^ keys[2 * turn], q, (p >> 32) ^ d ^ keys[2 * turn + 1], p


def philox_blocks(digits: Digits, skipped: int) -> int:
    """Return how many blocks of four random words, each of 64 rows, the digits are drawn from."""
    return (len(digits.sizes) + skipped + 3) // 4


def draw_words(
    words: Words, digits: Digits, base: int, offsets: Sequence[int], rows: int, skipped: int,
    keys: Sequence[int], masks: Masks,
) -> None:  # fmt: skip
    """Fill `words` with the words for the digits of the deals `base + offsets`, 64 rows for each.

    Only the first `rows` of the 64 have deals. Up to `skipped` refused words of each deal are
    skipped. Philox yields four words per block. Each of its rounds waits for the one before, so
    four rows are computed side by side.
    """
    block = masks.low ^ masks.low
    for k in range(philox_blocks(digits, skipped)):
        for row in range(0, rows, 4):
            a = counter(block, base + offsets[row])
            b = counter(block, base + offsets[row + 1])
            c = counter(block, base + offsets[row + 2])
            d = counter(block, base + offsets[row + 3])
            for turn in range(ROUNDS):
                a = philox_round(a, turn, keys, masks.low)
                b = philox_round(b, turn, keys, masks.low)
                c = philox_round(c, turn, keys, masks.low)
                d = philox_round(d, turn, keys, masks.low)
            for word in range(4):
                first = 64 * (4 * k + word) + row
                words[first] = a[word]
                words[first + 1] = b[word]
                words[first + 2] = c[word]
                words[first + 3] = d[word]
        block += masks.unit
    for _ in range(skipped):
        skip_refused(words, digits, rows, skipped, masks)


def skip_refused(words: Words, digits: Digits, rows: int, spare: int, masks: Masks) -> None:
    """Remove the first refused word of each deal: all words after it move up.

    Each deal has `spare` words more than its digits need.
    """
    needed = len(digits.sizes)
    for row in range(rows):
        skipping, card = masks.low ^ masks.low, 0  # all bits of a lane from its refused word on
        for k in range(needed + spare - 1):
            word, following = words[64 * k + row], words[64 * k + 64 + row]
            if k < needed:
                fraction = word
                for digit in range(card, card + digits.sizes[k]):
                    fraction = (fraction & masks.low) * digits.radices[digit]
                card += digits.sizes[k]
                accepted = ((fraction & masks.low) + digits.slacks[k]) >> 32 & masks.unit
                skipping |= (accepted ^ masks.unit) * WORD_MASK
            words[64 * k + row] = word ^ (skipping & (word ^ following))


def draw_digits(
    words: Words, row: int, radices: Sequence[int], first: int, last: int, slack: int,
    packed: Words, packed_accepted: Words, masks: Masks,
) -> None:  # fmt: skip
    """Draw the digits with radices `first` up to `last` from 64 rows of words.

    Each digit is packed into eight rows of `packed`, a byte per deal. If the word is accepted,
    adding its slack carries into the last digit and flips its lowest bit. That bit is combined
    with those of earlier words in `packed_accepted`.
    """
    low, top = masks.low, masks.top
    for v in range(8):
        four, others = every_eighth(words, row + v), every_eighth(words, row + v + 32)
        for card in range(first, last):
            radix = radices[card]
            four, others = multiply(four, radix, low), multiply(others, radix, low)
            packed[8 * (card - first) + v] = digit = pack(four, others, top)
        changed = digit ^ pack(add_slack(four, slack), add_slack(others, slack), top)
        packed_accepted[v] &= changed


def every_eighth(words: Words, row: int) -> FourWords:
    """Return four rows, eight apart."""
    return words[row], words[row + 8], words[row + 16], words[row + 24]


def multiply(four: FourWords, radix: int, low: int) -> FourWords:
    """Return fractions times a radix: the upper half is the digit, the lower the next fraction."""
    a, b, c, d = four
    return (a & low) * radix, (b & low) * radix, (c & low) * radix, (d & low) * radix


def add_slack(four: FourWords, slack: int) -> FourWords:
    """Return four words plus a slack, which may carry from the fraction into the digit."""
    a, b, c, d = four
    return a + slack, b + slack, c + slack, d + slack


def pack(four: FourWords, others: FourWords, top: int) -> int:
    """Pack the digits in the upper halves of eight words into one: byte k is of row v + 8 k."""
    a, b, c, d = four
    e, f, g, h = others
    a = ((a & top) >> 32) | (e & top)
    b = ((b & top) >> 32) | (f & top)
    c = ((c & top) >> 32) | (g & top)
    d = ((d & top) >> 32) | (h & top)
    return a | (b << 8) | (c << 16) | (d << 24)


def exchange(a: int, b: int, mask: int, shift: int) -> tuple[int, int]:
    """Return a and b after exchanging the bits of a outside the mask for those of b inside it."""
    x = a & mask
    y = b & mask
    return x | (y << shift), ((a ^ x) >> shift) | (b ^ y)


def to_planes(packed: Words, first: int, planes: Words, row: int, masks: Masks) -> None:
    """Turn eight rows of bytes into six planes.

    This transposes matrices of 8 x 8 bits in three steps of exchanges. Bits 6 and 7 of each byte
    are 0, so they have no planes.
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


def load(rows: Words, row: int) -> SixPlanes:
    """Return six rows."""
    return rows[row], rows[row + 1], rows[row + 2], rows[row + 3], rows[row + 4], rows[row + 5]


def store(words: Words, row: int, six: SixPlanes) -> None:
    """Set six rows."""
    for k in range(6):
        words[row + k] = six[k]
