"""The fast engine, compiled in another process while the plain one deals."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import DEVNULL, Popen

FAST = "poker_table.simulation.engines.fast"
LEAST = 19  # the priority of what may use a core only while nobody else wants it
COMPILE = (
    "import os; hasattr(os, 'nice') and os.nice({}); import {} as engine; engine.compile_once({!r})"
)


class Compiler(Popen[bytes]):
    """A process that compiles what an engine needs for one of its functions.

    It may outlive us, for the next run's sake.
    """

    def __init__(self, module: str, function: str, nice: int) -> None:
        command = [sys.executable, "-P", "-c", COMPILE.format(nice, module, function)]
        # It finds the modules that are found here, and holds on to nothing of ours.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        super().__init__(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, env=environment)

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Stop it if we were stopped."""
        if error:
            self.kill()
            self.wait()

    def __del__(self) -> None:
        """Leave it to its work: Python would warn."""


def is_compiled(function: str) -> bool:
    """Return whether the fast engine, as it is now, need not be compiled for a function of it.

    Numba, which knows, is not loaded where it has never kept anything.
    """
    given = os.environ.get("NUMBA_CACHE_DIR")
    kept = Path(given) if given else Path(__file__).with_name("__pycache__")
    if (given or os.access(kept, os.W_OK)) and not [*kept.rglob(f"{function}-*.compiled")]:
        return False
    from poker_table.simulation.engines.fast import marker_of  # slow to load

    return marker_of(function).exists()
