"""Rank, Suit, Card and CardComparer: what is printed on a card, and which rank is lower."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from poker_table.game.errors import CardError, PokerTableError, expect, quoted, whole_number

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
EMOJI_STYLE = "\ufe0f"  # the invisible mark that asks for a coloured ♠
A_CARD = "a card such as TH"
LONGEST_WORD = 3  # characters of a card by itself, such as 10h; a longer word may be several cards
# Both cases by name: where case is ignored, ſ passes for an S.
ONE_CARD = f"(?:10|[{RANK_LETTERS}tjqka0])[{SUIT_LETTERS}cdhs{SUIT_SYMBOLS}]{EMOJI_STYLE}?"


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
        """The one character that stands for the rank."""
        return RANK_LETTERS[self]

    @property
    def word(self) -> str:
        """The rank as an English word."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The English word for several of the rank."""
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
        """The one letter that stands for the suit."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit as it is printed on cards."""
        return SUIT_SYMBOLS[self]

    @property
    def word(self) -> str:
        """The suit as an English word."""
        return self.name.lower()


class Card:
    """A card: fixed, hashable, and with no order of its own (see CardComparer).

    Raises CardError for a rank that is not 0 to 12 or a suit that is not 0 to 3.

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
        """Return the card that a word such as TH, 10h or T♥ stands for. Raises CardError."""
        if isinstance(word, Card):
            return word
        try:
            return _CARD_OF_WORD[word.upper().removesuffix(EMOJI_STYLE)]
        except (KeyError, AttributeError, TypeError):  # the last two for what is no text at all
            raise CardError(expected=A_CARD, given=word, got=quoted(word)) from None

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


def split_words(text: str) -> list[str]:
    """Return the words of a text; cards that are written without blanks are a word each.

    >>> split_words("AhKh, 10♥ ?")
    ['Ah', 'Kh', '10♥', '?']
    """
    words = text.replace(",", " ").split()
    if all(len(word) <= LONGEST_WORD for word in words):
        return words
    return [part for word in words for part in _separated(word)]


def _separated(word: str) -> list[str]:
    """Return the cards in a word, or the word if it is not cards and nothing else."""
    cards = re.findall(ONE_CARD, word)
    return cards if "".join(cards) == word else [word]


def parse_cards(cards: str | Iterable[Card | str]) -> list[Card]:
    """Return the cards in a text, or in anything that holds cards or words. Raises CardError.

    >>> len(parse_cards("7H, 9D")), len(parse_cards(["7H", Card(7, 1)]))
    (2, 2)
    """
    if isinstance(cards, str):
        cards = split_words(cards)
    given = expect(Iterable, cards, "cards, such as '7H 9D 9H 9S TS'", CardError)
    return [Card.parse(card) for card in given]


#: All 52 cards in the order of an unshuffled deck.
CARDS = tuple(Card(rank, suit) for rank in Rank for suit in Suit)

_CARD_OF_WORD = {
    rank + suit: card
    for card in CARDS
    for rank in (card.rank.letter, *(("10", "0") if card.rank is Rank.TEN else ()))
    for suit in (card.suit.letter, card.suit.symbol)
}


def check_distinct(
    cards: Iterable[Card], error: type[PokerTableError] = PokerTableError, player: int | None = None
) -> None:
    """Raise the error if a card is there twice; it says which, and where.

    >>> check_distinct(map(Card.parse, "5H 2C 5H".split()), CardError)
    Traceback (most recent call last):
    poker_table.game.errors.CardError: 5H appears twice (cards 1 and 3)
    """
    first_seen: dict[Card, int] = {}
    for number, card in enumerate(cards, start=1):
        if first_seen.setdefault(card, number) != number:
            twice = f"{card} appears twice (cards {first_seen[card]} and {number})"
            raise error(twice, kind="a card appears twice", player=player)


class CardComparer:
    """The assignment's functor: whether the first card's rank is the lower one.

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
        """Return what `sorted` needs to order cards the same way."""
        return Card.parse(card).rank
