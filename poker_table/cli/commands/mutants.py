"""`poker-table mutants TESTS`: score test cases by how many wrong evaluators they catch."""

from __future__ import annotations

import os
import re
import shlex
from argparse import Namespace

from poker_table.cli.hand_input import InputProgress, is_hands, read_lines, refuse_bundled_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, excludes, needs
from poker_table.cli.progress import HowFar
from poker_table.cli.reports import report_files
from poker_table.compare.rounds import Round, read_rounds
from poker_table.files.deck_file import read_deck
from poker_table.files.text import FileError, paths_in_folder, shown_name
from poker_table.game.errors import DeckError, printable
from poker_table.game.table import deal
from poker_table.grading.intake.entries import Entry, with_unique_names
from poker_table.grading.results.folder import Marking, Results, failed_sheet, fingerprint
from poker_table.grading.results.pages import batch_page
from poker_table.grading.results.platforms import write_reports
from poker_table.grading.results.words import summary_line
from poker_table.grading.sheet import ERROR, FAILED, PASSED, Item, Sheet
from poker_table.hands.best_five import Holding
from poker_table.hands.in_a_line import RoundError
from poker_table.mutants.score import EXAMPLE, MOST_CARDS, Score, mutants_page
from poker_table.mutants.wrong import MUTANTS

EXAMPLES = (
    ("poker-table mutants tests.txt", "which mistakes do its lines catch?"),
    ("poker-table mutants --example", "a test file that catches all"),
    ("poker-table mutants --batch submissions --into results", "score every file of a folder"),
)

RULES = (
    excludes(
        "--example", "TESTS", "--decks", "--reveal", "--order", "--batch", "--into", "--report",
        "--format", "--export", "--exit-zero", why="it only prints a file",
    ),
    excludes("TESTS", "--decks", "--batch"),
    excludes("--decks", "--batch"),
    excludes("--decks", "--order", why="a table does not show the order of the five cards"),
    needs("--batch", "--into"),
    needs("--into", "--batch"),
)  # fmt: skip
LARGEST_FILE = 2**20  # bytes of a file in a batch: more tests than anybody writes by hand
A_TEST = "A test is a line of two hands: '7H 9D 9H 9S TS ; AH AD 6S 5S 3D'."
# Words that name the winner after the two hands: students add them, but none is needed.
WINNER = re.compile(
    "tie[sd]?|draws?|w[io]n\\w*|first|second|left|right|(player|hand|[ph])?[0-2]?|[-<>=]+",
    re.IGNORECASE,
)
# Where such a word can stand: (hand, card) numbers.
WINNER_POSITIONS = {(hand, card) for hand in (1, 2) for card in range(6, 11)} | {(3, 1)}
LEAVE_IT_OUT = " (leave it out: the program works out who wins)"


def run(argv: list[str], output: Output) -> int:
    """Score the tests; return 1 if they miss a mutant or one of them cannot be read.

    Return 3 if a file of a class cannot be scored.
    """
    options = _options(argv, output)
    if options.example:
        output.write(EXAMPLE)
        return 0
    reports = report_files(options.report, options.force, many=options.batch is not None)
    if options.batch is not None:
        sheets = _batch(options, output)
        page = batch_page(sheets)
    else:
        subject = shown_name(options.decks or options.tests)
        if options.decks is not None:
            score = _score_decks(options.decks)
        else:
            score = _score_lines(options.tests, options.order, output)
        sheets = [_sheet(subject, score, options.reveal)]
        page = mutants_page(subject, score, score.outcomes(options.reveal))
    write_reports(reports, sheets)
    output.show(page)
    passed = all(s.outcome == PASSED and not s.facts.get("unreadable") for s in sheets)
    if options.exit_zero or passed:
        return 0
    return 3 if any(sheet.outcome == ERROR for sheet in sheets) else 1


def _options(argv: list[str], output: Output) -> Namespace:
    parser = CommandParser("mutants", EXAMPLES, RULES)
    about = "a file of tests, `hand ; hand` on each line, or -"
    parser.option("tests", "TESTS", about, nargs="?")
    parser.option("--example", "", "print a model test file")
    parser.option("--reveal", "", "name what is missed, each with a line that catches it")
    parser.option("--decks", "FOLDER", "score the deck files in a folder")
    parser.option("--order", "", "also score mistakes in the order of the five cards")
    parser.section("more options for a class")
    parser.option("--batch", "FOLDER", "score every test file in a folder")
    parser.option("--into", "RESULTS", "with --batch: write letters and marks to this folder")
    parser.section("more options for other programs")
    parser.add("--report", "--exit-zero", "--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    if not options.example and {options.tests, options.decks, options.batch} == {None}:
        parser.error("expected one of: a file of tests, --decks FOLDER, --batch FOLDER, --example")
    return options


def _batch(options: Namespace, output: Output) -> list[Sheet]:
    """Score each new or changed entry of a folder; write the students' letters and the marks."""
    paths = [p for p in paths_in_folder(options.batch) if os.path.isfile(p) or os.path.isdir(p)]
    if not paths:
        raise FileError(expected="test files", got="none", name=shown_name(options.batch))
    entries = with_unique_names(Entry(os.path.basename(path), path) for path in paths)
    results, sheets = Results(options.into, "mutants"), list[Sheet]()
    most = sum(options.order or mutant.needs != "order" for mutant in MUTANTS)
    results.match_marks(entries, most)
    for line in results.unknown_marks(entries):
        output.message(line)
    for number, entry in enumerate(entries):
        output.progress(HowFar(number, len(entries), "submissions"))
        name = entry.name
        current = fingerprint(entry.path, options.reveal, options.order)
        if not results.is_finished(name, current):
            files = dict[str, str]()
            sheet = _marked(entry, files, options, output)
            sheet = results.finish(Marking(sheet, current, files))
            output.message(summary_line(sheet))
        sheets.append(results.current_sheet(Sheet(name, ())))
    results.write_class(sheets)
    return sheets


def _marked(entry: Entry, files: dict[str, str], options: Namespace, output: Output) -> Sheet:
    """Return the sheet of a test file or deck folder; if marking fails, the sheet says why."""
    name, path = entry.name, entry.path
    try:
        if os.path.isdir(path):
            score = _score_decks(path)
        elif (size := os.path.getsize(path)) > LARGEST_FILE:
            got = f"{size:,} bytes"
            raise FileError(expected="a file of at most 1 MiB", got=got, name=shown_name(path))
        else:
            score = _score_lines(path, options.order, output)
    except Exception as error:
        return failed_sheet(Sheet(name, ()), error, files)
    return _sheet(name, score, options.reveal)


def _sheet(subject: str, score: Score, reveal: bool) -> Sheet:
    """Return the mark sheet for the platforms' reports, with one point for each mutant."""
    items = (
        Item(o.name, o.told, 1, int(o.caught), PASSED if o.caught else FAILED, o.verdict)
        for o in score.outcomes(reveal)
    )
    facts: dict[str, str | int] = {"tests": score.tests, "unreadable": score.unreadable}
    facts |= {"the_example's": score.copied} if score.copied else {}
    return Sheet(subject, tuple(items), facts=facts)


def _score_lines(name: str, order: bool, output: Output) -> Score:
    label = shown_name(name)
    if is_hands(name):
        got = f"hands: echo {shlex.quote(name)} | poker-table mutants -"
        raise FileError(expected="a file of tests", got=got, name="command line")
    if os.path.isdir(name):
        got = "a folder\nUse `poker-table mutants --decks FOLDER` to score a folder of deck files."
        raise FileError(expected="a file of tests", got=got, name=label)
    refuse_bundled_deck(name, "a file of tests")
    score, progress = Score(check_order=order), InputProgress(output, "tests")
    rounds = read_rounds(read_lines(name, progress, A_TEST), label, "semicolon")
    tests = (_test(test, label) for test in rounds)
    for test in progress.checked(tests, label):
        if isinstance(test, Round):
            score.add_test(f"line {test.line}", test.holdings)
    score.unreadable = progress.bad
    return score


def _test(test: Round | RoundError, name: str) -> Round | RoundError:
    """Return the test, or an error if a hand has too many cards or the line names the winner."""
    if isinstance(test, Round):
        most = max(map(len, test.holdings))
        if most > MOST_CARDS:
            expected = f"a hand of at most {MOST_CARDS} cards"
            return RoundError(expected=expected, got=most, name=name, line=test.line)
    elif (test.hand, test.card) in WINNER_POSITIONS and WINNER.fullmatch(str(test.given)):
        return RoundError(test, hint=LEAVE_IT_OUT)
    return test


def _score_decks(folder: str) -> Score:
    """Return the score of the deck files in a folder: each is dealt, and is one test."""
    score = Score(rounds=False)
    for path in paths_in_folder(folder):
        if path.endswith(".txt") and os.path.isfile(path):
            hands, name = deal(read_deck(path)), printable(os.path.basename(path))
            score.add_test(name, [Holding.of(hand.dealt) for hand in hands])
    if not score.tests:
        raise DeckError(expected="deck files, .txt", got="none", name=shown_name(folder))
    return score
