"""`poker-table grade PROGRAM`: run a student's program on the decks and say what is wrong."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator

from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, add_format, whole_number
from poker_table.errors import FileError, MarkerError, RubricError
from poker_table.grading.batch import Task, mark_all, submissions_in
from poker_table.grading.marking import Marking, decks_to_try
from poker_table.grading.reports import REPORTS, ReportFiles
from poker_table.grading.rubric import DEFAULT_POINTS, read_rubric
from poker_table.grading.runner import SCRATCH, Limits, Runner
from poker_table.grading.sandbox import LEVELS, level_in_force
from poker_table.grading.sheet import ERROR, PASSED, Sheet
from poker_table.grading.submission import DECK, common_suffix, from_command_line
from poker_table.rng import LARGEST_SEED

EXAMPLES = """\
  poker-table grade ./PokerEval                    run it on every deck, twice
  poker-table grade python3 mine.py                any language: the deck file comes last
  poker-table grade java Poker --in {deck}         or where {deck} stands
  poker-table grade --report junit=out.xml ./Poker write a report as well
  poker-table grade --batch submissions --compile 'g++ -o Poker *.cpp' ./Poker"""
MARKER_FAILED = 3


def run(argv: list[str], output: Output) -> int:
    """Mark one program, or a folder of them; the exit code says whether all passed."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.command[:1] == ["--"]:
        del options.command[0]
    if not options.command or DECK in options.command[0]:
        parser.error("expected a program to run, such as ./PokerEval")
    if options.batch is None and options.compile:
        parser.error("--compile goes with --batch: compile a single program yourself")
    if options.batch is not None and options.needs:
        parser.error("--needs does not go with --batch: a submission's folder is copied whole")
    try:
        sheets = _sheets(options, output)
    except (RubricError, FileError) as error:  # elsewhere 1; here that says that something failed
        raise MarkerError(str(error)) from None
    _show(sheets, options, output)
    failures = {sheet.outcome for sheet in sheets} - {PASSED}
    if options.exit_zero or not failures:
        return 0
    return MARKER_FAILED if ERROR in failures else 1


def _sheets(options: argparse.Namespace, output: Output) -> list[Sheet]:
    """Mark what is to be marked, the reports being up to date from the first result to the last."""
    reports = ReportFiles(options.report, options.force, many=options.batch is not None)
    sheets: list[Sheet] = []
    try:
        for sheets, done in _marked(options):
            reports.update(sheets)
            if output.is_watched:
                output.progress(done)
    finally:
        if output.is_watched:
            output.progress("")
        reports.update(sheets, last=True)
    return sheets


def _marked(options: argparse.Namespace) -> Iterator[tuple[list[Sheet], str]]:
    """Yield the sheets so far, and what was done, over and over until all are complete."""
    points = read_rubric(options.rubric) if options.rubric else DEFAULT_POINTS
    level = level_in_force(options.sandbox)
    decks = decks_to_try(options.random, options.seed)
    facts: dict[str, str | int] = {"sandbox": level, "decks": len(decks), "seed": options.seed}
    limits = Limits(seconds=options.timeout)
    if options.batch is not None:
        paths = submissions_in(options.batch)
        suffix = common_suffix(paths)
        task = Task(options.command, options.compile, decks, points, level, limits, facts, suffix)
        sheets = []
        for sheet in mark_all(task, paths, options.workers):
            sheets.append(sheet)
            yield sheets, f"{len(sheets)} of {len(paths)} submissions"
        return
    with tempfile.TemporaryDirectory(prefix=SCRATCH) as folder:
        submission = from_command_line(options.command, options.needs, folder)
        marking = Marking(submission, decks, points, Runner(folder, level, limits))
        for name in marking.steps():
            yield [marking.sheet(facts)], f"tried with {name}"
        yield [marking.sheet(facts)], ""


def _show(sheets: list[Sheet], options: argparse.Namespace, output: Output) -> None:
    form = options.format or output.default_format()
    if form == "json":
        output.data(REPORTS["json"](sheets))
    elif form == "table":
        from poker_table.show.terminal import console_on, draw_batch, draw_sheet

        console = console_on(output.out)
        draw_batch(console, sheets) if options.batch else draw_sheet(console, sheets[0])
    else:
        from poker_table.show.marks import batch_lines, sheet_lines

        output.data(batch_lines(sheets) if options.batch else sheet_lines(sheets[0]))


def _parser() -> CommandParser:
    parser = CommandParser("grade", EXAMPLES)
    parser.usage = "poker-table grade [options] PROGRAM [ARGS ...]"
    add = parser.add_argument
    add("command", nargs=argparse.REMAINDER, metavar="PROGRAM [ARGS ...]")
    _add_numbers(parser)
    add("--sandbox", choices=LEVELS, default="auto", help="none, bwrap, or bwrap where it works")
    add("--needs", action="append", default=[], metavar="PATH", help="a file the program needs")
    add("--rubric", metavar="FILE", help="points for each criterion, as TOML")
    add("--report", action="append", default=[], metavar="KIND=FILE", help="write a report as well")
    add("--force", action="store_true", help="replace a report that exists")
    add("--batch", metavar="FOLDER", help="mark every submission in a folder")
    add("--compile", default="", metavar="COMMAND", help="run in each first")
    add("--exit-zero", action="store_true", help="exit with 0 whatever the marks are")
    add_format(parser, "table", "plain", "json")
    return parser


def _add_numbers(parser: CommandParser) -> None:
    cores = os.cpu_count() or 1
    for option, low, high, default, letter, about in (
        ("--random", 0, 1000, 5, "N", "random decks besides the bundled ones (5)"),
        ("--seed", 0, LARGEST_SEED, 1, "N", "of those (1)"),
        ("--timeout", 1, 600, 5, "S", "seconds a run (5)"),
        ("--workers", 1, 64, cores, "N", "programs of a batch at a time (one for each core)"),
    ):
        number = whole_number(low, high)
        parser.add_argument(option, type=number, default=default, metavar=letter, help=about)
