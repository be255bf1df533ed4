"""Which engine counts: decided once, before anything is counted.

Numba caches compiled functions in files, but cannot be asked whether a function is cached. The name
of a file contains that of the function, and so all that compiled code depends on (`cached_jit`).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from poker_table.game.errors import PokerTableError, list_in_words, number_in_range
from poker_table.simulation.engines import plain
from poker_table.simulation.extras import MissingExtraError
from poker_table.simulation.kernel.wins import Layout

ENGINES = "auto", "plain", "fast"
# Work is measured in hands that are dealt and judged. For fewer than this, the plain engine is done
# before Numba would have loaded, or before worker processes would have started.
FAST_FROM_HANDS = PROCESSES_FROM_HANDS = 3_000_000
# Up to this many hands per worker, the plain engine is done before the fast one would be compiled:
# either takes about ten seconds.
COMPILE_FROM_HANDS = 160_000_000
UNKNOWN_HAND = Layout((0,) * 5, tuple(range(52)), (5,), (0,) * 52, (1,))
LITTLE_WORK: dict[str, tuple[Any, ...]] = {  # for each function of the engine
    "count_deals": (0, 1, range(1)),
    "count_sample": (UNKNOWN_HAND, 0, range(1)),
    "count_arrangements": (UNKNOWN_HAND, [((None,) * 47, (5,))]),  # the last five cards
}
COMPILING = "Compiling the fast engine (only the first time, up to half a minute)"

_compiled_here: set[str] = set()  # the functions that this process has compiled, or loaded


class Resources(NamedTuple):
    """What counts: an engine, and the workers of this machine or of an executor.

    `message` is called with a line of text if the user has to wait for the compiler, or if the fast
    engine does not work. Without it, there is a warning if the fast engine does not work.
    """

    engine: str = "auto"
    workers: int = 1
    executor: Executor | None = None
    message: Callable[[str], object] | None = None

    def choose(self, function: str, hands: int) -> tuple[ModuleType, int]:
        """Return the engine for calls of one of its functions, and how many workers count.

        "auto" is the engine that is faster for so many hands. If Numba fails, the plain engine is
        returned. Raises PokerTableError if the engine is unknown or not installed, or for fewer
        than 1 or more than 65536 workers.
        """
        number_in_range(self.workers, 1, 2**16, "1 to 65536 workers")
        engine = self._engine(function, hands)
        in_this_thread = not engine.IN_THREADS and hands < PROCESSES_FROM_HANDS
        return engine, 1 if in_this_thread and self.executor is None else self.workers

    def _engine(self, function: str, hands: int) -> ModuleType:
        name, message = self.engine, self.message
        if name not in ENGINES:
            raise PokerTableError(expected=list_in_words(ENGINES), given=name, parameter="engine")
        installed = find_spec("numba") is not None
        if name == "fast" and not installed:
            raise MissingExtraError("the fast engine", "fast")
        if name == "plain" or not installed or (name == "auto" and hands < FAST_FROM_HANDS):
            return plain
        try:
            if not is_compiled(function):
                if name == "auto" and hands < COMPILE_FROM_HANDS * self.workers:
                    return plain
                if message:
                    message(COMPILING)
            return compiled_engine(function)
        except Exception as error:  # Numba and its dependencies raise many types of error
            reason = str(error).partition("\n")[0] or type(error).__name__
            text = f"The fast engine does not work here, so the plain engine is used: {reason}"
            if message:
                message(text)
            else:
                warnings.warn(text, RuntimeWarning, stacklevel=2)
            return plain


def is_compiled(function: str) -> bool:
    """Return whether the current version of a function of the fast engine is cached.

    If nothing is cached, this returns False without the slow import of Numba. Otherwise it raises
    whatever Numba raises.
    """
    if function in _compiled_here:
        return True
    folder = os.environ.get("NUMBA_CACHE_DIR")
    beside = Path(folder) if folder else Path(__file__).with_name("__pycache__")
    if (folder or os.access(beside, os.W_OK)) and not any(beside.rglob("fast.*.nbi")):
        return False
    from poker_table.simulation.engines.fast import LOOPS

    loop = LOOPS[function]
    return any(Path(loop.stats.cache_path).glob(f"fast.{loop.py_func.__qualname__}-*.nbi"))


def compiled_engine(function: str) -> ModuleType:
    """Return the fast engine; call one of its functions with little work, so that it is compiled.

    Raises whatever Numba raises.
    """
    from poker_table.simulation.engines import fast  # slow to load

    if function not in _compiled_here:
        getattr(fast, function)(*LITTLE_WORK[function])
        _compiled_here.add(function)
    return fast
