"""Everything the README shows is run: its commands compared with their output, its Python too.

`python tests/test_readme.py` writes the outputs of the commands anew, and the table of the rooms.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
PROGRAM = shutil.which("poker-table", path=str(Path(sys.executable).parent)) or ""
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


PACKAGE = README.parent / "poker_table"
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
    environment = {**os.environ, "PATH": f"{Path(PROGRAM).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=600,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    ).stdout  # fmt: skip


@pytest.mark.skipif(not PROGRAM, reason="the program poker-table is not installed")
@pytest.mark.parametrize("block", BLOCK.findall(README.read_text()), ids=lambda b: b.split("\n")[0])
def test_the_commands_print_what_the_readme_shows(block, tmp_path):
    (tmp_path / "tests").symlink_to(README.parent / "tests")
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
        os.symlink(README.parent / "tests", Path(folder, "tests"))
        text = README.read_text()
        text = BLOCK.sub(lambda found: f"```console\n{transcript(found[1], folder)}```", text)
        README.write_text(ROOM.sub(lambda found: row(found[1]), text))
