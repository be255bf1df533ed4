"""The kernel's strengths, the odds and the statistics, each compared with another source."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from poker_table import Hand
from poker_table.game.cards import CARDS
from poker_table.simulation import statistics
from poker_table.simulation.kernel import cards as decks
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.buffers import empty_buffers
from poker_table.simulation.kernel.counts import STRANGENESS
from poker_table.simulation.kernel.strengths import judge_hand
from poker_table.simulation.statistics import FIVE_CARD_HANDS, HANDS_OF_TYPE

BIT = [bytes(48 + (card >> k & 1) for card in range(256)) for k in range(6)]


@pytest.mark.slow
def test_strengths_order_all_hands_as_the_rules_do():
    """All 2,598,960 hands at once: one bit for each hand in every integer of the kernel."""
    hands = list(combinations(range(52), 5))
    buffers = empty_buffers()
    for index, cards in enumerate(map(bytes, zip(*hands, strict=True))):
        for k in range(6):
            buffers.planes[6 * index + k] = int(cards.translate(BIT[k]), 2)
    judge_hand(buffers, 0, 1, 0, (1 << len(hands)) - 1)
    planes = [format(plane, f"0{len(hands)}b") for plane in reversed(buffers.strengths[:30])]
    strength_of: dict[tuple[tuple[int, ...], bool], int] = {}
    bits_of: dict[int, tuple[str, ...]] = {}
    for hand, strength in zip(hands, zip(*planes, strict=True), strict=True):
        key = tuple(card >> 2 for card in hand), len({card & 3 for card in hand}) == 1
        if key not in strength_of:
            strength_of[key] = Hand.of([CARDS[card] for card in hand]).strength
        assert bits_of.setdefault(strength_of[key], strength) == strength
    assert len(bits_of) == len(set(bits_of.values())) == 7462
    assert sorted(bits_of, key=bits_of.get) == sorted(bits_of)
    assert {int("".join(bits[:4]), 2) for bits in bits_of.values()} == {*range(9)}


def test_exact_odds_are_the_known_ones():
    assert FIVE_CARD_HANDS == sum(HANDS_OF_TYPE) == comb(52, 5)
    assert all(strangeness < 32 for strangeness in STRANGENESS)  # five bits in the kernel
    assert 10 * max(STRANGENESS) < 256


def test_a_deck_is_drawn_from_as_few_words_as_random_draws():
    cards = 5, 10, 15, 50, 51
    assert [len(draws.digits_of(number).sizes) for number in cards] == [2, 3, 5, 12, 12]


@pytest.mark.parametrize("size", [1, 4, 6])
def test_an_addition_of_five_bits(size):
    for bits in product([0, 1], repeat=5):
        for number in range(2**size):
            planes = tuple(number >> k & 1 for k in range(6))
            total = sum(bit << k for k, bit in enumerate(decks.plus_five(planes, *bits)))
            assert total == (number + sum(bits)) % 64


def test_comparison_in_planes():
    for a, b in product(range(64), repeat=2):
        left = tuple(a >> k & 1 for k in range(6))
        right = tuple((b >> k & 1) ^ 1 for k in range(6))
        assert decks.at_least(left, right) == int(a >= b)


@pytest.mark.parametrize(
    ("statistic", "freedom", "probability"),
    [(3.841459, 1, 0.05), (16.918978, 9, 0.05), (21.665994, 9, 0.01), (2.087901, 9, 0.99),
     (2720.78, 2601, 0.05), (0, 9, 1.0), (100, 9, 1.515e-17)],
)  # fmt: skip
def test_published_p_values(statistic, freedom, probability):
    assert statistics.p_value(statistic, freedom) == pytest.approx(probability, rel=2e-3)


def test_an_interval_of_nothing_is_everything_and_one_of_no_wins_begins_at_0():
    assert statistics.wilson(0, 0) == (0.0, 1.0)
    assert Counter(statistics.wilson(0, 10))[0.0] == 1
