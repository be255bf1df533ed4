"""`poker-table decks`: list, show or copy the bundled decks, or make a deck to order."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping
from copy import copy
from typing import Annotated, NamedTuple

from poker_table.cli.commands.deal import add_players_option, is_bundled, named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import (
    CommandParser,
    ExampleParser,
    excludes,
    how_to_repeat,
    needs,
    whole_number,
)
from poker_table.cli.progress import HowFar
from poker_table.cli.show_page import show_page
from poker_table.files.deck_file import (
    CONTENTS,
    DECKS,
    bundled_decks,
    bundled_name,
    format_deck,
)
from poker_table.files.errors import FileError
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, one_of, printable, quoted
from poker_table.game.players import DeckForPlayers
from poker_table.game.random import Random
from poker_table.game.table import deal
from poker_table.lesson.interesting import KINDS, BestSoFar, best_deal, why_interesting
from poker_table.order.request import Request
from poker_table.order.search import stacked_deck
from poker_table.show.page import Column, Page, Section, columns_of

LIST = ("poker-table decks", "list the bundled decks")
SHOW = ("poker-table decks show wheel.txt", "who is dealt which cards")
COPY = ("poker-table decks copy for-class", "the bundled decks, in a folder")
MAKE = (
    ("poker-table decks make '3: straight flush, nine high' '1: pair of aces'", "to order"),
    ("poker-table decks make --most changes --seed 7", "a deal for a lesson"),
)
HANDS = """\
A HAND is a player, a colon, and a hand. Leave out the words that do not matter:

  3: pair                           3: wheel
  3: pair of aces, then king        3: flush in hearts, ace high, then nine
  3: two pair, aces and sixes       3: full house, kings over fours
  3: three nines                    3: four kings, then ace
  3: straight, six high             3: straight flush, nine high, in spades
  3: ace high, then nine            3: royal flush

Nobody else beats these players, unless you give --anyone. --most takes the deal
of a seed in which the leader changes most often (changes), the last cards turn
the deal around most (upset), or only the last kicker decides who wins (kicker)."""
DEFAULT_DEALS = 50
RULES = (
    excludes("--most", "HAND", "--anyone", why="it chooses among whole deals"),
    needs("--of", "--most"),
)


class BundledDeck(NamedTuple):
    """A row of the list of bundled decks."""

    deck: Annotated[str, Column("Deck", row_header=True)]
    about: Annotated[str, Column("What it shows")]


class DealtCards(NamedTuple):
    """A row that shows the cards of a player, or the cards that are not dealt."""

    who: Annotated[str, Column("Who", row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]


def run(argv: list[str], output: Output) -> int:
    """Carry out `decks`, `decks show`, `decks copy` or `decks make`."""
    options = _options(argv, output)
    if options.action == "show":
        _show(options, output)
    elif options.action == "copy":
        copy_bundled_decks(options.folder, options.force)
        count, folder = len(bundled_decks()), printable(options.folder)
        output.message(f"Wrote {count} decks, and their list CONTENTS, to {folder}")
    elif options.action == "make":
        return _choose(options, output) if options.most else _make(options, output)
    else:
        decks = [BundledDeck(*deck) for deck in bundled_decks().items()]
        section = Section("", columns_of(BundledDeck), decks, key="decks")
        show_page(Page("Bundled decks", [section]), output)
    return 0


def copy_bundled_decks(folder: str, force: bool = False) -> None:
    """Copy the bundled decks and the list of them into a folder, which is created if necessary.

    Raises FileError and writes nothing if one of the files exists and `force` is false.
    """
    targets = {name: os.path.join(folder, name) for name in (*bundled_decks(), CONTENTS)}
    for target in targets.values():
        check_writable(target, force)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileError(f"{printable(folder)}: cannot be made: {error.strerror}") from None
    for name, target in targets.items():
        with open(os.path.join(DECKS, name), "rb") as file:
            write_whole(target, file.read(), force)


def _options(argv: list[str], output: Output) -> argparse.Namespace:
    parser = CommandParser("decks", (LIST, SHOW, COPY, *MAKE))
    parser.usage = "poker-table decks [list | show | copy | make] ..."
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=ExampleParser)

    def add_action(name: str, *examples: tuple[str, str], about: str = "") -> ExampleParser:
        action: ExampleParser = actions.add_parser(
            name, prog=f"{parser.prog} {name}", examples=examples, rules=RULES, description=about
        )
        action.set_defaults(parser=action)
        return action

    add_action("list", LIST).add("--format")
    show = add_action("show", SHOW)
    show.add("deck")
    add_players_option(show)
    show.add("--format", "--export", "--force")
    copy = add_action("copy", COPY)
    copy.add_argument("folder", metavar="FOLDER", help="the folder; created if it is missing")
    copy.add("--force")
    make = add_action("make", *MAKE, about=HANDS)
    make.add_argument("hands", nargs="*", metavar="HAND", help="a hand to order, as below")
    make.add_argument("--most", choices=[*KINDS], metavar="KIND", help=one_of(KINDS))
    about = f"with --most: of the first N deals (default: {DEFAULT_DEALS})"
    make.add_argument("--of", type=whole_number(1, 10**6), metavar="N", help=about)
    make.add_argument("--anyone", action="store_true", help="let other players beat these players")
    make.add("--players", "--seed", "--save", "--notation", "--force")
    action = next((word for word in argv if not word.startswith("-")), "list")
    if action not in actions.choices:
        problem = f"ACTION: expected {one_of(actions.choices)}, got {quoted(action)}"
        if f"{action.removesuffix('.txt')}.txt" in bundled_decks():
            parser.error(f"{problem}. Did you mean `poker-table decks show {action}`?")
        if argv[0].startswith("-"):
            line = shlex.join(["poker-table", "decks", "list", *argv])
            parser.error(f"{problem}. Did you mean `{line}`?")
        parser.error(problem)
    options = parser.parse_args(argv or ["list"], output)
    if options.action == "make" and not (options.hands or options.most):
        make.error("expected either hands, such as '3: pair of aces', or --most")
    return options


def _make(options: argparse.Namespace, output: Output) -> int:
    requests = [Request.parse(text) for text in options.hands]
    random = Random(options.seed)
    deck = stacked_deck(requests, random, options.players, options.anyone)
    command = ["poker-table", "decks", "make", *options.hands, *["--anyone"] * options.anyone]
    again = how_to_repeat(shlex.join(command), seed=random.seed, players=options.players)
    output.message(f"{_write(deck, options, output)}Seed {random.seed}. {again}")
    return 0


def _write(deck: Deck, options: argparse.Namespace, output: Output) -> str:
    """Write the deck to the file of --save and return a sentence that says so, or show it."""
    if options.save is None and output.on_terminal:
        show_page(_dealt_page("Who is dealt which cards", deck), output)
        return ""
    if options.save is None:
        output.write(format_deck(deck, options.notation))
        return ""
    write_whole(options.save, format_deck(deck, options.notation), options.force)
    return f"Wrote {printable(options.save)}. "


def _choose(options: argparse.Namespace, output: Output) -> int:
    """Choose the best deal for a lesson, write its deck, and describe it on standard error."""
    seed, deals = Random(options.seed).seed, options.of or DEFAULT_DEALS
    how_far = lambda best: HowFar(best.tried, deals, "deals")  # noqa: E731
    results = best_deal(options.most, seed, deals, options.players)
    best, code = output.run_to_end(results, BestSoFar(), how_far)
    candidates = f"the first {best.tried} deals of seed {seed}"
    if not best.score:
        raise DeckError(f"--most {options.most}: none among {candidates}; try more with --of N")
    deck = DeckForPlayers(Deck.shuffled(Random(seed, best.deal)).cards, options.players)
    saved = _write(deck, options, output)
    source = {"seed": seed, "deal": best.deal or None, "players": options.players}
    again = how_to_repeat("poker-table", " table", **source)
    description = why_interesting(deck, options.most)
    output.message(f"{saved}Deal {best.deal}, of {candidates}. {description} {again}")
    return code


def _show(options: argparse.Namespace, output: Output) -> None:
    """Show which cards of a deck each player is dealt."""
    deck = named_deck(options.deck, options.players, output)
    bundled = is_bundled(options.deck)
    about = bundled_decks()[bundled_name(options.deck)] if bundled else "a deck file"
    title = f"{printable(options.deck)}: {about}"
    show_page(_dealt_page(title, deck, {"deck": options.deck}), output)


def _dealt_page(title: str, deck: Deck, facts: Mapping[str, object] = {}) -> Page:
    """Return the page of the cards that each player is dealt."""
    deck = copy(deck)  # dealing changes it
    rows = [DealtCards(f"Player {hand.player}", hand.dealt) for hand in deal(deck)]
    rows.append(DealtCards("Not dealt", deck.cards[deck.cards_dealt :]))
    section = Section(title, columns_of(DealtCards), rows, key="dealt")
    return Page(title, [section], facts=facts)
