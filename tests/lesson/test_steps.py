"""--step: the texts of the steps, and the terminal driven through a pseudo-terminal."""

import io
import json
import os
import shlex
import signal
import termios

import pytest
from program import POKER_TABLE, run
from terminal import Terminal

from poker_table.cli import step_through
from poker_table.cli.screen import Screen
from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.players import players_of
from poker_table.game.table import Showdown, deal
from poker_table.hands.in_words import in_words
from poker_table.lesson import chances
from poker_table.lesson.steps import steps
from poker_table.show import words
from poker_table.show.cells import cell_text
from poker_table.show.table import screen_lines
from poker_table.simulation.chances import whole_deal


def test_two_players_with_the_same_cards_have_two_rows_on_every_page():
    pages = steps(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("8S 9S KH AD AC", 2)]))
    rows = [page.sections[0].table_rows for page in pages]
    assert {len(table) for table in rows} == {2}
    assert [[row.highlighted for row in table] for table in rows[-2:]] == [
        [True, False],
        [False, True],
    ]


def modes(terminal: Terminal) -> list[object]:
    return list(termios.tcgetattr(terminal.child.fileno()))


def modes_of_a_new_terminal() -> list[object]:
    """What is found; a program that has begun may have changed its own terminal already."""
    ours, theirs = os.openpty()
    found = list(termios.tcgetattr(ours))
    os.close(ours)
    os.close(theirs)
    return found


def test_keys_go_forward_go_back_and_quit():
    terminal = Terminal("three.txt", "--step", "--players", "2")
    first = "2 players get one card each in turn, five times."
    terminal.wait("Step 1 of 15: the deal", first, "q end  b back")
    terminal.child.send("\r")
    terminal.wait("Step 2 of 15", "Player 1 is dealt 7♠, card 1 of 10.")
    terminal.child.send(" ")
    terminal.wait("Step 3 of 15")
    terminal.child.send("b")
    terminal.wait("Step 2 of 15")
    terminal.child.send(10 * "\r")
    terminal.wait("Step 12 of 15", "Value     12·13⁴ + 8·13³ + 5·13² + 4·13 + 0 = 361,205")
    terminal.child.send("\x1b[C")
    terminal.wait("Step 13 of 15")
    terminal.child.send("\x1b[5~")
    terminal.wait("Step 12 of 15")
    terminal.child.send("q")
    assert terminal.end() == 0
    assert terminal.was_given_back()
    assert b"Showdown of deck" not in terminal.received


def test_after_the_last_step_the_showdown_stays_on_the_screen():
    terminal = Terminal("three.txt", "--step", "--players", "2")
    terminal.wait("q end")
    terminal.child.send(14 * "\r")
    terminal.wait("Step 15 of 15: the sort", "Place 2: player 1.")
    terminal.child.send("\r")
    assert terminal.end() == 0
    assert terminal.was_given_back()
    after = terminal.received[terminal.received.rfind(b"\x1b[?1049l") :].decode()
    assert "Showdown of deck three.txt: best hand first" in after
    assert "12 9 5 0 = 27,950" in after


def test_chances_change_with_each_card_and_disappear_after_the_deal():
    terminal = Terminal("three.txt", "--step", "--players", "2")
    shown = terminal.wait("Step 1 of 15", "Chance", "Exact chances of winning.", "q end")
    assert shown.count(" 50%\n") == 2
    terminal.child.send(4 * "\r")
    shown = terminal.wait("Step 5 of 15", "from 10,000 random deals", "q end").splitlines()
    assert [line.endswith(" 54%") for line in shown if "7♠ 6♣" in line] == [True]
    terminal.child.send(6 * "\r")
    shown = terminal.wait("Step 11 of 15", "Exact chances of winning.", "q end")
    assert (shown.count(" 100%\n"), shown.count(" 0%\n")) == (1, 1)
    terminal.child.send("\r")
    shown = terminal.wait("Step 12 of 15", "8·13³", "q end")
    assert "Chance" not in shown
    terminal.child.send("q")
    assert terminal.end() == 0


class Keyboard:
    """A screen that shows nothing, and the keys that are pressed one after the other."""

    def __init__(self, keys: str) -> None:
        self.keys = iter(keys)

    def __call__(self, *_: object) -> "Keyboard":
        return self

    def __enter__(self) -> "Keyboard":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def draw(self, lines: list[str]) -> None:
        assert lines

    def key(self, _: object) -> str:
        return next(self.keys)


def test_chances_are_computed_once_and_only_for_steps_that_are_shown(monkeypatch):
    found = []
    monkeypatch.setattr(step_through, "Screen", Keyboard("\r\rb\rbq"))
    monkeypatch.setattr(step_through, "can_take_over", lambda *_: True)
    asked = whole_deal.question_of_deck
    monkeypatch.setattr(
        whole_deal,
        "question_of_deck",
        lambda deck, dealt: (found.append(dealt), asked(deck, dealt))[1],
    )
    monkeypatch.setenv("POKER_TABLE_FORMAT", "table")
    assert run("--seed", "98765", "--step", "--format", "table")[0] == 0
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
    each = chances.in_percent(1 / len(best), exact=True)
    assert shares == {
        str(player): each if player in best else "0%" for player in range(1, players + 1)
    }
    assert page.footnote == chances.EXACT


def test_a_step_after_the_deal_is_unchanged():
    deck = read_deck("three.txt")
    step = steps(Showdown(deal(read_deck("three.txt"))))[51]
    assert chances.with_chances(step, deck, dealt=51) is step


def test_sampled_chances_equal_those_of_the_chances_command():
    deck, step = read_deck("three.txt"), steps(Showdown(deal(read_deck("three.txt"))))[40]
    page = chances.with_chances(step, deck, dealt=40)
    argv = "chances three.txt --after 40 --format json --deals 10000 --seed".split()
    told = json.loads(run(*argv, str(whole_deal.SEED))[1])["hands"]
    assert [cell_text(row.cells[3]) for row in page.sections[0].table_rows] == [
        chances.in_percent(hand["equity"], exact=False) for hand in told
    ]
    assert page.footnote == chances.SAMPLED
    assert words.draw(page).splitlines()[3].endswith("nine of diamonds. Chance: 16%.")
    assert page.sections[0].table_rows[1].line == "Player 2 - 7H 9H TS 9D - Chance 16%"


def test_it_runs_by_itself_with_a_delay():
    terminal = Terminal("run-3.txt", "--step", "--delay", "0", "--players", "2")
    assert terminal.end() == 0
    assert b"Step 2 of 15" in terminal.received
    assert terminal.was_given_back()


def test_a_resized_terminal_is_redrawn():
    terminal = Terminal("three.txt", "--step", "--players", "2")
    terminal.wait("q end")
    terminal.child.send(12 * "\r")
    terminal.wait("27,950")
    terminal.screen.resize(24, 40)
    terminal.screen.reset()
    terminal.child.setwinsize(24, 40)
    # Of what was drawn before, an end may still come: "q end" alone says nothing.
    texts = "Step 13 of 15", "A♣ A♥", "27,950", "only the\n          aces match", "q end"
    assert max(map(len, terminal.wait(*texts).splitlines())) <= 40
    terminal.child.send("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "terminate"]
)
def test_an_interrupt_restores_the_terminal(number, code):
    terminal = Terminal("run-3.txt", "--step")
    terminal.wait("q end")
    assert modes(terminal) != modes_of_a_new_terminal()
    if number == signal.SIGINT:
        terminal.child.send("\x03")
    else:
        terminal.child.kill(number)
    assert terminal.end() == code
    assert terminal.was_given_back()


def test_quitting_restores_the_terminal_settings(tmp_path):
    program = shlex.quote(POKER_TABLE)
    line = f"cd {tmp_path}; stty -g >before; {program} run-3.txt --step; stty -g >after"
    terminal = Terminal("-c", line, program="/bin/sh")
    terminal.wait("q end")
    terminal.child.send("q")
    assert terminal.end() == 0
    assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text() != ""


def test_suspending_restores_the_terminal_and_continuing_takes_it_over_again():
    terminal = Terminal("run-3.txt", "--step")
    terminal.wait("q end")
    terminal.child.send("\x1a")
    _, status = os.waitpid(terminal.child.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    assert modes(terminal) == modes_of_a_new_terminal()
    terminal.screen.reset()
    terminal.child.kill(signal.SIGCONT)
    terminal.wait("q end")
    terminal.child.send("q")
    assert terminal.end() == 0
    assert terminal.was_given_back()


def test_a_dumb_terminal_gets_the_steps_one_after_another():
    terminal = Terminal("run-3.txt", "--step", "--players", "2", term="dumb")
    assert terminal.end() == 0
    assert b"Step 15 of 15" in terminal.received
    assert b"\x1b" not in terminal.received


def test_without_a_terminal_the_steps_are_printed_one_after_another():
    code, out, _ = run("run-3.txt", "--step")
    assert code == 0
    paragraphs = out.split("\n\n")
    assert len(paragraphs) == 71
    assert paragraphs[1] == (
        "Step 2 of 71: the deal\nPlayer 1 is dealt 9D, card 1 of 50.\nPlayer 1 - 9D"
    )
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


def test_the_steps_in_words_spell_the_cards():
    code, out, _ = run("run-3.txt", "--step", "--format", "words")
    assert code == 0
    assert "Player 1 is dealt the nine of diamonds, card 1 of 50.\n" in out


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
    assert [view.title for view in views[5:8]] == [
        "Step 6 of 8: the deal",
        "Step 7 of 8: the evaluation",
        "Step 8 of 8: the sort",
    ]
    assert views[-1].lead == "Place 1: player 1."


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"\x1b[C\x1b[6~7\n", ["\x1b[C", "\x1b[6~", "7", "\n"]),
        (b"\x1bq\xff", ["\x1b", "q", "\N{REPLACEMENT CHARACTER}"]),
    ],
)
def test_keys_that_arrive_together_are_read_one_by_one(typed, keys):
    ours, theirs = os.openpty()
    with open(theirs) as keyboard, Screen(keyboard, io.StringIO()) as screen:
        os.write(ours, typed)
        assert [screen.key() for _ in keys] == keys
        assert screen.key(0) == "\n"
    os.close(ours)


def test_the_end_of_input_is_read_as_ctrl_d():
    ours, theirs = os.openpty()
    with open(theirs) as keyboard, open(os.devnull) as nothing:
        terminal = os.dup(theirs)
        with Screen(keyboard, io.StringIO()) as screen:
            os.dup2(nothing.fileno(), theirs)
            assert screen.key() == "\x04"
            os.dup2(terminal, theirs)
    os.close(terminal)
    os.close(ours)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--step", "--delay", "x"], "--delay: expected 0 to 60 seconds, got 'x'"),
        (["--step", "--delay", "nan"], "--delay: expected 0 to 60 seconds, got 'nan'"),
        (["--step", "--delay", "61"], "--delay: expected 0 to 60 seconds, got '61'"),
    ],
)
def test_an_impossible_delay(argv, message):
    usage = f"Error: {message}\n`poker-table --help` shows examples and every option.\n"
    assert run(*argv) == (2, "", usage)


def test_a_step_too_long_for_the_screen_shows_its_hand_and_counts_the_lines_below(
    monkeypatch,
):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "14")
    page = steps(Showdown(deal(read_deck("three.txt"))))[55]
    lines = screen_lines(io.StringIO(), page, "q end")
    assert len(lines) == 14
    assert lines[-1] == "12 lines below  q end"  # "Three of a Kind" takes two
    assert any("Player 5: pair of twos" in line for line in lines)
    assert any("    > 5 " in line for line in lines)  # the row that the step speaks of
    assert any("1,418" in line for line in lines)
