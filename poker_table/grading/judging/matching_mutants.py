"""Finds the known wrong evaluators (mutants) that predict a program's wrong types and orders.

A mutant is only named if all that it predicts is what was printed. The hand type that it gives must
be printed for every such hand, and the hand that it lets win must stand above the other one every
time. Two hands that it lets tie must be sorted by the players' numbers, always up or always down.

Each mistake is tested separately. A mistake in the types is one hand type that is taken for a
certain other one. A mistake in the order concerns the hands of one type, or of two types. So a
program with three mistakes gets three names, and a mistake that no mutant predicts keeps its own
cause.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import chain, combinations, permutations
from typing import NamedTuple, TypeVar

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rules import STRAIGHTS, HandType, summary_value
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Key, Mutant
from poker_table.mutants.wrong import MUTANTS

FEWEST_DECKS = 3  # on fewer decks, many mistakes look alike
MAX_COMBINED = 3  # mutants that together explain the types; also those that explain the order
#: The hand type that two compared hands share, or their two types.
Types = frozenset[HandType]
Mistake = TypeVar("Mistake")
Explanation = TypeVar("Explanation")


def _counting_ranks(five: FiveCards) -> Key:
    return five.ranks[:1] if five.hand_type in STRAIGHTS else five.ranks


def _value(five: FiveCards) -> Key:
    return (summary_value(_counting_ranks(five)),)


def _more_ways_to_ignore_types() -> Iterator[Mutant]:
    """Yield mutants that order hands by ranks, by value, or by all five cards, never by type."""
    (known,) = (mutant for mutant in MUTANTS if mutant.name == "type-ignored")
    for key in _counting_ranks, _value, lambda five: five.high_to_low:
        mutant = Mutant("comparison_key", key)
        yield from mutant.described(known.name, known.hint, known.mistake)


#: The mutants whose mistake shows in hands of five cards.
KNOWN = [*(mutant for mutant in MUTANTS if mutant.needs == "five"), *_more_ways_to_ignore_types()]


class LabelledHand(NamedTuple):
    """A hand in a table: its cards as dealt, and the type printed for it if that could be read."""

    player: int
    cards: tuple[Card, ...]
    printed_type: HandType | None


class CombinedMutants(Evaluator):
    """Several mutants as one evaluator, which makes all their mistakes.

    In deciding a hand's type they take turns. In deciding between two hands, a mutant for a few
    hand types comes before one for all.
    """

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.most_specific_first = sorted(mutants, key=lambda m: len(m.types) or len(HandType))

    def classify(self, five: FiveCards) -> FiveCards:
        """Return five cards after each mutant in turn has classified them."""
        for mutant in self.mutants:
            five = mutant.classify(five)
        return five

    def comparison_key(self, five: FiveCards) -> Key:
        """Return the first wrong key that a mutant gives, else the right key."""
        keys = (mutant.comparison_key(five) for mutant in self.most_specific_first)
        return next((key for key in keys if key != five.key), five.key)


class MatchingMutants:
    """The mutants that predict the mistakes in some tables. Each table has its best hand first."""

    def __init__(self, tables: Sequence[Sequence[LabelledHand]]) -> None:
        evaluated = [
            [_EvaluatedHand(labelled, RIGHT.evaluate(labelled.cards)) for labelled in table]
            for table in tables
        ]
        if len(tables) < FEWEST_DECKS:
            evaluated = []
        self._by_hand = _mutants_of_types(evaluated)
        self._by_types = _mutants_of_order(evaluated)

    def explaining(self, hands: Sequence[Hand]) -> Mutant | None:
        """Return the mutant that predicts the wrong type of one hand, or the wrong order of two."""
        if len(hands) == 1:
            return self._by_hand.get(frozenset(hands[0].dealt))
        mutants = self._by_types.get(frozenset(hand.hand_type for hand in hands), ())
        better, worse = (RIGHT.evaluate(hand.dealt) for hand in hands)
        wrong = (mutant for mutant in mutants if _key(mutant, better) <= _key(mutant, worse))
        return next(wrong, next(iter(mutants), None))


class _EvaluatedHand(NamedTuple):
    """A hand in a table, and the same hand evaluated by the rules."""

    labelled: LabelledHand
    five: FiveCards

    @property
    def is_mistyped(self) -> bool:
        return self.labelled.printed_type not in (None, self.five.hand_type)


def _key(evaluator: Evaluator, five: FiveCards) -> Key:
    return evaluator.comparison_key(evaluator.classify(five))


def _mistypes(evaluator: Evaluator, five: FiveCards) -> bool:
    return evaluator.classify(five).hand_type is not five.hand_type


def _best_agreed(
    candidates: Sequence[tuple[tuple[int, ...], dict[Mistake, Explanation]]],
) -> dict[Mistake, Explanation]:
    """Return the candidate with the best score; of several, the explanations they agree on."""
    best = max((score for score, _ in candidates), default=())
    first, *others = [explained for score, explained in candidates if score == best] or [{}]
    return {
        mistake: explanation
        for mistake, explanation in first.items()
        if all(other.get(mistake) == explanation for other in others)
    }


def _combinations(candidates: Sequence[Mutant]) -> Iterator[tuple[Mutant, ...]]:
    """Yield all combinations of one, two and three of the candidates."""
    return chain.from_iterable(combinations(candidates, count + 1) for count in range(MAX_COMBINED))


def _mutants_of_types(
    tables: Sequence[Sequence[_EvaluatedHand]],
) -> dict[frozenset[Card], Mutant]:
    """Return, for each hand whose wrong type a mutant predicts, that mutant."""
    hands = [hand for table in tables for hand in table]
    wrong = [hand for hand in hands if hand.is_mistyped]
    right = [hand.five for hand in hands if hand.labelled.printed_type is hand.five.hand_type]
    candidates = [
        mutant
        for mutant in KNOWN
        if any(mutant.classify(five).hand_type is labelled.printed_type for labelled, five in wrong)
    ]
    keys = [[hand.five.key for hand in table if not hand.is_mistyped] for table in tables]
    if all(each == sorted(each, reverse=True) for each in keys):
        candidates = [mutant for mutant in candidates if not _is_only_label(mutant, tables)]
    explanations = [
        ((len(by_hand), -len(mutants)), by_hand)
        for mutants in _combinations(candidates)
        for sequence in permutations(mutants)
        if (by_hand := _explained_types(mutants, CombinedMutants(sequence), wrong, right))
    ]
    return _best_agreed(explanations)


def _is_only_label(mutant: Mutant, tables: Sequence[Sequence[_EvaluatedHand]]) -> bool:
    """Return whether the hands that a mutant mistypes are all placed by their right type.

    Then only the printed label is wrong, and the program does not evaluate as the mutant does.
    """
    pairs = [
        (above.five, below.five)
        for table in tables
        for above, below in combinations(table, 2)
        if above.is_mistyped != below.is_mistyped
        and any(_mistypes(mutant, hand.five) for hand in (above, below))
    ]
    placed_by_rules = [
        upper.key > lower.key
        for upper, lower in pairs
        if (upper.key > lower.key) != (_key(mutant, upper) > _key(mutant, lower))
    ]
    return bool(placed_by_rules) and all(placed_by_rules)


def _explained_types(
    mutants: Sequence[Mutant],
    combined: CombinedMutants,
    wrong: Sequence[_EvaluatedHand],
    right: Sequence[FiveCards],
) -> dict[frozenset[Card], Mutant]:
    """Return which mutant gives each hand its wrong type, or nothing if a prediction fails.

    Where hands of one type are taken for a certain other type, the mutants must explain either all
    of these hands or none.
    """
    by_hand = dict[frozenset[Card], Mutant]()
    explained_confusions = dict[tuple[HandType, HandType | None], bool]()
    for labelled, five in wrong:
        predicted = combined.classify(five).hand_type
        is_explained = predicted is labelled.printed_type
        confusion = five.hand_type, labelled.printed_type
        if not is_explained and predicted is not five.hand_type:
            return {}
        if explained_confusions.setdefault(confusion, is_explained) != is_explained:
            return {}
        if is_explained:
            mistyping = (mutant for mutant in mutants if _mistypes(mutant, five))
            by_hand[frozenset(labelled.cards)] = next(mistyping, mutants[0])
    some_unused = len({*by_hand.values()}) < len(mutants)
    return {} if some_unused or any(_mistypes(combined, five) for five in right) else by_hand


class _Pair(NamedTuple):
    """Two hands of unequal strength: their indexes among all hands, the upper one first."""

    upper: int
    lower: int
    players_ascend: bool  # from the upper hand to the lower


class _Order:
    """How the hands of some tables are ordered, for each hand type and each two types."""

    def __init__(self, tables: Iterable[Sequence[_EvaluatedHand]]) -> None:
        self.fives, self.pairs = list[FiveCards](), defaultdict[Types, list[_Pair]](list)
        for table in tables:
            numbered = enumerate(table, len(self.fives))
            for (upper, above), (lower, below) in combinations(numbered, 2):
                if above.five.key != below.five.key:
                    types = frozenset((above.five.hand_type, below.five.hand_type))
                    players_ascend = above.labelled.player < below.labelled.player
                    self.pairs[types].append(_Pair(upper, lower, players_ascend))
            self.fives += [hand.five for hand in table]
        self.results = cache(self._results)
        self.right = {types: self.results(types) for types in self.pairs}
        #: The number of pairs in the wrong order, by their types.
        self.wrong = {types: each.count(-1) for types, each in self.right.items() if -1 in each}

    def _results(self, types: Types, *mutants: Mutant) -> list[int]:
        """Return the result of the upper hand of each pair, judged by the mutants: 1, 0 or -1."""
        key = cache(lambda index: _key(CombinedMutants(mutants), self.fives[index]))
        return [
            (key(upper) > key(lower)) - (key(upper) < key(lower))
            for upper, lower, _ in self.pairs[types]
        ]

    def affected_by(self, mutant: Mutant) -> set[Types]:
        """Return the types whose hands a mutant does not always order as the rules do."""
        return {
            types for types, right in self.right.items() if self.results(types, mutant) != right
        }

    def is_predicted(self, mutants: Sequence[Mutant], types: Types, ties_ascend: bool) -> bool:
        """Return whether the hands of some types are in the order that the mutants predict.

        Hands that tie must be in the order of the players' numbers, up if `ties_ascend`, else down.
        """
        results = zip(self.results(types, *mutants), self.pairs[types], strict=True)
        return all(
            result > 0 or (result == 0 and pair.players_ascend == ties_ascend)
            for result, pair in results
        )


def _mutants_of_order(
    tables: Sequence[Sequence[_EvaluatedHand]],
) -> dict[Types, tuple[Mutant, ...]]:
    """Return, for all types whose wrong order some mutants together predict, those mutants."""
    order = _Order([hand for hand in table if not hand.is_mistyped] for table in tables)
    hands = [hand for table in tables for hand in table]
    typed = [hand.five for hand in hands if hand.labelled.printed_type is not None]
    affected = {
        mutant: order.affected_by(mutant)
        for mutant in (KNOWN if order.wrong else ())
        if not any(_mistypes(mutant, five) for five in typed)
    }
    explanations = []
    for ties_ascend in True, False:
        for mutants in _combinations(_order_candidates(affected, order, ties_ascend)):
            affected_types = {mutant: affected[mutant] for mutant in mutants}
            breadth = sum(map(len, affected_types.values()))
            for sequence in permutations(mutants):
                if by_types := _explained_order(sequence, affected_types, order, ties_ascend):
                    pairs_explained = sum(order.wrong[types] for types in by_types)
                    score = pairs_explained, -len(mutants), -breadth
                    explanations.append((score, by_types))
    return _best_agreed(explanations)


def _order_candidates(
    affected: Mapping[Mutant, Set[Types]], order: _Order, ties_ascend: bool
) -> list[Mutant]:
    """Return the mutants that predict a wrong order alone, or together with such a mutant."""
    wrong = {mutant: types & order.wrong.keys() for mutant, types in affected.items()}
    predicted_alone = {
        mutant: {types for types in all_types if order.is_predicted([mutant], types, ties_ascend)}
        for mutant, all_types in wrong.items()
    }
    alone = [mutant for mutant, all_types in predicted_alone.items() if all_types]
    unexplained = order.wrong.keys() - set[Types]().union(*predicted_alone.values())
    return [
        mutant
        for mutant, all_types in wrong.items()
        if mutant in alone
        or any(
            order.is_predicted([mutant, other], types, ties_ascend)
            for other in alone
            for types in all_types & unexplained
        )
    ]


def _explained_order(
    sequence: Sequence[Mutant],
    affected: Mapping[Mutant, Set[Types]],
    order: _Order,
    ties_ascend: bool,
) -> dict[Types, tuple[Mutant, ...]]:
    """Return the mutants that predict each wrong order, or nothing if a prediction fails.

    Also return nothing if one of the mutants explains no wrong order, or if an unexplained wrong
    order involves a type that the mutants mix up with another one.
    """
    all_affected = set[Types]().union(*affected.values())
    if not all(order.is_predicted(sequence, types, ties_ascend) for types in all_affected):
        return {}
    by_types = {
        types: tuple(
            m for m in CombinedMutants([*affected]).most_specific_first if types in affected[m]
        )
        for types in all_affected & order.wrong.keys()
    }
    mixed_up = {t for each in affected.values() for types in each if len(types) > 1 for t in types}
    unexplained = [types for types in order.wrong.keys() - by_types.keys() if len(types) > 1]
    if any(types & mixed_up for types in unexplained):
        return {}
    return by_types if {*chain.from_iterable(by_types.values())} == affected.keys() else {}
