"""A deck in which given players get given hands: chosen at random, then repaired by swaps."""

from __future__ import annotations

from poker_table.cards import CARDS, Card, Rank, Suit
from poker_table.deck import Deck
from poker_table.errors import RequestError
from poker_table.hand import HAND_SIZE, Hand
from poker_table.impossible import why_impossible
from poker_table.table import MOST_PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from poker_table.request import Request
    from poker_table.rng import Random

ATTEMPTS = 40  # each begins anew
PLACINGS = 2000  # tried in one attempt
SWAPS = 2000  # tried in one attempt

FREE, RANK_HELD, HELD = range(3)  # a card that may go, one whose rank must stay, one that must stay


def stacked_deck(
    requests: Sequence[Request],
    random: Random,
    players: int = MOST_PLAYERS,
    anyone: bool = False,
) -> Deck:
    """Return a deck that deals the requested hands, and nobody else a hand that beats one of them.

    `anyone` lets the others beat them. Raises RequestError with the reason if no deck can, or if
    none was found in a bounded search.

    >>> from poker_table import Random, Request, deal
    >>> deck = stacked_deck([Request.parse("2: royal flush in spades")], Random(seed=1))
    >>> sorted(map(str, deal(deck)[1].dealt))
    ['AS', 'JS', 'KS', 'QS', 'TS']
    """
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
        bad = self._discontent()
        for _ in range(SWAPS):
            if not bad:
                return True
            swap = self._random_swap(bad)
            if swap is None:
                continue
            self._swap(*swap)
            now = self._discontent()
            if len(now) > len(bad):
                self._swap(*swap)
            else:
                bad = now
        return not bad

    def _discontent(self) -> list[int]:
        """Return who has not what was asked for, or beats somebody who has."""
        bad = [seat for seat, r in self.requests.items() if not r.granted(self.judged[seat])]
        if self.anyone or not self.requests:
            return bad
        limit = min(self.judged[seat].strength for seat in self.requests)
        return bad + [
            seat
            for seat, hand in enumerate(self.judged)
            if seat not in self.requests and hand.strength > limit
        ]

    def _random_swap(self, bad: list[int]) -> tuple[int, int, int, int] | None:
        """Return the two places, each a seat and a number, of cards that may change places."""
        who, number, other, at = self.random.digits(
            [len(bad), HAND_SIZE, self.players + 1, HAND_SIZE]
        )
        seat = bad[who]
        if other == self.players:  # the cards that are not dealt
            if not self.left:
                return None
            at %= len(self.left)
            may = self.held[seat][number], FREE
            cards = self.hands[seat][number], self.left[at]
        else:
            may = self.held[seat][number], self.held[other][at]
            cards = self.hands[seat][number], self.hands[other][at]
        allowed = FREE if cards[0].rank != cards[1].rank else RANK_HELD
        return (seat, number, other, at) if seat != other and max(may) <= allowed else None

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


def _shuffled(cards: Iterable[Card], random: Random) -> list[Card]:
    left = list(cards)
    return [left.pop(digit) for digit in random.digits(range(len(left), 0, -1))]
