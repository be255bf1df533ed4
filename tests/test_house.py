"""The house: who may import whom, and what starting up may load."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import poker_table

PACKAGE = Path(__file__).parents[1] / "poker_table"

# From the ground up: a file imports only from floors below its own, or from its own folder.
FLOORS = [
    "errors", "displayed", "whole_file", "text_file", "rng", "cards", "deck", "hand",
    "verdicts", "best_five", "deck_file", "table", "rounds",
    "explain", "reading", "request", "impossible", "stacked", "grading", "mutants", "simulation",
    "show", "cli",
]  # fmt: skip
# A hand is asked itself to show itself, and must not load what draws it before that.
UPWARD = {("displayed", "poker_table.show.itself")}
FILES = sorted(PACKAGE.rglob("*.py"))
NO_FLOOR = {"__init__.py", "__main__.py"}  # the doors: they lead to every floor


def floor(module: str) -> str:
    return module.split(".")[1]


def imports(path: Path) -> set[str]:
    """Return the modules of the package that a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def ours(path: Path) -> set[str]:
    return {module for module in imports(path) if module.startswith("poker_table.")}


def place(path: Path) -> str:
    """Return the floor a file is on."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    if path.parent == PACKAGE and path.name in NO_FLOOR:
        return
    mine = place(path)
    for module in ours(path):
        if (mine, module) in UPWARD:
            continue
        assert FLOORS.index(floor(module)) <= FLOORS.index(mine), f"{mine} imports {module}"


def test_every_file_has_a_floor():
    places = {place(path) for path in FILES} - {"__init__", "__main__"}
    assert sorted(FLOORS) == sorted(places)


def test_only_the_terminal_imports_rich():
    users = {path for path in FILES if any(name.split(".")[0] == "rich" for name in imports(path))}
    assert users == {PACKAGE / "show" / "terminal.py"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_command_line_prints_or_exits(path):
    names = {
        node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
    }
    assert place(path) in ("cli", "__main__") or not names & {"print", "exit", "quit", "input"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_file_says_in_one_sentence_what_it_is_for(path):
    first = (ast.get_docstring(ast.parse(path.read_text())) or "").split("\n")[0]
    assert first.endswith(".")
    assert len(path.read_text().splitlines()) <= 250


@pytest.mark.parametrize("name", poker_table.__all__)
def test_each_name_of_the_package_has_an_example(name):
    assert ">>> " in (inspect.getdoc(getattr(poker_table, name)) or "")


HEAVY = {"rich", "numpy", "numba", "dataclasses", "json", "argparse", "re", "typing", "inspect"}


@pytest.mark.parametrize(
    "program",
    [
        "import poker_table.cli",
        "from poker_table.cli import main; assert main(['three.txt']) == 0",
        "from poker_table.cli import main; assert main([]) == 0",
    ],
)
def test_the_ten_lines_load_nothing_heavy(program):
    report = f"import sys\n{program}\nprint(*sys.modules, file=sys.stderr)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", report], capture_output=True, text=True, check=True
    ).stderr.split()
    bare = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert "poker_table.cli" in loaded
    assert not HEAVY & (set(loaded) - set(bare))
