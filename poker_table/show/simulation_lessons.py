"""All hands, and the shuffle by swaps, as tables of words."""

from __future__ import annotations

from math import comb

from poker_table.hand import HandType
from poker_table.show.report import ALPHA, Section, bar, percent
from poker_table.simulation.odds import hands_of_type
from poker_table.simulation.swaps import FREEDOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from poker_table.simulation.swaps import Places


def all_hands_report(counts: Sequence[int], cards: int) -> list[Section]:
    """Return how many of all hands are of each type, and how many must be if that is known."""
    total = comb(52, cards)
    rows = [
        (str(kind), f"{counts[kind]:,}", percent(counts[kind] / total), bar(counts[kind] / total))
        for kind in reversed(HandType)
    ]
    notes = ["Every one was dealt and judged: nothing here is a sample."]
    if cards == 5:
        same = "the same" if tuple(counts) == hands_of_type() else "NOT the same"
        notes.append(f"Combinatorics, from the rules in hand.py, gives {same} numbers.")
    best = ", the best five of each" if cards > 5 else ""
    title = f"All {total:,} hands of {cards} cards{best}"
    return [Section(title, ("Hand type", "Hands", "Share", ""), rows, notes)]


def swaps_report(by_swaps: Places, fair: Places, seed: int, swaps: int) -> list[Section]:
    """Return how evenly the cards lie after swaps, and after a fair shuffle."""
    named = (f"{swaps} swaps", by_swaps), ("a fair shuffle", fair)
    rows = [
        (name, f"{places.chi_square:,.1f}", f"{places.p:.2g}", _fairness(places.p))
        for name, places in named
        if places.decks
    ]
    title = f"Where the cards lie after {swaps} swaps: {by_swaps.decks:,} decks of seed {seed}"
    notes = (
        f"Chi-square of place x card, 52 x 52 counts: about {FREEDOM:,} if every card is as likely"
        " at every place. p is the probability that a fair shuffle looks as uneven as that.",
    )
    return [Section(title, ("Shuffled by", "Chi-square", "p", "In words"), rows, notes)]


def _fairness(p: float) -> str:
    if p < ALPHA:
        return "not fair: cards lie nearer to where they were than chance allows"
    if p > 1 - ALPHA:
        return "suspiciously even"
    return "no unfairness to be seen in so many decks"
