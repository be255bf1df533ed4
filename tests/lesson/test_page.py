"""The lesson as a file: its data, and that its script contains no rule of poker."""

import json
import operator
import re
from pathlib import Path
from typing import Any

import pytest
from program import run

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal
from poker_table.lesson.page import BASE, hands_asked, lesson, lesson_page
from poker_table.lesson.showdown import showdown_page
from poker_table.show import html
from poker_table.simulation.chances import whole_deal

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def page_of(*argv: str) -> str:
    assert run(*argv, "--export", "lesson.html", "--force")[0] == 0
    return Path("lesson.html").read_text(encoding="utf-8")


def data_of(text: str) -> dict[str, object]:
    written = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert written
    return json.loads(written[1])


def lesson_of(name: str, players: int = 10) -> dict[str, Any]:
    """Return the data of the lesson of a bundled deck."""
    deck = read_deck(name)
    return lesson(Showdown(deal(deck, players)), {"deck": name}, deck)


def screens_of(name: str, players: int = 10) -> dict[str, dict[str, Any]]:
    """Return the screens of the lesson of a bundled deck, by their places."""
    return {screen["at"]: screen for screen in lesson_of(name, players)["screens"]}


def test_it_is_one_small_file_that_loads_nothing_else_and_explains_even_without_scripts():
    text = page_of("three.txt")
    assert len(text.encode()) < 300_000
    assert not re.search(r"https?:|url\(|@import|src=|href=|fetch\(|import\(", text)
    assert text.count("<script") == 2
    assert text == page_of("three.txt", "--explain") == run("three.txt", "--format", "html")[1]
    assert [path.name for path in Path().iterdir()] == ["lesson.html"]
    before_the_script = text.partition("<script")[0]
    assert before_the_script.count("<dt>Value</dt>") == 10
    assert "7·13² + 8·13 + 5 = 1,292" in before_the_script
    document = json.loads(run("three.txt", "--format", "json")[1])
    order = list(map(str, read_deck("three.txt")))
    assert data_of(text)["deck"] == document["deal_order"] == order


def test_each_chance_is_computed_once():
    whole_deal._chances_after.cache_clear()
    page_of("three.txt", "--players", "2")
    assert whole_deal._chances_after.cache_info().misses == 11  # before the first card, and after


def test_no_text_in_the_data_can_close_the_script():
    deck = read_deck("three.txt")
    source = {"seed": "</script><script>alert(1)</script>\x1b\u202e"}
    text = html.draw(lesson_page(Showdown(deal(deck)), source, deck))
    assert text.count("<script") == 2
    title = data_of(text)["title"]
    assert title.startswith("seed </script><script>alert(1)</script>")
    assert not {"\x1b", "\u202e"} & set(title)


def test_the_title_may_be_given_or_is_the_name_of_a_deck_of_ones_own():
    text = page_of("three.txt", "--title", "Week 3: <who> wins?\x1b")
    assert "<title>Week 3: &lt;who&gt; wins?" in text
    assert data_of(text)["title"] == "Week 3: <who> wins?\\x1b"
    assert "\n# Week 3" in "\n" + run("three.txt", "--title", "Week 3", "--format", "markdown")[1]
    deck = read_deck("three.txt")
    assert lesson(Showdown(deal(deck)), {"deck": "week/class.txt"}, deck)["title"] == "class"


def test_the_screens_are_the_steps_with_questions_between_them():
    screens = screens_of("three.txt")
    places = [*screens]
    assert [at for at in places if at[:4] == "step"] == [f"step={n}" for n in range(1, 72)]
    assert places[50:55] == ["step=51", "question=1", "question=2", "chances", "step=52"]
    assert places[-13:-9] == ["question=3", "why", "step=62", "step=63"]
    assert places[-1] == "end"
    counts = [screens[place]["count"] for place in places[49:52]]
    assert counts == ["50 of 71", "51 of 71", "question 1"]


@pytest.mark.usefixtures("without_chances")
def test_explanations_have_digits_and_duels_have_the_deciding_one():
    screens = screens_of("three.txt")
    reading = screens["step=53"]
    digits = [[7, "nine", 2, "1,183"], [8, "ten", 1, "104"], [5, "seven", 0, "5"]]
    assert reading["digits"] == digits
    player = lesson_of("three.txt")["players"][reading["now"]]
    assert (player["groups"][0], player["value"]) == (["9D", "9H", "9S"], "1,292")
    assert (player["kind"], player["type"]) == ("Three of a kind", "Three of a Kind")
    assert screens["step=62"]["duel"]["decides"] == 0  # three of a kind against a pair
    assert screens["step=63"]["duel"]["decides"] == 1  # aces against threes
    duel = screens["step=66"]["duel"]
    deciding = [side["ranks"][duel["decides"] - 1] for side in duel["rows"]]
    assert deciding == [["jack", "9"], ["eight", "6"]]
    tied = [s["duel"] for s in screens_of("equal-but-for-suits.txt").values() if s.get("duel")]
    assert {duel["decides"] for duel in tied if "tie" in duel["why"]} == {None}


@pytest.mark.usefixtures("without_chances")
def test_the_digits_are_taken_from_a_ruler_and_make_the_value():
    ruler = dict(map(reversed, data_of(page_of("wheel.txt"))["ruler"]))
    assert (list(ruler), ruler[0], ruler[8], ruler[12]) == ([*range(13)], "2", "10", "A")
    asides = [screen.get("aside") for screen in screens_of("wheel.txt").values()]
    assert asides.count("the ace counts below the two") == 2
    data = lesson_of("every-hand-type.txt")
    readings = [screen for screen in data["screens"] if "digits" in screen]
    assert len(readings) == 10
    for player, reading in zip(data["players"], readings, strict=True):
        powers = [digit * 13**power for digit, _, power, _ in reading["digits"]]
        assert [f"{power:,}" for power in powers] == [product for *_, product in reading["digits"]]
        assert f"{sum(powers):,}" == player["value"]


def test_the_counterexample_to_base_ten_is_one():
    lower, higher = Hand.of("4C 4D 4H AS KC"), Hand.of("5C 5D 5H 3S 2C")
    in_ten = [sum(map(operator.mul, hand.ranks, (100, 10, 1))) for hand in (lower, higher)]
    assert in_ten == [331, 310]
    assert lower.value < higher.value
    assert all(str(number) in BASE for number in in_ten)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if number % 8 else [])
        for number, name in enumerate(bundled_decks())
    ],
)
def test_the_paradox_is_shown_where_a_lower_type_has_the_greater_value(name, without_chances):
    showdown = Showdown(deal(read_deck(name)))
    paradox = [screen for at, screen in screens_of(name).items() if at == "why"]
    pairs = [(a, b) for a in showdown.hands for b in showdown.hands if a.strength > b.strength]
    there = any(a.hand_type != b.hand_type and a.value < b.value for a, b in pairs)
    assert len(paradox) == there
    if name == "three.txt":
        assert paradox[0]["question"] == (
            "A pair worth 27,080 loses to three of a kind worth 1,292. Why?"
        )
        assert paradox[0]["about"] == [7, 1]  # players 8 and 2
        assert paradox[0]["reasons"] == [
            "The better type wins. Between two hands of one type, the greater value wins.",
            "54,912 hands are three of a kind, 1,098,240 are a pair: the rarer type wins.",
        ]


def test_the_chances_over_the_deal_are_drawn_and_the_card_that_turned_it_is_named():
    screens = screens_of("three.txt")
    shown = screens["chances"]
    assert shown["why"] == (
        "Card 42, 9♠ to player 2, turned the deal:"
        " before it, player 8 was ahead with 77 %; after it, player 2 was ahead with 100 %."
    )
    assert shown["chart"] == screens["end"]["chart"]
    assert shown["chart"].count("<path ") == 10 + 3 + 1  # players, rules, the turn
    assert "card 42: 9♠ to player 2<" in shown["chart"]


@pytest.mark.parametrize("players", [1, 3, 10])
def test_chances_sum_to_one_and_in_the_last_turn_are_covered(players):
    deals = [s for s in screens_of("three.txt", players).values() if s["phase"] == "deal"]
    assert len(deals) == 5 * players + 1
    for screen in deals:
        assert sum(share for share, _ in screen["chances"]) == pytest.approx(1, abs=0.002)
    covered = [bool(screen["cover"]) for screen in deals]
    assert covered == [number > 4 * players and players > 1 for number in range(5 * players + 1)]
    assert {share for share, _ in deals[-1]["chances"]} <= {0, 1, 0.5}


def test_each_answer_has_its_key_its_reply_and_its_reason():
    screens = screens_of("three.txt")
    kind, who, decides = (screens[f"question={number}"]["answers"] for number in (1, 2, 3))
    assert [answer["text"] for answer in kind if answer["right"]] == ["three of a kind"]
    assert "".join(answer["key"] for answer in kind) == "ABCDEFGHI"
    assert kind[5]["reason"] == "Nobody has a flush."
    assert [answer["key"] for answer in who] == [str(player) for player in range(1, 11)]
    assert (who[7]["reply"], who[7]["reason"]) == (
        "Not player 8. Player 2 wins.",
        "Player 2 against player 8: three of a kind beats a pair.",
    )
    assert (who[1]["reply"], who[1]["reason"]) == ("Player 2 wins.", who[7]["reason"])
    assert [answer["text"] for answer in decides if answer["right"]] == ["three nines"]
    assert screens["question=3"]["about"] == [1, 7]  # players 2 and 8


@pytest.mark.usefixtures("without_chances")
def test_the_hands_of_a_question_are_all_as_dealt_or_those_it_is_about_as_they_are_read():
    of_each = hands_asked(lesson_of("three.txt"))
    assert [len(hands) for hands in of_each] == [10, 10, 2]
    assert of_each[0][1] == ("Player 2", "7H 9H TS 9D 9S".split())
    assert [name for name, _ in of_each[2]] == ["Player 2", "Player 8"]
    assert of_each[2][0][1] == "9D 9H 9S TS 7H".split()


def test_all_winners_of_a_showdown_are_highlighted():
    hands = "2C 5D 7H 9S KC", "2D 5H 7S 9C KD", "3C 5S 6H 8S QC"
    showdown = Showdown(Hand.of(cards, player) for player, cards in enumerate(hands, start=1))
    assert showdown_page(showdown, {}).sections[0].highlighted == range(2)
