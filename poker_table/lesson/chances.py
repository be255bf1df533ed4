"""Each player's chance after every card of the deal: exact near its end, from a sample before."""

from __future__ import annotations

from functools import lru_cache

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import HAND_SIZE
from poker_table.show.page import DEAL_COLUMNS, Page
from poker_table.simulation.chances.answer import progress
from poker_table.simulation.chances.question import question_of_deck

EXACT = "Chances of winning, exact. A shared win counts in part."
DEALS, SEED = 10_000, 1  # so many deals after each card: ten players take a second or two
ABOUT = f"Chances of winning, from {DEALS:,} deals. A shared win counts in part."
MOST_ARRANGEMENTS = 5000  # of the cards not yet dealt, if all of them are gone through


@lru_cache(maxsize=1000)  # a step that is shown again costs nothing
def chances_after(
    cards: tuple[Card, ...], players: int, dealt: int
) -> tuple[list[tuple[float, str]], str]:
    """Return each player's equity after so many cards, also in percent, and how it was found.

    >>> from poker_table.files.deck_file import read_deck
    >>> chances_after(read_deck("three.txt").cards, players=10, dealt=47)[0][1]
    (1.0, '100%')
    """
    shares, exact = [1 / players] * players, True
    if dealt:
        question = question_of_deck(Deck(cards, players), dealt)
        few = question.plan.arrangements <= MOST_ARRANGEMENTS
        *_, found = progress(question, None if few else SEED, DEALS, None, "plain", workers=1)
        shares, exact = [hand.equity for hand in found.hands], found.exact
    return [(share, in_percent(share, exact)) for share in shares], EXACT if exact else ABOUT


def in_percent(share: float, exact: bool) -> str:
    """Return a share in percent; 0 and 100 stand only where that is certain.

    >>> in_percent(1 / 3, False), in_percent(0, False), in_percent(0, True), in_percent(0.999, True)
    ('33%', '<1%', '0%', '>99%')
    """
    if share < 0.01 and (share or not exact):
        return "<1%"
    return ">99%" if share > 0.99 and (share < 1 or not exact) else f"{share:.0%}"


def with_chances(step: Page, deck: Deck, dealt: int) -> Page:
    """Return the step after so many cards with each player's chance; after the deal as it is."""
    (section,) = step.sections
    players = len(section.rows)
    if dealt > HAND_SIZE * players:
        return step
    chances, note = chances_after(deck.cards, players, dealt)
    rows = []
    for row, (_, chance) in zip(section.rows, chances, strict=True):
        cells = (*row.cells[:3], chance, *row.cells[4:])
        rows.append(row._replace(cells=cells, line=f"{row.line} - Chance {chance}"))
    sections = [section._replace(columns=DEAL_COLUMNS, rows=rows)]
    return step._replace(sections=sections, note=note)
