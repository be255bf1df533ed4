"""The package's architecture: the direction of imports, and which modules a plain deal imports.

`pytest -s tests/system/test_house.py` prints the numbers of rooms, imports and cycles.
"""

import ast
import inspect
import re
import subprocess
import sys
import typing
from functools import cache
from pathlib import Path

import pytest
from program import CLONE, needs_source

import poker_table

pytestmark = needs_source

PACKAGE = CLONE / "poker_table"
# From the ground up: a file imports from rooms below its own, or from its own room.
ROOMS = (
    "game files hands show order compare simulation mutants lesson practice present grading"
    " cli".split()
)  # fmt: skip
DOORS = {"__init__", "__main__"}  # above all rooms: they may import from every one
FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of each module."""
    return {module_of(path): ast.parse(path.read_text()) for path in FILES}


def imports(tree: ast.AST) -> set[str]:
    """Return the modules that a syntax tree imports; `from room import file` counts as the file."""
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            files = {f"{node.module}.{alias.name}" for alias in node.names} & trees().keys()
            modules |= files or {node.module}
        elif isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
    return modules


def test_an_import_inside_a_function_counts():
    within = "def f():\n    from poker_table.game.card import Card\n    import rich.table"
    assert imports(ast.parse(within)) == {"poker_table.game.card", "rich.table"}


def modules_with(*names: str) -> set[str]:
    """Return the modules whose code has one of some names."""
    return {
        module
        for module, tree in trees().items()
        if any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(tree))
    }


def test_imports_are_ordinary_ones():
    assert not modules_with("__import__")


def our_imports(tree: ast.AST) -> set[str]:
    return {name for name in imports(tree) if name.split(".")[0] == "poker_table"}


def room(module: str) -> str:
    return [*module.split("."), "__init__"][1]


def arrows() -> set[tuple[str, str]]:
    """Return all pairs (a, b) of rooms such that a imports from b."""
    pairs = {
        (room(module), room(target))
        for module, tree in trees().items()
        for target in our_imports(tree)
    }
    return {(a, b) for a, b in pairs if a != b and not {a, b} & DOORS}


def cycles(graph: dict[str, set[str]]) -> set[tuple[str, ...]]:
    """Return the groups of nodes that reach one another."""
    reachable = {node: set(targets) for node, targets in graph.items()}
    for middle in graph:
        for node in graph:
            if middle in reachable[node]:
                reachable[node] |= reachable[middle]
    return {
        tuple(sorted(b for b in reachable[a] if a in reachable[b]))
        for a in graph
        if a in reachable[a]
    }


def test_arrows_between_rooms_run_one_way():
    pairs = arrows()
    print(f"\n{len(ROOMS)} rooms, {len(pairs)} arrows between them")
    assert not [(a, b) for a, b in pairs if ROOMS.index(a) < ROOMS.index(b)]


def test_arrows_between_the_folders_of_grading_run_one_way():
    """A submission goes through them in this order; what has to run files is known to all."""
    order = "running intake judging results".split()
    pairs = {
        (one, other)
        for module, tree in trees().items()
        for target in our_imports(tree)
        for one, other in [(folder_of_grading(module), folder_of_grading(target))]
        if one in order and other in order
    }
    assert not [(a, b) for a, b in pairs if order.index(a) < order.index(b)]
    assert not {("judging", "intake")} & pairs


def folder_of_grading(module: str) -> str:
    return [*module.removeprefix("poker_table.grading.").split("."), ""][0]


def test_there_is_no_import_cycle():
    # A file does not count as importing the `__init__` of its own room.
    graph = {module: our_imports(tree) & trees().keys() for module, tree in trees().items()}
    print(f"\n{len(cycles(graph))} cycles among {len(graph)} files")
    assert not cycles(graph)


def test_a_room_says_what_it_is_for():
    assert not [path for path in FILES if not (path.parent / "__init__.py").is_file()]


def test_only_rooms_and_doors_stand_at_the_root():
    entries = {path.name for path in PACKAGE.iterdir()} - {"__pycache__", "py.typed"}
    assert entries == {*ROOMS, "__init__.py", "__main__.py"}


def test_only_the_table_the_picture_the_help_and_the_progress_bar_import_rich():
    used = {(module, name) for module, tree in trees().items() for name in imports(tree)}
    users = {module for module, name in used if name.split(".")[0] == "rich"}
    shown = {"poker_table.show.table", "poker_table.show.svg"}
    assert users == {*shown, "poker_table.cli.help", "poker_table.cli.progress"}


def test_only_the_command_line_prints_or_exits():
    printing = modules_with("print", "exit", "quit", "input")
    assert {room(module) for module in printing} <= {"cli", "__main__"}, printing


def test_each_file_says_in_one_sentence_what_it_is_for():
    first = {name: (ast.get_docstring(tree) or "").split("\n")[0] for name, tree in trees().items()}
    assert not [name for name, line in first.items() if not line.endswith(".")]


def test_each_name_of_the_package_has_an_example():
    public = {name: inspect.getdoc(getattr(poker_table, name)) for name in poker_table.__all__}
    assert not [name for name, text in public.items() if ">>> " not in (text or "")]


@pytest.mark.parametrize("name", poker_table.__all__)
def test_the_types_of_each_public_name_can_be_read(name):
    public = getattr(poker_table, name)
    for each in [public, *(vars(public).values() if inspect.isclass(public) else ())]:
        for inner in "__func__", "fget", "func":  # of a class method and of properties
            each = getattr(each, inner, each)
        if inspect.isfunction(each) or inspect.isclass(each):
            typing.get_type_hints(each)


def test_the_package_says_which_names_it_has():
    assert {"Card", "Deck", "Hand", "simulate"} <= set(poker_table.__all__) <= set(dir(poker_table))
    with pytest.raises(AttributeError, match="^module 'poker_table' has no attribute 'Pack'$"):
        poker_table.Pack  # noqa: B018


def test_type_checkers_read_the_same_names_from_the_same_files():
    [block] = [each for each in trees()["poker_table"].body if isinstance(each, ast.If)]
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    homes = {line.names[0].asname: line.module for line in block.body}
    assert homes == poker_table._MODULE_OF_NAME


def test_all_names_can_be_imported_at_once():
    names: dict[str, object] = {}
    exec("from poker_table import *", names)
    assert names.keys() - {"__builtins__"} == {*poker_table.__all__}


HEAVY = {"rich", "numpy", "numba", "dataclasses", "json", "inspect", "shutil"}
# Modules that argparse itself imports are allowed; from Python 3.14 on these include dataclasses.
AN_ARGUMENT = """
import argparse
narrow = lambda prog: argparse.HelpFormatter(prog, width=80)
argparse.ArgumentParser(formatter_class=narrow).add_argument("deck")
"""
RUN = "from poker_table.cli import main; main({!r})"
# A program, a module that it loads, and what it must not load.
LOADED = [
    ("import poker_table.cli", "poker_table.cli", HEAVY),
    (RUN.format(["three.txt"]), "poker_table.cli.commands.deal", HEAVY),
    (RUN.format([]), "poker_table.cli.commands.deal", HEAVY),
    (RUN.format(["chances", "three.txt", "--after", "20"]), "poker_table.simulation.chances.answer",
     {"poker_table.compare.rounds", "fractions", "rich", "numpy"}),
    ("from poker_table import Hand, Showdown; Showdown([Hand.of('AC AD KH 9S 8S')])",
     "poker_table.game.table", {"rich", "html", "dataclasses"}),
    # What only some systems have.
    ("import poker_table.cli.commands.mutants", "poker_table.grading.results.folder",
     {"termios", "resource"}),
]  # fmt: skip


@pytest.mark.parametrize(("program", "needed", "heavy"), LOADED)
def test_a_program_loads_nothing_heavy(program, needed, heavy, unmeasured):
    def modules(code: str) -> set[str]:
        code = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
        command = [sys.executable, "-I", "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=unmeasured)
        return {*done.stderr.split()}

    loaded = modules(program)
    assert needed in loaded
    assert not heavy & (loaded - (modules(AN_ARGUMENT) if "cli" in program else set()))


@pytest.mark.parametrize("script", ["lesson/lesson.js", "practice/practice.js"])
def test_a_script_knows_no_rule_of_poker(script):
    code = (PACKAGE / script).read_text(encoding="utf-8").lower()
    assert not re.search(r"\b(pair|flush|straight|kicker|ace|king|hearts|spades|13)\b", code)
