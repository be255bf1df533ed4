"""Rank, Suit, Card and CardComparer, and the parsing of cards."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from poker_table.game.errors import CardError, PokerTableError, expect, whole_number
from poker_table.game.notation import (
    RANK_LETTERS,
    RANK_WORDS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    is_range,
    number_of_card,
    split_words,
)

NO_RANGES = " (ranges such as AKs and QQ+ are not read: name the cards)"


class Rank(IntEnum):
    """The rank of a card, numbered as the course numbers it: TWO is 0, ACE is 12.

    >>> Rank.TEN.letter, Rank.SIX.plural
    ('T', 'sixes')
    """

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """The rank as one character: T for ten."""
        return RANK_LETTERS[self]

    @property
    def word(self) -> str:
        """The rank as an English word."""
        return RANK_WORDS[self]

    @property
    def plural(self) -> str:
        """The plural of the English word: sixes."""
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """The suit of a card, numbered as the course numbers it: CLUBS is 0, SPADES is 3.

    >>> Suit.HEARTS.letter, Suit.HEARTS.symbol
    ('H', '♥')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit as one letter: H for hearts."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit as the symbol on playing cards: ♥."""
        return SUIT_SYMBOLS[self]

    @property
    def word(self) -> str:
        """The suit as an English word."""
        return self.name.lower()


class Card:
    """A card: immutable and hashable, without an order of its own (see CardComparer).

    Raises CardError unless the rank is from 0 to 12 and the suit from 0 to 3.

    >>> Card(Rank.TEN, Suit.HEARTS)
    Card(Rank.TEN, Suit.HEARTS)
    >>> str(Card.parse("10♥")), Card.parse("10h").with_symbol
    ('TH', 'T♥')
    """

    __slots__ = ("rank", "suit")

    rank: Rank
    suit: Suit

    def __init__(self, rank: int, suit: int) -> None:
        rank = whole_number(rank, 0, 12, "a rank from 0 to 12", CardError)
        suit = whole_number(suit, 0, 3, "a suit from 0 to 3", CardError)
        object.__setattr__(self, "rank", Rank(rank))
        object.__setattr__(self, "suit", Suit(suit))

    @staticmethod
    def parse(word: str | Card) -> Card:
        """Return the card that a word such as TH, 10h, T♥ or 🂺 describes. Raises CardError."""
        if isinstance(word, Card):
            return word
        number = number_of_card(word) if isinstance(word, str) else None
        if number is None:
            hint = NO_RANGES if isinstance(word, str) and is_range(word) else ""
            raise CardError(expected="a card such as TH", given=word, hint=hint)
        return CARDS[number]

    @property
    def index(self) -> int:
        """The card's position in an unshuffled deck, 0 to 51: 2C 2D 2H 2S 3C … AS."""
        return 4 * self.rank + self.suit

    @property
    def with_symbol(self) -> str:
        """The card with a symbol for its suit: T♥."""
        return self.rank.letter + self.suit.symbol

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card(Rank.{self.rank.name}, Suit.{self.suit.name})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.rank is other.rank and self.suit is other.suit

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[type[Card], tuple[int, int]]:
        return Card, (int(self.rank), int(self.suit))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: cannot delete {name}")


def parse_cards(cards: str | Iterable[Card | str]) -> list[Card]:
    """Return the cards of a text, or of an iterable of cards and words. Raises CardError.

    >>> len(parse_cards("7H, 9D")), len(parse_cards(["7H", Card(7, 1)]))
    (2, 2)
    """
    if isinstance(cards, str):
        cards = split_words(cards)
    expect(Iterable, cards, "cards, such as '7H 9D 9H 9S TS'", CardError)
    return [Card.parse(card) for card in cards]


#: All 52 cards in the order of an unshuffled deck.
CARDS = tuple(Card(rank, suit) for rank in Rank for suit in Suit)


def check_distinct(
    cards: Iterable[Card],
    error_class: type[PokerTableError] = PokerTableError,
    player: int | None = None,
) -> None:
    """Raise the error if a card appears twice, with the card and its two positions.

    >>> check_distinct(map(Card.parse, "5H 2C 5H".split()), CardError)
    Traceback (most recent call last):
    poker_table.game.errors.CardError: 5H appears twice (cards 1 and 3)
    """
    first_positions: dict[Card, int] = {}
    for position, card in enumerate(cards, start=1):
        first = first_positions.setdefault(card, position)
        if first != position:
            problem = f"{card} appears twice (cards {first} and {position})"
            raise error_class(problem, kind="a card appears twice", player=player)


class CardComparer:
    """The assignment's functor: compares two cards by rank alone.

    >>> CardComparer()(Card.parse("9S"), Card.parse("TC"))
    True
    >>> [str(card) for card in sorted(map(Card.parse, ["TC", "9S"]), key=CardComparer.key)]
    ['9S', 'TC']
    """

    def __call__(self, first: Card, second: Card) -> bool:
        """Return whether the first card's rank is lower."""
        return self.key(first) < self.key(second)

    @staticmethod
    def key(card: Card) -> Rank:
        """Return the rank of a card: the key by which `sorted` orders cards, lowest rank first."""
        return Card.parse(card).rank
