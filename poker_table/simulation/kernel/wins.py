"""The kernel for chances: from the cards of each group to the number of each hand's wins.

A *group* is the unknown cards that belong to the same hands; the *remaining* cards are those that
may still be dealt (see `Plan`). For each group and each remaining card there is a plane, with a bit
for each deal: it is set if the group has the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import HOLDER_PLANES, TYPES, add_one, ones_in
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.strengths import (
    STRENGTH_PLANES,
    TYPE_PLANE,
    compare_hands,
    unpack,
)

# The counts of a hand: first the deals that it won together with 0, 1, ... 9 other hands, then the
# deals that it won alone, by hand type. The last count, after those of all hands, is the number of
# deals.
MOST_HANDS = 10
COUNTS_PER_HAND = MOST_HANDS + TYPES


class ChancesTask(NamedTuple):
    """The cards that each group has, the plan, and the counts so far."""

    planes: Words  # for each group, one for each remaining card
    group_of: Sequence[int]  # this and the next four fields are those of `Plan`
    remaining: Sequence[int]
    sizes: Sequence[int]
    has_card: Sequence[int]
    members: Sequence[int]
    counts: Words


def place_cards(buffers: Buffers, task: ChancesTask, ones: int) -> None:
    """Set the bits of the dealt cards in the planes of the groups, which must all be 0 before."""
    planes, one_hot, remaining = buffers.planes, buffers.one_hot, len(task.remaining)
    for k in range(len(task.group_of)):
        unpack(planes, 6 * k, one_hot, 0, 1, ones)
        unpack(planes, 6 * k + 2, one_hot, 8, 1, ones)
        for card in range(remaining):
            row = task.group_of[k] * remaining + card
            four = one_hot[8 + (card >> 2 & 3)]
            four &= one_hot[12 + (card >> 4)]
            task.planes[row] |= one_hot[card & 3] & four


def judge_and_count(buffers: Buffers, task: ChancesTask, ones: int) -> None:
    """Judge the hands, and count who wins the accepted deals."""
    hands = len(task.sizes)
    for hand in range(hands):
        set_cards_of_hand(buffers.planes, hand, task, ones)
        write_best(buffers, task.sizes[hand], STRENGTH_PLANES * hand, ones)
    compare_hands(buffers, hands, ones)
    count_wins(buffers, hands, task.counts, ones)


def set_cards_of_hand(present: Words, hand: int, task: ChancesTask, ones: int) -> None:
    """Fill 52 planes, one for each card: a bit is set if the hand has that card."""
    remaining, members = task.remaining, task.members
    for card in range(52):
        present[card] = ones * task.has_card[52 * hand + card]
    groups = len(members) // len(task.sizes)
    for group in range(groups):
        if members[groups * hand + group]:
            for k in range(len(remaining)):
                plane = task.planes[group * len(remaining) + k]
                present[remaining[k]] |= plane


def count_wins(buffers: Buffers, hands: int, counts: Words, ones: int) -> None:
    """Count each hand's wins by the number of other winners, and its wins alone by hand type."""
    wins, one_hot, accepted = buffers.wins, buffers.one_hot, buffers.accepted[0]
    winners = buffers.holders  # the number of winners of each deal, in four planes
    for row in range(HOLDER_PLANES):
        winners[row] = ones ^ ones
    for hand in range(hands):
        add_one(winners, 0, wins[hand])
    unpack(winners, 0, one_hot, 0, 1, ones)
    won_alone = one_hot[1] & one_hot[4] & accepted
    for number in range(1, hands + 1):
        won_by_number = one_hot[number & 3] & one_hot[4 + (number >> 2)] & accepted
        for hand in range(hands):
            counts[COUNTS_PER_HAND * hand + number - 1] += ones_in(wins[hand] & won_by_number)
    unpack(buffers.best, TYPE_PLANE, one_hot, 0, 1, ones)
    for hand_type in range(TYPES):
        with_type = one_hot[hand_type & 3] & one_hot[4 + (hand_type >> 2)] & won_alone
        for hand in range(hands):
            row = COUNTS_PER_HAND * hand + MOST_HANDS + hand_type
            counts[row] += ones_in(wins[hand] & with_type)
    counts[COUNTS_PER_HAND * hands] += ones_in(accepted)
