"""`poker-table decks`: list the bundled decks, show or copy them, make one to order."""

from __future__ import annotations

import argparse

from poker_table.cli.parser import CommandParser, add_deck_writing, add_players, add_seed
from poker_table.deck_file import (
    bundled_decks,
    copy_bundled_decks,
    format_deck,
    read_deck,
    write_deck,
)
from poker_table.errors import printable
from poker_table.table import deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from poker_table.cards import Card
    from poker_table.cli.output import Output

EXAMPLES = """\
  poker-table decks                    list the bundled decks
  poker-table decks show wheel.txt     who is dealt what
  poker-table decks copy for-class     write them all into a folder
  poker-table decks make "3: straight flush, nine high" "1: pair of aces"
                                       compose a deck that deals these hands"""
MAKE_HELP = """\
Each HAND is a player, a colon, and a hand in the words in which this program
describes hands, cut off where the rest does not matter:

  3: pair                           3: straight, six high
  3: pair of aces                   3: flush, ace high, then nine
  3: pair of aces, then king        3: flush in hearts
  3: two pair, aces and sixes       3: full house, kings over fours
  3: three nines                    3: four kings, then ace
  3: ace high, then nine            3: straight flush, nine high, in spades

Ranks are named in the order in which they count. Nobody else beats any of
these players, unless --anyone lets them."""


def run(argv: list[str], output: Output) -> int:
    """Carry out `decks`, `decks show`, `decks copy` or `decks make`."""
    options = _options(argv)
    if options.action == "show":
        output.data(_who_is_dealt_what(options.deck))
    elif options.action == "copy":
        count = copy_bundled_decks(options.folder, options.force)
        output.note(f"Wrote {count} files into {printable(options.folder)}")
    elif options.action == "make":
        _make(options, output)
    else:
        _list(output)
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("decks", EXAMPLES)
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", parser_class=argparse.ArgumentParser
    )
    actions.add_parser("list", help="list the bundled decks, as without an action")
    show = actions.add_parser("show", help="show who is dealt what")
    show.add_argument("deck", metavar="DECK", help="a bundled deck, a deck file, or - to read one")
    copy = actions.add_parser("copy", help="write the bundled decks into a folder")
    copy.add_argument("folder", metavar="FOLDER", help="made if it does not exist")
    copy.add_argument("--force", action="store_true", help="replace files that exist")
    _add_make(actions)
    return parser.parse_args(argv)


def _add_make(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    make = actions.add_parser(
        "make",
        help="compose a deck that deals given hands",
        description=MAKE_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    make.add_argument("hands", nargs="+", metavar="HAND", help='such as "3: pair of aces"')
    make.add_argument("--anyone", action="store_true", help="let anyone else beat these players")
    add_players(make)
    add_seed(make)
    add_deck_writing(make)


def _make(options: argparse.Namespace, output: Output) -> None:
    from poker_table.request import Request
    from poker_table.rng import Random
    from poker_table.stacked import stacked_deck

    requests = [Request.parse(text) for text in options.hands]
    random = Random(options.seed)
    deck = stacked_deck(requests, random, options.players, options.anyone)
    if options.save is None:
        output.data(format_deck(deck, options.notation))
    else:
        write_deck(deck, options.save, options.notation, options.force)
    saved = "" if options.save is None else f"Wrote {printable(options.save)}. "
    output.note(
        f"{saved}Seed {random.seed}; the same words with --seed {random.seed} make it again"
    )


def _list(output: Output) -> None:
    decks = bundled_decks()
    if output.on_terminal:
        from poker_table.show.terminal import console_on, draw_decks

        draw_decks(console_on(output.out), decks)
    else:
        width = max(map(len, decks))
        output.data("".join(f"{name:<{width}}  {about}\n" for name, about in decks.items()))


def _who_is_dealt_what(name: str) -> str:
    deck = read_deck(name)
    lines = [f"{printable(name)}: {bundled_decks().get(name, 'a deck file')}"]
    lines += [f"Player {hand.player:<4}{_in_a_row(hand.dealt)}" for hand in deal(deck)]
    left = [deck.deal_next_card() for _ in range(deck.cards_left)]
    return "\n".join([*lines, f"Not dealt  {_in_a_row(left)}".rstrip()]) + "\n"


def _in_a_row(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
