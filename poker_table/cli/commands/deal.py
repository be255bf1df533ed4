"""`poker-table [DECK]`: deal ten hands and show them from best to worst."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Collection

from poker_table.cli.output import READABLE_FORMS, Output
from poker_table.cli.parser import (
    CommandParser,
    all_formats,
    decimal,
    excludes,
    how_to_repeat,
    needs,
    refuse,
    whole_number,
)
from poker_table.files.deck_file import about_bundled, format_deck, read_deck
from poker_table.files.text import NoFileError, shown_name
from poker_table.files.whole_file import write_whole
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, counted, printable, quoted
from poker_table.game.players import DeckForPlayers, players_of
from poker_table.game.random import LARGEST_DEAL, Random
from poker_table.game.table import Showdown, deal
from poker_table.game.version import __version__

EXAMPLES = (
    ("poker-table", "deal a random table"),
    ("poker-table three.txt --explain", "explain each hand of a deck"),
    ("poker-table --export lesson.html", "write the lesson for a class"),
)
RULES = (
    excludes(
        "DECK", "--seed", "--deal", "--composed", why="a deck file is dealt without shuffling"
    ),
    excludes("--composed", "--deal", why="it has a number of its own"),
    needs("--notation", "--save", why="it chooses how the deck is written to the file"),
    excludes("--step", "--export", why="the lesson, `--export lesson.html`, has all steps"),
    excludes("--step", "--title", *all_formats(but=READABLE_FORMS)),
    excludes("--explain", "--step", why="it always explains the hands"),
    needs("--delay", "--step"),
)
NEXT = "Enter shows the next step, Ctrl-C ends."
WITHOUT_TITLE = "plain", "words", "json", "csv"
INSTEAD_OF_DECK = dict.fromkeys((".html", ".svg"), "a page: open it in a browser")
INSTEAD_OF_DECK[".votes"] = "the votes of a class: `poker-table present --results` shows them"


def run(argv: list[str], output: Output) -> int:
    """Deal the hands, evaluate and sort them, and show the showdown."""
    options = _options(argv, output)
    deck, source = _deck(options, output)
    if options.save is not None:
        write_whole(options.save, format_deck(deck, options.notation), options.force)
        output.message(f"Wrote {printable(options.save)}")
    showdown = Showdown(deal(deck))
    title = printable(options.title or "")
    if output.form == "html":  # the lesson includes the steps, the explanations, the questions
        from poker_table.lesson.page import lesson_page

        output.show(lesson_page(showdown, source, deck, title))
    elif options.step:
        _step_through(showdown, deck, options, output)
    elif options.explain or options.export or output.form != "plain":
        from poker_table.lesson.showdown import showdown_page

        page = showdown_page(showdown, source, options.explain)
        facts = {**page.facts, "deal_order": deck.cards}
        output.show(page._replace(title=title or page.title, facts=facts))
    else:  # only the assignment's ten lines: for them no page is built
        output.write(f"{showdown}\n")
    return 0


def _options(argv: list[str], output: Output) -> Namespace:
    parser = CommandParser("deal", EXAMPLES, RULES)
    parser.add("deck", nargs="?")
    parser.add("--explain", "--players", "--seed", "--export")
    parser.section("more options for the lesson")
    parser.option("--step", "", "show the deal, evaluation and sort step by step")
    about = "with --step: the next step after S seconds"
    parser.option("--delay", "S", about, type=decimal(0, 60, "0 to 60 seconds"))
    parser.option("--title", "TEXT", "a title for the page (default: the deck or the seed)")
    parser.section("more options for the deck")
    number = whole_number(0, LARGEST_DEAL)
    parser.option("--deal", "I", "deal number I of the seed (default: 0)", type=number)
    about = "the composed deck number I, as feedback of grade names it"
    parser.option("--composed", "I", about, type=number)
    parser.add("--save", "--notation")
    parser.section("more options for the output")
    parser.add("--format", "--force")
    version = f"poker-table {__version__}"
    parser.option("--version", "", "show the version", action="version", version=version)
    options = parser.parse_args(argv, output)
    if options.delay is not None and not _step_waits(output):
        refuse(options, "delay", why="only on a terminal does the next step wait")
    if output.form in WITHOUT_TITLE:
        why = f"the form {output.form} has none; `--export lesson.html` writes a page"
        refuse(options, "title", why=why)
    return options


def _step_waits(output: Output) -> bool:
    """Return whether the next step waits for Enter: on a terminal that shows tables."""
    return output.form == "table" and output.on_terminal and bool(sys.stdin and sys.stdin.isatty())


def _step_through(showdown: Showdown, deck: Deck, options: Namespace, output: Output) -> None:
    """Show the steps of a deal; on a terminal each waits for Enter, or for `--delay` seconds."""
    from poker_table.lesson.chances import with_chances  # slow to import
    from poker_table.lesson.steps import only_highlighted_rows, steps

    waits = _step_waits(output)
    if not waits and options.format != "table":
        output.format = "words" if output.form == "words" else "plain"
    for number, page in enumerate(steps(showdown)):
        if waits and number:
            if options.delay is not None:
                time.sleep(options.delay)
            elif not sys.stdin.readline():  # the end of the input
                return
        if number and not (waits and options.delay is None):  # Enter has made a line already
            output.write("\n")
        if output.form == "table":  # chances take long: only the steps that are shown get them
            output.show(with_chances(page, deck, number))
            if waits and not number and options.delay is None:
                output.message(NEXT)
        else:
            output.show(only_highlighted_rows(page))


def _deck(options: Namespace, output: Output) -> tuple[Deck, dict[str, int | str]]:
    """Return the deck to deal from, and its source: the name of a deck, or a seed and a number."""
    if options.deck is not None:
        names = [f"--{name}" for name in vars(options) if name not in ("deck", "given")]
        return named_deck(options.deck, options.players, output, names), {"deck": options.deck}
    random = Random(options.seed, options.deal or 0)
    seed, players = random.seed, options.players
    if options.composed is None:
        cards, source, what = Deck.shuffled(random).cards, {"deal": random.deal}, "deal"
    else:
        from poker_table.order.composed import composed_deck  # slow to import

        cards = composed_deck(seed, options.composed).cards
        source, what = {"composed": options.composed}, "composed deck"
    [number] = source.values()
    again = {**source, "deal": random.deal or None}  # a seed alone deals number 0
    repeat = how_to_repeat("poker-table", " table", seed=seed, **again, players=players)
    output.message(f"Seed {seed}, {what} {number}. {repeat}")
    return DeckForPlayers(cards, players), {"seed": seed, **source}


def named_deck(
    name: str, players: int | None, output: Output, options: Collection[str] = ()
) -> Deck:
    """Return the deck from a file, or the bundled deck of that name.

    It is dealt to `players`, by default to the number that the deck was made for; a message says
    so. Raises NoFileError, with a guess of what was meant, if there is no such deck, and DeckError
    if the file is not a deck. Where the name may also be a mistyped command or one of `options`,
    the guess takes these too.
    """
    suffix = os.path.splitext(name)[1].lower()
    if suffix in INSTEAD_OF_DECK and os.path.exists(name):
        raise DeckError(f"{shown_name(name)}: expected a deck, got {INSTEAD_OF_DECK[suffix]}")
    try:
        deck = read_deck(name)
    except NoFileError:
        raise _not_found(name, options) from None
    missing = [card for card in CARDS if card not in deck.cards]
    if len(missing) == 1:  # probably a mistake; 50 cards would be ten hands
        output.message(f"{shown_name(name)} has 51 cards: {missing[0]} is missing")
    unknown = not about_bundled(name) and not isinstance(deck, DeckForPlayers)
    made_for = None if unknown else players_of(deck)
    history = f"{shown_name(name)} was made for {counted(players_of(deck), 'player')}"
    if players is None and isinstance(deck, DeckForPlayers):
        output.message(f"{history}, so it is dealt to {made_for}; --players N changes that")
    elif made_for is not None and players not in (None, made_for):
        output.message(f"{history}; dealt to {players}, it gives different hands")
    return deck if players is None else DeckForPlayers(deck.cards, players)


def _not_found(name: str, options: Collection[str]) -> NoFileError:
    from poker_table.cli.guesses import guess_by_name, guess_by_words  # slow to import

    if options:
        what, commands = "file, bundled deck or command", ", `poker-table --help` the commands"
        guess = guess_by_words([name], options)
    else:
        what, commands, guess = "file or bundled deck", "", guess_by_name(name)
    missing = f"There is no {what} {quoted(name)}. {guess}".rstrip()
    lists = f"`poker-table decks` lists the decks{commands}."
    return NoFileError(f"Could not find file\n{missing}\n{lists}")
