"""--step: the texts of the steps, and how a terminal shows them."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from contextlib import suppress

import pytest
from program import POKER_TABLE, environment, run
from program import Terminal as ProgramTerminal

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.players import players_of
from poker_table.game.table import Showdown, deal
from poker_table.hands.in_words import in_words
from poker_table.lesson import chances
from poker_table.lesson.steps import steps
from poker_table.show import words
from poker_table.show.cells import cell_text, percent
from poker_table.simulation.chances import whole_deal


def test_two_players_with_the_same_cards_have_two_rows_on_every_page():
    pages = steps(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("8S 9S KH AD AC", 2)]))
    rows = [page.sections[0].table_rows for page in pages]
    assert {len(table) for table in rows} == {2}
    highlighted = [[row.highlighted for row in table] for table in rows[-2:]]
    assert highlighted == [[True, False], [False, True]]


def on_terminal(*argv: str, keys: str = "") -> str:
    """Return what a terminal shows of two players' steps if these keys are typed."""
    ours, theirs = pty.openpty()
    os.write(ours, keys.encode())
    line = shlex.join([POKER_TABLE, "three.txt", "--step", "--players", "2", *argv])
    process = subprocess.Popen(
        ["sh", "-c", f"stty cols 80 -echo; {line}"], stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment(TERM="dumb"), start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # on Linux this is the end
        while data := os.read(ours, 65536):
            shown += data
    os.close(ours)
    assert process.wait() == 0
    return shown.decode().replace("\r", "")


def test_enter_shows_the_next_step_and_the_end_of_the_input_ends():
    shown = on_terminal(keys="\n\n\x04")
    assert re.findall("^Step (.*): the deal$", shown, re.MULTILINE) == [
        f"{number} of 15" for number in (1, 2, 3)
    ]
    assert shown.count("Enter shows the next step, Ctrl-C ends.") == 1
    assert len(re.findall(" 50 % *$", shown, re.MULTILINE)) == 2
    assert "Player 1 is dealt 7♠, card 1 of 10." in shown


def test_it_goes_on_by_itself_with_a_delay():
    shown = on_terminal("--delay", "0")
    assert "Enter" not in shown
    assert shown.index("Step 11 of 15") < shown.index("27,950") < shown.index("Place 2: player 1.")
    deal, rest = shown[: shown.index("Step 12 of 15")], shown[shown.index("Step 12 of 15") :]
    assert re.search(" 100 % *$", deal, re.MULTILINE)
    assert "from 10,000 random deals" in deal
    assert "Chance" not in rest
    assert shown.count("\n\nStep ") == 14


def test_chances_are_computed_only_for_steps_that_are_shown(monkeypatch):
    found = []
    asked = whole_deal.question_of_deck

    def counted(deck, dealt):
        found.append(dealt)
        return asked(deck, dealt)

    monkeypatch.setattr(sys, "stdin", ProgramTerminal("\n\n"))
    monkeypatch.setattr(whole_deal, "question_of_deck", counted)
    assert run("--seed", "98765", "--step", out=ProgramTerminal())[0] == 0
    assert found == [1, 2]  # before the first card there is nothing to find


@pytest.mark.parametrize("name", sorted(bundled_decks()))
def test_after_the_deal_only_the_best_hands_have_a_chance(name):
    deck = read_deck(name)
    players = players_of(deck)
    showdown = Showdown(deal(deck, players))
    best = [hand.player for place, hand in showdown if place == 1]
    step = steps(showdown)[5 * players]
    page = chances.with_chances(step, read_deck(name), dealt=5 * players)
    shares = {cells[1]: cells[3] for cells in (row.cells for row in page.sections[0].table_rows)}
    each = percent(1 / len(best), whole=True)
    everybody = range(1, players + 1)
    assert shares == {str(player): each if player in best else "0 %" for player in everybody}
    assert page.footnote == chances.EXACT
    after = steps(showdown)[5 * players + 1]
    assert chances.with_chances(after, read_deck(name), dealt=5 * players + 1) is after


def test_sampled_chances_equal_those_of_the_chances_command():
    deck, step = read_deck("three.txt"), steps(Showdown(deal(read_deck("three.txt"))))[40]
    page = chances.with_chances(step, deck, dealt=40)
    argv = "chances three.txt --after 40 --format json --deals 10000 --seed".split()
    told = json.loads(run(*argv, str(whole_deal.SEED))[1])["hands"]
    assert [cell_text(row.cells[3]) for row in page.sections[0].table_rows] == [
        percent(hand["equity"], whole=True, exact=False) for hand in told
    ]
    assert page.footnote == chances.SAMPLED
    assert words.draw(page).splitlines()[3].endswith("nine of diamonds. Chance: 16 %.")
    line = page.sections[0].table_rows[1].plain_line
    assert str(line) == "Player 2 - 7H 9H TS 9D - Chance 16 %"


def test_without_a_terminal_the_steps_are_printed_one_after_another():
    code, out, _ = run("run-3.txt", "--step")
    assert code == 0
    paragraphs = out.split("\n\n")
    assert len(paragraphs) == 71
    dealt = "Step 2 of 71: the deal\nPlayer 1 is dealt 9D, card 1 of 50.\nPlayer 1 - 9D"
    assert paragraphs[1] == dealt
    spelled = "Player 1 is dealt the nine of diamonds, card 1 of 50.\n"
    assert spelled in run("run-3.txt", "--step", "--format", "words")[1]
    assert paragraphs[51].splitlines() == [
        "Step 52 of 71: the evaluation",
        "Player 1: pair of aces, then nine, seven, six.",
        "Player 1 - 6C 7D 9D AC AH - Pair",
        "    Cards    AC AH + 9D + 7D + 6C",
        "    Type     a pair; not two pair: only the aces match",
        "    Ranks    ace (12), nine (7), seven (5), six (4)",
        "    Value    12·13³ + 7·13² + 5·13 + 4 = 27,616",
    ]
    assert paragraphs[61] == (
        "Step 62 of 71: the sort\n"
        "Place 1: player 4. Against player 9: a full house beats two pair.\n"
        "Player 4 - 5C 5D JD JH JS - Full House"
    )


def test_the_steps_deal_what_was_dealt_and_end_in_the_showdown():
    hands = deal(read_deck("equal-but-for-suits.txt"))
    showdown = Showdown(hands)
    tables = [[row.cells for row in page.sections[0].table_rows] for page in steps(showdown)]
    assert [cells[2] for cells in tables[0]] == [()] * 10
    assert [cells[2] for cells in tables[50]] == [hand.dealt for hand in hands]
    for number, table in enumerate(tables[:51]):
        assert sum(len(cells[2]) for cells in table) == number
    assert [(cells[0], cells[1], cells[-1]) for cells in tables[-1]] == [
        (str(place), str(hand.player), in_words(hand)) for place, hand in showdown
    ]


def test_one_player_is_dealt_five_cards_and_takes_the_only_place():
    views = steps(Showdown(deal(read_deck("run-3.txt"), 1)))
    assert len(views) == 8
    assert views[0].lead == "One player gets five cards."
    titles = ["Step 6 of 8: the deal", "Step 7 of 8: the evaluation", "Step 8 of 8: the sort"]
    assert [view.title for view in views[5:8]] == titles
    assert views[-1].lead == "Place 1: player 1."
