"""What may have been meant by the name of a deck that is nowhere."""

from __future__ import annotations

import os
from difflib import get_close_matches

from poker_table.cli import COMMANDS
from poker_table.files.deck_file import bundled_decks
from poker_table.game.errors import NoFileError, printable, quoted

NEAR = 0.7  # how alike: thre and three are, help and wheel are not


def not_found(name: str) -> NoFileError:
    """Return the error that names the nearest file, bundled deck and command, if any is near."""
    try:
        files = [entry.name for entry in os.scandir(".") if entry.is_file()]
    except OSError:  # a folder that may not be listed has nothing to suggest
        files = []
    near = []
    for kind, names in ("file", files), ("bundled deck", bundled_decks()), ("command", COMMANDS):
        stems = {_stem(other): other for other in names}
        matches = get_close_matches(_stem(name), stems, n=1, cutoff=NEAR)
        near += [f"the {kind} {printable(stems[match])}" for match in matches]
    question = f" Did you mean {' or '.join(near)}?" if near else ""
    return NoFileError(
        f"Could not find file\nThere is no file, bundled deck or command {quoted(name)}.{question}"
        "\n`poker-table decks` lists the decks, `poker-table --help` the commands."
    )


def _stem(name: str) -> str:
    return os.path.splitext(name)[0].lower()  # the ending is no likeness
