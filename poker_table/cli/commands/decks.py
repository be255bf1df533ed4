"""`poker-table decks`: list, show or copy the bundled decks, or make a deck to order."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Mapping
from copy import copy
from typing import Annotated, NamedTuple

from poker_table.cli.commands import DECK_ACTIONS
from poker_table.cli.commands.deal import named_deck
from poker_table.cli.guesses import guess_by_name
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, excludes, how_to_repeat, needs, whole_number
from poker_table.cli.progress import HowFar
from poker_table.files.deck_file import CONTENTS, DECKS, about_bundled, bundled_decks, format_deck
from poker_table.files.text import FileError, shown_name
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, list_in_words, printable, quoted
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers
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
ORDERS = """\
A HAND is a player, a colon, and a hand. Leave out the words that do not matter:

  3: pair                           3: wheel
  3: pair of aces, then king        3: flush, ace high, nine, in hearts
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
    """Carry out `decks show`, `decks copy` or `decks make`, or list the bundled decks."""
    if argv and argv[0] in ACTIONS:
        return ACTIONS[argv[0]](argv[1:], output)
    parser = CommandParser("decks", (LIST, SHOW, COPY, *MAKE))
    about = "list (default), show, copy or make; each has a --help"
    parser.option("action", "ACTION", about, nargs="?")
    parser.add("--format")
    options = parser.parse_args(argv, output)
    if options.action not in (None, "list"):
        guess = guess_by_name(options.action, action=DECK_ACTIONS)
        if about_bundled(options.action) or os.path.isfile(options.action):
            guess = f"Did you mean `poker-table decks show {options.action}`?"
        problem = f"ACTION: expected {list_in_words(DECK_ACTIONS)}, got {quoted(options.action)}"
        parser.error(f"{problem}. {guess}" if guess else problem)
    rows = [BundledDeck(*deck) for deck in bundled_decks().items()]
    section = Section("", columns_of(BundledDeck), rows, key="decks")
    output.show(Page("Bundled decks", [section]))
    return 0


def _copy(argv: list[str], output: Output) -> int:
    parser = CommandParser("decks copy", [COPY])
    parser.option("folder", "FOLDER", "the folder; created if it is missing")
    parser.add("--force")
    options = parser.parse_args(argv, output)
    copy_bundled_decks(options.folder, options.force)
    count, folder = len(bundled_decks()), printable(options.folder)
    output.message(f"Wrote {count} decks, and their list CONTENTS, to {folder}")
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


def _make(argv: list[str], output: Output) -> int:
    parser = CommandParser("decks make", MAKE, RULES)
    parser.description = ORDERS
    parser.option("hands", "HAND", "a hand to order, as below", nargs="*")
    parser.option("--most", "KIND", list_in_words(KINDS), choices=KINDS)
    about = f"with --most: of the first N deals (default: {DEFAULT_DEALS})"
    parser.option("--of", "N", about, type=whole_number(1, 10**6))
    parser.option("--anyone", "", "let other players beat these players")
    parser.add("--players", about="how many players, 1 to 10 (default: 10)", default=MOST_PLAYERS)
    parser.add("--seed", "--save", "--notation", "--force")
    options = parser.parse_args(argv, output)
    if options.most:
        return _choose(options, output)
    if not options.hands:
        parser.error("expected either hands, such as '3: pair of aces', or --most")
    requests = [Request.parse(text) for text in options.hands]
    random = Random(options.seed)
    deck = stacked_deck(requests, random, options.players, options.anyone)
    command = ["poker-table", "decks", "make", *options.hands, *["--anyone"] * options.anyone]
    again = how_to_repeat(shlex.join(command), seed=random.seed, players=options.players)
    output.message(f"{_write(deck, options, output)}Seed {random.seed}. {again}")
    return 0


def _choose(options: Namespace, output: Output) -> int:
    """Choose the best deal for a lesson, write its deck, and describe it on standard error."""
    seed, deals = Random(options.seed).seed, options.of or DEFAULT_DEALS
    how_far = lambda best: HowFar(best.tried, deals, "deals")  # noqa: E731
    results = best_deal(options.most, seed, deals, options.players)
    best, code = output.run_to_end(results, BestSoFar(), how_far)
    candidates = f"the first {best.tried} deals of seed {seed}"
    if code and not best.score:
        return code
    if not best.score:
        raise DeckError(f"--most {options.most}: none among {candidates}; try more with --of N")
    deck = DeckForPlayers(Deck.shuffled(Random(seed, best.deal)).cards, options.players)
    saved = _write(deck, options, output)
    source = {"seed": seed, "deal": best.deal or None, "players": options.players}
    again = how_to_repeat("poker-table", " table", **source)
    description = why_interesting(deck, options.most)
    output.message(f"{saved}Deal {best.deal}, of {candidates}. {description} {again}")
    return code


def _write(deck: Deck, options: Namespace, output: Output) -> str:
    """Write the deck to the file of --save and return a sentence that says so, or show it."""
    text = format_deck(deck, options.notation)
    if options.save is not None:
        write_whole(options.save, text, options.force)
        return f"Wrote {printable(options.save)}. "
    if output.on_terminal:
        output.show(_dealt_page("Who is dealt which cards", deck))
    else:
        output.write(text)
    return ""


def _show(argv: list[str], output: Output) -> int:
    parser = CommandParser("decks show", [SHOW])
    parser.add("deck", "--players", "--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    deck = named_deck(options.deck, options.players, output)
    title = f"{shown_name(options.deck)}: {about_bundled(options.deck) or 'a deck file'}"
    output.show(_dealt_page(title, deck, {"deck": options.deck}))
    return 0


ACTIONS = {"show": _show, "copy": _copy, "make": _make}


def _dealt_page(title: str, deck: Deck, facts: Mapping[str, object] = {}) -> Page:
    deck = copy(deck)  # dealing changes it
    rows = [DealtCards(f"Player {hand.player}", hand.dealt) for hand in deal(deck)]
    rows.append(DealtCards("Not dealt", deck.cards[deck.cards_dealt :]))
    section = Section(title, columns_of(DealtCards), rows, key="dealt")
    return Page(title, [section], facts=facts)
