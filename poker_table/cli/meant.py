"""What may have been meant by the name of a deck that is nowhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches

from poker_table.cli import COMMANDS
from poker_table.files.deck_file import bundled_decks
from poker_table.game.errors import DeckNotFoundError, printable, quoted

NEAR = 0.7  # how alike: thre and three are, help and wheel are not


def not_found(name: str) -> DeckNotFoundError:
    """Return the error that names the nearest file, bundled deck and command, if any is near."""
    kinds = {"file": _files_here(), "bundled deck": bundled_decks(), "command": COMMANDS}
    near = [f"the {kind} {match}" for kind, names in kinds.items() for match in _near(name, names)]
    question = f" Did you mean {' or '.join(near)}?" if near else ""
    return DeckNotFoundError(
        f"Could not find file\nThere is no file, bundled deck or command {quoted(name)}.{question}"
        "\n`poker-table decks` lists the decks, `poker-table --help` the commands."
    )


def _near(name: str, names: Iterable[str]) -> list[str]:
    """Return the nearest name, if one is near; the ending is no likeness."""
    stems = {os.path.splitext(other)[0].lower(): other for other in names}
    matches = get_close_matches(os.path.splitext(name)[0].lower(), stems, n=1, cutoff=NEAR)
    return [printable(stems[match]) for match in matches]


def _files_here() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(".") if entry.is_file()]
    except OSError:  # a folder that may not be listed has nothing to suggest
        return []
