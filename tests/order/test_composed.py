"""Composed decks: any five consecutive ones deal all rare cases, and expose the mutants."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest
from program import run

from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.hands.best_five import Holding
from poker_table.hands.in_words import deciding
from poker_table.hands.types import FACTS
from poker_table.mutants.evaluator import best_of
from poker_table.mutants.score import differs
from poker_table.mutants.wrong import MUTANTS
from poker_table.order.composed import PLANS, composed_deck

FEW_OR_MANY = [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 10))]
# In these types two hands of one deck always differ in the first rank.
DIFFERENT_RANKS = {HandType.THREE_OF_A_KIND: 1, HandType.FULL_HOUSE: 1, HandType.FOUR_OF_A_KIND: 1}


def five_showdowns(seed: int, first: int = 0) -> list[list[Hand]]:
    numbers = range(first, first + len(PLANS))
    return [Showdown(deal(composed_deck(seed, number))).hands for number in numbers]


def letters(hand: Hand) -> str:
    return "".join(rank.letter for rank in hand.ranks)


def test_the_deck_of_a_seed_never_changes():
    deck = composed_deck(7, 3)
    assert str(deck) == (
        "8S AH 8D JH 7C 5C QH 7S 8H 4D 2C QD TD JS 5D 9D 7H TS 4H 2D TH 5S 4C 8C JC QC"
        " 9H AS 6H AD 6D 9C 6C 2S JD KC 5H QS TC 3D 3S KS 2H 3H 6S AC KH 9S 3C KD 7D 4S"
    )
    assert composed_deck(8, 3).cards != deck.cards != composed_deck(7, 8).cards


@pytest.mark.parametrize("seed", FEW_OR_MANY)
def test_any_five_deal_every_type_and_hands_that_differ_first_in_each_rank(seed):
    tables = five_showdowns(seed, seed % 3)
    assert all(set(deck) == set(CARDS) for deck in map(composed_deck, [seed] * 5, range(5)))
    pairs = [pair for hands in tables for pair in combinations(hands, 2)]
    of_a_type = [(a, b) for a, b in pairs if a.hand_type is b.hand_type]
    assert {(a.hand_type, deciding(a, b)) for a, b in of_a_type if a.strength > b.strength} == {
        (hand_type, rank)
        for hand_type, facts in FACTS.items()
        for rank in range(1, 1 + DIFFERENT_RANKS.get(hand_type, len(facts.ranks)))
    }
    ties = {a.hand_type for a, b in of_a_type if a.strength == b.strength}
    assert ties >= {HandType.HIGH_CARD, HandType.STRAIGHT}
    beside = {a.hand_type for a, b in pairs if a.hand_type == b.hand_type + 1}
    assert beside == {*HandType} - {HandType.HIGH_CARD}


@pytest.mark.parametrize("seed", FEW_OR_MANY)
def test_any_five_deal_the_lowest_and_highest_straights_and_near_misses(seed):
    hands = [*chain(*five_showdowns(seed))]
    straights = {letters(hand) for hand in hands if hand.hand_type is HandType.STRAIGHT}
    assert straights >= {"5", "6", "A"}
    high = [letters(hand) for hand in hands if hand.hand_type is HandType.HIGH_CARD]
    assert {"AKQJ2", "AKQ32", "AK432"} & {*high}
    assert any(four in "AKQJT98765432" for ranks in high for four in (ranks[:4], ranks[1:]))
    suits = [Counter(card.suit for card in hand.dealt).values() for hand in hands]
    assert any(max(counts) == 4 for counts in suits)
    assert len({hand.cards[0].suit for hand in hands if hand.hand_type is HandType.FLUSH}) == 4


@pytest.mark.parametrize("seed", FEW_OR_MANY)
def test_any_five_expose_the_mutants_that_five_cards_can_expose(seed):
    tables = [[best_of(Holding.of(hand.cards)) for hand in hands] for hands in five_showdowns(seed)]
    known = [mutant for mutant in MUTANTS if mutant.needs == "five"]
    hidden = {m.name for m in known if not any(differs(m, table, False) for table in tables)}
    # The first needs two pair whose kickers differ too. The second is right if the better pair also
    # has the higher kicker.
    assert hidden <= {"kicker-before-second-pair", "pair-by-kicker-first"}


def test_every_deck_also_deals_common_hands():
    for hands in five_showdowns(1):
        assert sum(hand.hand_type < HandType.STRAIGHT for hand in hands) >= 4


def test_the_deal_command_shows_a_composed_deck():
    code, out, err = run("--seed", "7", "--composed", "3")
    assert (code, err) == (
        0,
        "Seed 7, composed deck 3. The same table again: poker-table --seed 7 --composed 3\n",
    )
    assert out == f"{Showdown(deal(composed_deck(7, 3)))}\n"
    assert run("three.txt", "--composed", "3")[0] == 2
