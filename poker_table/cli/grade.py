"""`poker-table grade PROGRAM`: run a student's program on the decks and say what is wrong."""

from __future__ import annotations

import argparse
import os
import tempfile

from poker_table.cli.parser import CommandParser, add_format, whole_number
from poker_table.errors import FileError, MarkerError, RubricError
from poker_table.grading.batch import Task, mark_all, submissions_in
from poker_table.grading.marking import Marking, decks_to_try
from poker_table.grading.report_files import ReportFiles
from poker_table.grading.reports import REPORTS
from poker_table.grading.rubric import DEFAULT_POINTS, read_rubric
from poker_table.grading.runner import Limits, Runner
from poker_table.grading.sandbox import LEVELS, level_in_force
from poker_table.grading.sheet import ERROR, PASSED
from poker_table.grading.submission import DECK, common_suffix, from_command_line
from poker_table.rng import LARGEST_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.cli.output import Output
    from poker_table.grading.sheet import Sheet

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
    return 0 if options.exit_zero else _exit_code(sheets)


def _sheets(options: argparse.Namespace, output: Output) -> list[Sheet]:
    points = read_rubric(options.rubric) if options.rubric else DEFAULT_POINTS
    reports = ReportFiles(options.report, options.force, many=options.batch is not None)
    level = level_in_force(options.sandbox)
    decks = decks_to_try(options.random, options.seed)
    facts: dict[str, str | int] = {"sandbox": level, "decks": len(decks), "seed": options.seed}
    limits = Limits(seconds=options.timeout)
    if options.batch is not None:
        paths = submissions_in(options.batch)
        suffix = common_suffix(paths)
        task = Task(options.command, options.compile, decks, points, level, limits, facts, suffix)
        return _batch(task, paths, options.workers, reports, output)
    with tempfile.TemporaryDirectory(prefix="submission-") as folder:
        submission = from_command_line(options.command, options.needs, folder)
        marking = Marking(submission, decks, points, Runner(folder, level, limits))
        return [_marked(marking, facts, reports, output)]


def _marked(
    marking: Marking, facts: dict[str, str | int], reports: ReportFiles, output: Output
) -> Sheet:
    """Mark one program, the reports being up to date from the first result to the last."""
    trouble = ""
    try:
        for name in marking.steps():
            reports.update([marking.sheet(facts)])
            _progress(output, f"tried with {name}")
    except MarkerError as error:
        trouble = str(error)
    finally:
        _progress(output, "")
        sheet = marking.sheet(facts, trouble)
        reports.update([sheet], last=True)
    return sheet


def _batch(
    task: Task, submissions: list[str], workers: int, reports: ReportFiles, output: Output
) -> list[Sheet]:
    sheets: list[Sheet] = []
    try:
        for sheet in mark_all(task, submissions, workers):
            sheets.append(sheet)
            reports.update(sheets)
            _progress(output, f"{len(sheets)} of {len(submissions)} submissions")
    finally:
        _progress(output, "")
        reports.update(sheets, last=True)
    return sheets


def _progress(output: Output, text: str) -> None:
    if output.is_watched:
        output.progress(text)


def _show(sheets: list[Sheet], options: argparse.Namespace, output: Output) -> None:
    form = options.format or output.default_format()
    if form == "table":
        from poker_table.show.terminal import console_on, draw_batch, draw_sheet

        console = console_on(output.out)
        draw_batch(console, sheets) if options.batch else draw_sheet(console, sheets[0])
    elif form == "json" or options.batch:
        output.data(REPORTS["json" if form == "json" else "csv"](sheets))
    else:
        from poker_table.show.sheet import sheet_lines

        output.data(sheet_lines(sheets[0]))


def _exit_code(sheets: list[Sheet]) -> int:
    outcomes = [sheet.outcome for sheet in sheets]
    if ERROR in outcomes:
        return MARKER_FAILED
    return 0 if all(outcome == PASSED for outcome in outcomes) else 1


def _parser() -> CommandParser:
    parser = CommandParser("grade", EXAMPLES)
    parser.usage = "poker-table grade [options] PROGRAM [ARGS ...]"
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="PROGRAM [ARGS ...]")
    parser.add_argument(
        "--random", type=whole_number(0, 1000), default=5, metavar="N", help="random decks (5)"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), default=1, metavar="N", help="of those (1)"
    )
    parser.add_argument(
        "--timeout", type=whole_number(1, 600), default=5, metavar="S", help="seconds a run (5)"
    )
    parser.add_argument(
        "--sandbox", choices=LEVELS, default="auto", help="none, bwrap, or bwrap where it works"
    )
    parser.add_argument(
        "--needs", action="append", default=[], metavar="PATH", help="a file the program needs"
    )
    parser.add_argument("--rubric", metavar="FILE", help="points for each criterion, as TOML")
    parser.add_argument(
        "--report", action="append", default=[], metavar="KIND=FILE", help="write a report as well"
    )
    parser.add_argument("--force", action="store_true", help="replace a report that exists")
    parser.add_argument("--batch", metavar="FOLDER", help="mark every submission in a folder")
    parser.add_argument("--compile", default="", metavar="COMMAND", help="run in each first")
    parser.add_argument(
        "--workers",
        type=whole_number(1, 64),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many at a time (one for each core)",
    )
    parser.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 whatever the marks are"
    )
    add_format(parser, "table", "plain", "json")
    return parser
