"""`poker-table chances`: what it prints, what it refuses, and how it stops."""

from __future__ import annotations

import concurrent.futures
import csv
import json
import re
from functools import partial
from math import nan
from pathlib import Path

import program
import pytest
from program import Terminal, error_of

from poker_table import Deck, chances
from poker_table.files.deck_file import read_deck
from poker_table.game.errors import PokerTableError
from poker_table.game.table import Showdown, deal
from poker_table.lesson.page import lesson
from poker_table.show.cells import percent
from poker_table.show.json import data
from poker_table.simulation.chances.answer import Chances, Sample
from poker_table.simulation.chances.question import question_of_deck, read_question
from poker_table.simulation.chances.result import who_is_ahead
from poker_table.simulation.chances.whole_deal import WholeDeal
from poker_table.simulation.engines import plain

run = partial(program.run, "chances")
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
PREFLOP = "Kh Qs ?0 ?1 ?2 ?3 ?4 ; As Ac ?0 ?1 ?2 ?3 ?4"


def test_chances_to_be_heard():
    heard = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?0", "--format", "words")[1]
    assert heard.splitlines()[1] == (
        "Hand: 1; Cards: king of hearts, queen of spades, nine of diamonds, two of clubs, jack of"
        " hearts, unknown, unknown 0; Wins: 18.69 %; Shares: 0.000 %; Loses: 81.31 %;"
        " Equity: 18.69 %."
    )
    sampled = run("Kh ? ? ? ? ; Kd ? ? ? ?", "--seed", "7", "--format", "words")[1]
    assert re.search(r"Equity: [0-9.]+ %; 95 times in 100: [0-9.]+ – [0-9.]+ %\.\n", sampled)


def test_hands_are_read_as_people_write_them():
    board = ("--board", "9d 2c Jh ? ?")
    expected = run("Kh Qs ; As Ac", *board)
    for hands in ["KhQs vs AsAc"], ["KhQs", "vs", "AsAc"], ["[Kh, Qs] v ('As', 'Ac')"]:
        assert run(*hands, *board) == expected
    spelt_out = "King of Hearts, queen of spades vs 🂡🃑", "--board", "[🃉, 🃒, Jack of Hearts] ? ?"
    assert run(*spelt_out) == expected
    for hands in ["AKs"], ["AKs", "QQ+"], ["AKs vs QQ+"]:
        err = run(*hands)[2]
        assert "got 'AKs' (ranges such as AKs and QQ+ are not read: name the cards)\n" in err


def test_a_sample_says_how_to_have_it_again():
    argv = PREFLOP, "--deals", "3000", "--seed", "7"
    code, out, err = run(*argv)
    again = f"poker-table chances '{PREFLOP}' --deals 3000 --seed 7"
    assert (code, err) == (0, f"Seed 7. The same again: {again}\n")
    assert out.startswith("3,000 deals of seed 7\n")
    assert "95 times in 100" in out
    few = PREFLOP, "--deals", "10"
    seed = run(*few)[2].split()[1].rstrip(".")
    assert run(*few)[2] != run(*few, "--seed", seed)[2]


def test_the_document():
    found = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    document = json.loads(run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?", "--format", "json")[1])
    assert document["hands"] == data(found.hands)
    assert (document["exact"], document["deals"], document["seed"]) == (True, 990, None)
    first = document["hands"][0]
    assert list(first) == "hand cards wins shared losses equity low high wins_with".split()
    assert (first["cards"], first["wins"], first["losses"]) == ("KH QS 9D 2C JH ? ?", 185, 805)
    assert first["wins_with"]["Straight"] == 170
    assert first["equity"] == first["low"] == first["high"] == 185 / 990


def test_the_table_of_a_deal_after_some_of_its_cards(monkeypatch):
    code, out, _ = run("three.txt", "--after", "48")
    assert code == 0
    assert out.startswith("All 12 arrangements of the unknown cards\nPlayer  Cards ")
    assert "\n2       7H 9H TS 9D 9S  100.0 % " in out
    assert "\n9       TC 9C 2S 8C ? " in out
    assert run("three.txt", "--after", "50")[1].startswith("The only arrangement of the cards\n")
    after_20 = "three.txt", "--after", "20", "--seed", "7", "--format", "json"
    sampled = run(*after_20)[1]
    assert sampled == run(*after_20, "--workers", "2")[1]
    assert json.loads(sampled)["hands"][1]["cards"] == "7H 9H ? ? ?"
    assert len(json.loads(run("three.txt", "--after", "0", "--format", "json")[1])["hands"]) == 10
    # After 42 cards there are more arrangements than after any other number: no work for a process.
    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", None)
    found = json.loads(run(*"three.txt --after 42 --workers 2 --format json".split())[1])
    assert (found["exact"], found["deals"]) == (True, 1_814_400)


def test_of_a_deck_it_is_everybody_s_chance_after_each_card():
    code, out, err = run("three.txt", "--format", "json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert (document["turned_by_card"], len(document["cards"])) == (42, 50)
    exact = [card["exact"] for card in document["cards"]]
    assert exact == [number > 41 for number in range(1, 51)]
    for number in 1, 41, 43, 50:  # sampled, and exact
        card = document["cards"][number - 1]
        how = ["--exact"] if card["exact"] else ["--seed", "1"]
        after = run("three.txt", "--after", str(number), "--format", "json", *how)[1]
        assert list(card["chances"].values()) == [h["equity"] for h in json.loads(after)["hands"]]


def test_once_is_not_1_times_and_what_no_row_shows_is_not_told():
    out = run("run-3.txt", "--players", "2")[1]
    assert "Who is ahead changed once.\nAfter each card up to card 5 from 10,000 deals" in out
    assert run("three.txt", "--players", "1")[1].endswith("0 times.\nExact after each card.\n")
    out = run("three.txt", "--players", "2", "--deals", "500", "--seed", "3")[1]
    assert out.startswith("Each player's chance during the deal\n")
    assert ("\n  10  " in out, "\n  11  " in out) == (True, False)
    assert out.endswith("from 500 deals of seed 3, then exact.\n")


@pytest.mark.parametrize(
    ("form", "there"),
    [
        ("plain",
         "\n  41  KH             1  8        77 %\n  42  9S             2  2       100 %\n"),
        ("words", "\nCard: 42; Dealt: nine of spades; To player: 2; Ahead: 2; Chance: 100 %.\n"),
        ("words",
         "\nCard 42, nine of spades to player 2, turned the deal: before it, player 8 was ahead"),
        ("markdown", "\n| 42 | 9♠ | 2 | 2 | 100 % |\n"),
        ("csv", "\n42,9S,2,2,"),
        ("html", "card 42: 9♠ to player 2</text>"),
        ("svg", "card 42: 9♠ to player 2</text>"),
    ],
)  # fmt: skip
def test_the_chances_of_a_whole_deal_in_every_form(form, there):
    assert there in run("three.txt", "--format", form)[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three.txt", "made.txt"])
def test_after_each_card_every_form_and_the_lesson_have_the_chances_of_after(name):
    if name == "made.txt":
        made = "decks", "make", "2: three nines", "--seed", "3", "--players", "6", "--save", name
        assert program.run(*made)[0] == 0
    deck = read_deck(name)
    cards = json.loads(run(name, "--format", "json")[1])["cards"]
    seeds = [["--seed", "1"], *([] if card["exact"] else ["--seed", "1"] for card in cards)]
    asked = [
        json.loads(run(name, "--after", str(n), *seed, "--format", "json")[1])
        for n, seed in enumerate(seeds)
    ]
    after = [[hand["equity"] for hand in each["hands"]] for each in asked]
    exact = [each["exact"] for each in asked]

    assert [[*card["chances"].values()] for card in cards] == after[1:]
    assert [card["exact"] for card in cards] == exact[1:]
    _, *rows = csv.reader(run(name, "--format", "csv")[1].splitlines())
    assert [[*map(float, row[-len(after[0]) :])] for row in rows] == after[1:]
    ahead = [card["ahead"] for card in cards]
    shares = [
        each[who[0] - 1] if who else 1 / len(each)
        for each, who in zip(after[1:], ahead, strict=True)
    ]
    told = [percent(share, True, sure) for share, sure in zip(shares, exact[1:], strict=True)]
    for form, row in (
        ("plain", r"^ +\d+  [2-9TJQKA][CDHS] .*? ([<>]?\d+ %)$"),
        ("words", r"^Card: .*; Chance: (.*)\.$"),
        ("markdown", r"^\| \d+ \| .* \| \\?([<>]?\d+ %) \|$"),
        ("html", r'<td class="number">(?:&([gl])t;)?(\d+ %)</td></tr>'),
    ):
        found = re.findall(row, run(name, "--format", form)[1], re.MULTILINE)
        signs = {"g": ">", "l": "<", "": ""}
        assert [signs[f[0]] + f[1] if form == "html" else f for f in found] == told
    screens = lesson(Showdown(deal(deck)), {"deck": name}, deck)["screens"]
    shown = [screen["chances"] for screen in screens if screen["phase"] == "deal"]
    assert shown[1:] == [
        [[round(share, 4), percent(share, True, sure)] for share in each]
        for each, sure in zip(after[1:], exact[1:], strict=True)
    ]
    charts = [screen["chart"] for screen in screens if screen.get("chart")]
    for out in *charts, *(run(name, "--format", form)[1] for form in ("html", "svg")):
        drawn = re.findall(r'<path d="M(0 [^"v]+)" vector-effect', out)[3:]  # after the rules
        points = [[1 - float(point.split()[1]) for point in line.split("L")] for line in drawn]
        for line in zip(*after, strict=True):
            assert any(point == pytest.approx(line, abs=1e-4) for point in points)
    assert len(charts) == 2


def test_a_long_title_is_not_cut_off_in_a_picture():
    out = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?", "--format", "svg")[1]
    ((size, title),) = re.findall(r'font-size="(\d+)" [^>]*>(Hold&#x27;em, [^<]*)</text>', out)
    assert 15 <= int(size) <= 1060 / (0.65 * len(title.replace("&#x27;", "'")))


def test_players_are_added_until_there_are_as_many():
    out = run("Kh Qs ; As Ac", "--board", "9d 2c Jh ? ?", "--players", "3", "--format", "json")[1]
    assert [hand["cards"] for hand in json.loads(out)["hands"]] == [
        "KH QS 9D 2C JH ? ?", "AS AC 9D 2C JH ? ?", "? ? 9D 2C JH ? ?",
    ]  # fmt: skip


def test_the_format_of_the_course_s_final_program():
    Path("hands.txt").write_text("Kh Qs ?0 ?1 ?2 ?3 ?4\nAs Ac ?0 ?1 ?2 ?3 ?4\n")
    argv = "hands.txt", "--format", "poker"
    code, out, _ = run(*argv, "--seed", "7")
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


def test_within_goes_on_until_the_intervals_are_narrow():
    argv = PREFLOP, "--seed", "7", "--format", "json"
    document = json.loads(run(*argv, "--within", "0.4%")[1])
    assert document["deals"] in (20_000, 40_000)
    assert json.loads(run(*argv, "--deals", str(document["deals"]))[1]) == document
    assert all(hand["high"] - hand["low"] <= 0.008 for hand in document["hands"])
    half = json.loads(run(*argv, "--deals", str(document["deals"] // 2))[1])
    assert any(hand["high"] - hand["low"] > 0.008 for hand in half["hands"])
    found = chances(PREFLOP, exact=False, within=0.004, seed=7)
    assert data(found.hands) == document["hands"]


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ("As Ks Qs Js ?",
         "Hand 1 has nobody against it: --players 2 adds a hand of unknown cards.\n"),
        ("2c 3c 4c 5c 7c ; 2d 3d 4d 5d 7d", "Hands 1 and 2 are equal.\n"),
        ("As Ks Qs Js Ts ; 2c 3d 4d 5h 7h", "Hand 1 wins.\n"),
        ("As Ks Qs Js Ts ; 2c 3d 4d 5h ?",
         "Hand 1 wins, whatever cards are still to come.\n"),
        ("As Ks Qs Js Ts ; 2c 3d 4d 5h ?", "Hand 2 never won alone.\n"),
        ("2c 3c 4c 5c 7c ; 2d 3d 4d 5d 7d ; Ah Kd 2h 4h ?",
         "Hands 1 and 2 are equal, ahead of all others.\n"),
        ("Jh Js ; As Kc --deals 2 --seed 3", "Hands 1 and 2 are equal in this sample.\n"),
        ("Kh ? ? ? ? ; Kd ? ? ? ? --seed 7 --deals 10",
         "seems to be ahead, but so few deals are not enough to be sure.\n"),
    ],
)  # fmt: skip
def test_who_is_ahead(hands, told):
    hands, *options = hands.split(" --")
    assert told in run(hands, *(f"--{option.replace(' ', '=')}" for option in options))[1]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--exact", "--exact, --within and --format poker need --after N with it"),
        ("--format=poker", "--exact, --within and --format poker need --after N with it"),
        ("--dead=Ah", "--board and --dead need hands"),
    ],
)
def test_a_deck_is_not_read_as_hands(options, why):
    """Five hands of ten cards, say, because ten cards stand on each line."""
    assert run("three.txt", options) == (2, "", f"Error: three.txt is a deck: {why}\n")


def test_all_players_are_ahead_if_they_share_the_win():
    """Else the last card but one would be said to have turned the deal."""
    won, tied = (
        chances(hands)
        for hands in (["As Ks Qs Js Ts", "2c 3d 4d 5h 7h"], ["2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d"])
    )
    assert WholeDeal((), [tied, won, tied]).ahead == [(), (1,), (1, 2)]


@pytest.mark.parametrize(("wins", "ahead"), [(5098, ()), (5099, (1,)), (4901, (2,)), (4902, ())])
def test_nobody_is_surely_ahead_if_intervals_touch(wins, ahead):
    """With 5,098 wins of 10,000, both intervals end at exactly a half."""
    counts = [wins, *[0] * 18, 10_000 - wins, *[0] * 18, 10_000]
    result = Chances(read_question([PREFLOP]), Sample(seed=7), counts)
    assert result.ahead == WholeDeal((), [result]).ahead[0] == ahead
    assert ("seems to be ahead" in who_is_ahead(result)) is not bool(ahead)


def test_an_interrupt_shows_what_was_sampled(interrupted_at):
    interrupted_at(2)
    code, out, _ = run(PREFLOP, "--deals", "3000", "--seed", "7", "--workers", "1")
    assert code == 130
    assert out.startswith("1,000 deals of seed 7; partial: 3,000 deals were asked for\n")
    code, out, _ = run(PREFLOP, "--within", "0.1%", "--seed", "7", "--workers", "1")
    assert code == 130
    assert out == "0 deals of seed 7; partial: intervals within 0.1 % were asked for\n"


def test_an_interrupt_of_all_arrangements_says_how_far_it_came(interrupted_at):
    interrupted_at(1)
    code, out, err = run(PREFLOP, "--workers", "1", err=Terminal())
    assert (code, out) == (130, "")
    assert "Interrupted after 15,180 of 1,712,304 arrangements\n" in err


def test_progress_for_a_person_who_watches(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(plain, "DEALS_PER_BATCH", 500)
    argv = PREFLOP, "--seed", "7", "--workers", "1"
    for out in None, Terminal():
        err = run(*argv, "--deals", "3000", out=out, err=Terminal())[2]
        assert "2,500 of 3,000 deals" in err
    assert "10,000 deals, within 0.6" in run(*argv, "--within", "0.7", err=Terminal())[2]


NOT_A_CARD = (
    "expected a card such as TH, ? or ?0 for an unknown one, or ; before the next hand, got"
)
SIZES = "expected 5 to 10 cards, or two in each hand (hold'em)"
UNKNOWN = "expected at most {} unknown cards, as many as are left, got one more"
CARD_5 = "f.txt:1: hand 1, card 5"
FIVE = "? ? ? ? ?"
TWICE = "Kh Qs 2c 3c 4c ; As Ac 2d 3d Kh\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("# hold'em\n\n" + TWICE, "",
         "f.txt:3: hand 2, card 5: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs 2c 3c Kh", "", f"{CARD_5}: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs ?0 3c ?0", "", f"{CARD_5}: ?0 appears twice: it is card 3 of hand 1 too"),
        ("Kh Qs\nAs Ac", "--board=Kh,3c,4c",
         "--board, card 1: KH appears twice: it is card 1 of hand 1 too"),
        ("Kh Qs\nAs Ac", "--board=2c,3c,4c --dead=3c",
         "--dead, card 1: 3C appears twice: it is card 2 of the board too"),
        ("Kh Qs 2c 3c 1x", "", f"{CARD_5}: {NOT_A_CARD} '1x'"),
        ("Kh Qs 2c 3c ?x", "", f"{CARD_5}: {NOT_A_CARD} '?x'"),
        ("Kh Qs 2c 3c ?1234567890", "",
         f"{CARD_5}: expected at most 9 digits after ?, got '?1234567890'"),
        ("Kh Qs 2c 3c ?", "--dead=?", "--dead, card 1: expected a card such as TH, got '?'"),
        ("Kh Qs 2c 3c ?\nAs Ac 2d 3d", "", f"f.txt:2: hand 2: {SIZES}, got 4"),
        ("Kh Qs Qc ; As Ac 7d", "--board=?",
         f"f.txt:1: hand 1: {SIZES}, got 4, 1 of them on the board"),
        ("Kh Qs 2c 3c ? ; ", "", f"f.txt:1: hand 2: {SIZES}, got none"),
        ("Kh Qs ; As Ac 2c", "", f"f.txt:1: hand 2: {SIZES}, got 3"),
        ("? ? ? ? ? ? ? ? ? ? ?", "", f"f.txt:1: hand 1: {SIZES}, got 11"),
        ("Kh Qs\nAs Ac", "--board=2c,3c,4c,5c,6c,7c",
         "--board: expected at most 5 cards in hold'em, got 6"),
        (f"{FIVE}\n" * 11, "", "f.txt: expected 1 to 10 hands, got 11"),
        ("# none\n", "", "f.txt: expected 1 to 10 hands, got none"),
        (f"{FIVE} {FIVE}\n" * 6, "--dead=2c,3c",
         f"f.txt:6: hand 6, card 1: {UNKNOWN.format(50)}"),
        (f"{FIVE} {FIVE}\n", "--players=6", f"f.txt: hand 6, card 3: {UNKNOWN.format(52)}"),
        (f"{FIVE}\n{FIVE}", "--players=1",
         "--players: expected at least 2, one for each hand, got 1"),
        (f"{FIVE}\n{FIVE} ?", "--players=3",
         "--players: expected hands that all have the same number of cards, got 5 and 6"),
        (f"{FIVE}\n{FIVE}", "--exact",
         "--exact: expected at most 1,000,000,000 arrangements of the unknown cards, got "
         "3,986,646,103,440: without it, a sample is dealt"),
    ],
)  # fmt: skip
def test_what_makes_no_question_is_refused(text, options, message):
    Path("f.txt").write_text(text)
    assert run("f.txt", *options.split()) == (1, "", f"Error: {message}\n")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": 0}, f"expected 1 to {2**64} deals, got 0"),
        *(({"within": within}, f"within: expected a number from 0.00001 to 0.5, got {within!r}")
          for within in (0, 0.6, nan, "1%")),
        ({"board": "2c 1h"}, f"board, card 2: {NOT_A_CARD} '1h'"),
        ({"hands": "1h"}, f"hands:1: hand 1, card 1: {NOT_A_CARD} '1h'"),
    ],
)  # fmt: skip
def test_errors_from_python(wrong, message):
    assert error_of(PokerTableError, chances, **{"hands": PREFLOP} | wrong) == message
    said = error_of(PokerTableError, question_of_deck, Deck(), 51)
    assert said == "expected the first 0 to 50 cards of a deal, got 51"
