"""Each player's chance after each card: exact near the end of the deal, sampled before."""

from __future__ import annotations

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.rules import HAND_SIZE
from poker_table.show.cells import percent
from poker_table.show.hand_rows import hands_section
from poker_table.show.page import Page
from poker_table.simulation.chances.answer import DEALS
from poker_table.simulation.chances.whole_deal import chances_after

SHARED = "A win shared by n players counts as 1/n."
EXACT = f"Exact chances of winning. {SHARED}"
SAMPLED = f"Chances of winning, estimated from {DEALS:,} random deals. {SHARED}"


def chances_as_text(
    cards: tuple[Card, ...], players: int, dealt: int
) -> tuple[list[tuple[float, str]], str]:
    """Return each player's equity after `dealt` cards, as number and text in a pair; a footnote.

    The footnote says whether the chances are exact or sampled.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_as_text(read_deck("three.txt").cards, players=10, dealt=47)[0][1]
    (1.0, '100 %')
    """
    equities, exact = [1 / players] * players, True
    if dealt:
        result = chances_after(cards, players, dealt)
        equities, exact = [hand.equity for hand in result.hands], result.exact
    chances = [(equity, percent(equity, whole=True, exact=exact)) for equity in equities]
    return chances, EXACT if exact else SAMPLED


def with_chances(step: Page, deck: Deck, dealt: int) -> Page:
    """Add each player's chance to a step in which cards are dealt; return other steps unchanged."""
    (section,) = step.sections
    players = len(section.records)
    if dealt > HAND_SIZE * players:
        return step
    chances, footnote = chances_as_text(deck.cards, players, dealt)
    pairs = zip(section.records, chances, strict=True)
    rows = [row._replace(chance=text) for row, (_, text) in pairs]
    return step._replace(sections=[hands_section(rows, section.highlighted)], footnote=footnote)
