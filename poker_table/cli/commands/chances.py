"""`poker-table chances`: who wins from here, when some cards are known."""

from __future__ import annotations

import shlex
from argparse import ArgumentTypeError, Namespace
from collections.abc import Generator
from contextlib import closing

from poker_table.cli.commands.simulate import INTERRUPTED, add_workers
from poker_table.cli.hands_in import Waiting, check_hands, hands_in
from poker_table.cli.named_deck import named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import FORMS, CommandParser, whole_number
from poker_table.game.errors import quoted
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.game.table import MOST_PLAYERS
from poker_table.simulation.chances.answer import DEALS, Chances, goes_through, progress
from poker_table.simulation.chances.course import as_poker
from poker_table.simulation.chances.question import Question, question_of_deck, read_question
from poker_table.simulation.chances.result import chances_page
from poker_table.simulation.workers import dask_executor

EXAMPLES = """\
  poker-table chances 'Kh Qs ; As Ac' --board '9d 2c Jh ? ?'
                                            two hold'em hands, two cards to come
  poker-table chances 'Kh Qs 2c ? ? ; As Ac 3d ? ?' --players 4
                                            each ? is an unknown card
  poker-table chances three.txt --after 20  a table after the first 20 cards of a deal
  poker-table chances hands.txt --format poker
                                            as the course's program writes it"""

LEAST_WITHIN, MOST_WITHIN = 0.001, 50.0  # per cent


def run(argv: list[str], output: Output) -> int:
    """Answer the question; what was sampled before an interrupt is shown all the same."""
    options = _options(argv)
    output.quiet = options.quiet
    if options.format != "poker":
        output.check(options)
    question = _question(options, output)
    # The course's program samples, however few arrangements there are.
    wanted = False if options.format == "poker" and not options.exact else options.exact
    seed = None if goes_through(question.plan, wanted) else Random(options.seed).seed
    if seed is not None:
        again = argv if options.seed is not None else [*argv, "--seed", str(seed)]
        output.note(f"Seed {seed}. The same again: poker-table chances {shlex.join(again)}")
    found, code = _counted(question, seed, options, output)
    if found.exact and code:
        return code
    if options.format == "poker":
        output.data(as_poker(found))
    else:
        output.show(chances_page(found, _missing(found, options) if code else ""), options)
    return code


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("chances", EXAMPLES)
    parser.add("hands", nargs="*")
    parser.add_argument("--board", default="", metavar="CARDS", help="cards of every hand")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that are out")
    parser.add("--players", default=None, help="how many players; those not given are unknown")
    parser.add_argument(
        "--after", type=whole_number(0, 50), metavar="N",
        help="the table of a deck, given instead of hands, after its first N cards",
    )  # fmt: skip
    _add_work(parser)
    parser.add("--seed")
    parser.add("--format", choices=(*FORMS, "poker"))
    parser.add("--export", "--force")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    options = parser.parse_args(argv)
    check_hands(options.hands, parser)
    if options.after is not None and (len(options.hands) != 1 or options.board or options.dead):
        parser.error("--after expects one deck, and neither --board nor --dead")
    if not options.hands and options.players is None:
        parser.error("expected hands, a deck with --after, or --players")
    return options


def _add_work(parser: CommandParser) -> None:
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--exact", action="store_true", default=None,
        help="go through all arrangements of the unknown cards (default: up to 2,000,000)",
    )  # fmt: skip
    ways.add_argument(
        "--sample", action="store_false", dest="exact", help="deal the unknown cards at random"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "--deals", type=whole_number(1, LARGEST_DEAL + 1), default=DEALS, metavar="N",
        help=f"how many deals a sample has (default: {DEALS:,})",
    )  # fmt: skip
    amount.add_argument(
        "--within", type=_per_cent, metavar="P%",
        help="deal until no interval reaches further than that to either side",
    )  # fmt: skip
    add_workers(parser)


def _per_cent(text: str) -> float:
    """Return a share from per cent, for argparse."""
    number = text.removesuffix("%")
    plain = number.replace(".", "", 1)
    if plain.isascii() and plain.isdecimal() and LEAST_WITHIN <= float(number) <= MOST_WITHIN:
        return float(number) / 100
    expected = f"expected {LEAST_WITHIN}% to {MOST_WITHIN:.0f}%"
    raise ArgumentTypeError(f"{expected}, got {quoted(text)}")


def _question(options: Namespace, output: Output) -> Question:
    if options.after is not None:
        players = options.players or MOST_PLAYERS
        deck = named_deck(options.hands[0], players, output)
        return question_of_deck(deck, options.after, players)
    name, lines = hands_in(options.hands, Waiting(output, "hands"))
    return read_question(lines, name, options.board, options.dead, options.players)


def _counted(
    question: Question, seed: int | None, options: Namespace, output: Output
) -> tuple[Chances, int]:
    """Return the chances, the whole of them or what there was at an interrupt, and the code."""
    found = Chances(question, seed, [0] * question.plan.counts)
    try:
        with closing(_growing(question, seed, options)) as growing:
            for found in growing:
                output.progress(f"{found.deals:,}{_missing(found, options, ' of ')}")
    except KeyboardInterrupt:
        output.progress("")
        if found.exact:
            output.note(f"Interrupted after {found.deals:,}{_missing(found, options, ' of ')}")
        return found, INTERRUPTED
    output.progress("")
    return found, 0


def _growing(
    question: Question, seed: int | None, options: Namespace
) -> Generator[Chances, None, None]:
    asked = question, seed, options.deals, options.within, options.engine
    if options.dask is None:
        yield from progress(*asked, options.workers)
        return
    with dask_executor(options.dask) as (executor, workers):
        yield from progress(*asked, workers, executor)


def _missing(found: Chances, options: Namespace, of: str = "") -> str:
    """Return what was asked for, after a word where it is a number."""
    if found.exact:
        return f"{of}{found.question.plan.arrangements:,} arrangements"
    if options.within is None:
        return f"{of}{options.deals:,} deals"
    return f" deals, within {100 * options.within:g}%" if of else f"{100 * options.within:g}%"
