"""--ask: the questions, what counts as right, the score, and how it ends."""

import io
import os
import re
from pathlib import Path

import program
import pytest
from program import Terminal

from poker_table.cli.ask import questions
from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.card import CARDS
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def run(*argv: str, **streams: object) -> tuple[int, str, str]:
    return program.run(*argv, "--ask", **streams)


def test_a_class_that_knows_it_all():
    code, out, err = run("run-3.txt", answers="4\nfull house\ntype\n")
    assert (code, err) == (0, "")
    before, _, after = out.partition("\nWhich player wins? (1, 2, 3, 4, 5, 6, 7, 8, 9, 10; q ends)")
    assert before.splitlines()[1] == "Player 2 - 9S TS JC QD QH"
    assert " - Full House" not in before
    assert (
        "\n4 is right.\nfull house is right.\ntype is right.\n"
        "Player 4 against player 9: a full house beats two pair.\nScore: 3 of 3\n\n"
        "Player 4 - 5C 5D JD JH JS - Full House\n" in after
    )


def test_each_miss_is_explained():
    out = run("run-3.txt", answers="2\n Straight \nfirst\n")[1]
    assert (
        "\nNot player 2, but player 4.\nPlayer 4 against player 2: a full house beats a pair.\n"
        "Not straight, but full house.\n"
        "Player 4: full house, jacks over fives;"
        " not four of a kind: three jacks, not four.\n"
        "Not the first rank, but the type.\n"
        "Player 4 against player 9: a full house beats two pair.\nScore: 0 of 3\n" in out
    )


def test_a_reason_is_given_once():
    out = run("run-3.txt", answers="9\nfull house\nfirst\n")[1]
    assert (
        "\nNot player 9, but player 4.\nPlayer 4 against player 9: a full house beats two pair.\n"
        "full house is right.\nNot the first rank, but the type.\nScore: 1 of 3\n" in out
    )


def test_on_a_terminal_too_what_decides_is_said_once():
    answers = "4\nfull house\ntype\n"
    out = run("run-3.txt", "--format", "table", answers=answers)[1]
    assert out.count("Player 4 against player 9") == 1


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("1", "1 is right, tied with player 3."),
        (
            "2",
            "Not player 2, but player 1 and player 3.\n"
            "Player 1 against player 2: a pair beats high card.",
        ),
    ],
)
def test_a_shared_first_place_names_who_shares_it(answer, verdict):
    hands = ["5D 5C TS 9H 8S", "AD QC JH 4S 2H", "5H 5S TC 9D 8C"]
    seats = zip(*map(str.split, hands), strict=True)
    dealt = [card for round_ in seats for card in round_]
    rest = [str(card) for card in CARDS if str(card) not in dealt]
    Path("tie.txt").write_text(" ".join([*dealt, *rest]))
    answers = f"{answer}\npair\ntie\n"
    out = run("tie.txt", "--players", "3", answers=answers)[1]
    assert (
        f"\n{verdict}\npair is right.\ntie is right.\n"
        "Player 1 against player 3: they tie (pair of fives, then ten, nine, eight):"
        " only the suits differ.\nScore:" in out
    )


@pytest.mark.parametrize(
    "said",
    [
        "player 4\nfull\nty\n",
        "Player 4\nfullhouse\nTYPE\n",
        "4\na boat\ntype\n",
        "4\nf\nfull house, jacks over fives\nt\nkicker\ntype\n",
    ],
)
def test_an_answer_may_be_begun_or_spelled_as_people_do(said):
    out = run("run-3.txt", answers=said)[1]
    assert "\n4 is right.\nfull house is right.\ntype is right.\n" in out


def test_the_whole_of_one_answer_is_not_the_beginning_of_another():
    out = run("run-3.txt", answers="1\nstraight\nfirst\n")[1]
    assert "\nNot player 1, but player 4.\n" in out
    assert "\nNot straight, but full house.\n" in out
    out = run("run-3.txt", answers="1\nstraight f\nfirst\n")[1]
    assert "\nNot straight flush, but full house.\n" in out


def test_nothing_is_given_away_before_the_last_prediction():
    out = run("run-3.txt", answers="2\nstraight\n")[1]
    asking = out.partition("Not player 2,")[0]
    assert not re.search(r"right|full house[^,]|player 4 |player 9 ", asking)


@pytest.mark.parametrize(
    ("hands", "rank"),
    [
        (["AC AD KH 9S 8S", "AH AS QC JC TC"], "second rank"),
        (["AC AD KH KS 8S", "AH AS KC KD 7C"], "third rank"),
        (["9C 9D 9H KS 8S", "8H 8C 8D JC TC"], "second rank"),
        (["9C 9D 9H 9S 8S", "8H 8C 8D JC TC"], "second rank"),
        (["9C 9D 9H 8S 8H", "8C 8D JC TC 2D"], ""),
        (["AC JD 9H 8S 7H", "KC 8D JC TC 2D"], ""),
    ],
)
def test_the_kicker_is_the_highest_one_where_there_is_one(hands, rank):
    showdown = Showdown(Hand.of(cards, player) for player, cards in enumerate(hands, start=1))
    assert questions(showdown)[2].kicker == rank


def test_kicker_is_an_answer():
    lesson = ["2: pair of aces, then king", "4: pair of aces, then queen"]
    program.run("decks", "make", *lesson, "--players", "4", "--seed", "1", "--save", "lesson.txt")
    out = run("lesson.txt", answers="2\npair\nKicker\n")[1]
    assert "Kicker alone means the highest. (type, first rank, second rank," in out
    assert "\n2 is right.\npair is right.\nsecond rank is right.\n" in out
    out = run("run-3.txt", answers="4\nfull house\nkicker\nq\n")[1]
    assert "\n'kicker' is none of these: type, first rank, second rank, third rank," in out


def test_what_decides_may_be_a_rank_or_a_tie():
    def third(*hands: str) -> tuple[set[str], str]:
        showdown = Showdown(Hand.of(cards, player) for player, cards in enumerate(hands, start=1))
        question = questions(showdown)[2]
        return question.right, question.why("type")

    assert third("AC AD KH 9S 8S", "AH AS QC JC TC") == (
        {"second rank"},
        "Player 1 against player 2: both pair aces; the king kicker beats the queen.",
    )
    assert third("6C 2D 3H 4S 5S", "AC 2C 3C 4C 5D")[0] == {"first rank"}
    assert third("AC KD QH JS 3C", "AD KC QC JH 2S")[0] == {"fifth rank"}
    assert third("AC AD KH 9S 8S", "AH AS KC 9C 8C")[0] == {"tie"}
    assert third("2H 4H 5H 7H 9H", "6C 7D 8H 9S TS")[0] == {"type"}


def test_whoever_shares_the_first_place_wins():
    tied = Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS KC 9C 8C", 2)])
    assert questions(tied)[0].right == {"1", "2"}


@pytest.mark.parametrize("name", bundled_decks())
def test_of_every_deck_every_wrong_answer_has_an_explanation(name):
    for question in questions(Showdown(deal(read_deck(name)))):
        assert question.right <= set(question.answers)
        for answer in set(question.answers) - question.right:
            assert question.why(answer).endswith(".")


def test_one_player_is_asked_about_alone():
    assert len(questions(Showdown([Hand.of("AC AD KH 9S 8S")]))) == 2


def test_an_answer_that_is_none_is_asked_for_again():
    out = run("run-3.txt", answers="11\n\x1b\n4\nq\n")[1]
    again = "is none of these: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10; q ends.\n> "
    assert f"'11' {again}\\x1b\n" in out
    assert f"'\\x1b' {again}4\n" in out
    assert "\nScore: 1 of 1\n" in out


def test_an_answer_that_is_no_text_is_asked_for_again(monkeypatch):
    answers = io.TextIOWrapper(io.BytesIO(b"\xff\n4\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", answers)
    code, out, _ = run("run-3.txt")
    assert code == 0
    assert r"'\xff' is none of these: 1, 2," in out
    assert "\n4 is right.\n" in out


def test_a_line_without_an_end_is_taken_in_parts():
    code, out, _ = run("run-3.txt", answers="x" * 2500)
    assert code == 0
    assert out.count("is none of these: ") == 3


def test_an_input_that_cannot_be_read_is_not_blamed_on_the_output(monkeypatch):
    with open(os.devnull, "w") as nothing, open(nothing.fileno(), closefd=False) as unreadable:
        monkeypatch.setattr("sys.stdin", unreadable)
        code, _, err = run("run-3.txt")
    assert code == 1
    assert err == "Error: standard input: cannot be read: Bad file descriptor\n"


@pytest.mark.parametrize("answers", ["", "q\n", "Q"])
def test_who_stops_sees_the_showdown(answers):
    code, out, _ = run("run-3.txt", answers=answers)
    assert code == 0
    assert (
        "a full house beats two pair.\nScore: 0 of 0\n\nPlayer 4 - 5C 5D JD JH JS - Full House\n"
        in out
    )


def test_the_next_table_is_the_next_deal_and_the_score_goes_on():
    answers = "9\npair\nfirst\n\n1\npair\ntype\nq\n"
    code, out, err = run("--seed", "7", answers=answers)
    assert (code, err) == (0, "Seed 7, deal 0. The same table again: poker-table --seed 7\n")
    assert out.count("Which player wins?") == 2
    assert out.count("Before") == 0  # bare lines have no title
    lines = program.run("--seed", "7", "--deal", "1")[1]
    assert lines in out
    scores = [line for line in out.splitlines() if line.startswith("Score: ")]
    assert [score.rpartition(" of ")[2] for score in scores] == ["3", "6"]
    assert out.endswith("Enter deals the next table, q ends: q\n")


def test_one_q_ends_it_on_a_random_table_too():
    out = run("--seed", "7", answers="9\npair\nfirst\n\n1\nq\n")[1]
    lines = program.run("--seed", "7", "--deal", "1")[1]
    assert out.endswith(f" of 4\n\n{lines}")


def test_on_a_narrow_terminal_every_line_fits(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", Terminal("2\nstraight\nfirst\n"))
    code, out, _ = run("run-3.txt", out=Terminal())
    assert code == 0
    assert max(map(len, out.splitlines())) <= 40
    assert "q ends)\n> \nWith which" in out  # the terminal itself shows what is typed
    assert (
        "Not player 2, but player 4.\nPlayer 4 against player 2: a full house\nbeats a pair.\n"
        in out
    )
