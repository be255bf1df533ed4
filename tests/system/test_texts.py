"""The program never parses a text of its own: information stays data until it is shown."""

import ast
import json
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from program import CLONE, STUDENTS, Terminal, needs_source, run, without_colours

from poker_table.cli.output import FORMS

pytestmark = needs_source

PACKAGE = CLONE / "poker_table"
FILES = sorted(PACKAGE.rglob("*.py"))
TAKES_APART = set(
    "split rsplit partition rpartition splitlines startswith endswith removeprefix removesuffix"
    " match search fullmatch findall finditer sub".split()
)
DISPLAYS = ast.Tuple, ast.List, ast.Set, ast.Dict


def operations(tree: ast.AST) -> Iterator[str]:
    """Yield the operations that take a text apart: method calls, slices, and searches with `in`."""
    texts = {
        argument.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.arguments)
        for argument in (*node.posonlyargs, *node.args, *node.kwonlyargs)
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id in ("str", "Text")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in TAKES_APART:
                yield node.func.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            if is_text(node.value, texts):
                yield "slice"
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            searched = node.comparators[0]
            word = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
            in_text = isinstance(searched, ast.Name) and searched.id in texts
            if in_text or (word and not isinstance(searched, DISPLAYS)):
                yield "in"


def is_text(node: ast.expr, texts: set[str]) -> bool:
    """Return whether an expression is clearly a str: a parameter, a literal, or a call of str."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("str", "repr")
    named = isinstance(node, ast.Name) and node.id in texts
    return named or isinstance(node, ast.JoinedStr | ast.Constant)


@cache
def operations_by_place() -> dict[str, set[str]]:
    """Return the operations that take texts apart, for each function and each file's other code."""
    kinds = ast.FunctionDef, ast.AsyncFunctionDef
    places: dict[str, set[str]] = {}
    for path in FILES:
        tree = ast.parse(path.read_text())
        functions = [node for node in ast.walk(tree) if isinstance(node, kinds)]
        inner = {n for f in functions for n in ast.walk(f) if n is not f and isinstance(n, kinds)}
        outer = [function for function in functions if function not in inner]
        name = str(path.relative_to(PACKAGE))
        for function in outer:
            places.setdefault(f"{name}:{function.name}", set()).update(operations(function))
        rest = ast.Module(
            [node for node in tree.body if not isinstance(node, (*kinds, ast.ClassDef))], []
        )
        places.setdefault(name, set()).update(operations(rest))
    return {place: operations for place, operations in places.items() if operations}


# The places that take a text apart, by the reason why that is not a text of ours. A place without a
# function stands for the whole file or folder.
ALLOWED = {
    "what a person typed, at the command line, at a prompt or in an environment variable": """
        cli/parser.py:decimal cli/parser.py:parse_args
        cli/commands/grade.py:_check cli/completion.py
        cli/guesses.py cli/hand_input.py cli/parser.py:whole_number
        cli/parser.py:_refuse game/notation.py
        hands/in_a_line.py order/request.py
        simulation/chances/answer.py:chances cli/reports.py""",
    "the text of a file, or its name": """
        cli/commands/mutants.py:_score_decks cli/hand_input.py compare/rounds.py
        files/deck_file.py files/text.py
        files/whole_file.py:_draft lesson/page.py:_title
        simulation/chances/question.py mutants/score.py grading/intake
        grading/running/submission.py grading/running/supervise.py grading/running/sandbox.py
        grading/running/untrusted_files.py:path_in
        grading/results/folder.py grading/results/pages.py:_lesson
        grading/results/by_hand.py
        present/results.py:results_page practice/results.py:read_code""",
    "an address on a network, typed by a person or sent by a browser": """
        cli/commands/present.py:_show_addresses present/guard.py:_respond present/guard.py:_refuse
        present/guard.py:network present/server.py:_token
        present/screens.py:screen""",
    "what Numba says, of which one line is told": "simulation/engines/choice.py:_engine",
    "a word of a file that an error carries as it was given": "cli/commands/mutants.py:_test",
    "what a student's program, or its compiler, printed": """
        grading/judging/cards_in_text.py grading/judging/reading.py
        grading/judging/players_in_text.py grading/judging/run_checks.py
        grading/judging/remarks.py:imitation_of_feedback
        grading/results/words.py:compiler_lines grading/results/pages.py:_first_error
        grading/running/runner.py:check_start grading/running/runner.py:_empty
        grading/running/valgrind.py:memory_error
        grading/judging/label.py grading/judging/faults.py:quote""",
    "a table that stands in the source as a text": """
        compare/other_programs.py hands/in_words.py
        mutants/wrong.py grading/judging/rubric.py
        grading/running/syscall_filter.py grading/running/runner.py""",
    "a key, looked for in a mapping": """
        grading/scoring.py:crashed_decks
        present/class_file.py grading/results/sheet_json.py""",
    "the words that argparse puts before a message": "cli/parser.py:error",
    "a drawing, laid out or cut to the width that there is": """
        cli/help.py:print_help cli/output.py:error
        show/plain.py:_aligned
        game/errors.py:quoted""",
    "signs that mean something to the reader of a form, escaped": """
        show/csv.py:guarded show/markdown.py:_escaped""",
    "the ranks of a hand, each a letter, or its cards by name: they are data": """
        order/composed.py:_patterns""",
    "a name with {} in it stands for several": "mutants/evaluator.py:described",
    "the options that name a deck, the first line of a failure, the items of a finding": """
        grading/results/words.py:_command grading/results/platforms.py:_add_case
        grading/results/pages.py:most_failed grading/results/deck_files.py
        grading/results/letter.py grading/scoring.py:scored_decks""",
}


def allowed(place: str, entries: str) -> list[str]:
    """Return the entries that cover a place: the place itself, its file or its folder."""
    file, function = [*place.split(":"), ""][:2]
    return [
        entry
        for entry in entries.split()
        if entry in (place, file) or (not function and entry == file) or f"{entry}/" in place
    ]


def test_no_text_of_ours_is_taken_apart():
    entries = " ".join(ALLOWED.values())
    assert not {
        place: operations
        for place, operations in operations_by_place().items()
        if not allowed(place, entries)
    }


def test_every_exception_is_needed():
    entries = " ".join(ALLOWED.values())
    used = {entry for place in operations_by_place() for entry in allowed(place, entries)}
    assert set(entries.split()) == used


def test_what_takes_a_text_apart_is_seen():
    seen = operations(
        ast.parse(
            "def f(said: str) -> None:\n"
            "    str(error).rpartition(', got'), said[:3], 'card' in said, 'kicker' in names[0]\n"
            "    CARD.sub(draw, said), f'{error}'[2:], other in said, one in (1, 2)\n"
        )
    )
    assert sorted(seen) == ["in", "in", "in", "rpartition", "slice", "slice", "sub"]


@pytest.fixture(autouse=True)
def _a_folder(in_an_empty_folder: None) -> None:
    """Work in a folder of the test's own."""


def shown(form: str, *argv: str) -> str:
    """Return the standard output of a command in a form."""
    dashes = argv.index("--") if "--" in argv else len(argv)
    out = Terminal() if form == "table" else None
    return without_colours(run(*argv[:dashes], "--format", form, *argv[dashes:], out=out)[1])


@pytest.mark.parametrize("form", FORMS)
def test_a_deck_file_named_like_a_card_is_shown_as_it_is_named(form):
    shutil.copy(CLONE / "decks" / "three.txt", "2C.txt")
    text = shown(form, "decks", "show", "2C.txt")
    assert "2C.txt" in text or form == "csv"  # which has the cards alone
    explained = shown(form, "2C.txt", "--explain")
    assert "2C.txt" in explained or form in ("plain", "words", "csv")  # hands alone
    assert "♣.txt" not in text + explained
    assert ".txt" not in (text + explained).replace("2C.txt", "")


@pytest.mark.slow
@pytest.mark.usefixtures("marked_once")
@pytest.mark.parametrize("form", FORMS)
def test_a_submission_named_like_a_card_is_shown_as_it_is_named(form):
    shutil.copy(STUDENTS / "wheel.py", "AD.py")
    asked = "grade", "--random", "0", "--sandbox", "none", "--", sys.executable, "AD.py"
    text = shown(form, *asked)
    assert "AD.py" in text or form == "csv"  # which has the findings alone
    assert "AD.py" in json.loads(shown("json", *asked))["sheets"][0]["subject"]
    assert not [line for line in text.splitlines() if "♦" in line and ".py" in line]


@pytest.mark.slow
@pytest.mark.usefixtures("marked_once")
@pytest.mark.parametrize("form", FORMS)
def test_a_name_of_a_class_list_is_shown_as_it_is_named(form):
    Path("all").mkdir()
    shutil.copy(STUDENTS / "crash.py", "all/TH.py")
    Path("class.csv").write_text("Name,Username,Mark\nTH,TH,\n")
    asked = "grade", "--batch", "all", "--random", "0", "--sandbox", "none", "--into", "results"
    text = shown(form, *asked, "--roster", "class.csv")
    assert "TH" in text
    assert "10♥" not in text
    assert "ten of hearts" not in text
