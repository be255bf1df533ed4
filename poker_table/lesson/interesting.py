"""Find the deal of a seed that makes the best lesson."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from poker_table.game.deck import Deck
from poker_table.game.players import DeckForPlayers, players_of
from poker_table.game.random import Random
from poker_table.game.rules import HAND_SIZE
from poker_table.game.table import Showdown, deal
from poker_table.hands.in_words import deciding
from poker_table.lesson.showdown import what_decides
from poker_table.simulation.chances.result import times, turning_point
from poker_table.simulation.chances.whole_deal import WholeDeal, chances_after, whole_deal

FEW_DEALS = 200  # in the sample after each card; few, because many decks are compared


class BestSoFar(NamedTuple):
    """The number of deals tried, and the best deal among them."""

    tried: int = 0
    deal: int = 0
    score: float = 0  # 0 means that no deal is of the kind that was asked for


def best_deal(kind: str, seed: int, deals: int, players: int) -> Generator[BestSoFar, None, None]:
    """Try the first deals of a seed; after each, yield the best deal so far for the kind of lesson.

    >>> *_, best = best_deal("kicker", seed=7, deals=60, players=10)
    >>> best
    BestSoFar(tried=60, deal=35, score=3)
    """
    best = BestSoFar()
    for number in range(deals):
        deck = Deck.shuffled(Random(seed, number))
        score = KINDS[kind](DeckForPlayers(deck.cards, players))
        best = best._replace(tried=number + 1)
        if score > best.score:
            best = BestSoFar(number + 1, number, score)
        yield best


def why_interesting(deck: Deck, kind: str) -> str:
    """Return why a deal fits its kind: which kicker decides, or which card turned the deal."""
    if kind == "kicker":
        return what_decides(Showdown(deal(deck)))
    *_, whole = whole_deal(deck)
    return f"The lead changes {times(len(whole.changes))}. {turning_point(whole)}"


def _changes(deck: Deck) -> float:
    """Return how often the lead passes to another player."""
    players = players_of(deck)
    after = [
        chances_after(deck.cards, players, dealt, FEW_DEALS, most_exact=FEW_DEALS)
        for dealt in range(HAND_SIZE * players + 1)
    ]
    return len(WholeDeal(deck.cards, after).changes)


def _upset(deck: Deck) -> float:
    """Return the favourite's chance half a turn before the end, or 0 if the favourite wins."""
    players = players_of(deck)
    before = chances_after(deck.cards, players, HAND_SIZE * players - (players + 1) // 2)
    favourite = max(before.hands, key=lambda hand: hand.equity)
    winners = [hand.player for place, hand in Showdown(deal(deck)) if place == 1]
    return 0 if favourite.hand in winners else favourite.equity


def _kicker(deck: Deck) -> float:
    """Return how many ranks are compared if the last one decides who wins, otherwise 0."""
    best, *others = Showdown(deal(deck)).hands
    compared = deciding(best, others[0]) if others else None
    return compared if compared and 1 < compared == len(best.ranks) else 0


KINDS = {"changes": _changes, "upset": _upset, "kicker": _kicker}
