"""`poker-table chances`: how likely each hand is to win when some cards are unknown."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace

from poker_table.cli.commands.deal import named_deck
from poker_table.cli.hand_input import InputProgress, check_hands, input_lines
from poker_table.cli.output import FORMS, Output, UsageError
from poker_table.cli.parser import (
    A_FORM,
    CommandParser,
    decimal,
    excludes,
    how_to_repeat,
    refuse,
    whole_number,
)
from poker_table.cli.progress import HowFar
from poker_table.files.deck_file import about_bundled
from poker_table.files.text import STANDARD_INPUT, shown_name
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError, counted
from poker_table.game.players import players_of
from poker_table.game.random import LARGEST_DEAL
from poker_table.game.rules import HAND_SIZE
from poker_table.simulation.chances.answer import (
    DEALS,
    LEAST_WITHIN,
    MOST_WITHIN,
    Chances,
    Sample,
    choose_sample,
    compute_chances,
)
from poker_table.simulation.chances.question import Question, question_of_deck, read_question
from poker_table.simulation.chances.result import as_poker, chances_page, whole_deal_page
from poker_table.simulation.chances.whole_deal import SEED, WholeDeal, whole_deal
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.workers import cores

EXAMPLES = (
    ("poker-table chances 'Kh Qs ; As Ac' --board '9d 2c Jh'", "two hold'em hands after the flop"),
    ("poker-table chances 'Kh Qs 2c ? ? ; As Ac 3d ? ?'", "each ? is an unknown card"),
    ("poker-table chances three.txt", "after each card of a deal"),
)

RULES = (
    excludes("--exact", "--deals", "--within", "--seed", why="it counts everything"),
    excludes("--deals", "--within", why="both say how many deals"),
    excludes("--after", "--board", "--dead", why="a deck has all cards"),
    excludes(("--format", "poker"), "--export", why="the file's suffix chooses the form"),
)


def run(argv: list[str], output: Output) -> int:
    """Calculate the chances and show them. If a sample is interrupted, show what it has so far."""
    options = _options(argv, output)
    if deck := _deck_to_follow(options, output):
        return _follow_deal(deck, options, output)
    question = _question(options, output)
    # The course's program always deals at random.
    sampled = options.deals or options.within or options.format == "poker"
    within = options.within and options.within / 100
    exact = options.exact or (False if sampled else None)
    sample = choose_sample(question, exact, options.seed, options.deals or DEALS, within)
    if sample is None:
        why = "all arrangements of the unknown cards are counted; --deals N deals at random"
        refuse(options, "seed", why=why)
    else:
        command = shlex.join(["poker-table", "chances", *argv])
        again = how_to_repeat(command, seed=None if options.seed is not None else sample.seed)
        output.message(f"Seed {sample.seed}. {again}")
    resources = Resources(workers=options.workers, message=output.message)
    results = compute_chances(question, sample, resources)
    result, code = output.run_to_end(results, Chances(question, sample), _how_far)
    if options.format == "poker":
        output.write(as_poker(result))
    elif not (code and result.exact):  # the arrangements so far are no random sample
        asked = _goal(sample) if code and sample else ""
        output.show(chances_page(result, asked))
    return code


def _options(argv: list[str], output: Output) -> Namespace:
    parser = CommandParser("chances", EXAMPLES, RULES)
    parser.add("hands", about="hands, a file of hands, a deck, or - for standard input")
    about = "cards of every hand, such as the flop; ? is an unknown card"
    parser.option("--board", "CARDS", about, default="")
    parser.option("--dead", "CARDS", "cards that nobody can get", default="")
    parser.add("--players", about="how many players; the cards of the others are unknown")
    about = "HANDS is a deck: only its first N cards are known"
    parser.option("--after", "N", about, type=whole_number(0, 50))
    parser.section("more options for how exactly it counts")
    about = "count all arrangements of the unknown cards, however many"
    parser.option("--exact", "", about)
    about = f"deal the unknown cards N times at random (default: {DEALS:,})"
    parser.option("--deals", "N", about, type=whole_number(1, LARGEST_DEAL + 1))
    about = "deal until each chance is known to +/- PERCENT"
    expected = f"{LEAST_WITHIN:.3%} to {MOST_WITHIN:.0%}"
    per_cent = decimal(100 * LEAST_WITHIN, 100 * MOST_WITHIN, expected, "%")
    parser.option("--within", "PERCENT", about, type=per_cent)
    parser.add("--seed")
    parser.add("--workers", default=cores())
    parser.section("more options for the output")
    parser.add("--format", choices=(*FORMS, "poker"), about=f"{A_FORM}; a C course's: poker")
    parser.add("--export", "--force")
    options = parser.parse_args(argv, output)
    if options.hands:
        check_hands(options.hands, parser)
    if options.after is not None:
        if len(options.hands) != 1:
            parser.error("--after expects one deck")
    elif not options.hands and options.players is None:
        parser.error("expected hands, a deck, or --players")
    return options


def _deck_to_follow(options: Namespace, output: Output) -> Deck | None:
    """Return the deck if the question is for the chances after each card of its deal, or None."""
    if options.after is not None or len(options.hands) != 1:
        return None
    name = options.hands[0]
    if name == STANDARD_INPUT or not (os.path.isfile(name) or about_bundled(name)):
        return None  # a pipe can be read only once
    try:
        deck = named_deck(name, options.players, output)
    except PokerTableError:  # if it is no deck, it will be read as a file of hands
        return None
    if options.exact or options.within or options.format == "poker":
        refused = "--exact, --within and --format poker need --after N with it"
    elif options.board or options.dead:
        refused = "--board and --dead need hands"
    else:
        return deck
    raise UsageError(f"{shown_name(name)} is a deck: {refused}")


def _follow_deal(deck: Deck, options: Namespace, output: Output) -> int:
    refuse(options, "workers", why="the chances after each card are counted in one process")
    cards = HAND_SIZE * players_of(deck)
    how_far = lambda deal: HowFar(len(deal.after) - 1, cards, "cards")  # noqa: E731
    seed = SEED if options.seed is None else options.seed
    results = whole_deal(deck, options.deals or DEALS, seed)
    deal, code = output.run_to_end(results, WholeDeal(deck.cards, []), how_far)
    if not code:
        output.show(whole_deal_page(deal))
    return code


def _question(options: Namespace, output: Output) -> Question:
    if options.after is not None:
        deck = named_deck(options.hands[0], options.players, output)
        return question_of_deck(deck, options.after)
    name, lines = input_lines(options.hands, InputProgress(output, "hands"))
    # In the course's files every hand repeats the known cards of the board.
    common = options.format == "poker"
    return read_question(lines, name, options.board, options.dead, options.players, common)


def _how_far(result: Chances) -> HowFar:
    if result.sample is None:
        return HowFar(result.deals, result.question.layout.arrangements, "arrangements")
    if result.sample.within is None:
        return HowFar(result.deals, result.sample.deals, "deals")
    return HowFar(result.deals, None, "deals", f", within {100 * result.half_width:.2f} %")


def _goal(sample: Sample) -> str:
    """Return in words how much was to be sampled."""
    if sample.within is None:
        return counted(sample.deals, "deal")
    return f"intervals within {100 * sample.within:g} %"
