"""The plain engine's chances: unknown cards dealt, or every arrangement of them gone through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from poker_table.simulation.engines.plain import dealt, empty_room
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.kernel.arranged import (
    compare_hands,
    count_arranged,
    judge_arranged,
    place_cards,
)
from poker_table.simulation.kernel.arrangements import Head, table
from poker_table.simulation.kernel.block import KEPT, STRENGTHS, Room
from poker_table.simulation.kernel.strengths import STRENGTH_PLANES


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of some consecutive deals of a seed."""
    counts = [0] * plan.counts
    for block, _ in dealt(seed, first, deals, len(plan.homes), len(plan.rest)):
        arranged = [0] * plan.rows
        place_cards(block.room, plan.homes, len(plan.rest), arranged, block.ones)
        for hand in range(len(plan.sizes)):
            _judge(plan, hand, block.room, arranged, block.ones)
        _count(plan, block.room, counts, block.ones)
    return counts


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    counts, room = [0] * plan.counts, empty_room()
    judged = [_judged(plan, hand, room) for hand in range(len(plan.sizes))]
    for head in heads:
        arranged, number = table(head, len(plan.rest))
        room[KEPT][0] = ones = (1 << number) - 1
        for hand, known in enumerate(judged):
            if known is None:
                _judge(plan, hand, room, arranged, ones)
            else:
                first = STRENGTH_PLANES * hand
                room[STRENGTHS][first : first + STRENGTH_PLANES] = known.spread(arranged, ones)
        _count(plan, room, counts, ones)
    return counts


class _Judged:
    """The strengths of a hand by what its only unknown card is, if it has one: one bit a card."""

    def __init__(self, planes: Sequence[int], begin: int, cards: int) -> None:
        self._cards = [[k for k in range(cards or 1) if plane >> k & 1] for plane in planes]
        self._begin, self._any = begin, bool(cards)

    def spread(self, arranged: Sequence[int], ones: int) -> list[int]:
        """Return the planes of the strength in every arrangement."""
        if not self._any:
            return [ones if cards else 0 for cards in self._cards]
        rows = arranged[self._begin :]
        return [reduce(or_, (rows[card] for card in cards), 0) for cards in self._cards]


def _judged(plan: Plan, hand: int, room: Room) -> _Judged | None:
    """Judge a hand once for all arrangements, if no more than one of its cards is unknown."""
    groups = len(plan.needs)
    own = [g for g in range(groups) if plan.members[groups * hand + g]]
    unknown = sum(plan.needs[group] for group in own)
    if unknown > 1:
        return None
    cards, begin = len(plan.rest) * unknown, len(plan.rest) * sum(own)
    arranged = [0] * plan.rows
    arranged[begin : begin + cards] = [1 << card for card in range(cards)]
    _judge(plan, hand, room, arranged, (1 << (cards or 1)) - 1)
    first = STRENGTH_PLANES * hand
    return _Judged(room[STRENGTHS][first : first + STRENGTH_PLANES], begin, cards)


def _judge(plan: Plan, hand: int, room: Room, arranged: list[int], ones: int) -> None:
    judge_arranged(
        room, hand, plan.sizes[hand], arranged, plan.rest, plan.known, plan.members, ones
    )


def _count(plan: Plan, room: Room, counts: list[int], ones: int) -> None:
    compare_hands(room, len(plan.sizes), ones)
    count_arranged(room, len(plan.sizes), counts, ones)
