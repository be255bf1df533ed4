"""Tab completion of commands, options, bundled decks and files, with argcomplete."""

from __future__ import annotations

import argparse
import os

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE, DECK_ACTIONS
from poker_table.files.deck_file import bundled_decks

COMMAND_NAMES = [[name] for name in COMMANDS] + [["decks", action] for action in DECK_ACTIONS[1:]]


def command_being_typed() -> list[str]:  # pragma: no cover (runs in a process of the shell's)
    """Return the words of the command on the line that is being typed, or [] if there is none."""
    words = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])].split(" ")[1:-1]
    command = next((words[:n] for n in (2, 1) if words[:n] in COMMAND_NAMES), [])
    if command:
        os.environ[COMPLETION_VARIABLE] = str(1 + len(command))  # skip the program and the command
    return command


def complete(parser: argparse.ArgumentParser) -> None:  # pragma: no cover (as above)
    """Write the completions of the word under the cursor, and exit."""
    import argcomplete  # an extra
    from argcomplete.completers import FilesCompleter

    names, files = [*bundled_decks()], FilesCompleter()
    if parser.prog == "poker-table":
        names += COMMANDS
    for action in parser._actions:
        if action.metavar == "ACTION":
            action.completer = lambda **_: DECK_ACTIONS  # type: ignore[attr-defined]
        if action.metavar == "DECK":
            action.completer = lambda prefix, **_: [*names, *files(prefix)]  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser, always_complete_options=False)
