"""The form for a terminal: what is there whatever its size."""

from __future__ import annotations

from io import StringIO

import pytest

from poker_table.files.deck_file import read_deck
from poker_table.game.table import Showdown, deal
from poker_table.lesson.steps import steps
from poker_table.show.page import Page
from poker_table.show.table import console_on, draw, filling_lines


def test_a_page_with_a_lead_has_its_title_above_it():
    out = StringIO()
    draw(console_on(out), Page("22.5 of 25 points", [], lead="One mistake."))
    assert out.getvalue() == "22.5 of 25 points\nOne mistake.\n"


def test_a_step_of_any_height_has_the_hand_to_which_something_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = steps(Showdown(deal(read_deck("three.txt"))))
    for height in 8, 10, 24:
        monkeypatch.setenv("LINES", str(height))
        for number in 1, 10, 50:  # player 1's first card, and player 10's first and last
            lines = filling_lines(StringIO(), pages[number], "Enter on")
            assert len(lines) == height
            (section,) = pages[number].sections
            (marked,) = section.marked
            player = str(section.rows[marked].player)
            assert [line.split()[1] for line in lines if ">" in line] == [player]
