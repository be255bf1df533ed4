"""The delay that Moodle's status names."""

from __future__ import annotations

import pytest

from poker_table.grading.intake.late import UNKNOWN_DELAY, delay_in, delay_in_words


@pytest.mark.parametrize(
    ("status", "seconds", "words"),
    [
        ("Submitted for grading - 1 day 3 hours late", 97200, "1 day 3 hours"),
        ("Submitted 2 days early, was 1 DAY, 1 min late", 86460, "1 day 1 min"),
        ("late", UNKNOWN_DELAY, "yes"),
        ("Submitted for grading - 9999999999 days late", UNKNOWN_DELAY, "yes"),
        ("1 day " * 11_000, 0, ""),  # no bound on time, but it takes a minute if it is slow
        ("1" * 65_000, 0, ""),
        ("chocolate", 0, ""),
        ("Submitted - 1 year 20 days late", 33264000, "1 year 2 weeks 6 days"),
        ("Submitted - 2 weeks late", 1209600, "2 weeks"),
    ],
)
def test_the_delay_of_a_status(status, seconds, words):
    assert delay_in(status) == seconds
    assert delay_in_words(seconds) == words
