"""A deck by its name, or what may have been meant."""

from __future__ import annotations

import os
from collections.abc import Iterable

from poker_table.cli import COMMANDS
from poker_table.cli.output import Output
from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.files.text import STANDARD_INPUT
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckNotFoundError, printable, quoted
from poker_table.game.table import MOST_PLAYERS

NEAR = 0.7  # how alike: thre and three are, help and wheel are not


def named_deck(name: str, players: int, output: Output) -> Deck:
    """Return the deck in a file, or the bundled one; say so if that was made for more players.

    Raises DeckNotFoundError, with what is near, if there is none, and DeckError if it is no deck.
    """
    try:
        deck = read_deck(name)
    except DeckNotFoundError as error:
        raise DeckNotFoundError(f"{str(error).splitlines()[0]}\n{_what_was_meant(name)}") from None
    if players != MOST_PLAYERS and is_bundled(name):
        made_for = f"{name} was made for {MOST_PLAYERS} players"
        output.note(f"{made_for}: dealt to {players}, it gives other hands")
    return deck


def is_bundled(name: str) -> bool:
    """Return whether a deck that could be read is a bundled one, and no file that hides it."""
    return name != STANDARD_INPUT and not os.path.exists(name)


def _what_was_meant(name: str) -> str:
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
    import difflib  # the ten lines do not wait for it

    stems = {os.path.splitext(other)[0].lower(): other for other in names}
    matches = difflib.get_close_matches(os.path.splitext(name)[0].lower(), stems, n=1, cutoff=NEAR)
    return [printable(stems[match]) for match in matches]


def _files_here() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(".") if entry.is_file()]
    except OSError:  # a folder that may not be listed has nothing to suggest
        return []
