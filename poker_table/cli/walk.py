"""`poker-table --step`: the deal on a terminal, forward and back by the keys."""

from __future__ import annotations

import sys
from argparse import Namespace

from poker_table.cli.output import Output
from poker_table.cli.screen import Screen, can_be_taken
from poker_table.game.deck import Deck
from poker_table.game.table import Showdown
from poker_table.lesson.chances import with_chances
from poker_table.lesson.showdown import showdown_page
from poker_table.lesson.steps import steps, what_happens
from poker_table.show.page import Page

# Arrows, and the page keys that the buttons of a presenter send.
FORWARD = {"\r", "\n", " ", "f", "\x1b[C", "\x1b[B", "\x1b[6~"}
BACK = {"b", "\x1b[D", "\x1b[A", "\x1b[5~"}
ERASE, OUT, MORE = {"\x7f", "\b"}, {"q", "\x04"}, "m"
KEYS = "Enter on  q out  b back  number jumps"


def walk(
    showdown: Showdown, source: dict[str, int | str], deck: Deck, options: Namespace, output: Output
) -> None:
    """Show the steps of a deal as the keys ask for them, or in a row where no key can be read."""
    pages = steps(showdown)

    def page(number: int) -> Page:  # a chance takes its time: it is found when its step is shown
        return with_chances(pages[number - 1], deck, number - 1)

    if options.export:
        output.show_all([page(number) for number in range(1, len(pages) + 1)], options)
    elif output.form(options) != "table" or not can_be_taken(sys.stdin, output.out):
        options.format = "words" if output.form(options) == "words" else "plain"
        output.show_all([*map(what_happens, pages)], options)
    else:
        from poker_table.show.table import filling_lines  # slow to load

        at = Walk(len(pages))
        with Screen(sys.stdin, output.out) as screen:
            while not at.over:
                keys = f"Jump to step {at.typed}: Enter" if at.typed else KEYS
                shown = filling_lines(output.out, page(at.step), keys, at.more)
                screen.draw(shown)
                at.press(screen.key(None if at.typed else options.delay))
        if at.finished:
            output.show(showdown_page(showdown, source), options)


class Walk:
    r"""Where one is among some steps, and what the keys do.

    >>> walk = Walk(71)
    >>> for key in "\n\nb50\n":
    ...     walk.press(key)
    >>> walk.step, walk.over
    (50, False)
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.step = 1
        self.typed = ""
        self.more = 0  # how many times more was asked of a step that is too long for the terminal
        self.over = self.finished = False  # finished: its last step was left forward

    def press(self, key: str) -> None:
        """Do what a key means; one that means nothing does nothing."""
        typed, self.typed = self.typed, ""
        more, self.more = self.more, 0
        if key.isascii() and key.isdecimal():
            self.typed = (typed + key)[-len(str(self.count)) :]
        elif key in ERASE:
            self.typed = typed[:-1]
        elif key in FORWARD:
            self.step = min(max(int(typed), 1), self.count) if typed else self.step + 1
        elif key in BACK:
            self.step = max(self.step - 1, 1)
        elif key == MORE:
            self.more = more + 1
        elif not key:  # the size has changed
            self.typed, self.more = typed, more
        self.finished = self.step > self.count
        self.over = key in OUT or self.finished
