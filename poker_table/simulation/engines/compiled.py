"""The kernel, compiled by Numba: the same source as in the plain engine, with vectors for words.

Each kernel function is compiled in a copy of its module's namespace, in which the functions that it
calls are compiled too. Only `ones_in` and, where the processor has an instruction for it,
`majority` are replaced by functions for vectors.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba.core.registry import cpu_target

from poker_table.simulation.engines import vectors
from poker_table.simulation.kernel import best_fives, cards, counts, draws, strengths, wins

# By default LLVM uses only half of a 512-bit vector register; using all of it makes the engine 1.4
# times as fast. This must be set before Numba compiles, and must not overwrite the user's setting.
if numba.config.CPU_FEATURES is None:  # pragma: no branch
    features = binding.get_host_cpu_features()
    if features.get("avx512f"):  # pragma: no branch (one machine takes one of the two ways)
        numba.config.CPU_FEATURES = features.flatten() + ",-prefer-256-bit"

U = np.uint64

# Functions are inlined so that LLVM sees masks as constants, and drops those without effect.
inlined_jit = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
jit = numba.njit(nogil=True)


def cached_jit(function: Callable[..., Any]) -> Any:
    """Return a compiled function, cached in a file whose name contains our version.

    Numba unpickles a cache file before it checks whether the file is up to date. A file of another
    version of poker-table may refer to classes that no longer exist.
    """
    function.__qualname__ = f"{function.__name__}_{VERSION:x}"
    return numba.njit(nogil=True, cache=True)(function)


def constants_of(module: ModuleType) -> dict[str, Any]:
    """Return the numbers in a module's namespace, some of which come from other modules."""
    return {k: value for k, value in vars(module).items() if isinstance(value, int | tuple)}


def compiled(*modules: ModuleType) -> dict[str, Any]:
    """Return the functions of modules by name, each compiled in a copy of its namespace."""
    replaced: dict[object, object] = {counts.ones_in: vectors.ones_in}
    if vectors.HAS_512_BITS:  # pragma: no branch (one machine takes one of the two ways)
        replaced[cards.majority] = vectors.majority
    namespaces: list[dict[str, Any]] = [{} for _ in modules]
    for module, namespace in zip(modules, namespaces, strict=True):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                in_namespace = FunctionType(value.__code__, namespace, name)
                replaced.setdefault(value, inlined_jit(in_namespace))
    for module, namespace in zip(modules, namespaces, strict=True):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) or value is best_fives.RankMasks:
                namespace[name] = replaced.get(value, value)
        namespace |= constants_of(module)
    return {name: value for namespace in namespaces for name, value in namespace.items()}


MODULES = draws, cards, strengths, counts, best_fives, wins
KERNEL = compiled(*MODULES)
SOURCES = [path for file in (__file__, draws.__file__) for path in Path(file).parent.glob("*.py")]
#: A checksum of what compiled code depends on: the source of the kernel and the engines, and
#: constants, such as Philox's, that the kernel imports.
VERSION = zlib.crc32(
    b"".join(path.read_bytes() for path in sorted(SOURCES))
    + repr([constants_of(module) for module in MODULES]).encode()
)
#: The version of Numba, and the processor and its features that code is compiled for.
COMPILED_FOR = numba.__version__, cpu_target.target_context.codegen().magic_tuple()
