"""Rows of hands, and the one statement of how a hand is laid out: the columns of HandRow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, NamedTuple

from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.hands.explanation import Explanation, Value, cards_that_make_type
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.show.cells import Cards
from poker_table.show.page import Column, Section, columns_of


class HandRow(NamedTuple):
    """A player's hand: during the deal only its cards and its chance to win, later its evaluation.

    A field with a column is in every form, a field without one only in JSON and CSV.
    """

    place: Annotated[int | None, Column("Place", number=True, drop_order=3, width=5)]
    player: Annotated[int, Column("Player", number=True, row_header=True, width=6)]
    cards: Annotated[Cards, Column("Cards", width=18)]
    hand_type: Annotated[HandType | None, Column("Type", below=True, width=15)] = None
    chance: Annotated[str, Column("Chance", below=True, width=15)] = ""
    value: Annotated[
        Value | None,
        Column("Base-13 value", below=True, drop_order=2, width=54, short_width=22),
    ] = None
    strength: int | None = None
    in_words: Annotated[str, Column("In words", below=True, drop_order=1, width=49)] = ""
    explanation: Explanation | None = None

    @classmethod
    def of(
        cls, hand: Hand, place: int | None = None, explanation: Explanation | None = None
    ) -> HandRow:
        """Return the row of an evaluated hand; before the sort it has no place."""
        return cls(
            place, hand.player, hand.cards, hand.hand_type, value=Value.of(hand),
            strength=hand.strength, in_words=in_words(hand), explanation=explanation,
        )  # fmt: skip

    @property
    def plain_line(self) -> Sentence:
        """The hand as the assignment prints it, or during the deal with its chance."""
        chance = f" - Chance {self.chance}" if self.chance else ""
        label = chance if self.hand_type is None else f" - {self.hand_type.label}"
        return Sentence(f"Player {self.player} - ", side_by_side(self.cards), label)

    @property
    def spoken(self) -> Sentence:
        """The hand as sentences that can be read aloud."""
        who = f"Place {self.place}, player {self.player}" if self.place else f"Player {self.player}"
        hand = f"{who}: {self.in_words}. " if self.in_words else f"{who}: "
        cards = side_by_side(self.cards) or "none"
        chance = f" Chance: {self.chance}." if self.chance else ""
        return Sentence(hand, "The cards are ", cards, ".", chance)

    @property
    def making(self) -> Cards:
        """The cards that make the hand type; none before the evaluation."""
        return () if self.hand_type is None else cards_that_make_type(Hand.of(self.cards))


def hands_section(rows: Sequence[HandRow], highlighted: Collection[int] = ()) -> Section:
    """Return a section of hands, with the rows at some indexes highlighted."""
    # During the deal a hand has no type: the player's chance is shown in its place.
    without = "hand_type" if any(row.chance for row in rows) else "chance"
    columns = [column for column in columns_of(HandRow) if column.field != without]
    return Section("", columns, rows, key="hands", highlighted=highlighted)
