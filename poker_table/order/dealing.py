"""Cards for hands of which only the ranks are known, and the deck that deals them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank, Suit


def choose_cards(
    counts: Mapping[Rank, int], cards: Sequence[Card], suit: Suit | None = None
) -> list[Card] | None:
    """Return the first of the cards with these counts of ranks, or None if they do not suffice.

    If a suit is given, all are of this suit.

    >>> from poker_table.game.cards import CARDS
    >>> choose_cards({Rank.ACE: 2}, CARDS)
    [Card(Rank.ACE, Suit.CLUBS), Card(Rank.ACE, Suit.DIAMONDS)]
    """
    chosen = list[Card]()
    for rank, count in counts.items():
        usable = (c for c in cards if c.rank is rank and suit in (None, c.suit))
        chosen += islice(usable, count)
    return chosen if len(chosen) == sum(counts.values()) else None


def in_deal_order(hands: Iterable[Sequence[Card]], undealt: Iterable[Card]) -> list[Card]:
    """Return the cards of a deck that deals these hands: one card to each player in turn."""
    return [*chain.from_iterable(zip(*hands, strict=True)), *undealt]
