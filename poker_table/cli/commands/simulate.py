"""`poker-table simulate`: deal many tables and compare the counts with the exact odds."""

from __future__ import annotations

from argparse import Namespace
from math import comb

from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, excludes, how_to_repeat, needs, whole_number
from poker_table.cli.progress import HowFar
from poker_table.files.deck_file import format_deck
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.deck import Deck
from poker_table.game.errors import printable
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.simulation.chances.answer import all_hands
from poker_table.simulation.engines.choice import ENGINES, Resources
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.result import all_hands_page, simulation_page
from poker_table.simulation.run import tallies
from poker_table.simulation.swaps import compare, swaps_page
from poker_table.simulation.workers import cores, dask_executor

EXAMPLES = (
    ("poker-table simulate", "a million deals"),
    ("poker-table simulate 1e8 --seed 7", "more, and always the same"),
    ("poker-table simulate --exact", "all hands beside the odds"),
)

RULES = (
    excludes(
        "--exact", "DEALS", "--seed", "--players", "--workers", "--dask", "--swaps", "--save",
        why="it counts all hands, in one process",
    ),
    excludes(
        "--swaps", "--players", "--workers", "--engine", "--dask", "--save",
        why="it shuffles whole decks, in one process",
    ),
    excludes("--dask", "--workers", why="the scheduler has workers of its own"),
    needs("--cards", "--exact"),
)  # fmt: skip


def run(argv: list[str], output: Output) -> int:
    """Deal, count, and show the counts. After an interrupt, show the counts so far."""
    options = _options(argv, output)
    if options.exact:
        return _run_exact(options, output)
    if options.save is not None:
        check_writable(options.save, options.force)
    seed = Random(options.seed).seed
    settings = {"players": options.players, "swaps": options.swaps}
    again = how_to_repeat(f"poker-table simulate {options.deals}", seed=seed, **settings)
    output.message(f"Seed {seed}. {again}")
    if options.swaps is not None:
        return _run_swaps(seed, options, output)
    with dask_executor(options.dask, options.workers) as (executor, workers):
        resources = Resources(options.engine, workers, executor, output.message)
        results = tallies(options.deals, seed, options.players, resources)
        how_far = lambda tally: HowFar(tally.deals, options.deals, "deals")  # noqa: E731
        tally, code = output.run_to_end(results, Tally(options.players), how_far)
    output.show(simulation_page(tally, seed, options.deals))
    if options.save is not None:
        _save_strangest(tally, seed, options, output)
    return code


def _save_strangest(tally: Tally, seed: int, options: Namespace, output: Output) -> None:
    file = printable(options.save)
    if tally.strangest is None:
        output.message(f"Not written: {file}, because no deal was counted")
        return
    shuffled = Deck.shuffled(Random(seed, tally.strangest[1]))
    deck = DeckForPlayers(shuffled.cards, options.players)
    write_whole(options.save, format_deck(deck), options.force)
    output.message(f"Wrote {file}")


def _options(argv: list[str], output: Output) -> Namespace:
    parser = CommandParser("simulate", EXAMPLES, RULES)
    about = "how many (default: 1,000,000; with --swaps 10,000 decks)"
    parser.option("deals", "DEALS", about, nargs="?", type=whole_number(1, LARGEST_DEAL + 1))
    parser.add("--seed")
    parser.add("--players", about="how many players, 1 to 10 (default: 10)", default=MOST_PLAYERS)
    parser.option("--exact", "", "count all possible hands instead of a sample")
    about = "with --exact: a hand has 5 (default) or 7 cards"
    parser.option("--cards", "N", about, choices=(5, 7), default=5)
    about = "shuffle by K swaps of two cards, and test if that is fair"
    parser.option("--swaps", "K", about, type=whole_number(0, 1_000_000))
    parser.section("more options for speed")
    parser.add("--workers", default=cores())
    about = "auto (default), plain, or fast, which needs numba"
    parser.option("--engine", "ENGINE", about, choices=ENGINES, default="auto")
    parser.option("--dask", "ADDRESS", "a Dask scheduler, such as tcp://localhost:8786")
    parser.section("more options for the output")
    parser.add("--format", "--export")
    parser.add("--save", about="write the strangest deck to a deck file")
    parser.add("--force")
    options = parser.parse_args(argv, output)
    if options.deals is None:
        options.deals = 1_000_000 if options.swaps is None else 10_000
    return options


def _run_exact(options: Namespace, output: Output) -> int:
    """Count all hands of five or seven cards; those before an interrupt are no random sample."""
    results = all_hands(options.cards, Resources(options.engine, message=output.message))
    how_far = lambda counts: HowFar(sum(counts), comb(52, options.cards), "hands")  # noqa: E731
    counts, code = output.run_to_end(results, (), how_far)
    if not code:
        output.show(all_hands_page(counts, options.cards))
    return code


def _run_swaps(seed: int, options: Namespace, output: Output) -> int:
    """Shuffle some decks by swaps and as many fairly; show how evenly the cards are spread."""
    results = compare(seed, options.deals, options.swaps)
    how_far = lambda pair: HowFar(sum(pair[0][0]), options.deals, "decks")  # noqa: E731
    (by_swaps, fair), code = output.run_to_end(results, next(results), how_far)
    output.show(swaps_page(by_swaps, fair, seed, options.swaps))
    return code
