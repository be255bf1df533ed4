"""Cards for hands of which only the ranks and the type are known, and the deck that deals them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

from poker_table.game.card import Card
from poker_table.game.players import player_numbers
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType


def choose_cards(
    hand_type: HandType, ranks: Iterable[Rank], cards: Sequence[Card], suit: Suit | None = None
) -> list[Card] | None:
    """Return the first of the cards that have these ranks, or None if they do not suffice.

    For a flush, all are in one suit: in the given one, or else in the first that suffices.

    >>> from poker_table.game.cards import CARDS
    >>> choose_cards(HandType.PAIR, [Rank.ACE, Rank.ACE], CARDS)
    [Card(Rank.ACE, Suit.CLUBS), Card(Rank.ACE, Suit.DIAMONDS)]
    """
    counts, suits = Counter(ranks), list[Suit | None]([suit])
    if suit is None and hand_type in FLUSHES:
        suits = [*dict.fromkeys(card.suit for card in cards)]
    for each in suits:
        chosen = list[Card]()
        for rank, count in counts.items():
            usable = (card for card in cards if card.rank is rank and each in (None, card.suit))
            chosen += islice(usable, count)
        if len(chosen) == counts.total():
            return chosen
    return None


def in_deal_order(
    hands: Mapping[int, Sequence[Card]], cards: Sequence[Card], players: int
) -> list[Card]:
    """Return the cards in the order in which the players are dealt these hands.

    The other players are dealt the first of the other cards. The cards of each hand are dealt in
    the order that they have among all the `cards`.
    """
    taken, position = {*chain(*hands.values())}, {card: i for i, card in enumerate(cards)}
    others = [card for card in cards if card not in taken]
    dealt = []
    for player in player_numbers(players):
        hand = hands.get(player) or [others.pop(0) for _ in range(HAND_SIZE)]
        dealt.append(sorted(hand, key=position.__getitem__))
    return [*chain(*zip(*dealt, strict=True)), *others]
