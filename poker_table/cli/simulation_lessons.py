"""`poker-table simulate --exact` and `--swaps`: all hands, and a shuffle that is not fair."""

from __future__ import annotations

from math import comb

from poker_table.cli.shown import show_report
from poker_table.hand import HandType
from poker_table.rng import Random
from poker_table.show.report import ALPHA, Section, bar, percent
from poker_table.simulation.odds import hands_of_type
from poker_table.simulation.run import all_hands
from poker_table.simulation.swaps import FREEDOM, Positions, compare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from poker_table.cli.output import Output


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
    show_report([_all_hands_section(counts, options.cards)], document, options.format, output)
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
    section = _swaps_section(by_swaps, fair, seed, options.swaps)
    show_report([section], document, options.format, output)
    return code


def _all_hands_section(counts: Sequence[int], cards: int) -> Section:
    """Return how many of all hands are of each type, and how many must be if that is known."""
    total = comb(52, cards)
    rows = [
        (str(hand_type), f"{count:,}", percent(count / total), bar(count / total))
        for hand_type, count in reversed([*zip(HandType, counts, strict=True)])
    ]
    notes = ["Every one was dealt and judged: nothing here is a sample."]
    if cards == 5:
        same = "the same" if tuple(counts) == hands_of_type() else "NOT the same"
        notes.append(f"Combinatorics, from the rules in hand.py, gives {same} numbers.")
    best = ", the best five of each" if cards > 5 else ""
    title = f"All {total:,} hands of {cards} cards{best}"
    return Section(title, ("Hand type", "Hands", "Share", ""), rows, notes, spare=[""])


def _swaps_section(by_swaps: Positions, fair: Positions, seed: int, swaps: int) -> Section:
    """Return how evenly the cards lie after swaps, and after a fair shuffle."""
    rows = [
        (name, f"{positions.chi_square:,.1f}", f"{positions.p:.2g}", _fairness(positions.p))
        for name, positions in ((f"{swaps} swaps", by_swaps), ("a fair shuffle", fair))
        if positions.decks
    ]
    title = f"Where the cards lie after {swaps} swaps: {by_swaps.decks:,} decks of seed {seed}"
    note = (
        f"Chi-square of position x card, 52 x 52 counts: about {FREEDOM:,} if every card is as"
        " likely at every position. p is the probability that a fair shuffle looks as uneven as"
        " that."
    )
    return Section(title, ("Shuffled by", "Chi-square", "p", "In words"), rows, [note])


def _fairness(p: float) -> str:
    if p < ALPHA:
        return "not fair: cards lie nearer to where they were than chance allows"
    if p > 1 - ALPHA:
        return "suspiciously even"
    return "no unfairness to be seen in so many decks"
