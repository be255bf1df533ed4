"""What holds for all that a program prints: how it reads, spells and orders, on every deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from poker_table.game.hand import Hand, HandType
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import (
    DealtTable,
    Table,
    find_interpretation,
    tables_through,
)
from poker_table.grading.judging.likeness import Likeness, Shown
from poker_table.grading.judging.line import PrintedHand
from poker_table.grading.judging.skills import unequal
from poker_table.hands.in_words import deciding_digit

MOSTLY = 0.8  # of the hands with a label that nobody knows: their type is what it stands for
MOST_LABELS = 2 * len(HandType)  # that nobody knows; with more, they are no types
MOSTLY_INVERTED = 2 / 3  # of all pairs of hands; where there is no order, it is half of them


class AllTables:
    """The tables of all decks, and what is found by looking at all of them together."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.interpretation = find_interpretation(tables)
        self.tables = tables_through(self.interpretation, tables)
        self.usable = [table for table in self.tables if table.depends_on_deck]
        hands = [hand for table in self.usable for hand in table.judged]
        self.type_of_label = _spelt(hands)
        self.right_types = {self.meant(hand) for hand in hands if self.is_right(hand)}
        self.labelled = len({self.meant(hand) for hand in hands} - {None}) > 1
        orders = {tuple(hand.player for hand in table.hands) for table in self.usable}
        # From one deck alone it cannot be told whether the order depends on the cards.
        self.evaluates = self.labelled or len(self.usable) < 2 or len(orders) > 1
        pairs = [pair for table in self.usable for pair in unequal(self.sorted_by(table))]
        self.upside_down = sum(inverted(*pair) for pair in pairs) > MOSTLY_INVERTED * len(pairs)
        wrong = [pair for pair in pairs if inverted(*pair) != self.upside_down]
        self.first_ranks_decide = all(
            deciding_digit(*pair) for pair in wrong if pair[0].hand_type == pair[1].hand_type
        )
        # Whether the type comes first: most of each two types, where there are some, are in order.
        self.types_decide = 2 * len(_of_two_types(wrong)) <= len(_of_two_types(pairs))
        self.by_player = len(self.usable) > 1 and all(
            players == tuple(sorted(players)) for players in orders
        )
        self.direction = -1 if self.upside_down else 1  # through a table, from its best hand down
        self.likeness = Likeness([self._shown(table) for table in self.usable])

    def meant(self, hand: PrintedHand) -> HandType | None:
        """Return the type that a hand's label stands for, even if it is misspelt."""
        return self.type_of_label.get(hand.label) if hand.hand_type is None else hand.hand_type

    def is_right(self, hand: PrintedHand) -> bool:
        """Return whether a hand is given its type."""
        return hand.hand is not None and self.meant(hand) == hand.hand.hand_type

    def sorted_by(self, table: DealtTable) -> list[Hand]:
        """Return the hands by which a table's order is judged: those whose types are right."""
        judged = [hand for hand in table.judged if self.is_right(hand) or not self.labelled]
        return [hand.hand for hand in judged if hand.hand]

    def in_likeness(self, fault: Fault) -> Fault:
        """Return a fault over some hands, told as that of the wrong evaluator that makes it too."""
        mutant = self.likeness.of(fault.hands)
        if mutant is None:
            return fault
        return replace(
            fault,
            reported_as=Cause(Kind.LIKE_MUTANT, (mutant.name,)),
            broader_cause=None,
            report_order=0,
        )

    def _shown(self, table: DealtTable) -> list[Shown]:
        """Return the valid hands of a table, as dealt, with the types that were printed."""
        return [
            Shown(
                hand.player,
                table.dealt[hand.player - 1] if table.as_dealt(hand) else hand.cards,
                self.meant(hand) if self.labelled else None,
            )
            for hand in table.judged[:: self.direction]
            if hand.hand
        ]


def inverted(upper: Hand, lower: Hand) -> bool:
    """Return whether a hand stands above a stronger one."""
    return upper.strength < lower.strength


def _of_two_types(pairs: Iterable[tuple[Hand, Hand]]) -> Set[frozenset[HandType]]:
    two_types = {frozenset(hand.hand_type for hand in pair) for pair in pairs}
    return {types for types in two_types if len(types) > 1}


def _spelt(hands: Sequence[PrintedHand]) -> dict[str, HandType]:
    """Return what unknown labels stand for: the type of nearly all the hands that have them."""
    types_of, type_of_label = defaultdict[str, Counter[HandType]](Counter), {}
    for printed in hands:
        if printed.hand_type is None and (hand := printed.hand):
            types_of[printed.label][hand.hand_type] += 1
    for label, types in types_of.items() if len(types_of) <= MOST_LABELS else ():
        ((hand_type, times),) = types.most_common(1)
        if times >= MOSTLY * types.total():
            type_of_label[label] = hand_type
    return type_of_label
