"""Everything the README shows is run: its commands compared with their output, its Python too.

`python tests/test_readme.py` writes the outputs of the commands anew, and the table of the rooms.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from program import CLONE, environment, needs_program

from poker_table.cli.commands.grade import NO_BUBBLEWRAP
from poker_table.grading.running.sandbox import level_in_force

README = CLONE / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(
        block,
        id=block.split("\n")[0],
        marks=[pytest.mark.slow] if "poker-table grade " in block else [],  # sixty runs
    )
    for block in BLOCK.findall(README.read_text())
]
PACKAGE = CLONE / "poker_table"
ROOM = re.compile(r"^\| `(\w+/)` \| .* \|$", re.MULTILINE)


def row(name: str) -> str:
    """Return the row of the table of rooms: what a room's door says of itself."""
    door = PACKAGE / name / "__init__.py"
    return f"| `{name}` | {ast.get_docstring(ast.parse(door.read_text())).splitlines()[0]} |"


def transcript(block: str, folder: str) -> str:
    """Run the commands of a block in a folder; return them with what they print."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{printed(command[2:], folder)}" for command in commands)


def printed(command: str, folder: str) -> str:
    """Return what a command prints, as on a machine that has bubblewrap."""
    shown = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment(), text=True, timeout=600,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    ).stdout  # fmt: skip
    warned = level_in_force("auto") == "none" and command.startswith("poker-table grade ")
    return shown.replace(f"{NO_BUBBLEWRAP}\n", "", 1) if warned else shown


@needs_program
@pytest.mark.parametrize("block", BLOCKS)
def test_the_commands_print_what_the_readme_shows(block, tmp_path):
    (tmp_path / "tests").symlink_to(CLONE / "tests")
    assert transcript(block, str(tmp_path)) == block


def test_the_python_of_the_readme():
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_table_of_rooms_is_what_they_say_themselves():
    rows = {found[1]: found[0] for found in ROOM.finditer(README.read_text())}
    there = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert rows == {name: row(name) for name in there}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(CLONE / "tests", Path(folder, "tests"))
        text = README.read_text()
        text = BLOCK.sub(lambda found: f"```console\n{transcript(found[1], folder)}```", text)
        README.write_text(ROOM.sub(lambda found: row(found[1]), text))
