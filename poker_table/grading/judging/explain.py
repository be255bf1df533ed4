"""Finds the wrong evaluators that explain a program's wrong types and its wrong orders.

Greedy: the evaluator counts that explains most of what is still unexplained, if it predicts all
that it touches. A mistake is one type taken for a certain other one, or the order of the hands of
one type, or of two types; it is explained as a whole or not at all. What no evaluator explains
keeps the plain sentence with its two hands, or a likely mistake in types. Beside such a mistake,
an explanation that rests on two decks is chance and does not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from itertools import combinations, groupby
from typing import NamedTuple

from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.mutants.evaluator import RIGHT, FiveCards, Key, Mutant
from poker_table.mutants.wrong import WRONG_EVALUATORS

FEWEST_DECKS = 3  # on fewer decks, many mistakes look alike
LIKELY_SHARE = 0.7  # of the hands that a program or an evaluator mistypes, if that is likely
#: The right type and the one printed, or the types of hands in the wrong order: one or two.
Mistake = tuple[HandType, HandType | None] | frozenset[HandType]
Explained = Mapping[Mistake, Sequence[Mutant]]


class TableHand(NamedTuple):
    """A hand in a table, evaluated by the rules, and the type printed for it if that was read."""

    table: int
    player: int
    five: FiveCards
    printed_type: HandType | None

    @property
    def is_mistyped(self) -> bool:
        """Whether another type is printed than the rules give."""
        return self.printed_type not in (None, self.five.hand_type)


class _Answer(NamedTuple):
    """The right answer and the printed one: a hand's type, or whether the upper of two wins."""

    table: int
    mistake: Mistake  # that it is, if they differ
    right: Hashable
    printed: Hashable


class Explanations:
    """The evaluators that explain mistakes in some tables. Each table has its best hand first."""

    def __init__(self, tables: Sequence[Sequence[TableHand]]) -> None:
        hands = tables if len(tables) >= FEWEST_DECKS else ()
        types, self._likely = _of_types(hands)
        self._mutants = {**types, **_of_orders(hands)}
        self._fives = {frozenset(hand.five.cards): hand.five for table in hands for hand in table}

    def of_type(self, hand: Hand, printed: HandType) -> Mutant | None:
        """Return the evaluator that explains why a hand is taken for another type."""
        mutants = self._mutants.get((hand.hand_type, printed), ())
        five = self._five(hand)
        return next((m for m in mutants if m.classify(five).hand_type is printed), None)

    def likely(self, hand: Hand, printed: HandType) -> Mutant | None:
        """Return the evaluator that explains this and most others of which no other one is sure."""
        likely, five = self._likely, self._five(hand)
        return likely if likely and likely.classify(five).hand_type is printed else None

    def of_order(self, better: Hand, worse: Hand) -> Mutant | None:
        """Return the evaluator that explains why two hands stand in the wrong order."""
        mutants = self._mutants.get(frozenset((better.hand_type, worse.hand_type)), ())
        fives = [self._five(hand) for hand in (better, worse)]
        wrong = (m for m in mutants if _key(m, fives[0]) <= _key(m, fives[1]))
        return next(wrong, next(iter(mutants), None))

    def _five(self, hand: Hand) -> FiveCards:
        """Return a printed hand as it stood in its table: with its cards as they were dealt."""
        return self._fives.get(frozenset(hand.cards)) or RIGHT.evaluate(hand.dealt)


def _of_types(
    tables: Sequence[Sequence[TableHand]],
) -> tuple[Explained, Mutant | None]:
    """Return the evaluators that explain each confusion of two types, and one that is likely."""
    hands = [hand for table in tables for hand in table if hand.printed_type is not None]
    answers = [
        _Answer(hand.table, (right, hand.printed_type), right, hand.printed_type)
        for hand in hands
        for right in [hand.five.hand_type]
    ]
    predicted = {
        mutant: [mutant.classify(hand.five).hand_type for hand in hands]
        for mutant in (WRONG_EVALUATORS if any(hand.is_mistyped for hand in hands) else ())
        if mutant.stage == "classify" and not _is_only_label(mutant, tables)
    }
    explained = _explained(answers, predicted, as_a_whole=False)
    return explained, _likely(answers, predicted, explained)


def _likely(
    answers: Sequence[_Answer], predicted: Mapping[Mutant, Sequence[Hashable]], explained: Explained
) -> Mutant | None:
    """Return the mutant that makes most of all mistakes that are not explained, and little else."""
    wrong = {
        n
        for mistake, numbers in _by_mistake(answers).items()
        if mistake not in explained
        for n in numbers
    }
    shares = {}
    for mutant, own in predicted.items():
        touched = {n for n, answer in enumerate(answers) if own[n] != answer.right}
        alike = {n for n in touched & wrong if own[n] == answers[n].printed}
        shares[mutant] = len(alike) / max(len(touched), len(wrong), FEWEST_DECKS)
    best = max(shares, key=lambda mutant: shares[mutant], default=None)
    return best if best and shares[best] >= LIKELY_SHARE else None


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
        and (upper.five.key > lower.five.key)
        != (_key(mutant, upper.five) > _key(mutant, lower.five))
    ]
    return bool(differing) and all(differing)


def _of_orders(tables: Sequence[Sequence[TableHand]]) -> Explained:
    """Return the evaluators that explain each wrong order, of one type or of two types.

    Hands that tie for an evaluator stand in the order of their players, up or down.
    """
    hands = [hand for table in tables for hand in table if not hand.is_mistyped]
    right = [hand.five.key for hand in hands]
    pairs = [
        (upper, lower)
        for _, numbers in groupby(range(len(hands)), key=lambda n: hands[n].table)
        for upper, lower in combinations(numbers, 2)
        if right[upper] != right[lower]
    ]
    answers = [
        _Answer(
            hands[upper].table,
            frozenset((hands[upper].five.hand_type, hands[lower].five.hand_type)),
            right=right[upper] > right[lower],
            printed=True,
        )
        for upper, lower in pairs
    ]
    wrong = [answer.mistake for answer in answers if not answer.right]
    has_types = any(hand.printed_type is not None for hand in hands)
    keys = {
        mutant: [_key(mutant, hand.five) for hand in hands]
        for mutant in WRONG_EVALUATORS
        if any(not mutant.types or {*types} & {*mutant.types} for types in {*wrong})
        # Where types are printed, those of these hands are right.
        and not (has_types and any(_mistypes(mutant, hand.five) for hand in hands))
    }
    found = list[Explained]()
    for step in 1, -1:
        ties = [step * hands[upper].player < step * hands[lower].player for upper, lower in pairs]
        predicted = {
            mutant: [
                key[upper] > key[lower] or (tie and key[upper] == key[lower])
                for (upper, lower), tie in zip(pairs, ties, strict=True)
            ]
            for mutant, key in keys.items()
        }
        found.append(_explained(answers, predicted, as_a_whole=True))
    explained = max(found, key=lambda each: sum(types in each for types in wrong))
    # Two types may seem mixed up because one of them is, in another way, with a third.
    unclear = {t for types in {*wrong} - explained.keys() if len(types) > 1 for t in types}
    return {
        types: mutants
        for types, mutants in explained.items()
        if len(types) == 1 or unclear.isdisjoint(types)
    }


def _by_mistake(answers: Sequence[_Answer]) -> dict[Mistake, set[int]]:
    """Return the numbers of the wrong answers that each mistake has."""
    wrong = defaultdict[Mistake, set[int]](set)
    for n, answer in enumerate(answers):
        if answer.right != answer.printed:
            wrong[answer.mistake].add(n)
    return wrong


def _key(mutant: Mutant, five: FiveCards) -> Key:
    return mutant.comparison_key(mutant.classify(five))


def _mistypes(mutant: Mutant, five: FiveCards) -> bool:
    return mutant.classify(five).hand_type is not five.hand_type


def _explained(
    answers: Sequence[_Answer], predicted: Mapping[Mutant, Sequence[Hashable]], as_a_whole: bool
) -> Explained:
    """Return the mutants chosen for each mistake that they explain, given the answers of each.

    One mutant can hide what another does, so it need not predict a mistake that others explain, nor
    the order of hands whose types are another's alone. `as_a_whole`: no two share a mistake. If a
    mistake stays unexplained, explanations from few decks are dropped.
    """
    wrong, mistakes = _by_mistake(answers), {answer.mistake for answer in answers}
    touched, failed, needed = {}, {}, {}
    claims = dict[Mutant, set[int]]()  # the wrong answers that each mutant explains
    for mutant, own in predicted.items():
        numbers = {n for n, answer in enumerate(answers) if own[n] != answer.right}
        touched[mutant] = numbers
        failed[mutant] = {answers[n].mistake for n in numbers if own[n] != answers[n].printed}
        needed[mutant] = {answers[n].mistake for n in numbers} if as_a_whole else failed[mutant]
        claims[mutant] = {
            n
            for mistake in wrong.keys() - failed[mutant]
            if not as_a_whole or wrong[mistake] <= numbers
            for n in wrong[mistake] & numbers
        }
    left, hidden, chosen = set[int]().union(*wrong.values()), set[Mistake](), list[Mutant]()
    while best := _best(
        {m: claims[m] & left for m in claims if failed[m] - hidden <= wrong.keys()}, touched
    ):
        chosen.append(best)
        left -= claims[best]
        if as_a_whole:
            hidden |= {each for each in mistakes if not {*best.types}.isdisjoint(each)}
    while True:
        told = set[int]().union(*(claims[mutant] for mutant in chosen))
        decks = defaultdict[str, set[int]](set)
        for mutant in chosen:
            decks[mutant.name] |= {answers[n].table for n in claims[mutant]}
        explained = {
            each: [mutant for mutant in chosen if claims[mutant] & numbers]
            for each, numbers in wrong.items()
            if numbers <= told
        }
        unexplained = wrong.keys() - explained.keys()
        kept = [
            mutant
            for mutant in chosen
            if needed[mutant].isdisjoint(unexplained - hidden)
            and (not unexplained or len(decks[mutant.name]) >= FEWEST_DECKS)
        ]
        if kept == chosen:
            return explained
        chosen = kept


def _best(gains: Mapping[Mutant, Set[int]], touched: Mapping[Mutant, Set[int]]) -> Mutant | None:
    """Return the mutant that explains most, and of several the one that touches least.

    If another mistake explains some of the same equally well, neither is chosen.
    """
    scores = {mutant: (len(gain), -len(touched[mutant])) for mutant, gain in gains.items() if gain}
    rivals = [mutant for mutant, score in scores.items() if score == max(scores.values())]
    for mutant in rivals:
        if all(
            other.mistake == mutant.mistake or gains[mutant].isdisjoint(gains[other])
            for other in rivals
        ):
            return mutant
    return None
