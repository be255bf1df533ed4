"""`poker-table [DECK]`: deal ten hands and show them best to worst."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError, Namespace
from contextlib import suppress

from poker_table.cli.commands import COMMANDS
from poker_table.cli.output import READABLE_FORMS, Output
from poker_table.cli.parser import (
    NOTATION_NEEDS_SAVE,
    CommandParser,
    ExampleParser,
    how_to_repeat,
    whole_number,
)
from poker_table.files.deck_file import read_deck, write_deck
from poker_table.files.text import STANDARD_INPUT, shown_name
from poker_table.game.card import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, NoFileError, printable, quoted
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.game.table import MOST_PLAYERS, Showdown, deal

EXAMPLES = """\
  poker-table                          deal a random table
  poker-table three.txt                deal from a deck file, or from a bundled deck
  poker-table three.txt --explain      say how each hand was read, and why it wins
  poker-table --step                   deal card by card, evaluate, sort: Enter goes on
  poker-table --ask                    let a class predict who wins, and why
  poker-table --export table.html      write a page for the projector
  poker-table --seed 7 --deal 3        deal number 3 of seed 7: the same table for ever
  poker-table --seed 7 --save my.txt   keep the deck as a file for other programs"""
LONGEST_DELAY = 60
PAGES = ".html", ".svg"


def run(argv: list[str], output: Output) -> int:
    """Deal, evaluate, sort, show."""
    options = _options(argv)
    output.configure(options)
    deck, source = _deck(options, output)
    if options.save is not None:
        write_deck(deck, options.save, options.notation, options.force)
    showdown = Showdown(deal(deck))
    title = printable(options.title or "")
    if options.ask:
        from poker_table.cli.ask import ask

        ask(showdown, source, output)
    elif output.form == "html":  # the lesson has the steps, the readings, the questions
        from poker_table.lesson.page import lesson_page

        output.show(lesson_page(showdown, source, deck, title))
    elif options.step:
        from poker_table.cli.step_through import step_through

        step_through(showdown, source, deck, options, output)
    elif options.explain or options.export or output.form != "plain":
        from poker_table.lesson.showdown import showdown_page

        page = showdown_page(showdown, source, options.explain)
        page = page._replace(title=title or page.title)
        output.show(page._replace(facts={**page.facts, "deal_order": deck.cards}))
    else:  # the assignment's lines and nothing else, which need no page
        output.write(f"{showdown}\n")
    return 0


def named_deck(name: str, players: int | None, output: Output) -> Deck:
    """Return the deck of a file, or a bundled one, for so many players or, as is said, its own.

    Raises NoFileError, with what is near, if there is none, and DeckError if it is no deck.
    """
    if os.path.splitext(name)[1].lower() in PAGES and os.path.exists(name):
        got = "got a page: open it in a browser"
        raise DeckError(f"{shown_name(name)}: expected a deck, {got}")
    try:
        deck = read_deck(name)
    except NoFileError:
        raise _not_found(name) from None
    missing = [card for card in CARDS if card not in deck.cards]
    if len(missing) == 1:  # forgotten, most likely; 50 cards are all that ten players are dealt
        output.message(f"{shown_name(name)} has 51 cards: {missing[0]} is not among them")
    own = MOST_PLAYERS if is_bundled(name) else deck.players
    made_for = f"{shown_name(name)} was made for {own} player{'s' * (own != 1)}"
    if players is None and deck.players is not None:
        output.message(f"{made_for}, so it is dealt to {own}; --players N deals it to N")
    elif own is not None and players not in (None, own):
        output.message(f"{made_for}: dealt to {players}, it gives other hands")
    deck.players = players or deck.players
    return deck


def _not_found(name: str) -> NoFileError:
    """Return the error that says what to type instead, if anybody can say."""
    none = f"Could not find file\nThere is no file, bundled deck or command {quoted(name)}."
    from poker_table.cli.guesses import guess_by_words  # slow to load

    meant = guess_by_words([name])
    lists = "`poker-table decks` lists the decks, `poker-table --help` the commands."
    return NoFileError(f"{f'{none} {meant}'.rstrip()}\n{lists}")


def is_bundled(name: str) -> bool:
    """Return whether a deck that could be read is a bundled one, and no file that hides it."""
    return name != STANDARD_INPUT and not os.path.exists(name)


def add_players_option(parser: ExampleParser) -> None:
    """Add the number of players to whom a deck is dealt: the deck's own, unless it is given."""
    about = "how many players, 1 to 10 (default: as many as the deck was made for, or 10)"
    parser.add("--players", default=None, help=about)


def _options(argv: list[str]) -> Namespace:
    parser = CommandParser("deal", EXAMPLES)
    add = parser.add_argument
    parser.add("deck", nargs="?")
    parser.add("--seed")
    add("--deal", type=whole_number(0, LARGEST_DEAL), metavar="I", help="deal number I of the seed")
    about = "deck number I of those that grade composes from the seed"
    add("--composed", type=whole_number(0, LARGEST_DEAL), metavar="I", help=about)
    add_players_option(parser)
    parser.add("--format", "--explain")
    add("--step", action="store_true", help="go through the deal, the evaluation and the sort")
    add("--delay", type=_seconds, metavar="S", help="with --step: go on by itself after S seconds")
    add("--ask", action="store_true", help="ask who wins and why; keep score")
    add("--title", help="the title of the page, instead of the deck's or the seed's")
    parser.add("--export", "--save", "--notation", "--force")
    options = parser.parse_args(argv)
    if wrong := _not_together(options, argv):
        parser.error(wrong)
    return options


def _deck(options: Namespace, output: Output) -> tuple[Deck, dict[str, int | str]]:
    """Return the deck to deal from, and where it came from."""
    if options.deck is not None:
        return named_deck(options.deck, options.players, output), {"deck": options.deck}
    if options.composed is not None:
        return _composed(options, output)
    random = Random(options.seed, options.deal or 0)
    numbers = {"seed": random.seed, "deal": random.deal or None, "players": options.players}
    again = how_to_repeat("poker-table", " table", **numbers)
    output.message(f"Seed {random.seed}, deal {random.deal}. {again}")
    deck = Deck.shuffled(random)
    deck.players = options.players
    return deck, {"seed": random.seed, "deal": random.deal}


def _composed(options: Namespace, output: Output) -> tuple[Deck, dict[str, int | str]]:
    from poker_table.order.composed import composed_deck  # slow to load

    number = {"seed": Random(options.seed).seed, "composed": options.composed}
    again = how_to_repeat("poker-table", " table", **number, players=options.players)
    output.message(f"Seed {number['seed']}, composed deck {options.composed}. {again}")
    deck = composed_deck(number["seed"], options.composed)
    deck.players = options.players
    return deck, {**number}


def _not_together(options: Namespace, argv: list[str]) -> str | None:
    """Return the error message for options that do not go together, or None."""
    if options.deck in COMMANDS:
        from poker_table.cli.guesses import command_first  # slow to load

        return command_first(argv)
    if options.deck is not None and (options.seed is not None or options.deal is not None):
        return "a deck file is dealt as it is: --seed and --deal do not go with it"
    if options.composed is not None and (options.deck is not None or options.deal is not None):
        return "--composed does not go with a deck file or --deal"
    if options.notation and options.save is None:
        return NOTATION_NEEDS_SAVE
    if options.ask and (options.step or options.export):
        return "--ask does not go with --step or --export"
    if options.ask and options.deck == STANDARD_INPUT:
        return "--ask reads the answers from standard input: the deck must come from a file"
    if options.delay is not None and (options.export or not options.step):
        return "--delay goes with --step, and not with --export"
    if options.explain and (options.step or options.ask):
        return "--explain goes without --step and --ask, which explain by themselves"
    if options.title and (options.step or options.ask):
        return "--title goes with a page, without --step and --ask"
    if options.format not in (None, *READABLE_FORMS) and (options.step or options.ask):
        return f"--format {options.format} does not go with --step or --ask"
    return None


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) <= LONGEST_DELAY:
            return seconds
    raise ArgumentTypeError(f"expected 0 to {LONGEST_DELAY} seconds, got {quoted(text)}")
