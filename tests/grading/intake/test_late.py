"""The delay that Moodle's status names."""

from __future__ import annotations

import pytest

from poker_table.grading.intake.late import lateness


@pytest.mark.parametrize(
    ("status", "late"),
    [
        ("Submitted for grading - 1 day 3 hours late", (True, 97200)),
        ("Submitted 2 days early, was 1 DAY, 1 min late", (True, 86460)),
        ("late", (True, 0)),
        ("Submitted for grading - 9999999999 days late", (True, 0)),
        ("1 day " * 11_000, (False, 0)),  # no bound on time, but it takes a minute if it is slow
        ("1" * 65_000, (False, 0)),
        ("chocolate", (False, 0)),
    ],
)
def test_the_delay_of_a_status(status, late):
    assert lateness(status) == late
