"""The kernel, compiled by Numba: the same source as in the plain engine, with vectors for words.

Only `ones_in` and, where the processor has an instruction for it, `majority` are replaced by
functions for vectors.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.registry import cpu_target

from poker_table.simulation.engines import vectors
from poker_table.simulation.kernel import best_fives, cards, counts, draws, strengths, wins

# By default LLVM uses only half of a 512-bit vector register; using all of it makes the engine 1.4
# times as fast. This must be set before Numba compiles, and must not overwrite the user's setting.
if vectors.HAS_512_BITS and numba.config.CPU_FEATURES is None:  # pragma: no branch
    numba.config.CPU_FEATURES = vectors.FEATURES.flatten() + ",-prefer-256-bit"

U = np.uint64

# Functions are inlined so that LLVM sees masks as constants, and drops those without effect.
inlined_jit = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
jit = numba.njit(nogil=True)


def cached_jit(function: Callable[..., Any]) -> Any:
    """Return a compiled function, cached in a file whose name contains VERSION.

    Numba unpickles a cache file before it checks whether the file is up to date. A file of another
    version of poker-table may refer to classes that no longer exist.
    """
    function.__qualname__ = f"{function.__name__}_{VERSION:x}"
    return numba.njit(nogil=True, cache=True)(function)


def constants_of(module: ModuleType) -> dict[str, Any]:
    """Return the numbers in a module's namespace, some of which come from other modules."""
    return {k: value for k, value in vars(module).items() if isinstance(value, int | tuple)}


MODULES = draws, cards, strengths, counts, best_fives, wins
#: The kernel's compiled functions and its constants, in one namespace: no two share a name.
KERNEL: dict[str, Any] = {}
for module in MODULES:
    KERNEL |= constants_of(module)
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            KERNEL[name] = inlined_jit(FunctionType(value.__code__, KERNEL, name))
KERNEL["ones_in"] = vectors.ones_in
if vectors.HAS_512_BITS:  # pragma: no branch (one machine takes one of the two ways)
    KERNEL["majority"] = vectors.majority
SOURCES = [path for file in (__file__, draws.__file__) for path in Path(file).parent.glob("*.py")]
#: A checksum of what compiled code depends on: the source of the kernel and the engines, constants,
#: such as Philox's, that the kernel imports, the processor, and what else Numba looks at.
VERSION = zlib.crc32(
    b"".join(path.read_bytes() for path in sorted(SOURCES))
    + repr([constants_of(module) for module in MODULES]).encode()
    + repr(cpu_target.target_context.codegen().magic_tuple()).encode()
    + f"{numba.__version__} {Path(__file__).with_name('fast.py').stat().st_mtime_ns}".encode()
)
