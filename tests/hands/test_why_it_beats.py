"""Hands in words, and the sentences on why one beats another, for all 7,462 strengths."""

import itertools
import math
import re
from collections import Counter

import pytest
from program import error_of

from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.in_words import deciding, in_words, why_it_beats
from poker_table.hands.types import FACTS

RANK_OF_WORD = {word: rank for rank in Rank for word in (rank.word, rank.plural)}
NAMES = [
    "high card", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house",
    "four of a kind", "a straight flush",
]  # fmt: skip
PLURALS = "|".join(rank.plural for rank in Rank)
A_COUNT = re.compile(rf"\b(two|three|four) (?=pair\b|of a kind\b|({PLURALS})\b)")


def neighbours(hands: list[Hand]) -> list[tuple[Hand, Hand]]:
    return [(better, worse) for worse, better in itertools.pairwise(hands)]


def base_13(value: int) -> list[int]:
    return [value // 13**exponent % 13 for exponent in (4, 3, 2, 1, 0)]


def ranks_named(text: str) -> list[Rank]:
    words = re.findall("[a-z]+", A_COUNT.sub("", text))
    return [RANK_OF_WORD[word] for word in words if word in RANK_OF_WORD]


def test_the_hands_of_each_type_are_counted(every_strength: list[Hand]) -> None:
    """Each rank may have any suits; of five different ranks, four of the choices are a flush."""
    counts = Counter[HandType]()
    for hand in every_strength:
        copies = Counter(card.rank for card in hand.dealt).values()
        choices = math.prod(math.comb(4, number) for number in copies)
        if len(copies) == 5:
            choices = 4 if len({card.suit for card in hand.dealt}) == 1 else choices - 4
        counts[hand.hand_type] += choices
    assert counts == {hand_type: facts.hands for hand_type, facts in FACTS.items()}


def test_between_neighbours_of_one_type_the_first_different_digit_decides(
    every_strength: list[Hand],
) -> None:
    pairs = [(a, b) for a, b in neighbours(every_strength) if a.hand_type == b.hand_type]
    assert len(pairs) == 7462 - 9
    for better, worse in pairs:
        ours, theirs = base_13(better.value), base_13(worse.value)
        index = next(i for i in range(5) if ours[i] != theirs[i])
        unused = 5 - len(better.ranks)
        assert deciding(better, worse) == index - unused + 1
        shared, decides = why_it_beats(better, worse).split("; ")
        assert ranks_named(shared) == ours[unused:index]
        assert ranks_named(decides) == [ours[index], theirs[index]]


def test_between_any_two_types_the_type_decides(every_strength: list[Hand]) -> None:
    by_type = [[hand for hand in every_strength if hand.hand_type == kind] for kind in HandType]
    for better, worse in itertools.combinations(reversed(HandType), 2):
        hands = by_type[better][0], by_type[worse][-1]
        assert deciding(*hands) == 0
        sentence = why_it_beats(*hands)
        assert sentence == f"{NAMES[better]} beats {NAMES[worse]}"


SENTENCES = {
    ("AC KD QH JS 9C", "KC QD JH TS 8C"): "both are high-card hands; ace high beats king high",
    ("AC KD QH JS 9C", "AD QC JH TS 8C"): "both are ace high; the king beats the queen",
    ("AC KD QH JS 3C", "AD KC QC JH 2S"): "both are ace high, then king, queen, jack;"
    " the three beats the two",
    ("AC AD KH 9S 8S", "KC KD QH 9H 8H"): "both have a pair; aces beat kings",
    ("AC AD KH 9S 8S", "AH AS QC JC TC"): "both have a pair of aces;"
    " the king kicker beats the queen",
    ("AC AD KH 9S 8S", "AH AS KC 8C 7C"): "both have a pair of aces, then king;"
    " the nine kicker beats the eight",
    ("AC AD KH 9S 8S", "AH AS KC 9C 7C"): "both have a pair of aces, then king, nine;"
    " the eight kicker beats the seven",
    ("AC AD 6H 6S 8S", "KC KD QH QS 8C"): "both have two pair; aces beat kings",
    ("AC AD 6H 6S 8S", "AH AS 5H 5S 8C"): "both have two pair with aces; sixes beat fives",
    ("AC AD 6H 6S 8S", "AH AS 6C 6D 7C"): "both have two pair, aces and sixes;"
    " the eight kicker beats the seven",
    ("6C 6D 6H 8S 7S", "5C 5D 5H KS QS"): "both have three of a kind; sixes beat fives",
    ("6C 6D 6H 8S 4S", "6C 6D 6S 7S 5S"): "both have three sixes; the eight kicker beats the seven",
    ("6C 6D 6H 8S 4S", "6C 6D 6S 8C 3S"): "both have three sixes, then eight;"
    " the four kicker beats the three",
    ("6C 2D 3H 4S 5S", "AC 2C 3C 4C 5D"): "both are straights; six high beats five high",
    ("2H 3H 4H 5H AH", "6C 4C 3C 2C AC"): "a straight flush beats a flush",
    ("AH 6H 4H 3H 2H", "KC QC JC TC 8C"): "both are flushes; ace high beats king high",
    ("AH 7H 4H 3H 2H", "AC 6C 5C 4C 2C"): "both are flushes, ace high; the seven beats the six",
    ("AH 9H 7H 3H 2H", "AC 9C 6C 5C 4C"): "both are flushes, ace high, then nine;"
    " the seven beats the six",
    ("3C 3D 3H 2S 2C", "2C 2D 2H AS AC"): "both are full houses; three threes beat three twos",
    ("3C 3D 3H 8S 8C", "3C 3D 3S 2S 2C"): "both are full houses with three threes;"
    " two eights beat two twos",
    ("3C 3D 3H 3S 2C", "2C 2D 2H 2S AC"): "both have four of a kind; threes beat twos",
    ("3C 3D 3H 3S 8C", "3C 3D 3H 3S 7C"): "both have four threes; the eight kicker beats the seven",
    ("TC JC QC KC AC", "9D TD JD QD KD"): "both are straight flushes; ace high beats king high",
    # two types of equal value
    ("AC KC QC JC 9C", "AD KC QC JC 9C"): "a flush beats high card",
    ("9C 8C 7C 6C 5C", "9D 8C 7C 6C 5C"): "a straight flush beats a straight",
    ("AC AD KH 9S 8S", "AH AS KC 9C 8C"): "they tie (pair of aces, then king, nine, eight):"
    " only the suits differ",
    ("AC AD KH 9S 8S", "8S 9S KH AD AC"): "they tie (pair of aces, then king, nine, eight):"
    " they are the same five cards",
}


@pytest.mark.parametrize(("hands", "sentence"), list(SENTENCES.items()))
def test_sentences(hands: tuple[str, str], sentence: str) -> None:
    assert why_it_beats(*map(Hand.of, hands)) == sentence


WORDS = {
    "QS JH 9C 7H 3D": "queen high, then jack, nine, seven, three",
    "6D 6H QD 9H 4S": "pair of sixes, then queen, nine, four",
    "JH JS TS TD 8S": "two pair, jacks and tens, then eight",
    "5S 5H 5D JH 6D": "three fives, then jack, six",
    "AC 2D 3H 4S 5C": "straight, five high",
    "AS JS 8S 6S 5S": "flush, ace high, then jack, eight, six, five",
    "7S 7H 7C JC JH": "full house, sevens over jacks",
    "4C 4D 4H 4S TD": "four fours, then ten",
    "TH 9H 8H 7H 6H": "straight flush, ten high",
}


@pytest.mark.parametrize(("cards", "words"), WORDS.items())
def test_hands_in_words(cards, words):
    assert in_words(Hand.of(cards)) == words


def test_the_better_hand_must_be_first() -> None:
    pair, flush = Hand.of("AC AD KH 9S 8S"), Hand.of("2H 4H 5H 7H 9H", player=2)
    said = error_of(PokerTableError, why_it_beats, pair, flush)
    assert said == (
        "expected the better hand first, got Player 1 - 8S 9S KH AC AD - Pair"
        " before Player 2 - 2H 4H 5H 7H 9H - Flush"
    )
