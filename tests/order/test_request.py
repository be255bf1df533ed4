"""Requests for hands: valid ones, such as every hand in words, and invalid ones."""

import pytest
from program import error_of

from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HandType
from poker_table.hands.in_words import in_words
from poker_table.order.request import Request


def test_a_hand_in_words_is_a_request_for_its_strength(every_strength: list[Hand]) -> None:
    for hand in every_strength:
        request = Request.parse(f"3: {in_words(hand)}")
        assert (request.hand_type, request.ranks) == (hand.hand_type, hand.ranks)
        assert request.is_met_by(hand)
        assert [other.strength for other in request.hands] == [hand.strength]


@pytest.mark.parametrize(
    ("text", "hand_type", "ranks", "suit"),
    [
        ("3: pair", HandType.PAIR, (), None),
        (" 3 :  PAIR OF ACES ", HandType.PAIR, (Rank.ACE,), None),
        ("3: high card", HandType.HIGH_CARD, (), None),
        ("3: ace high, then nine", HandType.HIGH_CARD, (Rank.ACE, Rank.NINE), None),
        ("3: two pair", HandType.TWO_PAIR, (), None),
        ("3: two pair, aces and sixes", HandType.TWO_PAIR, (Rank.ACE, Rank.SIX), None),
        ("3: three of a kind", HandType.THREE_OF_A_KIND, (), None),
        ("3: three threes", HandType.THREE_OF_A_KIND, (Rank.THREE,), None),
        ("3: straight, six high", HandType.STRAIGHT, (Rank.SIX,), None),
        ("3: flush in hearts", HandType.FLUSH, (), Suit.HEARTS),
        ("3: flush, ace high, in clubs", HandType.FLUSH, (Rank.ACE,), Suit.CLUBS),
        ("3: full house, kings", HandType.FULL_HOUSE, (Rank.KING,), None),
        ("3: four of a kind", HandType.FOUR_OF_A_KIND, (), None),
        ("3: four fours, then ace", HandType.FOUR_OF_A_KIND, (Rank.FOUR, Rank.ACE), None),
        ("3: straight flush", HandType.STRAIGHT_FLUSH, (), None),
        ("3: royal flush in spades", HandType.STRAIGHT_FLUSH, (Rank.ACE,), Suit.SPADES),
        ("3: royal", HandType.STRAIGHT_FLUSH, (Rank.ACE,), None),
        ("3: 3 of a kind, nines", HandType.THREE_OF_A_KIND, (Rank.NINE,), None),
        ("3: a pair", HandType.PAIR, (), None),
        ("3: a king high", HandType.HIGH_CARD, (Rank.KING,), None),
        ("3: wheel", HandType.STRAIGHT, (Rank.FIVE,), None),
        ("3: two pairs, aces and sixes", HandType.TWO_PAIR, (Rank.ACE, Rank.SIX), None),
        ("3: pair of 9s with king kicker", HandType.PAIR, (Rank.NINE, Rank.KING), None),
        ("3: full house, 10s over As", HandType.FULL_HOUSE, (Rank.TEN, Rank.ACE), None),
        ("3: straight, 9 high", HandType.STRAIGHT, (Rank.NINE,), None),
        ("Player 3: one pair", HandType.PAIR, (), None),
        ("player  3: trips", HandType.THREE_OF_A_KIND, (), None),
        ("3: set of nines", HandType.THREE_OF_A_KIND, (Rank.NINE,), None),
        ("3: quads", HandType.FOUR_OF_A_KIND, (), None),
        ("3: fullhouse", HandType.FULL_HOUSE, (), None),
        ("3: full house aces full of kings", HandType.FULL_HOUSE, (Rank.ACE, Rank.KING), None),
        ("3: straightflush, nine high", HandType.STRAIGHT_FLUSH, (Rank.NINE,), None),
        ("3: straight, ace low", HandType.STRAIGHT, (Rank.FIVE,), None),
        ("3: straight, ace high", HandType.STRAIGHT, (Rank.ACE,), None),
        ("3: flush of hearts", HandType.FLUSH, (), Suit.HEARTS),
        ("3: flush, clubs", HandType.FLUSH, (), Suit.CLUBS),
        ("3: four Ts, then K", HandType.FOUR_OF_A_KIND, (Rank.TEN, Rank.KING), None),
    ],
)
def test_valid_requests(
    text: str, hand_type: HandType, ranks: tuple[Rank, ...], suit: Suit | None
) -> None:
    request = Request.parse(text)
    assert request.player == 3
    assert (request.hand_type, request.ranks, request.suit) == (hand_type, ranks, suit)


NO_HAND = (
    "expected a hand such as pair of aces, three aces, ace high, wheel or royal flush, got {}"
    " (the types are high card, pair, two pair, three of a kind, straight, flush, full house,"
    " four of a kind, straight flush)"
).format
NO_SUCH = "no five cards make this hand"
NO_RANK = "expected a rank such as king, or at the end a suit such as hearts, got {}".format
NO_REQUEST = (
    "expected a player and a hand, together in quotes, such as '3: pair of aces', got {}"
).format
IN_ORDER = "expected the ranks in the order in which they count: {}".format


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pair", NO_REQUEST("'pair'")),
        ("2:", NO_REQUEST("'2:'")),
        ("", NO_REQUEST("''")),
        ("0: pair", "'0: pair': expected a player from 1 to 10, got '0'"),
        ("11: pair", "'11: pair': expected a player from 1 to 10, got '11'"),
        ("x\n: pair", r"'x\n: pair': expected a player from 1 to 10, got 'x'"),
        ("3: ,", "'3: ,': " + NO_HAND("''")),
        ("3: 7s and 4s", "'3: 7s and 4s': " + NO_HAND("'7s and 4s'")),
        ("3: pear of aces", "'3: pear of aces': " + NO_HAND("'pear of aces'")),
        ("3: three", "'3: three': " + NO_HAND("'three'")),
        ("3: flushes", "'3: flushes': " + NO_HAND("'flushes'")),
        ("3: pair of A", "'3: pair of A': " + NO_RANK("'a'")),
        ("3: pair in hearts", "'3: pair in hearts': only a flush can have a suit, not a pair"),
        ("3: pair of tens, a king", "'3: pair of tens, a king': " + NO_RANK("'a'")),
        ("3: wheelbarrow", "'3: wheelbarrow': " + NO_HAND("'wheelbarrow'")),
        ("3: wheel in hearts",
         "'3: wheel in hearts': only a flush can have a suit, not a straight"),
        ("3: flush in heart", "'3: flush in heart': " + NO_RANK("'heart'")),
        ("3: flush in hearts, then nine",
         "'3: flush in hearts, then nine': " + NO_RANK("'hearts'")),
        ("3: straight, four high", f"'3: straight, four high': {NO_SUCH}"),
        ("3: four high", f"'3: four high': {NO_SUCH}"),
        ("3: two pair, sixes and aces", "'3: two pair, sixes and aces': " + IN_ORDER("ace, six")),
        ("3: pair of aces, then queen, king",
         "'3: pair of aces, then queen, king': " + IN_ORDER("ace, king, queen")),
        ("3: flush, 9 high, then ace, in clubs",
         "'3: flush, 9 high, then ace, in clubs': " + IN_ORDER("ace, nine")),
        ("3: pair of aces, then ace", f"'3: pair of aces, then ace': {NO_SUCH}"),
        ("3: flush, six high", f"'3: flush, six high': {NO_SUCH}"),
    ],
)  # fmt: skip
def test_invalid_requests(text: str, message: str) -> None:
    assert error_of(PokerTableError, Request.parse, text) == message


def test_repr_shows_the_request() -> None:
    assert repr(Request.parse("3: royal flush in clubs")) == (
        "Request(3, Straight Flush, ace, in clubs)"
    )
