"""Running one command, and the exit code of each error."""

from __future__ import annotations

import os
from importlib import import_module

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE
from poker_table.cli.output import Output, OutputError, UsageError
from poker_table.game.errors import PokerTableError, printable


def run_command(argv: list[str], output: Output) -> int:
    """Run a command and return its exit code; write a message for every error."""
    if COMPLETION_VARIABLE in os.environ:
        from poker_table.cli.completion import command_being_typed

        argv = command_being_typed()
    if argv and argv[0] in ("help", "-help", "version"):  # as other programs spell it
        argv = ["--version"] if argv[0] == "version" else [*argv[1:2], "--help"]
    name, rest = (argv[0], argv[1:]) if argv and argv[0] in COMMANDS else ("deal", argv)
    code, failed = 0, 3 if name == "grade" else 1
    try:
        try:  # no other command is imported, because imports take long
            code = import_module(f"poker_table.cli.commands.{name}").run(rest, output)
        except SystemExit as stop:  # argparse has printed the help or the version
            code = int(stop.code or 0)
        except PokerTableError as error:
            if error.parameter:
                error = type(error)(error, parameter=f"--{error.parameter}")
            output.error(str(error))
            code = _exit_code(error, failed)
        except OSError as error:
            output.error(printable(str(error)))
            code = failed
        output.flush()
    except OutputError as failure:
        output.abandon()
        [cause] = failure.args
        if not isinstance(cause, BrokenPipeError):  # else a reader such as `head` has closed it
            output.error(f"standard output: cannot be written: {cause.strerror}")
            code = 3 if name in ("grade", "mutants") else 1  # 1: what a student handed in failed
    except Exception as error:  # a bug: even then the user sees no traceback
        output.error(f"poker-table itself failed: {error!r}. Please report this.")
        code = 3
    finally:
        output.hide_progress()  # even after Ctrl-C: as long as it shows, the cursor is hidden
    return code


def _exit_code(error: PokerTableError, failed: int) -> int:
    """Return the exit code for an error: `failed`, unless the command is at fault or grading."""
    from poker_table.grading.errors import MarkerError
    from poker_table.simulation.extras import MissingExtraError

    if isinstance(error, UsageError | MissingExtraError):
        return 2
    return 3 if isinstance(error, MarkerError) else failed
