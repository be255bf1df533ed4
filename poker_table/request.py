"""Request: a hand that a player is to get, read from words such as "3: pair of aces"."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from poker_table.cards import Card, Rank, Suit
from poker_table.errors import RequestError, quoted
from poker_table.explain import type_name
from poker_table.hand import Hand, HandType
from poker_table.table import MOST_PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLE = "'3: pair of aces'"
_TYPE_WORDS = {type_name(kind).removeprefix("a "): kind for kind in reversed(HandType)}
_COUNTS = {"three": HandType.THREE_OF_A_KIND, "four": HandType.FOUR_OF_A_KIND}
_RANK_WORDS = {word: rank for rank in Rank for word in (rank.word, rank.plural)}
_SUIT_WORDS = {suit.word: suit for suit in Suit}
_PLAYERS = [str(player) for player in range(1, MOST_PLAYERS + 1)]
_ROYAL = "royal flush"
_FLUSHES = HandType.FLUSH, HandType.STRAIGHT_FLUSH
_WHOLE = HandType.STRAIGHT, *_FLUSHES  # all five cards are needed to make the type
# They help the reader, and carry nothing that the order of the ranks does not say.
_FILLERS = {"of", "and", "over", "high", "then"}


class Request:
    """A player, a hand type, and if wanted its first ranks in the order in which they count.

    The words are those in which the program itself describes a hand, cut off where it does not
    matter any more; a flush may name its suit:

        3: pair                          7: full house, kings over fours
        3: pair of aces                  7: flush, ace high, then nine
        3: pair of aces, then king       7: straight flush, nine high, in hearts
        3: ace high                      7: royal flush

    Raises RequestError for a player, a rank or a suit that there is not, or for a hand that no
    five cards make.

    >>> Request.parse("7: full house, kings over fours")
    Request(7, Full House, king, four)
    """

    def __init__(
        self,
        player: int,
        hand_type: HandType,
        ranks: Sequence[Rank] = (),
        suit: Suit | None = None,
    ) -> None:
        self.player, self.hand_type, self.ranks = player, hand_type, tuple(ranks)
        self.suit = suit
        self.hands = _hands_by_prefix().get((hand_type, self.ranks), [])
        if not self.hands:
            raise RequestError(
                "no five cards make this hand (ranks are named in the order in which they count)"
            )
        if suit is not None and not self.in_one_suit:
            raise RequestError(f"only a flush has a suit, {type_name(hand_type)} has not")

    @classmethod
    def parse(cls, text: str) -> Request:
        """Return the request that a text such as "3: pair of aces" makes."""
        player, colon, words = text.partition(":")
        if not colon:
            raise RequestError(
                f"expected a player and a hand, such as {EXAMPLE}, got {quoted(text)}"
            )
        try:
            return cls(_player(player), *_hand(words.lower().replace(",", " ").split()))
        except RequestError as error:
            raise RequestError(f"{quoted(text)}: {error}") from None

    @property
    def in_one_suit(self) -> bool:
        """Whether the hand is a flush of some kind."""
        return self.hand_type in _FLUSHES

    @property
    def patterns(self) -> list[tuple[Rank, ...]]:
        """The ranks, repeats included, that can make the hand; cards that only fill it are not in.

        >>> [rank.name for rank in Request.parse("3: pair of aces, then king").patterns[0]]
        ['KING', 'ACE', 'ACE']
        """
        return _patterns(self.hand_type, self.ranks)

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
def every_hand() -> list[Hand]:
    """Return one hand of each of the 7,462 strengths, judged by the rules themselves.

    >>> len(every_hand())
    7462
    """
    hands = []
    for ranks in combinations_with_replacement(Rank, 5):
        copies = [ranks[:i].count(rank) for i, rank in enumerate(ranks)]
        if max(copies) == 0:  # the ranks all differ: one hand in one suit, one in two
            hands.append(Hand.of(Card(rank, Suit.CLUBS) for rank in ranks))
            copies[0] = 1
        if max(copies) < len(Suit):
            hands.append(Hand.of(map(Card, ranks, copies)))
    return hands


@cache
def _hands_by_prefix() -> dict[tuple[HandType, tuple[Rank, ...]], list[Hand]]:
    """Return the hands of a type whose ranks begin in a given way, for every such way."""
    hands: dict[tuple[HandType, tuple[Rank, ...]], list[Hand]] = {}
    for hand in every_hand():
        kind, ranks = hand.hand_type, hand.ranks
        for length in range(len(ranks) + 1):
            hands.setdefault((kind, ranks[:length]), []).append(hand)
    return hands


@cache
def _patterns(kind: HandType, ranks: tuple[Rank, ...]) -> list[tuple[Rank, ...]]:
    patterns = set()
    for hand in _hands_by_prefix()[kind, ranks]:
        held = [card.rank for card in hand.cards]
        needed = held if kind in _WHOLE else [r for r in held if held.count(r) > 1 or r in ranks]
        patterns.add(tuple(needed))
    return sorted(patterns)


def _player(text: str) -> int:
    number = text.strip()
    if number in _PLAYERS:
        return int(number)
    raise RequestError(f"expected a player from 1 to {MOST_PLAYERS}, got {quoted(number)}")


def _hand(words: list[str]) -> tuple[HandType, list[Rank], Suit | None]:
    suit = None
    if "in" in words:
        at = words.index("in")
        words, suit = words[:at], _suit(words[at + 1 :])
    kind, rest = _type(words)
    return kind, [_rank(word) for word in rest if word not in _FILLERS], suit


def _type(words: list[str]) -> tuple[HandType, list[str]]:
    """Return the type that the words begin with, and the words that name its ranks."""
    text = " ".join(words)
    if text == _ROYAL:
        return HandType.STRAIGHT_FLUSH, [Rank.ACE.word]
    for phrase, kind in _TYPE_WORDS.items():
        if text == phrase or text.startswith(f"{phrase} "):
            return kind, text.removeprefix(phrase).split()
    if len(words) > 1 and words[1] == "high":
        return HandType.HIGH_CARD, words
    if len(words) > 1 and words[0] in _COUNTS:
        return _COUNTS[words[0]], words[1:]
    names = ", ".join([*_TYPE_WORDS, _ROYAL])
    raise RequestError(f"expected one of {names}, or ace high, or three aces; got {quoted(text)}")


def _rank(word: str) -> Rank:
    if word not in _RANK_WORDS:
        raise RequestError(f"expected a rank such as king or kings, got {quoted(word)}")
    return _RANK_WORDS[word]


def _suit(words: list[str]) -> Suit:
    if len(words) != 1 or words[0] not in _SUIT_WORDS:
        raise RequestError(f"expected a suit such as hearts, got {quoted(' '.join(words))}")
    return _SUIT_WORDS[words[0]]
