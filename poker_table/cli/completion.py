"""Tab completion of commands, options, bundled decks and files, with argcomplete."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE
from poker_table.files.deck_file import bundled_decks


def command_being_typed() -> list[str]:  # pragma: no cover (runs in a process of the shell's)
    """Return the command on the line that is being typed, or [] if there is none yet."""
    typed = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])].split(" ")
    if len(typed) > 2 and typed[1] in COMMANDS:
        os.environ[COMPLETION_VARIABLE] = "2"  # skip two words: the program and the command
        return typed[1:2]
    return []


def complete(
    parser: argparse.ArgumentParser,
) -> None:  # pragma: no cover (runs in a process of the shell's)
    """Write the completions of the word under the cursor, and exit."""
    import argcomplete  # an extra
    from argcomplete.completers import FilesCompleter

    names, files = [*bundled_decks()], FilesCompleter()
    if parser.prog == "poker-table":
        names += COMMANDS

    def decks(prefix: str, **_: object) -> list[str]:
        return [*names, *files(prefix)]

    for action in _actions(parser):
        if action.dest == "deck":
            action.completer = decks  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser, always_complete_options=False)


def _actions(
    parser: argparse.ArgumentParser,
) -> Iterator[argparse.Action]:  # pragma: no cover (runs in a process of the shell's)
    """Yield the actions of a parser and of its subparsers."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for subparser in action.choices.values():
                yield from _actions(subparser)
