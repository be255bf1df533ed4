"""`poker-table --step`: the steps of a deal on a terminal, forward and back by keys."""

from __future__ import annotations

import sys
from argparse import Namespace

from poker_table.cli.output import Output
from poker_table.cli.screen import QUIT, Screen, can_take_over
from poker_table.cli.show_page import show_page, show_pages
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown
from poker_table.lesson.chances import with_chances
from poker_table.lesson.showdown import showdown_page
from poker_table.lesson.steps import only_highlighted_rows, steps
from poker_table.show.page import Page

# The escape sequences are the arrows, and Page Up and Page Down, which presentation remotes send.
FORWARD = {"\r", "\n", " ", "f", "\x1b[C", "\x1b[B", "\x1b[6~"}
BACK = {"b", "\x1b[D", "\x1b[A", "\x1b[5~"}
KEYS = "Enter next  q end  b back"


def step_through(
    showdown: Showdown, source: dict[str, int | str], deck: Deck, options: Namespace, output: Output
) -> None:
    """Show the steps of a deal one by one; without a terminal, show all of them at once."""
    pages = steps(showdown)

    def page(number: int) -> Page:
        """Add its chances to a step. They take long, so only steps that are shown get them."""
        return with_chances(pages[number - 1], deck, number - 1)

    on_screen = output.form == "table" and can_take_over(sys.stdin, output.out)
    if options.export or (options.format == "table" and not on_screen):
        show_pages([page(number) for number in range(1, len(pages) + 1)], output)
    elif not on_screen:
        output.format = "words" if output.form == "words" else "plain"
        show_pages([*map(only_highlighted_rows, pages)], output)
    else:
        from poker_table.show.table import screen_lines  # slow to load

        step, key = 1, ""
        with Screen(sys.stdin, output.out) as screen:
            while step <= len(pages) and key not in QUIT:
                screen.draw(screen_lines(output.out, page(step), KEYS))
                key = screen.key(options.delay)
                step = max(step + (key in FORWARD) - (key in BACK), 1)
        if step > len(pages):
            show_page(showdown_page(showdown, source), output)
