"""`poker-table compare`: hands against hands, one round or a million."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from poker_table.cli.hands_in import Waiting, check_hands, hands_in
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser
from poker_table.compare.document import rounds_as_document
from poker_table.compare.result import rounds_as_lines, summary_line
from poker_table.compare.rounds import LAYOUTS, SEPARATOR, Round, Summary, read_rounds
from poker_table.compare.test_eval import round_as_test_eval
from poker_table.compare.validator import round_as_block
from poker_table.game.errors import RoundError

EXAMPLES = """\
  poker-table compare 'Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c'
                                                two hands of five cards or more
  poker-table compare rounds.txt                a round on each line, or on two
  poker-table compare rounds.txt --summary      only how often each side wins
  poker-table compare - --format test-eval      as the course's test-eval writes it"""


def run(argv: list[str], output: Output) -> int:
    """Compare the hands of each round; return 1 if a round was bad."""
    options = _options(argv)
    waiting, summary = Waiting(output, "rounds"), Summary()
    name, lines = hands_in(options.hands, waiting, between=SEPARATOR)
    found = _counted(
        waiting.noted(read_rounds(lines, name, options.layout), options.strict), summary
    )
    form = options.format or output.default_format()
    if options.summary:
        for _ in found:
            pass
        output.data(summary_line(summary) + "\n")
    else:
        output.texts(_texts(form, found, summary, options.explain), form)
    return 1 if summary.invalid else 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("compare", EXAMPLES)
    parser.add("hands")
    layouts = "; ".join(f"{name}: {about}" for name, about in LAYOUTS.items())
    parser.add_argument(
        "--layout", choices=LAYOUTS, help=f"{layouts} (default: what the lines look like)"
    )
    formats = "table", "plain", "words", "json", "test-eval", "rounds"
    parser.add("--format", choices=formats)
    parser.add_argument("--summary", action="store_true", help="only the line at the end")
    parser.add("--explain", "--strict")
    options = parser.parse_args(argv)
    check_hands(options.hands, parser)
    return options


def _counted(found: Iterable[Round | RoundError], summary: Summary) -> Iterator[Round | RoundError]:
    for round_or_error in found:
        summary.count(round_or_error)
        yield round_or_error


def _texts(
    form: str, found: Iterable[Round | RoundError], summary: Summary, explain: bool
) -> Iterable[str]:
    """Return what there is to write, piece by piece."""
    if form == "json":
        return rounds_as_document(found, summary, explain)
    rounds = (each for each in found if not isinstance(each, RoundError))
    if form == "rounds":
        return (round_as_block(each, explain) for each in rounds)
    if form == "test-eval":
        return map(round_as_test_eval, rounds)
    return rounds_as_lines(rounds, summary, explain)
