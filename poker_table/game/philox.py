"""Philox4x32-10, the generator of the random words, and the drawing of integers from them.

The generator is by Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as 1, 2, 3",
SC 2011). It is counter-based: block b of deal i of seed s is a pure function of b, i and s. So any
one of millions of deals can be repeated without the others. The words equal those of cuRAND's
Philox with seed s, subsequence i and offset 4b.
"""

from collections.abc import Iterable, Iterator

WORD_BITS = 32
WORD_MASK = 2**WORD_BITS - 1

# One random word supplies several digits while the product of their radices is at most this limit.
# With this limit, fewer than one word in a thousand is refused, and the 51 digits of a deck need
# exactly 12 words, which are three blocks.
SHARED_LIMIT = 2**22

MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
KEY_STEPS = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10


def philox4x32(
    counter: tuple[int, int, int, int], key: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Return the four 32-bit words of one block of Philox4x32-10.

    >>> [f"{word:08x}" for word in philox4x32((0, 0, 0, 0), (0, 0))]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        p0, p1 = c0 * MULTIPLIERS[0], c2 * MULTIPLIERS[1]
        c0, c1 = (p1 >> WORD_BITS) ^ c1 ^ k0, p1 & WORD_MASK
        c2, c3 = (p0 >> WORD_BITS) ^ c3 ^ k1, p0 & WORD_MASK
        k0, k1 = (k0 + KEY_STEPS[0]) & WORD_MASK, (k1 + KEY_STEPS[1]) & WORD_MASK
    return c0, c1, c2, c3


def random_words(seed: int, deal: int) -> Iterator[int]:
    """Yield the endless stream of 32-bit words of one deal of one seed."""
    key = seed & WORD_MASK, seed >> WORD_BITS
    block = 0
    while True:
        counter = block & WORD_MASK, block >> WORD_BITS, deal & WORD_MASK, deal >> WORD_BITS
        yield from philox4x32(counter, key)
        block += 1


def shared_draws(radices: Iterable[int]) -> Iterator[tuple[list[int], int]]:
    """Yield the radices in groups whose digits come from one draw, and the product of each group.

    >>> list(shared_draws([52, 51, 50, 49]))
    [([52, 51, 50], 132600), ([49], 49)]
    """
    group: list[int] = []
    product = 1
    for radix in radices:
        if group and product * radix > SHARED_LIMIT:
            yield group, product
            group, product = [], 1
        group.append(radix)
        product *= radix
    if group:
        yield group, product


def draw_digits(radices: Iterable[int], words: Iterator[int]) -> list[int]:
    """Return one integer below each radix, every combination equally likely, from random words.

    One random word yields several digits, by the method of Brackett-Rozinsky and Lemire
    ("Batched ranged random integer generation", 2024).

    >>> draw_digits([6, 6], random_words(seed=7, deal=0))
    [5, 4]
    """
    return [digit for group in shared_draws(radices) for digit in _draw(*group, words)]


def _draw(radices: list[int], product: int, words: Iterator[int]) -> list[int]:
    """Return one digit per radix from one random fraction of one or more words."""
    word_count = -(-product.bit_length() // WORD_BITS)
    span = 2 ** (WORD_BITS * word_count)
    while True:
        digits, fraction = [], 0  # the fraction is an integer below span, in units of 1 / span
        for _ in range(word_count):
            fraction = fraction << WORD_BITS | next(words)
        for radix in radices:
            digit, fraction = divmod(fraction * radix, span)
            digits.append(digit)
        # `span` values cannot be divided evenly among `product` results: refuse the remainder.
        if fraction >= span % product:
            return digits
