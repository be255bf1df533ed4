"""README and docs: run every command and every `>>>` in them, and check every link.

`python tests/write.py docs` updates the outputs of the commands and the table of rooms.
"""

import ast
import doctest
import io
import re
import shlex
import subprocess
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from program import CLONE, environment, needs_program, needs_source

import poker_table
from poker_table.cli import main
from poker_table.cli.commands import COMMANDS

pytestmark = needs_source

README = CLONE / "README.md"
DOCS = sorted((CLONE / "docs").glob("*.md"))
WORKING_ON_IT = CLONE / "docs" / "working-on-it.md"
PACKAGE = CLONE / "poker_table"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROOM = re.compile(r"^\| `(\w+/)` \| .* \|$", re.MULTILINE)
CLASS = re.compile(r"^\| \[`(\w+)`\]\((\S+)\.py\) \|", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAME_IN_FILE = re.compile(r"`([\w.]+)`\s+in\s+\[[^]]+\]\(([^)\s]+\.py)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

pages = pytest.mark.parametrize("page", [README, *DOCS], ids=lambda page: page.stem)


def updated(text: str, folder: Path) -> str:
    """Return a page with the current outputs of its commands, run in a folder, and room texts."""
    text = BLOCK.sub(lambda block: f"```console\n{transcript(block[1], folder)}```", text)
    return ROOM.sub(lambda match: room_row(match[1]), text)


def transcript(block: str, folder: Path) -> str:
    """Run the commands of a block; return each command followed by its output."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{output_of(command[2:], folder)}" for command in commands)


def output_of(command: str, folder: Path) -> str:
    """Return the output of a command, with both streams mixed as on a terminal.

    `poker-table` runs in this process, unless something is written into it or into a file.
    """
    first, _, others = command.partition(" | ")
    if not first.startswith("poker-table") or first.endswith("-") or ">" in first:
        return output_of_shell(command, folder)
    both = io.StringIO()
    out = io.StringIO() if others else both
    with chdir(folder), patch("sys.stdin", io.StringIO()), redirect_stdout(out):
        main(shlex.split(first)[1:], out, both)
    filtered = output_of_shell(others, folder, out.getvalue()) if others else ""
    return both.getvalue() + filtered


def output_of_shell(command: str, folder: Path, written: str = "") -> str:
    return subprocess.run(
        ["bash", "-c", command.encode()], cwd=folder, env=environment(PYTHONUNBUFFERED="1"),
        text=True, timeout=600, input=written, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
    ).stdout  # fmt: skip


def room_row(name: str) -> str:
    """Return a row of the table of rooms: the first line of the room's docstring."""
    source = (PACKAGE / name / "__init__.py").read_text()
    return f"| `{name}` | {ast.get_docstring(ast.parse(source)).splitlines()[0]} |"


def target_exists(page: Path, link: str) -> bool:
    """Return whether the linked file exists and contains the linked heading."""
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target.read_text()))


def anchors(text: str) -> set[str]:
    headings = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@needs_program
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem == "grade" else [])
        for page in [README, *DOCS]  # the page on grade runs a program sixty times
    ],
)
def test_the_commands_of_a_page_print_what_it_shows(page, tmp_path):
    (tmp_path / "tests").symlink_to(CLONE / "tests")
    assert updated(page.read_text(), tmp_path) == page.read_text()


@pages
def test_commands_are_shown_only_in_blocks_that_are_run(page):
    assert not re.findall(r"^ *\$ .*", BLOCK.sub("", page.read_text()), re.MULTILINE)


@pages
def test_the_python_of_a_page_prints_what_it_shows(page):
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.failed, result.attempted) == (0, page.read_text().count(">>> "))


@pages
def test_every_link_target_exists(page):
    links = [link for link in LINK.findall(page.read_text()) if not link.startswith("https://")]
    assert not [link for link in links if not target_exists(page, link)]


def test_broken_links_are_found():
    links = ["docs/decks.md", "docs/decks.md#decks", "#poker-table", "docs/d.md", "#d", "LICENSE#d"]
    assert [target_exists(README, link) for link in links] == [True] * 3 + [False] * 3


def test_every_name_is_in_the_file_that_the_docs_say():
    names = [
        (name.split(".")[-1], path)
        for name, path in NAME_IN_FILE.findall(WORKING_ON_IT.read_text())
    ]
    assert ("RULES", "../poker_table/game/rules.py") in names
    assert not [
        (name, path)
        for name, path in names
        if not re.search(rf"\b{name}\b", (WORKING_ON_IT.parent / path).read_text())
    ]


def test_the_readme_is_short_and_links_every_page_and_command():
    text = README.read_text()
    assert len(text.splitlines()) <= 120
    assert not [page.name for page in DOCS if f"(docs/{page.name})" not in text]
    assert not [name for name in COMMANDS if f"`poker-table {name}" not in text and name != "deal"]


def test_the_changelog_and_the_citation_name_this_version():
    version = poker_table.__version__
    assert f"\nversion: {version}\n" in (CLONE / "CITATION.cff").read_text()
    assert f"# Changelog\n\n## {version}\n" in (CLONE / "CHANGELOG.md").read_text()


def test_the_docs_are_short():
    lengths = {page.name: len(page.read_text().splitlines()) for page in DOCS}
    assert sum(lengths.values()) <= 1_300
    assert not [name for name, length in lengths.items() if length >= 150]


def test_the_readme_links_the_six_classes_to_their_files():
    classes = CLASS.findall(README.read_text())
    assert len(classes) == 6
    for name, path in classes:
        assert getattr(poker_table, name).__module__ == path.replace("/", ".")


def test_the_page_on_python_has_all_public_names():
    text = (CLONE / "docs" / "python.md").read_text()
    assert not [name for name in poker_table.__all__ if f"`{name}`" not in text]


def test_the_table_of_rooms_is_complete():
    rooms = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert set(ROOM.findall(WORKING_ON_IT.read_text())) == rooms


def write() -> None:
    for page in [README, *DOCS]:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "tests").symlink_to(CLONE / "tests")
            page.write_text(updated(page.read_text(), Path(folder)))
