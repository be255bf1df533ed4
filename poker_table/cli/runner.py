"""The runner that --engine, --workers and --dask choose."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from poker_table.cli.output import Output
from poker_table.simulation.run import Runner
from poker_table.simulation.workers import dask_executor

FAST_STARTS = "Starting the fast engine (compiling it the first time takes half a minute)"
COMPILING = "Compiling the fast engine (once, half a minute): until then the plain engine deals"


@contextmanager
def chosen_runner(options: Namespace, output: Output) -> Iterator[Runner]:
    """Yield a runner with the engine and the workers that the options choose."""
    with dask_executor(options.dask, options.workers) as (executor, workers):
        if options.engine == "fast":
            output.progress(FAST_STARTS)
        on_compiling = partial(output.message, COMPILING) if output.shows_progress else bool
        yield Runner(options.engine, workers, executor, on_compiling, output.message)
