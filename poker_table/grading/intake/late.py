"""How late somebody is, in seconds, and what that costs."""

from __future__ import annotations

import re
from math import ceil
from typing import Any, NamedTuple

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError
from poker_table.grading.toml_files import checked_points

SECONDS = {"year": 31536000, "week": 604800, "day": 86400, "hour": 3600, "min": 60, "sec": 1}
UNKNOWN_DELAY = -1  # Canvas does not say by how much
PART = r"(?:(?<!\d)(\d{1,9}) (year|week|day|hour|min|sec)s?,? *)"
# The last alternative skips a delay that is not before "late", so that it is read only once.
LATE = re.compile(rf"((?:{PART})*)\blate\b|(?:{PART})+", re.ASCII | re.IGNORECASE)


class LatePolicy(NamedTuple):
    """The points that each unit of lateness costs once it has begun, and the unit in seconds."""

    points: float = 0.0
    unit: int = SECONDS["day"]

    def penalty(self, seconds: int) -> float:
        """Return the points that a delay costs; one that is not known counts as one unit.

        >>> LatePolicy(2, SECONDS["hour"]).penalty(3601), LatePolicy(2).penalty(UNKNOWN_DELAY)
        (4, 2)
        """
        return self.points * max(1, ceil(seconds / self.unit)) if seconds else 0


def late_policy(path: str, table: Any) -> LatePolicy:
    """Return the policy in the table `[late]` of a rubric, with `per_day` or `per_hour`.

    Raises MarkerError for anything else in the table.
    """
    where = f"{printable(path)}: [late]"
    units = {"per_day": SECONDS["day"], "per_hour": SECONDS["hour"]}
    keys = [*table] if isinstance(table, dict) else []
    if len(keys) != 1 or keys[0] not in units:
        got = quoted(", ".join(keys)) if keys else "none"
        raise MarkerError(f"{where}: expected one line, per_day or per_hour, got {got}")
    (key,) = keys
    return LatePolicy(checked_points(f"{where}: {key}", table[key]), units[key])


def delay_in(status: str) -> int:
    """Return by how many seconds Moodle's status says that somebody was late; 0 if not late.

    >>> delay_in("Submitted for grading - 1 day 3 hours late"), delay_in("Submitted - late")
    (97200, -1)
    """
    late = next((match[1] for match in LATE.finditer(status) if match[1] is not None), None)
    if late is None:
        return 0
    parts = re.findall(PART, late, re.ASCII | re.IGNORECASE)
    return sum(int(n) * SECONDS[unit.lower()] for n, unit in parts) or UNKNOWN_DELAY


def delay_in_words(seconds: int) -> str:
    """Return a delay in words; "yes" if it is not known.

    >>> delay_in_words(97200), delay_in_words(UNKNOWN_DELAY)
    ('1 day 3 hours', 'yes')
    """
    if seconds == UNKNOWN_DELAY:
        return "yes"
    words = []
    for unit, size in SECONDS.items():
        number, seconds = divmod(seconds, size)
        words += [f"{number} {unit}{'s' * (number > 1)}"] if number else []
    return " ".join(words)
