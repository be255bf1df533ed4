"""The showdown: what there is to see of it, and what decides."""

from __future__ import annotations

from poker_table.game.errors import printable
from poker_table.game.table import Showdown
from poker_table.hands.in_words import why_it_beats
from poker_table.hands.reading import WHO_WINS, explanation, facts
from poker_table.show.page import Page, evaluated, hands_page

HOW_TO_READ = (
    "The better type wins; of two hands of one type, the greater value."
    " Ranks count from two (0) to ace (12)."
)


def showdown_page(showdown: Showdown, source: dict[str, int | str], explain: bool = False) -> Page:
    """Return the page of a showdown, each hand explained if `explain` is given.

    `source` says where the deck came from, for the title.
    """
    named = ", ".join(f"{key} {value}" for key, value in source.items())
    title = f"Showdown of {printable(named)}: best hand first"
    readings = explained(showdown) if explain else [{} for _ in showdown.hands]
    rows = [
        evaluated(hand, place, reading, marked=place == 1)
        for (place, hand), reading in zip(showdown, readings, strict=True)
    ]
    notes = what_decides(showdown), HOW_TO_READ if explain else ""
    page = hands_page(title, rows, note=" ".join(filter(None, notes)))
    return page._replace(document=_document(showdown, source, readings))


def what_decides(showdown: Showdown) -> str:
    """Return why the best hand beats the next, as one sentence; nothing where there is no next.

    >>> from poker_table import Hand, Showdown
    >>> what_decides(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    'Player 1 against player 2: both pair aces; the king kicker beats the queen.'
    """
    if len(showdown.hands) < 2:
        return ""
    best, below = showdown.hands[:2]
    return f"Player {best.player} against player {below.player}: {why_it_beats(best, below)}."


def explained(showdown: Showdown) -> list[dict[str, str]]:
    """Return how each hand was read and, but for the last, why it beats the one below it.

    >>> from poker_table import Hand, Showdown
    >>> showdown = Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)])
    >>> explained(showdown)[0]["Against"]
    'player 2: both pair aces; the king kicker beats the queen'
    """
    readings = [explanation(hand) for hand in showdown.hands]
    for reading, hand, below in zip(readings, showdown.hands, showdown.hands[1:], strict=False):
        reading["Against"] = f"player {below.player}: {why_it_beats(hand, below)}"
    return readings


def _document(
    showdown: Showdown, source: dict[str, int | str], readings: list[dict[str, str]]
) -> dict[str, object]:
    """Return the showdown for other programs; `who_wins` says which direction is better."""
    hands = [
        {
            "place": place,
            "player": hand.player,
            "cards": [str(card) for card in hand.cards],
            **facts(hand, reading),
        }
        for (place, hand), reading in zip(showdown, readings, strict=True)
    ]
    return {**source, "who_wins": f"place 1; {WHO_WINS}", "hands": hands}
