"""The terminal form: what a terminal of any size shows."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from poker_table import read_deck
from poker_table.compare.result import summary_page
from poker_table.compare.rounds import Summary, read_rounds
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal
from poker_table.lesson.steps import steps
from poker_table.show.hand_rows import HandRow, hands_section
from poker_table.show.page import Page
from poker_table.show.table import console_on, draw
from poker_table.simulation.chances.answer import chances as read_chances
from poker_table.simulation.chances.result import chances_page
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel import counts as at
from poker_table.simulation.result import best_section


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what draws pages on a terminal of so many columns."""

    def draw_pages(columns: int, *pages: Page) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        out = StringIO()
        for page in pages:
            draw(console_on(out), page)
        return out.getvalue()

    return draw_pages


@pytest.mark.parametrize("board", ["", "9d 2c Jh"])
def test_a_narrow_terminal_breaks_no_number(board: str, drawn) -> None:
    chances = read_chances("Kh Qs ; As Ac", board, exact=False, deals=100, seed=7)
    lines = drawn(40, chances_page(chances)).splitlines()
    rows = [line for line in lines if line.split()[:1] in (["1"], ["2"])]
    assert all(row.rstrip().endswith(" %") for row in rows)
    assert len(rows) == 2


def test_a_narrow_table_breaks_words_and_no_numbers(drawn) -> None:
    summary = Summary()
    rounds = ["2C 4C 5C 8C KC KS ; KD 6D 5D 4D 3D 2D ; AC AD KH 9S 8S"]
    assert len([*summary.count(read_rounds(rounds))]) == 1
    counts = [0] * at.COUNTS
    counts[at.DEALS] = 1000
    counts[at.BEST : at.BEST + at.TYPES] = [1] * at.TYPES
    text = drawn(40, summary_page(summary), Page("Best", [best_section(Tally(10, counts))]))
    assert {"Rounds", "Ties", "Invalid"} < set(text.split())
    assert text.count("0.01765 – 0.5643 %") == 9


def test_a_very_narrow_table_keeps_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out = StringIO()
    console_on(out).print(read_deck("three.txt"))
    assert sum(out.getvalue().count(symbol) for symbol in "♣♦♥♠") == 52


def test_a_range_is_written_in_ascii_where_the_encoding_has_no_dash() -> None:
    out = TextIOWrapper(BytesIO(), encoding="ascii", write_through=True)
    chances = read_chances("Kh Qs ; As Ac", exact=False, deals=100, seed=7)
    draw(console_on(out), chances_page(chances))
    assert " - " in out.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]


@pytest.mark.parametrize("columns", [40, 30])
def test_a_narrow_table_breaks_the_type_and_keeps_every_card(columns: int, drawn) -> None:
    hand = HandRow.of(Hand.of("10C 10D 10H 10S 9S", player=10), place=1)
    text = drawn(columns, Page("Tens", [hands_section([hand])]))
    assert max(map(len, text.splitlines())) <= columns
    assert "9♠ 10♣ 10♦ 10♥ 10♠" in text
    kind = ["Four", "of", "a", "Kind"]
    assert [word for word in text.split() if word in kind] == kind


def test_what_is_too_long_is_broken_between_words_and_its_further_lines_are_indented(drawn) -> None:
    said = drawn(24, Page("22.5 of 25", [], "One mistake.", "Two mistakes cost two points each."))
    assert said == "22.5 of 25\nOne mistake.\nTwo mistakes cost two\n  points each.\n"
    hand = HandRow.of(Hand.of("2C 2D 3H 4S 9S", player=1), place=1)
    text = drawn(34, Page("Showdown of seed 7: best hand first", [hands_section([hand])]))
    assert text.splitlines()[:2] == ["Showdown of seed 7: best hand", "  first"]


@pytest.mark.parametrize("columns", [120, 80, 60])
def test_the_columns_of_a_deal_keep_their_places_to_the_end(columns: int, drawn) -> None:
    places = set()
    for step in steps(Showdown(deal(read_deck("run-3.txt"), 2))):
        heading = next(line for line in drawn(columns, step).splitlines() if "Cards" in line)
        places.add(tuple(heading.find(name) for name in ("Cards", "Base-13 value", "In words")))
    assert len(places) == 1
