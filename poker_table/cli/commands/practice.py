"""`poker-table practice`: the page that asks, or the misconceptions of a class."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from poker_table.cli.output import FORM_OF_SUFFIX, Output
from poker_table.cli.parser import CommandParser, all_formats, excludes, how_to_repeat, needs
from poker_table.files.text import FileError, paths_in_folder, read_text, shown_name
from poker_table.game.errors import printable
from poker_table.game.random import Random
from poker_table.practice.page import practice_page
from poker_table.practice.questions import question_pool
from poker_table.practice.results import Result, class_page, read_code

EXAMPLES = (
    ("poker-table practice", "which rules do you know? in your browser"),
    ("poker-table practice --export practice.html", "only write the page, to hand it out"),
    ("poker-table practice --results FOLDER", "count the misconceptions of a class"),
)
NO_PAGE = [*all_formats(but=()), *(("--export", end) for end in FORM_OF_SUFFIX if end != ".html")]
ONLY_A_PAGE = "a practice is a page, such as practice.html"
RULES = (
    excludes("--results", "--seed", why="it asks no questions"),
    *(needs(form, "--results", why=ONLY_A_PAGE) for form in NO_PAGE),
)
MOST_CHARACTERS = 100_000  # of a file with a code
PAGE = "practice.html"


def run(argv: list[str], output: Output) -> int:
    """Write the practice page and open it, export it, or show a class's results."""
    parser = CommandParser("practice", EXAMPLES, RULES)
    parser.add("--seed", about="the seed of the questions (default: a random one, shown)")
    about = "count the misconceptions in a folder of files with the codes of students"
    parser.option("--results", "FOLDER", about)
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    if options.results is not None:
        return _class(options.results, output)
    opens = not options.export
    if opens:
        output.export = PAGE
    is_there = opens and os.path.exists(PAGE)
    if is_there and options.seed is not None:
        raise FileError(f"{PAGE}: exists already; --export {PAGE} --force replaces it")
    if not is_there:
        seed = Random(options.seed).seed
        output.show(practice_page(seed, question_pool(seed)))
        again = shlex.join(["poker-table", "practice", "--export", str(output.export), "--force"])
        output.message(how_to_repeat(again, " questions", seed=seed))
    if opens:
        _open_browser(output)
    return 0


def _open_browser(output: Output) -> None:
    """Open the page, or say where it is; a page that was there already has the answers so far."""
    import webbrowser

    path = Path(PAGE).resolve()
    opened = webbrowser.open(path.as_uri())
    where = printable(str(path))
    output.message(f"Opened {where}" if opened else f"Open this file in a browser: {where}")


def _class(folder: str, output: Output) -> int:
    """Show what the codes in the files of a folder say; what has no code is only reported."""
    paths, results = paths_in_folder(folder), list[Result]()
    for path in paths:
        try:
            results.append(read_code(read_text(path, "a code", MOST_CHARACTERS), shown_name(path)))
        except FileError as error:
            output.error(str(error))
    if results:
        output.show(class_page(results))
    elif not paths:
        expected = "files with the codes of `poker-table practice`"
        raise FileError(expected=expected, got="none", name=shown_name(folder))
    return int(len(results) < len(paths))
