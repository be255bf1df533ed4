"""Random and Philox: published test vectors, and uniformity."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import error_of

from poker_table.game import philox
from poker_table.game.errors import PokerTableError
from poker_table.game.philox import philox4x32, random_words, shared_draws
from poker_table.game.random import Random

# The known-answer vectors that the authors of Philox publish with Random123 (kat_vectors).
KNOWN_ANSWERS = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip


def hexadecimal(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS)
def test_philox_gives_the_published_words(counter, key, expected):
    assert philox4x32(hexadecimal(counter), hexadecimal(key)) == hexadecimal(expected)


def test_seed_is_the_key_and_deal_the_upper_half_of_the_counter():
    seed, deal = 0x299F31D0A4093822, 0x0370734413198A2E
    expected = [word for block in range(3)
                for word in philox4x32((block, 0, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0))]  # fmt: skip  # noqa: E501
    assert list(islice(random_words(seed, deal), 12)) == expected


def test_digits_share_a_word_up_to_the_limit():
    assert list(shared_draws([2**11, 2**11])) == [([2**11, 2**11], 2**22)]
    assert list(shared_draws([2**11, 2**11 + 1])) == [([2**11], 2**11), ([2**11 + 1], 2**11 + 1)]


@pytest.mark.parametrize("radices", [[3], [6], [2, 3], [5, 3, 2], [7, 7], [16], [13, 4]])
def test_accepted_words_are_divided_evenly_among_the_results(monkeypatch, radices):
    """Uses words of six bits, so that every word can be tried."""
    monkeypatch.setattr(philox, "WORD_BITS", 6)
    counts = Counter()
    for word in range(64):
        monkeypatch.setattr(
            "poker_table.game.random.random_words", lambda *_, word=word: iter([word])
        )
        random = Random(0)
        try:
            counts[tuple(random.integers(radices))] += 1
        except StopIteration:  # the word was rejected, and there is no second one
            counts["rejected"] += 1
    total = math.prod(radices)
    assert counts.pop("rejected", 0) == 64 % total
    assert counts == dict.fromkeys(product(*map(range, radices)), 64 // total)


def test_a_rejected_word_is_replaced_by_the_next(monkeypatch):
    # The word 0 leaves the fraction 0, which is below 2**32 % 3 == 1: it is rejected.
    monkeypatch.setattr("poker_table.game.random.random_words", lambda *_: iter([0, 2**32 - 1]))
    assert Random(0).integer(0, 2) == 2


@given(st.integers(-(10**30), 10**30), st.integers(0, 10**30), st.integers(0, 2**64 - 1))
def test_integers_are_within_their_bounds(low, width, seed):
    assert low <= Random(seed).integer(low, low + width) <= low + width


def test_a_wide_integer_consumes_words_in_order():
    assert Random(0).integer(0, 2**40 - 1) == 0x6627E8D5E1  # the published words 6627e8d5 e169c58d


@pytest.mark.parametrize("random_of", [lambda deal: Random(1938, deal), Random])
def test_the_integers_of_consecutive_deals_or_seeds_are_neither_too_uneven_nor_too_even(random_of):
    """Chi-square test of a die; each tail is 1 in 10,000."""
    rolls = Counter(random_of(number).integer(1, 6) for number in range(12_000))
    chi_square = sum((rolls[face] - 2000) ** 2 / 2000 for face in range(1, 7))
    assert 0.08 < chi_square < 25.8  # the 0.01 % and 99.99 % points at 5 degrees of freedom


def test_without_a_seed_each_generator_has_a_new_known_seed(monkeypatch):
    randoms = [Random() for _ in range(8)]
    assert len({random.seed for random in randoms}) == 8
    again = Random(randoms[0].seed)
    assert again.integer(1, 10**9) == randoms[0].integer(1, 10**9)
    monkeypatch.setattr("os.urandom", lambda number: bytes([255] * number))
    assert Random().seed == 2**32 - 1  # all of its bits come from the operating system


def test_randomise_starts_a_new_stream():
    random = Random(7)
    random.randomise()
    assert random.seed != 7
    assert Random(random.seed).integer(0, 2**60) == random.integer(0, 2**60)


def test_repr_evaluates_and_a_seed_may_be_any_integer_object():
    class Seven:  # as NumPy's integers, whose arithmetic overflows
        def __index__(self) -> int:
            return 7

    assert repr(eval(repr(Random(Seven(), 3)))) == "Random(seed=7, deal=3)"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Random(-1), "expected a seed from 0 to 18446744073709551615, got -1"),
        (lambda: Random(2**64), f"expected a seed from 0 to 18446744073709551615, got {2**64}"),
        (lambda: Random(7, -2), "expected a deal number from 0 to 18446744073709551615, got -2"),
        (lambda: Random(7).integer(2, 1), "expected low <= high, got integer(2, 1)"),
    ],
)
def test_errors(make, message):
    assert error_of(PokerTableError, make) == message
