"""The kernel, compiled by Numba as it stands: its words are vectors.

Its functions are compiled in a namespace in which they call each other compiled. Only `ones_in`
and, where the processor has an instruction for it, `majority` are said once more, for vectors.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from llvmlite import binding

from poker_table.simulation.kernel import arranged, best_fives, cards, counts, draws, strengths

# LLVM keeps to half of a 512-bit machine's vectors unless it is told otherwise; all of it is 1.4
# times as fast here. If the features are set already, or Numba is loaded, nothing is changed.
if "numba" not in sys.modules and "NUMBA_CPU_FEATURES" not in os.environ:  # pragma: no branch
    features = binding.get_host_cpu_features()
    if features.get("avx512f"):  # pragma: no branch (one machine takes one of the two ways)
        os.environ["NUMBA_CPU_FEATURES"] = features.flatten() + ",-prefer-256-bit"

import numba  # after what it has to be told

from poker_table.simulation.engines import vectors

U = np.uint64

# Inlined, so that the masks it is given are constants in it: a known mask may cost nothing.
inlined_jit = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
jit = numba.njit(nogil=True)


def cached_jit(function: Callable[..., Any]) -> Any:
    """Return a function that is compiled, and kept in a file whose name has our version in it.

    Numba reads all of a file before it asks whether it still holds, and one of another version of
    ours may name classes that are no more.
    """
    function.__qualname__ = f"{function.__name__}_{VERSION:x}"
    return numba.njit(nogil=True, cache=True)(function)


def compiled(*modules: ModuleType) -> dict[str, Any]:
    """Return the functions of modules, each compiled in a copy of its module's namespace."""
    done: dict[object, object] = {counts.ones_in: vectors.ones_in}
    if vectors.WHOLE:  # pragma: no branch (one machine takes one of the two ways)
        done[cards.majority] = vectors.majority
    scopes: list[dict[str, Any]] = [{} for _ in modules]
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
                done.setdefault(thing, inlined_jit(FunctionType(thing.__code__, scope, name)))
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType | int) or thing is best_fives.Counting:
                scope[name] = done.get(thing, thing)
    return {name: thing for scope in scopes for name, thing in scope.items()}


MODULES = draws, cards, strengths, counts, best_fives, arranged
KERNEL = compiled(*MODULES)
#: A checksum of the text of the kernel and its engines: all that compiled code may depend on.
VERSION = zlib.crc32(
    b"".join(
        file.read_bytes()
        for folder in (__file__, draws.__file__)
        for file in sorted(Path(folder).parent.glob("*.py"))
    )
)
#: Numba compiles for one version of itself and one processor.
COMPILED_FOR = (
    numba.__version__,
    binding.get_host_cpu_name(),
    numba.config.CPU_NAME,
    numba.config.CPU_FEATURES,
)
