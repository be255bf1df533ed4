"""Finds the wrong evaluators that explain a program's wrong types and its wrong orders.

Greedy: the evaluator counts that explains most of what is still unexplained, if it predicts all
that it touches. A mistake is one type taken for a certain other one, or the order of the hands of
one type, or of two types; it is explained as a whole or not at all. What no evaluator explains
keeps the plain sentence with its two hands. Beside such a mistake, an explanation that rests on
two decks is chance and does not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeVar

from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading.judging.evaluators import EVALUATORS, CombinedMutants
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Key, Mutant

FEWEST_DECKS = 3  # on fewer decks, many mistakes look alike
#: The hand type that two compared hands share, or their two types.
Types = frozenset[HandType]
_Confusion = tuple[HandType, HandType | None]  # the right type, and the one printed
Mistake = TypeVar("Mistake")


class TableHand(NamedTuple):
    """A hand in a table, evaluated by the rules, and the type printed for it if that was read."""

    table: int
    player: int
    five: FiveCards
    printed_type: HandType | None
    keys: dict[Evaluator, Key]  # filled by `key`: a pair of hands is compared many times

    def key(self, evaluator: Evaluator) -> Key:
        """Return what an evaluator compares hands by, for this one."""
        if evaluator not in self.keys:
            self.keys[evaluator] = evaluator.comparison_key(evaluator.classify(self.five))
        return self.keys[evaluator]

    @property
    def is_mistyped(self) -> bool:
        """Whether another type is printed than the rules give."""
        return self.printed_type not in (None, self.five.hand_type)


class _Pair(NamedTuple):
    """Two hands of unequal strength in one table, the upper one first."""

    upper: TableHand
    lower: TableHand


class Explanations:
    """The evaluators that explain mistakes in some tables. Each table has its best hand first."""

    def __init__(self, tables: Sequence[Sequence[TableHand]]) -> None:
        hands = tables if len(tables) >= FEWEST_DECKS else ()
        self._by_confusion = _of_types(hands)
        self._by_types = _of_orders(hands)

    def of_type(self, hand: Hand, printed: HandType) -> Mutant | None:
        """Return the evaluator that explains why a hand is taken for another type."""
        mutants = self._by_confusion.get((hand.hand_type, printed), ())
        five = RIGHT.evaluate(hand.dealt)
        return next((m for m in mutants if m.classify(five).hand_type is printed), None)

    def of_order(self, better: Hand, worse: Hand) -> Mutant | None:
        """Return the evaluator that explains why two hands stand in the wrong order."""
        mutants = self._by_types.get(frozenset((better.hand_type, worse.hand_type)), ())
        fives = [RIGHT.evaluate(hand.dealt) for hand in (better, worse)]
        wrong = (m for m in mutants if _key(m, fives[0]) <= _key(m, fives[1]))
        return next(wrong, next(iter(mutants), None))


def _key(evaluator: Evaluator, five: FiveCards) -> Key:
    return evaluator.comparison_key(evaluator.classify(five))


def _mistypes(evaluator: Evaluator, five: FiveCards) -> bool:
    return evaluator.classify(five).hand_type is not five.hand_type


def _chosen(
    candidates: Sequence[tuple[tuple[int, ...], Set[Mistake], Mutant]],
) -> Mutant | None:
    """Return the evaluator with the best score, given what each candidate explains.

    If another mistake explains some of the same equally well, neither is chosen.
    """
    best = max((score for score, _, _ in candidates), default=())
    rivals = [(explained, mutant) for score, explained, mutant in candidates if score == best]
    for explained, mutant in rivals:
        if all(
            other.mistake == mutant.mistake or explained.isdisjoint(same) for same, other in rivals
        ):
            return mutant
    return None


def _proven(
    explained: Mapping[Mistake, Sequence[Mutant]], decks: Mapping[Mistake, Set[int]]
) -> dict[Mistake, Sequence[Mutant]]:
    """Return the explanations, without those that rest on few decks if others have none."""
    if all(mistake in explained for mistake in decks):
        return dict(explained)
    seen = defaultdict[str, set[int]](set)
    for mistake, mutants in explained.items():
        for mutant in mutants:
            seen[mutant.name] |= decks.get(mistake, set())
    return {
        mistake: mutants
        for mistake, mutants in explained.items()
        if all(len(seen[mutant.name]) >= FEWEST_DECKS for mutant in mutants)
    }


# Types


def _of_types(
    tables: Sequence[Sequence[TableHand]],
) -> dict[_Confusion, Sequence[Mutant]]:
    """Return the evaluators that explain each confusion of two types."""
    hands = [hand for table in tables for hand in table if hand.printed_type is not None]
    wrong = [hand for hand in hands if hand.is_mistyped]
    printed_right = [hand.five for hand in hands if not hand.is_mistyped]
    candidates = [
        mutant
        for mutant in (EVALUATORS if wrong else ())
        if not any(_mistypes(mutant, five) for five in printed_right)
        and not _is_only_label(mutant, tables)
    ]
    left, chosen = set(range(len(wrong))), list[Mutant]()
    covers = {mutant: _predicted(mutant, wrong) for mutant in candidates}
    while best := _chosen([((len(c & left),), c & left, m) for m, c in covers.items() if c & left]):
        chosen.append(best)
        left -= covers[best]
    confusions = defaultdict[_Confusion, set[int]](set)
    explained = defaultdict[_Confusion, list[Mutant]](list)
    for n, hand in enumerate(wrong):
        confusion = hand.five.hand_type, hand.printed_type
        confusions[confusion].add(hand.table)
        explained[confusion] += [m for m in chosen if n in covers[m]]
    for n in left:
        explained.pop((wrong[n].five.hand_type, wrong[n].printed_type), None)
    return _proven(explained, confusions)


def _predicted(mutant: Mutant, wrong: Sequence[TableHand]) -> set[int]:
    """Return which hands have the wrong type that a mutant gives them; none if it gives another.

    Another mutant may have hidden what it does, so a few hands may have a third type.
    """
    predicted = [(hand, mutant.classify(hand.five).hand_type) for hand in wrong]
    touched = {n for n, (hand, t) in enumerate(predicted) if t is not hand.five.hand_type}
    covered = {n for n in touched if predicted[n][1] is wrong[n].printed_type}
    return covered if len(covered) == len(touched) else set()


def _is_only_label(mutant: Mutant, tables: Sequence[Sequence[TableHand]]) -> bool:
    """Return whether the hands that a mutant mistypes are all placed by their right type.

    Then only the printed label is wrong, and the program does not evaluate as the mutant does.
    """
    differing = [
        upper.five.key > lower.five.key
        for table in tables
        for upper, lower in combinations(table, 2)
        if upper.is_mistyped != lower.is_mistyped
        and _mistypes(mutant, (upper if upper.is_mistyped else lower).five)
        and (upper.five.key > lower.five.key) != (upper.key(mutant) > lower.key(mutant))
    ]
    return bool(differing) and all(differing)


# Orders


def _of_orders(tables: Sequence[Sequence[TableHand]]) -> dict[Types, Sequence[Mutant]]:
    """Return the evaluators that explain each wrong order, of one type or of two types."""
    pairs = defaultdict[Types, list[_Pair]](list)
    for table in tables:
        well_typed = [hand for hand in table if not hand.is_mistyped]
        for upper, lower in combinations(well_typed, 2):
            if upper.five.key != lower.five.key:
                pairs[frozenset((upper.five.hand_type, lower.five.hand_type))].append(
                    _Pair(upper, lower)
                )
    wrong = {
        types: sum(upper.five.key < lower.five.key for upper, lower in each)
        for types, each in pairs.items()
    }
    wrong = {types: count for types, count in wrong.items() if count}
    typed = [hand.five for table in tables for hand in table if hand.printed_type is not None]
    candidates = [
        mutant
        for mutant in (EVALUATORS if wrong else ())
        if not any(_mistypes(mutant, five) for five in typed)
    ]
    touched = {
        mutant: {types for types in pairs if _touches(mutant, types, pairs[types])}
        for mutant in candidates
        if any(_touches(mutant, types, pairs[types]) for types in wrong)
    }
    found = [_Orders(pairs, wrong, touched, up).explained() for up in (True, False)]
    explained = max(found, key=lambda each: sum(wrong.get(types, 0) for types in each))
    decks = {
        types: {upper.table for upper, lower in pairs[types] if upper.five.key < lower.five.key}
        for types in wrong
    }
    # Two types may seem mixed up because one of them is, in another way, with a third.
    unclear = {t for types in wrong.keys() - explained.keys() if len(types) > 1 for t in types}
    clear = {
        types: mutants
        for types, mutants in explained.items()
        if len(types) == 1 or types.isdisjoint(unclear)
    }
    return _proven(clear, decks)


def _concerns(mutant: Mutant, types: Types) -> bool:
    return not mutant.types or not types.isdisjoint(mutant.types)


def _touches(mutant: Mutant, types: Types, pairs: Sequence[_Pair]) -> bool:
    """Return whether a mutant does not order all of these hands as the rules do."""
    if not _concerns(mutant, types):
        return False
    for upper, lower in pairs:
        one, other = upper.key(mutant), lower.key(mutant)
        if one == other or (one > other) != (upper.five.key > lower.five.key):
            return True
    return False


class _Orders:
    """The search for evaluators that explain wrong orders.

    Hands that tie for an evaluator stand in the order of their players, up or down.
    """

    def __init__(
        self,
        pairs: Mapping[Types, Sequence[_Pair]],
        wrong: Mapping[Types, int],
        touched: Mapping[Mutant, Set[Types]],
        ties_ascend: bool,
    ) -> None:
        self.pairs, self.wrong, self.ties_ascend = pairs, wrong, ties_ascend
        self.touched = touched
        self.is_predicted = cache(self._is_predicted)

    def _is_predicted(self, mutants: tuple[Mutant, ...], types: Types) -> bool:
        """Return whether the hands of some types stand in the order that the mutants predict."""
        evaluator = mutants[0] if len(mutants) == 1 else _combined(mutants)
        for upper, lower in self.pairs[types]:
            one, other = upper.key(evaluator), lower.key(evaluator)
            ties_wrong = one == other and (upper.player < lower.player) != self.ties_ascend
            if one < other or ties_wrong:
                return False
        return True

    def explained(self) -> dict[Types, Sequence[Mutant]]:
        """Return the evaluators chosen, for each wrong order that they explain."""
        chosen: tuple[Mutant, ...] = ()
        left = {*self.wrong}
        while best := _chosen([*self._scores(chosen, left)]):
            chosen = (*chosen, best)
            left -= self._explained_by(chosen)
        while False in (checks := [self._holds(mutant, chosen) for mutant in chosen]):
            chosen = tuple(m for m, holds in zip(chosen, checks, strict=True) if holds)
        explained = self._explained_by(chosen)
        return {
            types: [m for m in chosen if types in self.touched[m]]
            for types in explained & self.wrong.keys()
        }

    def _scores(
        self, chosen: tuple[Mutant, ...], left: Set[Types]
    ) -> Iterator[tuple[tuple[int, int], Set[Types], Mutant]]:
        """Yield a score, what it explains, and the candidate, for each that explains more."""
        for mutant, touched in self.touched.items():
            if mutant not in chosen and touched & left:
                more = {
                    types
                    for types in touched & left
                    if self.is_predicted(self._of(types, (*chosen, mutant)), types)
                }
                spoilt = any(
                    not self.is_predicted(self._of(types, (*chosen, mutant)), types)
                    for types in touched - left
                )
                if more and not spoilt:
                    yield (sum(self.wrong[types] for types in more), -len(touched)), more, mutant

    def _of(self, types: Types, mutants: tuple[Mutant, ...]) -> tuple[Mutant, ...]:
        """Return those mutants that may decide some types: one can hide what another does."""
        return tuple(mutant for mutant in mutants if _concerns(mutant, types))

    def _explained_by(self, mutants: tuple[Mutant, ...]) -> set[Types]:
        touched = set[Types]().union(*(self.touched[mutant] for mutant in mutants))
        return {types for types in touched if self.is_predicted(self._of(types, mutants), types)}

    def _holds(self, mutant: Mutant, chosen: tuple[Mutant, ...]) -> bool:
        """Return whether all that a chosen mutant touches is as it and the others predict."""
        return self.touched[mutant] <= self._explained_by(chosen)


@cache
def _combined(mutants: tuple[Mutant, ...]) -> CombinedMutants:
    return CombinedMutants(mutants)
