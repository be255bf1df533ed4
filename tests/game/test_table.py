"""Dealing cards, and the showdown."""

from __future__ import annotations

import pytest
from program import error_of

from poker_table.files.deck_file import turns
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import DeckError, PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.players import DeckForPlayers
from poker_table.game.table import Showdown, deal


@pytest.mark.parametrize("players", range(1, 11))
def test_one_card_to_each_player_in_turn_five_times_round(players):
    deck = Deck()
    hands = deal(deck, players)
    assert [hand.player for hand in hands] == list(range(1, players + 1))
    for hand in hands:
        assert hand.dealt == CARDS[hand.player - 1 : 5 * players : players]
    assert deck.cards_left == 52 - 5 * players


@pytest.mark.parametrize(("cards", "left"), [(50, []), (52, [2])])
def test_the_cards_that_are_not_dealt_follow_the_five_turns(cards, left):
    deck = DeckForPlayers(CARDS[:cards], 10)
    assert [len(turn) for turn in turns(deck)] == [10] * 5 + left
    assert sum(turns(deck), ()) == deck.cards


def test_equal_hands_share_a_place_and_the_lower_player_comes_first():
    pair, straight = "2C 2D 4H 5S 7C", "5C 6D 7H 8S 9C"
    hands = [
        Hand.of(pair, 4), Hand.of("5D 6S 7C 8H 9D", 3), Hand.of(straight, 2),
        Hand.of("2H 2S 4C 5D 7D", 1), Hand.of("2C 3D 5H 8S KC", 5),
    ]  # fmt: skip
    showdown = Showdown(hands)
    assert [(place, hand.player) for place, hand in showdown] == [
        (1, 2), (1, 3), (3, 1), (3, 4), (5, 5),
    ]  # fmt: skip


def test_repr_shows_the_best_hand():
    showdown = Showdown([Hand.of("2C 2D 4H 5S 7C", 1), Hand.of("5C 6D 7H 8S 9C", 2)])
    assert repr(showdown) == "<Showdown: best of 2: Player 2 - 5C 6D 7H 8S 9C - Straight>"
    assert repr(Showdown([])) == "<Showdown: best of 0: none>"


@pytest.mark.parametrize("players", [0, 11, -1])
def test_too_few_or_too_many_players(players):
    for call, cards in (deal, Deck()), (DeckForPlayers, CARDS):
        said = error_of(PokerTableError, call, cards, players)
        assert said == f"expected 1 to 10 players, got {players}"
    for wrong in "3", 2.0:
        error_of(TypeError, deal, Deck(), wrong)
    assert error_of(DeckError, deal, Deck(CARDS[:49])) == "no card is left of the deck's 49"


def test_a_deck_is_dealt_to_the_players_it_was_made_for_unless_others_are_named():
    deck = DeckForPlayers(players=4)
    assert [len(deal(deck)), len(deal(deck, players=3)), len(deal(Deck()))] == [4, 3, 10]
