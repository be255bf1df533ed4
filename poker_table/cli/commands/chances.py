"""`poker-table chances`: who wins from here, when some cards are known."""

from __future__ import annotations

import shlex
from argparse import ArgumentTypeError, Namespace
from contextlib import suppress

from poker_table.cli.commands.deal import named_deck
from poker_table.cli.hand_input import InputProgress, check_hands, input_lines, is_hands
from poker_table.cli.output import FORMS, Output
from poker_table.cli.parser import CommandParser, how_to_repeat, whole_number
from poker_table.cli.runner import chosen_runner
from poker_table.files.text import STANDARD_INPUT
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError, quoted
from poker_table.game.hand import HAND_SIZE
from poker_table.game.random import LARGEST_DEAL
from poker_table.game.table import MOST_PLAYERS
from poker_table.simulation.chances.answer import (
    DEALS,
    Chances,
    Exact,
    Sample,
    choose_method,
    compute_chances,
)
from poker_table.simulation.chances.question import Question, question_of_deck, read_question
from poker_table.simulation.chances.result import as_poker, chances_page, whole_deal_page
from poker_table.simulation.chances.whole_deal import SEED, WholeDeal, whole_deal
from poker_table.simulation.run import ENGINES
from poker_table.simulation.workers import cores

EXAMPLES = """\
  poker-table chances 'Kh Qs ; As Ac'         two hold'em hands, five cards to come
  poker-table chances 'Kh Qs ; As Ac' --board '9d 2c Jh'
                                            the same after the flop
  poker-table chances 'Kh Qs 2c ? ? ; As Ac 3d ? ?' --players 4
                                            each ? is an unknown card
  poker-table chances three.txt             everybody's chance after each card of a deal
  poker-table chances three.txt --after 20  a table after the first 20 cards of a deal
  poker-table chances hands.txt --format poker
                                            as the course's program writes it"""

LEAST_WITHIN, MOST_WITHIN = 0.001, 50.0  # per cent


def run(argv: list[str], output: Output) -> int:
    """Answer the question; what was sampled before an interrupt is shown all the same."""
    options = _options(argv)
    output.configure(options)
    if options.format != "poker":
        output.check_destination()
    if deck := _whole_deck(options, output):
        return _whole_deal(deck, options, output)
    question = _question(options, output)
    sampled = options.sample or options.format == "poker"  # the course's program deals
    exact = options.exact or (False if sampled else None)
    method = choose_method(
        question.plan, exact, options.seed, options.deals or DEALS, options.within
    )
    if isinstance(method, Sample):
        command = shlex.join(["poker-table", "chances", *argv])
        again = how_to_repeat(command, seed=None if options.seed is not None else method.seed)
        output.message(f"Seed {method.seed}. {again}")
    with chosen_runner(options, output) as runner:
        growing = compute_chances(question, method, runner)
        result, code = output.run_to_end(growing, Chances(question, method), _how_far)
    if result.exact and code:
        output.message(f"Interrupted after {_how_far(result)}")
        return code
    if options.format == "poker":
        output.write(as_poker(result))
    else:
        output.show(chances_page(result, _asked(result) if code else ""))
    return code


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("chances", EXAMPLES)
    add = parser.add_argument
    parser.add("hands")
    add("--board", default="", metavar="CARDS", help="cards that every hand has, ? unknown ones")
    add("--dead", default="", metavar="CARDS", help="cards that are out")
    parser.add("--players", default=None, help="how many players; of those not given, all unknown")
    about = "the table of a deck, given instead of hands, after its first N cards"
    add("--after", type=whole_number(0, 50), metavar="N", help=about)
    about = "go through all arrangements of the unknown cards (default: up to 2,000,000)"
    add("--exact", action="store_true", help=about)
    add("--sample", action="store_true", help="deal the unknown cards at random")
    about = f"how many deals a sample has (default: {DEALS:,})"
    add("--deals", type=whole_number(1, LARGEST_DEAL + 1), metavar="N", help=about)
    about = "deal until no interval reaches further than that to either side"
    add("--within", type=_per_cent, metavar="PERCENT", help=about)
    parser.add("--workers", default=cores())
    parser.add("--engine", choices=ENGINES)
    parser.add("--dask", "--seed")
    parser.add("--format", choices=(*FORMS, "poker"))
    parser.add("--export", "--force", "--quiet")
    options = parser.parse_args(argv)
    if options.hands:
        check_hands(options.hands, parser)
    sampling, one_deck = options.sample or options.deals or options.within, len(options.hands) == 1
    if options.exact and sampling:
        parser.error("--exact does not go with --sample, --deals or --within")
    if options.deals and options.within:
        parser.error("--deals does not go with --within")
    if options.after is not None and (not one_deck or options.board or options.dead):
        parser.error("--after expects one deck, and neither --board nor --dead")
    if not options.hands and options.players is None:
        parser.error("expected hands, a deck with --after, or --players")
    return options


def _per_cent(text: str) -> float:
    """Return a share from per cent, for argparse."""
    number = text.removesuffix("%")
    plain = number.replace(".", "", 1)
    if plain.isascii() and plain.isdecimal() and LEAST_WITHIN <= float(number) <= MOST_WITHIN:
        return float(number) / 100
    expected = f"expected {LEAST_WITHIN}% to {MOST_WITHIN:.0f}%"
    raise ArgumentTypeError(f"{expected}, got {quoted(text)}")


def _whole_deck(options: Namespace, output: Output) -> Deck | None:
    """Return the deck whose whole deal is asked about, if it is a deck."""
    parts = options.after is not None or options.board or options.dead or options.format == "poker"
    if parts or options.exact or options.sample or options.within or len(options.hands) != 1:
        return None
    if options.hands[0] == STANDARD_INPUT or is_hands(options.hands[0]):
        return None
    with suppress(PokerTableError):  # then it is a file of hands, or is found not to be
        return named_deck(options.hands[0], options.players, output)
    return None


def _whole_deal(deck: Deck, options: Namespace, output: Output) -> int:
    """Show everybody's chance after each card of a deal."""
    cards = HAND_SIZE * (deck.players or MOST_PLAYERS)

    def how_far(deal: WholeDeal) -> str:
        return f"{len(deal.after) - 1} of {cards} cards"

    seed = SEED if options.seed is None else options.seed
    growing = whole_deal(deck, options.deals or DEALS, seed)
    deal, code = output.run_to_end(growing, WholeDeal(deck.cards, []), how_far)
    if code:
        output.message(f"Interrupted after {how_far(deal)}")
    else:
        output.show(whole_deal_page(deal))
    return code


def _question(options: Namespace, output: Output) -> Question:
    if options.after is not None:
        deck = named_deck(options.hands[0], options.players, output)
        return question_of_deck(deck, options.after)
    name, lines = input_lines(options.hands, InputProgress(output, "hands"))
    # The course's files have known cards of the board in every hand.
    common = options.format == "poker"
    return read_question(lines, name, options.board, options.dead, options.players, common)


def _how_far(result: Chances) -> str:
    if isinstance(result.method, Sample) and result.method.within is not None:
        return f"{result.deals:,} deals, within {100 * result.within:.2f}%"
    return f"{result.deals:,} of {_asked(result)}"


def _asked(result: Chances) -> str:
    """Return what was asked for."""
    if isinstance(result.method, Exact):
        return f"{result.question.plan.arrangements:,} arrangements"
    if result.method.within is None:
        return f"{result.method.deals:,} deals"
    return f"intervals within {100 * result.method.within:g}%"
