"""How every command ends: with an exit code, and a sentence where something is wrong."""

from __future__ import annotations

from poker_table.cli import COMMANDS, load
from poker_table.cli.output import Output
from poker_table.game.errors import MarkerError, PokerTableError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

CODE_OF_ERROR: dict[type[PokerTableError], int] = {UsageError: 2, MarkerError: 3}


def run_to_the_end(argv: list[str], out: TextIO | None, err: TextIO | None) -> int:
    """Run a command line and return its exit code; only an interrupt comes through."""
    output = Output(out, err)
    code = 0
    try:
        try:
            code = _run(argv, output)
        except PokerTableError as error:
            output.note(f"Error: {error}")
            code = CODE_OF_ERROR.get(type(error), 1)
        output.flush()
    except BrokenPipeError:  # whoever read us has seen enough
        output.abandon()
    except OSError as error:  # files have errors of their own; this is standard output
        output.abandon()
        output.note(f"Error: standard output: cannot be written: {error.strerror}")
        code = 1
    except Exception as error:  # a fault of this program; still no traceback for a person
        output.note(f"Error: poker-table itself failed: {error!r}. Please report this.")
        code = 3
    return code


def _run(argv: list[str], output: Output) -> int:
    name, rest = (argv[0], argv[1:]) if argv and argv[0] in COMMANDS else ("deal", argv)
    try:
        return int(load(f"cli.commands.{name}").run(rest, output))
    except SystemExit as stop:  # argparse has printed help or usage
        return int(stop.code or 0)
