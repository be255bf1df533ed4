"""Decks to order: the hands of real deals are possible, and impossible requests are rejected."""

import runpy

import pytest
from program import TESTS, error_of

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.cards import CARDS
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.random import Random
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.hands.in_words import in_words
from poker_table.order import search
from poker_table.order.request import Request
from poker_table.order.search import _requested_hands, _weaken, stacked_deck

BENCHMARK = runpy.run_path(str(TESTS / "benchmarks" / "decks_to_order.py"))


def ordered(*texts: str, seed: int = 1, players: int = 10, anyone: bool = False) -> list[str]:
    """Return the cards of a deck that meets the requests."""
    requests = [Request.parse(text) for text in texts]
    return [str(card) for card in stacked_deck(requests, Random(seed), players, anyone).cards]


def check_deck(requests: list[Request], anyone: bool, seed: int) -> None:
    deck = stacked_deck(requests, Random(seed), anyone=anyone)
    assert len(set(deck.cards)) == 52
    hands = deal(deck)
    for hand in hands:
        hand.evaluate()
    requested = {request.player for request in requests}
    for request in requests:
        assert request.is_met_by(hands[request.player - 1])
    if not anyone:
        weakest = min(hands[player - 1].strength for player in requested)
        assert all(hand.strength <= weakest for hand in hands if hand.player not in requested)


@pytest.mark.parametrize(
    ("first", "end"),
    [
        (0, 20),
        # If one choice after the other were tried, all would be pairs of one rank, which is dealt.
        (465, 466),
        *(pytest.param(n, n + 140, marks=pytest.mark.slow) for n in (20, 160)),
    ],
)
def test_the_hands_of_real_deals_can_be_requested(first: int, end: int) -> None:
    for number in range(first, end):
        check_deck(*BENCHMARK["random_requests"](number), seed=number)


def test_a_hand_of_a_better_type_is_not_taken() -> None:
    clubs_first = sorted(CARDS, key=lambda card: card.suit)
    assert _requested_hands([Request.parse("1: straight")], clubs_first, Random(1)) == {}
    assert _requested_hands([Request.parse("1: straight flush")], clubs_first, Random(1))


@pytest.mark.parametrize("name", bundled_decks())
def test_the_hands_of_every_bundled_deck_can_be_requested(name: str) -> None:
    showdown = Showdown(deal(read_deck(name)))
    texts = [f"{hand.player}: {in_words(hand)}" for hand in showdown.hands]
    made = Showdown(deal(stacked_deck([Request.parse(text) for text in texts], Random(5))))
    assert [hand.strength for hand in made.hands] == [hand.strength for hand in showdown.hands]


@pytest.mark.parametrize(
    ("kind", "players"),
    [
        *((kind, 8) for kind in ("straight flush", "straight", "flush", "full house")),
        *((kind, 10) for kind in ("high card", "pair", "two pair", "three of a kind")),
    ],
)
def test_a_deck_deals_many_hands_of_a_type(kind: str, players: int) -> None:
    requests = [Request.parse(f"{player}: {kind}") for player in range(1, players + 1)]
    check_deck(requests, anyone=False, seed=2)


def test_the_same_seed_makes_the_same_deck() -> None:
    assert ordered("3: pair of aces", seed=7) == ordered("3: pair of aces", seed=7)
    assert ordered("3: pair of aces", seed=7) != ordered("3: pair of aces", seed=8)
    assert len(set(ordered())) == 52  # any deck


def test_fewer_players_are_dealt_one_card_per_turn() -> None:
    cards = ordered("2: royal flush in hearts", players=3)
    assert sorted(cards[1:15:3]) == ["AH", "JH", "KH", "QH", "TH"]


def all_of(hand: str, count: int) -> list[str]:
    return [f"{player}: {hand}" for player in range(1, count + 1)]


IMPOSSIBLE = {
    "a hand is requested for player 10, at a table of 9": ["10: pair"],
    "two hands are requested for player 3": ["3: pair", "3: straight"],
    "5000 hands are requested for player 1": ["1: three of a kind"] * 5000,  # found quickly
    "players 2 and 5 both need the ace of spades": ["2: royal flush in spades",
     "5: flush, ace high, in spades"],
    "players 1 and 2 both need the six of clubs": ["1: straight flush, nine high, in clubs",
     "2: straight flush, six high, in clubs"],
    "five aces are needed, a deck has four": all_of("royal flush", 5),
    "six aces are needed, a deck has four": all_of("pair of aces", 3),
    "eight kings are needed, a deck has four": ["1: four kings", "2: four kings"],
}  # fmt: skip


@pytest.mark.parametrize(("reason", "texts"), list(IMPOSSIBLE.items()))
def test_impossible_requests_are_rejected_with_the_reason(reason: str, texts: list[str]) -> None:
    for anyone in False, True:
        assert error_of(PokerTableError, ordered, *texts, players=9, anyone=anyone) == reason


def test_players_that_there_are_not() -> None:
    for players in 0, 11:
        said = error_of(PokerTableError, ordered, "1: pair", players=players)
        assert said == f"expected 1 to 10 players, got {players}"
    said = error_of(PokerTableError, stacked_deck, [Request(0, HandType.PAIR)], Random(1))
    assert said == "a hand is requested for player 0, at a table of 10"


@pytest.mark.parametrize(
    "hand",
    ["seven high", "jack high", "ace high, then six", "pair of twos, then five, four, three"],
)
def test_a_weak_hand_can_win_at_a_small_table(hand: str) -> None:
    cards = ordered(f"2: {hand}", players=4)
    hands = [Hand.of(" ".join(cards[seat:20:4]), seat + 1) for seat in range(4)]
    assert Request.parse(f"2: {hand}").is_met_by(hands[1])
    assert max(other.strength for other in hands) == hands[1].strength


def test_a_hand_that_others_must_beat_is_rejected_unless_they_may() -> None:
    said = error_of(PokerTableError, ordered, "4: king high")
    assert said == (
        "no such deck was found in 400 attempts; there may be none"
        " (--anyone lets other players beat these)"
    )
    assert ordered("4: king high", anyone=True)


def test_a_hand_below_a_card_that_others_must_hold_is_refused_without_a_swap() -> None:
    king_high = Hand.of("KC QC JC TC 2D")
    others = [card for card in CARDS if card not in king_high.cards]
    no_swaps = Random(1, 0)
    no_swaps.digits = None  # type: ignore[method-assign, assignment]
    assert not _weaken(others, 9, king_high, no_swaps)


@pytest.mark.parametrize(
    "texts",
    [
        all_of("flush", 9),
        all_of("flush in hearts", 3),
        # These need ten hearts up to the nine, of which there are eight.
        ["1: flush, nine high, in hearts", "2: flush, eight high, in hearts"],
    ],
)
def test_an_unsuccessful_search_ends(texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "ATTEMPTS", 8)
    said = error_of(PokerTableError, ordered, *texts, anyone=True)
    assert said == "no such deck was found in 8 attempts; there may be none"
