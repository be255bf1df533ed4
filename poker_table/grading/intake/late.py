"""What being late costs, and how late somebody was by Moodle's status."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.judging.rubric import MAX_POINTS, toml_document

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400, "week": 604800, "year": 31536000}
LATE = re.compile(r"((?:\d+ (?:year|week|day|hour|min|sec)s?,? *)*)\blate\b", re.IGNORECASE)


class LatePolicy(NamedTuple):
    """The points that each unit of lateness costs once it has begun, and the unit in seconds."""

    points: float = 0.0
    unit: int = SECONDS["day"]

    def penalty(self, seconds: int) -> float:
        """Return the points that a delay costs; an unknown delay, 0, counts as one unit.

        >>> LatePolicy(2, SECONDS["hour"]).penalty(3601), LatePolicy(2).penalty(0)
        (4, 2)
        """
        return self.points * max(1, ceil(seconds / self.unit))


def read_late_policy(path: str) -> LatePolicy:
    """Return the policy in a rubric's table `[late]`, with `per_day` or `per_hour`.

    Raises FileError, and MarkerError for anything else in the table.
    """
    table = toml_document(path, "points").get("late", {"per_day": 0})
    try:
        ((key, points),) = table.items()
        unit = {"per_day": SECONDS["day"], "per_hour": SECONDS["hour"]}[key]
    except (AttributeError, ValueError, KeyError):
        points, unit = None, 0
    if type(points) not in (int, float) or not 0 <= points <= MAX_POINTS:
        expected = f"expected per_day or per_hour, points from 0 to {MAX_POINTS}"
        raise MarkerError(f"{printable(path)}: [late]: {expected}")
    return LatePolicy(float(points), unit)


def lateness(status: str) -> tuple[bool, int]:
    """Return whether a status of Moodle's says that somebody was late, and by how many seconds.

    >>> lateness("Submitted for grading - 1 day 3 hours late"), lateness("Submitted for grading")
    ((True, 97200), (False, 0))
    """
    match = LATE.search(status)
    parts = re.findall(r"(\d+) ([a-z]+?)s?\b", match[1].lower()) if match else []
    return bool(match), sum(int(number) * SECONDS[unit] for number, unit in parts)
