"""Request: a hand that a player is to get, read from words such as "3: pair of aces"."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from poker_table.game.card import Rank, Suit
from poker_table.game.errors import PokerTableError, expect, quoted
from poker_table.game.hand import FLUSHES, Hand, HandType
from poker_table.game.table import MOST_PLAYERS
from poker_table.hands.best_five import hand_of_each_strength
from poker_table.hands.explanation import card_groups
from poker_table.hands.types import SPELLINGS, TYPE_NAMES

# What a request may begin with, and the ranks that are named by it already.
_BEGINNINGS: dict[str, tuple[HandType, list[str]]] = {
    r"royal( ?flush)?": (HandType.STRAIGHT_FLUSH, ["ace"]),
    r"wheel|straight ?ace ?low": (HandType.STRAIGHT, ["five"]),
    **{spelling: (hand_type, []) for hand_type, spelling in reversed(SPELLINGS.items())},
    r"three(?= )": (HandType.THREE_OF_A_KIND, []),
    r"four(?= )": (HandType.FOUR_OF_A_KIND, []),
}
_RANKS = {name: rank for rank in Rank for name in (rank.word, rank.plural)}
_RANKS |= {f"{rank.letter.lower()}{s}": rank for rank in Rank for s in ("", "s")}
_RANKS |= {"10": Rank.TEN, "10s": Rank.TEN}
del _RANKS["a"]  # "a king kicker" is no ace
_SUITS = {suit.word: suit for suit in Suit}
_PLAYERS = {str(player): player for player in range(1, MOST_PLAYERS + 1)}
# They help the reader; the order of the ranks says the same.
_FILLERS = {"of", "and", "over", "full", "high", "then", "with", "kicker", "in"}


class Request:
    """A player, a hand type, and if wanted its first ranks in the order in which they count.

    `hands` are those that would do, one of each strength.

    Raises PokerTableError for what does not exist, or for a hand that no five cards make.

    >>> request = Request.parse("3: pair of aces, then king")
    >>> request, [[rank.word for rank in pattern] for pattern in request.patterns]
    (Request(3, Pair, ace, king), [['king', 'ace', 'ace']])
    """

    def __init__(
        self, player: int, hand_type: HandType, ranks: Sequence[Rank] = (), suit: Suit | None = None
    ) -> None:
        self.player, self.hand_type, self.ranks = player, hand_type, tuple(ranks)
        self.suit, self.in_one_suit = suit, hand_type in FLUSHES
        self.hands = _hands_by_prefix().get((hand_type, self.ranks), [])
        if not self.hands:
            raise PokerTableError(_why_no_hand(hand_type, self.ranks))
        if suit is not None and not self.in_one_suit:
            raise PokerTableError(f"only a flush has a suit, {TYPE_NAMES[hand_type]} has not")

    @cached_property
    def patterns(self) -> list[tuple[Rank, ...]]:
        """The ranks that make each of the hands, repeats included, without mere fillers."""
        patterns = set()
        for hand in self.hands:
            ranks = [(card.rank, len(group) > 1) for group in card_groups(hand) for card in group]
            patterns.add(tuple(sorted(rank for rank, many in ranks if many or rank in self.ranks)))
        return sorted(patterns)

    @classmethod
    def parse(cls, text: str) -> Request:
        """Return the request that a text such as "3: pair of aces" makes."""
        text = expect(str, text, "a request in words, such as '3: pair of aces'")
        player, _, words = text.lower().partition(":")
        if not words.strip():
            expected = "a player and a hand, together in quotes, such as '3: pair of aces'"
            raise PokerTableError(expected=expected, given=text)
        try:
            seat = player.strip().removeprefix("player ").lstrip()
            number = _meant(seat, _PLAYERS, f"a player from 1 to {MOST_PLAYERS}")
            hand = " ".join(words.replace(",", " ").split())
            hand_type, names = _type_and_words(hand.removeprefix("a "))
            suit = _SUITS[names.pop()] if names and names[-1] in _SUITS else None
            expected = "a rank such as king, or last a suit such as hearts"
            ranks = [Rank(_meant(name, _RANKS, expected)) for name in names]
            return cls(number, hand_type, ranks, suit)
        except PokerTableError as error:
            raise error.at(PokerTableError, name=quoted(text)) from None

    def granted(self, hand: Hand) -> bool:
        """Return whether a hand is what is asked for."""
        return (
            hand.hand_type == self.hand_type
            and hand.ranks[: len(self.ranks)] == self.ranks
            and self.suit in (None, hand.cards[0].suit)
        )

    def __repr__(self) -> str:
        parts = [str(self.player), str(self.hand_type), *(rank.word for rank in self.ranks)]
        if self.suit is not None:
            parts.append(f"in {self.suit.word}")
        return f"Request({', '.join(parts)})"


@cache
def _hands_by_prefix() -> dict[tuple[HandType, tuple[Rank, ...]], list[Hand]]:
    """Return the hands of a type whose ranks begin in a given way, for every such way."""
    hands: dict[tuple[HandType, tuple[Rank, ...]], list[Hand]] = {}
    for hand in hand_of_each_strength():
        for length in range(len(hand.ranks) + 1):
            hands.setdefault((hand.hand_type, hand.ranks[:length]), []).append(hand)
    return hands


def _why_no_hand(hand_type: HandType, ranks: tuple[Rank, ...]) -> str:
    """Return the order in which the ranks make a hand, as close as possible to that given."""
    orders = [order for other, order in _hands_by_prefix() if other is hand_type]
    orders = [order for order in orders if sorted(order) == sorted(ranks)]
    if not orders:
        return "no five cards make this hand"
    right = max(orders, key=lambda order: list(map(operator.eq, order, ranks)))
    in_order = ", ".join(rank.word for rank in right)
    return f"the ranks are named in the order in which they count: {in_order}"


def _type_and_words(text: str) -> tuple[HandType, list[str]]:
    """Return the type that a text begins with, and the words that say more of the hand."""
    if re.match(r"\w+ high(?!\S)", text):
        return HandType.HIGH_CARD, [word for word in text.split() if word not in _FILLERS]
    for spelling, (hand_type, ranks) in _BEGINNINGS.items():
        if match := re.match(rf"({spelling})(?!\S)", text):
            words = [*ranks, *text[match.end() :].split()]
            return hand_type, [word for word in words if word not in _FILLERS]
    types = ", ".join(str(hand_type).lower() for hand_type in HandType)
    expected = "a hand such as pair of aces, three aces, ace high, wheel or royal flush"
    raise PokerTableError(expected=expected, given=text, hint=f" (the types are {types})")


def _meant(word: str, names: Mapping[str, int], expected: str) -> int:
    if word not in names:
        raise PokerTableError(expected=expected, given=word)
    return names[word]
