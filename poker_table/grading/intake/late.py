"""The cost of being late, and the delay that Moodle's status names."""

from __future__ import annotations

import re
from math import ceil
from typing import NamedTuple

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError
from poker_table.grading.toml_files import checked_points, toml_document

SECONDS = {"sec": 1, "min": 60, "hour": 3600, "day": 86400, "week": 604800, "year": 31536000}
UNKNOWN_DELAY = "yes"  # Canvas does not say by how much
DELAY = r"(?:(?<!\d)\d{1,9} (?:year|week|day|hour|min|sec)s?,? *)"
# The last alternative skips a delay that is not before "late", so that it is read only once.
LATE = re.compile(rf"({DELAY}*)\blate\b|{DELAY}+", re.ASCII | re.IGNORECASE)


class LatePolicy(NamedTuple):
    """The points that each unit of lateness costs once it has begun, and the unit in seconds."""

    points: float = 0.0
    unit: int = SECONDS["day"]

    def penalty(self, delay: str) -> float:
        """Return the points that a delay costs; one that is not known counts as one unit.

        >>> LatePolicy(2, SECONDS["hour"]).penalty("1 hour 1 sec"), LatePolicy(2).penalty("yes")
        (4, 2)
        """
        parts = re.findall(r"(\d+) ([a-z]+?)s?\b", delay.lower())
        seconds = sum(int(number) * SECONDS[unit] for number, unit in parts)
        return self.points * max(1, ceil(seconds / self.unit)) if delay else 0


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


def delay_in(status: str) -> str:
    """Return by how much Moodle's status says that somebody was late; empty if not late.

    >>> delay_in("Submitted for grading - 1 day 3 hours late"), delay_in("Submitted - late")
    ('1 day 3 hours', 'yes')
    """
    late = next((match for match in LATE.finditer(status) if match[1] is not None), None)
    return (late[1].strip(" ,") or UNKNOWN_DELAY) if late else ""
