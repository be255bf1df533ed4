"""`poker-table simulate`: tables dealt in bulk, and what happened beside what must happen."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing
from math import comb

from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, whole_number
from poker_table.files.deck_file import write_deck
from poker_table.files.whole_file import may_write
from poker_table.game.deck import Deck
from poker_table.game.errors import FileError
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.game.table import MOST_PLAYERS
from poker_table.simulation.checkpoint import Checkpoint, seed_in
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.result import all_hands_page, simulation_page, swaps_page
from poker_table.simulation.run import ENGINES, Simulation, all_hands, choose_engine, progress
from poker_table.simulation.swaps import Positions, compare
from poker_table.simulation.workers import cores, dask_executor

EXAMPLES = """\
  poker-table simulate                      a million deals
  poker-table simulate 100000000 --seed 7   as many as you like, the same for ever
  poker-table simulate --format csv         the counts, for another program
  poker-table simulate --save strange.txt   keep the strangest deck it saw"""

INTERRUPTED = 130
FAST_STARTS = "The fast engine starts: the first time, that takes half a minute"


def run(argv: list[str], output: Output) -> int:
    """Deal, count, and report; what was counted before an interrupt is shown all the same."""
    options = _options(argv)
    output.quiet = options.quiet
    output.check(options)
    if options.exact or options.swaps is not None:
        return (_run_exact if options.exact else _run_swaps)(options, output)
    if options.save is not None:
        may_write(options.save, options.force)
    if options.seed is None and options.checkpoint:
        options.seed = seed_in(options.checkpoint)
    simulation = Simulation(options.deals, options.seed, options.players)
    output.note(f"Seed {simulation.seed}. The same again: {_again(simulation)}")
    tally, code = _counted(simulation, options, output)
    output.show(simulation_page(tally, simulation.seed, simulation.deals), options)
    if options.save is not None and tally.strangest is not None:
        deck = Deck.shuffled(Random(simulation.seed, tally.strangest[1]))
        write_deck(deck, options.save, options.notation, options.force)
    return code


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("simulate", EXAMPLES)
    parser.add_argument(
        "deals", nargs="?", type=whole_number(1, LARGEST_DEAL + 1), metavar="DEALS",
        help="how many tables to deal (default: 1,000,000; with --swaps 10,000 decks)",
    )  # fmt: skip
    parser.add("--seed", "--players")
    add_workers(parser)
    _add_more(parser)
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    parser.add("--format", "--export", "--save", "--notation", "--force")
    options = parser.parse_args(argv)
    lesson = options.exact or options.swaps is not None
    if options.cards != 5 and not options.exact:
        parser.error("--cards 7 counts all hands of seven cards: it goes with --exact")
    if lesson and (options.checkpoint or options.save):
        parser.error("--exact and --swaps do not go with --checkpoint or --save")
    if options.deals is None:
        options.deals = 1_000_000 if options.swaps is None else 10_000
    return options


def add_workers(parser: CommandParser) -> None:
    """Add the options that say who counts."""
    parser.add_argument(
        "--workers", type=whole_number(1, 1024), default=cores(), metavar="W",
        help="how many work at once (default: one for each core)",
    )  # fmt: skip
    parser.add_argument(
        "--engine", choices=ENGINES, default="auto",
        help="plain needs nothing, fast needs numba (default: by the amount of work)",
    )  # fmt: skip
    parser.add_argument(
        "--dask", metavar="ADDRESS",
        help="have it done by the workers of a Dask scheduler, such as tcp://localhost:8786",
    )  # fmt: skip


def _add_more(parser: CommandParser) -> None:
    parser.add_argument(
        "--checkpoint", metavar="FILE",
        help="keep in FILE how far it has come; the same command goes on from there",
    )  # fmt: skip
    parser.add_argument(
        "--swaps", type=whole_number(0, 1_000_000), metavar="K",
        help="shuffle by K swaps of two random cards, and see whether that is fair",
    )  # fmt: skip
    parser.add_argument(
        "--exact", action="store_true", help="judge all the hands there are instead of a sample"
    )
    parser.add_argument(
        "--cards",
        type=int,
        choices=(5, 7),
        default=5,
        help="with --exact: how many in a hand (default: 5)",
    )


def _again(simulation: Simulation) -> str:
    players = f" --players {simulation.players}" if simulation.players != MOST_PLAYERS else ""
    return f"poker-table simulate {simulation.deals} --seed {simulation.seed}{players}"


def _counted(simulation: Simulation, options: Namespace, output: Output) -> tuple[Tally, int]:
    """Return the tally, the whole of it or what there was when something stopped it, and the code.

    Raises SimulationError or FileError if the checkpoint is of no use from the start.
    """
    checkpoint = Checkpoint(options.checkpoint, simulation) if options.checkpoint else None
    tally = checkpoint.begin() if checkpoint else Tally(simulation.players)
    before, start = tally.deals, time.monotonic()
    if before:
        output.note(f"Going on from deal {before:,}")
    try:
        try:
            if choose_engine(options.engine, simulation.deals - before) == "fast":
                output.progress(FAST_STARTS)
            with closing(_growing(simulation, tally, options)) as growing:
                for tally in growing:
                    output.progress(_how_far(tally.deals, simulation.deals, before, start))
                    if checkpoint:
                        checkpoint.save_now_and_then(tally)
        finally:
            output.progress("")
            if checkpoint:
                checkpoint.save(tally)
    except KeyboardInterrupt:
        return tally, INTERRUPTED
    except FileError as error:  # the checkpoint's; what was counted is shown all the same
        output.note(f"Error: {error}")
        return tally, 1
    return tally, 0


def _growing(
    simulation: Simulation, tally: Tally, options: Namespace
) -> Generator[Tally, None, None]:
    if options.dask is None:
        yield from progress(simulation, tally, options.engine, options.workers)
        return
    with dask_executor(options.dask) as (executor, workers):
        yield from progress(simulation, tally, options.engine, workers, executor)


def _how_far(deals: int, asked: int, before: int, start: float) -> str:
    """Return how far it has come, and how long the rest takes at the rate since it was started."""
    rate = (deals - before) / max(time.monotonic() - start, 1e-9)
    minutes, seconds = divmod(round((asked - deals) / rate), 60)
    left = f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left"
    return f"{deals:,} of {asked:,} deals, {rate:,.0f} a second, {left}"


def _run_exact(options: Namespace, output: Output) -> int:
    """Judge all hands of five or seven cards. Some of them, after an interrupt, are no sample."""
    counts: tuple[int, ...] = ()
    total = f"{comb(52, options.cards):,} hands"
    try:
        for counts in all_hands(options.cards, options.engine):
            output.progress(f"{sum(counts):,} of {total}")
    except KeyboardInterrupt:
        output.note(f"Interrupted after {sum(counts):,} of {total}")
        return INTERRUPTED
    output.progress("")
    output.show(all_hands_page(counts, options.cards), options)
    return 0


def _run_swaps(options: Namespace, output: Output) -> int:
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
        code = INTERRUPTED
    output.progress("")
    output.show(swaps_page(by_swaps, fair, seed, options.swaps), options)
    return code
