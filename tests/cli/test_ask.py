"""--ask: the questions, what counts as right, the score, and how it ends."""

import io
import os
import re
from pathlib import Path

import program
import pytest
from program import Terminal

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal
from poker_table.lesson.questions import Question, questions

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def run(*argv: str, **streams: object) -> tuple[int, str, str]:
    return program.run(*argv, "--ask", **streams)


def test_a_class_that_knows_it_all():
    code, out, err = run("run-3.txt", answers="full house\n4\nthe full house\n")
    assert (code, err) == (0, "")
    before, _, after = out.partition("\nWhich hand type wins? (high card, pair, two pair,")
    assert before.splitlines()[1] == "Player 2 - 9S TS JC QD QH"
    assert " - Full House" not in before
    assert (
        "\nA full house wins. Player 4: full house, jacks over fives; not four of a kind: three"
        " jacks, not four.\n" in after
    )
    assert "\nPlayer 4 wins. Player 4 against player 9: a full house beats two pair.\n" in after
    assert (
        "\nThe full house decides. A full house beats two pair.\nScore: 3 of 3\n\n"
        "Player 4 - 5C 5D JD JH JS - Full House\n" in after
    )


def test_each_miss_is_explained_at_once():
    out = run("run-3.txt", answers=" Straight \n2\ntwo pair\n")[1]
    wrong_type, wrong_player, wrong_reason = (
        "\nNot a straight. A full house wins. Player 4 has a full house, which beats a straight.\n"
        "\nWhich player wins? (player 1, player 2, ",
        "\nNot player 2. Player 4 wins. Player 4 against player 2: a full house beats a pair.\n"
        "\nWhat decides between players 4 and 9? (the full house, the two pair, they tie; q ends)",
        "\nNot the two pair: the full house decides. A full house beats two pair.\nScore: 0 of 3\n",
    )
    assert out.index(wrong_type) < out.index(wrong_player) < out.index(wrong_reason)
    higher = run("run-3.txt", answers="four of a kind\nq\n")[1]
    assert "\nNot four of a kind. A full house wins. Nobody has four of a kind.\n" in higher


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("1", "Players 1 and 3 share the win. Player 1 against player 3: they tie"),
        (
            "2",
            "Not player 2. Players 1 and 3 share the win."
            " Player 1 against player 2: a pair beats high card.\n",
        ),
    ],
)
def test_a_shared_first_place_names_who_shares_it(answer, verdict):
    hands = ["5D 5C TS 9H 8S", "AD QC JH 4S 2H", "5H 5S TC 9D 8C"]
    seats = zip(*map(str.split, hands), strict=True)
    dealt = [card for round_ in seats for card in round_]
    rest = [str(card) for card in CARDS if str(card) not in dealt]
    Path("tie.txt").write_text(" ".join([*dealt, *rest]))
    out = run("tie.txt", "--players", "3", answers=f"pair\n{answer}\ntie\n")[1]
    assert f"\n{verdict}" in out
    assert (
        "\nThey tie. They tie (pair of fives, then ten, nine, eight): only the suits differ.\n"
        "Score:" in out
    )


@pytest.mark.parametrize(
    "said",
    [
        "full\nplayer 4\nthe f\n",
        "fullhouse\nPlayer 4\nFULL HOUSE\n",
        "a boat\n4\nfull\n",
        "f\nfull house, jacks over fives\n4\nt\nfull house\n",
    ],
)
def test_an_answer_may_be_begun_or_spelled_as_people_do(said):
    out = run("run-3.txt", answers=said)[1]
    told = ["A full house wins.", "Player 4 wins.", "The full house decides.", "Score: 3 of 3"]
    assert [words for words in told if f"\n{words}" not in out] == []


def test_the_whole_of_one_answer_is_not_the_beginning_of_another():
    out = run("run-3.txt", answers="straight\n1\n")[1]
    assert "\nNot a straight." in out
    assert "\nNot player 1." in out
    out = run("run-3.txt", answers="straight f\n")[1]
    assert "\nNot a straight flush." in out


def test_nothing_is_given_away_before_an_answer():
    out = run("run-3.txt", answers="straight\nq\n")[1]
    before_the_type = out.partition("Not a straight.")[0]
    assert not re.search(r"full house[^,]|player \d", before_the_type)


def third(*hands: str) -> Question:
    showdown = Showdown(Hand.of(cards, player) for player, cards in enumerate(hands, start=1))
    return questions(showdown)[2]


@pytest.mark.parametrize(
    ("better", "worse", "answers", "right"),
    [
        ("AC AD KH 9S 8S", "AH AS QC JC TC", "two aces, the king, the nine, the eight", 1),
        ("AC AD KH KS 8S", "AH AS KC KD 7C", "two aces, two kings, the eight", 2),
        ("AC AD KH KS 8S", "AH AS KC 7D 6C", "the two pair, the eight, two aces", 0),
        ("9C 9D 9H KS 8S", "8H 8C 8D JC TC", "three nines, the king, the eight, three eights", 0),
        ("9C 9D 9H 9S 8S", "8H 8C 8D JC TC", "four nines, the eight, three eights", 0),
        ("9C 9D 9H 8S 8H", "9S 8C 8D JC TC", "the full house, two eights", 0),
        ("9C 9D 9H 8S 8H", "2C 2D 2H AC AD", "three nines, two eights, three twos", 0),
        ("6C 2D 3H 4S 5S", "AC 2C 3C 4C 5D", "the straight, the six", 1),
        ("2H 4H 5H 7H 9H", "6C 7D 8H 9S TS",
         "the flush, the nine, the seven, the five, the four, the two, the straight", 0),
        ("AC KD QH JS 3C", "AD KC QC JH 2S",
         "the ace, the king, the queen, the jack, the three", 4),
        ("AC AD KH 9S 8S", "AH AS KC 9C 8C", "two aces, the king, the nine, the eight", -1),
    ],
)  # fmt: skip
def test_what_may_decide_is_what_is_on_the_cards(better, worse, answers, right):
    question = third(better, worse)
    texts = [answer.text for answer in question.answers]
    assert texts == [*answers.split(", "), "they tie"]
    assert question.right == [question.answers[right]]


def test_each_wrong_reason_has_its_own_reply():
    replies = {answer.text: f"{answer.reply} {answer.reason}" for answer in
               third("AC AD KH 9S 8S", "AH AS KC JC TC").answers}  # fmt: skip
    why = "Both have a pair of aces, then king; the jack kicker beats the nine."
    assert replies == {
        "two aces": f"Not two aces: the jack decides. {why}",
        "the king": f"Not the king: the jack decides. {why}",
        "the jack": f"The jack decides. {why}",
        "the ten": "Not the ten: the jack decides."
        " It would count only if everything before it were equal.",
        "they tie": f"No tie: the jack decides. {why}",
    }
    kicker = third("9C 9D 9H KS 8S", "AH AC KD JC TC").answers[1]
    assert kicker.reply == "Not the king: three nines decide."
    assert kicker.reason == "Kickers count only between hands of one type."


def test_whoever_shares_the_first_place_wins():
    tied = Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS KC 9C 8C", 2)])
    assert [answer.text for answer in questions(tied)[1].right] == ["player 1", "player 2"]


@pytest.mark.parametrize("name", bundled_decks())
def test_of_every_deck_every_answer_has_a_reply_and_a_reason(name):
    for question in questions(Showdown(deal(read_deck(name)))):
        assert question.right
        assert 3 <= len(question.answers) <= 10
        assert len({answer.key for answer in question.answers}) == len(question.answers)
        for answer in question.answers:
            assert str(answer.reply).endswith(".")
            assert str(answer.reason).endswith(".")


def test_one_player_is_asked_about_alone():
    assert len(questions(Showdown([Hand.of("AC AD KH 9S 8S")]))) == 1


def test_an_answer_that_is_none_is_asked_for_again():
    out = run("run-3.txt", answers="full\n11\n\x1b\n4\nq\n")[1]
    players = ", ".join(f"player {number}" for number in range(1, 11))
    again = f"is not one of these: {players}; q ends.\n> "
    assert f"'11' {again}\\x1b\n" in out
    assert f"'\\x1b' {again}4\n" in out
    assert "\nScore: 2 of 2\n" in out


def test_an_answer_that_is_no_text_is_asked_for_again(monkeypatch):
    answers = io.TextIOWrapper(io.BytesIO(b"\xff\nfull\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", answers)
    code, out, _ = run("run-3.txt")
    assert code == 0
    assert r"'\xff' is not one of these: high card, pair," in out
    assert "\nA full house wins." in out


def test_a_line_without_an_end_is_taken_in_parts():
    code, out, _ = run("run-3.txt", answers="x" * 2500)
    assert code == 0
    assert out.count("is not one of these: ") == 3


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
    assert out.endswith(f"> {answers.lower().strip()}\n\n{program.run('run-3.txt')[1]}")
    assert "Score" not in out


def test_the_next_table_is_the_next_deal_and_the_score_goes_on():
    answers = "pair\n9\ntie\n\npair\n1\ntie\nq\n"
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
    out = run("--seed", "7", answers="pair\n9\ntie\n\npair\nq\n")[1]
    lines = program.run("--seed", "7", "--deal", "1")[1]
    assert out.endswith(f" of 4\n\n{lines}")


def test_on_a_narrow_terminal_every_line_fits(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", Terminal("straight\n2\ntie\n"))
    code, out, _ = run("run-3.txt", out=Terminal())
    assert code == 0
    assert max(map(len, out.splitlines())) <= 40
    assert "q ends)\n> Not a straight." in out  # the terminal itself shows what is typed
    assert (
        "Not player 2. Player 4 wins. Player 4\nagainst player 2: a full house beats a\npair.\n"
        in out
    )
