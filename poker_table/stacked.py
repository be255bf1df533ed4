"""A deck in which given players get given hands: chosen at random, then repaired by swaps."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

from poker_table.cards import CARDS, Card, Rank, Suit
from poker_table.deck import Deck
from poker_table.errors import RequestError
from poker_table.hand import HAND_SIZE, Hand
from poker_table.impossible import why_impossible
from poker_table.request import every_hand
from poker_table.table import MOST_PLAYERS, seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from poker_table.request import Request
    from poker_table.rng import Random

ATTEMPTS = 40  # each begins anew
PLACINGS = 2000  # tried in one attempt
SWAPS = 2000  # tried in one attempt

NOT_GRANTED = 10_000  # worse than any hand that is too good

FREE, RANK_HELD, HELD = range(3)  # a card that may go, one whose rank must stay, one that must stay


def stacked_deck(
    requests: Sequence[Request],
    random: Random,
    players: int = MOST_PLAYERS,
    anyone: bool = False,
) -> Deck:
    """Return a deck that deals the requested hands, and nobody else a hand that beats one of them.

    `anyone` lets the others beat them. Raises TableError unless there are 1 to 10 players,
    RequestError with the reason if no deck can, or if none was found in a bounded search.

    >>> from poker_table import Random, Request, deal
    >>> deck = stacked_deck([Request.parse("2: royal flush in spades")], Random(seed=1))
    >>> sorted(map(str, deal(deck)[1].dealt))
    ['AS', 'JS', 'KS', 'QS', 'TS']
    """
    seats(players)
    reason = why_impossible(requests, players, anyone)
    if reason is not None:
        raise RequestError(reason)
    for _ in range(ATTEMPTS):
        attempt = _Attempt(requests, random, players, anyone)
        if attempt.place() and attempt.repair():
            return Deck(attempt.in_deal_order())
    raise RequestError(f"no such deck was found in {ATTEMPTS} attempts; there may be none")


class _Attempt:
    """The 52 cards in places, five a player and the rest undealt, with how firmly each is held."""

    def __init__(
        self, requests: Sequence[Request], random: Random, players: int, anyone: bool
    ) -> None:
        self.requests = {request.player - 1: request for request in requests}
        self.random, self.players, self.anyone = random, players, anyone
        self.left = _shuffled(CARDS, random)
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.held: list[list[int]] = [[] for _ in range(players)]
        self.tries = PLACINGS

    def place(self) -> bool:
        """Give each requested hand the cards that make it; those in one suit choose first."""
        in_order = sorted(self.requests.values(), key=lambda r: (not r.in_one_suit, len(r.hands)))
        if not self._place_all(in_order):
            return False
        for hand, held in zip(self.hands, self.held, strict=True):
            while len(hand) < HAND_SIZE:
                hand.append(self.left.pop())
                held.append(FREE)
        return True

    def _place_all(self, requests: list[Request]) -> bool:
        if not requests:
            return True
        request, *others = requests
        seat = request.player - 1
        for cards, hold in self._choices(request):
            self.tries -= 1
            if self.tries < 0:
                return False
            self.left = [card for card in self.left if card not in cards]
            self.hands[seat], self.held[seat] = cards, [hold] * len(cards)
            if self._place_all(others):
                return True
            self.left += cards
        return False

    def _choices(self, request: Request) -> Iterator[tuple[list[Card], int]]:
        """Yield cards that would do and are left, from a random place on."""
        start, turn = self.random.digits([len(request.patterns), len(Suit)])
        suits = [Suit((turn + i) % len(Suit)) for i in range(len(Suit))]
        for ranks in request.patterns[start:] + request.patterns[:start]:
            for suit in suits if request.in_one_suit else [None]:
                if request.suit not in (None, suit):
                    continue
                cards = self._taken(ranks, suit)
                if cards is not None:
                    yield cards, RANK_HELD if suit is None else HELD

    def _taken(self, ranks: tuple[Rank, ...], suit: Suit | None) -> list[Card] | None:
        left = [card for card in self.left if suit in (None, card.suit)]
        cards: list[Card] = []
        for rank in ranks:
            card = next((c for c in left if c.rank == rank and c not in cards), None)
            if card is None:
                return None
            cards.append(card)
        return cards

    def repair(self) -> bool:
        """Swap cards, at random and never for the worse, until everybody is content."""
        self.judged = [Hand.of(hand) for hand in self.hands]
        wrong = self._wrong()
        for _ in range(SWAPS):
            if not wrong:
                return True
            swap = self._random_swap(list(wrong))
            if swap is None:
                continue
            self._swap(*swap)
            now = self._wrong()
            if sum(now.values()) > sum(wrong.values()):
                self._swap(*swap)
            else:
                wrong = now
        return not wrong

    def _wrong(self) -> dict[int, int]:
        """Return who has not what was asked for, or by how much too good a hand."""
        wrong = {
            seat: NOT_GRANTED
            for seat, request in self.requests.items()
            if not request.granted(self.judged[seat])
        }
        if self.anyone or not self.requests:
            return wrong
        limit = min(self.judged[seat].strength for seat in self.requests)
        for seat, hand in enumerate(self.judged):
            if hand.strength > limit and seat not in self.requests:
                wrong[seat] = _steps_between(limit, hand.strength)
        return wrong

    def _random_swap(self, seats: list[int]) -> tuple[int, int, int, int] | None:
        """Return two places, each a seat and a number, whose cards may change places.

        The first place belongs to one of the given seats; the seat after the last one stands for
        the cards that are not dealt.
        """
        who, number, place = self.random.digits([len(seats), HAND_SIZE, len(CARDS)])
        seat, other = seats[who], min(place // HAND_SIZE, self.players)
        at = place - HAND_SIZE * other
        card, held = self.hands[seat][number], self.held[seat][number]
        if other < self.players:
            card_there, held_there = self.hands[other][at], self.held[other][at]
        else:
            card_there, held_there = self.left[at], FREE
        allowed = FREE if card.rank != card_there.rank else RANK_HELD
        may_go = seat != other and max(held, held_there) <= allowed
        return (seat, number, other, at) if may_go else None

    def _swap(self, seat: int, number: int, other: int, at: int) -> None:
        there = self.left if other == self.players else self.hands[other]
        here = self.hands[seat]
        here[number], there[at] = there[at], here[number]
        self.judged[seat] = Hand.of(here)
        if other < self.players:
            self.judged[other] = Hand.of(there)

    def in_deal_order(self) -> list[Card]:
        """Return the cards as they have to be dealt: one to each player in turn."""
        hands = [_shuffled(hand, self.random) for hand in self.hands]
        return [hand[turn] for turn in range(HAND_SIZE) for hand in hands] + self.left


@cache
def _strengths() -> list[int]:
    return sorted(hand.strength for hand in every_hand())


def _steps_between(low: int, high: int) -> int:
    """Return how many of the 7,462 strengths one hand is better than another."""
    return bisect_left(_strengths(), high) - bisect_left(_strengths(), low)


def _shuffled(cards: Iterable[Card], random: Random) -> list[Card]:
    left = list(cards)
    return [left.pop(digit) for digit in random.digits(range(len(left), 0, -1))]
