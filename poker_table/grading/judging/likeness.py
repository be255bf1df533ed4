"""Which known wrong evaluators predict what a program prints, and for which hands.

A likeness is told only where it predicts. What an evaluator takes for another type must be printed
so, every time; what it puts in a wrong order must stand so, every time; and what it calls a tie
must stand as sorting leaves a tie, by the players' numbers, up or down. That is asked of each
mistake by itself: of hands of one type that are taken for another, and of the order of hands of one
type, or of two. So three mistakes at once are named if each alone would be, and what no evaluator
predicts keeps its own cause.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import chain, combinations, permutations
from typing import NamedTuple, TypeVar

from poker_table.game.card import Card
from poker_table.game.hand import STRAIGHTS, Hand, HandType, summary_value
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Key, Mutant
from poker_table.mutants.wrong import MUTANTS

FEWEST_DECKS = 3  # on fewer, many a mistake looks like another
MOST_TOGETHER = 3  # mistakes in the types, and as many in the order
#: The type of two hands that are compared, or their types.
Types = frozenset[HandType]
Where = TypeVar("Where")
Told = TypeVar("Told")


def _counting(five: FiveCards) -> Key:
    return five.ranks[:1] if five.hand_type in STRAIGHTS else five.ranks


def _value(five: FiveCards) -> Key:
    return (summary_value(_counting(five)),)


def _in_other_ways() -> Iterator[Mutant]:
    """Yield other ways to order hands without their types: by the value, or all cards downward."""
    (known,) = (mutant for mutant in MUTANTS if mutant.name == "type-ignored")
    for key in _counting, _value, lambda five: five.high_to_low:
        mutant = Mutant("comparison_key", key)
        yield from mutant.described(known.name, known.hint, known.mistake)


#: Those that can be told apart by hands of five cards each.
KNOWN = [*(mutant for mutant in MUTANTS if mutant.needs == "five"), *_in_other_ways()]


class Shown(NamedTuple):
    """A hand in a table: its cards as dealt, and the type printed for it if that could be read."""

    player: int
    cards: tuple[Card, ...]
    printed: HandType | None


class CombinedMutants(Evaluator):
    """Wrong evaluators as one: each in its own step, and in a common step one after another.

    What decides between hands of a few types goes before what does between all.
    """

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.weighing = sorted(mutants, key=lambda mutant: len(mutant.types) or len(HandType))

    def classify(self, five: FiveCards) -> FiveCards:
        """Return what five cards are taken for after each mutant in turn has judged them."""
        for mutant in self.mutants:
            five = mutant.classify(five)
        return five

    def comparison_key(self, five: FiveCards) -> Key:
        """Return the first wrong key, if there is one."""
        keys = (mutant.comparison_key(five) for mutant in self.weighing)
        return next((key for key in keys if key != five.key), five.key)


class Likeness:
    """The wrong evaluators that some tables, each with its best hand first, are like, and where."""

    def __init__(self, tables: Sequence[Sequence[Shown]]) -> None:
        judged = [[_Judged(shown, RIGHT.evaluate(shown.cards)) for shown in t] for t in tables]
        if len(tables) < FEWEST_DECKS:
            judged = []
        self._types = _types_predicted(judged)
        self._order = _order_predicted(judged)

    def of(self, hands: Sequence[Hand]) -> Mutant | None:
        """Return the one that gives a hand its wrong type, or that puts two in a wrong order."""
        if len(hands) == 1:
            return self._types.get(frozenset(hands[0].dealt))
        mutants = self._order.get(frozenset(hand.hand_type for hand in hands), ())
        better, worse = (RIGHT.evaluate(hand.dealt) for hand in hands)
        wrong = (mutant for mutant in mutants if _weight(mutant, better) <= _weight(mutant, worse))
        return next(wrong, next(iter(mutants), None))


class _Judged(NamedTuple):
    """A hand in a table, and what it is."""

    shown: Shown
    five: FiveCards

    @property
    def is_mistyped(self) -> bool:
        return self.shown.printed not in (None, self.five.hand_type)


def _weight(evaluator: Evaluator, five: FiveCards) -> Key:
    return evaluator.comparison_key(evaluator.classify(five))


def _agreed(found: Sequence[tuple[tuple[int, ...], dict[Where, Told]]]) -> dict[Where, Told]:
    """Return the best explanation; of equally good ones, what all of them say."""
    best = max((size for size, _ in found), default=())
    first, *others = [by for size, by in found if size == best] or [{}]
    return {at: told for at, told in first.items() if all(by.get(at) == told for by in others)}


def _some_of(candidates: Sequence[Mutant]) -> Iterator[tuple[Mutant, ...]]:
    """Yield one, two and three of the candidates."""
    return chain.from_iterable(
        combinations(candidates, count + 1) for count in range(MOST_TOGETHER)
    )


def _types_predicted(tables: Sequence[Sequence[_Judged]]) -> dict[frozenset[Card], Mutant]:
    """Return the mutant for each hand whose wrong type some of them together predict."""
    hands = [hand for table in tables for hand in table]
    wrong = [hand for hand in hands if hand.is_mistyped]
    right = [hand.five for hand in hands if hand.shown.printed is hand.five.hand_type]
    sound = [[hand.five.key for hand in table if not hand.is_mistyped] for table in tables]
    in_order = all(keys == sorted(keys, reverse=True) for keys in sound)
    candidates = [
        mutant
        for mutant in KNOWN
        if any(mutant.classify(five).hand_type is shown.printed for shown, five in wrong)
        and not (in_order and _only_says_so(mutant, tables))
    ]
    found = [
        ((len(by), -len(some)), by)
        for some in _some_of(candidates)
        for mutants in permutations(some)
        if (by := _mistyped_by(some, CombinedMutants(mutants), wrong, right))
    ]
    return _agreed(found)


def _mistypes(mutant: Evaluator, five: FiveCards) -> bool:
    return mutant.classify(five).hand_type is not five.hand_type


def _only_says_so(mutant: Mutant, tables: Sequence[Sequence[_Judged]]) -> bool:
    """Return whether the hands that a mutant mistypes stand all where they belong instead."""
    pairs = [
        (above.five, below.five)
        for table in tables
        for above, below in combinations(table, 2)
        if above.is_mistyped != below.is_mistyped
        and any(_mistypes(mutant, hand.five) for hand in (above, below))
    ]
    by_rules = [
        upper.key > lower.key
        for upper, lower in pairs
        if (upper.key > lower.key) != (_weight(mutant, upper) > _weight(mutant, lower))
    ]
    return bool(by_rules) and all(by_rules)


def _mistyped_by(
    mutants: Sequence[Mutant],
    together: CombinedMutants,
    wrong: Sequence[_Judged],
    right: Sequence[FiveCards],
) -> dict[frozenset[Card], Mutant]:
    """Return which of some mutants gives each hand its wrong type; nothing if they do not predict.

    They must explain each time, or never, that hands of a type are taken for a certain other.
    """
    found, confusions = dict[frozenset[Card], Mutant](), dict[tuple[HandType, object], bool]()
    for shown, five in wrong:
        taken = together.classify(five).hand_type
        explained = taken is shown.printed
        confusion = five.hand_type, shown.printed
        agrees = explained or taken is five.hand_type
        if not agrees or confusions.setdefault(confusion, explained) != explained:
            return {}
        if explained:
            by = (mutant for mutant in mutants if _mistypes(mutant, five))
            found[frozenset(shown.cards)] = next(by, mutants[0])
    if len({*found.values()}) < len(mutants) or any(_mistypes(together, five) for five in right):
        return {}
    return found


class _Pair(NamedTuple):
    """Two hands of unequal strength, by their numbers among all hands, the upper one first."""

    upper: int
    lower: int
    rises: bool  # whether the upper one's player has the lower number


class _Order:
    """How the hands of some tables stand, for each type and each two, and by which mutants."""

    def __init__(self, tables: Iterable[Sequence[_Judged]]) -> None:
        self.fives, self.pairs = list[FiveCards](), defaultdict[Types, list[_Pair]](list)
        for table in tables:
            numbered = enumerate(table, len(self.fives))
            for (upper, above), (lower, below) in combinations(numbered, 2):
                if above.five.key != below.five.key:
                    types = frozenset((above.five.hand_type, below.five.hand_type))
                    rises = above.shown.player < below.shown.player
                    self.pairs[types].append(_Pair(upper, lower, rises))
            self.fives += [hand.five for hand in table]
        self.signs = cache(self._signs)
        self.right = {types: self.signs(types) for types in self.pairs}
        self.wrong = {types: signs.count(-1) for types, signs in self.right.items() if -1 in signs}

    def _signs(self, types: Types, *mutants: Mutant) -> list[int]:
        """Return for each pair 1 if the mutants let the upper hand win, -1 the lower, 0 neither."""
        weight = cache(lambda number: _weight(CombinedMutants(mutants), self.fives[number]))
        return [
            (weight(upper) > weight(lower)) - (weight(upper) < weight(lower))
            for upper, lower, _ in self.pairs[types]
        ]

    def affected(self, mutant: Mutant) -> set[Types]:
        """Return the types of which a mutant orders some hands otherwise than the rules."""
        return {types for types, signs in self.right.items() if self.signs(types, mutant) != signs}

    def is_by(self, mutants: Sequence[Mutant], types: Types, rises: bool) -> bool:
        """Return whether hands of some types stand as by some mutants, who tie by their numbers."""
        signs = zip(self.signs(types, *mutants), self.pairs[types], strict=True)
        return all(sign > 0 or (sign == 0 and pair.rises == rises) for sign, pair in signs)


def _order_predicted(tables: Sequence[Sequence[_Judged]]) -> dict[Types, tuple[Mutant, ...]]:
    """Return the mutants for each types whose wrong order some of them together predict."""
    order = _Order([hand for hand in table if not hand.is_mistyped] for table in tables)
    typed = [hand.five for table in tables for hand in table if hand.shown.printed]
    affected = {
        mutant: order.affected(mutant)
        for mutant in (KNOWN if order.wrong else ())
        if not any(_mistypes(mutant, five) for five in typed)
    }
    found = [
        ((sum(order.wrong[types] for types in by), -len(some), -sum(map(len, about.values()))), by)
        for rises in (True, False)
        for some in _some_of(_alone_or_with_another(affected, order, rises))
        for about in [{mutant: affected[mutant] for mutant in some}]
        for way in permutations(some)
        if (by := _ordered_by(way, about, order, rises))
    ]
    return _agreed(found)


def _alone_or_with_another(
    affected: Mapping[Mutant, Set[Types]], order: _Order, rises: bool
) -> list[Mutant]:
    """Return the mutants that predict a wrong order alone, or with one of those another one."""
    wrong = {m: types & order.wrong.keys() for m, types in affected.items()}
    alone = {m: {t for t in its if order.is_by([m], t, rises)} for m, its in wrong.items()}
    some = [mutant for mutant, types in alone.items() if types]
    open_ = order.wrong.keys() - set[Types]().union(*alone.values())
    return [
        mutant
        for mutant, its in wrong.items()
        if mutant in some
        or any(
            order.is_by([mutant, other], types, rises) for other in some for types in its & open_
        )
    ]


def _ordered_by(
    way: Sequence[Mutant], affected: Mapping[Mutant, Set[Types]], order: _Order, rises: bool
) -> dict[Types, tuple[Mutant, ...]]:
    """Return the mutants that predict each wrong order; nothing if a prediction is false."""
    everywhere = set[Types]().union(*affected.values())
    if not all(order.is_by(way, types, rises) for types in everywhere):
        return {}
    by = {
        types: tuple(m for m in CombinedMutants([*affected]).weighing if types in affected[m])
        for types in everywhere & order.wrong.keys()
    }
    mixed = {t for its in affected.values() for types in its if len(types) > 1 for t in types}
    open_ = [types for types in order.wrong.keys() - by.keys() if len(types) > 1]
    if any(types & mixed for types in open_):  # of a type there is more wrong than they say
        return {}
    return by if {*chain.from_iterable(by.values())} == affected.keys() else {}
