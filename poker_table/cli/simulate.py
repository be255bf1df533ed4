"""`poker-table simulate [DEALS]`: deal in bulk, show what happened beside what must happen."""

from __future__ import annotations

import time

from poker_table.cli.parser import CommandParser, whole_number
from poker_table.deck import Deck
from poker_table.deck_file import write_deck
from poker_table.errors import FileError
from poker_table.rng import LARGEST_DEAL, LARGEST_SEED, Random
from poker_table.simulation.checkpoint import Checkpoint, seed_in
from poker_table.simulation.run import ENGINES, Simulation, choose_engine, cores, progress
from poker_table.table import MOST_PLAYERS
from poker_table.whole_file import may_write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Generator

    from poker_table.cli.output import Output
    from poker_table.simulation.tally import Tally

EXAMPLES = """\
  poker-table simulate                      a million deals
  poker-table simulate 100000000 --seed 7   as many as you like, the same for ever
  poker-table simulate --format csv         the counts, for another program
  poker-table simulate --save strange.txt   keep the strangest deck it saw"""

INTERRUPTED = 130


def run(argv: list[str], output: Output) -> int:
    """Deal, count, and report; what was counted before an interrupt is shown all the same."""
    options = _options(argv)
    if options.exact or options.swaps is not None:
        from poker_table.cli.simulation_lessons import run_exact, run_swaps

        return (run_exact if options.exact else run_swaps)(options, output)
    if options.save is not None:
        may_write(options.save, options.force)
    simulation = Simulation(options.deals, _seed(options), options.players)
    output.note(f"Seed {simulation.seed}. The same again: {_again(simulation)}")
    checkpoint = Checkpoint(options.checkpoint, simulation) if options.checkpoint else None
    tally, code = _counted(simulation, checkpoint, options, output)
    _show(tally, simulation, options.format, output)
    if options.save is not None and tally.strangest is not None:
        deck = Deck()
        deck.shuffle(Random(simulation.seed, tally.strangest[1]))
        write_deck(deck, options.save, options.notation, options.force)
    return code


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("simulate", EXAMPLES)
    count = whole_number(1, LARGEST_DEAL + 1)
    parser.add_argument(
        "deals", nargs="?", type=count, metavar="DEALS",
        help="how many tables to deal (default 1,000,000; with --swaps 10,000 decks)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), metavar="N", help="deal from this seed"
    )
    parser.add_argument(
        "--players", type=whole_number(1, MOST_PLAYERS), default=MOST_PLAYERS, metavar="P",
        help="1 to 10 (default 10)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=whole_number(1, 1024), default=cores(), metavar="W",
        help="how many work at once (default: one a core)",
    )  # fmt: skip
    parser.add_argument(
        "--engine", choices=ENGINES, default="auto",
        help="plain needs nothing, fast needs numba (default: by the amount of work)",
    )  # fmt: skip
    parser.add_argument(
        "--dask", metavar="ADDRESS",
        help="have it done by the workers of a Dask scheduler, such as tcp://localhost:8786",
    )  # fmt: skip
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
        "--cards", type=int, choices=(5, 7), default=5, help="with --exact: hands of 5 or 7 cards"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    parser.add_argument(
        "--format", choices=("table", "plain", "json", "csv"),
        help="how to show the result (default: table on a terminal, plain elsewhere)",
    )  # fmt: skip
    parser.add_argument("--save", metavar="FILE", help="write the strangest deck as a deck file")
    parser.add_argument("--notation", action="store_true", help="write it as TH 2C …")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    options = parser.parse_args(argv)
    if options.cards != 5 and not options.exact:
        parser.error("--cards 7 counts all hands of seven cards: it goes with --exact")
    if (options.exact or options.swaps is not None) and (options.checkpoint or options.save):
        parser.error("--exact and --swaps go with neither --checkpoint nor --save")
    if (options.exact or options.swaps is not None) and options.format == "csv":
        parser.error("--exact and --swaps have the formats table, plain and json")
    if options.deals is None:
        options.deals = 1_000_000 if options.swaps is None else 10_000
    return options


def _again(simulation: Simulation) -> str:
    players = f" --players {simulation.players}" if simulation.players != MOST_PLAYERS else ""
    return f"poker-table simulate {simulation.deals} --seed {simulation.seed}{players}"


def _seed(options: Namespace) -> int | None:
    """Return the seed that is named, or that of the checkpoint to go on from."""
    if options.seed is None and options.checkpoint is not None:
        return seed_in(options.checkpoint)
    seed: int | None = options.seed
    return seed


def _counted(
    simulation: Simulation, checkpoint: Checkpoint | None, options: Namespace, output: Output
) -> tuple[Tally, int]:
    """Return the tally, the whole of it or what there was when something stopped it, and the code.

    Raises SimulationError or FileError if the checkpoint is of no use from the start.
    """
    tally = _begun(simulation, checkpoint, output)
    start, before, code = time.monotonic(), tally.deals, 0
    growing = _growing(simulation, tally, options)
    watched = output.is_watched and not options.quiet
    if watched and choose_engine(options.engine, simulation.deals) == "fast":
        output.progress("The fast engine starts: the first time, that takes half a minute")
    try:
        for tally in growing:
            if checkpoint:
                checkpoint.save_now_and_then(tally)
            if watched:
                output.progress(_so_far(tally, simulation, before, time.monotonic() - start))
        if checkpoint:
            checkpoint.save(tally)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except FileError as error:  # the checkpoint's; what was counted is shown all the same
        output.note(f"Error: {error}")
        code = 1
    growing.close()
    if checkpoint and code == INTERRUPTED:
        checkpoint.save(tally)
    if watched:
        output.progress("")
    return tally, code


def _growing(
    simulation: Simulation, tally: Tally, options: Namespace
) -> Generator[Tally, None, None]:
    if options.dask is None:
        yield from progress(simulation, tally, options.engine, options.workers)
        return
    from poker_table.simulation.elsewhere import dask_executor

    with dask_executor(options.dask) as (executor, workers):
        yield from progress(simulation, tally, options.engine, workers, executor)


def _begun(simulation: Simulation, checkpoint: Checkpoint | None, output: Output) -> Tally:
    """Return the tally to go on from; a checkpoint is written at once, while nothing is lost."""
    if checkpoint is None:
        return simulation.nothing()
    tally = checkpoint.load()
    if tally is None:
        tally = simulation.nothing()
        checkpoint.save(tally)
    else:
        output.note(f"Going on from deal {tally.deals:,}")
    return tally


def _so_far(tally: Tally, simulation: Simulation, before: int, seconds: float) -> str:
    rate = (tally.deals - before) / max(seconds, 1e-9)
    left = round((simulation.deals - tally.deals) / rate)
    hours, minutes = left // 3600, left // 60 % 60
    done = f"{tally.deals:,} of {simulation.deals:,} deals, {rate:,.0f} a second"
    return f"{done}, {hours}:{minutes:02}:{left % 60:02} left"


def _show(tally: Tally, simulation: Simulation, form: str | None, output: Output) -> None:
    form = form or ("table" if output.on_terminal else "plain")
    if form in ("json", "csv"):
        from poker_table.show.counts import counts_document, counts_table

        output.data((counts_document if form == "json" else counts_table)(tally, simulation.seed))
        return
    from poker_table.show.report import report, report_lines

    sections = report(tally, simulation.seed, simulation.deals)
    if form == "plain":
        output.data(report_lines(sections))
    else:
        from poker_table.show.terminal import console_on, draw_report

        draw_report(console_on(output.out), sections)
