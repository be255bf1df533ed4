"""The plain engine's chances: unknown cards dealt, or every arrangement of them gone through."""

from __future__ import annotations

from collections.abc import Iterable

from poker_table.simulation.engines.plain import dealt, empty_room
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.kernel.arranged import count_arranged, judge_arranged, place_cards
from poker_table.simulation.kernel.arrangements import Head, table
from poker_table.simulation.kernel.block import KEPT, Room


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of some consecutive deals of a seed."""
    counts, arranged = [0] * plan.counts, [0] * plan.rows
    for block, _ in dealt(seed, first, deals, len(plan.homes), len(plan.rest)):
        place_cards(block.room, plan.homes, len(plan.rest), arranged, block.ones, 1)
        _count(plan, block.room, arranged, counts, block.ones)
    return counts


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    counts, room = [0] * plan.counts, empty_room()
    for head in heads:
        arranged, number = table(head, len(plan.rest))
        room[KEPT][0] = ones = (1 << number) - 1
        _count(plan, room, arranged, counts, ones)
    return counts


def _count(plan: Plan, room: Room, arranged: list[int], counts: list[int], ones: int) -> None:
    judge_arranged(room, arranged, plan.rest, plan.sizes, plan.known, plan.members, ones, 1)
    count_arranged(room, len(plan.sizes), counts, ones, 1)
