"""README and docs: every command and every `>>>` in them is run, and every link leads somewhere.

`python tests/write.py docs` writes the outputs of the commands anew, and the table of the rooms.
"""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from program import CLONE, environment, needs_program

import poker_table
from poker_table.cli import COMMANDS

README = CLONE / "README.md"
DOCS = sorted((CLONE / "docs").glob("*.md"))
HOUSE = CLONE / "docs" / "working-on-it.md"
PACKAGE = CLONE / "poker_table"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROOM = re.compile(r"^\| `(\w+/)` \| .* \|$", re.MULTILINE)
CLASS = re.compile(r"^\| \[`(\w+)`\]\((\S+)\.py\) \|", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAME_IN_FILE = re.compile(r"`([\w.]+)`\s+in\s+\[[^]]+\]\(([^)\s]+\.py)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

pages = pytest.mark.parametrize("page", [README, *DOCS], ids=lambda page: page.stem)


def as_it_is(text: str, folder: Path) -> str:
    """Return a page with its commands run, one after the other in a folder, and the rooms asked."""
    text = BLOCK.sub(lambda found: f"```console\n{transcript(found[1], folder)}```", text)
    return ROOM.sub(lambda found: row(found[1]), text)


def transcript(block: str, folder: Path) -> str:
    """Run the commands of a block; return them with what they print."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{printed(command[2:], folder)}" for command in commands)


def printed(command: str, folder: Path) -> str:
    """Return what a command prints, its streams in the order in which a terminal shows them."""
    return subprocess.run(
        ["bash", "-c", command.encode()], cwd=folder, env=environment(PYTHONUNBUFFERED="1"),
        text=True, timeout=600, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
    ).stdout  # fmt: skip


def row(name: str) -> str:
    """Return the row of the table of rooms: what a room's door says of itself."""
    door = PACKAGE / name / "__init__.py"
    return f"| `{name}` | {ast.get_docstring(ast.parse(door.read_text())).splitlines()[0]} |"


def leads_somewhere(page: Path, link: str) -> bool:
    """Return whether the file that a page links is there, and the heading in it."""
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target.read_text()))


def anchors(text: str) -> set[str]:
    """Return the names of the headings of a page, as GitHub makes them."""
    headings = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@needs_program
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem == "grade" else [])
        for page in [README, *DOCS]  # grade runs a program sixty times
    ],
)
def test_the_commands_of_a_page_print_what_it_shows(page, tmp_path):
    (tmp_path / "tests").symlink_to(CLONE / "tests")
    assert as_it_is(page.read_text(), tmp_path) == page.read_text()


@pages
def test_no_command_is_shown_but_where_it_is_run(page):
    assert not re.findall(r"^ *\$ .*", BLOCK.sub("", page.read_text()), re.MULTILINE)


@pages
def test_the_python_of_a_page_prints_what_it_shows(page):
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.failed, result.attempted) == (0, page.read_text().count(">>> "))


@pages
def test_every_link_leads_somewhere(page):
    links = [link for link in LINK.findall(page.read_text()) if not link.startswith("https://")]
    assert not [link for link in links if not leads_somewhere(page, link)]


def test_what_leads_somewhere_is_told_from_what_does_not():
    links = ["docs/decks.md", "docs/decks.md#decks", "#poker-table", "docs/d.md", "#d", "LICENSE#d"]
    assert [leads_somewhere(README, link) for link in links] == [True] * 3 + [False] * 3


def test_every_name_is_in_the_file_that_the_docs_say():
    names = [(name.split(".")[-1], path) for name, path in NAME_IN_FILE.findall(HOUSE.read_text())]
    assert ("RULES", "../poker_table/game/hand.py") in names
    assert not [
        (name, path)
        for name, path in names
        if not re.search(rf"\b{name}\b", (HOUSE.parent / path).read_text())
    ]


def test_the_readme_is_short_and_leads_to_every_page_and_command():
    text = README.read_text()
    assert len(text.splitlines()) <= 150
    assert not [page.name for page in DOCS if f"(docs/{page.name})" not in text]
    assert not [name for name in COMMANDS if f"`poker-table {name}" not in text and name != "deal"]


def test_each_page_is_short_and_the_first_one_leads_to_it():
    first = (CLONE / "docs" / "README.md").read_text()
    others = [page for page in (CLONE / "docs").glob("*.md") if page.name != "README.md"]
    assert not [page.name for page in others if len(page.read_text().splitlines()) >= 150]
    assert not [page.name for page in others if f"({page.name})" not in first]


def test_the_readme_names_the_six_classes_and_the_files_in_which_they_are():
    classes = CLASS.findall(README.read_text())
    assert len(classes) == 6
    for name, path in classes:
        assert getattr(poker_table, name).__module__ == path.replace("/", ".")


def test_the_table_of_rooms_has_them_all():
    there = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert {found[1] for found in ROOM.finditer(HOUSE.read_text())} == there


def write() -> None:
    for page in [README, *DOCS]:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "tests").symlink_to(CLONE / "tests")
            page.write_text(as_it_is(page.read_text(), Path(folder)))
