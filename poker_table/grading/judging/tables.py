"""The tables that a program printed on all decks, and the conventions that only show together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.grading.judging.explain import Explanations, TableHand
from poker_table.grading.judging.interpretation import (
    Interpretation,
    Table,
    find_interpretation,
    interpreted,
)
from poker_table.grading.judging.own_labels import own_labels
from poker_table.grading.judging.printed import PrintedHand
from poker_table.grading.judging.skills import Skill, order_skills, type_skill, unequal
from poker_table.hands.in_words import deciding_digit
from poker_table.mutants.evaluator import RIGHT

# If more than this share of all pairs of hands is inverted, the table is upside down. In a random
# order, half of them are.
INVERTED_SHARE = 2 / 3
FEWEST_DEALT = 2  # hands of a table that must be as dealt: a single one may be chance


class Mistyped(NamedTuple):
    """A hand on a deck for which another type is printed than its own."""

    deck: str
    hand: Hand
    printed_type: HandType
    printed: PrintedHand


class Misplaced(NamedTuple):
    """Two hands on a deck of which the better one is printed below the worse one."""

    deck: str
    better: Hand
    worse: Hand


class Tables:
    """The tables of all decks by the decks' names, and how the program reads, spells and sorts.

    `unreadable`: the decks on which a person must look at the output.
    `judged`: the tables whose hands depend on the deck.
    `repeating`: the decks with tables whose hands are, for the most part, those of other decks too.
    `incomplete`: the decks on which two players or more have no hand, so that there is no table.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.interpretation = find_interpretation([*tables.values()])
        tables = interpreted(tables, self.interpretation)
        depending = {name: table for name, table in tables.items() if table.depends_on_deck}
        labels = own_labels([hand for table in depending.values() for hand in table.judged_hands])
        self.by_deck = {name: table.read_by(labels) for name, table in tables.items()}
        self.judged = {name: self.by_deck[name] for name in depending}
        self.unreadable = self._unreadable_decks()
        if not self.unreadable and self._types_are_unreadable():
            self.unreadable, self.judged = {*depending}, {}
        rest = {n: t for n, t in self.by_deck.items() if n not in {*self.judged, *self.unreadable}}
        self.repeating = [n for n, table in rest.items() if table.printed.is_table and table.hands]
        self.incomplete = [name for name in rest if name not in self.repeating]
        self._find_types()
        self._find_order()

    def _unreadable_decks(self) -> Set[str]:
        """Return the decks on which the output could not be read.

        None are returned if that output is the same on all of them: then it is no table, so no
        person needs to look at it.
        """
        outputs = {n: t.printed for n, t in self.by_deck.items() if t.printed.unreadable_start}
        different = {
            (*printed.unread_lines, *printed.other_lines, *(hand.line for hand in printed.hands))
            for printed in outputs.values()
        }
        return outputs.keys() if len(different) > 1 else set()

    def _hands(self) -> list[tuple[str, PrintedHand]]:
        """Return the hands that are judged, each with its deck."""
        return [(deck, hand) for deck, table in self.judged.items() for hand in table.judged_hands]

    def _types_are_unreadable(self) -> bool:
        """Return whether there are labels, but the types of most hands could not be read."""
        unread = [hand for _, hand in self._hands() if hand.hand_type is None]
        labels = {hand.label for hand in unread if hand.label}
        return len(labels) > 1 and 2 * len(unread) > len(self._hands())

    def _find_types(self) -> None:
        """Set which types are printed, and for which hands."""
        #: Whether at least two different hand types are printed.
        self.has_types = len({hand.hand_type for _, hand in self._hands()} - {None}) > 1
        typed = [
            Mistyped(deck, printed.hand, printed.hand_type, printed)
            for deck, printed in self._hands()
            if printed.hand and printed.hand_type is not None
        ]
        self.mistyped = [each for each in typed if each.printed_type is not each.hand.hand_type]
        #: The types of which at least one hand is printed with its right type.
        self.right_types = {t for _, hand, t, _ in typed if t is hand.hand_type}

    def _find_order(self) -> None:
        """Set how the tables are sorted, if at all."""
        orders = {tuple(hand.player for hand in table.hands) for table in self.judged.values()}
        # On one deck alone the order cannot be seen to depend on the cards.
        self.evaluates_hands = self.has_types or len(self.judged) < 2 or len(orders) > 1
        self.sorts_by_player = len(self.judged) > 1 and all(
            players == tuple(sorted(players)) for players in orders
        )
        pairs = [
            (deck, *pair)
            for deck, table in self.judged.items()
            for pair in unequal(self.sortable_hands(table))
        ]
        inverted = [
            Misplaced(deck, better=lower, worse=upper)
            for deck, upper, lower in pairs
            if upper.strength < lower.strength
        ]
        #: The decks on which the order is not the right one from the top.
        self.inverted_on = {pair.deck for pair in inverted}
        self.upside_down = len(inverted) > INVERTED_SHARE * len(pairs)
        #: The pairs in the wrong order, in tables turned the right way up.
        self.misplaced = inverted
        if self.upside_down:
            rest = [pair for pair in pairs if pair[1].strength > pair[2].strength]
            self.misplaced = [Misplaced(*pair) for pair in rest]
        #: Whether hands of different types are misplaced for at most half of the pairs of types.
        wrong = [(better, worse) for _, better, worse in self.misplaced]
        all_pairs = _pairs_of_types((upper, lower) for _, upper, lower in pairs)
        self.types_decide = 2 * len(_pairs_of_types(wrong)) <= len(all_pairs)
        #: The type and the index of the deciding rank, for misplaced pairs of hands of one type.
        self.wrong_ranks = {
            (better.hand_type, deciding_digit(better, worse))
            for better, worse in wrong
            if better.hand_type == worse.hand_type
        }

    @property
    def first_ranks_decide(self) -> bool:
        """Whether hands of one type are misplaced only if their first ranks are equal."""
        return all(rank for _, rank in self.wrong_ranks)

    def sortable_hands(self, table: Table) -> list[Hand]:
        """Return the hands whose order is judged: those whose type is right."""
        return [
            printed.hand
            for printed in table.judged_hands
            if printed.hand and (printed.hand_type is printed.hand.hand_type or not self.has_types)
        ]

    @cached_property
    def explanations(self) -> Explanations:
        """The evaluators that explain wrong types and orders.

        Of each valid hand that has the cards dealt, these are in the order of the deal.
        """
        return Explanations(
            [
                [
                    TableHand(
                        number,
                        hand.player,
                        RIGHT.evaluate(
                            table.dealt[hand.player - 1] if table.as_dealt(hand) else hand.cards
                        ),
                        hand.hand_type if self.has_types else None,
                    )
                    for hand in table.judged_hands[:: -1 if self.upside_down else 1]
                    if hand.hand
                ]
                for number, table in enumerate(self.judged.values())
            ]
        )

    @property
    def ignore_decks(self) -> bool:
        """Whether there are tables, but never with the hands that the deck deals."""
        complete = [table for table in self.by_deck.values() if table.printed.is_table]
        dealt = [sum(map(table.as_dealt, table.hands)) for table in complete]
        return bool(dealt) and max(dealt) < FEWEST_DEALT

    def judgeable_skills(self) -> Mapping[str, Set[Skill]]:
        """Return, for each deck whose table depends on it, the skills that can be judged."""
        skills = {}
        for name, table in self.by_deck.items():
            if table.depends_on_deck:
                hands = [printed.hand for printed in table.judged_hands if printed.hand]
                order = order_skills(self.sortable_hands(table))
                skills[name] = order | {*map(type_skill, hands)}
        return skills

    def tested_skills(self, deck: Sequence[Card]) -> Set[Skill]:
        """Return the skills that a deck tests, dealt as the program interprets it."""
        return _tested_skills(self.interpretation, tuple(deck))


@lru_cache(maxsize=4096)
def _tested_skills(interpretation: Interpretation, deck: Sequence[Card]) -> Set[Skill]:
    hands = [Hand.of(cards) for cards in interpretation.deal(deck) if len(set(cards)) == HAND_SIZE]
    return frozenset(order_skills(hands) | {*map(type_skill, hands)})


def _pairs_of_types(pairs: Iterable[tuple[Hand, Hand]]) -> Set[frozenset[HandType]]:
    pairs_of_types = {frozenset(hand.hand_type for hand in pair) for pair in pairs}
    return {types for types in pairs_of_types if len(types) == 2}
