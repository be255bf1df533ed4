"""The deal as a lesson: into files, step by step, or as questions to a class."""

from __future__ import annotations

import sys

from poker_table.cli.shown import show_steps, show_view
from poker_table.deck import Deck
from poker_table.rng import Random
from poker_table.show.steps import steps
from poker_table.show.view import showdown_view
from poker_table.table import Showdown, deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from poker_table.cli.deal import Options
    from poker_table.cli.output import Output


def give(
    showdown: Showdown, source: dict[str, int | str], options: Options, output: Output
) -> None:
    """Do what --ask, --export or --step asks for."""
    if options.ask:
        from poker_table.cli.ask import ask

        form = options.format or output.default_format()
        ask(_tables(showdown, source, options.players), form, output)
    elif options.export is not None:
        from poker_table.cli.export import export

        whole = showdown_view(showdown, source, options.explain)
        views = steps(showdown) if options.step else [whole]
        export(views, options.export, options.format == "words", options.force, output)
    else:
        _step(showdown, source, options, output)


def _tables(
    showdown: Showdown, source: dict[str, int | str], players: int
) -> Iterator[tuple[Showdown, dict[str, int | str]]]:
    """Yield the table, and if it came from a seed, those of the seed's next deals."""
    yield showdown, source
    while "seed" in source:
        source = {"seed": source["seed"], "deal": int(source["deal"]) + 1}
        deck = Deck()
        deck.shuffle(Random(int(source["seed"]), int(source["deal"])))
        yield Showdown(deal(deck, players)), source


def _step(
    showdown: Showdown, source: dict[str, int | str], options: Options, output: Output
) -> None:
    form = options.format or output.default_format()
    if form != "table":
        show_steps(steps(showdown), form, output)
        return
    from poker_table.cli.screen import can_be_taken

    if not can_be_taken(sys.stdin, output.out):
        show_steps(steps(showdown), "plain", output)
        return
    from poker_table.cli.step import walk_through

    if walk_through(steps(showdown), options.delay, output):
        show_view(showdown_view(showdown, source), form, output)
