"""Each player's chance after every card of the deal: exact near its end, from a sample before."""

from __future__ import annotations

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import HAND_SIZE
from poker_table.show.page import Page, hands_section
from poker_table.simulation.chances.answer import DEALS
from poker_table.simulation.chances.result import in_percent
from poker_table.simulation.chances.whole_deal import chances_after

EXACT = "Chances of winning, exact. A shared win counts in part."
ABOUT = f"Chances of winning, from {DEALS:,} deals. A shared win counts in part."


def chances_as_text(
    cards: tuple[Card, ...], players: int, dealt: int
) -> tuple[list[tuple[float, str]], str]:
    """Return each player's equity after so many cards, as number and text, and how it was counted.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_as_text(read_deck("three.txt").cards, players=10, dealt=47)[0][1]
    (1.0, '100%')
    """
    shares, exact = [1 / players] * players, True
    if dealt:
        result = chances_after(cards, players, dealt)
        shares, exact = [hand.equity for hand in result.hands], result.exact
    return [(share, in_percent(share, exact)) for share in shares], EXACT if exact else ABOUT


def with_chances(step: Page, deck: Deck, dealt: int) -> Page:
    """Return a step of the deal with each player's chance; other steps are returned unchanged."""
    (section,) = step.sections
    players = len(section.rows)
    if dealt > HAND_SIZE * players:
        return step
    chances, note = chances_as_text(deck.cards, players, dealt)
    pairs = zip(section.rows, chances, strict=True)
    rows = [row._replace(chance=chance) for row, (_, chance) in pairs]
    return step._replace(sections=[hands_section(rows, section.highlighted)], footnote=note)
