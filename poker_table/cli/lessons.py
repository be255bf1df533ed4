"""`poker-table simulate --exact` and `--swaps`: all hands, and a shuffle that is not fair."""

from __future__ import annotations

import json
from math import comb

from poker_table.rng import Random
from poker_table.show.lessons import all_hands_report, swaps_report
from poker_table.show.report import report_lines
from poker_table.simulation.run import all_hands
from poker_table.simulation.swaps import Places, compare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from poker_table.cli.output import Output
    from poker_table.show.report import Section


def run_exact(options: Namespace, output: Output) -> int:
    """Judge all hands of five or seven cards. Some of them, after an interrupt, are no sample."""
    counts: tuple[int, ...] = ()
    total = f"{comb(52, options.cards):,} hands"
    watched = output.is_watched and not options.quiet
    try:
        for counts in all_hands(options.cards, options.engine):
            if watched:
                output.progress(f"{sum(counts):,} of {total}")
    except KeyboardInterrupt:
        output.note(f"Interrupted after {sum(counts):,} of {total}")
        return 130
    if watched:
        output.progress("")
    from poker_table.hand import HandType

    document = {"cards": options.cards, "hands": {str(kind): counts[kind] for kind in HandType}}
    show(document, all_hands_report(counts, options.cards), options.format, output)
    return 0


def run_swaps(options: Namespace, output: Output) -> int:
    """Shuffle many decks by swaps and many fairly; show how evenly their cards lie."""
    seed = Random(options.seed).seed
    output.note(f"Seed {seed}. The same again: poker-table simulate {options.deals} --seed {seed}"
                f" --swaps {options.swaps}")  # fmt: skip
    by_swaps, fair, code = Places(), Places(), 0
    try:
        for pair in compare(seed, options.deals, options.swaps):
            by_swaps, fair = pair
            if output.is_watched and not options.quiet and by_swaps.decks % 1000 == 0:
                output.progress(f"{by_swaps.decks:,} of {options.deals:,} decks")
    except KeyboardInterrupt:
        code = 130
    if output.is_watched:
        output.progress("")
    document = {"seed": seed, "swaps": options.swaps, "decks": by_swaps.decks,
                "after_swaps": by_swaps.counts, "after_fair_shuffle": fair.counts}  # fmt: skip
    show(document, swaps_report(by_swaps, fair, seed, options.swaps), options.format, output)
    return code


def show(
    document: Mapping[str, object], sections: Sequence[Section], form: str | None, output: Output
) -> None:
    """Show counts as a document, or a report as lines or tables."""
    form = form or ("table" if output.on_terminal else "plain")
    if form == "json":
        output.data(json.dumps(document, indent=2) + "\n")
    elif form == "table":
        from poker_table.show.terminal import console_on, draw_report

        draw_report(console_on(output.out), sections)
    else:
        output.data(report_lines(sections))
