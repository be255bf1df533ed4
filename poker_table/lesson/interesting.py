"""Of many deals of a seed, the one that makes the best lesson."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from poker_table.game.deck import Deck
from poker_table.game.hand import HAND_SIZE
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, Showdown, deal
from poker_table.hands.in_words import deciding_digit
from poker_table.lesson.showdown import what_decides
from poker_table.simulation.chances.result import turning_point
from poker_table.simulation.chances.whole_deal import WholeDeal, chances_after, whole_deal

FEW = 200  # deals after each card, where many decks are compared


class BestSoFar(NamedTuple):
    """The best so far of some deals, and how good it is: 0 if none is what was asked for."""

    tried: int = 0
    deal: int = 0
    score: float = 0


def best_deal(kind: str, seed: int, deals: int, players: int) -> Generator[BestSoFar, None, None]:
    """Yield the best yet of a seed's first deals, by one of `KINDS`.

    >>> *_, best = best_deal("kicker", seed=7, deals=60, players=10)
    >>> best
    BestSoFar(tried=60, deal=35, score=3)
    """
    best = BestSoFar()
    for number in range(deals):
        deck = Deck.shuffled(Random(seed, number))
        score = KINDS[kind](Deck(deck.cards, players))
        best = best._replace(tried=number + 1)
        if score > best.score:
            best = BestSoFar(number + 1, number, score)
        yield best


def what_is_in(deck: Deck, kind: str) -> str:
    """Return what makes a deal such a one: which card turned it, or what decides."""
    if kind == "kicker":
        return what_decides(Showdown(deal(deck)))
    *_, chances = whole_deal(Deck(deck.cards, deck.players))
    return f"Who is ahead changes {len(chances.changes)} times. {turning_point(chances)}"


def _changes(deck: Deck) -> float:
    """Return how often somebody else is ahead than before."""
    players = deck.players or MOST_PLAYERS
    cards = range(HAND_SIZE * players + 1)
    after = [chances_after(deck.cards, players, dealt, FEW, most_exact=FEW) for dealt in cards]
    return len(WholeDeal(deck.cards, after).changes)


def _upset(deck: Deck) -> float:
    """Return the chance, half a turn before the end, of a player who then does not win."""
    players = deck.players or MOST_PLAYERS
    before = chances_after(deck.cards, players, HAND_SIZE * players - (players + 1) // 2)
    favourite = max(before.hands, key=lambda hand: hand.equity)
    winners = [hand.player for place, hand in Showdown(deal(deck)) if place == 1]
    return 0 if favourite.hand in winners else favourite.equity


def _kicker(deck: Deck) -> float:
    """Return how many ranks it takes to tell the best hand from the next, if it takes all."""
    best, *others = Showdown(deal(deck)).hands
    if not others or best.hand_type != others[0].hand_type or best.strength == others[0].strength:
        return 0
    ranks = deciding_digit(best, others[0]) + 1
    return ranks if 1 < ranks == len(best.ranks) else 0


KINDS = {"changes": _changes, "upset": _upset, "kicker": _kicker}
