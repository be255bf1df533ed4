"""Tally: the counts of a simulation. Tallies of different deals can be added."""

from __future__ import annotations

from poker_table.game.rules import HandType
from poker_table.simulation.kernel import counts as at


class Tally:
    """Counts over a number of deals: how often each hand type was held and won, and who won.

    Every field is a whole number, or a tuple of numbers by hand type (weakest first) or by player.

    >>> Tally(1) + Tally(1)
    <Tally: deals 0, players 1>
    """

    def __init__(
        self,
        players: int,
        counts: list[int] | None = None,
        strangest: tuple[int, int] | None = None,
    ) -> None:
        self.players = players
        self.counts: list[int] = (counts := counts or [0] * at.COUNTS)
        self.deals: int = counts[at.DEALS]
        # Hands of each type, all players together.
        self.held: tuple[int, ...] = tuple(counts[at.HELD : at.HELD + at.TYPES])
        # For each type, the sum over the deals of (the number of players who held it) squared.
        self.squares: tuple[int, ...] = tuple(counts[at.SQUARES : at.SQUARES + at.TYPES])
        # Deals whose best hand was of each type.
        self.best: tuple[int, ...] = tuple(counts[at.BEST : at.BEST + at.TYPES])
        # Deals that each player won alone, and with others.
        self.alone: tuple[int, ...] = tuple(counts[at.ALONE : at.ALONE + players])
        self.shared: tuple[int, ...] = tuple(counts[at.SHARED : at.SHARED + players])
        self.tied: int = counts[at.TIED]  # deals won by more than one player
        # The strangeness of the strangest deal, and its number: the first one if several are equal.
        self.strangest = strangest

    def __add__(self, other: Tally) -> Tally:
        counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        strangest_deals = [tally.strangest for tally in (self, other) if tally.strangest]
        strangest = max(strangest_deals, key=lambda pair: (pair[0], -pair[1]), default=None)
        return Tally(self.players, counts, strangest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"<Tally: deals {self.deals}, players {self.players}>"

    @property
    def rows(self) -> list[dict[str, str | int]]:
        """A row for each hand type, weakest first; pandas and polars make data frames of these.

        >>> Tally(2).rows[0]
        {'hand_type': 'High Card', 'held': 0, 'won': 0}
        """
        by_type = zip(HandType, self.held, self.best, strict=True)
        return [{"hand_type": str(kind), "held": held, "won": best} for kind, held, best in by_type]
