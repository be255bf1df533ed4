"""`poker-table simulate`: tables dealt in bulk, and what happened beside what must happen."""

from __future__ import annotations

import time
from argparse import Namespace
from functools import partial
from math import comb

from poker_table.cli.output import Output
from poker_table.cli.parser import (
    NOTATION_NEEDS_SAVE,
    CommandParser,
    how_to_repeat,
    whole_number,
)
from poker_table.cli.runner import chosen_runner
from poker_table.files.deck_file import write_deck
from poker_table.files.whole_file import check_writable
from poker_table.game.deck import Deck
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.simulation.checkpoint import resume, save_regularly
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.result import all_hands_page, simulation_page, swaps_page
from poker_table.simulation.run import ENGINES, Simulation, all_hands, run_simulation
from poker_table.simulation.swaps import compare
from poker_table.simulation.workers import cores

EXAMPLES = """\
  poker-table simulate                      a million deals
  poker-table simulate 100000000 --seed 7   as many as you like, the same for ever
  poker-table simulate --format csv         the counts, for another program
  poker-table simulate --save strange.txt   keep the strangest deck it saw"""


def run(argv: list[str], output: Output) -> int:
    """Deal, count, and report; what was counted before an interrupt is shown all the same."""
    options = _options(argv)
    output.configure(options)
    output.check_destination()
    if options.exact:
        return _run_exact(options, output)
    if options.swaps is not None:
        return _run_swaps(options, output)
    if options.save is not None:
        check_writable(options.save, options.force)
    settings = options.deals, options.seed, options.players
    if options.checkpoint:
        simulation, tally = resume(options.checkpoint, *settings)
    else:
        simulation, tally = Simulation(*settings), Tally(options.players)
    command = f"poker-table simulate {simulation.deals}"
    again = how_to_repeat(command, seed=simulation.seed, players=simulation.players)
    output.message(f"Seed {simulation.seed}. {again}")
    tally, code = _counted(simulation, tally, options, output)
    output.show(simulation_page(tally, simulation))
    if options.save is not None and tally.strangest is not None:
        deck = Deck.shuffled(Random(simulation.seed, tally.strangest[1]))
        deck.players = simulation.players
        write_deck(deck, options.save, options.notation, options.force)
    return code


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("simulate", EXAMPLES)
    add = parser.add_argument
    about = "how many tables to deal (default: 1,000,000; with --swaps 10,000 decks)"
    add("deals", nargs="?", type=whole_number(1, LARGEST_DEAL + 1), metavar="DEALS", help=about)
    parser.add("--seed", "--players")
    parser.add("--workers", default=cores())
    parser.add("--engine", choices=ENGINES)
    parser.add("--dask")
    about = "keep in FILE how far it has come; the same command goes on from there"
    add("--checkpoint", metavar="FILE", help=about)
    about = "shuffle by K swaps of two random cards, and see whether that is fair"
    add("--swaps", type=whole_number(0, 1_000_000), metavar="K", help=about)
    about = "judge all the hands there are instead of a sample"
    add("--exact", action="store_true", help=about)
    about = "with --exact: how many in a hand (default: 5)"
    add("--cards", type=int, choices=(5, 7), default=5, help=about)
    parser.add("--quiet", "--format", "--export", "--save", "--notation", "--force")
    options = parser.parse_args(argv)
    if options.cards != 5 and not options.exact:
        parser.error("--cards 7 counts all hands of seven cards: it goes with --exact")
    if options.notation and options.save is None:
        parser.error(NOTATION_NEEDS_SAVE)
    if (options.exact or options.swaps is not None) and (options.checkpoint or options.save):
        parser.error("--exact and --swaps do not go with --checkpoint or --save")
    if options.deals is None:
        options.deals = 1_000_000 if options.swaps is None else 10_000
    return options


def _counted(
    simulation: Simulation, tally: Tally, options: Namespace, output: Output
) -> tuple[Tally, int]:
    """Return the tally, whole or as it was when something stopped it, and the exit code."""
    if tally.deals:
        output.message(f"Going on from deal {tally.deals:,}")
    with chosen_runner(options, output) as runner:
        growing = run_simulation(simulation, tally, runner)
        if options.checkpoint:
            growing = save_regularly(options.checkpoint, simulation, tally, growing)
        how_far = partial(_how_far, simulation.deals, tally.deals, time.monotonic())
        return output.run_to_end(growing, tally, how_far)


def _how_far(asked: int, before: int, start: float, tally: Tally) -> str:
    """Return how far a tally is, and how long the rest takes at the rate since the start."""
    rate = (tally.deals - before) / max(time.monotonic() - start, 1e-9)
    minutes, seconds = divmod(round((asked - tally.deals) / rate), 60)
    rest = f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left"
    return f"{rest}: {tally.deals:,} of {asked:,} deals, {rate:,.0f} a second"


def _run_exact(options: Namespace, output: Output) -> int:
    """Judge all hands of five or seven cards. Some of them, after an interrupt, are no sample."""
    total = f"{comb(52, options.cards):,} hands"
    how_far = lambda counts: f"{sum(counts):,} of {total}"  # noqa: E731
    counts, code = output.run_to_end(all_hands(options.cards, options.engine), (), how_far)
    if code:
        output.message(f"Interrupted after {sum(counts):,} of {total}")
    else:
        output.show(all_hands_page(counts, options.cards))
    return code


def _run_swaps(options: Namespace, output: Output) -> int:
    """Shuffle many decks by swaps and many fairly; show how evenly their cards lie."""
    seed = Random(options.seed).seed
    again = how_to_repeat(f"poker-table simulate {options.deals}", seed=seed, swaps=options.swaps)
    output.message(f"Seed {seed}. {again}")
    growing = compare(seed, options.deals, options.swaps)
    how_far = lambda pair: f"{sum(pair[0][0]):,} of {options.deals:,} decks"  # noqa: E731
    (by_swaps, fair), code = output.run_to_end(growing, next(growing), how_far)
    output.show(swaps_page(by_swaps, fair, seed, options.swaps))
    return code
