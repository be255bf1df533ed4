"""The kernel, compiled by Numba as it stands, over rows of 64-bit words.

Its functions are compiled in a namespace in which they call each other compiled. Only `at` and
`ones_in` are said once more, for unsigned integers. (Signed ones would be wrong: their overflow is
undefined, and an index that might be negative keeps a loop from being widened.)
"""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
from llvmlite import binding

from poker_table.simulation.kernel import (
    all_hands,
    arranged,
    best_fives,
    block,
    cards,
    counts,
    draws,
    strengths,
)

# LLVM keeps to half of a 512-bit machine's vectors unless it is told otherwise; all of it is 1.4
# times as fast here. Whoever has set the features, or loaded Numba before us, has it their way.
if "numba" not in sys.modules and "NUMBA_CPU_FEATURES" not in os.environ:  # pragma: no branch
    features = binding.get_host_cpu_features()
    if features.get("avx512f"):  # pragma: no branch (one machine takes one of the two ways)
        os.environ["NUMBA_CPU_FEATURES"] = features.flatten() + ",-prefer-256-bit"

# Whether two rows overlap is asked before a loop over a row is widened. LLVM 17 and later ask it
# once for all the rounds of a surrounding loop, about rows that never meet in one round, and get
# the wrong answer: half the speed. Versions that are older do not know the option. It holds for
# whatever else this process compiles: LLVM has no other place for it, and takes it only once.
if binding.llvm_version_info >= (18, 0, 0):  # pragma: no branch (one installation, one way)
    binding.set_option("", "-hoist-runtime-checks=0")

import numba  # after what it has to be told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

U = np.uint64

# Inlined, so that the masks it is given are constants in it: a known mask may cost nothing.
inlined = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
alone = numba.njit(nogil=True)
remembered = numba.njit(nogil=True, cache=True)


@numba.extending.intrinsic
def _bits_set(typing, word):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return numba.uint64(numba.uint64), generate


@inlined
def at(row, w, width):
    """Return where word w of a row lies, unsigned."""
    return U(row) * U(width) + U(w)


@inlined
def ones_in(word):
    """Return how many bits are set."""
    return _bits_set(U(word))


def compiled(*modules: ModuleType) -> dict[str, Any]:
    """Return the functions of modules, each compiled in a copy of its module's namespace."""
    done: dict[object, object] = {draws.at: at, counts.ones_in: ones_in}
    scopes: list[dict[str, Any]] = [{} for _ in modules]
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
                done.setdefault(thing, inlined(FunctionType(thing.__code__, scope, name)))
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType | int):
                scope[name] = done.get(thing, thing)
    return {name: thing for scope in scopes for name, thing in scope.items()}


def fingerprint(*modules: ModuleType) -> int:
    """Return a number that is another when the modules' text is: Numba looks at one file only."""
    return zlib.crc32(b"".join(Path(module.__file__ or "").read_bytes() for module in modules))


def note_of(function: Any) -> Path:
    """Return the file that is there once a function is compiled and kept: Numba does not tell.

    It is another one whenever Numba would compile again.
    """
    changed = Path(function.py_func.__code__.co_filename).stat().st_mtime_ns
    processor = binding.get_host_cpu_name(), numba.config.CPU_NAME, numba.config.CPU_FEATURES
    about = VERSION, changed, numba.__version__, sys.version, processor
    name = f"{function.__module__}-{zlib.crc32(repr(about).encode()):x}.compiled"
    return Path(function.stats.cache_path, name)


MODULES = draws, cards, strengths, counts, block, all_hands, best_fives, arranged
KERNEL = compiled(*MODULES)
VERSION = fingerprint(*MODULES, sys.modules[__name__])
