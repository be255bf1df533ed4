"""Group faults by their cause: one finding each, the simplest example of it, where it showed."""

from __future__ import annotations

from collections import Counter

from poker_table.grading.rubric import CRITERIA
from poker_table.grading.sheet import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from poker_table.grading.judge import Fault

MOST_OF_A_FAMILY = 3  # of its causes are told apart
# How the program ended, then what it read, single hands, two hands, and the other runs.
_SIMPLEST_FIRST = "ends players reading types cards within between missing random style".split()


def findings_in(faults: Mapping[str, Sequence[Fault]]) -> list[Finding]:
    """Return one finding for each cause, the simplest example of it, and where it showed."""
    everything = [(name, fault) for name, found in faults.items() for fault in found]
    causes = {(fault.family, fault.cause) for _, fault in everything if fault.family}
    sizes = Counter(family for family, _ in causes)
    groups: dict[str, list[tuple[str, Fault]]] = {}
    for name, fault in everything:
        many = sizes[fault.family] > MOST_OF_A_FAMILY
        groups.setdefault(fault.family if many else fault.cause, []).append((name, fault))
    return sorted((_finding(*group) for group in groups.items()), key=_simplicity)


def _finding(cause: str, seen: Sequence[tuple[str, Fault]]) -> Finding:
    name, simplest = min(seen, key=lambda pair: pair[1].size)
    return Finding(
        cause=cause,
        keys=tuple(key for key in CRITERIA if any(fault.criterion == key for _, fault in seen)),
        example=simplest.example,
        example_from=name,
        seen_in=tuple(dict.fromkeys(name for name, _ in seen)),
    )


def _simplicity(finding: Finding) -> tuple[int, int]:
    return min(_SIMPLEST_FIRST.index(key) for key in finding.keys), -len(finding.seen_in)
