"""The command line: which commands there are, and the door to them."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO
INTERRUPTED = 130  # the exit code after Ctrl-C
ASKED_BY_SHELL = "_ARGCOMPLETE"  # the variable that is set while Tab is pressed
COMMANDS = {
    "deal": "deal ten hands and show them best to worst: the default command",
    "simulate": "deal tables in bulk and set what happened beside what must happen",
    "evaluate": "say what hands of five cards or more are",
    "compare": "compare two hands or more a round, from a line or a million lines",
    "chances": "say how likely each hand wins when some cards are unknown",
    "present": "show the lesson to a class that votes by phone",
    "practice": "ask until you are sure, and say what you believe wrongly",
    "decks": "list, show or copy the bundled decks, or make one to order",
    "grade": "run a student's program on the decks and say what is wrong",
    "mutants": "score a file of test cases by the wrong evaluators it catches",
}


def load(name: str) -> "Any":
    """Return the file of a command or of a form: only what was asked for is loaded.

    Most of the time to the ten lines is imports, and this is the one line that saves them.
    """
    return __import__(f"poker_table.{name}", fromlist=["poker_table"])


def main(
    argv: "list[str] | None" = None, out: "TextIO | None" = None, err: "TextIO | None" = None
) -> int:
    """Run a command line and return its exit code.

    0 is done; 1, a file is missing or bad, or what was checked failed; 2, wrong usage; 3, the
    program itself failed; 130, interrupted. `out` and `err` stand in for the standard streams.
    """
    if not os.path.isfile(__file__):
        there = "unpack it, and run `python -m poker_table` there"
        raise SystemExit(f"Error: poker-table cannot run inside a zip file: {there}")
    # Everything else is imported in here, so that Ctrl-C while it loads is as quiet as later on.
    try:
        output = load("cli.output").Output(out or sys.stdout, err or sys.stderr)
        return _run(sys.argv[1:] if argv is None else argv, output)
    except KeyboardInterrupt:
        print("Interrupted", file=err or sys.stderr or sys.__stderr__)
        return INTERRUPTED


def _run(argv: "list[str]", output: "Any") -> int:
    """Run a command and return the exit code, with a sentence where something is wrong."""
    if ASKED_BY_SHELL in os.environ:
        argv = load("cli.completion").command_being_typed()
    if argv and argv[0] in ("help", "-help", "version"):  # as other programs have it
        argv = ["--version"] if argv[0] == "version" else [*argv[1:2], "--help"]
    code, errors = 0, load("game.errors")
    name, rest = (argv[0], argv[1:]) if argv and argv[0] in COMMANDS else ("deal", argv)
    try:
        try:
            code = int(load(f"cli.commands.{name}").run(rest, output))
        except SystemExit as stop:  # argparse has printed help or usage
            code = int(stop.code or 0)
        except errors.PokerTableError as error:
            output.note(f"Error: {error}")
            code = {errors.UsageError: 2, errors.MarkerError: 3}.get(type(error), 1)
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
