"""Request: the hand that a player is to be dealt, parsed from words such as "3: pair of aces"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations

from poker_table.game.errors import PokerTableError, quoted
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType
from poker_table.hands.every_strength import hands_that_begin
from poker_table.hands.types import FACTS

# Regular expressions for the beginning of a request, each with its type and the ranks it implies.
_SPELLINGS: dict[str, tuple[HandType, list[str]]] = {
    r"royal( ?flush)?": (HandType.STRAIGHT_FLUSH, ["ace"]),
    r"wheel|straight ?ace ?low": (HandType.STRAIGHT, ["five"]),
    **{facts.spelling: (hand_type, []) for hand_type, facts in reversed(FACTS.items())},
    r"three(?= )": (HandType.THREE_OF_A_KIND, []),
    r"four(?= )": (HandType.FOUR_OF_A_KIND, []),
}
_RANKS = {name: rank for rank in Rank for name in (rank.word, rank.plural)}
_RANKS |= {f"{rank.letter.lower()}{s}": rank for rank in Rank for s in ("", "s")}
_RANKS |= {"10": Rank.TEN, "10s": Rank.TEN}
del _RANKS["a"]  # "a king kicker" does not name an ace
_SUITS = {suit.word: suit for suit in Suit}
_PLAYERS = {str(player): player for player in range(1, MOST_PLAYERS + 1)}
# Words that are ignored, because the order of the ranks says the same.
_FILLERS = {"of", "and", "over", "full", "high", "then", "with", "kicker", "in"}


class Request:
    """A player, a hand type and optionally its first ranks, the most important first.

    `hands` has one hand of each strength that meets the request. Raises PokerTableError for a hand
    that no five cards make, and for a suit if the type is not a flush.

    >>> Request.parse("3: pair of aces, then king")
    Request(3, Pair, ace, king)
    """

    def __init__(
        self, player: int, hand_type: HandType, ranks: Sequence[Rank] = (), suit: Suit | None = None
    ) -> None:
        self.player: int = player
        self.hand_type: HandType = hand_type
        self.ranks: tuple[Rank, ...] = tuple(ranks)
        self.suit: Suit | None = suit
        self.hands: list[Hand] = hands_that_begin(hand_type, *self.ranks)
        if not self.hands:
            raise PokerTableError(_why_no_hand(hand_type, self.ranks))
        if suit is not None and hand_type not in FLUSHES:
            raise PokerTableError(f"only a flush can have a suit, not {FACTS[hand_type].name}")

    @classmethod
    def parse(cls, text: str) -> Request:
        """Return the request in a text such as "3: pair of aces". Raises PokerTableError."""
        player, _, words = text.lower().partition(":")
        if not words.strip():
            expected = "a player and a hand, together in quotes, such as '3: pair of aces'"
            raise PokerTableError(expected=expected, given=text)
        try:
            player = player.strip().removeprefix("player ").lstrip()
            number = _look_up(player, _PLAYERS, f"a player from 1 to {MOST_PLAYERS}")
            hand = " ".join(words.replace(",", " ").split())
            hand_type, names = _parse_type(hand.removeprefix("a "))
            suit = _SUITS[names.pop()] if names and names[-1] in _SUITS else None
            expected = "a rank such as king, or at the end a suit such as hearts"
            ranks = [Rank(_look_up(name, _RANKS, expected)) for name in names]
            return cls(number, hand_type, ranks, suit)
        except PokerTableError as error:
            raise PokerTableError(error, name=quoted(text)) from None

    def is_met_by(self, hand: Hand) -> bool:
        """Return whether a hand has the requested type, ranks and suit."""
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


def _why_no_hand(hand_type: HandType, ranks: tuple[Rank, ...]) -> str:
    """Return the error message, which gives the right order of the ranks if there is one."""
    for order in permutations(ranks) if len(ranks) <= HAND_SIZE else ():
        if hands_that_begin(hand_type, *order):
            in_order = ", ".join(rank.word for rank in order)
            return f"expected the ranks in the order in which they count: {in_order}"
    return "no five cards make this hand"


def _parse_type(text: str) -> tuple[HandType, list[str]]:
    """Return the type at the beginning of a text, and the names of ranks and suit after it."""
    if re.match(r"\w+ high(?!\S)", text):
        return HandType.HIGH_CARD, [word for word in text.split() if word not in _FILLERS]
    for spelling, (hand_type, ranks) in _SPELLINGS.items():
        if match := re.match(rf"({spelling})(?!\S)", text):
            words = [*ranks, *text[match.end() :].split()]
            return hand_type, [word for word in words if word not in _FILLERS]
    types = ", ".join(str(hand_type).lower() for hand_type in HandType)
    expected = "a hand such as pair of aces, three aces, ace high, wheel or royal flush"
    raise PokerTableError(expected=expected, given=text, hint=f" (the types are {types})")


def _look_up(word: str, names: Mapping[str, int], expected: str) -> int:
    if word not in names:
        raise PokerTableError(expected=expected, given=word)
    return names[word]
