"""Whether it is this machine that lacks what a program needs to start: no student pays for that."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.untrusted_files import copy_tree, temporary_folder, walk_submission

NOT_FOUND = 127  # the exit code of a shell, env and stdbuf for a program that is not there
MAX_FIRST_LINE = 256  # bytes; the kernel reads no more of a line that names an interpreter


def check_start(run: Run, folder: str, command: Sequence[str], level: str, limits: Limits) -> None:
    """Raise MarkerError if a command ended with exit code 127 because of this machine.

    It then ends so even if all files in the folder are empty but for the names of interpreters.
    """
    if run.exit_code != NOT_FOUND or run.stopped_by:
        return
    with temporary_folder() as emptied:
        copy_tree(folder, emptied)
        entries = [e for e in walk_submission(emptied) if e.is_file(follow_symlinks=False)]
        first_lines = [_empty(entry.path) for entry in entries]
        again = run_copy(emptied, command, {}, level, limits)
    if again.exit_code == NOT_FOUND:
        interpreters = {line.decode("utf-8", "replace").strip() for line in first_lines if line}
        raise lacking("; ".join([*again.err.strip().splitlines()[-1:], *sorted(interpreters)[:10]]))


def lacking(what: str) -> MarkerError:
    """Return the error for a program that has to be installed first."""
    return MarkerError(f"this machine lacks a program: {printable(what)}: install it first")


def _empty(path: str) -> bytes:
    """Empty a file but for a first line that names its interpreter; return that line."""
    with open(path, "r+b") as file:
        first_line = file.readline(MAX_FIRST_LINE)
        kept = first_line if first_line.startswith(b"#!") else b""
        file.truncate(len(kept))
    return kept
