"""Deck: cards in a row, shuffled and dealt from the front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from poker_table.game.card import CARDS, Card, check_distinct, parse_cards
from poker_table.game.errors import DeckError, expect
from poker_table.game.notebook import NotebookDisplay
from poker_table.game.random import Random


class Deck(NotebookDisplay):
    """The 52 cards in order, or the given cards (or words, such as "7H 9D") in theirs.

    `print(deck)`, `len(deck)` and `for card in deck` take all its cards, the dealt ones too;
    `cards_left` counts those that can still be dealt. `players` is for how many it was made, None
    if nobody said so. Raises DeckError if a card is there twice.

    >>> deck = Deck()
    >>> str(deck.deal_next_card()), str(deck.deal_next_card()), deck.cards_left, len(deck)
    ('2C', '2D', 50, 52)
    """

    def __init__(
        self, cards: str | Iterable[Card | str] = CARDS, players: int | None = None
    ) -> None:
        self.cards = tuple(parse_cards(cards))
        self.cards_dealt = 0
        self.players = players
        check_distinct(self.cards, DeckError)

    @classmethod
    def shuffled(cls, random: Random) -> Deck:
        """Return the 52 cards, shuffled.

        >>> [str(card) for card in Deck.shuffled(Random(seed=7)).cards[:5]]
        ['AD', 'TC', '9D', 'JH', 'JS']
        """
        deck = cls()
        deck.shuffle(random)
        return deck

    @property
    def cards_left(self) -> int:
        """How many cards can still be dealt."""
        return len(self.cards) - self.cards_dealt

    def shuffle(self, random: Random) -> None:
        """Gather all the cards and shuffle them by Fisher and Yates's own method of 1938.

        Take a random one of the cards that remain, lay it down, again. The numbers drawn are the
        deck's Lehmer digits (52 choices, then 51, …), and every order is equally likely.
        """
        expect(Random, random, "a Random, such as Random(seed=7)", DeckError)
        remaining = list(self.cards)
        digits = random.digits(range(len(remaining), 1, -1))
        self.cards = (*[remaining.pop(digit) for digit in digits], *remaining)
        self.cards_dealt = 0

    def deal_next_card(self) -> Card:
        """Return the next card from the front. Raises DeckError when all are dealt."""
        if not self.cards_left:
            raise DeckError(f"all {len(self.cards)} cards of the deck are dealt")
        self.cards_dealt += 1
        return self.cards[self.cards_dealt - 1]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        following = " ".join(map(str, self.cards[self.cards_dealt :][:5]))
        return f"<Deck: {self.cards_left} of {len(self)} cards left, next {following or 'none'}>"
