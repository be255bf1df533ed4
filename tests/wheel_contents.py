"""Check that a built wheel holds the package, the decks and the licence, and nothing else.

Run `python tests/wheel_contents.py poker_table-….whl`.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

CLONE = Path(__file__).parents[1]


def expected() -> set[str]:
    """Return the names that the tracked files of the package and the decks have in the wheel."""
    tracked = subprocess.run(
        ["git", "ls-files", "poker_table", "decks"],
        cwd=CLONE, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    return {name if name.startswith("poker_table/") else f"poker_table/{name}" for name in tracked}


def main(wheel: str) -> None:
    """Exit with an error message if a file is missing from the wheel or does not belong there."""
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {name for name in names if ".dist-info/" not in name}
    if package != expected():
        sys.exit(f"missing: {expected() - package}\nunexpected: {package - expected()}")
    if not any(name.endswith("/licenses/LICENSE") for name in names):
        sys.exit("missing: LICENSE")
    print(f"{len(package)} files of the package, {len(names - package)} of metadata")


if __name__ == "__main__":
    main(sys.argv[1])
