"""Chances as the final program of a programming course prints them, letter for letter."""

from __future__ import annotations

from poker_table.simulation.chances.answer import Chances


def as_poker(chances: Chances) -> str:
    """Return a line for each hand from 0 on, and how many ties there were, which nobody wins."""
    lines = [
        f"Hand {number} won {hand.wins} / {chances.deals} times"
        f" ({100 * hand.wins / max(chances.deals, 1):.2f}%)\n"
        for number, hand in enumerate(chances.hands)
    ]
    return f"{''.join(lines)}And there were {chances.ties} ties\n"
