"""`poker-table decks`: list the bundled decks, show one, copy them out for a class."""

from __future__ import annotations

import argparse

from poker_table.cli.parser import CommandParser
from poker_table.deck_file import bundled_decks, copy_bundled_decks, read_deck
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
  poker-table decks copy for-class     write them all into a folder"""


def run(argv: list[str], output: Output) -> int:
    """Carry out `decks`, `decks show` or `decks copy`."""
    options = _options(argv)
    if options.action == "show":
        output.data(_who_is_dealt_what(options.deck))
    elif options.action == "copy":
        count = copy_bundled_decks(options.folder, options.force)
        output.note(f"Wrote {count} files into {printable(options.folder)}")
    else:
        _list(output)
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("decks", EXAMPLES)
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", parser_class=argparse.ArgumentParser
    )
    show = actions.add_parser("show", help="show who is dealt what")
    show.add_argument("deck", metavar="DECK", help="a bundled deck, a deck file, or - to read one")
    copy = actions.add_parser("copy", help="write the bundled decks into a folder")
    copy.add_argument("folder", metavar="FOLDER", help="made if it does not exist")
    copy.add_argument("--force", action="store_true", help="replace files that exist")
    return parser.parse_args(argv)


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
