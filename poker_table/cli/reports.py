"""The values of --report: which kind of report goes to which file."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.cli.output import UsageError
from poker_table.files.whole_file import check_writable
from poker_table.game.errors import quoted
from poker_table.grading.results.platforms import FOR_ONE_SHEET, REPORTS


def report_files(arguments: Sequence[str], force: bool, many: bool = False) -> dict[str, str]:
    """Return the kind of report for each path, from arguments of the form KIND=FILE.

    If there are `many` sheets, kinds for one sheet are not allowed. Raises UsageError for an
    unknown kind, and FileError for a file that may not be written.
    """
    files, kinds = {}, [kind for kind in REPORTS if not (many and kind in FOR_ONE_SHEET)]
    for argument in arguments:
        kind, _, path = argument.partition("=")
        if kind not in kinds or not path:
            expected = f"expected KIND=FILE, KIND one of {', '.join(kinds)}"
            of_many = " for many submissions" * many
            raise UsageError(f"--report: {expected}{of_many}, got {quoted(argument)}")
        check_writable(path, force)
        files[path] = kind
    return files
