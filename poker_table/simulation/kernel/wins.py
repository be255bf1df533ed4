"""The kernel for chances: from the cards of each group to the number of each hand's wins."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import HOLDER_PLANES, TYPES, add_one, ones_in
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.prefixes import number_of_arrangements
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

Numbers = tuple[int, ...]


class Layout(NamedTuple):
    """Which cards lie in which hands, as numbers. A card is its index in a new deck.

    Unknown cards that belong to the same hands form a *group*. The *remaining* cards are those that
    may still be dealt: neither known nor dead.
    """

    group_of: Numbers  # the group of each unknown card, in the order in which they are dealt
    remaining: Numbers  # the remaining cards, in the order of the deck
    sizes: Numbers  # the number of cards of each hand
    has_card: Numbers  # 52 numbers per hand: 1 if the hand is known to have that card
    members: Numbers  # one number per hand and group: 1 if the group belongs to the hand

    @property
    def needs(self) -> tuple[int, ...]:
        """The number of cards of each group."""
        groups = range(max(self.group_of, default=-1) + 1)
        return tuple(self.group_of.count(group) for group in groups)

    @property
    def arrangements(self) -> int:
        """The number of ways to give the groups their cards."""
        return number_of_arrangements(len(self.remaining), self.needs)

    @property
    def number_of_planes(self) -> int:
        """The number of planes for the groups' cards: one per group and remaining card."""
        return len(self.remaining) * len(self.needs)

    @property
    def number_of_counts(self) -> int:
        """The number of counts that an engine returns."""
        return COUNTS_PER_HAND * len(self.sizes) + 1


class ChancesTask(NamedTuple):
    """The layout, the cards that each group has, and the counts so far."""

    layout: Layout
    planes: Words  # for each group and each remaining card, where the group has the card
    counts: Words


def place_cards(buffers: Buffers, layout: Layout, planes: Words, ones: int) -> None:
    """Set the bits of the dealt cards in the planes of the groups, which must all be 0 before."""
    one_hot, remaining = buffers.one_hot, len(layout.remaining)
    for k in range(len(layout.group_of)):
        unpack(buffers.planes, 6 * k, one_hot, 0, 1, ones)
        unpack(buffers.planes, 6 * k + 2, one_hot, 8, 1, ones)
        for card in range(remaining):
            row = layout.group_of[k] * remaining + card
            four = one_hot[8 + (card >> 2 & 3)]
            four &= one_hot[12 + (card >> 4)]
            planes[row] |= one_hot[card & 3] & four


def judge_and_count(buffers: Buffers, task: ChancesTask, ones: int) -> None:
    """Judge the hands, and count who wins the accepted deals."""
    hands = len(task.layout.sizes)
    for hand in range(hands):
        set_cards_of_hand(buffers.planes, hand, task, ones)
        write_best(buffers, task.layout.sizes[hand], STRENGTH_PLANES * hand, ones)
    compare_hands(buffers, hands, ones)
    count_wins(buffers, hands, task.counts, ones)


def set_cards_of_hand(present: Words, hand: int, task: ChancesTask, ones: int) -> None:
    """Fill 52 planes, one for each card: a bit is set if the hand has that card."""
    remaining, members = task.layout.remaining, task.layout.members
    for card in range(52):
        present[card] = ones * task.layout.has_card[52 * hand + card]
    groups = len(members) // len(task.layout.sizes)
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
