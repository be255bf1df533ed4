"""Explanations of hands: sums are added up, and near misses found independently."""

import copy
import itertools
import pickle
import re
from collections import Counter

import pytest

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.explanation import (
    Explanation,
    Value,
    card_groups,
    explanation,
    has_low_ace,
    one_short_of,
)

POWERS = {"": 0, "·13": 1, "·13²": 2, "·13³": 3, "·13⁴": 4}
STRAIGHTS = [frozenset(range(low, low + 5)) for low in range(9)] + [frozenset((12, 0, 1, 2, 3))]


def random_hands(count: int) -> list[Hand]:
    random = Random(seed=3)
    hands = []
    for _ in range(count):
        deck = list(CARDS)
        hands.append(Hand.of([deck.pop(digit) for digit in random.integers((52, 51, 50, 49, 48))]))
    return hands


def test_the_sum_adds_up_to_the_value_and_has_its_digits(every_strength: list[Hand]) -> None:
    for hand in every_strength:
        terms, _, total = str(Value.of(hand).sum).rpartition(" = ")
        short, _, same_total = Value.of(hand).short.rpartition(" = ")
        assert int(total.replace(",", "")) == hand.value
        assert total == same_total
        parts = [re.fullmatch(r"(\d+)(·13[²³⁴]?)?", term) for term in terms.split(" + ")]
        digits = [(int(part[1]), POWERS[part[2] or ""]) for part in parts if part]
        assert [digit for digit, _ in digits] == [*map(int, short.split())]
        if len(hand.ranks) > 1:
            assert sum(digit * 13**power for digit, power in digits) == hand.value
            assert [digit for digit, _ in digits] == list(hand.ranks)
        else:  # a single digit is the value itself
            assert (terms, short) == ("", "")


def test_the_groups_have_every_card_once_and_the_larger_group_is_first(
    every_strength: list[Hand],
) -> None:
    for hand in every_strength:
        assert sorted(map(str, itertools.chain(*card_groups(hand)))) == sorted(map(str, hand.cards))
        sizes = [len(group) for group in card_groups(hand)]
        assert sizes == sorted(sizes, reverse=True)


def short_of(cards: tuple[Card, ...]) -> set[str]:
    """Return the types that a hand misses by one card, found by counting suits and straights."""
    suits = Counter(card.suit for card in cards)
    near = set()
    if max(suits.values()) == 4:
        near.add("flush")
    for straight in STRAIGHTS:
        if len(straight & {int(card.rank) for card in cards}) == 4:
            near.add("straight")
        for suit in suits:
            if len(straight & {int(card.rank) for card in cards if card.suit == suit}) == 4:
                near.add("straight flush")
    return near


def test_near_misses_are_the_same_as_by_counting() -> None:
    all_near: Counter[str] = Counter()
    for hand in random_hands(1000):
        sentences = explanation(hand)["Type"].split("; ")[2:]
        near = short_of(hand.cards)
        if hand.hand_type >= HandType.STRAIGHT:
            near -= {"straight"}
        if hand.hand_type >= HandType.FLUSH:
            near -= {"flush"}
        if "straight flush" in near:
            near = {"straight flush"}
        if hand.hand_type is HandType.STRAIGHT_FLUSH:
            near = set()
        assert {sentence.rpartition(" a ")[2] for sentence in sentences} == near, hand
        all_near.update(near)
    assert set(all_near) == {"straight", "flush", "straight flush"}


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("2H 5H 9H KH KS", HandType.FLUSH),
        ("AS 2C 3D 4H 9H", HandType.STRAIGHT),
        ("TC JC QC KC KD", HandType.STRAIGHT_FLUSH),
    ],
)
def test_a_near_miss_makes_the_type_with_another_card(cards: str, kind: HandType) -> None:
    hand = Hand.of(cards)
    four = one_short_of(hand)[kind]
    others = [card for card in CARDS if card not in hand.cards]
    assert len(set(four) & set(hand.cards)) == 4
    assert kind in {Hand.of([*four, card]).hand_type for card in others}


TYPES = {
    "2C 5D 7H 9S KC": "high card; not a pair: five different ranks",
    "2H 5H 7H 9H KC": "high card; not a pair: five different ranks;"
    " four hearts, one card short of a flush",
    "5C 6D 7H 8S KC": "high card; not a pair: five different ranks;"
    " 5C 6D 7H 8S, one card short of a straight",
    "5C 5D 7H 8S KC": "a pair; not two pair: only the fives match",
    "5C 5D 6D 7D 8D": "a pair; not two pair: only the fives match;"
    " 5D 6D 7D 8D, one card short of a straight flush",
    "5C 5D 7H 7S KC": "two pair; not three of a kind: no rank three times",
    "5C 5D 5H 7S KC": "three of a kind; not a straight: only three different ranks",
    "5C 6D 7H 8S 9S": "a straight; not a flush: four suits",
    "5S 6D 7S 8S 9S": "a straight; not a flush: two suits;"
    " 5S 7S 8S 9S, one card short of a straight flush",
    "2H 5H 7H 9H KH": "a flush; not a full house: five different ranks",
    "2H 5H 6H 7H 8H": "a flush; not a full house: five different ranks;"
    " 5H 6H 7H 8H, one card short of a straight flush",
    "5C 5D 5H 7S 7C": "a full house; not four of a kind: three fives, not four",
    "5C 5D 5H 5S 7C": "four of a kind; not a straight flush: only two different ranks",
    "5H 6H 7H 8H 9H": "a straight flush; no type is higher",
    "TH JH QH KH AH": "a straight flush; ace high, a royal flush: nothing beats it",
}


@pytest.mark.parametrize(("cards", "sentence"), list(TYPES.items()))
def test_the_sentence_on_the_type(cards: str, sentence: str) -> None:
    assert explanation(Hand.of(cards))["Type"] == sentence


@pytest.mark.slow
def test_the_sentence_on_the_type_is_true_of_every_strength(every_strength: list[Hand]) -> None:
    """Counts the ranks that the sentences count, in another way."""
    for hand in every_strength:
        kind, why, *_ = explanation(hand)["Type"].split("; ")
        assert kind.removeprefix("a ") == str(hand.hand_type).lower()
        counts = Counter(card.rank for card in hand.cards)
        if "different ranks" in why:
            word = re.search(r"(\w+) different ranks", why)
            assert word is not None
            assert Rank[word[1].upper()] + 2 == len(counts)
        for rank in Rank:
            match = re.search(rf"(two|three) {rank.plural}", why)
            if match:
                assert Rank[match[1].upper()] + 2 == counts[rank]


def test_the_ace_of_the_wheel_is_explained_as_low(every_strength: list[Hand]) -> None:
    for cards in "AC 2D 3H 4S 5C", "AC 2C 3C 4C 5C":
        assert explanation(Hand.of(cards))["Ranks"] == ("five (3); the ace counts below the two")
        assert explanation(Hand.of(cards))["Value"] == "3"
    assert explanation(Hand.of("TC JD QH KS AC"))["Ranks"] == "ace (12)"
    for hand in every_strength:
        assert has_low_ace(hand) == ({card.rank.letter for card in hand.cards} == set("A2345"))


def test_an_explanation_can_be_copied_and_pickled() -> None:
    explained = Explanation.of(Hand.of("7H 9D 9H 9S TS"))
    assert copy.deepcopy(explained) == explained == pickle.loads(pickle.dumps(explained))
