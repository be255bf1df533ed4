"""Whether the fast engine is compiled, and the process that compiles it.

Numba caches compiled functions in files, but cannot be asked whether a function is cached. So each
cached function has a marker, an empty file beside Numba's. Without a marker, the plain engine deals
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
from poker_table.simulation.kernel.counts import TYPES
from poker_table.simulation.kernel.prefixes import prefixes

LOWEST_PRIORITY = 19  # for `nice`: the process gets a core only while no other process wants it
COMPILE = """
import os
from poker_table.simulation.engines.compiler import compiled_engine
hasattr(os, "nice") and os.nice({})
compiled_engine({!r})
"""


class Compiler(Popen[bytes]):
    """A process that compiles one function of the fast engine.

    It may outlive this process: the next run then finds the function in the cache.
    """

    def __init__(self, function: str, nice: int) -> None:
        command = [sys.executable, "-P", "-c", COMPILE.format(nice, function)]
        # The process must find the same modules, and must not hold our standard streams open.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        super().__init__(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, env=environment)

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Stop the process if an exception ended the `with` block, as Ctrl-C does."""
        if error:
            self.kill()
            self.wait()

    def __del__(self) -> None:
        """Let the process run on, without the warning that Popen's own method would give."""


def is_compiled(function: str) -> bool:
    """Return whether the current version of a function of the fast engine is cached.

    If the cache has no marker at all, this returns False without the slow import of Numba.
    """
    cache = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(cache) if cache else Path(__file__).with_name("__pycache__")
    if (cache or os.access(folder, os.W_OK)) and not [*folder.rglob(f"{function}-*.compiled")]:
        return False
    try:
        return _marker(function).exists()
    except Exception:  # Numba is broken: the process that compiles will report it
        return False


def fast_engine() -> Engine:
    """Return the fast engine; each of its functions is compiled when it is first called.

    Raises whatever Numba raises.
    """
    from poker_table.simulation.engines.fast import FAST  # slow to load

    return FAST


@cache  # the function is called for nothing, so do it only once
def compiled_engine(function: str) -> Engine:
    """Return the fast engine; call one of its functions with little work, so that it is compiled.

    Raises whatever Numba raises.
    """
    fast, plan = fast_engine(), plan_of_hands(5)
    if function == "count_deals":
        fast.count_deals(0, 0, 1, 1, [1] * TYPES)
    elif function == "count_sample":
        fast.count_sample(plan, 0, 0, 1)
    else:
        fast.count_arrangements(plan, [next(prefixes(len(plan.remaining), plan.needs))])
    with suppress(OSError):  # if no file can be written, each process compiles for itself
        _marker(function).touch()
    return fast


def _marker(function: str) -> Path:
    """Return the path of a function's marker, a new path whenever Numba would compile again."""
    from poker_table.simulation.engines.compiled import COMPILED_FOR, VERSION
    from poker_table.simulation.engines.fast import LOOPS

    loop = LOOPS[function]
    modified = Path(loop.py_func.__code__.co_filename).stat().st_mtime_ns
    depends_on = VERSION, modified, sys.version, COMPILED_FOR
    name = f"{function}-{zlib.crc32(repr(depends_on).encode()):x}.compiled"
    return Path(loop.stats.cache_path, name)
