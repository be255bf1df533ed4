"""When the fast engine has to be compiled, and how: the one file that knows.

Numba keeps what it has compiled in files, but does not tell: a marker, an empty file beside those,
says that a function of the engine is compiled as it is now. Until then the plain engine deals,
while another process compiles.
"""

from __future__ import annotations

import os
import sys
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, Popen

from poker_table.simulation.engines.engine import Engine, plan_of_hands
from poker_table.simulation.kernel.arrangements import heads
from poker_table.simulation.kernel.counts import TYPES

LOWEST_PRIORITY = 19  # of a process, for `nice`: it has a core when nobody else wants it
COMPILE = """
import os
from poker_table.simulation.engines.compiler import compiled_engine
hasattr(os, "nice") and os.nice({})
compiled_engine({!r})
"""


class Compiler(Popen[bytes]):
    """A process that compiles what the fast engine needs for one of its functions.

    It may outlive us, for the next run's sake.
    """

    def __init__(self, function: str, nice: int) -> None:
        command = [sys.executable, "-P", "-c", COMPILE.format(nice, function)]
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

    Numba is not loaded where its cache is empty.
    """
    cache = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(cache) if cache else Path(__file__).with_name("__pycache__")
    if (cache or os.access(folder, os.W_OK)) and not [*folder.rglob(f"{function}-*.compiled")]:
        return False
    try:
        return _marker(function).exists()
    except Exception:  # Numba fails, in one of many ways: who compiles with it will see
        return False


def fast_engine() -> Engine:
    """Return the fast engine; each of its functions is compiled when it is first called.

    Raises whatever Numba raises.
    """
    from poker_table.simulation.engines.fast import FAST  # slow to load

    return FAST


@cache  # the second time it would only count a deal for nothing
def compiled_engine(function: str) -> Engine:
    """Return the fast engine, one of its functions compiled. Raises whatever Numba raises."""
    fast, plan = fast_engine(), plan_of_hands(5)
    if function == "count_deals":
        fast.count_deals(0, 0, 1, 1, [1] * TYPES)
    elif function == "count_dealt":
        fast.count_dealt(plan, 0, 0, 1)
    else:
        fast.count_listed(plan, [next(heads(len(plan.remaining), plan.needs))])
    with suppress(OSError):  # where nothing can be kept, each process compiles anew
        _marker(function).touch()
    return fast


def _marker(function: str) -> Path:
    """Return the marker of a function, another one whenever Numba would compile again."""
    from poker_table.simulation.engines.compiled import COMPILED_FOR, VERSION
    from poker_table.simulation.engines.fast import LOOPS

    loop = LOOPS[function]
    changed = Path(loop.py_func.__code__.co_filename).stat().st_mtime_ns
    about = VERSION, changed, sys.version, COMPILED_FOR
    name = f"{function}-{zlib.crc32(repr(about).encode()):x}.compiled"
    return Path(loop.stats.cache_path, name)
