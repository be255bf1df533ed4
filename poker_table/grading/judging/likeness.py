"""Which known wrong evaluators predict what a program prints, and for which hands.

A likeness is told only where it predicts. What an evaluator takes for another type must be printed
so, every time; what it puts in a wrong order must stand so, every time; and what it calls a tie
must stand as sorting leaves a tie, by the players' numbers, up or down. That is asked of each
mistake by itself: of hands of one type that are taken for another, and of the order of hands of one
type, or of two. So three mistakes at once are named if each alone would be, and what no evaluator
predicts keeps its own cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import chain, combinations
from typing import NamedTuple, TypeVar

from poker_table.game.card import Card
from poker_table.game.hand import Hand, HandType
from poker_table.mutants.evaluator import RIGHT, Evaluator, Five, Key, Mutant
from poker_table.mutants.wrong import MUTANTS

FEWEST_DECKS = 3  # on fewer, many a mistake looks like another
MOST_TOGETHER = 3  # mistakes in the types, and as many in the order
#: Those that can be told apart by hands of five cards each.
KNOWN = [mutant for mutant in MUTANTS if mutant.needs == "five"]
#: The type of two hands that are compared, or their types.
Types = frozenset[HandType]
Each = TypeVar("Each")
Where = TypeVar("Where")


class Shown(NamedTuple):
    """A hand in a table: its cards as dealt, and the type printed for it if that could be read."""

    player: int
    cards: tuple[Card, ...]
    printed: HandType | None


class Together(Evaluator):
    """Wrong evaluators as one: each in its own step, and in a common step one after another."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants

    def taken_for(self, five: Five) -> Five:
        """Return what the last of them takes five cards for."""
        for mutant in self.mutants:
            five = mutant.taken_for(five)
        return five

    def weight(self, five: Five) -> Key:
        """Return the first wrong weight, if there is one."""
        weights = [mutant.weight(five) for mutant in self.mutants]
        return next((weight for weight in weights if weight != five.key), five.key)


class Likeness:
    """The wrong evaluators that some tables, each with its best hand first, are like, and where."""

    def __init__(self, tables: Sequence[Sequence[Shown]]) -> None:
        judged = [[_Judged(shown, RIGHT.evaluate(shown.cards)) for shown in t] for t in tables]
        if len(tables) < FEWEST_DECKS:
            judged = []
        hands = [hand for table in judged for hand in table]
        self._types = _types_predicted(hands)
        ordered = [[hand for hand in table if not hand.is_mistyped] for table in judged]
        self._order = _order_predicted(ordered)

    def of(self, hands: Sequence[Hand]) -> Mutant | None:
        """Return the one that gives a hand its wrong type, or that puts two in a wrong order."""
        if len(hands) == 1:
            return self._types.get(frozenset(hands[0].dealt))
        return self._order.get(frozenset(hand.hand_type for hand in hands))


class _Judged(NamedTuple):
    """A hand in a table, and what it is."""

    shown: Shown
    five: Five

    @property
    def is_mistyped(self) -> bool:
        return self.shown.printed not in (None, self.five.hand_type)


def _types_predicted(hands: Sequence[_Judged]) -> dict[frozenset[Card], Mutant]:
    """Return the mutant for each hand whose wrong type some of them together predict."""
    wrong = [hand for hand in hands if hand.is_mistyped]
    right = [hand.five for hand in hands if hand.shown.printed is hand.five.hand_type]
    candidates = [
        mutant
        for mutant in KNOWN
        if any(mutant.taken_for(five).hand_type is shown.printed for shown, five in wrong)
    ]
    found = [
        ((len(by), -len(mutants)), by)
        for mutants in _some_of(candidates)
        if (by := _mistyped_by(mutants, wrong, right))
    ]
    return _agreed(found)


def _agreed(found: Sequence[tuple[tuple[int, ...], dict[Where, Mutant]]]) -> dict[Where, Mutant]:
    """Return the best explanation; of equally good ones, what all of them say."""
    best = max((size for size, _ in found), default=())
    first, *others = [by for size, by in found if size == best] or [{}]
    return {at: m for at, m in first.items() if all(by.get(at) is m for by in others)}


def _some_of(candidates: Sequence[Each]) -> Iterator[tuple[Each, ...]]:
    """Yield one, two and three of the candidates."""
    return chain.from_iterable(
        combinations(candidates, count + 1) for count in range(MOST_TOGETHER)
    )


def _mistypes(mutant: Evaluator, five: Five) -> bool:
    return mutant.taken_for(five).hand_type is not five.hand_type


def _mistyped_by(
    mutants: Sequence[Mutant], wrong: Sequence[_Judged], right: Sequence[Five]
) -> dict[frozenset[Card], Mutant]:
    """Return which of some mutants gives each hand its wrong type; nothing if they do not predict.

    They must explain each time, or never, that hands of a type are taken for a certain other.
    """
    found, confusions = dict[frozenset[Card], Mutant](), dict[tuple[HandType, object], bool]()
    together = Together(mutants)
    for shown, five in wrong:
        taken = together.taken_for(five).hand_type
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


class _Claim(NamedTuple):
    """What a mutant says of the order: of which types something wrong, of which what is not so."""

    mutant: Mutant
    affected: set[Types]
    refuted: set[Types]

    def predicts(self, types: Types) -> bool:
        """Return whether it is about hands of these types, and all that it says of them is so."""
        about = types in self.affected or not types.isdisjoint(self.mutant.of)
        return about and types not in self.refuted


class _Pair(NamedTuple):
    """Two hands of unequal strength, by their places in a table, the upper one first."""

    types: Types
    upper: int
    lower: int
    is_right: bool
    rises: bool  # whether the upper one's player has the lower number


def _order_predicted(tables: Sequence[Sequence[_Judged]]) -> dict[Types, Mutant]:
    """Return the mutant for each types whose wrong order some of them together predict."""
    pairs = [[*_pairs(table)] for table in tables]
    wrong = Counter(pair.types for table in pairs for pair in table if not pair.is_right)
    found = [
        ((sum(wrong[types] for types in by), -len(some)), by)
        for rises in (True, False)
        for some in _some_of(_claims(tables, pairs, rises, wrong.keys()))
        if (by := _ordered_by(some, wrong.keys()))
    ]
    return _agreed(found)


def _pairs(table: Sequence[_Judged]) -> Iterator[_Pair]:
    for (upper, above), (lower, below) in combinations(enumerate(table), 2):
        if above.five.key != below.five.key:
            types = frozenset((above.five.hand_type, below.five.hand_type))
            rises = above.shown.player < below.shown.player
            yield _Pair(types, upper, lower, above.five.key > below.five.key, rises)


def _claims(
    tables: Sequence[Sequence[_Judged]],
    pairs: Sequence[Sequence[_Pair]],
    rises: bool,
    wrong: Set[Types],
) -> list[_Claim]:
    """Return what each mutant says that predicts a wrong order, hands that tie standing as said."""
    claims = []
    for mutant in KNOWN if wrong else ():
        if any(_mistypes(mutant, h.five) for table in tables for h in table if h.shown.printed):
            continue
        affected, refuted = set[Types](), set[Types]()
        for table, its_pairs in zip(tables, pairs, strict=True):
            weights = [mutant.weight(mutant.taken_for(hand.five)) for hand in table]
            for pair in its_pairs:
                upper, lower = weights[pair.upper], weights[pair.lower]
                if (upper > lower) != pair.is_right or upper == lower:
                    affected.add(pair.types)
                if upper < lower or (upper == lower and pair.rises != rises):
                    refuted.add(pair.types)
        if (affected - refuted) & wrong:
            claims.append(_Claim(mutant, affected, refuted))
    return claims


def _ordered_by(claims: Sequence[_Claim], wrong: Set[Types]) -> dict[Types, Mutant]:
    """Return which of some mutants predicts each wrong order; nothing if one says what is not."""
    by = dict[Types, Mutant]()
    for types in set[Types]().union(*(claim.affected for claim in claims)):
        of_these = [claim.mutant for claim in claims if claim.predicts(types)]
        if not of_these:
            return {}
        if types in wrong:
            by[types] = of_these[0]
    return by if len({*by.values()}) == len(claims) else {}
