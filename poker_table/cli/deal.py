"""`poker-table [DECK]`: deal ten hands and show them best to worst."""

from __future__ import annotations

from poker_table.deck_file import read_deck, write_deck
from poker_table.errors import DeckNotFoundError, printable
from poker_table.show.lines import showdown_lines
from poker_table.table import MOST_PLAYERS, Showdown, deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.cli.output import Output
    from poker_table.deck import Deck

EXAMPLES = """\
  poker-table                          deal a random table
  poker-table three.txt                deal from a deck file, or from a bundled deck
  poker-table three.txt --explain      say how each hand was read, and why it wins
  poker-table --seed 7 --deal 3        deal number 3 of seed 7: the same table for ever
  poker-table --seed 7 --save my.txt   keep the deck as a file for other programs"""


class Options:
    """What can be said on the command line, and what holds when it is not."""

    deck: str | None = None
    seed: int | None = None
    deal: int | None = None
    players = MOST_PLAYERS
    format: str | None = None
    explain = False
    save: str | None = None
    notation = False
    force = False


def run(argv: list[str], output: Output) -> int:
    """Deal, evaluate, sort, show."""
    options = _options(argv)
    deck, source = _deck(options, output)
    if options.save is not None:
        write_deck(deck, options.save, options.notation, options.force)
    showdown = Showdown(deal(deck, options.players))
    _show(showdown, source, options, output)
    return 0


def _options(argv: list[str]) -> Options:
    """Parse the arguments; the commonest two lines need no argparse, half of the start-up time."""
    options = Options()
    if not argv:
        return options
    if len(argv) == 1 and not argv[0].startswith("-"):
        options.deck = argv[0]
        return options
    return _parsed(argv, options)


def _parsed(argv: list[str], options: Options) -> Options:
    from poker_table.cli.parser import (
        CommandParser,
        add_deck_writing,
        add_format,
        add_players,
        add_seed,
        whole_number,
    )
    from poker_table.rng import LARGEST_DEAL

    parser = CommandParser("deal", EXAMPLES)
    parser.add_argument(
        "deck", nargs="?", metavar="DECK", help="a deck file, a bundled deck, or - to read one"
    )
    add_seed(parser)
    parser.add_argument(
        "--deal", type=whole_number(0, LARGEST_DEAL), metavar="I", help="deal number I of the seed"
    )
    add_players(parser)
    add_format(parser, "table", "plain", "words", "json")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say how each hand was read and why it beats the next",
    )
    add_deck_writing(parser)
    parser.parse_args(argv, namespace=options)
    if options.deck is not None and (options.seed is not None or options.deal is not None):
        parser.error("a deck file is dealt as it is: --seed and --deal do not go with it")
    return options


def _deck(options: Options, output: Output) -> tuple[Deck, dict[str, int | str]]:
    """Return the deck to deal from, and where it came from."""
    if options.deck is not None:
        return _deck_from_file(options.deck), {"deck": options.deck}
    from poker_table.deck import Deck
    from poker_table.rng import Random

    random = Random(options.seed, options.deal or 0)
    deck = Deck()
    deck.shuffle(random)
    again = f"poker-table --seed {random.seed}"
    again += f" --deal {random.deal}" if random.deal else ""
    again += f" --players {options.players}" if options.players != MOST_PLAYERS else ""
    output.note(f"Seed {random.seed}, deal {random.deal}. The same table again: {again}")
    return deck, {"seed": random.seed, "deal": random.deal}


def _deck_from_file(name: str) -> Deck:
    try:
        return read_deck(name)
    except DeckNotFoundError as error:
        from poker_table.cli.nearest import what_was_meant

        raise DeckNotFoundError(f"{error}\n{what_was_meant(name)}") from None


def _show(
    showdown: Showdown, source: dict[str, int | str], options: Options, output: Output
) -> None:
    form = options.format or output.default_format()
    if form == "plain" and not options.explain:
        output.data(showdown_lines(showdown))
    elif form == "json":
        from poker_table.show.document import showdown_document

        output.data(showdown_document(showdown, source, options.explain))
    else:
        from poker_table.cli.shown import show_view
        from poker_table.show.view import showdown_view

        show_view(showdown_view(showdown, _title(source), options.explain), form, output)


def _title(source: dict[str, int | str]) -> str:
    named = ", ".join(f"{key} {printable(str(value))}" for key, value in source.items())
    return f"Showdown of {named}: best hand first"
