"""`poker-table chances`: what it prints, what it refuses, and how it stops."""

from __future__ import annotations

import concurrent.futures
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import program
import pytest
from program import Terminal

from poker_table import Deck, chances
from poker_table.cli.commands import chances as command
from poker_table.game.errors import QuestionError, SimulationError
from poker_table.game.version import __version__
from poker_table.simulation import run as runs
from poker_table.simulation.chances import answer
from poker_table.simulation.chances.answer import count_piece
from poker_table.simulation.chances.question import question_of_deck

run = partial(program.run, "chances")
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
PREFLOP = "Kh Qs ?0 ?1 ?2 ?3 ?4 ; As Ac ?0 ?1 ?2 ?3 ?4"


def test_exact_chances():
    code, out, err = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?")
    assert (code, err) == (0, "")
    assert out.splitlines()[:5] == [
        "All 990 arrangements of the unknown cards",
        "Hand  Cards                  Wins   Shares    Loses   Equity",
        "1     KH QS 9D 2C JH ? ?  18.69 %  0.000 %  81.31 %  18.69 %  ####",
        "2     AS AC 9D 2C JH ? ?  81.31 %  0.000 %  18.69 %  81.31 %  ################",
        "Hand 2 is ahead: its equity is 81.31 %.",
    ]
    assert "Hand 1 won 185 of the deals alone, with Straight 91.89 %, Two Pair 4.865 %," in out


def test_chances_to_be_heard():
    heard = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?0", "--format", "words")[1]
    assert heard.splitlines()[1] == (
        "Hand 1 wins 18.69 %, shares 0.000 %, loses 81.31 %; its equity is 18.69 %. The cards are"
        " king of hearts, queen of spades, nine of diamonds, two of clubs, jack of hearts, unknown,"
        " unknown 0."
    )
    sampled = run("Kh ? ? ? ? ; Kd ? ? ? ?", "--seed", "7", "--format", "words")[1]
    assert " %, give or take 0.9" in sampled


def test_a_sample_says_how_to_have_it_again():
    argv = PREFLOP, "--sample", "--deals", "3000", "--seed", "7"
    code, out, err = run(*argv)
    again = f"poker-table chances '{PREFLOP}' --sample --deals 3000 --seed 7"
    assert (code, err) == (0, f"Seed 7. The same again: {again}\n")
    assert out.startswith("3,000 deals of seed 7\n")
    assert "95 times in 100" in out
    seed = run(PREFLOP, "--sample")[2].split()[1].rstrip(".")
    assert run(PREFLOP, "--sample")[2] != run(PREFLOP, "--sample", "--seed", seed)[2]


def test_the_document():
    found = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    document = json.loads(run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?", "--format", "json")[1])
    assert document == found.document()
    assert (document["exact"], document["deals"], document["seed"]) == (True, 990, None)
    first = document["hands"][0]
    assert list(first) == "cards wins shared losses equity low high wins_with".split()
    assert (first["cards"], first["wins"], first["losses"]) == ("KH QS 9D 2C JH ? ?", 185, 805)
    assert first["wins_with"]["Straight"] == 170
    assert first["equity"] == first["low"] == first["high"] == 185 / 990


def test_the_table_of_a_deal_after_some_of_its_cards():
    code, out, _ = run("three.txt", "--after", "48")
    assert code == 0
    assert out.startswith("All 12 arrangements of the unknown cards\nPlayer  Cards ")
    assert "\n2       7H 9H TS 9D 9S  100.0 % " in out
    assert "\n9       TC 9C 2S 8C ? " in out
    sampled = run("three.txt", "--after", "20", "--seed", "7", "--format", "json")[1]
    assert (
        sampled
        == run("three.txt", "--after", "20", "--seed", "7", "--format", "json", "--workers", "2")[1]
    )
    assert json.loads(sampled)["hands"][1]["cards"] == "7H 9H ? ? ?"
    assert len(json.loads(run("three.txt", "--after", "0", "--format", "json")[1])["hands"]) == 10


def test_players_are_added_until_there_are_as_many():
    out = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?", "--players", "3", "--format", "json")[1]
    assert [hand["cards"] for hand in json.loads(out)["hands"]] == [
        "KH QS 9D 2C JH ? ?", "AS AC 9D 2C JH ? ?", "? ? 9D 2C JH ? ?",
    ]  # fmt: skip


def test_the_format_of_the_course_s_final_program():
    Path("hands.txt").write_text("Kh Qs ?0 ?1 ?2 ?3 ?4\nAs Ac ?0 ?1 ?2 ?3 ?4\n")
    argv = "hands.txt", "--format", "poker", "--seed", "7"
    code, out, _ = run(*argv)
    found = chances(PREFLOP, exact=False, seed=7)
    one, other = found.hands
    assert code == 0
    assert out == (
        f"Hand 0 won {one.wins} / 10000 times ({one.wins / 100:.2f}%)\n"
        f"Hand 1 won {other.wins} / 10000 times ({other.wins / 100:.2f}%)\n"
        f"And there were {found.ties} ties\n"
    )
    assert one.wins + other.wins + found.ties == 10_000
    known = "2c 3c 4c 5c 7c ; 2d 3d 4d 5d 7d ; Ah Kd 2h 4h 7h"
    assert run(known, *argv[1:], "--deals", "5")[1] == (
        "Hand 0 won 0 / 5 times (0.00%)\nHand 1 won 0 / 5 times (0.00%)\n"
        "Hand 2 won 0 / 5 times (0.00%)\nAnd there were 5 ties\n"
    )
    assert "/ 1712304 times" in run(*argv, "--exact")[1]


def test_the_course_s_files_have_known_cards_of_the_board_in_every_hand():
    hands = "Kh Qs 9d 2c Jh ?0 ?1 ; As Ac 9d 2c Jh ?0 ?1"
    assert run(hands, "--format", "poker", "--exact")[1] == (
        "Hand 0 won 185 / 990 times (18.69%)\nHand 1 won 805 / 990 times (81.31%)\n"
        "And there were 0 ties\n"
    )
    twice = run("Kh Qs 9d 2c Kh ?0 ?1 ; As Ac 9d 2c Jh ?0 ?1", "--format", "poker")[2]
    assert twice.endswith("hand 1, card 5: KH appears twice: it is card 1 of hand 1 too\n")


@pytest.mark.parametrize("engine", ["plain", "auto"])
def test_within_goes_on_until_the_intervals_are_narrow(engine):
    argv = PREFLOP, "--sample", "--seed", "7", "--format", "json", "--engine", engine
    document = json.loads(run(*argv, "--within", "0.4%")[1])
    assert document["deals"] in (20_000, 40_000)
    assert json.loads(run(*argv, "--deals", str(document["deals"]))[1]) == document
    assert all(hand["high"] - hand["low"] <= 0.008 for hand in document["hands"])
    half = json.loads(run(*argv, "--deals", str(document["deals"] // 2))[1])
    assert any(hand["high"] - hand["low"] > 0.008 for hand in half["hands"])
    assert chances(PREFLOP, exact=False, within=0.004, seed=7).document() == document


def test_who_is_ahead():
    assert "Hand 1 has nobody against it." in run("As Ks Qs Js ?")[1]
    assert (
        "Hands 1 and 2 are equal, ahead of all others."
        in run("2c 3c 4c 5c 7c ; 2d 3d 4d 5d 7d ; Ah Kd 2h 4h ?")[1]
    )
    unsure = run("Kh ? ? ? ? ; Kd ? ? ? ?", "--seed", "7", "--deals", "10")[1]
    assert "seems to be ahead, but so few deals are not enough to be sure." in unsure
    assert "Hand 2 never won alone." in run("As Ks Qs Js Ts ; 2c 3d 4d 5h ?")[1]


@pytest.fixture
def interrupted_at(monkeypatch):
    """Return what makes the counting be interrupted at its second piece or so."""
    counted = answer.count_piece

    def interrupt_at(piece: int) -> None:
        done = []

        def count_piece(*work):
            if len(done) == piece:
                raise KeyboardInterrupt
            done.append(work)
            return counted(*work)

        monkeypatch.setattr(answer, "count_piece", count_piece)

    monkeypatch.setitem(runs.PIECE, "plain", 500)
    return interrupt_at


def test_an_interrupt_shows_what_was_sampled(interrupted_at):
    interrupted_at(2)
    code, out, _ = run(PREFLOP, "--sample", "--deals", "3000", "--seed", "7", "--workers", "1")
    assert code == 130
    assert out.startswith("1,000 deals of seed 7; partial: 3,000 deals were asked for\n")
    code, out, _ = run(PREFLOP, "--sample", "--within", "0.1%", "--seed", "7", "--workers", "1")
    assert code == 130
    assert out == "0 deals of seed 7; partial: intervals within 0.1% were asked for\n"


def test_an_interrupt_of_all_arrangements_says_how_far_it_came(interrupted_at):
    interrupted_at(1)
    code, out, err = run(PREFLOP, "--workers", "1", err=Terminal())
    assert (code, out) == (130, "")
    assert "Interrupted after 15,180 of 1,712,304 arrangements\n" in err


def test_progress_for_a_person_who_watches(monkeypatch):
    monkeypatch.setitem(runs.PIECE, "plain", 500)
    argv = PREFLOP, "--sample", "--seed", "7", "--workers", "1", "--engine", "plain"
    err = run(*argv, "--deals", "3000", err=Terminal())[2]
    assert "2,500 of 3,000 deals" in err
    assert "10,000 deals, within 0.6" in run(*argv, "--within", "0.7", err=Terminal())[2]
    assert "of 3,000" not in run(*argv, "--deals", "3000", "--quiet", err=Terminal())[2]


def test_dask_counts_the_same(monkeypatch):
    @contextmanager
    def executor(address, workers):
        assert address in ("tcp://somewhere:8786", None)
        with ThreadPoolExecutor(2) as threads:
            yield (threads, 2) if address else (None, workers)

    monkeypatch.setattr(command, "dask_executor", executor)
    for argv in ((PREFLOP,), (PREFLOP, "--sample", "--deals", "70000", "--seed", "7")):
        argv += "--format", "json", "--engine", "plain"
        assert run(*argv, "--dask", "tcp://somewhere:8786")[1] == run(*argv)[1]


TWICE = "Kh Qs 2c 3c 4c ; As Ac 2d 3d Kh\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("# hold'em\n\n" + TWICE, "",
         "f.txt:3: hand 2, card 5: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs 2c 3c Kh", "",
         "f.txt:1: hand 1, card 5: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs ?0 3c ?0", "",
         "f.txt:1: hand 1, card 5: ?0 appears twice: it is card 3 of hand 1 too"),
        ("Kh Qs\nAs Ac", "--board=Kh,3c,4c",
         "--board, card 1: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs\nAs Ac", "--board=2c,3c,4c --dead=3c",
         "--dead, card 1: 3C appears twice: it is card 2 of the board too"),
        ("Kh Qs 2c 3c 1x", "",
         "f.txt:1: hand 1, card 5: expected a card such as TH, or ? or ?0 for an unknown "
         "one, got '1x'"),
        ("Kh Qs 2c 3c ?x", "",
         "f.txt:1: hand 1, card 5: expected a card such as TH, or ? or ?0 for an unknown "
         "one, got '?x'"),
        ("Kh Qs 2c 3c ?", "--dead=?", "--dead, card 1: expected a card such as TH, got '?'"),
        ("Kh Qs 2c 3c ?\nAs Ac 2d 3d", "", "f.txt:2: hand 2: expected 5 to 10 cards, got 4"),
        ("Kh Qs ; As Ac", "--board=2c,?",
         "f.txt:1: hand 1: expected 5 to 10 cards, got 4, 2 of them on the board"),
        ("Kh Qs 2c 3c ? ; ", "", "f.txt:1: hand 2: expected 5 to 10 cards, got none"),
        ("? ? ? ? ? ? ? ? ? ? ?", "", "f.txt:1: hand 1: expected 5 to 10 cards, got 11"),
        ("? ? ? ? ?\n" * 11, "", "f.txt: expected 1 to 10 hands, got 11"),
        ("# none\n", "", "f.txt: expected 1 to 10 hands, got none"),
        ("? ? ? ? ? ? ? ? ? ?\n" * 6, "--dead=2c,3c",
         "f.txt:6: hand 6, card 1: expected at most 50 unknown cards, as many as are left,"
         " got one more"),
        ("? ? ? ? ? ? ? ? ? ?\n", "--players=6",
         "f.txt: hand 6, card 3: expected at most 52 unknown cards, as many as are left, "
         "got one more"),
        ("? ? ? ? ?\n? ? ? ? ?", "--players=1",
         "f.txt: expected no more hands than --players, got 2"),
        ("? ? ? ? ?\n? ? ? ? ? ?", "--players=3",
         "f.txt: --players expects hands of as many cards as the others, got 5 and 6"),
        ("? ? ? ? ?\n? ? ? ? ?", "--exact",
         "--exact: expected at most 1,000,000,000 arrangements of the unknown cards, got "
         "3,986,646,103,440"),
    ],
)  # fmt: skip
def test_what_makes_no_question_is_refused(text, options, message):
    Path("f.txt").write_text(text)
    assert run("f.txt", *options.split()) == (1, "", f"Error: {message}\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["?", "--exact", "--sample"], "--exact does not go with --sample, --deals or --within"),
        ([PREFLOP, "--deals", "5", "--within", "1"], "--deals does not go with --within"),
        (["--after", "5"], "--after expects one deck, and neither --board nor --dead"),
        ([], "expected hands, a deck with --after, or --players"),
        ([PREFLOP, "--within", "0"], "--within: expected 0.001% to 50%, got '0'"),
        ([PREFLOP, "--within", "a"], "--within: expected 0.001% to 50%, got 'a'"),
    ],
)  # fmt: skip
def test_wrong_usage(argv, message):
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {message}\n")


def test_errors_from_python():
    for wrong, kind, message in [
        (lambda: chances(PREFLOP, deals=0), SimulationError, f"expected 1 to {2**64} deals, got 0"),
        (lambda: chances("1h"), QuestionError,
         "hands:1: hand 1, card 1: expected a card such as TH,"
         " or ? or ?0 for an unknown one, got '1h'"),
        (lambda: question_of_deck(Deck(), 51), QuestionError,
         "expected the first 0 to 50 cards of a deal, got 51"),
        (lambda: count_piece("0.9", "plain", None, None, []), SimulationError,
         f"poker-table 0.9 asks, a worker has {__version__}"),
    ]:  # fmt: skip
        with pytest.raises(kind) as caught:
            wrong()
        assert str(caught.value) == message


def test_no_step_of_a_deal_is_worth_a_process(monkeypatch):
    """After 42 cards there are more arrangements to go through than after any other number."""
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", None)
    argv = "three.txt --after 42 --engine plain --workers 2 --format json"
    found = json.loads(run(*argv.split())[1])
    assert (found["exact"], found["deals"]) == (True, 1_814_400)


def test_a_step_loads_neither_rounds_nor_fractions():
    lines = (
        "import sys\nfrom poker_table.cli import main\n"
        "main('chances three.txt --after 20 --engine plain'.split())\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    argv = [sys.executable, "-c", lines]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert "poker_table.simulation.chances.answer" in loaded
    assert not {"poker_table.compare.rounds", "fractions", "rich", "numpy"} & {*loaded}
