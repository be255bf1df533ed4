"""The lesson as a file: its data, and that its script contains no rule of poker."""

import json
import re
from pathlib import Path

import pytest
from program import run

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal
from poker_table.lesson.page import BASE, lesson, lesson_page
from poker_table.lesson.showdown import showdown_page
from poker_table.show import html

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
ROOM = Path(html.__file__).parents[1] / "lesson"


def page_of(*argv: str) -> str:
    assert run(*argv, "--export", "lesson.html", "--force")[0] == 0
    return Path("lesson.html").read_text(encoding="utf-8")


def data_of(text: str) -> dict[str, object]:
    written = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert written
    return json.loads(written[1])


def lesson_of(deck: Deck, players: int = 10) -> dict[str, object]:
    return lesson(Showdown(deal(deck, players)), {"deck": "a.txt"}, deck)


def test_it_is_one_small_file_that_loads_nothing_else():
    text = page_of("three.txt")
    assert len(text.encode()) < 300_000
    assert not re.search(r"https?:|url\(|@import|src=|href=|fetch\(|import\(", text)
    assert text.count("<script") == 2


def test_explain_does_not_change_the_file():
    text = page_of("three.txt")
    assert text == page_of("three.txt", "--explain")
    assert run("three.txt", "--format", "html")[1] == text
    assert [path.name for path in Path().iterdir()] == ["lesson.html"]


def test_without_scripts_the_explanations_are_there():
    before_the_script = page_of("three.txt").partition("<script")[0]
    assert before_the_script.count("<dt>Value</dt>") == 10
    assert "7·13² + 8·13 + 5 = 1,292" in before_the_script


def test_the_decks_of_page_and_json_are_in_deal_order():
    order = list(map(str, read_deck("three.txt")))
    assert len(order) == 52
    assert data_of(page_of("three.txt"))["deck"] == order
    assert json.loads(run("three.txt", "--format", "json")[1])["deal_order"] == order


def test_no_text_in_the_data_can_close_the_script():
    deck = read_deck("three.txt")
    source = {"seed": "</script><script>alert(1)</script>\x1b\u202e"}
    text = html.draw(lesson_page(Showdown(deal(deck)), source, deck))
    assert text.count("<script") == 2
    title = data_of(text)["title"]
    assert title.startswith("seed </script><script>alert(1)</script>")
    assert not {"\x1b", "\u202e"} & set(title)


def test_a_deck_of_ones_own_gives_its_name():
    deck = read_deck("three.txt")
    assert lesson(Showdown(deal(deck)), {"deck": "week/class.txt"}, deck)["title"] == "class"


def test_the_title_may_be_given():
    text = page_of("three.txt", "--title", "Week 3: <who> wins?\x1b")
    assert "<title>Week 3: &lt;who&gt; wins?" in text
    assert data_of(text)["title"] == "Week 3: <who> wins?\\x1b"
    assert "\n# Week 3" in "\n" + run("three.txt", "--title", "Week 3", "--format", "markdown")[1]


def test_the_screens_are_the_steps_with_questions_between_them():
    screens = lesson_of(read_deck("three.txt"))["screens"]
    places = [screen["at"] for screen in screens]
    assert [at for at in places if at[:4] == "step"] == [f"step={n}" for n in range(1, 72)]
    assert places[50:55] == ["step=51", "question=1", "question=2", "chances", "step=52"]
    assert places[-13:-9] == ["question=3", "why", "step=62", "step=63"]
    assert places[-1] == "end"
    assert [screen["count"] for screen in screens[49:52]] == ["50 of 71", "51 of 71", "question 1"]


def test_explanations_have_digits_and_duels_have_the_deciding_one():
    screens = {s["at"]: s for s in lesson_of(read_deck("three.txt"))["screens"]}
    reading = screens["step=53"]
    assert reading["digits"] == [
        [7, "nine", 2, "1,183"],
        [8, "ten", 1, "104"],
        [5, "seven", 0, "5"],
    ]
    assert (reading["groups"][0], reading["value"]) == (["9D", "9H", "9S"], "1,292")
    assert screens["step=62"]["duel"]["decides"] == 0  # three of a kind against a pair
    assert screens["step=63"]["duel"]["decides"] == 1  # aces against threes
    duel = screens["step=66"]["duel"]
    assert [side["ranks"][duel["decides"] - 1] for side in duel["rows"]] == [
        ["jack", "9"],
        ["eight", "6"],
    ]


@pytest.mark.usefixtures("without_chances")
def test_the_digits_are_taken_from_a_ruler_and_make_the_value():
    data = lesson_of(read_deck("every-hand-type.txt"))
    ruler = dict(map(reversed, data["ruler"]))
    assert (list(ruler), ruler[0], ruler[8], ruler[12]) == ([*range(13)], "2", "10", "A")
    readings = [screen for screen in data["screens"] if "digits" in screen]
    assert len(readings) == 10
    for reading in readings:
        powers = [digit * 13**power for digit, _, power, _ in reading["digits"]]
        assert [f"{power:,}" for power in powers] == [product for *_, product in reading["digits"]]
        assert f"{sum(powers):,}" == reading["value"]


def test_the_counterexample_to_base_ten_is_one():
    lower, higher = Hand.of("4C 4D 4H AS KC"), Hand.of("5C 5D 5H 3S 2C")
    in_ten = [
        sum(digit * 10**power for power, digit in enumerate(reversed(hand.ranks)))
        for hand in (lower, higher)
    ]
    assert in_ten == [331, 310]
    assert lower.value < higher.value
    assert all(str(number) in BASE for number in in_ten)


@pytest.mark.usefixtures("without_chances")
def test_a_low_ace_is_pointed_out():
    screens = lesson_of(read_deck("wheel.txt"))["screens"]
    asides = [screen["aside"] for screen in screens if "digits" in screen]
    assert asides.count("the ace counts below the two") == 2


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if number % 8 else [])
        for number, name in enumerate(bundled_decks())
    ],
)
def test_the_paradox_is_shown_where_a_lower_type_has_the_greater_value(name, without_chances):
    showdown = Showdown(deal(read_deck(name)))
    paradox = [s for s in lesson_of(read_deck(name))["screens"] if s["at"] == "why"]
    pairs = [(a, b) for a in showdown.hands for b in showdown.hands if a.strength > b.strength]
    there = any(a.hand_type != b.hand_type and a.value < b.value for a, b in pairs)
    assert len(paradox) == there
    if name == "three.txt":
        assert paradox[0]["question"] == (
            "A pair worth 27,080 loses to three of a kind worth 1,292. Why?"
        )
        assert [hand["name"] for hand in paradox[0]["about"]] == ["Player 8", "Player 2"]
        assert paradox[0]["reasons"] == [
            "The better type wins. Between two hands of one type, the greater value wins.",
            "54,912 hands are three of a kind, 1,098,240 are a pair: the rarer type wins.",
        ]


def test_the_chances_over_the_deal_are_drawn_and_the_card_that_turned_it_is_named():
    screens = {s["at"]: s for s in lesson_of(read_deck("three.txt"))["screens"]}
    shown = screens["chances"]
    assert shown["why"] == (
        "Card 42, 9♠ to player 2, turned the deal:"
        " before it, player 8 was ahead with 77 %; after it, player 2 was ahead with 100 %."
    )
    assert shown["chart"] == screens["end"]["chart"]
    assert shown["chart"].count("<path ") == 10 + 3 + 1  # players, rules, the turn
    assert "card 42: 9♠ to player 2<" in shown["chart"]


@pytest.mark.usefixtures("without_chances")
def test_between_equal_hands_nothing_decides():
    screens = lesson_of(read_deck("equal-but-for-suits.txt"))["screens"]
    tied = [s["duel"] for s in screens if s.get("duel") and "tie" in s["duel"]["why"]]
    assert tied
    assert {duel["decides"] for duel in tied} == {None}


@pytest.mark.parametrize("players", [1, 3, 10])
def test_chances_sum_to_one_and_in_the_last_turn_are_covered(players):
    screens = lesson_of(read_deck("three.txt"), players)["screens"]
    deals = [screen for screen in screens if screen["phase"] == "deal"]
    assert len(deals) == 5 * players + 1
    for screen in deals:
        assert sum(share for share, _ in screen["chances"]) == pytest.approx(1, abs=0.002)
    covered = [bool(screen["cover"]) for screen in deals]
    assert covered == [number > 4 * players and players > 1 for number in range(5 * players + 1)]
    assert {share for share, _ in deals[-1]["chances"]} <= {0, 1, 0.5}


def test_each_answer_has_its_key_its_reply_and_its_reason():
    screens = {s["at"]: s for s in lesson_of(read_deck("three.txt"))["screens"]}
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
    assert [hand["name"] for hand in screens["question=3"]["about"]] == ["Player 2", "Player 8"]


def test_all_winners_of_a_showdown_are_highlighted():
    hands = "2C 5D 7H 9S KC", "2D 5H 7S 9C KD", "3C 5S 6H 8S QC"
    showdown = Showdown(Hand.of(cards, player) for player, cards in enumerate(hands, start=1))
    assert showdown_page(showdown, {}).sections[0].highlighted == range(2)
