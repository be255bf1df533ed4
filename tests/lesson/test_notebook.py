"""Decks, hands and showdowns in a notebook and on a Rich console."""

import io
import re

import pytest
from rich.console import Console

from poker_table import Card, Hand, Showdown, deal, read_deck, read_rounds
from poker_table.game.players import DeckForPlayers

PAIR = [Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]


def printed(thing: object, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, _environ={})
    console.print(thing)
    return console.file.getvalue()


def test_a_showdown_is_a_real_table_in_a_notebook():
    html = Showdown(deal(read_deck("run-3.txt")))._repr_html_()
    assert html.count('<th scope="row"') == 10
    assert html.count('<th scope="col"') == 6
    assert "<caption>Player 4 against player 9: a full house beats two pair.</caption>" in html
    assert "full house, jacks over fives" in html


def test_a_round_shows_its_showdown_whose_caption_says_what_decides():
    (round_,) = read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])
    html = round_._repr_html_()
    assert html == Showdown(PAIR)._repr_html_()
    assert "both have a pair of aces; the king kicker beats the queen.</caption>" in html
    assert printed(round_) == printed(Showdown(PAIR))
    for fewer in PAIR[:1], []:
        assert "<caption>Showdown</caption>" in Showdown(fewer)._repr_html_()


def test_a_deck_is_a_table_of_all_its_cards_ten_or_as_many_as_there_are_players_to_a_row():
    deck = read_deck("three.txt")
    deck.deal_next_card()
    html = deck._repr_html_()
    assert "<caption>Deck: 51 of 52 cards left</caption>" in html
    assert re.findall(r">(\w+.)</span>", html) == [card.with_symbol for card in deck]
    assert html.count('<th scope="row"') == 6
    drawn = printed(deck)
    assert re.findall(r"\w+[♣♦♥♠]", drawn) == [card.with_symbol for card in deck]
    assert "1      7♠ 7♥ 6♣ 2♦ 2♥ A♣ A♠ A♥ 10♣ J♠" in drawn
    assert DeckForPlayers(deck.cards, 4)._repr_html_().count("<tr") == 1 + 5 + 1


@pytest.mark.parametrize("cards", [0, 3, 5])
def test_a_hand_shows_itself_before_it_is_evaluated_too(cards):
    hand = Hand(3)
    for word in "7H 9D 9H 9S TS".split()[:cards]:
        hand.add_card(Card.parse(word))
    assert hand._repr_html_().count('role="img"') == cards
    assert "three nines" not in hand._repr_html_()
    assert "Player 3" in printed(hand)
    if cards == 5:
        hand.evaluate()
        assert "three nines, then ten, seven" in hand._repr_html_()
        assert "7♥ 9♦ 9♥ 9♠ 10♠   Three of a Kind   nine 7, ten 8, seven 5 = 1,292" in printed(hand)


@pytest.mark.parametrize("width", [40, 80])
def test_rich_prints_a_showdown_in_the_width_there_is(width):
    text = printed(Showdown(deal(read_deck("run-3.txt"))), width)
    assert max(map(len, text.splitlines())) <= width
    assert "5♣ 5♦ J♦ J♥ J♠" in text
    assert "Full House" in text
    assert ("9 3 = 120" in text) is (width == 80)
