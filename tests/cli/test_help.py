"""The help of each command: one screen holds its examples and the options that people use."""

from __future__ import annotations

import pytest
from program import Terminal, on_terminal, parser_of, run

from poker_table.cli.commands import COMMANDS

HELPS = [*COMMANDS, "decks show", "decks copy", "decks make"]
ROWS = 24


@pytest.mark.parametrize("command", HELPS)
def test_the_first_screen_has_the_examples_and_the_main_options(command):
    lines = on_terminal(*command.split(), "--help").splitlines()
    screen = "\n".join(lines[: ROWS - 1])  # the last row is the pager's, or the prompt
    name = "poker-table" if command == "deal" else f"poker-table {command}"
    assert lines[0] == "examples:"
    assert not [line for line, _ in parser_of(command).examples if f"\n  {line}" not in screen]
    assert f"\nusage: {name} " in screen
    actions = parser_of(command).sections["usage"]
    main = [[action.metavar, *action.option_strings][-1] for action in actions]
    assert not [name for name in main if f"\n  {name} " not in screen]


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("command", HELPS)
def test_every_option_has_its_line_and_every_line_fits(command, columns):
    shown = on_terminal(*command.split(), "--help", columns=columns)
    for action in parser_of(command)._actions:
        for option in action.option_strings:
            assert option in ("-h", "--help") or f"\n  {option} " in shown
    too_long = [line for line in shown.splitlines() if len(line) > columns]
    assert not [line for line in too_long if "poker-table" not in line and columns == 80]


def test_the_commands_are_listed_once():
    for command in COMMANDS:
        shown = on_terminal(command, "--help")
        listed = [name for name in COMMANDS if f"\n  {name:<8}  " in shown]
        assert listed == ([*COMMANDS] if command == "deal" else [])


def test_colours_on_a_terminal_only(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("--help", out=Terminal())[1]
    assert "\x1b" not in run("--help")[1]
