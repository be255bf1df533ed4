"""The tables that a program printed on all decks, and the conventions that only show together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HAND_SIZE
from poker_table.grading.judging.explain import Explanations, Row, pairs_in_tables
from poker_table.grading.judging.faults import Skill, order_skill, type_skill
from poker_table.grading.judging.interpretation import (
    Cards,
    Interpretation,
    find_interpretation,
    same_cards,
)
from poker_table.grading.judging.label import own_labels
from poker_table.grading.judging.printed import PrintedHand, PrintedOutput

# If more than this share of all pairs of hands is inverted, the table is upside down. In a random
# order, half of them are.
INVERTED_SHARE = 2 / 3
Output = tuple[Sequence[Card], PrintedOutput]  # with the deck for which it was printed
FEWEST_DEALT = 2  # hands of a table that must be as dealt: a single one may be chance


@dataclass(frozen=True)
class DeckTable:
    """What a program printed for a deck, and how it interprets the deck.

    `repeated`: the hands, as sets of cards, that it printed more than once, all decks together.
    """

    deck: Sequence[Card]
    printed: PrintedOutput
    interpretation: Interpretation
    repeated: Set[Set[Card]]

    @cached_property
    def dealt(self) -> Sequence[Cards]:
        """The hands that are dealt to players 1 to 10."""
        return self.interpretation.deal(self.deck)

    @cached_property
    def hands(self) -> Sequence[PrintedHand]:
        """The first hand printed for each player, counted from 1 even if the program does not."""
        hands = [*self.printed.by_player.values()]
        if self.interpretation.first_player == 0:
            hands = [replace(hand, player=hand.player + 1) for hand in hands]
        return [hand for hand in hands if 1 <= hand.player <= MOST_PLAYERS]

    @cached_property
    def judged_hands(self) -> Sequence[PrintedHand]:
        """The hands that depend on the deck: dealt by it, or printed once only."""
        dealt = {*map(frozenset, self.dealt)}
        sets = ((hand, frozenset(hand.cards)) for hand in self.hands)
        return [hand for hand, cards in sets if cards in dealt or cards not in self.repeated]

    def as_dealt(self, hand: PrintedHand) -> bool:
        """Return whether a printed hand has the cards that its player is dealt."""
        return same_cards(hand.cards, self.dealt[hand.player - 1])

    @property
    def depends_on_deck(self) -> bool:
        """Whether at least half of the hands depend on the deck; if not, nothing can be judged."""
        return self.printed.is_table and 2 * len(self.judged_hands) >= max(len(self.hands), 1)


class Pair(NamedTuple):
    """Two hands of a table that do not tie, and the skill that puts them in order."""

    better: Row
    worse: Row
    skill: Skill


class Tables:
    """The tables of all decks by the decks' names, and how the program reads, spells and sorts."""

    def __init__(self, outputs: Mapping[str, Output]) -> None:
        printed_cards = [
            (deck, {player: hand.cards for player, hand in each.by_player.items()})
            for deck, each in outputs.values()
        ]
        times = Counter(frozenset(cards) for _, hands in printed_cards for cards in hands.values())
        repeated = frozenset(cards for cards, count in times.items() if count > 1)
        self.interpretation = found = find_interpretation(printed_cards)
        tables = {name: DeckTable(*each, found, repeated) for name, each in outputs.items()}
        depending = [name for name, table in tables.items() if table.depends_on_deck]
        labels = own_labels([hand for name in depending for hand in tables[name].judged_hands])
        for name, table in tables.items():
            hands = [*map(labels.read, table.printed.hands)]
            tables[name] = replace(table, printed=replace(table.printed, hands=hands))
        self.by_deck: Mapping[str, DeckTable] = tables
        #: The tables whose hands depend on the deck, and their valid hands.
        self.judged = {name: tables[name] for name in depending}
        self.rows = list[Row]()
        for deck, table in self.judged.items():
            for printed in table.judged_hands:
                if hand := printed.hand:
                    cards = table.dealt[hand.player - 1] if table.as_dealt(printed) else hand.cards
                    self.rows.append(Row(deck, hand, cards, printed))
        #: The decks on which a person must look at the output.
        self.unreadable = self._unreadable_decks()
        if not self.unreadable and self._types_are_unreadable():
            self.unreadable, self.judged, self.rows = {*depending}, {}, []
        rest = {n: t for n, t in self.by_deck.items() if n not in {*self.judged, *self.unreadable}}
        #: The decks with tables whose hands are, for the most part, those of other decks too.
        self.repeating = [n for n, table in rest.items() if table.printed.is_table and table.hands]
        #: The decks on which two players or more have no hand, so that there is no table.
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

    def _types_are_unreadable(self) -> bool:
        """Return whether there are labels, but the types of most hands could not be read."""
        unread = [row for row in self.rows if row.printed.hand_type is None]
        labels = {row.printed.label for row in unread if row.printed.label}
        return len(labels) > 1 and 2 * len(unread) > len(self.rows)

    def _find_types(self) -> None:
        #: Whether at least two different hand types are printed.
        self.has_types = len({row.printed.hand_type for row in self.rows} - {None}) > 1
        self.mistyped = [
            (row, printed)
            for row in self.rows
            if row.is_mistyped and (printed := row.printed.hand_type) is not None
        ]
        typed = [row for row in self.rows if row.printed.hand_type is row.hand.hand_type]
        #: The types of which at least one hand is printed with its right type.
        self.right_types = {row.hand.hand_type for row in typed}
        #: The hands whose order is judged: those whose type is right.
        self.sortable = typed if self.has_types else self.rows

    def _find_order(self) -> None:
        orders = {tuple(hand.player for hand in table.hands) for table in self.judged.values()}
        # On one deck alone the order cannot be seen to depend on the cards.
        self.evaluates_hands = self.has_types or len(self.judged) < 2 or len(orders) > 1
        self.sorts_by_player = len(self.judged) > 1 and all(
            players == tuple(sorted(players)) for players in orders
        )
        upright, inverted = list[Pair](), list[Pair]()
        for rows in pairs_in_tables(self.sortable):
            better, worse = sorted(rows, key=lambda row: row.hand.strength, reverse=True)
            pair = Pair(better, worse, order_skill(better.hand, worse.hand))
            (upright if better is rows[0] else inverted).append(pair)
        self.pairs = upright + inverted
        #: The decks on which the order is not the right one from the top.
        self.inverted_on = {pair.better.deck for pair in inverted}
        self.upside_down = len(inverted) > INVERTED_SHARE * len(self.pairs)
        #: The pairs in the wrong order, in tables turned the right way up.
        self.misplaced = upright if self.upside_down else inverted
        #: Whether hands of different types are misplaced for at most half of the pairs of types.
        all_types, wrong_types = (
            {pair.skill for pair in pairs if pair.skill.criterion == "between"}
            for pairs in (self.pairs, self.misplaced)
        )
        self.types_decide = 2 * len(wrong_types) <= len(all_types)
        #: The skills that misplaced pairs of hands of one type show to be missing.
        self.wrong_within = {pair.skill for pair in self.misplaced} - wrong_types
        #: Whether hands of one type are misplaced only if their first ranks are equal.
        self.first_ranks_decide = all(skill.digit for skill in self.wrong_within)

    @cached_property
    def explanations(self) -> Explanations:
        """The evaluators that explain wrong types and orders."""
        rows = self.rows[:: -1 if self.upside_down else 1]
        if not self.has_types:
            rows = [replace(row, printed=replace(row.printed, hand_type=None)) for row in rows]
        return Explanations(rows)

    @property
    def ignore_decks(self) -> bool:
        """Whether there are tables, but never with the hands that the deck deals."""
        complete = [table for table in self.by_deck.values() if table.printed.is_table]
        dealt = [sum(map(table.as_dealt, table.hands)) for table in complete]
        return bool(dealt) and max(dealt) < FEWEST_DEALT

    def table_skills(self) -> Mapping[str, Set[Skill]]:
        """Return, for each deck whose table is judged, the skills that this table can show."""
        skills = {deck: set[Skill]() for deck in self.judged}
        for row in self.rows:
            skills[row.deck].add(type_skill(row.hand))
        for pair in self.pairs:
            skills[pair.better.deck].add(pair.skill)
        return skills


@lru_cache(maxsize=4096)
def deck_skills(interpretation: Interpretation, deck: Sequence[Card]) -> Set[Skill]:
    """Return the skills that a deck tests, dealt as a program interprets it."""
    hands = [Hand.of(cards) for cards in interpretation.deal(deck) if len(set(cards)) == HAND_SIZE]
    best_first = sorted(hands, key=lambda hand: hand.strength, reverse=True)
    pairs = ((a, b) for a, b in combinations(best_first, 2) if a.strength != b.strength)
    return frozenset({*map(type_skill, hands), *(order_skill(*pair) for pair in pairs)})
