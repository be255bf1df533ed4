"""`poker-table grade PROGRAM`: a student's program run on the decks, and what is wrong with it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from datetime import timedelta

from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, whole_number
from poker_table.files.deck_file import bundled_decks
from poker_table.files.text import read_error
from poker_table.game.errors import DeckError, FileError, MarkerError, printable, quoted
from poker_table.game.random import LARGEST_SEED, Random
from poker_table.grading.batch import Batch, BatchOptions, Progress
from poker_table.grading.intake.archives import most_common_suffix
from poker_table.grading.intake.entries import Entry, entries_in
from poker_table.grading.intake.languages import LANGUAGES, read_languages
from poker_table.grading.intake.late import LatePolicy, read_late_policy
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.judging.rubric import DEFAULT_POINTS, read_rubric
from poker_table.grading.marking import Callbacks, MarkingOptions, decks_to_try, mark
from poker_table.grading.results.by_hand import no_such_submission
from poker_table.grading.results.folder import RESERVED_NAMES, Results
from poker_table.grading.results.for_others import write_anonymous, write_jplag
from poker_table.grading.results.pages import batch_page, letter
from poker_table.grading.results.platforms import report_files, write_reports
from poker_table.grading.results.words import news, summary_line
from poker_table.grading.running.runner import Limits
from poker_table.grading.running.sandbox import LEVELS, level_in_force, level_in_words
from poker_table.grading.running.submission import (
    DECK,
    FILE,
    SOURCES,
    Submission,
    submission_from_command,
)
from poker_table.grading.running.supervisor_pool import SUPERVISORS
from poker_table.grading.running.untrusted_files import temporary_folder
from poker_table.grading.sheet import ERROR, MISSING, PASSED, UNREAD, Sheet
from poker_table.show.page import Page
from poker_table.simulation.workers import cores

EXAMPLES = """\
  poker-table grade ./PokerEval                    run it on every deck
  poker-table grade python3 mine.py                any language: the deck file comes last
  poker-table grade java Poker --in {deck}         or where {deck} stands
  poker-table grade --report junit=out.xml ./Poker write a report as well
  poker-table grade --batch submissions --compile 'g++ -o Poker *.cpp' ./Poker
  poker-table grade --batch submissions.zip --into results --roster names.csv"""
MARKER_FAILED = 3
USUAL_SEED = 1  # of a single program
GOES_WITH = {
    "compile": "batch", "windows": "batch",
    "languages": "batch", "into": "batch", "only": "into", "again": "into",
    "anonymous": "into", "jplag": "into",
    "roster": "into", "column": "roster",
}  # fmt: skip


def run(argv: list[str], output: Output) -> int:
    """Mark one program, or a folder of them; the exit code says whether all passed."""
    parser = _parser()
    options = parser.parse_args(argv)
    output.configure(options)
    _check(parser, options)
    try:
        output.check_destination()
        with SUPERVISORS:
            sheets, page = _mark_all(options, output)
    except (FileError, DeckError) as error:  # elsewhere 1; here that says that something failed
        raise MarkerError(str(error)) from None
    output.show(page)
    failures = {sheet.outcome for sheet in sheets} - {PASSED, MISSING}
    if options.exit_zero or not failures:
        return 0
    return MARKER_FAILED if failures & {ERROR, UNREAD} else 1


def _check(parser: CommandParser, options: argparse.Namespace) -> None:
    """Refuse a command that cannot be meant, and options that do not go together."""
    ours = {"--" + name.replace("_", "-") for name in vars(options).keys() - {"command"}}
    if options.command[:1] == ["--"]:
        del options.command[0]
        ours.clear()
    if DECK in "".join(options.command[:1]) or not (options.command or options.batch):
        parser.error("expected a program to run, such as ./PokerEval")
    if options.batch and not options.compile and re.fullmatch("[^/{ ]+", " ".join(options.command)):
        parser.error(f"in a batch, {FILE} stands for the student's program: python3 {FILE}")
    placeholders = [DECK] if options.batch is None else [DECK, FILE]
    for word in options.command:
        if (option := word.partition("=")[0]) in ours:
            reason = "stands after the program and would go to it"
            parser.error(f"{option} {reason}: put it before the program, or -- before the program")
        for name in re.findall(r"(?<!\$)\{\w+\}", word):
            if name not in placeholders:
                parser.error(
                    f"expected {' or '.join(placeholders)} in a command, got {quoted(name)}"
                )
    for option, other in GOES_WITH.items():
        if getattr(options, option) and not getattr(options, other):
            parser.error(f"--{option} goes with --{other}")
    if options.batch is not None and options.needs:
        parser.error("--needs does not go with --batch: a submission's folder is copied whole")
    if options.compile and not options.command:
        parser.error("--compile goes with a program: ./PokerEval, say")
    if options.languages and options.command:
        parser.error("--languages does not go with a program: it says what is run")
    if (name := os.path.basename(options.roster or "")) in RESERVED_NAMES:
        parser.error(f"--roster: {name} is reserved for a file of --into; rename the roster")


def _mark_all(options: argparse.Namespace, output: Output) -> tuple[list[Sheet], Page]:
    """Mark what is to be marked; the reports say from the beginning what is judged by then."""
    reports = report_files(options.report, options.force, many=options.batch is not None)
    if options.batch is not None and not os.path.exists(options.batch):  # before a folder is made
        raise read_error(options.batch, FileNotFoundError())
    results = None if options.into is None else Results(options.into)
    marking_options = _marking_options(options, results, output)
    with temporary_folder() as folder:
        if options.batch is None:
            submission = submission_from_command(options.command, options.needs, folder)
            sheet = _mark_single(submission, marking_options, reports, output)
            return [sheet], letter(sheet)
        ours = [*reports, *filter(None, [options.into, options.roster])]
        entries, batch_options = _read_batch(
            options, folder, ours, results, marking_options, output
        )
        sheets = _mark_batch(Batch(entries, batch_options), options, reports, output)
        if results and options.anonymous:
            write_anonymous(results, entries)
        if results and options.jplag:
            write_jplag(results, entries)
        return sheets, batch_page(sheets, results.cells_by_hand if results else ())


def _mark_single(
    submission: Submission, options: MarkingOptions, reports: dict[str, str], output: Output
) -> Sheet:
    """Mark a single program; until that is done, its reports say that it is not marked."""
    write_reports(reports, [Sheet(submission.name, (), facts=options.facts)])
    callbacks = Callbacks(lambda name, run: output.progress(f"The last run was on {name}"))
    try:
        sheet = mark(submission, options, callbacks)
    except OSError as error:
        raise MarkerError(printable(str(error))) from None
    finally:
        output.progress("")
    write_reports(reports, [sheet])
    return sheet


def _read_batch(
    options: argparse.Namespace, unpacked: str, ours: list[str], results: Results | None,
    marking: MarkingOptions, output: Output,
) -> tuple[list[Entry], BatchOptions]:  # fmt: skip
    """Return the submissions, and what is asked; say what is left alone."""
    languages, words = _languages(options), " ".join((*options.command, options.compile))
    entries, notes = entries_in(options.batch, unpacked, {*SOURCES, *languages}, ours)
    suffix = most_common_suffix(entry.path for entry in entries) if FILE in words else ""
    roster = Roster(options.roster, entries, options.column) if options.roster else None
    if roster:
        entries, notes = roster.entries, notes + roster.unlisted
    if results:
        names = {entry.display_name for entry in entries}.union(roster.missing if roster else [])
        strangers = results.marks.keys() - names - {entry.name for entry in entries}
        notes += [no_such_submission(name, sorted(names)) for name in sorted(strangers)]
    if FILE in words:
        output.message(f"{FILE} is each submission's one {printable(f'{suffix} file'.lstrip())}")
    for line in [*notes, *(f"{name}: missing" for name in (roster.missing if roster else []))]:
        output.message(line)
    return entries, BatchOptions(
        options.command, marking, options.compile, suffix, languages, roster, notes, results,
        options.only, options.again, options.windows,
        read_late_policy(options.rubric) if options.rubric else LatePolicy(),
    )  # fmt: skip


def _mark_batch(
    batch: Batch, options: argparse.Namespace, reports: dict[str, str], output: Output
) -> list[Sheet]:
    """Mark a batch; say how far it is, and write the reports again after each submission."""
    into = f"{options.into}: the same command goes on" if options.into else ""
    progress, marked_now = Progress(0, 0), set[str]()
    try:
        for progress in batch.run(options.workers):
            if progress.sheet:
                output.progress("")
                marked_now.add(progress.sheet.subject)
                for line in [summary_line(progress.sheet), *news(progress.sheet)]:
                    output.message(line)
            seconds = round(progress.seconds_left)
            remaining = f", {timedelta(seconds=seconds)} left" if progress.seconds_left else ""
            output.progress(f"{progress.done} of {progress.total} marked{remaining}")
            write_reports(reports, batch.sheets)
    except KeyboardInterrupt:
        output.progress("")
        where = " and ".join(filter(None, [*reports, into]))
        output.message(
            f"{progress.done} of {progress.total} marked" + f", see {where}" * bool(where)
        )
        raise
    output.progress("")
    for entry, sheet in zip(batch.entries, batch.sheets, strict=False):  # then who is missing
        if {entry.name, entry.display_name} & {*options.only} and entry.name not in marked_now:
            output.message(f"{summary_line(sheet)}: nothing to do; --again marks it all the same")
    return batch.sheets


def _languages(options: argparse.Namespace) -> Mapping[str, Mapping[str, str]]:
    """Return what is asked for, or what stands beside the rubric, or else what is usual."""
    beside = os.path.join(os.path.dirname(options.rubric or ""), "grade.toml")
    is_there = options.rubric and not options.command and os.path.exists(beside)
    path = options.languages or (beside if is_there else "")
    return read_languages(path) if path else LANGUAGES


def _marking_options(
    options: argparse.Namespace, results: Results | None, output: Output
) -> MarkingOptions:
    points = read_rubric(options.rubric) if options.rubric else DEFAULT_POINTS
    strangers = options.batch is not None and options.sandbox == "auto"
    level = level_in_force("bwrap" if strangers else options.sandbox)
    seed = _seed(options, results, output)
    decks = decks_to_try(options.random, seed, options.decks)
    bundled = len(bundled_decks())
    own = len(decks) - bundled - options.random
    facts = {"bundled_decks": bundled, "random_decks": options.random}
    facts |= {"own_decks": own} if own else {}
    facts |= {"seed": seed, "sandbox": level_in_words(level)}
    return MarkingOptions(
        decks, points, level, Limits(seconds=options.timeout), facts, options.total
    )


def _seed(options: argparse.Namespace, results: Results | None, output: Output) -> int:
    """Return the seed of the random decks: for a batch one that no student knows beforehand."""
    if not (options.batch and options.random):
        return USUAL_SEED if options.seed is None else int(options.seed)
    seed = results.remembered.get("seed") if options.seed is None and results else options.seed
    if seed is None:
        seed = Random().seed
        output.message(f"Seed {seed} for the random decks; the same again: --seed {seed}")
    if results:
        results.remember(seed=int(seed))
    return int(seed)


def _parser() -> CommandParser:
    parser = CommandParser("grade", EXAMPLES)
    parser.usage = "poker-table grade [options] PROGRAM [ARGS ...]"
    parser.usage += "\n       poker-table grade [options] --batch FOLDER"
    add = parser.add_argument
    about = f"{DECK}: the deck file, else last; {FILE}: in a batch, the student's program"
    add("command", nargs=argparse.REMAINDER, metavar="PROGRAM [ARGS ...]", help=about)
    composed = "decks composed for it besides the bundled ones (default: 5)"
    for option, low, high, default, metavar, about in (
        ("--random", 0, 1000, 5, "N", composed),
        ("--seed", 0, LARGEST_SEED, None, "N", "their seed (default: 1; in a batch, any)"),
        ("--timeout", 1, 600, 5, "S", "seconds a run (default: 5)"),
        ("--total", 1, 3600, 120, "S", "seconds a submission, all runs together (default: 120)"),
        ("--workers", 1, 64, cores(), "W", "how many work at once (default: one a core)"),
    ):
        add(option, type=whole_number(low, high), default=default, metavar=metavar, help=about)
    add("--sandbox", choices=LEVELS, default="auto", help="none, bwrap, or bwrap where it works")
    add("--decks", metavar="FOLDER", help="decks of your own, which no student has seen")
    add("--needs", action="append", default=[], metavar="FILE", help="a file the program needs")
    add("--rubric", metavar="FILE", help="points for each criterion, as TOML")
    add("--batch", metavar="FOLDER", help="mark every submission in a folder or a download")
    add("--compile", default="", metavar="COMMAND", help="run in a copy of each submission first")
    about = "with --batch: supply stdafx.h and windows.h where a compiler looks for them"
    add("--windows", action="store_true", help=about)
    add("--languages", metavar="FILE", help="with --batch: what compiles and runs, as TOML")
    add("--roster", metavar="FILE", help="with --into: a class list, which gets the marks")
    add("--column", default="", metavar="NAME", help="the marks' column in it, if several could be")
    add("--into", metavar="RESULTS", help="with --batch: a folder of letters; marks what is new")
    about = "with --into: mark this submission and no other"
    add("--only", action="append", default=[], metavar="NAME", help=about)
    about = "with --into: letters without names too, for a second marker"
    add("--anonymous", action="store_true", help=about)
    add("--jplag", action="store_true", help="with --into: a folder that JPlag reads, too")
    add("--again", action="store_true", help="with --into: mark what is finished too")
    parser.add("--report", "--format", "--export", "--force", "--exit-zero")
    return parser
