"""`poker-table simulate`: what it prints in every format, and how it stops."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import partial

import program
import pytest
from program import Terminal, without_colours

from poker_table import read_deck, simulate
from poker_table.game.rules import HandType
from poker_table.show import plain
from poker_table.show.cells import one_in
from poker_table.simulation.engines import choice
from poker_table.simulation.engines import plain as plain_engine
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel import counts as at
from poker_table.simulation.result import players_in_words, simulation_page, types_section

run = partial(program.run, "simulate")


@pytest.fixture(autouse=True)
def _dumb_terminals(in_an_empty_folder, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")


def test_plain():
    code, out, err = run("3000", "--seed", "7")
    assert (code, err) == (0, "Seed 7. The same again: poker-table simulate 3000 --seed 7\n")
    assert out == plain.draw(simulation_page(simulate(3000, 7), 7, 3000))
    lines = out.splitlines()
    assert lines[0] == "3,000 deals of seed 7, 10 players"
    assert lines[1].split() == "Player Won alone Shared Best hand".split()
    assert "How often a type is the best hand is only measured." in out
    assert "The players differ as much as by chance: chi-square " in out
    assert "The best hand was shared in " in out
    out = run("1", "--seed", "7", "--players", "1")[1]
    assert out.startswith("1 deal of seed 7, 1 player\n")
    assert "players differ" not in out
    shared = "The best hand was shared in 0 of 1 deal (0.000 %).\n"
    assert shared in run("1", "--seed", "7")[1]


def plotted(options, form):
    """Return where each hand type's interval, measured and exact share are drawn, in per cent."""
    rows = run(*options, "--format", form)[1].rpartition("</desc>")[2]
    rows = rows[rows.index("Straight Flush", rows.index("The hands of all players<")) :]
    marks = r'<line x1="([\d.]+)%" x2="([\d.]+)%" y1="(8|50)%|<circle cx="([\d.]+)%"'
    return [
        (
            [float(x) for x, other, y, _ in found if y == "8" and x == other],
            [(float(x), float(other)) for x, other, y, _ in found if y == "50"],
            [float(dot) for *_, dot in found if dot],
        )
        for found in (re.findall(marks, row) for row in re.split(r"</svg>", rows)[:9])
    ]


@pytest.mark.parametrize("form", ["html", "svg"])
def test_a_chart_has_each_measured_share_in_its_interval_beside_the_exact_one(form):
    rows = plotted(["100000", "--seed", "7"], form)
    (pair,) = [row for row in rows if row[0] == [92.52]]  # 42.2569 %: 1 + log10(0.422569) / 5
    assert rows[0][0] == [3.75]  # 40 of 2,598,960: 1 + log10(0.0000153908) / 5
    assert rows.index(pair) == 7
    for _, ((low, high),), (measured,) in rows:
        assert 0 < low < measured < high < 100
    assert sum(low <= exact <= high for (exact,), ((low, high),), _ in rows) >= 8
    # what was never seen has an interval from the edge and no dot
    (exact,), ((low, high),), measured = plotted(["10", "--seed", "7"], form)[0]
    assert (exact, low, measured) == (3.75, 0.0, [])
    assert round(high) == 71  # Wilson, 0 of 100 hands: 3.699 %


@pytest.mark.parametrize("form", ["html", "svg"])
def test_a_chart_names_its_lines_and_its_marks(form):
    out = run("10", "--seed", "7", "--format", form)[1]
    for name in "0.001 %", "0.01 %", "0.1 %", "1 %", "10 %", "100 %":
        assert out.count(f">{name}</text>") == 2
    assert out.count(">● measured  ━ 95 times in 100") == 2
    assert out.count("┃</tspan> exact") == 1
    if form == "html":
        assert out.count('<svg class="lines" role="img" ') == 2
        assert '<td class="number drop1">0.000 – 3.699 %</td>' in out


@pytest.mark.parametrize("form", ["plain", "html", "words"])
def test_every_form_has_one_order(form):
    out = run("10", "--seed", "7", "--format", form)[1]
    interval = "95 times in 100: 0.000 – 3.699 %." if form == "words" else "Exact odds"
    texts = "Won alone", "How often a type is", interval, "The product of the probabilities"
    assert (positions := [out.index(text) for text in texts]) == sorted(positions)


def test_a_picture_holds_all_of_its_chart():
    out = run("10", "--seed", "7", "--format", "svg")[1]
    width, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', out)[0])
    for x, y, size, text in re.findall(
        r'<text x="(\d+)" y="(\d+)" font-size="(\d+)" .*?>(.*?)</text>', out
    ):
        assert int(x) + 0.65 * int(size) * len(text) < width, text
        assert int(y) < height, text


def test_the_strangest_deal_can_be_seen_and_saved():
    _, out, err = run("3000", "--seed", "7", "--players", "4", "--save", "strange.txt")
    assert err.endswith("\nWrote strange.txt\n")
    score, number = simulate(3000, 7, players=4).strangest
    assert f"The strangest deal was number {number}\n" in out
    assert f"{one_in(2.0**-score)}. See it: poker-table --seed 7 --deal {number} --players 4" in out
    shown = program.run("--seed", "7", "--deal", str(number), "--players", "4")[1]
    assert shown == program.run("strange.txt")[1] != ""
    assert read_deck("strange.txt").cards_left == 52
    assert run("10", "--seed", "7", "--save", "strange.txt")[0] == 1


def test_json_and_csv_hold_what_was_counted():
    tally = simulate(1000, 7)
    _, out, _ = run("1000", "--seed", "7", "--format", "json", "--workers", "2")
    found = json.loads(out)
    strangeness, deal = tally.strangest
    assert found["strangest"] == {"strangeness": strangeness, "deal": deal}
    numbers = found["seed"], found["deals"], found["players"], found["tied"]
    assert numbers == (7, tally.deals, tally.players, tally.tied)
    for name in "alone", "shared":
        assert tuple(row[name] for row in found["wins"]) == getattr(tally, name)
    for name in "held", "squares":
        assert tuple(row[name] for row in reversed(found["held"])) == getattr(tally, name)
    assert tuple(row["deals"] for row in reversed(found["best"])) == tally.best
    assert out == run("1000", "--seed", "7", "--format", "json", "--engine", "plain")[1]
    rows = list(csv.reader(io.StringIO(run("1000", "--seed", "7", "--format", "csv")[1])))
    assert rows[0] == ["player", "alone", "shared", "share"]
    assert rows[10][:3] == ["10", str(tally.alone[9]), str(tally.shared[9])]
    assert ["Pair", str(tally.held[1]), str(tally.squares[1])] in [row[:3] for row in rows]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_terminal_gets_tables_and_progress(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(plain_engine, "DEALS_PER_BATCH", 500)
    code, out, err = run("3000", "--seed", "7", out=Terminal(), err=Terminal())
    out, lines = without_colours(out), [*map(without_colours, err.split("\r"))]
    assert code == 0
    assert "The strangest deal was number" in out
    assert max(map(len, out.splitlines())) <= columns
    assert re.fullmatch(r"3,000 of 3,000 deals ━+ [\d,.]+ per second 0:00:00", lines[-2].strip())
    assert max(len(line.strip()) for line in lines[1:]) <= columns


@pytest.mark.parametrize("columns", [66, 72])
def test_a_narrow_terminal_shows_the_expected_counts_rather_than_intervals(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("300", "--seed", "7", out=Terminal(), err=Terminal())[1]
    (headings,) = [line for line in out.splitlines() if "Exact odds" in line]
    assert "Expected" in headings
    assert ("95 times in 100" in headings) is (columns == 72)


def test_who_waits_for_the_compiler_is_told(monkeypatch):
    monkeypatch.setattr(choice, "find_spec", lambda _: True)
    monkeypatch.setattr(choice, "is_compiled", lambda _: False)
    monkeypatch.setattr(choice, "compiled_engine", lambda _: plain_engine)
    assert f"{choice.COMPILING}\n" in run("3000", "--seed", "7", "--engine", "fast")[2]
    assert choice.COMPILING not in run("3000", "--seed", "7")[2]


def test_dask_counts_the_same_and_no_progress_is_shown_into_a_pipe(dask_of_threads):
    argv = "3000", "--seed", "7", "--format", "json"
    code, out, err = run(*argv)
    assert run(*argv, "--dask", dask_of_threads) == (code, out, err)
    assert "\r" not in err


def test_an_interrupt_shows_what_was_counted(interrupted_at):
    counted = simulate(1500, 7)
    interrupted_at(3)
    code, out, _ = run("3000", "--seed", "7", "--workers", "1")
    assert code == 130
    assert out == plain.draw(simulation_page(counted, 7, 3000))
    assert out.startswith("1,500 deals of seed 7, 10 players; partial: 3,000 were asked for\n")


def test_an_interrupt_before_anything_was_counted(interrupted_at):
    interrupted_at(0)
    code, out, err = run("3000", "--seed", "7", "--workers", "1", "--save", "x.txt")
    assert (code, out) == (130, "0 deals of seed 7, 10 players; partial: 3,000 were asked for\n")
    assert err.endswith("\nNot written: x.txt, because no deal was counted\n")
    document = json.loads(run("3000", "--seed", "7", "--workers", "1", "--format", "json")[1])
    assert document["deals"] == 0


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ([100_000, 100_010, 100_000], "less than by chance, suspiciously even"),
        ([1000, 1001, 1000], "as much as by chance"),  # this even are two of a thousand
        ([1, 1], "as much as by chance"),
        ([0, 0], "as much as by chance"),
        ([1000, 1200, 1000], "more than by chance"),
        ([1000, 1050, 1000], "as much as by chance"),
    ],
)
def test_the_players_in_words(wins, verdict):
    assert players_in_words(wins).startswith(f"The players differ {verdict}: chi-square ")


@pytest.mark.parametrize(
    "written",
    ["1000000", "1e6", "1E6", "10e5", "0001000000", "1_000_000", "1,000,000", "1_000e3", None],
)
def test_a_million_is_the_default_and_written_as_people_write_it(written, interrupted_at):
    interrupted_at(0)
    argv = "--seed", "7", "--workers", "1", "--engine", "plain"
    code, out, _ = run(*[written] * (written is not None), *argv)
    assert code == 130
    assert out.startswith("0 deals of seed 7, 10 players; partial: 1,000,000 were asked for\n")


@pytest.mark.parametrize("columns", ["80", "50", "45"])
def test_no_cell_of_the_report_is_broken(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    out = run("100000", "--seed", "7", "--engine", "plain", "--format", "table")[1]
    for kind in HandType:
        assert len(re.findall(rf"^ *{kind} +[\d,]+ ", out, re.MULTILINE)) == 2
    assert ("Expected" in out) == (columns == "80")


def test_few_hands_by_chance_are_not_called_more_than_chance():
    """One straight flush where 6.16 are expected: that, or none, happens to one run in 66."""
    counts = [0] * at.COUNTS
    counts[at.DEALS] = 40_000
    counts[at.HELD + HandType.STRAIGHT_FLUSH] = counts[at.SQUARES + HandType.STRAIGHT_FLUSH] = 1
    row = types_section(Tally(10, counts)).records[0]
    assert (row.held, row.off_by) == (1, pytest.approx(-2.08, abs=0.01))


def test_off_by_is_in_standard_errors_of_independent_hands_where_they_are():
    """One hand of each deck, as 1000 tosses of a coin: 600 heads vary by the root of 240."""
    counts = [0] * at.COUNTS
    counts[at.DEALS] = 1000
    counts[at.HELD] = counts[at.SQUARES] = 600
    row = types_section(Tally(1, counts)).records[-1]
    assert row.off_by == pytest.approx((600 - row.expected) / 240**0.5)
