"""Reasons why no deck can deal the requested hands, proved by counting cards."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE
from poker_table.hands.every_strength import hand_of_each_strength
from poker_table.hands.in_words import number_in_words
from poker_table.order.request import Request

MOST_PATTERNS = 100
FLUSHES_IN_A_SUIT = len(Rank) // HAND_SIZE


def why_impossible(requests: Sequence[Request], players: int, anyone: bool) -> str | None:
    """Return the reason why no deck deals these hands, or None if counting cards finds none.

    `anyone` says whether the other players may beat the requested hands.

    >>> hands = "2: royal flush in spades", "5: flush, ace high, in spades"
    >>> why_impossible([Request.parse(hand) for hand in hands], players=10, anyone=False)
    'players 2 and 5 both need the ace of spades'
    """
    reasons = chain(  # lazy generators: the later, slower ones run only if the others find nothing
        _wrong_players(requests, players),
        _same_card(requests),
        _too_many_flushes(requests),
        _too_many_of_a_rank(requests),
        () if anyone or not requests else _others_must_win(requests, players),
    )
    return next(reasons, None)


def _wrong_players(requests: Sequence[Request], players: int) -> Iterator[str]:
    for number, count in Counter(request.player for request in requests).items():
        if not 1 <= number <= players:
            yield f"a hand is requested for player {number}, at a table of {players}"
        if count > 1:
            yield f"{number_in_words(count)} hands are requested for player {number}"


def _same_card(requests: Sequence[Request]) -> Iterator[str]:
    """Yield each card that two players both need: all hands that meet their requests have it."""
    player_of_card: dict[tuple[Suit, Rank], int] = {}
    for request in requests:
        if request.suit is not None:
            rank_sets = [{card.rank for card in hand.cards} for hand in request.hands]
            for rank in sorted(set.intersection(*rank_sets), reverse=True):
                first = player_of_card.setdefault((request.suit, rank), request.player)
                if first != request.player:
                    card = f"the {rank.word} of {request.suit.word}"
                    yield f"players {first} and {request.player} both need {card}"


def _too_many_flushes(requests: Sequence[Request]) -> Iterator[str]:
    for suit in Suit:
        count = sum(request.suit is suit for request in requests)
        if count > FLUSHES_IN_A_SUIT:
            limit = f"the thirteen {suit.word} make only two"
            yield f"{number_in_words(count)} flushes in {suit.word} are needed, {limit}"
    flushes = sum(request.in_one_suit for request in requests)
    if flushes > FLUSHES_IN_A_SUIT * len(Suit):
        yield f"{number_in_words(flushes)} flushes are needed, a deck makes eight, two in each suit"


def _too_many_of_a_rank(requests: Sequence[Request]) -> Iterator[str]:
    """Yield the ranks of which too many cards are needed."""
    # Skip requests that many patterns meet: no rank is in all these patterns, and counting is slow.
    specific = [request for request in requests if len(request.patterns) <= MOST_PATTERNS]
    for rank in reversed(Rank):
        count = sum(min(pattern.count(rank) for pattern in r.patterns) for r in specific)
        if count > len(Suit):
            yield f"{number_in_words(count)} {rank.plural} are needed, a deck has four"


def _others_must_win(requests: Sequence[Request], players: int) -> Iterator[str]:
    """Yield the ranks whose cards give another player a hand that beats a requested one.

    If, for instance, two cards of the deck stay undealt, the players are dealt at least two cards
    of each rank, even if nobody can hold these without beating a requested hand.
    """
    strongest = [request.hands[-1].strength for request in requests]
    limit = min(strongest)
    weakest = requests[strongest.index(limit)]
    allowed = hand_of_each_strength()[
        : bisect_right(hand_of_each_strength(), limit, key=HandComparer.key)
    ]
    capacities = [_rank_capacities(request.hands) for request in requests]
    capacities += [_rank_capacities(allowed)] * (players - len(requests))
    least_dealt = len(Suit) - (len(CARDS) - HAND_SIZE * players)
    for rank in reversed(Rank):
        capacity = sum(of_player[rank] for of_player in capacities)
        if capacity < least_dealt:
            few = f"only {number_in_words(capacity)}" if capacity else "none"
            dealt = f"at least {number_in_words(least_dealt)} {rank.plural} are dealt"
            unless = f"unless somebody beats player {weakest.player} (--anyone allows that)"
            yield f"{dealt}, but the players can hold {few} {unless}"


def _rank_capacities(hands: Iterable[Hand]) -> Counter[Rank]:
    """Return, for each rank, the most cards of it that any one of the hands has."""
    capacities: Counter[Rank] = Counter()
    for hand in hands:
        capacities |= Counter(card.rank for card in hand.dealt)
    return capacities
