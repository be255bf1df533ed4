"""`poker-table simulate --exact` and `--swaps`: every hand there is, and an unfair shuffle."""

from __future__ import annotations

from argparse import Namespace
from math import comb

from poker_table.cli.output import Output
from poker_table.cli.shown import show_report
from poker_table.hand import HandType
from poker_table.rng import Random
from poker_table.show.report import all_hands_section, swaps_section
from poker_table.simulation.run import all_hands
from poker_table.simulation.swaps import Positions, compare


def run_exact(options: Namespace, output: Output) -> int:
    """Judge all hands of five or seven cards. Some of them, after an interrupt, are no sample."""
    counts: tuple[int, ...] = ()
    total = f"{comb(52, options.cards):,} hands"
    try:
        for counts in all_hands(options.cards, options.engine):
            output.progress(f"{sum(counts):,} of {total}")
    except KeyboardInterrupt:
        output.note(f"Interrupted after {sum(counts):,} of {total}")
        return 130
    output.progress("")
    hands = dict(zip(map(str, HandType), counts, strict=True))
    document = {"cards": options.cards, "hands": hands}
    show_report([all_hands_section(counts, options.cards)], document, options.format, output)
    return 0


def run_swaps(options: Namespace, output: Output) -> int:
    """Shuffle many decks by swaps and many fairly; show how evenly their cards lie."""
    seed = Random(options.seed).seed
    output.note(f"Seed {seed}. The same again: poker-table simulate {options.deals} --seed {seed}"
                f" --swaps {options.swaps}")  # fmt: skip
    by_swaps, fair, code = Positions(), Positions(), 0
    try:
        for pair in compare(seed, options.deals, options.swaps):
            by_swaps, fair = pair
            if by_swaps.decks % 1000 == 0:
                output.progress(f"{by_swaps.decks:,} of {options.deals:,} decks")
    except KeyboardInterrupt:
        code = 130
    output.progress("")
    document = {"seed": seed, "swaps": options.swaps, "decks": by_swaps.decks,
                "after_swaps": by_swaps.counts, "after_fair_shuffle": fair.counts}  # fmt: skip
    section = swaps_section(by_swaps, fair, seed, options.swaps)
    show_report([section], document, options.format, output)
    return code
