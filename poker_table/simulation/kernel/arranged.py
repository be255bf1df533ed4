"""The kernel for chances: from where the unknown cards lie to how often each hand wins.

Unknown cards that belong to the same hands are a *group*. The *remaining* cards are those that
nobody knows, in the order of the deck. For each group and each remaining card there is a plane: a
bit is set where the group has that card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import HELD_PLANES, TYPES, add_one, ones_in
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.strengths import (
    STRENGTH_PLANES,
    TYPE_PLANE,
    compare_hands,
    unpack,
)

# The counts of a hand: the deals it won with 0, 1, … others, then those it won alone, by hand type.
# The counts of the next hand follow; the very last one is the number of deals.
MOST_HANDS = 10
OF_A_HAND = MOST_HANDS + TYPES


class Arranged(NamedTuple):
    """Where the unknown cards lie, what is asked of them, and the counts so far."""

    planes: Words  # of each group, one for each remaining card
    group_of: Sequence[int]  # this and the next four as in `Plan`
    remaining: Sequence[int]
    sizes: Sequence[int]
    has_card: Sequence[int]
    members: Sequence[int]
    counts: Words


def place_cards(buffers: Buffers, arranged: Arranged, ones: int) -> None:
    """Give each group the cards that were dealt to it."""
    planes, one_hot, remaining = buffers.planes, buffers.one_hot, len(arranged.remaining)
    for k in range(len(arranged.group_of)):
        unpack(planes, 6 * k, one_hot, 0, 1, ones)
        unpack(planes, 6 * k + 2, one_hot, 8, 1, ones)
        for card in range(remaining):
            row = arranged.group_of[k] * remaining + card
            four = one_hot[8 + (card >> 2 & 3)]
            four &= one_hot[12 + (card >> 4)]
            arranged.planes[row] |= one_hot[card & 3] & four


def count_arranged(buffers: Buffers, arranged: Arranged, ones: int) -> None:
    """Judge the hands, and count the accepted deals."""
    hands = len(arranged.sizes)
    for hand in range(hands):
        hold_cards(buffers.planes, hand, arranged, ones)
        write_best(buffers, arranged.sizes[hand], STRENGTH_PLANES * hand, ones)
    compare_hands(buffers, hands, ones)
    count_wins(buffers, hands, arranged.counts, ones)


def hold_cards(present: Words, hand: int, arranged: Arranged, ones: int) -> None:
    """Fill 52 planes, one for each card: a bit is set where the hand has that card."""
    remaining, members = arranged.remaining, arranged.members
    for card in range(52):
        present[card] = ones * arranged.has_card[52 * hand + card]
    groups = len(members) // len(arranged.sizes)
    for group in range(groups):
        if members[groups * hand + group]:
            for k in range(len(remaining)):
                one = arranged.planes[group * len(remaining) + k]
                present[remaining[k]] |= one


def count_wins(buffers: Buffers, hands: int, counts: Words, ones: int) -> None:
    """Count who wins each accepted deal, with how many others, and if alone, with what type."""
    wins, number, one_hot, accepted = (
        buffers.wins,
        buffers.holders,
        buffers.one_hot,
        buffers.accepted[0],
    )
    for row in range(HELD_PLANES):
        number[row] = ones ^ ones
    for hand in range(hands):
        add_one(number, 0, wins[hand])
    unpack(number, 0, one_hot, 0, 1, ones)
    won_alone = one_hot[1] & one_hot[4] & accepted
    for winners in range(1, hands + 1):
        so_many = one_hot[winners & 3] & one_hot[4 + (winners >> 2)] & accepted
        for hand in range(hands):
            counts[OF_A_HAND * hand + winners - 1] += ones_in(wins[hand] & so_many)
    unpack(buffers.best, TYPE_PLANE, one_hot, 0, 1, ones)
    for hand_type in range(TYPES):
        with_type = one_hot[hand_type & 3] & one_hot[4 + (hand_type >> 2)] & won_alone
        for hand in range(hands):
            counts[OF_A_HAND * hand + MOST_HANDS + hand_type] += ones_in(wins[hand] & with_type)
    counts[OF_A_HAND * hands] += ones_in(accepted)
