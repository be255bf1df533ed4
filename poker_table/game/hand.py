"""Hand and HandComparer."""

from __future__ import annotations

from collections.abc import Iterable

from poker_table.game.card import Card
from poker_table.game.cards import parse_cards
from poker_table.game.errors import PokerTableError
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HAND_SIZE, STRAIGHTS, HandType, summary_value, type_and_ranks


class Hand:
    """The five cards of one player, and, after `evaluate`, their hand type and value.

    Two hands are equal if they hold the same cards, even if their players differ. Hands are mutable
    and therefore not hashable.

    >>> hand = Hand.of("9D 9H 7H TS 9S", player=2)
    >>> str(hand)
    'Player 2 - 7H 9D 9H 9S TS - Three of a Kind'
    >>> hand.value  # 7·13² + 8·13 + 5: nines, then ten, then seven
    1292
    """

    def __init__(self, player: int) -> None:
        self.player = player
        self._cards: list[Card] = []
        self._found: tuple[HandType, tuple[Rank, ...]] | None = None  # until it is evaluated

    @staticmethod
    def of(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
        """Return an evaluated hand of the given cards, words, or text such as "7H 9D 9H 9S TS".

        Raises CardError for a word that is not a card, and PokerTableError unless there are five
        different cards.
        """
        hand = Hand(player)
        for card in parse_cards(cards):
            hand.add_card(card)
        hand.evaluate()
        return hand

    def add_card(self, card: Card | str) -> None:
        """Add a card. Raises PokerTableError if the hand is full or already has the card."""
        card = Card.parse(card)  # of a word; a card stays as it is
        if len(self._cards) == HAND_SIZE:
            got = f"a sixth: {card}"
            raise PokerTableError(expected="five cards", got=got, player=self.player)
        if card in self._cards:
            positions = f"cards {self._cards.index(card) + 1} and {len(self._cards) + 1}"
            raise PokerTableError(f"{card} appears twice ({positions})", player=self.player)
        self._cards.append(card)

    def evaluate(self) -> None:
        """Find the hand type, and the ranks that make the value.

        Raises PokerTableError unless there are five cards.
        """
        if len(self._cards) != HAND_SIZE:
            raise PokerTableError(expected="five cards", got=len(self._cards), player=self.player)
        self._found = type_and_ranks(self._cards)

    @property
    def is_evaluated(self) -> bool:
        """Whether `evaluate` has been called."""
        return self._found is not None

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards in the order in which they were added."""
        return tuple(self._cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards by rank, lowest first, and within a rank: clubs, diamonds, hearts, spades."""
        return tuple(sorted(self._cards, key=lambda card: card.index))  # CardComparer has no suits

    @property
    def cards_by_importance(self) -> tuple[Card, ...]:
        """The cards, the most important rank first; in A 2 3 4 5 the ace is last."""
        _, all_ranks = self._evaluation()
        return tuple(sorted(self._cards, key=lambda card: (all_ranks.index(card.rank), card.suit)))

    @property
    def hand_type(self) -> HandType:
        """The type of the hand."""
        return self._evaluation()[0]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The distinct ranks that order hands of this type, the most important first.

        In a straight only the highest rank counts.
        """
        hand_type, all_ranks = self._evaluation()
        return all_ranks[:1] if hand_type in STRAIGHTS else all_ranks

    @property
    def value(self) -> int:
        """The base-13 number with `ranks` as digits; of hands of one type, the greater wins."""
        return summary_value(self.ranks)

    @property
    def strength(self) -> int:
        """Type and value in one integer: of any two hands, the one with the greater wins."""
        return 13**5 * self.hand_type + self.value  # a value has at most five base-13 digits

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented  # so Python tries `other == self`
        return set(self._cards) == set(other._cards)

    def __lt__(self, other: object) -> bool:  # forbidden: of two hands that tie, which is less?
        raise TypeError("hands have no < or >: compare their strength, or use key=HandComparer.key")

    def __str__(self) -> str:
        line = f"Player {self.player} - {' '.join(map(str, self.cards))}"
        return f"{line} - {self.hand_type.label}" if self.is_evaluated else line

    def __repr__(self) -> str:
        return f"<Hand: {self}>"

    def _evaluation(self) -> tuple[HandType, tuple[Rank, ...]]:
        if self._found is None:
            raise PokerTableError("the hand has not been evaluated", player=self.player)
        return self._found


class HandComparer:
    """Compares two hands by type, then by value; it is called like a function. Suits never count.

    >>> straight, pair = Hand.of("2C 3D 4H 5S AC"), Hand.of("AD AH KD QS JC")
    >>> is_lower = HandComparer()
    >>> is_lower(pair, straight)
    True
    >>> max(pair, straight, key=HandComparer.key).hand_type
    <HandType.STRAIGHT: 4>
    """

    def __call__(self, first: Hand, second: Hand) -> bool:
        """Return whether the first hand is lower."""
        return self.key(first) < self.key(second)

    @staticmethod
    def key(hand: Hand) -> int:
        """Return the strength of a hand: the key by which `sorted` orders hands, weakest first."""
        return hand.strength  # its type, then its value
