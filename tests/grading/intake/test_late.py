"""The delay that Moodle's status names."""

from __future__ import annotations

import pytest

from poker_table.grading.intake.late import delay_in


@pytest.mark.parametrize(
    ("status", "late"),
    [
        ("Submitted for grading - 1 day 3 hours late", "1 day 3 hours"),
        ("Submitted 2 days early, was 1 DAY, 1 min late", "1 DAY, 1 min"),
        ("late", "yes"),
        ("Submitted for grading - 9999999999 days late", "yes"),
        ("1 day " * 11_000, ""),  # no bound on time, but it takes a minute if it is slow
        ("1" * 65_000, ""),
        ("chocolate", ""),
    ],
)
def test_the_delay_of_a_status(status, late):
    assert delay_in(status) == late
