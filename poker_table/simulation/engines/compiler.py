"""The fast engine, compiled in another process while the plain one deals."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import DEVNULL, Popen

FAST = "poker_table.simulation.engines.fast"
LEAST = 19  # the priority of what may use a core only while nobody else wants it
COMPILE = (
    "import os, sys; hasattr(os, 'nice') and os.nice({nice}); import {module} as it; it.keep()"
)


class Compiler(Popen[bytes]):
    """A process that compiles an engine's module; it may outlive us, for the next run's sake."""

    def __init__(self, module: str, nice: int) -> None:
        command = [sys.executable, "-P", "-c", COMPILE.format(module=module, nice=nice)]
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


def is_compiled() -> bool:
    """Return whether the fast engine as it is now, for this machine, need not be compiled.

    Numba, which knows, is not loaded where it has never kept anything.
    """
    kept = Path(__file__).with_name("__pycache__")
    its_own = "NUMBA_CACHE_DIR" not in os.environ and os.access(kept, os.W_OK)
    if its_own and not [*kept.glob("*.compiled")]:
        return False
    from poker_table.simulation.engines.fast import NOTE  # slow to load

    return NOTE.exists()
