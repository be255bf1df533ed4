"""What holds for all that a program prints: how it reads, spells and orders, on every deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from poker_table.game.hand import HAND_SIZE, Hand, HandType
from poker_table.game.table import MOST_PLAYERS
from poker_table.grading.judging.fault import AS_ONE_WITH, Fault
from poker_table.grading.judging.likeness import Shown, differs, likeness
from poker_table.grading.judging.printed import Printed, PrintedHand
from poker_table.grading.judging.reading import Cards, Reading, Table, find_reading, same
from poker_table.hands.in_words import deciding_digit

MOSTLY = 0.8  # of the hands with a label that nobody knows: their type is what it stands for
MOSTLY_INVERTED = 2 / 3  # of all pairs of hands; where there is no order, it is half of them


@dataclass
class Seen:
    """One table through a reading: what each player is dealt, and the hands that were printed.

    The players are numbered from 1. `judged` has the printed hands that depend on the deck.
    """

    by_the_rules: list[Cards]
    dealt: list[Cards]
    printed: Printed
    hands: list[PrintedHand]
    judged: list[PrintedHand] = field(default_factory=list)

    @property
    def depends_on_deck(self) -> bool:
        """Whether at least half of the hands do; else there is nothing to judge."""
        return self.printed.is_table and 2 * len(self.judged) >= max(len(self.hands), 1)

    def as_dealt(self, hand: PrintedHand) -> bool:
        """Return whether a printed hand has the cards that its player is dealt."""
        return same(hand.cards, self.dealt[hand.player - 1])


class Output:
    """The tables of all decks, and what is found by looking at all of them together."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.reading = find_reading([*tables.values()])
        self.seen = {name: _seen(self.reading, table) for name, table in tables.items()}
        _keep_what_depends_on_the_deck([*self.seen.values()])
        self.usable = [seen for seen in self.seen.values() if seen.depends_on_deck]
        hands = [hand for seen in self.usable for hand in seen.judged]
        self.spelt = _spelt(hands)
        self.found = {self.meant(hand) for hand in hands if self.is_right(hand)}
        self.labelled = len({self.meant(hand) for hand in hands} - {None}) > 1
        orders = {tuple(hand.player for hand in seen.hands) for seen in self.usable}
        # Of one deck nobody can tell whether the order depends on the cards.
        self.evaluates = self.labelled or len(self.usable) < 2 or len(orders) > 1
        pairs = [pair for seen in self.usable for pair in unequal(self.sorted_by(seen))]
        self.upside_down = sum(inverted(*pair) for pair in pairs) > MOSTLY_INVERTED * len(pairs)
        wrong = [pair for pair in pairs if inverted(*pair) != self.upside_down]
        self.first_ranks_decide = all(
            deciding_digit(*pair) for pair in wrong if criterion(*pair) == "within"
        )
        self.mutants = likeness([self._shown(seen) for seen in self.usable])

    def meant(self, hand: PrintedHand) -> HandType | None:
        """Return the type that a hand's label stands for, even if it is misspelt."""
        return self.spelt.get(hand.label) if hand.hand_type is None else hand.hand_type

    def is_right(self, hand: PrintedHand) -> bool:
        """Return whether a hand is given its type."""
        return hand.hand is not None and self.meant(hand) == hand.hand.hand_type

    def sorted_by(self, seen: Seen) -> list[Hand]:
        """Return the hands by which a table's order is judged: those whose types are right."""
        judged = [hand for hand in seen.judged if self.is_right(hand) or not self.labelled]
        return [hand.hand for hand in judged if hand.hand]

    def best_first(self, seen: Seen) -> list[Hand]:
        """Return the same hands, turned round if the program prints every table upside down."""
        return self.sorted_by(seen)[:: -1 if self.upside_down else 1]

    def in_likeness(self, fault: Fault, hands: Sequence[Hand]) -> Fault:
        """Return a fault over some hands, told as that of the wrong evaluator that makes it too."""
        if not self.mutants:
            return fault
        mutant = next((m for m in self.mutants if differs(m, hands)), self.mutants[0])
        cause = f"On all {len(self.usable)} decks {AS_ONE_WITH}{mutant.mistake.rstrip('.')}"
        return replace(fault, cause=cause, common_cause="", depth=0)

    def _shown(self, seen: Seen) -> list[Shown]:
        """Return the valid hands of a table, best first, with the types that were printed."""
        hands = [
            Shown(
                seen.dealt[hand.player - 1] if seen.as_dealt(hand) else hand.cards,
                self.meant(hand) if self.labelled else None,
            )
            for hand in seen.judged
            if hand.hand
        ]
        return hands[:: -1 if self.upside_down else 1]


def unequal(hands: Iterable[Hand]) -> Iterator[tuple[Hand, Hand]]:
    """Yield every two hands that do not tie, in their order."""
    return (pair for pair in combinations(hands, 2) if pair[0].strength != pair[1].strength)


def criterion(upper: Hand, lower: Hand) -> str:
    """Return the criterion for which two hands that do not tie are evidence."""
    return "within" if upper.hand_type == lower.hand_type else "between"


def inverted(upper: Hand, lower: Hand) -> bool:
    """Return whether a hand stands above a stronger one."""
    return upper.strength < lower.strength


def hands_dealt(seen: Seen) -> list[Hand]:
    """Return the hands that a table would have if its program made no mistake but the reading's."""
    return [Hand.of(cards) for cards in seen.dealt if len(set(cards)) == HAND_SIZE]


def _seen(reading: Reading, table: Table) -> Seen:
    first = table.printed.first_of_each_player()
    players = [(hand, hand.player - reading.first_player + 1) for hand in first]
    hands = [replace(hand, player=p) for hand, p in players if 1 <= p <= MOST_PLAYERS]
    return Seen(Reading().deal(table.deck), reading.deal(table.deck), table.printed, hands)


def _keep_what_depends_on_the_deck(tables: Sequence[Seen]) -> None:
    """Judge the hands that were dealt, and of the others those that no other deck's table has."""
    times = Counter(frozenset(hand.cards) for seen in tables for hand in seen.hands)
    for seen in tables:
        dealt = {*map(frozenset, seen.dealt)}
        shown = [(hand, frozenset(hand.cards)) for hand in seen.hands]
        seen.judged = [hand for hand, cards in shown if cards in dealt or times[cards] == 1]


def _spelt(hands: Sequence[PrintedHand]) -> dict[str, HandType]:
    """Return what unknown labels stand for: the type of nearly all the hands that have them."""
    found: dict[str, Counter[HandType]] = {}
    for printed in hands:
        if printed.hand_type is None and (hand := printed.hand):
            found.setdefault(printed.label, Counter())[hand.hand_type] += 1
    most = {label: types.most_common(1)[0] for label, types in found.items()}
    return {
        label: hand_type
        for label, (hand_type, times) in most.items()
        if times >= MOSTLY * found[label].total()
    }
