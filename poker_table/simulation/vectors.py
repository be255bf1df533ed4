"""Numba, told to use the whole width of the machine's vectors: import it from here."""

from __future__ import annotations

import os
import sys

from llvmlite import binding

# LLVM keeps to half of a 512-bit machine's vectors unless it is told otherwise; all of it is 1.4
# times as fast here. Whoever has set the features, or loaded Numba before us, has it their way.
if "numba" not in sys.modules and "NUMBA_CPU_FEATURES" not in os.environ:
    features = binding.get_host_cpu_features()
    if features.get("avx512f"):
        os.environ["NUMBA_CPU_FEATURES"] = features.flatten() + ",-prefer-256-bit"

# Whether two rows overlap is asked before a loop over a row is widened. LLVM 17 and later ask it
# once for all the rounds of a surrounding loop, about rows that never meet in one round, and get
# the wrong answer: half the speed. Versions that are older do not know the option.
if binding.llvm_version_info >= (18, 0, 0):
    binding.set_option("", "-hoist-runtime-checks=0")

import numba  # after what it has to be told

__all__ = ["numba"]
