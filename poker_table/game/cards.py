"""All 52 cards, and the cards of a text."""

from collections.abc import Iterable

from poker_table.game.card import Card
from poker_table.game.errors import PokerTableError
from poker_table.game.notation import split_words
from poker_table.game.rank_and_suit import Rank, Suit

#: All 52 cards in the order of an unshuffled deck.
CARDS = tuple(Card(rank, suit) for rank in Rank for suit in Suit)


def parse_cards(cards: str | Iterable[Card | str]) -> list[Card]:
    """Return the cards of a text, or of an iterable of cards and words. Raises CardError.

    >>> len(parse_cards("7H, 9D")), len(parse_cards(["7H", Card(7, 1)]))
    (2, 2)
    """
    words = split_words(cards) if isinstance(cards, str) else cards
    return [Card.parse(word) for word in words]


def check_distinct(cards: Iterable[Card], error: type[PokerTableError] = PokerTableError) -> None:
    """Raise the error if a card appears twice, with the card and its two positions.

    >>> check_distinct(map(Card.parse, "5H 2C 5H".split()))
    Traceback (most recent call last):
    poker_table.game.errors.PokerTableError: 5H appears twice (cards 1 and 3)
    """
    positions: dict[Card, int] = {}
    for position, card in enumerate(cards, start=1):
        if card in positions:
            problem = f"{card} appears twice (cards {positions[card]} and {position})"
            raise error(problem, expected="each card once")  # what such errors have in common
        positions[card] = position
