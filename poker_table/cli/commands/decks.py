"""`poker-table decks`: the bundled decks listed, shown or copied, and decks made to order."""

from __future__ import annotations

import argparse
import shlex
from typing import Annotated, NamedTuple

from poker_table.cli.commands.deal import add_players_option, is_bundled, named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, ExampleParser, how_to_repeat, whole_number
from poker_table.files.deck_file import (
    bundled_decks,
    bundled_name,
    copy_bundled_decks,
    format_deck,
    write_deck,
)
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, one_of, printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import deal
from poker_table.lesson.interesting import KINDS, BestSoFar, best_deal, why_interesting
from poker_table.order.request import Request
from poker_table.order.search import stacked_deck
from poker_table.show.page import Column, Page, Section, columns_of

EXAMPLES = {
    "list": "  poker-table decks list               list them all, as `decks` alone does",
    "show": "  poker-table decks show wheel.txt     who is dealt what",
    "copy": "  poker-table decks copy for-class     write them all into a folder",
    "make": """\
  poker-table decks make "3: straight flush, nine high" "1: pair of aces"
                                       compose a deck that deals these hands
  poker-table decks make --most changes --of 200 --seed 7
                                       of 200 deals the one in which it changes
                                       most often who is ahead""",
}
MAKE_HELP = """\
Each HAND is a player, a colon, and a hand in the words in which this program
describes hands, cut off where the rest does not matter:

  3: pair                           3: straight, six high
  3: pair of aces                   3: flush, ace high, then nine
  3: pair of aces, then king        3: flush in hearts
  3: two pair, aces and sixes       3: full house, kings over fours
  3: three nines                    3: four kings, then ace
  3: ace high, then nine            3: straight flush, nine high, in spades
  3: wheel                          3: royal flush

Ranks are named in the order in which they count. Nobody else beats any of
these players, unless --anyone lets them.

Instead of hands, --most takes the best of the first deals of a seed for a
lesson: the most `changes` of who is ahead, the greatest `upset` by the last
cards, or a finish that only the last `kicker` decides."""
OF = 50  # deals


class BundledDeck(NamedTuple):
    """A bundled deck and what it shows."""

    deck: Annotated[str, Column("Deck", row_header=True)]
    about: Annotated[str, Column("What it shows")]


class Dealt(NamedTuple):
    """Who is dealt which cards."""

    who: Annotated[str, Column("Who", row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]


def run(argv: list[str], output: Output) -> int:
    """Carry out `decks`, `decks show`, `decks copy` or `decks make`."""
    options = _options(argv)
    output.configure(options)
    if options.action == "show":
        _show(options, output)
    elif options.action == "copy":
        count = copy_bundled_decks(options.folder, options.force)
        folder = printable(options.folder)
        output.message(f"Wrote {count - 1} decks and CONTENTS, their list, into {folder}")
    elif options.action == "make":
        return _most(options, output) if options.most else _make(options, output)
    else:
        decks = [BundledDeck(*deck) for deck in bundled_decks().items()]
        section = Section("", columns_of(BundledDeck), decks, key="decks")
        output.show(Page("Bundled decks", [section]))
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("decks", "\n".join(EXAMPLES.values()))
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=ExampleParser)

    def action(name: str, about: str, description: str = "") -> ExampleParser:
        described = description or about.capitalize()
        return actions.add_parser(name, help=about, examples=EXAMPLES[name], description=described)

    action("list", "list the bundled decks").add("--format", "--export", "--force")
    show = action("show", "show who is dealt what")
    show.add("deck", "--format", "--export", "--force")
    add_players_option(show)
    copy = action("copy", "write the bundled decks into a folder")
    copy.add_argument("folder", metavar="FOLDER", help="made if it does not exist")
    copy.add("--force")
    make = action("make", "compose a deck that deals given hands", MAKE_HELP)
    make.add_argument("hands", nargs="*", metavar="HAND", help='such as "3: pair of aces"')
    make.add_argument("--most", choices=[*KINDS], help="the best deal of a seed for a lesson")
    about = f"of so many deals (default: {OF})"
    make.add_argument("--of", type=whole_number(1, 10**6), metavar="N", help=about)
    make.add_argument("--anyone", action="store_true", help="let anyone else beat these players")
    make.add("--players", "--seed", "--save", "--notation", "--force")
    chosen = next((word for word in argv if not word.startswith("-")), "list")
    if chosen not in actions.choices:
        wrong = f"ACTION: expected {one_of(actions.choices)}, got {quoted(chosen)}"
        if f"{chosen.removesuffix('.txt')}.txt" in bundled_decks():
            parser.error(f"{wrong}. Did you mean `poker-table decks show {chosen}`?")
        parser.error(wrong)
    options = parser.parse_args(argv or ["list"])
    if options.action == "make" and bool(options.hands) == bool(options.most):
        make.error("expected either hands or --most")
    if options.action == "make" and (options.anyone if options.most else options.of):
        make.error("--anyone goes with hands, --of with --most")
    return options


def _make(options: argparse.Namespace, output: Output) -> int:
    requests = [Request.parse(text) for text in options.hands]
    random = Random(options.seed)
    deck = stacked_deck(requests, random, options.players, options.anyone)
    command = ["poker-table", "decks", "make", *options.hands, *["--anyone"] * options.anyone]
    again = how_to_repeat(shlex.join(command), seed=random.seed, players=options.players)
    output.message(f"{_written(deck, options, output)}Seed {random.seed}. {again}")
    return 0


def _written(deck: Deck, options: argparse.Namespace, output: Output) -> str:
    """Write the deck, and return the sentence on the file that it went to, if any."""
    if options.save is None:
        output.write(format_deck(deck, options.notation))
        return ""
    write_deck(deck, options.save, options.notation, options.force)
    return f"Wrote {printable(options.save)}. "


def _most(options: argparse.Namespace, output: Output) -> int:
    """Write the best deck for a lesson, and say what is in it."""
    seed, deals = Random(options.seed).seed, options.of or OF
    how_far = lambda best: f"{best.tried} of {deals} deals"  # noqa: E731
    growing = best_deal(options.most, seed, deals, options.players)
    best, code = output.run_to_end(growing, BestSoFar(), how_far)
    first = f"the first {best.tried} deals of seed {seed}"
    if not best.score:
        raise DeckError(f"--most {options.most}: none of {first} is such a deal; --of tries more")
    deck = Deck(Deck.shuffled(Random(seed, best.deal)).cards, options.players)
    wrote = _written(deck, options, output)
    numbers = {"seed": seed, "deal": best.deal or None, "players": options.players}
    again = how_to_repeat("poker-table", " table", **numbers)
    output.message(
        f"{wrote}Deal {best.deal}, of {first}. {why_interesting(deck, options.most)} {again}"
    )
    return code


def _show(options: argparse.Namespace, output: Output) -> None:
    deck = named_deck(options.deck, options.players, output)
    bundled = is_bundled(options.deck)
    about = bundled_decks()[bundled_name(options.deck)] if bundled else "a deck file"
    dealt = [Dealt(f"Player {hand.player}", hand.dealt) for hand in deal(deck)]
    dealt.append(Dealt("Not dealt", deck.cards[deck.cards_dealt :]))
    title = f"{printable(options.deck)}: {about}"
    section = Section(title, columns_of(Dealt), dealt, key="dealt")
    output.show(Page(title, [section], facts={"deck": options.deck}))
