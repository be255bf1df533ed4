"""The kernel whole: a block of deals from their words to their counts, for both engines."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.simulation.kernel.cards import to_cards
from poker_table.simulation.kernel.counts import (
    count_best,
    count_types,
    count_winners,
    find_strangest,
    score_tables,
    sum_types,
)
from poker_table.simulation.kernel.draws import (
    Masks,
    Words,
    accepted,
    draw_digits,
    to_planes,
)
from poker_table.simulation.kernel.strengths import (
    STRENGTH_PLANES,
    count_ranks,
    find_winners,
    note_flush,
    note_groups,
    note_straights,
    unpack,
    write_strength,
)

Room = tuple[Words, ...]

# How many rows each part of a block's room has, and what it is for.
ROOM = {
    "words": 12 * 64,  # random words, then what remains of them
    "packed": 80,  # eight for each digit of a word
    "fair": 8,  # which deals had no word refused
    "planes": 330,  # six a card: digits, then indexes; of all hands one a card: who has it
    "depths": 30,  # of five cards
    "marks": 88,  # of five cards' ranks, or of eleven hands' types
    "ranks": 52,  # held once, twice, three, four times
    "flags": 8,  # of one hand
    "strengths": 300,  # of ten hands
    "best": 30,  # strength
    "wins": 10,  # a plane a player
    "held": 36,  # how many players hold each type
    "score": 8,  # how strange the table is
    "spare": 3,
    "kept": 1,  # the deals to count
    "strangest": 1,  # the deals with the greatest score
}
WORDS, PACKED, FAIR, PLANES, DEPTHS, MARKS, RANKS, FLAGS = range(8)
STRENGTHS, BEST, WINS, HELD, SCORE, SPARE, KEPT, STRANGEST = range(8, 16)


def shuffle(
    room: Room, sizes: Sequence[int], radices: Sequence[int], rests: Sequence[int],
    cards: int, low: int, top: int, ones: int, masks: Masks,
) -> None:  # fmt: skip
    """Turn words into the planes of as many cards; note in `kept` which deals had none refused.

    sizes has the number of radices that share each word, rests their `slack` in every lane.
    """
    for row in range(8):
        room[FAIR][row] = ones
    card = 0
    for group in range(len(sizes)):
        last = card + sizes[group]
        draw_digits(
            room[WORDS], 64 * group, radices, card, last, rests[group],
            room[PACKED], room[FAIR], low, top,
        )  # fmt: skip
        for digit in range(sizes[group]):
            to_planes(room[PACKED], 8 * digit, room[PLANES], 6 * (card + digit), masks)
        card = last
    accepted(room[FAIR], room[KEPT])
    to_cards(room[PLANES], cards // 5, room[DEPTHS], ones)


def judge(room: Room, players: int, ones: int) -> None:
    """Write the strength of every player's hand, the best one, and who holds it."""
    for player in range(players):
        judge_hand(room, player, players, STRENGTH_PLANES * player, ones)
    find_winners(room[STRENGTHS], players, room[BEST], room[WINS], ones)


def judge_hand(room: Room, card: int, stride: int, row: int, ones: int) -> None:
    """Write the strength of the hand that is every stride-th card, five of them from `card` on."""
    for place in range(5):
        unpack(room[PLANES], 6 * (card + stride * place) + 2, room[MARKS], place, 5, ones)
    count_ranks(room[MARKS], room[RANKS])
    note_groups(room[RANKS], room[FLAGS], ones ^ ones)
    note_straights(room[RANKS], 0, room[FLAGS])
    note_flush(room[PLANES], 6 * card, 6 * stride, room[FLAGS], ones)
    write_strength(room[RANKS], room[FLAGS], room[STRENGTHS], row, ones)


def count(room: Room, players: int, weights: Sequence[int], counts: Words, ones: int) -> int:
    """Add a block's kept deals to the counts; return the greatest score among them."""
    kept = room[KEPT]
    count_types(room[STRENGTHS], players, room[MARKS], room[HELD], ones)
    sum_types(room[HELD], kept, counts)
    count_best(room[BEST], room[MARKS], kept, counts, ones)
    count_winners(room[WINS], players, kept, counts, room[SPARE])
    score_tables(room[HELD], weights, room[SCORE], ones ^ ones)
    return find_strangest(room[SCORE], kept, room[STRANGEST])
