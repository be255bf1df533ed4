"""The command line: the door to the commands."""

from __future__ import annotations

import os
import sys

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE, INTERRUPTED

# `typing` is not loaded for the ten lines: it takes a tenth of their time. Checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from poker_table.cli.output import Output


def main(
    argv: list[str] | None = None, out: TextIO | None = None, err: TextIO | None = None
) -> int:
    """Run a command line and return its exit code.

    0 is done; 1, a file is missing or bad, or what was checked failed; 2, wrong usage; 3, the
    program itself failed; 130, interrupted. `out` and `err` stand in for the standard streams.
    """
    # Everything is done in here, loading too, so that Ctrl-C is as quiet at first as later on.
    try:
        if not os.path.isfile(__file__):
            there = "unpack it, and run `python -m poker_table` there"
            raise SystemExit(f"Error: poker-table cannot run inside a zip file: {there}")
        from poker_table.cli.output import Output

        output = Output(out or sys.stdout, err or sys.stderr)
        return _run(sys.argv[1:] if argv is None else argv, output)
    except KeyboardInterrupt:
        print("Interrupted", file=err or sys.stderr or sys.__stderr__)
        return INTERRUPTED


def _run(argv: list[str], output: Output) -> int:
    """Run a command and return the exit code, with a sentence where something is wrong."""
    from poker_table.game.errors import MarkerError, PokerTableError, UsageError

    if COMPLETION_VARIABLE in os.environ:
        from poker_table.cli.completion import command_being_typed

        argv = command_being_typed()
    if argv and argv[0] in ("help", "-help", "version"):  # as other programs have it
        argv = ["--version"] if argv[0] == "version" else [*argv[1:2], "--help"]
    name, rest = (argv[0], argv[1:]) if argv and argv[0] in COMMANDS else ("deal", argv)
    code = 0
    try:
        try:
            code = _command(name)(rest, output)
        except SystemExit as stop:  # argparse has printed help or usage
            code = int(stop.code or 0)
        except PokerTableError as error:
            output.message(f"Error: {error}")
            code = {UsageError: 2, MarkerError: 3}.get(type(error), 1)
        output.flush()
    except BrokenPipeError:  # whoever read us has seen enough
        output.abandon()
    except OSError as error:  # files have errors of their own; this is standard output
        output.abandon()
        output.message(f"Error: standard output: cannot be written: {error.strerror}")
        code = 1
    except Exception as error:  # a fault of this program; still no traceback for a person
        output.message(f"Error: poker-table itself failed: {error!r}. Please report this.")
        code = 3
    return code


def _command(name: str) -> Callable[[list[str], Output], int]:
    """Return what runs a command; only that one is loaded, since loading takes most of the time."""
    match name:
        case "simulate":
            from poker_table.cli.commands.simulate import run
        case "evaluate":
            from poker_table.cli.commands.evaluate import run
        case "compare":
            from poker_table.cli.commands.compare import run
        case "chances":
            from poker_table.cli.commands.chances import run
        case "present":
            from poker_table.cli.commands.present import run
        case "practice":
            from poker_table.cli.commands.practice import run
        case "decks":
            from poker_table.cli.commands.decks import run
        case "grade":
            from poker_table.cli.commands.grade import run
        case "mutants":
            from poker_table.cli.commands.mutants import run
        case _:
            from poker_table.cli.commands.deal import run
    return run
