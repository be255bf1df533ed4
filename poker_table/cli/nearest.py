"""What a person may have meant by a name that is no file."""

from __future__ import annotations

import difflib
import os

from poker_table.cli import COMMANDS
from poker_table.deck_file import bundled_decks
from poker_table.errors import printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def what_was_meant(name: str) -> str:
    """Return a line that names the nearest file, bundled deck and command, where there are any."""
    kinds = {"file": _files_here(), "bundled deck": bundled_decks(), "command": COMMANDS}
    near = [f"the {kind} {match}" for kind, names in kinds.items() for match in _near(name, names)]
    question = f" Did you mean {' or '.join(near)}?" if near else ""
    return (
        f"There is no file, bundled deck or command {quoted(name)}.{question}"
        "\n`poker-table decks` lists the decks, `poker-table --help` the commands."
    )


def _near(name: str, names: Iterable[str]) -> list[str]:
    """Return the nearest name, if one is near; the ending is no likeness."""
    stems = {os.path.splitext(other)[0].lower(): other for other in names}
    matches = difflib.get_close_matches(os.path.splitext(name)[0].lower(), stems, n=1)
    return [printable(stems[match]) for match in matches]


def _files_here() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(".") if entry.is_file()]
    except OSError:  # a folder that may not be listed has nothing to suggest
        return []
