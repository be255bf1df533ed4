"""All hands: the published counts. The shuffle by swaps: too few swaps are unfair."""

from __future__ import annotations

import json
import re
from functools import partial
from math import comb

import program
import pytest
from program import ENGINES, SHOWN_NO_MORE, Terminal

from poker_table import Random
from poker_table.simulation.chances.answer import all_hands
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.statistics import HANDS_OF_TYPE
from poker_table.simulation.swaps import FREEDOM, compare, swapped, unevenness

# The published counts of seven-card hands, from straight flush down.
SEVEN = 41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460
run = partial(program.run, "simulate")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("cards", "published"),
    [(5, HANDS_OF_TYPE), pytest.param(7, SEVEN[::-1], marks=pytest.mark.slow)],
)
def test_all_hands(cards, published, engine):
    *_, counts = all_hands(cards, Resources(engine))
    assert counts == published
    assert sum(counts) == comb(52, cards)


def test_exact_on_the_command_line():
    code, out, err = run("--exact", "--engine", "plain")
    assert (code, err) == (0, "")
    assert out.startswith("All 2,598,960 hands of 5 cards\n")
    assert re.search(r"^Full House +3,744 +0.1441 %$", out, re.M)
    assert out.endswith("Combinatorics gives the same numbers.\n")


def test_exact_says_that_of_seven_cards_the_best_five_count(monkeypatch):
    monkeypatch.setattr(
        "poker_table.cli.commands.simulate.all_hands", lambda *_: (seven for seven in [SEVEN[::-1]])
    )
    out = run("--exact", "--cards", "7")[1]
    assert out.startswith("All 133,784,560 hands of 7 cards, the best five of each\n")
    assert re.search(r"^Full House +3,473,184 +2\.596 %", out, re.M)
    assert out.endswith("Every hand was dealt and judged: this is not a sample.\n")


def test_exact_shows_its_progress(monkeypatch):
    def counted(*_):
        yield HANDS_OF_TYPE

    def interrupted(*_):
        yield 1_302_540, 0, 0, 0, 0, 0, 0, 0, 0
        raise KeyboardInterrupt

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("poker_table.cli.commands.simulate.all_hands", counted)
    exact = "--exact", "--engine", "plain"
    code, _, err = run(*exact, err=Terminal())
    assert code == 0
    assert "2,598,960 of 2,598,960 hands" in err
    hands = json.loads(run(*exact, "--format", "json")[1])["hands"]
    assert tuple(row["hands"] for row in reversed(hands)) == HANDS_OF_TYPE
    monkeypatch.setattr("poker_table.cli.commands.simulate.all_hands", interrupted)
    assert run("--exact") == (130, "", "Interrupted after 1,302,540 of 2,598,960 hands\n")


def test_few_swaps_are_unfair_and_many_are_fair():
    *_, (few, fair) = compare(7, 1500, 52)
    statistic, p = unevenness(few)
    assert p < 1e-9
    assert statistic > 1.5 * FREEDOM
    assert 0.001 < unevenness(fair)[1] < 0.999
    *_, (many, _) = compare(7, 600, 400)
    assert 0.0001 < unevenness(many)[1] < 0.9999


def test_a_swap_moves_two_cards_at_most():
    moved = [sum(card != position for position, card in enumerate(swapped(Random(1, deal), 1)))
             for deal in range(200)]  # fmt: skip
    assert set(moved) == {0, 2}
    assert sorted(swapped(Random(1), 52)) == list(range(52))


def test_swaps_on_the_command_line(monkeypatch):
    document = json.loads(run("50", "--seed", "7", "--swaps", "10", "--format", "json")[1])
    assert [sum(row) for row in document["after_swaps"]] == [50] * 52

    def interrupted(*_):
        yield [[0] * 52] * 52, [[0] * 52] * 52
        raise KeyboardInterrupt

    monkeypatch.setattr("poker_table.cli.commands.simulate.compare", interrupted)
    assert run("500", "--swaps", "10")[0] == 130


def test_on_a_terminal_swaps_show_their_progress_and_a_table(monkeypatch):
    def all_too_even(*_):
        for _ in range(2):
            yield [[1000] * 52] * 52, [[1000] * 52] * 52

    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("poker_table.cli.commands.simulate.compare", all_too_even)
    code, out, err = run("52000", "--swaps", "10", out=Terminal(), err=Terminal())
    assert code == 0
    assert "52,000 of 52,000 decks " in err
    assert err.endswith(SHOWN_NO_MORE)
    assert out.count("suspiciously even") == 2
    assert "─" in out
