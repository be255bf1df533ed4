"""`poker-table evaluate`: what hands of five cards or more are."""

from __future__ import annotations

import argparse

from poker_table.cli.hands_in import Waiting, check_hands, hands_in
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser
from poker_table.compare.document import hands_as_document
from poker_table.compare.result import hands_as_lines
from poker_table.compare.rounds import read_hands
from poker_table.game.card import SUIT_SYMBOLS

EXAMPLES = """\
  poker-table evaluate A♠ A♥ A♦ A♣ K♥           one hand
  poker-table evaluate 'AS KS QS JS TS' '2c 3d 4h 5s As 9c 9d'
                                                hands of five cards or more
  poker-table evaluate hands.txt --explain      a hand a line, and how it is read
  poker-table evaluate - < hands.txt"""


def run(argv: list[str], output: Output) -> int:
    """Evaluate the hands; return 1 if a line was bad."""
    options = _options(argv)
    waiting = Waiting(output, "hands")
    name, lines = hands_in(options.hands, waiting)
    found = waiting.noted(read_hands(lines, name), options.strict)
    form = options.format or output.default_format()
    if form == "json":
        texts = hands_as_document(found, options.explain)
    else:
        symbols = form == "plain" and output.can_write(SUIT_SYMBOLS)
        texts = hands_as_lines(found, symbols, options.explain)
    output.texts(texts, form)
    return 1 if waiting.bad else 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("evaluate", EXAMPLES)
    parser.add("hands")
    parser.add("--format", choices=("table", "plain", "words", "json"))
    parser.add("--explain", "--strict")
    options = parser.parse_args(argv)
    check_hands(options.hands, parser)
    return options
