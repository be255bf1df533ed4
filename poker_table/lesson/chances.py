"""The chances of every player while the cards are dealt, from some hundred deals of the rest."""

from __future__ import annotations

from poker_table.game.card import CARDS
from poker_table.game.deck import Deck
from poker_table.game.hand import HAND_SIZE
from poker_table.game.random import Random
from poker_table.hands.best_five import Holding

TRIALS = 150


def chances_after(deck: Deck, players: int, dealt: int) -> tuple[list[float], bool]:
    """Return the equity of each player after so many cards, and whether it is exact.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_after(read_deck("three.txt"), 10, 50)[0][1]
    1.0
    """
    known = deck.cards[:dealt]
    unseen = [card for card in CARDS if card not in set(known)]
    exact = dealt in (0, HAND_SIZE * players) or players == 1
    if dealt == 0:
        return [1 / players] * players, True
    trials = 1 if exact else TRIALS
    random, wins = Random(seed=dealt), [0.0] * players
    for _ in range(trials):
        rest = Deck(unseen) if unseen else Deck()
        rest.shuffle(random)
        cards = (*known, *rest.cards)
        dealt_hands = [cards[seat : HAND_SIZE * players : players] for seat in range(players)]
        strengths = [Holding.of(hand).best.strength for hand in dealt_hands]
        best = max(strengths)
        for seat, strength in enumerate(strengths):
            wins[seat] += (strength == best) / strengths.count(best)
    return [won / trials for won in wins], exact
