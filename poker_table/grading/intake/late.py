"""What being late costs: how a rubric says it, and how platforms say who was late."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from poker_table.game.errors import MarkerError, printable
from poker_table.grading.judging.rubric import MOST_POINTS, toml_document

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400, "week": 604800, "year": 31536000}
LATE = re.compile(r"((?:\d+ (?:year|week|day|hour|min|sec)s?,? *)*)\blate\b", re.IGNORECASE)


class Late(NamedTuple):
    """What a day or an hour costs that has begun: the points, and its seconds."""

    points: float = 0.0
    unit: int = SECONDS["day"]

    def penalty(self, seconds: int) -> float:
        """Return what so many seconds cost; where nobody knows how many, 0, they are one unit.

        >>> Late(2, SECONDS["hour"]).penalty(3601), Late(2).penalty(0)
        (4, 2)
        """
        return self.points * max(1, ceil(seconds / self.unit))


def read_late(path: str) -> Late:
    """Return what being late costs by a rubric's table `[late]`: `per_day` or `per_hour`.

    Raises FileError, and MarkerError where it says something else.
    """
    table = toml_document(path, "points").get("late", {"per_day": 0})
    try:
        ((key, points),) = table.items()
        unit = {"per_day": SECONDS["day"], "per_hour": SECONDS["hour"]}[key]
    except (AttributeError, ValueError, KeyError):
        points, unit = None, 0
    if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
        expected = f"expected per_day or per_hour, points from 0 to {MOST_POINTS}"
        raise MarkerError(f"{printable(path)}: [late]: {expected}")
    return Late(float(points), unit)


def late_in(status: str) -> tuple[bool, int]:
    """Return whether Moodle's status says that somebody was late, and by how many seconds.

    >>> late_in("Submitted for grading - 1 day 3 hours late"), late_in("Submitted for grading")
    ((True, 97200), (False, 0))
    """
    told = LATE.search(status)
    parts = re.findall(r"(\d+) ([a-z]+?)s?\b", told[1].lower()) if told else []
    return bool(told), sum(int(number) * SECONDS[unit] for number, unit in parts)
