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
    from collections.abc import Mapping, Sequence


class Tally:
    """Counts over a number of deals: how often each type was held and won, and who won.

    Every field is a whole number or a tuple of them, by hand type (weakest first) or by player.
    `strangest` is (score, deal) of the deal with the greatest score, the first of them; None
    without a deal.

    >>> (Tally(1, [0] * 49) + Tally(1, [0] * 49)).deals
    0
    """

    def __init__(
        self, players: int, counts: list[int], strangest: tuple[int, int] | None = None
    ) -> None:
        self.players = players
        self.counts = counts
        self.strangest = strangest

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return self.counts[DEALS]

    @property
    def held(self) -> tuple[int, ...]:
        """How many hands of each type there were, all players together."""
        return tuple(self.counts[HELD : HELD + TYPES])

    @property
    def squares(self) -> tuple[int, ...]:
        """For each type, the square of how many players held it, summed over the deals."""
        return tuple(self.counts[SQUARES : SQUARES + TYPES])

    @property
    def won(self) -> tuple[int, ...]:
        """In how many deals the best hand was of each type."""
        return tuple(self.counts[WON : WON + TYPES])

    @property
    def alone(self) -> tuple[int, ...]:
        """How many deals each player won alone."""
        return tuple(self.counts[ALONE : ALONE + self.players])

    @property
    def shared(self) -> tuple[int, ...]:
        """How many deals each player won together with others."""
        return tuple(self.counts[SHARED : SHARED + self.players])

    @property
    def tied(self) -> int:
        """How many deals were won by more than one player."""
        return self.counts[TIED]

    def moved(self, deals: int | Sequence[int]) -> Tally:
        """Return the tally with the strangest deal counted from a first deal, or in a list."""
        if self.strangest is None:
            return self
        score, place = self.strangest
        deal = deals + place if isinstance(deals, int) else deals[place]
        return Tally(self.players, self.counts, (score, deal))

    def __add__(self, other: Tally) -> Tally:
        counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        return Tally(self.players, counts, stranger(self.strangest, other.strangest))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.document() == other.document()

    __hash__ = None  # type: ignore[assignment]  # two that are equal may differ after an addition

    def __reduce__(self) -> tuple[type[Tally], tuple[object, ...]]:
        return Tally, (self.players, self.counts, self.strangest)

    def document(self) -> dict[str, object]:
        """Return the tally as what JSON can hold; the names are the fields'."""
        score, deal = self.strangest or (None, None)
        return {
            "players": self.players,
            "deals": self.deals,
            "held": _by_type(self.held),
            "squares": _by_type(self.squares),
            "won": _by_type(self.won),
            "alone": list(self.alone),
            "shared": list(self.shared),
            "tied": self.tied,
            "strangest": {"score": score, "deal": deal},
        }

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> Tally:
        """Return the tally that a document describes.

        Raises SimulationError unless it is one that `document` could have made.
        """
        try:
            tally = _read(document)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise SimulationError("the counts are damaged") from None
        if tally.document() != document or not _adds_up(tally):
            raise SimulationError("the counts are damaged")
        return tally


def stranger(a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return which of two (score, deal) is the stranger; of equal scores the first deal.

    >>> stranger((40, 7), (40, 3)), stranger(None, (1, 1))
    ((40, 3), (1, 1))
    """
    if a is None or b is None:
        return a or b
    return max(a, b, key=lambda found: (found[0], -found[1]))


def _by_type(counts: tuple[int, ...]) -> dict[str, int]:
    return {str(kind): counts[kind] for kind in HandType}


def _read(document: Mapping[str, object]) -> Tally:
    fields = dict(document)
    counts = [0] * COUNTS
    for name, first in ("held", HELD), ("squares", SQUARES), ("won", WON):
        for kind in HandType:
            counts[first + kind] = fields[name][str(kind)]  # type: ignore[index]
    for name, first in ("alone", ALONE), ("shared", SHARED):
        by_player = list(fields[name])  # type: ignore[call-overload]
        counts[first : first + len(by_player)] = by_player
    counts[TIED], counts[DEALS] = fields["tied"], fields["deals"]  # type: ignore[call-overload]
    if len(counts) != COUNTS or not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError
    strange: dict[str, int] = fields["strangest"]  # type: ignore[assignment]
    found = (strange["score"], strange["deal"]) if counts[DEALS] else None
    players = fields["players"]
    if type(players) is not int or not 1 <= players <= PLAYERS:
        raise ValueError
    if not all(type(number) is int and number >= 0 for number in found or ()):
        raise ValueError
    return Tally(players, counts, found)


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
