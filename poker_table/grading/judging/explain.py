"""Finds the wrong evaluators that explain a program's wrong types and its wrong orders.

Greedy: of the evaluators whose every change is printed, the one counts that explains most of what
is left. A confusion is one type taken for a certain other one, or the order of the hands of
one type, or of two types; an order is explained as a whole or not at all. What no evaluator
explains keeps the plain sentence with its two hands, or a likely mistake in types. Beside such a
confusion, an explanation that rests on two decks is chance and does not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading.judging.printed import PrintedHand
from poker_table.mutants.evaluator import RIGHT, FiveCards, Key, Mutant
from poker_table.mutants.wrong import WRONG_EVALUATORS

FEWEST_DECKS = 3  # on fewer decks, many mistakes look alike
LIKELY_SHARE = 0.7  # of the hands that a program or an evaluator mistypes, if that is likely
#: The right type and the one printed, or the types of hands in the wrong order: one or two.
Confusion = tuple[HandType, HandType | None] | frozenset[HandType]
Explained = Mapping[Confusion, Sequence[Mutant]]


@dataclass(frozen=True, eq=False)
class Row:
    """A hand of five different cards in a table that is judged."""

    deck: str
    hand: Hand
    cards: Sequence[Card]  # in the order of the deal, if they are those dealt
    printed: PrintedHand

    @cached_property
    def five(self) -> FiveCards:
        """The cards, evaluated by the rules."""
        return RIGHT.evaluate(self.cards)

    @property
    def is_mistyped(self) -> bool:
        """Whether another type is printed than the rules give."""
        return self.printed.hand_type not in (None, self.hand.hand_type)


class _Answer(NamedTuple):
    """The right answer and the printed one: a hand's type, or whether the upper of two wins."""

    deck: str
    confusion: Confusion  # that it is, if they differ
    right: Hashable
    printed: Hashable


class _Candidate(NamedTuple):
    """A wrong evaluator, and which answers it changes, by their numbers."""

    mutant: Mutant
    changed: int  # how many
    alike: Set[int]  # those that are printed as it changes them
    claims: Set[int]  # of these, those of the confusions that it explains
    doubtful: Set[Confusion]  # the other confusions that it changes


class Explanations:
    """The evaluators that explain confusions in tables with the best hands first."""

    def __init__(self, rows: Sequence[Row]) -> None:
        enough = rows if len({row.deck for row in rows}) >= FEWEST_DECKS else ()
        types, self._likely = _of_types(enough)
        self._mutants = {**types, **_of_orders(enough)}

    def of_type(self, row: Row) -> Mutant | None:
        """Return the evaluator that explains why a hand is taken for another type."""
        mutants = self._mutants.get((row.hand.hand_type, row.printed.hand_type), ())
        return next((m for m in mutants if _type(m, row) is row.printed.hand_type), None)

    def likely(self, row: Row) -> Mutant | None:
        """Return the evaluator that explains this and most others of which no other one is sure."""
        likely = self._likely
        return likely if likely and _type(likely, row) is row.printed.hand_type else None

    def of_order(self, better: Row, worse: Row) -> Mutant | None:
        """Return the evaluator that explains why two hands stand in the wrong order."""
        mutants = self._mutants.get(frozenset((better.hand.hand_type, worse.hand.hand_type)), ())
        wrong = (m for m in mutants if _key(m, better) <= _key(m, worse))
        return next(wrong, next(iter(mutants), None))


def _of_types(rows: Sequence[Row]) -> tuple[Explained, Mutant | None]:
    """Return the evaluators that explain each confusion of two types, and one that is likely."""
    typed = [row for row in rows if row.printed.hand_type is not None]
    answers = [
        _Answer(row.deck, (right, printed), right, printed)
        for row in typed
        for right, printed in [(row.hand.hand_type, row.printed.hand_type)]
    ]
    pairs = [pair for pair in pairs_in_tables(rows) if pair[0].is_mistyped != pair[1].is_mistyped]
    given = {
        mutant: [_type(mutant, row) for row in typed]
        for mutant in (WRONG_EVALUATORS if any(row.is_mistyped for row in typed) else ())
        if mutant.stage == "classify" and not _is_only_label(mutant, pairs)
    }
    candidates = _candidates(answers, given, as_a_whole=False)
    explained = _explained(answers, candidates, as_a_whole=False)
    rest = [numbers for each, numbers in _wrong(answers).items() if each not in explained]
    return explained, _likely(candidates, set[int]().union(*rest))


def _likely(candidates: Sequence[_Candidate], wrong: Set[int]) -> Mutant | None:
    """Return the mutant that makes most of the answers wrong that are so, and little else."""

    def share(each: _Candidate) -> float:
        return len(each.alike & wrong) / max(each.changed, len(wrong), FEWEST_DECKS)

    best = max(candidates, key=share, default=None)
    return best.mutant if best and share(best) >= LIKELY_SHARE else None


def _is_only_label(mutant: Mutant, pairs: Sequence[tuple[Row, Row]]) -> bool:
    """Return whether the hands that a mutant mistypes are all placed by their right type.

    Then only the printed label is wrong, and the program does not evaluate as the mutant does.
    """
    placed = [
        upper.hand.strength > lower.hand.strength
        for upper, lower in pairs
        if _mistypes(mutant, upper if upper.is_mistyped else lower)
        and (upper.hand.strength > lower.hand.strength)
        != (_key(mutant, upper) > _key(mutant, lower))
    ]
    return bool(placed) and all(placed)


def _of_orders(rows: Sequence[Row]) -> Explained:
    """Return the evaluators that explain each wrong order, of one type or of two types.

    Hands that tie for an evaluator stand in the order of their players, up or down.
    """
    rows = [row for row in rows if not row.is_mistyped]
    pairs = pairs_in_tables(rows)
    answers = [
        _Answer(
            upper.deck,
            frozenset((upper.hand.hand_type, lower.hand.hand_type)),
            right=upper.hand.strength > lower.hand.strength,
            printed=True,
        )
        for upper, lower in pairs
    ]
    wrong = [answer.confusion for answer in answers if not answer.right]
    has_types = any(row.printed.hand_type is not None for row in rows)
    keys = {
        mutant: {row: _key(mutant, row) for row in rows}
        for mutant in WRONG_EVALUATORS
        if any(not mutant.types or {*types} & {*mutant.types} for types in {*wrong})
        # Where types are printed, those of these hands are right.
        and not (has_types and any(_mistypes(mutant, row) for row in rows))
    }
    found = list[Explained]()
    for step in 1, -1:
        given = {
            mutant: [
                (key[upper], step * lower.hand.player) > (key[lower], step * upper.hand.player)
                for upper, lower in pairs
            ]
            for mutant, key in keys.items()
        }
        found.append(_explained(answers, _candidates(answers, given, True), as_a_whole=True))
    explained = max(found, key=lambda each: sum(types in each for types in wrong))
    # Two types may seem mixed up because one of them is, in another way, with a third.
    unclear = {t for types in {*wrong} - explained.keys() if len(types) > 1 for t in types}
    return {
        types: mutants
        for types, mutants in explained.items()
        if len(types) == 1 or unclear.isdisjoint(types)
    }


def pairs_in_tables(rows: Iterable[Row]) -> list[tuple[Row, Row]]:
    """Return each two rows of one table that do not tie, the upper one first."""
    return [
        (upper, lower)
        for _, table in groupby(rows, key=lambda row: row.deck)
        for upper, lower in combinations(table, 2)
        if upper.hand.strength != lower.hand.strength
    ]


def _key(mutant: Mutant, row: Row) -> Key:
    return mutant.comparison_key(mutant.classify(row.five))


def _type(mutant: Mutant, row: Row) -> HandType:
    return mutant.classify(row.five).hand_type


def _mistypes(mutant: Mutant, row: Row) -> bool:
    return _type(mutant, row) is not row.hand.hand_type


def _wrong(answers: Sequence[_Answer]) -> Mapping[Confusion, Set[int]]:
    """Return the numbers of the wrong answers, by their confusions."""
    wrong = defaultdict[Confusion, set[int]](set)
    for n, answer in enumerate(answers):
        if answer.right != answer.printed:
            wrong[answer.confusion].add(n)
    return wrong


def _candidates(
    answers: Sequence[_Answer], given: Mapping[Mutant, Sequence[Hashable]], as_a_whole: bool
) -> list[_Candidate]:
    """Return the mutants that may explain something, from the answers that each of them gives.

    A mutant explains a confusion if what it changes there is printed so; `as_a_whole`, if it also
    changes all that is wrong there.
    """
    wrong, candidates = _wrong(answers), []
    for mutant, own in given.items():
        changed = defaultdict[Confusion, set[int]](set)
        for n, answer in enumerate(answers):
            if own[n] != answer.right:
                changed[answer.confusion].add(n)
        numbers = set[int]().union(*changed.values())
        alike = {n for n in numbers if own[n] == answers[n].printed}
        explained = {
            each
            for each, its in changed.items()
            if its <= alike and (its == wrong[each] or not as_a_whole)
        }
        claims = {n for n in alike if answers[n].confusion in explained}
        doubtful = changed.keys() - explained
        candidates.append(_Candidate(mutant, len(numbers), alike, claims, doubtful))
    return candidates


def _explained(
    answers: Sequence[_Answer], candidates: Sequence[_Candidate], as_a_whole: bool
) -> Explained:
    """Return the mutants chosen for each confusion that they explain.

    One mutant can hide what another does. So others may explain what it changes in doubt; or
    (`as_a_whole`) it is an order of types that another mixes up.
    """
    wrong, confusions = _wrong(answers), {answer.confusion for answer in answers}
    left, hidden, chosen = set[int]().union(*wrong.values()), set[Confusion](), list[_Candidate]()
    while best := _best([c for c in candidates if c.doubtful - hidden <= wrong.keys()], left):
        chosen.append(best)
        left -= best.claims
        if as_a_whole:
            hidden |= {each for each in confusions if not {*best.mutant.types}.isdisjoint(each)}
    # Without those that fail, others may fail too.
    while True:
        told = set[int]().union(*(each.claims for each in chosen))
        unexplained = {each for each, numbers in wrong.items() if not numbers <= told}
        decks = defaultdict[str, set[str]](set)
        for each in chosen:
            decks[each.mutant.name] |= {answers[n].deck for n in each.claims}
        kept = [
            each
            for each in chosen
            if each.doubtful.isdisjoint(unexplained - hidden)
            and (not unexplained or len(decks[each.mutant.name]) >= FEWEST_DECKS)
        ]
        if kept == chosen:
            break
        chosen = kept
    return {
        confusion: [each.mutant for each in chosen if each.claims & numbers]
        for confusion, numbers in wrong.items()
        if confusion not in unexplained
    }


def _best(candidates: Sequence[_Candidate], left: Set[int]) -> _Candidate | None:
    """Return the candidate that explains most of what is left; of several, that changing least.

    If another mistake explains some of the same equally well, neither is chosen.
    """
    scores = [(len(each.claims & left), -each.changed) for each in candidates]
    most = max(scores, default=(0, 0))
    rivals = [each for each, score in zip(candidates, scores, strict=True) if score == most]
    for best in rivals if most[0] else ():
        if all(
            other.mutant.mistake == best.mutant.mistake
            or left.isdisjoint(best.claims & other.claims)
            for other in rivals
        ):
            return best
    return None
