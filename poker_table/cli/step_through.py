"""`poker-table --step`: the steps of a deal, one below the other."""

from __future__ import annotations

import sys
import time
from argparse import Namespace

from poker_table.cli.output import Output
from poker_table.cli.show_page import show_page
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown
from poker_table.lesson.chances import with_chances
from poker_table.lesson.steps import only_highlighted_rows, steps

NEXT = "Enter shows the next step, Ctrl-C ends."


def step_through(showdown: Showdown, deck: Deck, options: Namespace, output: Output) -> None:
    """Show the steps of a deal; on a terminal each waits for Enter, or for `--delay` seconds."""
    waits = output.form == "table" and output.on_terminal and sys.stdin.isatty()
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
            show_page(with_chances(page, deck, number), output)
            if waits and not number and options.delay is None:
                output.message(NEXT)
        else:
            show_page(only_highlighted_rows(page), output)
