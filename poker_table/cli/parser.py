"""The options that several commands share, and a parser with uniform error messages."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from poker_table.cli.commands import COMMANDS, COMPLETION_VARIABLE
from poker_table.cli.output import FORM_OF_SUFFIX, FORMS, Output, UsageError, form_of
from poker_table.game.errors import list_in_words, printable, quoted
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


def decimal(low: float, high: float, expected: str, unit: str = "") -> Callable[[str], float]:
    """Return a `type` for argparse that reads a number from low to high, with or without a unit."""

    def read_decimal(text: str) -> float:
        with suppress(ValueError):
            if low <= (number := float(text.removesuffix(unit))) <= high:
                return number
        raise argparse.ArgumentTypeError(f"expected {expected}, got {quoted(text)}")

    return read_decimal


def one_choice(choices: Iterable[Any]) -> Callable[[str], Any]:
    """Return a `type` for argparse that reads one of the choices."""
    by_name = {str(choice): choice for choice in choices}

    def read_choice(text: str) -> Any:
        if text in by_name:
            return by_name[text]
        raise argparse.ArgumentTypeError(f"expected {list_in_words(by_name)}, got {quoted(text)}")

    return read_choice


def export_path(text: str) -> str:
    """Return a path whose suffix --export supports: a `type` for argparse."""
    if form_of(text):
        return text
    expected = f"expected a file name that ends in {list_in_words(FORM_OF_SUFFIX)}"
    raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")


# Which arguments go together, as each command lists it in its RULES: an argument, whether it needs
# or excludes the others, these others, and why. An argument is an option, such as "--seed"; the
# metavar of a positional one, "DECK"; or a pair: an option with a value or with the suffix of a
# value, such as ("--format", "json") or ("--export", ".html").
Argument = str | tuple[str, str]
Rule = tuple[Argument, str, Sequence[Argument], str]
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


BY_SUFFIX = "the file's suffix chooses the form (only --format words goes with a .txt file)"
NO_TEXT = [("--export", suffix) for suffix in FORM_OF_SUFFIX if suffix != ".txt"]
SHARED_RULES = (
    needs("--force", "--export", "--save", "--report", why="it replaces a file"),
    excludes("--export", *all_formats(but=["words"]), why=BY_SUFFIX),
    excludes(("--format", "words"), *NO_TEXT, why=BY_SUFFIX),
)
MANY: dict[str, Any] = {"action": "append", "default": []}
SEED, PLAYERS = {"type": whole_number(0, LARGEST_SEED)}, {"type": whole_number(1, MOST_PLAYERS)}
WORKERS, PATH = {"type": whole_number(1, 1024)}, {"type": export_path}
HANDS, A_FORM = "hands, a file of hands, or - for standard input", list_in_words(FORMS)
# The arguments that several commands share: the name of the value, what it does, and details.
SHARED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "deck": ("DECK", "a deck file, a bundled deck, or - for standard input", {}),
    "hands": ("HANDS", HANDS, {"nargs": "*"}),
    "--seed": ("N", "the seed of the shuffle (default: a random one, shown)", SEED),
    "--players": ("P", "how many players, 1 to 10 (default: the deck's, or 10)", PLAYERS),
    "--format": ("FORM", A_FORM, {"choices": FORMS}),
    "--export": ("FILE", "write the output to a file: .html, .svg, .csv, ...", PATH),
    "--workers": ("W", "how many processes (default: one per core)", WORKERS),
    "--explain": ("", "explain types, ranks that count, base-13 values", {}),
    "--save": ("FILE", "write the deck to a deck file", {}),
    "--notation": ("", "with --save: write cards, not the course's numbers", {}),
    "--force": ("", "replace a file that already exists", {}),
    "--report": ("KIND=FILE", "also write json, junit, gradescope, markdown or csv", MANY),
    "--exit-zero": ("", "exit with code 0 even if mistakes are found", {}),
}  # fmt: skip


def refuse(options: argparse.Namespace, name: str, why: str) -> None:
    """Raise UsageError if an option is given though it has no effect."""
    if name in options.given:
        raise UsageError(f"--{name} has no effect: {why}")


def how_to_repeat(command: str, what: str = "", **options: int | None) -> str:
    """Return a sentence with the command line that repeats a result. Leave out default values.

    >>> how_to_repeat("poker-table", what=" table", seed=7, deal=None, players=10)
    'The same table again: poker-table --seed 7'
    """
    given = {name: value for name, value in options.items() if value is not None}
    if given.get("players") == MOST_PLAYERS:
        del given["players"]
    words = [command, *(f"--{name} {value}" for name, value in given.items())]
    return f"The same{what} again: {' '.join(words)}"


class CommandParser(argparse.ArgumentParser):
    """A parser whose help begins with examples, and whose errors are UsageErrors.

    `examples` are command lines, each with what it does. `rules` say which arguments go together.
    """

    def __init__(self, command: str, examples: Examples, rules: Sequence[Rule] = ()) -> None:
        self.examples = examples
        self.rules = (*rules, *SHARED_RULES)
        self.names: dict[str, str] = {}  # of each argument as in a rule: its attribute
        self.defaults: dict[str, Any] = {}  # kept apart, so that a default can be given as a value
        self.sections: dict[str, list[argparse.Action]] = {}  # of the help, by title
        self.section(USAGE)
        super().__init__(
            prog="poker-table" if command == "deal" else f"poker-table {command}",
            # A fixed width: asking for the terminal's is slow, and help.py alone writes help.
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80),
            allow_abbrev=False,
            add_help=False,
        )
        self.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)

    def section(self, title: str) -> None:
        """Begin a section of the help, for the arguments that are added from now on."""
        self._section = self.sections.setdefault(title, [])

    def add(self, *names: str, **details: Any) -> None:
        """Add shared arguments by name; `details` overrides their settings for this command."""
        for name in names:
            value, about, settings = SHARED[name]
            self.option(name, value, **{"about": about} | settings | details)

    def option(
        self, name: str, value: str, about: str, choices: Iterable[Any] = (), **details: Any
    ) -> None:
        """Add an argument: the name of its value, "" for a flag, and what it does.

        A value that is not among its choices raises our own error.
        """
        kind: dict[str, Any] = {"metavar": value} if value else {"action": "store_true"}
        if choices := [*choices]:
            kind["type"] = one_choice(choices)
        action = self.add_argument(name, help=about, **kind | details)
        self._section.append(action)
        written = action.option_strings or [str(action.metavar)]
        self.names |= dict.fromkeys(written, action.dest)
        if action.default != argparse.SUPPRESS:
            self.defaults[action.dest], action.default = action.default, None
        if choices:
            action.completer = lambda **_: choices  # type: ignore[attr-defined]  # argcomplete's

    def print_help(self, file: Any = None) -> None:
        """Print the help on standard output."""
        from poker_table.cli.help import print_help  # slow to import

        sections = {}
        for title, actions in self.sections.items():
            heading = f"usage: {self.usage or self._usage()}" if title == USAGE else f"{title}:"
            sections[heading] = [(_written(action), str(action.help)) for action in actions]
            if title == USAGE and self.prog == "poker-table":
                sections["commands:"] = [*COMMANDS.items()]
        stream = file or sys.stdout or sys.stderr
        print_help(self.examples, sections, self.description or "", stream)

    def _usage(self) -> str:
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
        for name in self.names:
            if f"{name}=--" in args:  # some versions of argparse read it as the end of the options
                self.error(f"{name}: expected a value, got '--'")
        options, unknown = self.parse_known_args(args)
        if unknown or (self.prog == "poker-table" and options.deck in COMMANDS):
            self._refuse(unknown[:1], [*args])
        given = {name: value for name, value in vars(options).items() if value not in (None, [])}
        for name, default in self.defaults.items():
            if getattr(options, name) is None:
                setattr(options, name, default)
        options.given = given
        for rule in self.rules:
            self._check(rule, given)
        reports = [report.partition("=")[2] for report in given.get("report", ())]
        files = [*filter(None, [given.get("export"), given.get("save"), *reports])]
        paths = [*map(os.path.realpath, files)]
        if same := [file for file, path in zip(files, paths, strict=True) if paths.count(path) > 1]:
            self.error(f"one file cannot be written twice: {', '.join(map(quoted, same))}")
        output.configure(options)
        return options

    def _check(self, rule: Rule, given: dict[str, Any]) -> None:
        argument, verb, others, why = rule
        others = [other for other in others if _parts(other)[0] in self.names]
        if others and self._is_given(argument, given):
            found = [other for other in others if self._is_given(other, given)]
            if bool(found) is not (verb == NEEDS):
                one, *rest = [" ".join(_parts(each)) for each in (argument, *(found[:1] or others))]
                self.error(f"{one} {verb} {' or '.join(rest)}" + f": {why}" * bool(why))

    def _is_given(self, argument: Argument, given: dict[str, Any]) -> bool:
        """Return whether an argument of a rule is given, with its value if the rule names one."""
        name, *value = _parts(argument)
        if (got := given.get(self.names.get(name, ""))) is None:
            return False
        return not value or value[0] in (str(got), os.path.splitext(str(got))[1].lower())

    def _refuse(self, unknown: list[str], args: list[str]) -> NoReturn:
        """Raise UsageError for an argument that the command does not have."""
        from poker_table.cli.guesses import guess_by_option, guess_by_words

        if self.prog == "poker-table" and (commands := [word for word in args if word in COMMANDS]):
            index = args.index(commands[0])
            line = shlex.join(["poker-table", commands[0], *args[index + 1 :], *args[:index]])
            self.error(f"a command comes before its options: {line}")
        about = {[str(a.metavar), *a.option_strings][-1]: str(a.help) for a in self._actions}
        word = unknown[0].partition("=")[0]
        guess = guess_by_option(word, about)
        if word.startswith("-"):
            problem = f"there is no option {quoted(word)}"
        else:
            words = [self.prog, *args]
            before = words[-2 - args[::-1].index(unknown[0])]  # from the end: it may occur twice
            problem = f"expected nothing more after {quoted(before)}, got {quoted(unknown[0])}"
            if self.prog == "poker-table":
                guess = guess_by_words(args, about) or guess
        self.error(f"{problem}. {guess}" if guess else problem)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message and a pointer to the help."""
        reason = printable(message).removeprefix("argument ")
        reason = reason.replace("the following arguments are required:", "expected")
        raise UsageError(f"{reason}\n`{self.prog} --help` shows examples and every option.")


def _parts(argument: Argument) -> tuple[str, ...]:
    return (argument,) if isinstance(argument, str) else argument


def _written(action: argparse.Action) -> str:
    """Return an option with the name of its value, such as `--seed N`."""
    value = "" if action.nargs == 0 else str(action.metavar)
    more = " ..." if action.nargs == "+" else ""
    return " ".join([*action.option_strings[-1:], value]).strip() + more
