"""Requests for hands: valid ones, such as every hand in words, and invalid ones."""

import re

import pytest
from program import error_of

from poker_table.cli.commands.decks import ORDERS
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.hands.in_words import in_words
from poker_table.order.request import Request


def test_a_hand_in_words_is_a_request_for_its_strength(every_strength: list[Hand]) -> None:
    for hand in every_strength:
        request = Request.parse(f"3: {in_words(hand)}")
        assert (request.hand_type, request.ranks) == (hand.hand_type, hand.ranks)
        assert request.is_met_by(hand)
        assert [other.strength for other in request.hands] == [hand.strength]


MEANINGS = {
    "Pair": ["3: pair", "3: a pair", "Player 3: one pair"],
    "Pair, ace": [" 3 :  PAIR OF ACES "],
    "Pair, nine, king": ["3: pair of 9s with king kicker"],
    "High Card": ["3: high card"],
    "High Card, king": ["3: a king high"],
    "High Card, ace, nine": ["3: ace high, then nine"],
    "Two Pair": ["3: two pair"],
    "Two Pair, ace, six": ["3: two pair, aces and sixes", "3: two pairs, aces and sixes"],
    "Three of a Kind": ["3: three of a kind", "player  3: trips"],
    "Three of a Kind, three": ["3: three threes"],
    "Three of a Kind, nine": ["3: 3 of a kind, nines", "3: set of nines"],
    "Straight, five": ["3: wheel", "3: straight, ace low"],
    "Straight, six": ["3: straight, six high"],
    "Straight, nine": ["3: straight, 9 high"],
    "Straight, ace": ["3: straight, ace high"],
    "Flush, in hearts": ["3: flush in hearts", "3: flush of hearts"],
    "Flush, in clubs": ["3: flush, clubs"],
    "Flush, ace, in clubs": ["3: flush, ace high, in clubs"],
    "Full House": ["3: fullhouse"],
    "Full House, king": ["3: full house, kings"],
    "Full House, ten, ace": ["3: full house, 10s over As"],
    "Full House, ace, king": ["3: full house aces full of kings"],
    "Four of a Kind": ["3: four of a kind", "3: quads"],
    "Four of a Kind, four, ace": ["3: four fours, then ace"],
    "Four of a Kind, ten, king": ["3: four Ts, then K"],
    "Straight Flush": ["3: straight flush"],
    "Straight Flush, nine": ["3: straightflush, nine high"],
    "Straight Flush, ace": ["3: royal"],
    "Straight Flush, ace, in spades": ["3: royal flush in spades"],
}


@pytest.mark.parametrize(("meant", "texts"), MEANINGS.items())
def test_valid_requests(meant: str, texts: list[str]) -> None:
    for text in texts:
        assert repr(Request.parse(text)) == f"Request(3, {meant})"


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


def test_the_examples_of_the_help_are_read() -> None:
    """A request that cannot be read, or that no hand meets, raises an error."""
    examples = re.findall(r"3: .*?(?=  |$)", ORDERS, re.MULTILINE)
    assert [Request.parse(example).player for example in examples] == [3] * 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0: pair", "expected a player from 1 to 10, got '0'"),
        ("11: pair", "expected a player from 1 to 10, got '11'"),
        ("x\n: pair", "expected a player from 1 to 10, got 'x'"),
        ("3: ,", NO_HAND("''")),
        ("3: 7s and 4s", NO_HAND("'7s and 4s'")),
        ("3: pear of aces", NO_HAND("'pear of aces'")),
        ("3: three", NO_HAND("'three'")),
        ("3: flushes", NO_HAND("'flushes'")),
        ("3: wheelbarrow", NO_HAND("'wheelbarrow'")),
        ("3: pair of A", NO_RANK("'a'")),
        ("3: pair of tens, a king", NO_RANK("'a'")),
        ("3: flush in heart", NO_RANK("'heart'")),
        ("3: flush in hearts, then nine", NO_RANK("'hearts'")),
        ("3: pair in hearts", "only a flush can have a suit, not a pair"),
        ("3: wheel in hearts", "only a flush can have a suit, not a straight"),
        ("3: straight, four high", NO_SUCH),
        ("3: four high", NO_SUCH),
        ("3: flush, six high", NO_SUCH),
        ("3: pair of aces, then ace", NO_SUCH),
        ("3: two pair, sixes and aces", IN_ORDER("ace, six")),
        ("3: pair of aces, then queen, king", IN_ORDER("ace, king, queen")),
        ("3: flush, 9 high, then ace, in clubs", IN_ORDER("ace, nine")),
    ],
)
def test_invalid_requests(text: str, message: str) -> None:
    shown = text.replace("\n", r"\n")
    assert error_of(PokerTableError, Request.parse, text) == f"'{shown}': {message}"
    for text in "pair", "2:", "":
        assert error_of(PokerTableError, Request.parse, text) == NO_REQUEST(f"'{text}'")
