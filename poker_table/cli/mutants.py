"""`poker-table mutants TESTS`: score a file of test cases by the wrong evaluators it catches."""

from __future__ import annotations

import os

from poker_table.cli.parser import CommandParser, add_format
from poker_table.deck_file import read_deck
from poker_table.errors import RoundError, printable
from poker_table.grading.report_files import ReportFiles
from poker_table.grading.reports import REPORTS
from poker_table.grading.sheet import PASSED
from poker_table.mutants.score import MOST_CARDS, Score, example_lines, revealing, try_decks
from poker_table.rounds import Round, read_rounds
from poker_table.text_lines import shown_name, text_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from poker_table.cli.output import Output
    from poker_table.grading.sheet import Sheet

EXAMPLES = """\
  poker-table mutants tests.txt            lines of `hand ; hand`: which mistakes do they catch?
  poker-table mutants tests.txt --reveal   and which lines would catch the others?
  poker-table mutants --example            a model test file that catches every one
  poker-table mutants --decks my-decks     the same for a folder of deck files"""


def run(argv: list[str], output: Output) -> int:
    """Score the tests; return 1 if a mutant got away or a test could not be read."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.example:
        output.data(example_lines())
        return 0
    if (options.tests is None) is (options.decks is None):
        parser.error("expected a file of tests, or --decks FOLDER")
    reports = ReportFiles(options.report, options.force)
    bad = 0
    score = Score(listed=options.decks is None)
    if options.decks is not None:
        decks = {name: read_deck(os.path.join(options.decks, name)) for name in _files(options)}
        try_decks(score, {printable(name): deck for name, deck in decks.items()})
        count, subject = len(decks), shown_name(options.decks)
    else:
        count, bad = _try_lines(score, options.tests, output)
        subject = shown_name(options.tests)
    if not count + bad:
        expected = "lines of `hand ; hand`" if options.decks is None else "deck files, .txt"
        raise RoundError(f"{subject}: expected {expected}, got none")
    facts: dict[str, str | int] = {"tests": count, "unreadable": bad}
    sheet = score.sheet(subject, facts, _revelations(score) if options.reveal else {})
    reports.update([sheet], last=True)
    _show(sheet, options.format, output)
    return 0 if options.exit_zero or (sheet.outcome == PASSED and not bad) else 1


class _Lines:
    """The lines of a file one by one, and the number of the one that was read last."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0

    def __iter__(self) -> Iterator[list[str]]:
        for lines in text_lines(self.name):
            for line in lines:
                self.number += 1
                yield [line]


def _try_lines(score: Score, name: str, output: Output) -> tuple[int, int]:
    """Try every round of a file; return how many there were, and how many could not be tried."""
    tried = bad = 0
    lines = _Lines(name)
    for found in read_rounds(lines, shown_name(name)):
        if isinstance(found, RoundError):
            output.note(f"Error: {found}")
            bad += 1
        elif (most := max(len(holding.given) for holding in found.holdings)) > MOST_CARDS:
            where = f"{shown_name(name)}:{lines.number}"
            output.note(
                f"Error: {where}: expected a hand of at most {MOST_CARDS} cards, got {most}"
            )
            bad += 1
        else:
            score.try_on(f"line {lines.number}", [holding.given for holding in found.holdings])
            tried += 1
    return tried, bad


def _revelations(score: Score) -> dict[str, str]:
    """Return for each mutant that got away a line of the example that catches it."""
    example = example_lines().splitlines()
    rounds = [found for found in read_rounds([example]) if isinstance(found, Round)]
    tests = [
        (line.partition("#")[0].strip(), [holding.given for holding in found.holdings])
        for line, found in zip(example, rounds, strict=True)
    ]
    free = (mutant for mutant, caught_by in score.caught.items() if caught_by is None)
    return {mutant.name(): revealing(mutant, tests) for mutant in free}


def _files(options: argparse.Namespace) -> list[str]:
    try:
        names = sorted(entry.name for entry in os.scandir(options.decks) if entry.is_file())
    except OSError as error:
        raise RoundError(f"{shown_name(options.decks)}: cannot be read: {error.strerror}") from None
    return [name for name in names if name.endswith(".txt")]


def _show(sheet: Sheet, form: str | None, output: Output) -> None:
    form = form or output.default_format()
    if form == "json":
        output.data(REPORTS["json"]([sheet]))
    elif form == "table":
        from poker_table.show.terminal import console_on, draw_mutants

        draw_mutants(console_on(output.out), sheet)
    else:
        from poker_table.show.mutants import mutant_lines

        output.data(mutant_lines(sheet))


def _parser() -> CommandParser:
    parser = CommandParser("mutants", EXAMPLES)
    parser.add_argument("tests", nargs="?", metavar="TESTS", help="a file of rounds, - to read one")
    parser.add_argument("--decks", metavar="FOLDER", help="score the deck files in a folder")
    parser.add_argument("--example", action="store_true", help="print a model test file")
    parser.add_argument("--reveal", action="store_true", help="tell what was missed, and a line")
    parser.add_argument(
        "--report", action="append", default=[], metavar="KIND=FILE", help="write a report as well"
    )
    parser.add_argument("--force", action="store_true", help="replace a report that exists")
    parser.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 whatever the score is"
    )
    add_format(parser, "table", "plain", "json")
    return parser
