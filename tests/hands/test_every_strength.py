"""One hand of each strength, and those that begin with certain ranks."""

from collections import defaultdict

from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.every_strength import hands_that_begin


def test_each_of_7462_strengths_has_one_hand(every_strength: list[Hand]) -> None:
    strengths = [hand.strength for hand in every_strength]
    assert strengths == sorted(set(strengths))
    assert len(strengths) == 7462


def test_the_hands_that_begin_with_the_first_ranks_of_a_hand(every_strength: list[Hand]) -> None:
    """Each hand once, under each beginning of its ranks."""
    alike: dict[tuple[HandType, ...], list[Hand]] = defaultdict(list)
    for hand in every_strength:
        for length in range(len(hand.ranks) + 1):
            alike[hand.hand_type, *hand.ranks[:length]].append(hand)
    assert all(hands_that_begin(*first) == hands for first, hands in alike.items())
    assert len(hands_that_begin(HandType.TWO_PAIR, Rank.ACE, Rank.SIX)) == 11
    assert not hands_that_begin(HandType.TWO_PAIR, Rank.SIX, Rank.ACE)  # never in this order
