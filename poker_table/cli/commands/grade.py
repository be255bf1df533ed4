"""`poker-table grade PROGRAM`: run a student's program on many decks and explain its mistakes."""

from __future__ import annotations

import os
import re
import signal
from argparse import REMAINDER, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from secrets import randbits

from poker_table.cli.output import Output
from poker_table.cli.parser import MANY, CommandParser, excludes, needs, whole_number
from poker_table.cli.progress import HowFar
from poker_table.cli.reports import report_files
from poker_table.files.deck_file import bundled_decks
from poker_table.files.text import read_error
from poker_table.game.errors import quoted
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import entries_in
from poker_table.grading.intake.languages import LANGUAGES, read_languages
from poker_table.grading.intake.late import LatePolicy, late_policy
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.judging.rubric import DEFAULT_POINTS, read_rubric
from poker_table.grading.marking import MarkingOptions, decks_to_try, mark
from poker_table.grading.results.folder import RESERVED_NAMES, Results
from poker_table.grading.results.for_others import write_anonymous, write_jplag
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import batch_page
from poker_table.grading.results.platforms import write_reports
from poker_table.grading.results.words import news, summary_line
from poker_table.grading.running.runner import Limits, Run
from poker_table.grading.running.sandbox import LEVELS, level_in_force, level_in_words
from poker_table.grading.running.submission import DECK, SOURCES, submission_from_command
from poker_table.grading.running.untrusted_files import temporary_folder
from poker_table.grading.sheet import ERROR, MISSING, PASSED, UNREAD, Sheet
from poker_table.show.page import Page
from poker_table.simulation.workers import cores

EXAMPLES = (
    ("poker-table grade python3 mine.py", "any language; the deck comes last"),
    ("poker-table grade java Poker --in {deck}", "or where {deck} stands"),
    ("poker-table grade --batch submissions.zip --into results", "a whole class"),
)
MARKER_FAILED = 3
DEFAULT_SEED = 1  # for a single program
COMPOSED = 10  # decks; they show the mistake of every mutant that five cards can show
BATCH_OPTIONS = "--compile", "--languages", "--into", "--workers"
RESULT_OPTIONS = "--only", "--again", "--anonymous", "--jplag", "--roster"
RULES = (
    *(needs(option, "--batch") for option in BATCH_OPTIONS),
    *(needs(option, "--into") for option in RESULT_OPTIONS),
    needs("--column", "--roster"),
    needs("--compile", "PROGRAM", why="a command that runs what is compiled, such as ./PokerEval"),
    excludes("--batch", "--needs", why="it copies whole folders"),
    excludes("--languages", "PROGRAM", why="the file gives the commands to run"),
    excludes(("--random", "0"), "--seed", why="without composed decks there is nothing to seed"),
)


def run(argv: list[str], output: Output) -> int:
    """Mark one program or a batch, and return the exit code: 0 if every submission passed."""
    parser = _parser()
    options = parser.parse_args(argv, output)
    _check(parser, options)
    sheets, page = _mark_all(options, output)
    output.show(page)
    failures = {sheet.outcome for sheet in sheets} - {PASSED, MISSING}
    if options.exit_zero or not failures:
        return 0
    return MARKER_FAILED if failures & {ERROR, UNREAD} else 1


def _check(parser: CommandParser, options: Namespace) -> None:
    our_options = {"--" + name.replace("_", "-") for name in parser.defaults.keys() - {"command"}}
    if options.command[:1] == ["--"]:
        del options.command[0]
        our_options.clear()
    if DECK in "".join(options.command[:1]) or not (options.command or options.batch):
        parser.error("expected a program to run, such as ./PokerEval")
    if not options.batch and os.path.isdir(options.command[0]):
        parser.error("expected a program to run, got a folder: --batch FOLDER marks it")
    if options.batch and not options.compile and re.fullmatch("[^/{ ]+", " ".join(options.command)):
        parser.error(
            "with --batch, the command names a file that each submission has, such as python3"
            " poker.py; without a command, the suffix of its files decides how it is run"
        )
    for word in options.command:
        if (option := word.partition("=")[0]) in our_options:
            parser.error(
                f"options after the program are passed to the program: put {option} before the"
                " program, or, if the program takes it, put -- before the program"
            )
        for name in re.findall(r"(?<!\$)\{\w+\}", word):
            if name != DECK:
                parser.error(f"expected {DECK} in a command, got {quoted(name)}")
    if (name := os.path.basename(options.roster or "")) in RESERVED_NAMES:
        parser.error(f"--roster: {name} is the name of a file that --into writes: rename yours")


def _mark_all(options: Namespace, output: Output) -> tuple[list[Sheet], Page]:
    reports = report_files(options.report, options.force, many=options.batch is not None)
    if options.batch is not None and not os.path.exists(options.batch):  # before --into creates one
        raise read_error(options.batch, FileNotFoundError())
    results = None if options.into is None else Results(options.into)
    marking_options = _marking_options(options, results, output)
    with temporary_folder() as folder:
        if options.batch is None:
            sheet = _mark_single(options, folder, marking_options, reports, output)
            return [sheet], letter(sheet)
        ours = filter(None, [options.into, options.roster, options.decks])
        batch = _read_batch(options, folder, [*reports, *ours], results, marking_options, output)
        sheets = _mark_batch(batch, options, reports, output)
        if results and options.anonymous:
            write_anonymous(results, batch.entries)
        if results and options.jplag:
            write_jplag(results, batch.entries)
        for line in results.list_messages if results else ():
            output.message(line)
        return sheets, batch_page(sheets)


def _mark_single(
    options: Namespace, folder: str, how: MarkingOptions, reports: dict[str, str], output: Output
) -> Sheet:
    """Mark a single program. Until that is done, its reports say that it is not marked."""
    submission = submission_from_command(options.command, options.needs, folder)
    write_reports(reports, [Sheet(submission.name, (), facts=how.facts)])
    tried = set[str]()

    def after_run(name: str, run: Run) -> None:
        tried.update({name} & how.decks.keys())
        output.progress(HowFar(len(tried), len(how.decks), "decks"))

    sheet = mark(submission, how, after_run)
    write_reports(reports, [sheet])
    return sheet


def _read_batch(
    options: Namespace, unpacked: str, ours: list[str], results: Results | None,
    marking: MarkingOptions, output: Output,
) -> Batch:  # fmt: skip
    """Return the submissions to mark, and how; write a message for each skipped file."""
    languages = _languages(options)
    entries, notes = entries_in(options.batch, unpacked, {*SOURCES, *languages}, ours)
    roster = Roster(options.roster, entries, options.column) if options.roster else None
    if roster:
        entries, notes = roster.entries, notes + roster.unlisted
    batch = Batch(
        entries, options.command, marking, options.compile, languages, roster, notes, results,
        options.only, options.again,
    )  # fmt: skip
    missing = roster.missing if roster else []
    if results:  # it knows by now which marks are a submission's under a former name
        notes = batch.messages = notes + results.unknown_marks(entries, missing)
    for line in [*notes, *(f"{name}: missing" for name in missing)]:
        output.message(line)
    return batch


def _mark_batch(
    batch: Batch, options: Namespace, reports: dict[str, str], output: Output
) -> list[Sheet]:
    """Mark a batch; show the progress, and rewrite the reports after each submission."""
    force = " with --force" * bool(reports and not options.force)
    into = f"{options.into}: the same command{force} resumes" if options.into else ""
    done, total, marked_now = 0, 0, set[str]()
    try:
        with _ctrl_c_cancels(batch):
            for done, total, sheet in batch.run(options.workers):
                if sheet:
                    marked_now.add(sheet.subject)
                    for line in [summary_line(sheet), *news(sheet)]:
                        output.message(line)
                output.progress(HowFar(done, total, "submissions"))
                write_reports(reports, batch.sheets)
    except KeyboardInterrupt:
        where = " and ".join(filter(None, [*reports, into]))
        see = f", see {where}" if where else ""
        output.message(f"{done} of {total} marked{see}")
        raise
    for entry, sheet in zip(batch.entries, batch.sheets, strict=False):  # more sheets: the missing
        if {entry.name, entry.display_name} & {*options.only} and entry.name not in marked_now:
            output.message(f"{summary_line(sheet)}: already marked; --again marks it again")
    return batch.sheets


@contextmanager
def _ctrl_c_cancels(batch: Batch) -> Iterator[None]:
    """Let Ctrl-C end a batch between two submissions, whose lines and reports then agree."""
    previous = signal.getsignal(signal.SIGINT)
    if previous is not signal.default_int_handler:  # a background job ignores Ctrl-C
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: batch.cancel())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _languages(options: Namespace) -> Mapping[str, Mapping[str, str]]:
    """Return the languages of --languages, of a grade.toml beside the rubric, or the default."""
    beside = os.path.join(os.path.dirname(options.rubric or ""), "grade.toml")
    is_there = options.rubric and not options.command and os.path.exists(beside)
    path = options.languages or (beside if is_there else "")
    return read_languages(path) if path else LANGUAGES


def _marking_options(options: Namespace, results: Results | None, output: Output) -> MarkingOptions:
    points, late = DEFAULT_POINTS, LatePolicy()
    if options.rubric:
        points, table = read_rubric(options.rubric)
        late = late_policy(options.rubric, table)
    # Nobody has read all programs of a batch, so a batch requires bubblewrap.
    is_batch = options.batch is not None
    requires_bwrap = is_batch and options.sandbox == "auto"
    level = level_in_force("bwrap" if requires_bwrap else options.sandbox)
    seed = _seed(options, results, output)
    decks = decks_to_try(options.random, seed, options.decks, secret=is_batch)
    published = len(decks.keys() & bundled_decks().keys())
    own = len(decks) - published - options.random
    facts = {"composed_decks": options.random, "published_decks": published}
    facts |= {"own_decks": own} if own else {}
    facts |= {} if is_batch else {"seed": seed}  # a letter with it would give all decks away
    facts |= {"sandbox": level_in_words(level)}
    limits = Limits(time=options.timeout)
    return MarkingOptions(decks, points, level, limits, facts, options.total, late)


def _seed(options: Namespace, results: Results | None, output: Output) -> int:
    """Return the seed of the composed decks. A batch has a random seed, which no student knows."""
    if not (options.batch and options.random):
        return DEFAULT_SEED if options.seed is None else int(options.seed)
    known = results.remembered.get("secret_seed") if results else None
    seed = known if options.seed is None else options.seed
    if seed is None:
        seed = randbits(64)  # more than can be tried until one gives a deck that a letter names
        output.message(f"Seed {seed} for the composed decks; the same decks again: --seed {seed}")
    if results:
        results.remember(secret_seed=int(seed))
    return int(seed)


def _parser() -> CommandParser:
    parser = CommandParser("grade", EXAMPLES, RULES)
    parser.usage = "poker-table grade [options] PROGRAM ... | --batch FOLDER"
    option = parser.option
    option("command", "PROGRAM", "the command that runs it", nargs=REMAINDER)
    option("--needs", "FILE", "a file that the program needs; may be repeated", **MANY)
    option("--decks", "FOLDER", "also use the decks in this folder")
    option("--batch", "FOLDER", "mark every submission in a folder or an archive")
    option("--into", "RESULTS", "with --batch: write feedback and marks here; go on later")
    option("--roster", "FILE", "with --into: a class list; a copy gets the marks")
    option("--rubric", "FILE", "a TOML file with the points for each criterion")
    parser.section("more options for a class")
    option("--column", "NAME", "with --roster: the column for the marks", default="")
    option("--compile", "COMMAND", "with --batch: compile each submission first", default="")
    option("--languages", "FILE", "with --batch: a TOML file of how each language is run")
    option("--only", "NAME", "with --into: only this submission; may be repeated", **MANY)
    option("--again", "", "with --into: mark finished submissions again")
    option("--anonymous", "", "with --into: also feedback without names")
    option("--jplag", "", "with --into: also a folder for JPlag")
    parser.section("more options for the runs")
    about = f"composed decks, which alone earn points (default: {COMPOSED})"
    option("--random", "N", about, type=whole_number(0, 1000), default=COMPOSED)
    parser.add("--seed", about="their seed (default: 1; of a batch a random one)")
    about = "seconds for each run (default: 5)"
    option("--timeout", "S", about, type=whole_number(1, 600), default=5)
    about = "seconds for all runs of a program (default: 120)"
    option("--total", "S", about, type=whole_number(1, 3600), default=120)
    about = "how many run at once (default: one per core)"
    option("--workers", "W", about, type=whole_number(1, 64), default=cores())
    about = "auto (default), bwrap (bubblewrap) or none"
    option("--sandbox", "KIND", about, choices=LEVELS, default="auto")
    parser.section("more options for other programs")
    parser.add("--report", "--exit-zero", "--format", "--export", "--force")
    return parser
