"""Dealing cards to players, and Showdown: the hands ordered best to worst."""

from collections.abc import Iterable, Iterator

from poker_table.game.deck import Deck
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.players import player_numbers, players_of
from poker_table.game.rules import HAND_SIZE


def deal(deck: Deck, players: int | None = None) -> list[Hand]:
    """Deal one card to each player in turn, five times, and return the hands in player order.

    The default number of players is the number that the deck was made for, or ten if that is
    unknown. Raises PokerTableError unless there are 1 to 10 players, and DeckError if the deck runs
    out of cards.

    >>> print(deal(Deck(), players=3)[1])
    Player 2 - 2D 3C 3S 4H 5D
    """
    count = players_of(deck) if players is None else players
    hands = [Hand(player) for player in player_numbers(count)]
    for _ in range(HAND_SIZE):
        for hand in hands:
            hand.add_card(deck.deal_next_card())
    return hands


class Showdown:
    """Evaluated hands, ordered best to worst, each with its place.

    Hands of the same strength tie: they share a place and are ordered by player number.

    >>> showdown = Showdown([Hand.of("AC KD QH JS 9C", 1), Hand.of("2C 2D 3H 4S 5C", 2)])
    >>> for place, hand in showdown:
    ...     print(place, hand)
    1 Player 2 - 2C 2D 3H 4S 5C - Pair
    2 Player 1 - 9C JS QH KD AC - High Card
    >>> print(showdown)  # as the assignment prints it
    Player 2 - 2C 2D 3H 4S 5C - Pair
    Player 1 - 9C JS QH KD AC - High Card
    """

    def __init__(self, hands: Iterable[Hand]) -> None:
        self.hands: list[Hand] = sorted(hands, key=lambda hand: hand.player)
        for hand in self.hands:
            hand.evaluate()
        self.hands.sort(key=HandComparer.key, reverse=True)  # ties stay by player
        strengths = [hand.strength for hand in self.hands]
        # The place of a hand is that of the first hand of its strength: 1, 2, 2, 4 …
        self.places: list[int] = [strengths.index(strength) + 1 for strength in strengths]

    def __iter__(self) -> Iterator[tuple[int, Hand]]:
        # Called by the loop `for place, hand in showdown`.
        return zip(self.places, self.hands, strict=True)

    def __str__(self) -> str:
        return "\n".join(map(str, self.hands))

    def __repr__(self) -> str:
        best = self.hands[0] if self.hands else "none"
        return f"<Showdown: best of {len(self.hands)}: {best}>"
