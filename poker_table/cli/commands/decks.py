"""`poker-table decks`: the bundled decks listed, shown or copied, and decks made to order."""

from __future__ import annotations

import argparse
import shlex

from poker_table.cli.commands.deal import add_players, is_bundled, named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, ExampleParser, the_same_again
from poker_table.files.deck_file import bundled_decks, copy_bundled_decks, format_deck, write_deck
from poker_table.game.errors import one_of, printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import deal
from poker_table.order.request import Request
from poker_table.order.search import stacked_deck
from poker_table.show.page import Page, table_of

EXAMPLES = {
    "list": "  poker-table decks list               list them all, as `decks` alone does",
    "show": "  poker-table decks show wheel.txt     who is dealt what",
    "copy": "  poker-table decks copy for-class     write them all into a folder",
    "make": """\
  poker-table decks make "3: straight flush, nine high" "1: pair of aces"
                                       compose a deck that deals these hands""",
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
these players, unless --anyone lets them."""


def run(argv: list[str], output: Output) -> int:
    """Carry out `decks`, `decks show`, `decks copy` or `decks make`."""
    options = _options(argv)
    if options.action == "show":
        _show(options, output)
    elif options.action == "copy":
        count = copy_bundled_decks(options.folder, options.force)
        folder = printable(options.folder)
        output.note(f"Wrote {count - 1} decks and CONTENTS, their list, into {folder}")
    elif options.action == "make":
        _make(options, output)
    else:
        decks = bundled_decks()
        table = table_of("", ["Deck", "What it shows"], [*decks.items()])
        output.show(Page("Bundled decks", [table], document={"decks": decks}), options)
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
    add_players(show)
    copy = action("copy", "write the bundled decks into a folder")
    copy.add_argument("folder", metavar="FOLDER", help="made if it does not exist")
    copy.add("--force")
    make = action("make", "compose a deck that deals given hands", MAKE_HELP)
    make.add_argument("hands", nargs="+", metavar="HAND", help='such as "3: pair of aces"')
    make.add_argument("--anyone", action="store_true", help="let anyone else beat these players")
    make.add("--players", "--seed", "--save", "--notation", "--force")
    chosen = next((word for word in argv if not word.startswith("-")), "list")
    if chosen not in actions.choices:
        parser.error(f"ACTION: expected {one_of(actions.choices)}, got {quoted(chosen)}")
    return parser.parse_args(argv or ["list"])


def _make(options: argparse.Namespace, output: Output) -> None:
    requests = [Request.parse(text) for text in options.hands]
    random = Random(options.seed)
    deck = stacked_deck(requests, random, options.players, options.anyone)
    command = ["poker-table", "decks", "make", *options.hands, *["--anyone"] * options.anyone]
    again = the_same_again(shlex.join(command), seed=random.seed, players=options.players)
    wrote = ""
    if options.save is None:
        output.data(format_deck(deck, options.notation))
    else:
        write_deck(deck, options.save, options.notation, options.force)
        wrote = f"Wrote {printable(options.save)}. "
    output.note(f"{wrote}Seed {random.seed}. {again}")


def _show(options: argparse.Namespace, output: Output) -> None:
    deck = named_deck(options.deck, options.players, output)
    about = bundled_decks()[options.deck] if is_bundled(options.deck) else "a deck file"
    dealt = {f"Player {hand.player}": hand.dealt for hand in deal(deck)}
    dealt["Not dealt"] = deck.cards[deck.cards_dealt :]
    title = f"{printable(options.deck)}: {about}"
    table = table_of(title, ["Who", "Cards"], [*dealt.items()])
    in_words = {who: [*map(str, cards)] for who, cards in dealt.items()}
    document = {"deck": options.deck, "dealt": in_words}
    output.show(Page(title, [table], document=document), options)
