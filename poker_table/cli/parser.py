"""The options that several commands share, and a parser with uniform error messages."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE
from poker_table.cli.errors import UsageError
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS, Output, form_of
from poker_table.game.errors import one_of, printable, quoted
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.random import LARGEST_SEED

# A million can be written 1000000, 1_000_000, 1,000,000 or 1e6.
NUMBER = r"([0-9]{1,20}|[0-9]{1,3}(?:[,_][0-9]{3}){1,6})(?:[eE]([0-9]{1,2}))?"


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a `type` for argparse that reads a whole number from low to high.

    >>> [whole_number(1, 2_000_000)(text) for text in ("1,000", "1_000", "1e6")]
    [1000, 1000, 1000000]
    """

    def read_number(text: str) -> int:
        if match := re.fullmatch(NUMBER, text):
            digits = match[1].replace(",", "").replace("_", "")
            number = int(digits + "0" * int(match[2] or 0))
            if low <= number <= high:
                return number
        raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {quoted(text)}")

    return read_number


def one_choice(choices: Iterable[Any]) -> Callable[[str], Any]:
    """Return a `type` for argparse that reads one of the choices."""
    by_name = {str(choice): choice for choice in choices}

    def read_choice(text: str) -> Any:
        if text in by_name:
            return by_name[text]
        raise argparse.ArgumentTypeError(f"expected {one_of(by_name)}, got {quoted(text)}")

    return read_choice


def export_path(text: str) -> str:
    """Return a path whose suffix --export supports: a `type` for argparse."""
    if form_of(text):
        return text
    expected = f"expected a file name that ends in {one_of(FORM_OF_SUFFIX)}"
    raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")


# Which arguments go together, as each command lists it in its RULES: an argument, whether it needs
# or excludes the others, these others, and why. An argument is an option, such as "--seed"; the
# metavar of a positional one, "DECK"; A_TERMINAL; or a pair: an argument with a value or with the
# suffix of a value, ("--export", ".html"), or FORM with the form of the result, (FORM, "plain").
A_TERMINAL, FORM = "a terminal", "the form"
Argument = str | tuple[str, str]
Rule = tuple[Argument, str, tuple[Argument, ...], str]
Examples = Sequence[tuple[str, str]]
USAGE = "usage"  # the section of the help with what people use
HOW_MANY = {"None": "{}", "?": "[{}]", "*": "[{} ...]"}  # by the `nargs` of an argument
NEEDS, EXCLUDES = "needs", "cannot be combined with"


def needs(argument: Argument, *others: Argument, why: str = "") -> Rule:
    """Return a rule: the argument has a meaning only together with one of the others."""
    return argument, NEEDS, others, why


def excludes(argument: Argument, *others: Argument, why: str = "") -> Rule:
    """Return a rule: the argument contradicts each of the others, or lets it have no effect."""
    return argument, EXCLUDES, others, why


def all_formats(but: Iterable[str]) -> list[Argument]:
    """Return --format with each form, but not with some."""
    return [("--format", form) for form in FORMS if form not in but]


NOTATION = needs("--notation", "--save", why="it chooses how the deck is written to the file")
BY_SUFFIX = "the file's suffix chooses the form (only --format words goes with a .txt file)"
NO_TEXT = [("--export", suffix) for suffix in FORM_OF_SUFFIX if suffix != ".txt"]
SHARED_RULES = (
    needs("--force", "--export", "--save", "--report", why="it replaces a file"),
    excludes("--export", *all_formats(but=["words"]), why=BY_SUFFIX),
    excludes(("--format", "words"), *NO_TEXT, why=BY_SUFFIX),
)
HELP = {
    "deck": "a deck file, a bundled deck, or - for standard input",
    "hands": "hands, a file of hands, or - for standard input",
    "--seed": "the seed of the shuffle (default: a random one, shown)",
    "--players": "how many players, 1 to 10 (default: 10)",
    "--format": ", ".join(FORMS[:-1]) + f" or {FORMS[-1]}",
    "--export": "write the result to a file: .html, .svg, .csv, ...",
    "--workers": "how many processes (default: one per core)",
    "--engine": "auto (default), plain, or fast, which needs numba",
    "--dask": "a Dask scheduler, such as tcp://localhost:8786",
    "--explain": "explain types, ranks that count, base-13 values",
    "--save": "write the deck to a deck file",
    "--notation": "with --save: write cards, not the course's numbers",
    "--force": "replace a file that already exists",
    "--report": "also write json, junit, gradescope, markdown or csv",
    "--exit-zero": "exit with code 0 even if mistakes are found",
}
FLAG = {"action": "store_true"}
SETTINGS: dict[str, dict[str, Any]] = {
    "deck": {"metavar": "DECK"},
    "hands": {"nargs": "*", "metavar": "HANDS"},
    "--seed": {"type": whole_number(0, LARGEST_SEED), "metavar": "N"},
    "--players": {"type": whole_number(1, MOST_PLAYERS), "default": MOST_PLAYERS, "metavar": "P"},
    "--format": {"choices": FORMS, "metavar": "FORM"},
    "--export": {"type": export_path, "metavar": "FILE"},
    "--workers": {"type": whole_number(1, 1024), "metavar": "W"},
    "--engine": {"default": "auto"},
    "--dask": {"metavar": "ADDRESS"},
    "--save": {"metavar": "FILE"},
    "--report": {"action": "append", "default": [], "metavar": "KIND=FILE"},
}
# The arguments that several commands share, with the details for `add_argument`.
ARGUMENTS = {name: {"help": about, **SETTINGS.get(name, FLAG)} for name, about in HELP.items()}


def refuse(options: argparse.Namespace, *names: str, why: str) -> None:
    """Raise UsageError if one of these options is given though it has no effect."""
    for name in names:
        if name in options.given:
            raise UsageError(f"--{name} has no effect: {why}")


def how_to_repeat(command: str, what: str = "", **options: int | None) -> str:
    """Return a sentence with the command line that repeats a result. Leave out default values.

    >>> how_to_repeat("poker-table", what=" table", seed=7, deal=None, players=10)
    'The same table again: poker-table --seed 7'
    """
    words = [command]
    for name, value in options.items():
        if value is not None and value != ARGUMENTS.get(f"--{name}", {}).get("default"):
            words.append(f"--{name} {value}")
    return f"The same{what} again: {' '.join(words)}"


def _name(argument: Argument) -> str:
    """Return an argument of a rule without its value."""
    return argument if isinstance(argument, str) else argument[0]


def _said(argument: Argument) -> str:
    """Return an argument of a rule as it is written on the command line."""
    return argument if isinstance(argument, str) else " ".join(argument)


def _written(action: argparse.Action) -> str:
    """Return an option with the name of its value, such as `--seed N`."""
    value = "" if action.nargs == 0 else str(action.metavar)
    more = " ..." if action.nargs == "+" else ""
    return " ".join([*action.option_strings[-1:], value]).strip() + more


class ExampleParser(argparse.ArgumentParser):
    """A parser whose help begins with examples, and whose errors are UsageErrors.

    `examples` are command lines, each with what it does.
    """

    def __init__(self, examples: Examples, rules: Sequence[Rule] = (), **settings: Any) -> None:
        self.examples = examples
        self.rules: Sequence[Rule] = (*rules, *SHARED_RULES)
        self.names: dict[str, str] = {}  # of each argument as in a rule: its attribute
        self.defaults: dict[str, Any] = {}  # kept apart, so that a default can be given as a value
        self.sections: dict[str, list[argparse.Action]] = {}  # of the help, by title
        self.section(USAGE)
        # A fixed width: asking for the terminal's is slow, and help.py alone writes help.
        settings["formatter_class"] = lambda prog: argparse.HelpFormatter(prog, width=80)
        super().__init__(allow_abbrev=False, add_help=False, **settings)
        self.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)

    def section(self, title: str) -> None:
        """Begin a section of the help, for the arguments that are added from now on."""
        self._section = self.sections.setdefault(title, [])

    def add(self, *names: str, **details: Any) -> None:
        """Add shared arguments by name; `details` overrides their settings for this command."""
        for name in names:
            self.add_argument(name, **ARGUMENTS[name] | details)

    def add_argument(  # type: ignore[override]  # typeshed lists every detail
        self, *names: str, choices: Iterable[Any] = (), **details: Any
    ) -> argparse.Action:
        """Add an argument. A value that is not among its choices raises our own error."""
        if choices := [*choices]:
            details |= {"type": one_choice(choices)}
            details.setdefault("metavar", names[0].strip("-").upper())
        action = super().add_argument(*names, **details)
        self._section.append(action)
        written = action.option_strings or [str(action.metavar)]
        self.names |= dict.fromkeys(written, action.dest)
        if action.default != argparse.SUPPRESS:
            self.defaults[action.dest], action.default = action.default, None
        if choices:
            action.completer = lambda **_: choices  # type: ignore[attr-defined]  # argcomplete's
        return action

    def print_help(self, file: Any = None) -> None:
        """Print the help on standard output."""
        from poker_table.cli.help import print_help  # slow to import

        sections = {}
        for title, actions in self.sections.items():
            heading = f"usage: {self.usage or self._written()}" if title == USAGE else f"{title}:"
            about = {_written(action): str(action.help) for action in actions}
            sections[heading] = [row for row in about.items() if row[1] != argparse.SUPPRESS]
            if title == USAGE and self.prog == "poker-table":
                sections["commands:"] = [*COMMANDS.items()]
        stream = file or sys.stdout or sys.stderr
        print_help(self.examples, sections, self.description or "", stream)

    def _written(self) -> str:
        """Return how the command is written, such as `poker-table [DECK] [options]`."""
        positional = [action for action in self.sections[USAGE] if not action.option_strings]
        words = [HOW_MANY[str(action.nargs)].format(action.metavar) for action in positional]
        return " ".join([self.prog, *words, "[options]"])

    def parse_args(  # type: ignore[override]  # typeshed has an overload for each namespace
        self, args: Sequence[str], output: Output
    ) -> argparse.Namespace:
        """Return the options, and configure the output. Raises UsageError."""
        if COMPLETION_VARIABLE in os.environ:
            from poker_table.cli.completion import complete

            complete(self)
        for name in {*self.names, *ARGUMENTS}:
            if f"{name}=--" in args:  # some versions of argparse read it as the end of the options
                self.error(f"{name}: expected a value, got '--'")
        options, unknown = self.parse_known_args(args)
        parser: ExampleParser = getattr(options, "parser", self)  # perhaps that of an action
        if unknown or (self.prog == "poker-table" and options.deck in COMMANDS):
            parser._refuse(unknown[:1], [*args])
        given = {name: value for name, value in vars(options).items() if value not in (None, [])}
        for name, default in parser.defaults.items():
            if getattr(options, name) is None:
                setattr(options, name, default)
        output.configure(options)
        parser._check(given, output)
        options.given = given
        return options

    def _check(self, given: dict[str, Any], output: Output) -> None:
        """Raise UsageError for the first rule that the given arguments break."""
        for argument, verb, others, why in self.rules:
            others = tuple(
                other for other in others if _name(other) in {*self.names, A_TERMINAL, FORM}
            )
            if not (others and self._is_given(argument, given, output)):
                continue
            found = [other for other in others if self._is_given(other, given, output)]
            if bool(found) is not (verb == NEEDS):
                what = " or ".join(map(_said, found[:1] or others))
                self.error(f"{_said(argument)} {verb} {what}" + f": {why}" * bool(why))

    def _is_given(self, argument: Argument, given: dict[str, Any], output: Output) -> bool:
        """Return whether an argument of a rule is given, or holds for the output."""
        if argument == A_TERMINAL:
            return output.on_terminal and sys.stdin is not None and sys.stdin.isatty()
        name = _name(argument)
        value = output.form if name == FORM else given.get(self.names.get(name, ""))
        if value is None or name == argument:
            return value is not None
        values = [str(item) for item in (value if isinstance(value, list) else [value])]
        return argument[1] in (*values, os.path.splitext(values[0])[1].lower())

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the help or the version. Unlike argparse's own method, do not hide an OSError."""
        (file or sys.stderr).write(message)

    def _refuse(self, unknown: list[str], args: list[str]) -> NoReturn:
        """Raise UsageError for an argument that the command does not have."""
        from poker_table.cli.guesses import guess_by_option, guess_by_words

        if self.prog == "poker-table" and (commands := [word for word in args if word in COMMANDS]):
            index = args.index(commands[0])
            line = shlex.join(["poker-table", commands[0], *args[index + 1 :], *args[:index]])
            self.error(f"a command comes before its options: {line}")
        options = [name for name in self.names if name.startswith("-")]
        word, guess = unknown[0], ""
        if word.startswith("-"):
            problem = f"there is no option {quoted(word.partition('=')[0])}"
            guess = guess_by_option(word.partition("=")[0], options)
        else:
            words = [self.prog, *args]
            before = words[-2 - args[::-1].index(word)]  # search from the end: it may occur twice
            problem = f"expected nothing more after {quoted(before)}, got {quoted(word)}"
            if self.prog == "poker-table":
                guess = guess_by_words(args, options)
        self.error(f"{problem}. {guess}" if guess else problem)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message and a pointer to the help."""
        reason = printable(message).removeprefix("argument ")
        reason = reason.replace("the following arguments are required:", "expected")
        raise UsageError(f"{reason}\n`{self.prog} --help` shows examples and every option.")


class CommandParser(ExampleParser):
    """The parser of a command."""

    def __init__(self, command: str, examples: Examples, rules: Sequence[Rule] = ()) -> None:
        prog = "poker-table" if command == "deal" else f"poker-table {command}"
        super().__init__(examples, rules, prog=prog)
