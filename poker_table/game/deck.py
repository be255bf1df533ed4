"""Deck: cards in a fixed order, shuffled and dealt from the front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from poker_table.game.card import Card
from poker_table.game.cards import CARDS, check_distinct, parse_cards
from poker_table.game.errors import DeckError
from poker_table.game.random import Random


class Deck:
    """A deck of the 52 cards in order, or of the given cards (or words, such as "7H 9D").

    `print(deck)`, `len(deck)` and `for card in deck` include the cards that have been dealt;
    `cards_left` does not. Raises DeckError if a card appears twice.

    >>> deck = Deck()
    >>> str(deck.deal_next_card()), str(deck.deal_next_card()), deck.cards_left, len(deck)
    ('2C', '2D', 50, 52)
    """

    def __init__(self, cards: str | Iterable[Card | str] = CARDS) -> None:
        self.cards: tuple[Card, ...] = tuple(parse_cards(cards))
        self.cards_dealt = 0
        check_distinct(self.cards, error=DeckError)

    @staticmethod
    def shuffled(random: Random) -> Deck:
        """Return the 52 cards, shuffled.

        >>> [str(card) for card in Deck.shuffled(Random(seed=7)).cards[:5]]
        ['AD', 'TC', '9D', 'JH', 'JS']
        """
        deck = Deck()
        deck.shuffle(random)
        return deck

    @property
    def cards_left(self) -> int:
        """The number of cards that can still be dealt."""
        return len(self.cards) - self.cards_dealt

    def shuffle(self, random: Random) -> None:
        """Gather and shuffle all the cards, by Fisher and Yates's original method of 1938.

        Take a random card of those that remain, lay it down, and repeat until none remains. So
        every order is equally likely. Swapping random cards does not make it so.
        """
        remaining = list(self.cards)
        limits = range(len(remaining), 0, -1)  # 52 cards remain, then 51, … at last 1
        indexes = random.integers(limits)
        self.cards = tuple([remaining.pop(index) for index in indexes])
        self.cards_dealt = 0

    def deal_next_card(self) -> Card:
        """Return the next card from the front. Raises DeckError if all cards have been dealt."""
        if not self.cards_left:
            raise DeckError(f"no card is left of the deck's {len(self.cards)}")
        self.cards_dealt += 1
        return self.cards[self.cards_dealt - 1]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        next_five = self.cards[self.cards_dealt : self.cards_dealt + 5]
        next_cards = " ".join(map(str, next_five))
        return f"<Deck: {self.cards_left} of {len(self)} cards left, next {next_cards or 'none'}>"
