"""The page of a showdown, and the sentences that say what decides."""

from __future__ import annotations

from poker_table.files.text import shown_name
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown
from poker_table.hands.explanation import WHO_WINS, Explanation
from poker_table.hands.in_words import why_it_beats
from poker_table.hands.sentence import Sentence
from poker_table.show.hand_rows import HandRow, hands_section
from poker_table.show.page import Page

THE_ORDER = "The better type wins. Between two hands of one type, the greater value wins."
HOW_TO_READ = f"{THE_ORDER} Ranks count from two (0) to ace (12)."


def showdown_page(showdown: Showdown, source: dict[str, int | str], explain: bool = False) -> Page:
    """Return the page of a showdown.

    `source` says where the deck comes from: a file, or a seed and a deal. With `explain`, each
    hand has its explanation.
    """
    title = f"Showdown of {origin(source)}: best hand first"
    pairs = zip(showdown, [*showdown.hands[1:], None], strict=False)
    rows = [
        HandRow.of(hand, place, _explained(hand, below) if explain else None)
        for (place, hand), below in pairs
    ]
    notes = what_decides(showdown), HOW_TO_READ if explain else ""
    section = hands_section(rows, highlighted=range(showdown.places.count(1)))
    facts = {**source, "who_wins": f"place 1; {WHO_WINS}"}
    return Page(title, [section], footnote=" ".join(filter(None, notes)), facts=facts)


def origin(source: dict[str, int | str]) -> str:
    """Return where a deck comes from, for a title: `deck mine.txt`, or `seed 7, deal 0`."""
    return ", ".join(f"{key} {shown_name(str(value))}" for key, value in source.items())


def _explained(hand: Hand, below: Hand | None) -> Explanation:
    """Return the explanation of a hand, and why it beats the hand below, if there is one."""
    why = Sentence(rival_and_why(hand, below)) if below else None
    return Explanation.of(hand)._replace(against=why)


def what_decides(showdown: Showdown) -> str:
    """Return one sentence on why the best hand beats the next, or "" if there is only one hand.

    >>> from poker_table import Hand, Showdown
    >>> what_decides(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    'Player 1 against player 2: both have a pair of aces; the king kicker beats the queen.'
    """
    return one_against(*showdown.hands[:2]) if len(showdown.hands) > 1 else ""


def one_against(better: Hand, worse: Hand) -> str:
    """Return a sentence on why a hand beats another, or ties with it."""
    return f"Player {better.player} against {rival_and_why(better, worse)}."


def rival_and_why(better: Hand, worse: Hand) -> str:
    """Return the player of the worse hand, and why the better hand beats it."""
    return f"player {worse.player}: {why_it_beats(better, worse)}"
