"""Card and CardComparer."""

from __future__ import annotations  # an annotation may name the class that it stands in

from poker_table.game.errors import CardError, number_in_range
from poker_table.game.notation import number_of_card
from poker_table.game.rank_and_suit import Rank, Suit


class Card:
    """A card: it never changes, so it can be in a set; it has no order (see CardComparer).

    Raises CardError unless the rank is from 0 to 12 and the suit from 0 to 3.

    >>> Card(Rank.TEN, Suit.HEARTS)
    Card(Rank.TEN, Suit.HEARTS)
    >>> str(Card.parse("10♥")), Card.parse("10h").with_symbol
    ('TH', '10♥')
    """

    def __init__(self, rank: int, suit: int) -> None:
        number_in_range(rank, 0, 12, "a rank from 0 to 12", CardError)
        number_in_range(suit, 0, 3, "a suit from 0 to 3", CardError)
        self._rank = Rank(rank)
        self._suit = Suit(suit)

    @staticmethod
    def parse(name: str | Card) -> Card:
        """Return the card with a name such as TH, 10h, T♥ or 🂺. Raises CardError."""
        if isinstance(name, Card):
            return name
        number = number_of_card(name)
        return Card(number // 4, number % 4)

    @property
    def rank(self) -> Rank:
        """The rank, which cannot be changed."""
        return self._rank

    @property
    def suit(self) -> Suit:
        """The suit, which cannot be changed."""
        return self._suit

    @property
    def index(self) -> int:
        """The card's position in an unshuffled deck, 0 to 51: 2C 2D 2H 2S 3C … AS."""
        return 4 * self._rank + self._suit

    @property
    def with_symbol(self) -> str:
        """The card as printed on it: 10♥."""
        return self.rank.face + self.suit.symbol

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card(Rank.{self.rank.name}, Suit.{self.suit.name})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented  # so Python tries `other == self`
        return self.index == other.index

    def __hash__(self) -> int:
        return self.index  # a number that equal cards share, for `set` and `dict`


class CardComparer:
    """Compares two cards by rank alone; it is called like a function.

    >>> is_lower = CardComparer()
    >>> is_lower(Card.parse("9S"), Card.parse("TC"))
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
        return card.rank
