"""Options that mean the same in every command, and errors that read alike."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS, form_of
from poker_table.game.errors import UsageError, one_of, printable, quoted
from poker_table.game.random import LARGEST_SEED
from poker_table.game.table import MOST_PLAYERS
from poker_table.game.version import __version__

# `typing` is not loaded for the ten lines: it takes a tenth of their time. Checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# How people write a million: 1000000, 1_000_000, 1,000,000 or 1e6.
NUMBER = r"([0-9]{1,20}|[0-9]{1,3}(?:[,_][0-9]{3}){1,6})(?:[eE]([0-9]{1,2}))?"


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads a whole number from low to high, for argparse.

    >>> [whole_number(1, 2_000_000)(text) for text in ("1,000", "1_000", "1e6")]
    [1000, 1000, 1000000]
    """

    def read(text: str) -> int:
        if match := re.fullmatch(NUMBER, text):
            digits = match[1].replace(",", "").replace("_", "")
            number = int(digits + "0" * int(match[2] or 0))
            if low <= number <= high:
                return number
        raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {quoted(text)}")

    return read


def choice_of(choices: Iterable[Any]) -> Callable[[str], Any]:
    """Return a function that reads one of some choices, for argparse."""
    by_name = {str(choice): choice for choice in choices}

    def read(text: str) -> Any:
        if text in by_name:
            return by_name[text]
        raise argparse.ArgumentTypeError(f"expected {one_of(by_name)}, got {quoted(text)}")

    return read


def export_path(text: str) -> str:
    """Return a path that --export can write, for argparse."""
    if form_of(text):
        return text
    expected = f"expected a name that ends in {one_of(FORM_OF_SUFFIX)}"
    raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")


NOTATION_GOES_WITH_SAVE = "--notation goes with --save: it says how the deck is written"
HELP = {
    "deck": "a deck file, a bundled deck, or - for standard input",
    "hands": "hands, a file of them, or - for standard input",
    "--seed": "shuffle with this seed (default: one of the system's, which is shown)",
    "--players": "how many players, 1 to 10 (default: 10)",
    "--format": "how to show the result (default: table on a terminal, plain elsewhere)",
    "--export": f"write the result to a file that ends in {one_of(FORM_OF_SUFFIX)}",
    "--workers": "how many work at once (default: one for each core)",
    "--engine": "plain needs nothing, fast needs numba (default: by the amount of work)",
    "--dask": "have it done by the workers of a Dask scheduler, such as tcp://localhost:8786",
    "--quiet": "no progress on standard error",
    "--explain": "say how each hand was read",
    "--strict": "stop at the first bad line",
    "--save": "write the deck to a deck file",
    "--notation": "write it as TH 2C … instead of the course's numbers",
    "--force": "replace a file that exists",
    "--report": "write a report as well: json, junit, gradescope, github, markdown, csv",
    "--exit-zero": "exit with 0 whatever was found wrong",
}
FLAG = {"action": "store_true"}
TAKES: dict[str, dict[str, Any]] = {
    "deck": {"metavar": "DECK"},
    "hands": {"nargs": "*", "metavar": "HANDS"},
    "--seed": {"type": whole_number(0, LARGEST_SEED), "metavar": "N"},
    "--players": {"type": whole_number(1, MOST_PLAYERS), "default": MOST_PLAYERS, "metavar": "P"},
    "--format": {"choices": FORMS},
    "--export": {"type": export_path, "metavar": "FILE"},
    "--workers": {"type": whole_number(1, 1024), "metavar": "W"},
    "--engine": {"default": "auto"},
    "--dask": {"metavar": "ADDRESS"},
    "--save": {"metavar": "FILE"},
    "--report": {"action": "append", "default": [], "metavar": "KIND=FILE"},
}
# What an argument is, wherever it is one.
ARGUMENTS = {name: {"help": about, **TAKES.get(name, FLAG)} for name, about in HELP.items()}


def how_to_repeat(command: str, what: str = "", **options: int | None) -> str:
    """Return the sentence that gives the command line of a result, without what is the default.

    >>> how_to_repeat("poker-table", what=" table", seed=7, deal=None, players=10)
    'The same table again: poker-table --seed 7'
    """
    words = [command]
    for name, value in options.items():
        if value is not None and value != ARGUMENTS.get(f"--{name}", {}).get("default"):
            words.append(f"--{name} {value}")
    return f"The same{what} again: {' '.join(words)}"


class ExampleParser(argparse.ArgumentParser):
    """A parser whose help begins with examples, and whose errors are like all the others."""

    def __init__(self, examples: str, **settings: Any) -> None:
        self.examples = examples
        self.names: list[str] = []
        # Asking for the terminal's width is slow, and only help needs it: until then it is 80.
        settings["formatter_class"] = lambda prog: argparse.HelpFormatter(prog, width=80)
        super().__init__(allow_abbrev=False, **settings)

    def add(self, *names: str, **details: Any) -> None:
        """Add arguments that other commands have too; the details are this command's own."""
        for name in names:
            self.add_argument(name, **ARGUMENTS[name] | details)

    def add_argument(  # type: ignore[override]  # typeshed lists every detail
        self, *names: str, choices: Iterable[Any] = (), **details: Any
    ) -> argparse.Action:
        """Add an argument; the words of every error refuse what is not among its choices."""
        self.names += names
        if choices := [*choices]:
            metavar = "{" + ",".join(map(str, choices)) + "}"
            details |= {"type": choice_of(choices), "metavar": metavar}
        action = super().add_argument(*names, **details)
        if choices:
            action.completer = lambda **_: choices  # type: ignore[attr-defined]  # argcomplete's
        return action

    def format_help(self) -> str:
        """Return the help, examples first."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return f"examples:\n{self.examples}\n\n{super().format_help()}"

    def parse_args(  # type: ignore[override]  # typeshed has an overload for each namespace
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Return the options. Raises UsageError for a word that is none of them."""
        if COMPLETION_VARIABLE in os.environ:
            from poker_table.cli.completion import complete

            complete(self)
        for name in {*self.names, *ARGUMENTS}:
            if f"{name}=--" in args:  # some argparses take it for the end of the options
                self.error(f"{name}: expected a value, got '--'")
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            self._refuse(rest[0], [*args])
        path, form = getattr(options, "export", None), getattr(options, "format", None)
        if path and form and (form != "words" or form_of(path) != "plain"):
            only = "only .txt takes --format words"
            self.error(f"--export writes what the file's name asks for; {only}")
        return options

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help or version; unlike argparse's own, let an error be one."""
        (file or sys.stderr).write(message)

    def _refuse(self, word: str, args: list[str]) -> NoReturn:
        from poker_table.cli.guesses import command_first, meant_by_option, meant_by_words

        of_deal = self.prog == "poker-table"
        if of_deal and (moved := command_first(args)):
            self.error(moved)
        if word.startswith("-"):
            wrong = f"there is no option {quoted(word.partition('=')[0])}"
            meant = meant_by_option(self.prog, args, word, self.names)
        else:
            before = args[-2 - args[::-1].index(word)]  # a word may be there twice
            wrong = f"expected nothing more after {quoted(before)}, got {quoted(word)}"
            meant = meant_by_words(args) if of_deal else ""
        self.error(f"{wrong}. {meant}" if meant else wrong)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError: what was expected and what came, and where the options are listed."""
        reason = printable(message).removeprefix("argument ")
        reason = reason.replace("the following arguments are required:", "expected")
        raise UsageError(f"{reason}\n`{self.prog} --help` shows examples and every option.")


class CommandParser(ExampleParser):
    """The parser of a command: its help ends with the other commands."""

    def __init__(self, command: str, examples: str) -> None:
        super().__init__(
            examples,
            prog="poker-table" if command == "deal" else f"poker-table {command}",
            description=COMMANDS[command].capitalize(),
            epilog="commands:\n" + "".join(f"  {c:<10}{about}\n" for c, about in COMMANDS.items()),
        )
        version = f"poker-table {__version__}"
        self.add_argument("--version", action="version", version=version, help="show the version")
