"""One hand of each strength, and those that begin with certain ranks."""

from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.every_strength import hands_that_begin


def test_each_of_7462_strengths_has_one_hand(every_strength: list[Hand]) -> None:
    strengths = [hand.strength for hand in every_strength]
    assert strengths == sorted(set(strengths))
    assert len(strengths) == 7462


def test_the_hands_that_begin_with_the_first_ranks_of_a_hand(every_strength: list[Hand]) -> None:
    for hand in every_strength[::200]:
        for length in range(len(hand.ranks) + 1):
            first = hand.hand_type, hand.ranks[:length]
            alike = [h for h in every_strength if (h.hand_type, h.ranks[:length]) == first]
            assert hands_that_begin(hand.hand_type, *hand.ranks[:length]) == alike


def test_no_hand_begins_with_ranks_that_do_not_occur_in_this_order() -> None:
    assert not hands_that_begin(HandType.TWO_PAIR, Rank.SIX, Rank.ACE)
    assert len(hands_that_begin(HandType.TWO_PAIR, Rank.ACE, Rank.SIX)) == 11
