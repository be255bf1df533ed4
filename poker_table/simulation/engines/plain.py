"""The plain engine: the kernel on Python's own integers, each of which holds thousands of deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.game.philox import MULTIPLIERS, WORD_MASK
from poker_table.simulation.engines.engine import Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.buffers import empty_buffers
from poker_table.simulation.kernel.cards import shuffle
from poker_table.simulation.kernel.counts import COUNTS, count_tables
from poker_table.simulation.kernel.draws import (
    EIGHTS,
    FOURS,
    PAIRS,
    ROWS,
    Masks,
    accepted_words,
    digits_of,
    draw_words,
    radices_per_word,
    round_keys,
)
from poker_table.simulation.kernel.prefixes import Prefix, planes_of
from poker_table.simulation.kernel.strengths import judge
from poker_table.simulation.kernel.wins import ChancesTask, judge_and_count, place_cards

MOST_LANES = 512  # integers of 4 KiB
DEALS_PER_PIECE = ROWS * MOST_LANES
IN_THREADS = False  # Python's own integers are calculated by one thread at a time


class PlainBlock:
    """Buffers and masks to deal `cards` of the `remaining` cards in `64 * lanes` deals at once."""

    def __init__(self, lanes: int, cards: int, remaining: int) -> None:
        self.lanes = lanes
        self.deals = ROWS * lanes
        self.unit = unit = every_lane(1, lanes)
        self.ones = (1 << 64 * lanes) - 1
        low = unit * WORD_MASK
        bits = PAIRS * unit, FOURS * unit, EIGHTS * unit
        self.masks = Masks(low, low << 32, unit, self.ones, *bits, MULTIPLIERS)
        lane_numbers = sum(lane << 64 * lane for lane in range(lanes))
        self.offsets = [lane_numbers + row * lanes * unit for row in range(ROWS)]
        self.words = radices_per_word(cards, remaining)
        digits = digits_of(self.words, cards)
        self.digits = digits._replace(slacks=[slack * unit for slack in digits.slacks])
        self.buffers = empty_buffers()

    def draw(self, seed: int, base: int) -> None:
        """Fill the words of deal `base` and the deals after it.

        The upper 32 bits of all their numbers must be the same.
        """
        keys = [key * self.unit for key in round_keys(seed)]
        start, high = (base & WORD_MASK) * self.unit, (base >> 32) * self.unit
        words, blocks = self.buffers.words, self.digits.philox_blocks
        draw_words(words, start, self.offsets, blocks, high, keys, self.masks)

    def fill_words(self, seed: int, deals: Sequence[int]) -> None:
        """Fill the words of the given deals, one deal after the other, without refused words."""
        words = self.buffers.words
        words[:] = [0] * len(words)
        for number, deal in enumerate(deals):
            row, lane = divmod(number, self.lanes)
            for k, word in enumerate(accepted_words(seed, deal, self.words)):
                words[ROWS * k + row] |= word << 64 * lane

    def shuffle(self, wanted: int) -> int:
        """Turn words into cards, and accept only deals in the plane `wanted`.

        Return the plane of the wanted deals that had a word refused.
        """
        shuffle(self.buffers, self.digits, self.masks)
        refused = wanted & ~self.buffers.accepted[0]
        self.buffers.accepted[0] &= wanted
        return refused

    def plane_of(self, first: int, stop: int) -> int:
        """Return the plane of the deals from first up to stop, counted within the block."""
        plane = 0
        for row in range(ROWS):
            begin = min(max(first - row * self.lanes, 0), self.lanes)
            end = min(max(stop - row * self.lanes, begin), self.lanes)
            plane |= every_lane(1, end - begin) << 64 * begin + row
        return plane

    def deals_in(self, plane: int) -> list[int]:
        """Return the deals of a plane, counted within the block, in ascending order."""
        deals = []
        while plane:
            bit = plane & -plane
            lane, row = divmod(bit.bit_length() - 1, ROWS)
            deals.append(row * self.lanes + lane)
            plane ^= bit
        return sorted(deals)


def every_lane(number: int, lanes: int) -> int:
    """Return an integer with the number in each of its lanes.

    >>> hex(every_lane(7, 2))
    '0x70000000000000007'
    """
    return int.from_bytes(number.to_bytes(8, "little") * lanes, "little")


def lanes_for(deals: int) -> int:
    """Return how many lanes a block needs for the given number of deals, at most MOST_LANES.

    >>> lanes_for(30_000), lanes_for(2**20)
    (469, 512)
    """
    return max(1, min(MOST_LANES, -(-deals // ROWS)))


def deal_blocks(
    seed: int, first: int, deals: int, cards: int, remaining: int = 52
) -> Iterator[tuple[PlainBlock, Sequence[int]]]:
    """Deal consecutive deals, block by block; yield each block and the numbers of its deals.

    The deals with a refused word, one in five hundred, come last, in blocks of their own.
    """
    stop, block = first + deals, PlainBlock(lanes_for(deals), cards, remaining)
    refused: list[int] = []
    while first < stop:
        # If the upper 32 bits of the numbers would change within the block, begin it earlier.
        base = min(first, (first | WORD_MASK) + 1 - block.deals)
        block.draw(seed, base)
        refused_plane = block.shuffle(block.plane_of(first - base, stop - base))
        refused += [base + number for number in block.deals_in(refused_plane)]
        first = base + block.deals
        yield block, range(base, first)
    block = PlainBlock(lanes_for(len(refused)), cards, remaining)
    for begin in range(0, len(refused), block.deals):
        numbers = refused[begin : begin + block.deals]
        block.fill_words(seed, numbers)
        block.shuffle(block.plane_of(0, len(numbers)))
        yield block, numbers


def count_deals(seed: int, players: int, first: int, deals: int) -> Tally:
    """Return the tally of consecutive deals of a seed."""
    tally = Tally(players)
    for block, numbers in deal_blocks(seed, first, deals, 5 * players):
        judge(block.buffers, players, block.ones)
        counts = [0] * COUNTS
        score = count_tables(block.buffers, players, counts, block.ones)
        strangest = block.deals_in(block.buffers.strangest[0])
        tally += Tally(players, counts, (score, numbers[strangest[0]]) if strangest else None)
    return tally


def count_sample(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of a plan in consecutive deals of a seed."""
    counts = [0] * plan.counts
    for block, _ in deal_blocks(seed, first, deals, len(plan.group_of), len(plan.remaining)):
        task = ChancesTask([0] * plan.rows, *plan, counts)
        place_cards(block.buffers, task, block.ones)
        judge_and_count(block.buffers, task, block.ones)
    return counts


def count_arrangements(plan: Plan, prefixes: Iterable[Prefix]) -> list[int]:
    """Return the counts of a plan in all arrangements that begin with one of the prefixes."""
    counts, buffers = [0] * plan.counts, empty_buffers()
    for prefix in prefixes:
        planes, arrangements = planes_of(prefix, len(plan.remaining))
        ones = (1 << arrangements) - 1
        buffers.accepted[0] = ones
        judge_and_count(buffers, ChancesTask(planes, *plan, counts), ones)
    return counts
