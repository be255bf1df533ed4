"""The command line: find the command that is asked for, and see that every run ends cleanly."""

from __future__ import annotations

import sys

from poker_table.cli.output import Output
from poker_table.errors import PokerTableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

COMMANDS = {
    "deal": "deal ten hands and show them best to worst (what happens without a command)",
    "decks": "list, show and copy the bundled decks",
}


def main(
    argv: list[str] | None = None, out: TextIO | None = None, err: TextIO | None = None
) -> int:
    """Run a command line and return its exit code.

    0 is done; 1, a file is missing or bad, or what was checked failed; 2, wrong usage; 3, the
    program itself failed; 130, interrupted. `out` and `err` stand in for the standard streams.
    """
    output = Output(out or sys.stdout, err or sys.stderr)
    try:
        code = _run(sys.argv[1:] if argv is None else argv, output)
        output.flush()
    except KeyboardInterrupt:
        output.note("Interrupted")
        code = 130
    except PokerTableError as error:
        output.note(f"Error: {error}")
        code = 1
    except BrokenPipeError:  # whoever read us has seen enough
        output.abandon()
        code = 0
    except OSError as error:  # files have errors of their own; this is standard output
        output.abandon()
        output.note(f"Error: cannot write to standard output: {error.strerror}")
        code = 1
    except Exception as error:  # a fault of this program; still no traceback for a person
        output.note(f"Error: poker-table itself failed: {error!r}. Please report this.")
        code = 3
    return code


def _run(argv: list[str], output: Output) -> int:
    name, rest = (argv[0], argv[1:]) if argv and argv[0] in COMMANDS else ("deal", argv)
    # Imported by name, and only the one: most of the time to the ten lines is imports.
    command = __import__(f"poker_table.cli.{name}", fromlist=["run"])
    try:
        return int(command.run(rest, output))
    except SystemExit as stop:  # argparse has printed help or usage
        return int(stop.code or 0)
