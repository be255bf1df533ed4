"""How a program interprets deck files: the one hypothesis that explains its output on all decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE

Cards = tuple[Card, ...]


class Interpretation(NamedTuple):
    """A hypothesis of how a program interprets deck files. The default is the right way."""

    in_a_row: bool = False  # it deals the first five cards to the first player, and so on
    backward: bool = False  # it deals from the end of the deck
    ranks: int = 0  # the number that it adds to the rank of each card
    skipped: int = 0  # the number of cards that it leaves out first
    first_player: int = 1  # the number that it gives the first player
    suits: tuple[Suit, ...] = tuple(Suit)  # how it reads clubs, diamonds, hearts and spades

    def deal(self, deck: Sequence[Card]) -> list[Cards]:
        """Return the players' hands, in seat order, when the deck is interpreted like this.

        >>> deck = [Card.parse(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
        >>> " ".join(map(str, Interpretation(in_a_row=True, ranks=1).deal(deck)[0]))
        '3C 4C 5C 6C 7C'
        """
        cards = [*(deck[::-1] if self.backward else deck)][self.skipped :]
        if self.ranks or self.suits != tuple(Suit):
            cards = [
                Card(Rank((card.rank + self.ranks) % len(Rank)), self.suits[card.suit])
                for card in cards
            ]
        if self.in_a_row:
            return [tuple(cards[n * HAND_SIZE :][:HAND_SIZE]) for n in range(MOST_PLAYERS)]
        return [tuple(cards[n::MOST_PLAYERS][:HAND_SIZE]) for n in range(MOST_PLAYERS)]

    @property
    def new_suits(self) -> tuple[Suit, ...] | None:
        """The program's own order of the suits, which is no fault; None if it is the usual one."""
        is_order = self.suits != tuple(Suit) and set(self.suits) == set(Suit)
        return self.suits if is_order else None


BY_THE_RULES = Interpretation()
#: For the deck of each table, the cards that are printed for some of its players.
PrintedCards = Sequence[tuple[Sequence[Card], Mapping[int, Cards]]]


def find_interpretation(printed: PrintedCards) -> Interpretation:
    """Return the interpretation that explains the most printed hands; among equals, the simplest.

    A wrong interpretation must explain at least half of them. If none does, the right one is
    returned.
    """
    players = {player for _, hands in printed for player in hands}
    first_player = 0 if 0 in players and MOST_PLAYERS not in players else 1
    count = sum(len(hands) for _, hands in printed)
    best, most_explained = Interpretation(first_player=first_player), 0
    ways = [*product((0, 1), (False, True), (False, True))]
    for ranks, (skipped, in_a_row, backward) in product(range(len(Rank)), ways):
        if ranks and skipped:
            continue
        tried = Interpretation(in_a_row, backward, ranks, skipped, first_player)
        hands = [*_beside_dealt(tried, printed)]
        if (suits := _suits(hands)) != tried.suits:
            tried = tried._replace(suits=suits)
            hands = [*_beside_dealt(tried, printed)]
        explained = sum(same_cards(*each) for each in hands)
        is_plausible = 2 * explained >= count or not any((ranks, in_a_row, backward, skipped))
        if explained > most_explained and is_plausible:
            best, most_explained = tried, explained
        if most_explained and 2 * most_explained >= count:
            break  # another one would have to explain the other half
    return best


def same_cards(printed: Cards, dealt: Cards) -> bool:
    """Return whether two hands have the same cards, in any order."""
    return sorted(card.index for card in printed) == sorted(card.index for card in dealt)


def _beside_dealt(way: Interpretation, printed: PrintedCards) -> Iterator[tuple[Cards, Cards]]:
    """Yield the cards printed for each player, and those that the player is dealt."""
    for deck, hands in printed:
        dealt = way.deal(deck)
        for player, cards in hands.items():
            if 0 <= player - way.first_player < MOST_PLAYERS:
                yield cards, dealt[player - way.first_player]


def _suits(hands: Iterable[tuple[Cards, Cards]]) -> tuple[Suit, ...]:
    """Return the suit that each suit is mostly printed as.

    Only cards whose rank occurs once in a hand count: they can be matched without their suits.
    """
    times_printed_as = Counter[tuple[Suit, Suit]]()
    for printed, dealt in hands:
        ranks = sorted(card.rank for card in dealt)
        if ranks == sorted(card.rank for card in printed):
            suit_of = {card.rank: card.suit for card in printed}
            times_printed_as.update(
                (card.suit, suit_of[card.rank]) for card in dealt if ranks.count(card.rank) == 1
            )
    printed_as = {dealt: suit for (dealt, suit), _ in reversed(times_printed_as.most_common())}
    unused = [suit for suit in Suit if suit not in printed_as.values()]
    for suit in Suit:  # a suit that was never matched keeps its name, if that is still unused
        if suit not in printed_as:
            printed_as[suit] = unused.pop(unused.index(suit) if suit in unused else 0)
    return tuple(printed_as[suit] for suit in Suit)
