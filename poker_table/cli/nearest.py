"""What a person may have meant by a name that is no file."""

from __future__ import annotations

import difflib
import os

from poker_table.cli import COMMANDS
from poker_table.deck_file import bundled_decks
from poker_table.errors import printable, quoted


def what_was_meant(name: str) -> str:
    """Return a line that names the nearest file, bundled deck and command, where there are any."""
    kinds = {"file": _files_here(), "bundled deck": bundled_decks(), "command": COMMANDS}
    near = [
        f"the {kind} {printable(match)}"
        for kind, names in kinds.items()
        for match in difflib.get_close_matches(name, list(names), n=1)
    ]
    line = f"There is no file, bundled deck or command {quoted(name)}."
    if near:
        line += f" Did you mean {' or '.join(near)}?"
    return f"{line} `poker-table decks` lists the bundled decks."


def _files_here() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(".") if entry.is_file()]
    except OSError:
        return []
