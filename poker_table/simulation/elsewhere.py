"""Workers on other machines, by way of a Dask scheduler (the extra `dask`)."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.util import find_spec

from poker_table.errors import SimulationError, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

PATIENCE = 10  # seconds to wait for the scheduler


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Give an executor whose work is done by a scheduler's workers, and how many cores they have.

    Work of a worker that is lost is given to another by the scheduler. Raises SimulationError if
    the extra is not installed or nobody answers at the address.
    """
    if find_spec("distributed") is None:
        raise SimulationError("--dask needs the extra: pip install 'poker-table[dask]'")
    from distributed import Client

    class QuietClient(Client):  # type: ignore[misc]
        """One that failed to begin would wait for 20 seconds, then complain with a traceback."""

        def __del__(self) -> None:  # `with` closes it
            pass

    try:
        client = QuietClient(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):  # TypeError: an address of no known kind
        raise SimulationError(f"no Dask scheduler answers at {printable(address)}") from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.ncores().values()))
