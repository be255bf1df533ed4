"""The kernel for chances: from where the unknown cards lie to how often each hand wins.

Unknown cards that are of the same hands are a *group*. Which cards a group has is written with a
plane for each card of the rest, the cards that nobody knows, in the order of the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.counts import HELD_PLANES, TYPES, add_one, ones_in
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.room import Room
from poker_table.simulation.kernel.strengths import (
    STRENGTH_PLANES,
    TYPE_PLANE,
    compare_hands,
    unpack,
)

# Where each count of a hand lies: the deals that it won with 0, 1, … others, and those that it won
# alone by hand type; then come those of the next hand. The last count of all is the deals'.
MOST_HANDS = 10
OF_A_HAND = MOST_HANDS + TYPES


class Arranged(NamedTuple):
    """Where the unknown cards lie, what is asked of them, and the counts so far."""

    planes: Words  # of each group, one for each card of the rest
    group_of: Sequence[int]  # of each unknown card, in the order in which they are dealt
    rest: Sequence[int]  # the cards that nobody knows, by their index
    sizes: Sequence[int]  # of each hand, how many cards it has
    known: Sequence[int]  # of each hand, for all 52 cards, whether it has that one for certain
    members: Sequence[int]  # of each hand, for each group, whether that is its own
    counts: Words


def place_cards(room: Room, arranged: Arranged, ones: int) -> None:
    """Add to which cards each group has: those that were dealt, one after the other."""
    planes, marks, rest = room.planes, room.marks, len(arranged.rest)
    for k in range(len(arranged.group_of)):
        unpack(planes, 6 * k, marks, 0, 1, ones)
        unpack(planes, 6 * k + 2, marks, 8, 1, ones)
        for card in range(rest):
            row = arranged.group_of[k] * rest + card
            four = marks[8 + (card >> 2 & 3)]
            four &= marks[12 + (card >> 4)]
            arranged.planes[row] |= marks[card & 3] & four


def count_arranged(room: Room, arranged: Arranged, ones: int) -> None:
    """Judge the hands, and add the kept deals to the counts."""
    hands = len(arranged.sizes)
    for hand in range(hands):
        hold_cards(room.planes, hand, arranged, ones)
        write_best(room, arranged.sizes[hand], STRENGTH_PLANES * hand, ones)
    compare_hands(room, hands, ones)
    count_wins(room, hands, arranged.counts, ones)


def hold_cards(present: Words, hand: int, arranged: Arranged, ones: int) -> None:
    """Fill 52 planes, one for each card: a bit is set where the hand has that card."""
    rest, members = arranged.rest, arranged.members
    for card in range(52):
        present[card] = ones * arranged.known[52 * hand + card]
    groups = len(members) * 52 // len(arranged.known)
    for group in range(groups):
        if members[groups * hand + group]:
            for k in range(len(rest)):
                one = arranged.planes[group * len(rest) + k]
                present[rest[k]] |= one


def count_wins(room: Room, hands: int, counts: Words, ones: int) -> None:
    """Add the kept deals to the counts."""
    wins, number, marks, kept = room.wins, room.holders, room.marks, room.kept[0]
    for row in range(HELD_PLANES):
        number[row] = ones ^ ones
    for hand in range(hands):
        add_one(number, 0, wins[hand])
    unpack(number, 0, marks, 0, 1, ones)
    alone = marks[1] & marks[4] & kept
    for winners in range(1, hands + 1):
        so_many = marks[winners & 3] & marks[4 + (winners >> 2)] & kept
        for hand in range(hands):
            counts[OF_A_HAND * hand + winners - 1] += ones_in(wins[hand] & so_many)
    unpack(room.best, TYPE_PLANE, marks, 0, 1, ones)
    for hand_type in range(TYPES):
        with_type = marks[hand_type & 3] & marks[4 + (hand_type >> 2)] & alone
        for hand in range(hands):
            counts[OF_A_HAND * hand + MOST_HANDS + hand_type] += ones_in(wins[hand] & with_type)
    counts[OF_A_HAND * hands] += ones_in(kept)
