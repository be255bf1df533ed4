"""Why no deck can deal the requested hands, where counting cards proves it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from poker_table.game.card import CARDS, Rank, Suit
from poker_table.game.hand import HAND_SIZE, Hand, HandComparer
from poker_table.hands.best_five import hand_of_each_strength
from poker_table.hands.in_words import number_in_words
from poker_table.order.request import Request

MANY_WAYS = 100
FLUSHES_IN_A_SUIT = len(Rank) // HAND_SIZE


def why_impossible(requests: Sequence[Request], players: int, anyone: bool) -> str | None:
    """Return why no deck deals these hands, or None if counting cards does not rule it out.

    >>> hands = "2: royal flush in spades", "5: flush, ace high, in spades"
    >>> why_impossible([Request.parse(hand) for hand in hands], players=10, anyone=False)
    'players 2 and 5 both ask for the ace of spades'
    """
    reasons = chain(  # each is looked for only where none came before: the later ones take longer
        _seats(requests, players),
        _same_card(requests),
        _suits(requests),
        _ranks(requests),
        () if anyone or not requests else _others(requests, players),
    )
    return next(reasons, None)


def _seats(requests: Sequence[Request], players: int) -> Iterator[str]:
    for number, count in Counter(request.player for request in requests).items():
        if not 1 <= number <= players:
            yield f"player {number} is asked for, at a table of {players}"
        if count > 1:
            yield f"{number_in_words(count)} hands are requested for player {number}"


def _same_card(requests: Sequence[Request]) -> Iterator[str]:
    wanted: dict[tuple[Suit, Rank], int] = {}
    for request in requests:
        if request.suit is not None:
            every = [{card.rank for card in hand.cards} for hand in request.hands]
            for rank in sorted(set.intersection(*every), reverse=True):
                first = wanted.setdefault((request.suit, rank), request.player)
                if first != request.player:
                    what = f"the {rank.word} of {request.suit.word}"
                    yield f"players {first} and {request.player} both ask for {what}"


def _suits(requests: Sequence[Request]) -> Iterator[str]:
    for suit in Suit:
        count = sum(request.suit is suit for request in requests)
        if count > FLUSHES_IN_A_SUIT:
            make = f"the thirteen {suit.word} make only two"
            yield f"{number_in_words(count)} flushes in {suit.word} are needed, {make}"
    flushes = sum(request.in_one_suit for request in requests)
    if flushes > FLUSHES_IN_A_SUIT * len(Suit):
        yield f"{number_in_words(flushes)} flushes are needed, a deck makes eight, two in each suit"


def _ranks(requests: Sequence[Request]) -> Iterator[str]:
    """Yield the ranks of which too many are needed."""
    # Where there are many ways, none of them is certain to need a rank: leave those out.
    few_ways = [request for request in requests if len(request.patterns) <= MANY_WAYS]
    for rank in reversed(Rank):
        count = sum(min(pattern.count(rank) for pattern in r.patterns) for r in few_ways)
        if count > len(Suit):
            yield f"{number_in_words(count)} {rank.plural} are needed, a deck has four"


def _others(requests: Sequence[Request], players: int) -> Iterator[str]:
    """Yield a rank of which so many must be dealt that somebody beats a requested hand."""
    strongest = [request.hands[-1].strength for request in requests]
    limit = min(strongest)
    weakest = requests[strongest.index(limit)]
    allowed = hand_of_each_strength()[
        : bisect_right(hand_of_each_strength(), limit, key=HandComparer.key)
    ]
    can_hold = [_most(request.hands) for request in requests]
    can_hold += [_most(allowed)] * (players - len(requests))
    must = len(Suit) - (len(CARDS) - HAND_SIZE * players)
    for rank in reversed(Rank):
        room = sum(most[rank] for most in can_hold)
        if room < must:
            few = f"only {number_in_words(room)}" if room else "none"
            dealt = f"at least {number_in_words(must)} {rank.plural} are dealt"
            unless = f"unless somebody beats player {weakest.player} (--anyone allows that)"
            yield f"{dealt}, but the players can hold {few} {unless}"


def _most(hands: Iterable[Hand]) -> Counter[Rank]:
    """Return how many cards of each rank one of the hands can hold."""
    most: Counter[Rank] = Counter()
    for hand in hands:
        most |= Counter(card.rank for card in hand.dealt)
    return most
