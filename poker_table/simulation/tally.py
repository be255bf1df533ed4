"""Tally: what was counted in some deals; tallies of different deals add up."""

from __future__ import annotations

from poker_table.errors import SimulationError
from poker_table.hand import HandType
from poker_table.simulation.counts import (
    ALONE,
    COUNTS,
    DEALS,
    HELD,
    PLAYERS,
    SHARED,
    SQUARES,
    TIED,
    TYPES,
    WON,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

BY_TYPE = {"held": HELD, "squares": SQUARES, "won": WON}
BY_PLAYER = {"alone": ALONE, "shared": SHARED}


class Tally:
    """Counts over a number of deals: how often each type was held and won, and who won.

    Every field is a whole number or a tuple of them, by hand type (weakest first) or by player.

    >>> (Tally(1) + Tally(1)).deals
    0
    """

    def __init__(
        self,
        players: int,
        counts: list[int] | None = None,
        strangest: tuple[int, int] | None = None,
    ) -> None:
        self.players = players
        self.counts = counts = counts or [0] * COUNTS
        self.deals = counts[DEALS]
        self.held = tuple(counts[HELD : HELD + TYPES])  # hands of a type, all players together
        # How many players of one table held the type, squared, summed over the deals.
        self.squares = tuple(counts[SQUARES : SQUARES + TYPES])
        self.won = tuple(counts[WON : WON + TYPES])  # deals in which the best hand was of a type
        self.alone = tuple(counts[ALONE : ALONE + players])  # deals that a player won alone
        self.shared = tuple(counts[SHARED : SHARED + players])  # and together with others
        self.tied = counts[TIED]  # deals won by more than one player
        # How strange the strangest deal is, and the first deal that is so; None without a deal.
        self.strangest = strangest

    def __add__(self, other: Tally) -> Tally:
        counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        found = [tally.strangest for tally in (self, other) if tally.strangest]
        strangest = max(found, key=lambda strange: (strange[0], -strange[1]), default=None)
        return Tally(self.players, counts, strangest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.document() == other.document()

    def document(self) -> dict[str, object]:
        """Return the tally as what JSON can hold; the names are the fields'."""
        strangeness, deal = self.strangest or (None, None)
        return {
            "players": self.players,
            "deals": self.deals,
            **{
                name: {str(hand_type): self.counts[first + hand_type] for hand_type in HandType}
                for name, first in BY_TYPE.items()
            },
            **{
                name: self.counts[first : first + self.players] for name, first in BY_PLAYER.items()
            },
            "tied": self.tied,
            "strangest": {"strangeness": strangeness, "deal": deal},
        }

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> Tally:
        """Return the tally that a document describes.

        Raises SimulationError unless it is one that `document` could have made.
        """
        try:
            tally = _read(document)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise SimulationError("the counts are damaged") from None
        if tally.document() != document or not _adds_up(tally):
            raise SimulationError("the counts are damaged")
        return tally


def _read(document: Mapping[str, Any]) -> Tally:
    counts = [0] * COUNTS
    for name, first in BY_TYPE.items():
        for hand_type in HandType:
            counts[first + hand_type] = document[name][str(hand_type)]
    for name, first in BY_PLAYER.items():
        for place, count in enumerate(document[name], start=first):
            counts[place] = count
    counts[TIED], counts[DEALS] = document["tied"], document["deals"]
    strangest = document["strangest"]
    found = (strangest["strangeness"], strangest["deal"]) if counts[DEALS] else ()
    players = document["players"]
    if not all(type(number) is int and number >= 0 for number in (players, *counts, *found)):
        raise ValueError
    if not 1 <= players <= PLAYERS:
        raise ValueError
    return Tally(players, counts, found or None)


def _adds_up(tally: Tally) -> bool:
    """Return whether every hand has a type and every deal a winner, and the squares can be so."""
    deals = tally.deals
    return (
        sum(tally.held) == deals * tally.players
        and sum(tally.won) == deals == sum(tally.alone) + tally.tied
        and max(tally.shared) <= tally.tied
        and all(
            held * held <= deals * square and square <= tally.players * held
            for held, square in zip(tally.held, tally.squares, strict=True)
        )
    )
