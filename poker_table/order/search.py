"""A deck that deals given hands to given players: chosen at random, then repaired by swaps.

Each requested hand first takes cards that make it, and gives them back where a later hand finds
none. The rest is dealt at random. Then cards change places two by two, never for the worse, until
everybody has what was asked for and nobody a hand that is too good. The cards that make a hand
stay, or change places with another of their rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.game.card import CARDS, Card, Suit
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError, expect
from poker_table.game.hand import HAND_SIZE, Hand
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.order.impossible import why_impossible
from poker_table.order.request import Request

ATTEMPTS = 40  # each begins anew
PLACINGS = 2000  # tried in one attempt
SWAPS = 2000  # tried in one attempt
NOT_GRANTED = 10_000_000  # worse than any hand that is too good


def stacked_deck(
    requests: Sequence[Request], random: Random, players: int = MOST_PLAYERS, anyone: bool = False
) -> Deck:
    """Return a deck that deals the requested hands, and nobody else a hand that beats one of them.

    `anyone` lets the others beat them. Raises PokerTableError unless there are 1 to 10 players, and
    with the reason if no deck can, or if none was found in a bounded search.

    >>> from poker_table import Random, Request, deal
    >>> deck = stacked_deck([Request.parse("2: royal flush in spades")], Random(seed=1))
    >>> sorted(map(str, deal(deck)[1].dealt))
    ['AS', 'JS', 'KS', 'QS', 'TS']
    """
    player_numbers(players)
    for request in expect(Sequence, requests, "a list of requests"):
        expect(Request, request, "a Request, such as Request.parse('2: pair')")
    reason = why_impossible(requests, players, anyone)
    if reason is not None:
        raise PokerTableError(reason)
    for _ in range(ATTEMPTS):
        attempt = _Attempt(requests, random, players, anyone)
        if attempt.place() and attempt.repair():
            return Deck(attempt.in_deal_order(), players)
    raise PokerTableError(f"no such deck was found in {ATTEMPTS} attempts; there may be none")


class _Attempt:
    """The 52 cards: five a seat, those for a request first, and then the undealt ones."""

    def __init__(
        self, requests: Sequence[Request], random: Random, players: int, anyone: bool
    ) -> None:
        self.requests = {request.player - 1: request for request in requests}
        self.random, self.players, self.anyone = random, players, anyone
        self.undealt = _shuffled(CARDS, random)
        self.chosen: dict[int, list[Card]] = {}
        self.tries = PLACINGS

    def place(self) -> bool:
        """Give each requested hand the cards that make it; those in one suit choose first."""
        in_order = sorted(self.requests.values(), key=lambda r: (not r.in_one_suit, len(r.hands)))
        if not self._choose_for(in_order):
            return False
        self.cards: list[Card] = []
        for seat in range(self.players):
            cards = self.chosen.get(seat, [])
            self.cards += cards + [self.undealt.pop() for _ in range(HAND_SIZE - len(cards))]
        self.cards += self.undealt
        return True

    def _choose_for(self, requests: list[Request]) -> bool:
        if not requests:
            return True
        request, *others = requests
        for cards in self._choices(request):
            self.tries -= 1
            if self.tries < 0:
                return False
            self.undealt = [card for card in self.undealt if card not in cards]
            self.chosen[request.player - 1] = cards
            if self._choose_for(others):
                return True
            self.undealt += cards
        return False

    def _choices(self, request: Request) -> Iterator[list[Card]]:
        """Yield undealt cards that would do, beginning with a random pattern and suit."""
        pattern, turn = self.random.digits([len(request.patterns), len(Suit)])
        suits: Sequence[Suit | None] = [*Suit][turn:] + [*Suit][:turn]
        if request.suit is not None or not request.in_one_suit:
            suits = [request.suit]
        for ranks in request.patterns[pattern:] + request.patterns[:pattern]:
            for suit in suits:
                usable = [card for card in self.undealt if suit in (None, card.suit)]
                cards = []
                for rank in dict.fromkeys(ranks):
                    cards += [card for card in usable if card.rank == rank][: ranks.count(rank)]
                if len(cards) == len(ranks):
                    yield cards

    def repair(self) -> bool:
        """Swap cards, at random and never for the worse, until everybody is content."""
        self.hands = [Hand.of(self._cards_of(seat)) for seat in range(self.players)]
        wrong = self._wrong()
        for _ in range(SWAPS):
            if not wrong:
                break
            which, number, there = self.random.digits([len(wrong), HAND_SIZE, len(CARDS)])
            here = HAND_SIZE * [*wrong][which] + number
            if not self._may_swap(here, there):
                continue
            self._swap(here, there)
            now = self._wrong()
            if sum(now.values()) > sum(wrong.values()):
                self._swap(here, there)
            else:
                wrong = now
        return not wrong

    def _wrong(self) -> dict[int, int]:
        """Return each seat without the hand asked for, or with one too good, and how bad it is."""
        wrong = {
            seat: NOT_GRANTED
            for seat, request in self.requests.items()
            if not request.granted(self.hands[seat])
        }
        if self.requests and not self.anyone:
            limit = min(self.hands[seat].strength for seat in self.requests)
            for seat, hand in enumerate(self.hands):
                if hand.strength > limit and seat not in self.requests:
                    wrong[seat] = hand.strength - limit
        return wrong

    def _may_swap(self, here: int, there: int) -> bool:
        same_rank = self.cards[here].rank == self.cards[there].rank
        may_go = self._may_go(here, same_rank) and self._may_go(there, same_rank)
        return may_go and here // HAND_SIZE != there // HAND_SIZE

    def _may_go(self, place: int, for_its_rank: bool) -> bool:
        seat, number = divmod(place, HAND_SIZE)
        is_free = number >= len(self.chosen.get(seat, ()))
        return is_free or (for_its_rank and not self.requests[seat].in_one_suit)

    def _swap(self, here: int, there: int) -> None:
        self.cards[here], self.cards[there] = self.cards[there], self.cards[here]
        for seat in here // HAND_SIZE, there // HAND_SIZE:
            if seat < self.players:
                self.hands[seat] = Hand.of(self._cards_of(seat))

    def _cards_of(self, seat: int) -> list[Card]:
        return self.cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]

    def in_deal_order(self) -> list[Card]:
        """Return the cards as they have to be dealt: one to each player in turn."""
        hands = [_shuffled(self._cards_of(seat), self.random) for seat in range(self.players)]
        dealt = [hand[turn] for turn in range(HAND_SIZE) for hand in hands]
        return dealt + self.cards[len(dealt) :]


def _shuffled(cards: Iterable[Card], random: Random) -> list[Card]:
    deck = Deck(cards)
    deck.shuffle(random)
    return list(deck.cards)
