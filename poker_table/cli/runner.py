"""Who counts, as the options of a command say, and what a person who watches is told of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from poker_table.cli.output import Output
from poker_table.simulation.run import Runner
from poker_table.simulation.workers import dask_executor

FAST_STARTS = "The fast engine starts: the first time, that takes half a minute"
COMPILING = "The plain engine deals until the fast one is compiled: the first time, half a minute"


@contextmanager
def chosen_runner(options: Namespace, output: Output) -> Iterator[Runner]:
    """Give the runner that --engine, --workers and --dask ask for."""
    with dask_executor(options.dask, options.workers) as (executor, workers):
        if options.engine == "fast":
            output.progress(FAST_STARTS)
        on_compiling = partial(output.message, COMPILING) if output.shows_progress else bool
        yield Runner(options.engine, workers, executor, on_compiling, output.message)
