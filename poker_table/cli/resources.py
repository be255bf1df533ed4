"""The engine and the workers that --engine, --workers and --dask choose."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from poker_table.cli.output import Output
from poker_table.simulation.run import Resources
from poker_table.simulation.workers import dask_executor


@contextmanager
def chosen_resources(options: Namespace, output: Output) -> Iterator[Resources]:
    """Yield the resources that the options choose."""
    with dask_executor(options.dask, options.workers) as (executor, workers):
        yield Resources(options.engine, workers, executor, output.message)
