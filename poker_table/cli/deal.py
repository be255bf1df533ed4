"""`poker-table [DECK]`: deal ten hands and show them best to worst."""

from __future__ import annotations

from poker_table.cli.named_deck import named_deck
from poker_table.cli.output import Output
from poker_table.deck import Deck
from poker_table.deck_file import write_deck
from poker_table.rng import Random
from poker_table.table import MOST_PLAYERS, Showdown, deal


class Options:
    """What can be said on the command line, and what holds when it is not."""

    deck: str | None = None
    seed: int | None = None
    deal: int | None = None
    players = MOST_PLAYERS
    format: str | None = None
    explain = False
    step = False
    delay: float | None = None
    ask = False
    export: str | None = None
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
    if options.export is not None:
        from poker_table.cli.export import export

        export(showdown, source, options, output)
    else:
        _show(showdown, source, options, output)
    return 0


def _options(argv: list[str]) -> Options:
    """Parse the arguments; the commonest two lines need no argparse, half of the start-up time."""
    options = Options()
    if len(argv) == 1 and not argv[0].startswith("-"):
        options.deck = argv[0]
    elif argv:
        from poker_table.cli.deal_parser import parse

        parse(argv, options)
    return options


def _deck(options: Options, output: Output) -> tuple[Deck, dict[str, int | str]]:
    """Return the deck to deal from, and where it came from."""
    if options.deck is not None:
        return named_deck(options.deck, options.players, output), {"deck": options.deck}
    random = Random(options.seed, options.deal or 0)
    again = f"poker-table --seed {random.seed}"
    again += f" --deal {random.deal}" if random.deal else ""
    again += f" --players {options.players}" if options.players != MOST_PLAYERS else ""
    output.note(f"Seed {random.seed}, deal {random.deal}. The same table again: {again}")
    return Deck.shuffled(random), {"seed": random.seed, "deal": random.deal}


def _show(
    showdown: Showdown, source: dict[str, int | str], options: Options, output: Output
) -> None:
    form = options.format or output.default_format()
    if options.ask:
        from poker_table.cli.ask import ask

        ask(showdown, source, options.players, form, output)
    elif options.step:
        from poker_table.cli.walk import walk

        walk(showdown, source, options.delay, form, output)
    else:
        _best_to_worst(showdown, source, options.explain, form, output)


def _best_to_worst(
    showdown: Showdown, source: dict[str, int | str], explain: bool, form: str, output: Output
) -> None:
    if form == "plain" and not explain:
        output.data(f"{showdown}\n")
    elif form == "json":
        from poker_table.show.document import showdown_document

        output.data(showdown_document(showdown, source, explain))
    else:
        from poker_table.cli.shown import show_view
        from poker_table.show.view import showdown_view

        show_view(showdown_view(showdown, source, explain), form, output)
