"""Rank and Suit, numbered as the course numbers them."""

from enum import IntEnum

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"


class Rank(IntEnum):
    """The rank of a card: TWO is 0, ACE is 12.

    >>> Rank.TEN.letter, Rank.TEN.face, Rank.SIX.plural
    ('T', '10', 'sixes')
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
        return RANK_LETTERS[self]  # a Rank is also a number

    @property
    def face(self) -> str:
        """The rank as printed on a playing card: 10 for ten."""
        return "10" if self is Rank.TEN else self.letter

    @property
    def word(self) -> str:
        """The rank as an English word."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The plural of the English word: sixes."""
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """The suit of a card: CLUBS is 0, SPADES is 3.

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
