"""Tests scored by the mutants that they catch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations

from poker_table.cards import Card
from poker_table.grading.sheet import FAILED, PASSED, Item, Sheet
from poker_table.mutants import comparing, flushes, kinds, straights
from poker_table.mutants.evaluator import RIGHT, Evaluator, Mutant

Hands = Sequence[Sequence[Card]]

FILES = straights, flushes, kinds, comparing
#: One of each mutant, in the order in which the files have them.
MUTANTS = [thing for file in FILES for thing in vars(file).values() if isinstance(thing, Mutant)]
MOST_CARDS = 10  # in a hand: every five of them are tried
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "example.txt")


def example_lines() -> str:
    """Return the model test file, which catches every mutant."""
    with open(EXAMPLE, encoding="utf-8") as file:
        return file.read()


def answer(evaluator: Evaluator, hands: Hands, listed: bool = True) -> tuple[object, ...]:
    """Return all that an evaluator says of some hands: types, the five cards of each, who wins.

    Not `listed` leaves out the five cards, as where only the types and the order are printed.
    """
    evaluated = [evaluator.evaluate(hand) for hand in hands]
    return (
        tuple(five.hand_type for five in evaluated),
        tuple(evaluator.shown(five) for five in evaluated) if listed else (),
        tuple(evaluator.compare(*pair) for pair in combinations(evaluated, 2)),
    )


class Score:
    """Which of the mutants some tests have caught, each with the first test that did."""

    def __init__(self, listed: bool = True) -> None:
        self.listed = listed
        self.tests = self.unreadable = 0
        self.caught: dict[Mutant, str | None] = {
            mutant: None for mutant in MUTANTS if listed or mutant.needs == "five"
        }

    def try_on(self, test: str, hands: Hands) -> None:
        """Let every mutant that is still free answer a test."""
        self.tests += 1
        right = answer(RIGHT, hands, self.listed)
        for mutant, caught_by in self.caught.items():
            if caught_by is None and answer(mutant, hands, self.listed) != right:
                self.caught[mutant] = test

    def sheet(self, subject: str, reveal: bool) -> Sheet:
        """Return the mark sheet: a point for each mutant; a hint for those that got away.

        `reveal` tells the mistakes of those, and a line of the example that catches each.
        """
        items = tuple(_item(*caught, reveal) for caught in self.caught.items())
        return Sheet(subject, items, facts={"tests": self.tests, "unreadable": self.unreadable})


def _item(mutant: Mutant, caught_by: str | None, reveal: bool) -> Item:
    if caught_by is not None:
        return Item(mutant.name, mutant.mistake, 1, 1, PASSED, caught_by)
    if reveal:
        text = f"not caught; a line that does it:\n{_revealing(mutant)}"
        return Item(mutant.name, mutant.mistake, 1, 0, FAILED, text)
    return Item(mutant.name, mutant.hint, 1, 0, FAILED, "not caught")


def _revealing(mutant: Mutant) -> str:
    """Return the first line of the example that catches a mutant; every mutant has one."""
    lines = [line.partition("#")[0].strip() for line in example_lines().splitlines()]
    return next(line for line in lines if _catches(line, mutant))


def _catches(line: str, mutant: Mutant) -> bool:
    hands = [list(map(Card.parse, hand.split())) for hand in line.split(";")]
    return answer(mutant, hands) != answer(RIGHT, hands)
