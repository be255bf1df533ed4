"""Tests scored by the mutants that they catch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from poker_table.files.text import COMMENT
from poker_table.game.card import Rank, Suit
from poker_table.game.hand import FLUSHES
from poker_table.hands.best_five import Holding
from poker_table.mutants import comparing, flushes, kinds, straights
from poker_table.mutants.evaluator import RIGHT, Evaluator, Five, Mutant, best_of

FILES = straights, flushes, kinds, comparing
#: One of each mutant, in the order in which the files have them, alone or for each type of hand.
MUTANTS = [
    mutant
    for file in FILES
    for thing in vars(file).values()
    for mutant in (thing if isinstance(thing, list) else [thing])
    if isinstance(mutant, Mutant)
]
FREE = "not caught"
MOST_CARDS = 10  # in a hand: every five of them are tried
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "example.txt")


def example_lines() -> str:
    """Return the model test file, which catches every mutant."""
    with open(EXAMPLE, encoding="utf-8") as file:
        return file.read()


def listed(evaluator: Evaluator, five: Five) -> list[tuple[Rank, Suit | None]]:
    """Return what the five cards of a hand are listed as: ranks, and of a flush suits as well."""
    flush = five.hand_type in FLUSHES
    return [(card.rank, card.suit if flush else None) for card in evaluator.shown(five)]


def differs(mutant: Mutant, best: list[Five], order: bool = True) -> bool:
    """Return whether a mutant says anything wrong of some hands, which come as their best five.

    That may be a type, who wins, or the five cards of a hand, unless their `order` does not count.
    """
    found = [mutant.evaluate(five.among) for five in best] if mutant.chooses else best
    pairs = zip(combinations(found, 2), combinations(best, 2), strict=True)
    if any(mutant.compare(*wrong) != RIGHT.compare(*right) for wrong, right in pairs):
        return True
    both = list(zip(found, best, strict=True)) if mutant.chooses or mutant.step == "shown" else []
    return any(
        wrong.hand_type != right.hand_type
        or (order and listed(mutant, wrong) != listed(RIGHT, right))
        for wrong, right in both
    )


class Outcome(NamedTuple):
    """What became of a mutant: its mistake, or a hint to it, and the test that caught it first."""

    name: str
    told: str
    where: str
    line: str = ""  # one that would catch it, where that is to be told

    @property
    def caught(self) -> bool:
        """Whether a test has caught it."""
        return self.where != FREE

    @property
    def text(self) -> str:
        """Where it was caught, or that it was not and by what it would be."""
        return f"{self.where}; a line that does it:\n{self.line}" if self.line else self.where


class Score:
    """Which of the mutants some tests have caught, each with the first test that did."""

    def __init__(self, listed: bool = True) -> None:
        self.listed = listed
        self.tests = self.unreadable = 0
        self.asked = [mutant for mutant in MUTANTS if listed or mutant.needs == "five"]
        self.free = self.asked
        self.caught: dict[Mutant, str] = {}

    def try_on(self, test: str, holdings: Sequence[Holding]) -> None:
        """Let every mutant that is still free, and may go wrong over a test, answer it."""
        self.tests += 1
        types = {holding.best.digits[0] for holding in holdings}
        cards = max(map(len, holdings))
        if may_differ := [mutant for mutant in self.free if mutant.may_differ(types, cards)]:
            best = list(map(best_of, holdings))
            caught = [mutant for mutant in may_differ if differs(mutant, best, self.listed)]
            self.caught |= dict.fromkeys(caught, test)
            self.free = [mutant for mutant in self.free if mutant not in self.caught]

    def outcomes(self, reveal: bool) -> list[Outcome]:
        """Return what became of each mutant; `reveal` tells a line for those that got away."""
        lines = [line.partition(COMMENT)[0].strip() for line in example_lines().splitlines()]
        found = []
        for mutant in self.asked:
            where = self.caught.get(mutant, FREE)
            free = where == FREE
            # Every mutant is caught by a line of the example.
            line = next(filter(partial(catches, mutant), lines)) if free and reveal else ""
            told = mutant.hint if free and not reveal else mutant.mistake
            found.append(Outcome(mutant.name, told, where, line))
        return found


def catches(mutant: Mutant, line: str) -> bool:
    """Return whether a mutant answers a line of the example otherwise than it should."""
    return differs(mutant, [best_of(Holding.of(hand)) for hand in line.split(";")])
