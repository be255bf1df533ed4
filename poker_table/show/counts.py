"""A simulation's counts for other programs, as JSON and as CSV: whole numbers and nothing else."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from poker_table.simulation.tally import Tally


def counts_document(tally: Tally, seed: int) -> str:
    """Return the counts as JSON text. Nothing in it depends on time, workers or engine."""
    return json.dumps({"seed": seed, **tally.document()}, indent=2) + "\n"


def counts_table(tally: Tally, seed: int) -> str:
    """Return the counts as CSV text: what was counted, of what, how often."""
    rows = [("count", "of", "number"), ("seed", "", seed), *_rows(tally.document())]
    return "".join(f"{what},{of},{number}\n" for what, of, number in rows)


def _rows(document: dict[str, object]) -> Iterator[tuple[str, str, object]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from ((name, key, count) for key, count in value.items())
        elif isinstance(value, list):
            yield from ((name, f"Player {k}", count) for k, count in enumerate(value, start=1))
        else:
            yield name, "", value
