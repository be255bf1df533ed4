"""decks make --most: choose the best deal for a lesson, and explain the choice."""

import re
from pathlib import Path

import pytest
from program import run

from poker_table.files.deck_file import read_deck
from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.players import DeckForPlayers
from poker_table.game.table import Showdown, deal
from poker_table.lesson.interesting import KINDS, BestSoFar, best_deal
from poker_table.simulation.chances.whole_deal import chances_after, whole_deal

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.mark.slow
def test_the_greatest_upset_is_found_and_explained():
    code, _, err = run("decks", "make", "--most", "upset", "--seed", "7", "--save", "upset.txt")
    assert code == 0
    assert run("upset.txt")[1] == run("--seed", "7", "--deal", "23")[1]
    deck = read_deck("upset.txt")
    before = chances_after(deck.cards, 10, 45).hands
    favourite = max(before, key=lambda hand: hand.equity)
    assert favourite.equity > 0.7
    assert Showdown(deal(deck)).hands[0].player != favourite.hand
    *_, chances = whole_deal(read_deck("upset.txt"))
    card, player = chances.dealt(chances.turning_number)
    assert f"Card {chances.turning_number}, {card} to player {player}, turned the deal:" in err
    assert chances.turning_number > 45


KICKER = "decks make --most kicker --of 200 --seed 7 --save k.txt".split()


def test_a_deal_in_which_the_last_kicker_decides():
    err = run(*KICKER)[2]
    assert "Deal 35, of the first 200 deals of seed 7. Player 1 against player 7:" in err
    assert "; the nine kicker beats the seven." in err
    first, second = run("k.txt")[1].splitlines()[:2]
    assert (first[-8:], second[-8:]) == ("Two Pair", "Two Pair")


def test_ctrl_c_before_a_deal_of_the_kind_is_no_lack_of_such_deals(monkeypatch):
    def interrupted(*_):
        yield BestSoFar(tried=3)
        raise KeyboardInterrupt

    monkeypatch.setattr("poker_table.cli.commands.decks.best_deal", interrupted)
    assert run(*KICKER) == (130, "", "Interrupted after 3 of 200 deals\n")
    assert not Path("k.txt").exists()


@pytest.mark.parametrize(
    ("hands", "compared"),
    [
        (("9C 8D 7H 6S 5C", "8C 7D 6H 5S 4C"), 0),  # a straight has no kicker
        (("9C 9D 7H 6S 2C", "9H 9S 7C 5D 4H"), 0),  # nor does its last one count
        (("9C 9D 7H 6S 4C", "9H 9S 7C 6D 2H"), 4),
        (("9C 9D 7H 7D AC", "9H 9S 7C 7S KH"), 3),
    ],
)
def test_the_last_kicker_decides_if_all_other_ranks_are_equal(hands, compared):
    turns = zip(*map(str.split, hands), strict=True)
    deck = DeckForPlayers([card for turn in turns for card in turn], 2)
    assert KINDS["kicker"](deck) == compared


def test_the_chosen_deal_has_the_most_changes_of_lead():
    *_, best = best_deal("changes", seed=7, deals=3, players=3)
    scores = [[*best_deal("changes", 7, number, 3)][-1].score for number in (1, 2, 3)]
    assert best.score == max(scores) > 0
    err = run(*"decks make --most changes --of 3 --players 3 --seed 7".split())[2]
    told = rf"Deal {best.deal}, of the first 3 .* The lead changes (once|\d+ times)\."
    assert re.search(told, err)


def test_a_change_of_lead_with_the_last_card_counts():
    dealt = "AC 2H AD 4H KH 6H 9S 8H 8S".split()  # then the ten of hearts makes a flush
    decks = [dict.fromkeys([*map(Card.parse, [*dealt, last]), *CARDS]) for last in ("TH", "3C")]
    with_flush, without = [KINDS["changes"](DeckForPlayers(deck, 2)) for deck in decks]
    assert with_flush == without + 1


def test_ctrl_c_gives_the_best_deal_so_far(monkeypatch):
    score, tried = KINDS["kicker"], []

    def interrupted(deck: Deck) -> float:
        if len(tried) == 40:
            raise KeyboardInterrupt
        tried.append(deck)
        return score(deck)

    monkeypatch.setitem(KINDS, "kicker", interrupted)
    code, _, err = run(*KICKER)
    assert (code, run("k.txt")[1]) == (130, run("--seed", "7", "--deal", "35")[1])
    assert "Deal 35, of the first 40 deals of seed 7. Player 1 against player 7:" in err


def test_no_deal_of_the_kind_is_an_error():
    none = "--most kicker: none among the first 1 deals of seed 1; try more with --of N"
    said = run(*"decks make --most kicker --of 1 --seed 1 --save k.txt".split())
    assert said == (1, "", f"Error: {none}\n")
    assert not [*Path().iterdir()]
