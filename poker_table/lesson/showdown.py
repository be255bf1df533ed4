"""The showdown: what there is to see of it, and what decides."""

from __future__ import annotations

from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown
from poker_table.hands.in_words import why_it_beats
from poker_table.hands.reading import WHO_WINS, explanation, facts
from poker_table.show.page import Page, evaluated, hands_page

HOW_TO_READ = (
    "The better type wins; of two hands of one type, the greater value."
    " Ranks count from two (0) to ace (12)."
)


def showdown_page(showdown: Showdown, source: dict[str, int | str], explain: bool = False) -> Page:
    """Return the page of a showdown of a deck from `source`, each hand explained if wanted."""
    named = ", ".join(f"{key} {value}" for key, value in source.items())
    title = f"Showdown of {printable(named)}: best hand first"
    rows, hands = [], []
    for (place, hand), below in zip(showdown, [*showdown.hands[1:], None], strict=False):
        reading = explanation(hand) if explain else {}
        if explain and below:
            reading["Against"] = against(hand, below)
        rows.append(evaluated(hand, place, reading)._replace(marked=place == 1))
        cards = [str(card) for card in hand.cards]
        known = {"place": place, "player": hand.player, "cards": cards}
        hands.append({**known, **facts(hand, reading)})
    notes = what_decides(showdown), HOW_TO_READ if explain else ""
    page = hands_page(title, rows, note=" ".join(filter(None, notes)))
    document = {**source, "who_wins": f"place 1; {WHO_WINS}", "hands": hands}
    return page._replace(document=document)


def what_decides(showdown: Showdown) -> str:
    """Return why the best hand beats the next, as one sentence; nothing where there is no next.

    >>> from poker_table import Hand, Showdown
    >>> what_decides(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    'Player 1 against player 2: both pair aces; the king kicker beats the queen.'
    """
    if len(showdown.hands) < 2:
        return ""
    best, below = showdown.hands[:2]
    return f"Player {best.player} against {against(best, below)}."


def against(better: Hand, worse: Hand) -> str:
    """Return why a hand beats that of another player, whom it names."""
    return f"player {worse.player}: {why_it_beats(better, worse)}"
