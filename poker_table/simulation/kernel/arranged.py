"""The kernel for chances: from where the unknown cards lie to how often each hand wins.

Unknown cards that are of the same hands are a *group*. Which cards a group has is written with a
plane for each card of the rest, the cards that nobody knows, in the order of the deck.
"""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.block import (
    BEST,
    DEPTHS,
    FLAGS,
    HELD,
    KEPT,
    MARKS,
    PLANES,
    RANKS,
    SPARE,
    STRENGTHS,
    WINS,
    WORDS,
    Room,
)
from poker_table.simulation.kernel.counts import HELD_PLANES, TYPES, add_one, together
from poker_table.simulation.kernel.draws import Words
from poker_table.simulation.kernel.strengths import (
    STRENGTH_PLANES,
    TYPE_PLANE,
    find_winners,
    unpack,
)

# Where each count of a hand lies: the deals that it won with 0, 1, … others, and those that it won
# alone by hand type; then come those of the next hand. The last count of all is the deals'.
MOST_HANDS = 10
OF_A_HAND = MOST_HANDS + TYPES


def place_cards(room: Room, homes: Sequence[int], rest: int, arranged: Words, ones: int) -> None:
    """Add to which cards each group has; card number k, counted among the rest, is of homes[k]."""
    planes, marks = room[PLANES], room[MARKS]
    for k in range(len(homes)):
        unpack(planes, 6 * k, marks, 0, 1, ones)
        unpack(planes, 6 * k + 2, marks, 8, 1, ones)
        for card in range(rest):
            row = homes[k] * rest + card
            four = marks[8 + (card >> 2 & 3)]
            four &= marks[12 + (card >> 4)]
            arranged[row] |= marks[card & 3] & four


def judge_arranged(
    room: Room, hand: int, cards: int, arranged: Words, rest: Sequence[int],
    known: Sequence[int], members: Sequence[int], ones: int,
) -> None:  # fmt: skip
    """Write the strength of a hand of so many cards.

    For each hand, known says of every card whether it is its own, members of every group.
    """
    present = room[PLANES]
    for card in range(52):
        present[card] = ones * known[52 * hand + card]
    groups = len(members) * 52 // len(known)
    for group in range(groups):
        if members[groups * hand + group]:
            for k in range(len(rest)):
                one = arranged[group * len(rest) + k]
                present[rest[k]] |= one
    write_best(
        present, cards, room[RANKS], room[WORDS], room[FLAGS], room[MARKS], room[DEPTHS],
        room[STRENGTHS], STRENGTH_PLANES * hand, ones,
    )  # fmt: skip


def compare_hands(room: Room, hands: int, ones: int) -> None:
    """Write the best strength, and who holds it."""
    find_winners(room[STRENGTHS], hands, room[BEST], room[WINS], ones)


def count_arranged(room: Room, hands: int, counts: Words, ones: int) -> None:
    """Add the kept deals to the counts."""
    wins, number, spare, kept = room[WINS], room[HELD], room[SPARE], room[KEPT]
    for row in range(HELD_PLANES):
        number[row] = ones ^ ones
    for hand in range(hands):
        add_one(number, 0, HELD_PLANES, wins[hand])
    unpack(number, 0, room[MARKS], 0, 1, ones)
    for winners in range(1, hands + 1):
        keep_both(room[MARKS], winners & 3, 4 + (winners >> 2), spare, winners == 1)
        for hand in range(hands):
            counts[OF_A_HAND * hand + winners - 1] += together(wins, hand, spare, 0, kept)
    unpack(room[BEST], TYPE_PLANE, room[MARKS], 0, 1, ones)
    for hand_type in range(TYPES):
        keep_both(room[MARKS], hand_type & 3, 4 + (hand_type >> 2), spare, False)
        spare[0] &= spare[1]
        for hand in range(hands):
            count = OF_A_HAND * hand + MOST_HANDS + hand_type
            counts[count] += together(wins, hand, spare, 0, kept)
    counts[OF_A_HAND * hands] += together(kept, 0, kept, 0, kept)


def keep_both(marks: Words, one: int, other: int, both: Words, alone: bool) -> None:
    """Write where two marks are set; once more, to the row below, where one hand wins alone."""
    both[0] = marks[one] & marks[other]
    if alone:
        both[1] = both[0]
