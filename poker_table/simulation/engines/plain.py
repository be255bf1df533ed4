"""The plain engine: the kernel in Python's own integers, thousands of deals in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.game.random import MULTIPLIERS, WORD_MASK
from poker_table.simulation.engines.engine import Engine, Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.arranged import Arranged, count_arranged, place_cards
from poker_table.simulation.kernel.arrangements import Head, planes_of
from poker_table.simulation.kernel.buffers import empty_buffers
from poker_table.simulation.kernel.cards import shuffle
from poker_table.simulation.kernel.counts import COUNTS, count
from poker_table.simulation.kernel.draws import (
    EIGHTS,
    FOURS,
    PAIRS,
    ROWS,
    Masks,
    accepted_words,
    digits_of,
    draw,
    groups_of,
    round_keys,
)
from poker_table.simulation.kernel.strengths import judge

MOST_LANES = 1024  # integers of 8 KiB: longer ones leave the processor's nearest memory


class PlainBlock:
    """Buffers and masks for `64 * lanes` deals, each of `cards` cards of those that remain."""

    def __init__(self, lanes: int, cards: int, remaining: int) -> None:
        self.lanes = lanes
        self.deals = ROWS * lanes
        self.unit = unit = every_lane(1, lanes)
        self.ones = (1 << 64 * lanes) - 1
        low = unit * WORD_MASK
        bits = PAIRS * unit, FOURS * unit, EIGHTS * unit
        self.masks = Masks(low, low << 32, unit, self.ones, *bits, MULTIPLIERS)
        first = sum(lane << 64 * lane for lane in range(lanes))
        self.offsets = [first + row * lanes * unit for row in range(ROWS)]
        self.groups = groups_of(cards, remaining)
        digits = digits_of(self.groups, cards)
        self.digits = digits._replace(slacks=[slack * unit for slack in digits.slacks])
        self.buffers = empty_buffers()

    def draw(self, seed: int, base: int) -> None:
        """Fill the words of deal `base` and those after it, with the same upper half."""
        keys = [key * self.unit for key in round_keys(seed)]
        start, high = (base & WORD_MASK) * self.unit, (base >> 32) * self.unit
        words, blocks = self.buffers.words, self.digits.philox_blocks
        draw(words, start, self.offsets, blocks, high, keys, self.masks)

    def fill_words(self, seed: int, deals: Sequence[int]) -> None:
        """Fill the words of the given deals, one deal after the other, without refused words."""
        words = self.buffers.words
        words[:] = [0] * len(words)
        for number, deal in enumerate(deals):
            row, lane = divmod(number, self.lanes)
            for group, word in enumerate(accepted_words(seed, deal, self.groups)):
                words[ROWS * group + row] |= word << 64 * lane

    def shuffle(self, inside: int) -> int:
        """Turn words into cards; return the deals inside a mask that had a word refused."""
        shuffle(self.buffers, self.digits, self.masks)
        refused = inside & ~self.buffers.accepted[0]
        self.buffers.accepted[0] &= inside
        return refused

    def inside(self, first: int, stop: int) -> int:
        """Return the plane of the deals from first up to stop, counted within the block."""
        plane = 0
        for row in range(ROWS):
            begin = min(max(first - row * self.lanes, 0), self.lanes)
            end = min(max(stop - row * self.lanes, begin), self.lanes)
            plane |= every_lane(1, end - begin) << 64 * begin + row
        return plane

    def numbers(self, plane: int) -> list[int]:
        """Return the deals of a plane, counted within the block, least first."""
        indexes = []
        while plane:
            bit = plane & -plane
            lane, row = divmod(bit.bit_length() - 1, ROWS)
            indexes.append(row * self.lanes + lane)
            plane ^= bit
        return sorted(indexes)


def every_lane(number: int, lanes: int) -> int:
    """Return the number in each of so many lanes.

    >>> hex(every_lane(7, 2))
    '0x70000000000000007'
    """
    return int.from_bytes(number.to_bytes(8, "little") * lanes, "little")


def lanes_for(deals: int) -> int:
    """Return how many lanes a block has for so many deals: no more than they fill.

    >>> lanes_for(30_000), lanes_for(2**20)
    (469, 1024)
    """
    return max(1, min(MOST_LANES, -(-deals // ROWS)))


def dealt(
    seed: int, first: int, deals: int, cards: int, remaining: int = 52
) -> Iterator[tuple[PlainBlock, Sequence[int]]]:
    """Deal some consecutive deals; yield each block of them, and the numbers of its deals.

    The deals with a refused word, one in five hundred, come last, in blocks of their own.
    """
    stop, block = first + deals, PlainBlock(lanes_for(deals), cards, remaining)
    refused: list[int] = []
    while first < stop:  # a block ends at the latest where the upper half of the number changes
        base = min(first, (first | WORD_MASK) + 1 - block.deals)
        block.draw(seed, base)
        left_out = block.shuffle(block.inside(first - base, stop - base))
        refused += [base + number for number in block.numbers(left_out)]
        first = base + block.deals
        yield block, range(base, first)
    block = PlainBlock(lanes_for(len(refused)), cards, remaining)
    for begin in range(0, len(refused), block.deals):
        part = refused[begin : begin + block.deals]
        block.fill_words(seed, part)
        block.shuffle(block.inside(0, len(part)))
        yield block, part


def count_deals(
    seed: int, first: int, deals: int, players: int, strangeness: Sequence[int]
) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    tally = Tally(players)
    for block, numbers in dealt(seed, first, deals, 5 * players):
        judge(block.buffers, players, block.ones)
        counts = [0] * COUNTS
        score = count(block.buffers, players, strangeness, counts, block.ones)
        strangest = block.numbers(block.buffers.strangest[0])
        tally += Tally(players, counts, (score, numbers[strangest[0]]) if strangest else None)
    return tally


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of the chances in some consecutive deals of a seed."""
    counts = [0] * plan.counts
    for block, _ in dealt(seed, first, deals, len(plan.group_of), len(plan.remaining)):
        arranged = Arranged([0] * plan.rows, *plan, counts)
        place_cards(block.buffers, arranged, block.ones)
        count_arranged(block.buffers, arranged, block.ones)
    return counts


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    counts, buffers = [0] * plan.counts, empty_buffers()
    for head in heads:
        planes, number = planes_of(head, len(plan.remaining))
        buffers.accepted[0] = (1 << number) - 1
        count_arranged(buffers, Arranged(planes, *plan, counts), buffers.accepted[0])
    return counts


PLAIN = Engine("plain", count_deals, count_dealt, count_listed)
