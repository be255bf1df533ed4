"""`poker-table mutants TESTS`: test cases scored by the wrong evaluators that they catch."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from itertools import chain, islice

from poker_table.cli.hands_in import ERRORS_OF_A_KIND, LINES_OF_HANDS, InputProgress, is_card
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser
from poker_table.compare.rounds import Round, read_rounds
from poker_table.files.deck_file import read_deck
from poker_table.files.text import COMMENT, SEPARATOR, shown_name, text_lines, unreadable
from poker_table.game.errors import DeckError, RoundError, printable
from poker_table.game.table import deal
from poker_table.grading.platforms import ReportFiles
from poker_table.grading.sheet import FAILED, PASSED, Item, Sheet, document_of
from poker_table.mutants.result import mutants_page
from poker_table.mutants.score import MOST_CARDS, Outcome, Score, example_lines

EXAMPLES = """\
  poker-table mutants tests.txt            lines of `hand ; hand`: which mistakes do they catch?
  poker-table mutants tests.txt --reveal   and which lines would catch the others?
  poker-table mutants --example            a model test file that catches every one
  poker-table mutants --decks my-decks     the same for a folder of deck files"""

LINES_LOOKED_AT = 100
FOR_A_PROGRAM = "`poker-table mutants` scores a file of tests; `poker-table grade` marks a program."


def run(argv: list[str], output: Output) -> int:
    """Score the tests; return 1 if a mutant got away or a test could not be read."""
    options = _options(argv)
    if options.example:
        output.data(example_lines())
        return 0
    output.check(options)
    reports = ReportFiles(options.report, options.force)
    score = Score(listed=options.decks is None)
    if options.decks is None:
        _try_lines(score, options.tests, output)
    else:
        _try_decks(score, options.decks)
    subject = shown_name(options.decks or options.tests)
    outcomes = score.outcomes(options.reveal)
    sheet = _sheet(subject, score, outcomes)
    reports.write([sheet])
    output.show(mutants_page(subject, score, outcomes, document_of([sheet])), options)
    passed = sheet.score == len(outcomes) and not score.unreadable
    return 0 if options.exit_zero or passed else 1


def _sheet(subject: str, score: Score, outcomes: list[Outcome]) -> Sheet:
    """Return the mark sheet for the platforms' reports: a point for each mutant."""
    items = tuple(
        Item(
            each.name, each.told, 1, int(each.caught), PASSED if each.caught else FAILED, each.text
        )
        for each in outcomes
    )
    return Sheet(subject, items, facts={"tests": score.tests, "unreadable": score.unreadable})


def _try_lines(score: Score, name: str, output: Output) -> None:
    """Try every line of a file, and report those that cannot be tried."""
    shown, progress = shown_name(name), InputProgress(output, "tests")
    lines = _lines_of_tests(text_lines(name, progress), shown)
    rounds = read_rounds(lines, shown, "semicolon")
    tests = (_test(found, shown) for found in rounds)
    for test in progress.checked(tests, shown, LINES_OF_HANDS):
        if isinstance(test, Round):
            score.try_on(f"line {test.line}", [holding.given for holding in test.holdings])
    score.unreadable = progress.bad


def _lines_of_tests(lines: Iterator[str], name: str) -> Iterator[str]:
    """Return the lines. Raises RoundError if many come first and no hand: it is another file."""
    first = list(islice(lines, LINES_LOOKED_AT))
    written = [line for line in first if line.partition(COMMENT)[0].strip()]
    if len(written) > ERRORS_OF_A_KIND and not any(map(_has_cards, written)):
        got = f"got no hand in the first {len(first)} lines"
        raise RoundError(f"{name}: expected {LINES_OF_HANDS}, {got}\n{FOR_A_PROGRAM}")
    return chain(first, lines)


def _has_cards(line: str) -> bool:
    """Return whether a line has two cards or more; one may be the `as` of a program."""
    return sum(map(is_card, line.replace(SEPARATOR, " ").replace(",", " ").split())) > 1


def _test(found: Round | RoundError, name: str) -> Round | RoundError:
    """Return what is found, or an error where a hand has too many cards to be tried."""
    if isinstance(found, Round):
        most = max(len(holding.given) for holding in found.holdings)
        if most > MOST_CARDS:
            expected = f"expected a hand of at most {MOST_CARDS} cards, got {most}"
            return RoundError(f"{name}:{found.line}: {expected}")
    return found


def _try_decks(score: Score, folder: str) -> None:
    """Try the table of every deck file in a folder."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    except OSError as error:
        raise unreadable(folder, error) from None
    for name in names:
        if name.endswith(".txt"):
            hands = deal(read_deck(os.path.join(folder, name)))
            score.try_on(printable(name), [hand.dealt for hand in hands])
    if not score.tests:
        raise DeckError(f"{shown_name(folder)}: expected deck files, .txt, got none")


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("mutants", EXAMPLES)
    parser.add_argument(
        "tests", nargs="?", metavar="TESTS", help="a file of tests, or - for standard input"
    )
    parser.add_argument("--decks", metavar="FOLDER", help="score the deck files in a folder")
    parser.add_argument("--example", action="store_true", help="print a model test file")
    parser.add_argument("--reveal", action="store_true", help="tell what was missed, and a line")
    parser.add("--report", "--format", "--export", "--force", "--exit-zero")
    options = parser.parse_args(argv)
    if not options.example and (options.tests is None) is (options.decks is None):
        parser.error("expected a file of tests, or --decks FOLDER")
    return options
