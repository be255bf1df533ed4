"""`poker-table --step`: the steps of a deal, one below the other."""

from __future__ import annotations

import sys
import time
from argparse import Namespace

from poker_table.cli.output import Output
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown

NEXT = "Enter shows the next step, Ctrl-C ends."


def step_waits(output: Output) -> bool:
    """Return whether the next step waits for Enter: on a terminal that shows tables."""
    return output.form == "table" and output.on_terminal and bool(sys.stdin and sys.stdin.isatty())


def step_through(showdown: Showdown, deck: Deck, options: Namespace, output: Output) -> None:
    """Show the steps of a deal; on a terminal each waits for Enter, or for `--delay` seconds."""
    from poker_table.lesson.chances import with_chances  # slow to import
    from poker_table.lesson.steps import only_highlighted_rows, steps

    waits = step_waits(output)
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
