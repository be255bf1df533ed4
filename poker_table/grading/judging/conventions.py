"""The conventions that a program follows on all decks: how it reads decks, spells types, sorts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading.judging.explain import Explanations, LabelledHand
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.interpretation import (
    InterpretedTable,
    OutputOnDeck,
    find_interpretation,
    interpret,
)
from poker_table.grading.judging.own_labels import own_labels
from poker_table.grading.judging.printed import PrintedHand
from poker_table.grading.judging.skills import unequal
from poker_table.hands.in_words import deciding_digit

# If more than this share of all pairs of hands is inverted, the table is upside down. In a random
# order, half of them are.
INVERTED_SHARE = 2 / 3


class Conventions:
    """The tables of all decks, and the conventions that only show when these are compared."""

    def __init__(self, outputs: Sequence[OutputOnDeck]) -> None:
        self.interpretation = find_interpretation(outputs)
        self.tables = interpret(self.interpretation, outputs)
        usable = [table for table in self.tables if table.depends_on_deck]
        hands = [hand for table in usable for hand in table.judged]
        self.own_labels = own_labels(hands)
        self.right_types = {self.type_of(hand) for hand in hands if self.is_type_right(hand)}
        #: Whether at least two different hand types are printed.
        self.has_types = len({self.type_of(hand) for hand in hands} - {None}) > 1
        orders = {tuple(hand.player for hand in table.hands) for table in usable}
        # On one deck alone the order cannot be seen to depend on the cards.
        self.evaluates_hands = self.has_types or len(usable) < 2 or len(orders) > 1
        pairs = [pair for table in usable for pair in unequal(self.sortable_hands(table))]
        inverted = [pair for pair in pairs if is_inverted(*pair)]
        self.upside_down = len(inverted) > INVERTED_SHARE * len(pairs)
        #: The step through a table that goes from its best hand to its worst.
        self.direction = -1 if self.upside_down else 1
        wrong = [pair for pair in pairs if is_inverted(*pair) != self.upside_down]
        # The type and the index of the deciding rank, for misplaced pairs of hands of one type.
        wrong_ranks = {
            (better.hand_type, deciding_digit(better, worse))
            for better, worse in wrong
            if better.hand_type == worse.hand_type
        }
        #: Whether hands of one type are misplaced only if their first ranks are equal.
        self.first_ranks_decide = all(rank for _, rank in wrong_ranks)
        #: Whether these pairs share one type but not the deciding rank: a mistake with its kickers.
        types = {hand_type for hand_type, _ in wrong_ranks}
        self.kickers_of_one_type = self.first_ranks_decide and len(types) == 1 < len(wrong_ranks)
        #: Whether hands of different types are misplaced for at most half of the pairs of types.
        self.types_decide = 2 * len(_pairs_of_types(wrong)) <= len(_pairs_of_types(pairs))
        self.sorts_by_player = len(usable) > 1 and all(
            players == tuple(sorted(players)) for players in orders
        )
        self._explanations = Explanations([self._labelled_hands(table) for table in usable])

    def type_of(self, hand: PrintedHand) -> HandType | None:
        """Return the hand type for which a label stands, even if it is the program's own word."""
        return self.own_labels.type_of(hand)

    def is_type_right(self, hand: PrintedHand) -> bool:
        """Return whether the printed type of a hand is right."""
        return hand.hand is not None and self.type_of(hand) == hand.hand.hand_type

    def sortable_hands(self, table: InterpretedTable) -> list[Hand]:
        """Return the hands whose order is judged: those whose type is right."""
        return [
            hand.hand
            for hand in table.judged
            if hand.hand and (self.is_type_right(hand) or not self.has_types)
        ]

    def reported_as_mutant(self, fault: Fault) -> Fault:
        """Return a fault, reported as the mistake of the mutant that predicts it, if one does."""
        mutant = (
            self._explanations.of_type(fault.hands[0], fault.details[1])
            if len(fault.hands) == 1
            else self._explanations.of_order(*fault.hands)
        )
        if mutant is None:
            return fault
        cause = Cause(Kind.LIKE_MUTANT, (mutant.name,))
        return replace(fault, reported_as=cause, broader_cause=None, report_order=0)

    def _labelled_hands(self, table: InterpretedTable) -> list[LabelledHand]:
        """Return the valid hands of a table, the best one first, with the types printed for them.

        If a hand has the cards dealt, they are in the order of the deal.
        """
        return [
            LabelledHand(
                hand.player,
                table.dealt[hand.player - 1] if table.as_dealt(hand) else hand.cards,
                self.type_of(hand) if self.has_types else None,
            )
            for hand in table.judged[:: self.direction]
            if hand.hand
        ]


def is_inverted(upper: Hand, lower: Hand) -> bool:
    """Return whether a hand is printed above a stronger one."""
    return upper.strength < lower.strength


def _pairs_of_types(pairs: Iterable[tuple[Hand, Hand]]) -> Set[frozenset[HandType]]:
    pairs_of_types = {frozenset(hand.hand_type for hand in pair) for pair in pairs}
    return {types for types in pairs_of_types if len(types) == 2}
