"""The command line: it runs the commands and returns their exit codes."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from poker_table.cli.commands import INTERRUPTED


def main(
    argv: list[str] | None = None, out: TextIO | None = None, err: TextIO | None = None
) -> int:
    """Run a command line and return its exit code.

    0 means success; 1, a missing or bad file, or a failed check; 2, wrong usage; 3, an error in
    the program itself; 130, interrupted. `out` and `err` replace the standard streams.
    """
    # All the work, imports included, is inside this `try`: Ctrl-C never prints a traceback.
    try:
        if not os.path.isfile(__file__):
            raise SystemExit(
                "Error: poker-table cannot run inside a zip file: "
                "unpack it and run `python -m poker_table` in the unpacked folder"
            )
        from contextlib import redirect_stdout

        from poker_table.cli.output import Output
        from poker_table.cli.run import run_command

        output = Output(out or sys.stdout, err or sys.stderr)
        with redirect_stdout(output.standard):  # for the help and the version
            return run_command(sys.argv[1:] if argv is None else argv, output)
    except KeyboardInterrupt:
        print("Interrupted", file=err or sys.stderr or sys.__stderr__)
        return INTERRUPTED
