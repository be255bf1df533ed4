"""The rules of poker: published counts, the assignment's examples, and symmetries."""

from __future__ import annotations

import operator
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import error_of

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.errors import CardError, PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HandType, summary_value

ANY_FIVE = st.lists(st.sampled_from(CARDS), min_size=5, max_size=5, unique=True)

# Published counts for each type: hands, and distinct values.
PUBLISHED_COUNTS = {
    HandType.HIGH_CARD: (1_302_540, 1277),
    HandType.PAIR: (1_098_240, 2860),
    HandType.TWO_PAIR: (123_552, 858),
    HandType.THREE_OF_A_KIND: (54_912, 858),
    HandType.STRAIGHT: (10_200, 10),
    HandType.FLUSH: (5_108, 1277),
    HandType.FULL_HOUSE: (3_744, 156),
    HandType.FOUR_OF_A_KIND: (624, 156),
    HandType.STRAIGHT_FLUSH: (40, 10),
}


def ranks(letters: str) -> list[Rank]:
    return [Card.parse(letter + "C").rank for letter in letters]


def strength(cards: list[Card]) -> int:
    return Hand.of(cards).strength


@pytest.mark.slow
def test_all_2_598_960_hands_give_the_published_counts():
    strengths = Counter(strength(cards) for cards in combinations(CARDS, 5))
    assert len(strengths) == 7462
    hands, values = Counter(), Counter()
    for number, count in strengths.items():
        hands[HandType(number // 13**5)] += count
        values[HandType(number // 13**5)] += 1
    assert {kind: (hands[kind], values[kind]) for kind in HandType} == PUBLISHED_COUNTS
    assert strengths[max(strengths)] == 4  # the royal flushes


def test_the_assignments_summary_values():
    assert [summary_value(ranks(letters)) for letters in ("AKQT8", "54322")] == [368_699, 90_246]
    pairs = ["2C 2D 3C 4C AC", "2C 2D 3C KC AC", "2C 3C KC KD AC", "2C 3C KC AC AD"]
    values = [Hand.of(cards).value for cards in pairs]
    assert values == sorted(set(values))
    assert {Hand.of(cards).hand_type for cards in pairs} == {HandType.PAIR}
    assert Hand.of("2C 4D TH KH KC").value > Hand.of("2D 4H 9H KD KS").value


@pytest.mark.parametrize(
    ("cards", "hand_type", "counting"),
    [
        ("QS JH 9C 7H 3D", HandType.HIGH_CARD, "QJ973"),
        ("6D 6H QD 9H 4S", HandType.PAIR, "6Q94"),
        ("JH JS TS TD 8S", HandType.TWO_PAIR, "JT8"),
        ("5S 5H 5D JH 6D", HandType.THREE_OF_A_KIND, "5J6"),
        ("QH JC TH 9D 8D", HandType.STRAIGHT, "Q"),
        ("AS JS 8S 6S 5S", HandType.FLUSH, "AJ865"),
        ("7S 7H 7C JC JH", HandType.FULL_HOUSE, "7J"),
        ("4C 4D 4H 4S TD", HandType.FOUR_OF_A_KIND, "4T"),
        ("TH 9H 8H 7H 6H", HandType.STRAIGHT_FLUSH, "T"),
        ("AC 2D 3H 4S 5C", HandType.STRAIGHT, "5"),
        ("AC 2C 3C 4C 5C", HandType.STRAIGHT_FLUSH, "5"),
        ("QC KD AH 2S 3C", HandType.HIGH_CARD, "AKQ32"),
        ("2C 3C 4C 5C 7D", HandType.HIGH_CARD, "75432"),
    ],
)
def test_the_assignments_examples_and_straights_with_an_ace(cards, hand_type, counting):
    hand = Hand.of(cards)
    assert (hand.hand_type, list(hand.ranks)) == (hand_type, ranks(counting))
    assert hand.value == summary_value(ranks(counting))


@given(ANY_FIVE, st.permutations(list(Suit)))
def test_renaming_the_suits_changes_nothing(cards, renamed):
    assert strength(cards) == strength([Card(card.rank, renamed[card.suit]) for card in cards])


@given(ANY_FIVE.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_the_order_of_the_cards_changes_nothing(orders):
    cards, permuted = orders
    assert strength(cards) == strength(permuted)
    assert str(Hand.of(cards)) == str(Hand.of(permuted))


def test_cards_print_in_rank_order_and_equal_ranks_by_suit():
    for cards in permutations("9S 9C 2H 9H 9D".split()):
        assert str(Hand.of(" ".join(cards), 3)) == "Player 3 - 2H 9C 9D 9H 9S - Four of a kind"


@pytest.mark.parametrize(
    ("cards", "important_first"),
    [
        ("KS 9D KC 9H JS", "KC KS 9D 9H JS"),
        ("AS 4C 2D 5S 3H", "5S 4C 3H 2D AS"),
        ("2H 2C 2S AD AH", "2C 2H 2S AD AH"),
    ],
)
def test_cards_by_importance(cards, important_first):
    assert " ".join(map(str, Hand.of(cards).cards_by_importance)) == important_first


def test_names_match_the_assignments_rules_and_labels_its_output():
    assert {str(t): t.label for t in HandType if str(t) != t.label} == {
        "Four of a Kind": "Four of a kind"
    }
    assert list(map(str, HandType)) == [
        "High Card", "Pair", "Two Pair", "Three of a Kind", "Straight",
        "Flush", "Full House", "Four of a Kind", "Straight Flush",
    ]  # fmt: skip


def test_a_hand_is_not_evaluated_before_evaluate_is_called():
    hand = Hand(4)
    for word in "9S 9C 2H 9H".split():
        hand.add_card(word)
    assert str(hand) == "Player 4 - 2H 9C 9H 9S"
    assert hand.dealt == tuple(map(Card.parse, "9S 9C 2H 9H".split()))
    assert repr(hand) == "<Hand: Player 4 - 2H 9C 9H 9S>"


@pytest.mark.parametrize(
    "cards",
    [
        "9D, 9H, 7H, TS, 9S",  # as the assignment writes it
        ["9D", "9H", "7H", "TS", "9S"],
        ("9d", "9♥", "7h", "10s", "9s"),
        iter("9D 9H 7H TS 9S".split()),
        [Card.parse("9D"), "9H", "7H", "TS", Card.parse("9S")],
    ],
)
def test_a_hand_of_any_iterable_of_words(cards):
    assert str(Hand.of(cards, 2)) == "Player 2 - 7H 9D 9H 9S TS - Three of a Kind"


@pytest.mark.parametrize(("cards", "got"), [("9D 1H", "'1H'"), (["9D 9H"], "'9D 9H'")])
def test_a_hand_of_something_else_than_cards(cards, got):
    assert error_of(CardError, Hand.of, cards) == f"expected a card such as TH, got {got}"


def test_hands_of_the_same_cards_are_equal_whatever_their_player_and_order():
    hand = Hand.of("9D 9H 7H TS 9S", 2)
    assert hand == Hand.of("TS 9S 9D 7H 9H", 5)
    assert hand != Hand.of("9C 9H 7H TS 9S", 2)  # equal strength, other cards
    assert hand != "9D 9H 7H TS 9S"
    growing = Hand(2)
    assert growing == Hand(3)
    for card in hand.cards:
        assert growing != hand
        growing.add_card(card)
    assert growing == hand  # evaluated or not
    assert hand in [growing]
    assert error_of(TypeError, hash, hand) == "unhashable type: 'Hand'"


@pytest.mark.parametrize("compare", [operator.lt, operator.gt, lambda *two: sorted(two), max, min])
def test_hands_do_not_support_comparison_operators(compare):
    said = error_of(TypeError, compare, Hand.of("9D 9H 7H TS 9S"), Hand.of("2C 3C 4C 5C 7D"))
    assert said == "hands have no < or >: compare their strength, or use key=HandComparer.key"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hand.of("2C 3C 4C 5C"), "player 1: expected five cards, got 4"),
        (lambda: Hand.of("2C 3C 4C 5C 6C 7C", 9), "player 9: expected five cards, got a sixth: 7C"),
        (lambda: Hand.of("2C 3C 4C 5C 2C"), "player 1: 2C appears twice (cards 1 and 5)"),
        (lambda: Hand(2).hand_type, "player 2: the hand has not been evaluated"),
        (lambda: Hand(2).strength, "player 2: the hand has not been evaluated"),
    ],
)
def test_errors(make, message):
    assert error_of(PokerTableError, make) == message
