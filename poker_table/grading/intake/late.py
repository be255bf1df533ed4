"""The cost of being late, and the delay that Moodle's status names."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError
from poker_table.grading.judging.rubric import checked_points, toml_document

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400, "week": 604800, "year": 31536000}
DELAY = r"(?:(?<!\d)\d{1,9} (?:year|week|day|hour|min|sec)s?,? *)"
# The last alternative skips a delay that is not before "late", so that it is read only once.
LATE = re.compile(rf"({DELAY}*)\blate\b|{DELAY}+", re.ASCII | re.IGNORECASE)


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
    where = f"{printable(path)}: [late]"
    table = toml_document(path, "points").get("late", {"per_day": 0})
    units = {"per_day": SECONDS["day"], "per_hour": SECONDS["hour"]}
    keys = [*table] if isinstance(table, dict) else []
    if len(keys) != 1 or keys[0] not in units:
        got = quoted(", ".join(keys)) if keys else "none"
        raise MarkerError(f"{where}: expected one line, per_day or per_hour, got {got}")
    (key,) = keys
    return LatePolicy(checked_points(f"{where}: {key}", table[key]), units[key])


def delay_text(seconds: int) -> str:
    """Return a delay as Moodle writes it.

    >>> delay_text(97200), delay_text(7500)
    ('1 day 3 hours', '2 hours 5 mins')
    """
    parts = []
    for unit in "day", "hour", "min", "sec":
        number, seconds = divmod(seconds, SECONDS[unit])
        if number:
            parts.append(f"{number} {unit}{'s' * (number != 1)}")
    return " ".join(parts)


def lateness(status: str) -> tuple[bool, int]:
    """Return whether Moodle's status says that somebody was late, and by how many seconds.

    >>> lateness("Submitted for grading - 1 day 3 hours late"), lateness("Submitted for grading")
    ((True, 97200), (False, 0))
    """
    match = next((match for match in LATE.finditer(status) if match[1] is not None), None)
    parts = re.findall(r"(\d+) ([a-z]+?)s?\b", match[1].lower()) if match else []
    return bool(match), sum(int(number) * SECONDS[unit] for number, unit in parts)
