"""A random search for a deck that deals requested hands.

Each attempt has two steps:

1. Choose cards for each requested hand, with backtracking, and deal the other cards at random.
2. Swap two random cards, again and again, until every request is met and no other player beats a
   requested hand. Undo each swap that makes the deck worse. A card that was chosen in step 1 may
   only be swapped with a card of the same rank, and not at all if it is in a flush.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers, player_numbers
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE
from poker_table.hands.in_words import number_in_words
from poker_table.order.dealing import choose_cards, in_deal_order
from poker_table.order.request import Request

ATTEMPTS = 20
MOST_CHOICES = 5000  # per attempt, those included for which the cards do not suffice
SWAPS = 2000  # per attempt
NOT_MET = 10_000_000  # a larger penalty than for any hand that is too strong


def stacked_deck(
    requests: Sequence[Request], random: Random, players: int = MOST_PLAYERS, anyone: bool = False
) -> Deck:
    """Return a random deck that deals the requested hands.

    No other player beats a requested hand, unless `anyone` is true. Raises PokerTableError if there
    are not 1 to 10 players, or if no deck is found, with the reason if it is known.

    >>> from poker_table import Random, Request, deal
    >>> deck = stacked_deck([Request.parse("2: royal flush in spades")], Random(seed=1))
    >>> sorted(map(str, deal(deck)[1].dealt))
    ['AS', 'JS', 'KS', 'QS', 'TS']
    """
    player_numbers(players)
    for reason in _why_impossible(requests, players):
        raise PokerTableError(reason)
    for _ in range(ATTEMPTS):
        attempt = _Attempt(requests, random, players, anyone)
        if attempt.choose_cards() and attempt.swap_cards():
            return DeckForPlayers(attempt.in_deal_order(), players)
    hint = "" if anyone else " (--anyone lets other players beat these)"
    problem = f"no such deck was found in {ATTEMPTS} attempts; there may be none"
    raise PokerTableError(problem, hint=hint)


def _why_impossible(requests: Sequence[Request], players: int) -> Iterator[str]:
    """Yield the reasons, if they are easy to see, why no deck deals these hands."""
    for player, count in Counter(request.player for request in requests).items():
        if not 1 <= player <= players:
            yield f"a hand is requested for player {player}, at a table of {players}"
        if count > 1:
            yield f"{number_in_words(count)} hands are requested for player {player}"
    # The ranks that all hands that meet a request have, and the cards, if it names a suit.
    ranks = {request: reduce(and_, request.needed) for request in requests}
    cards = [(suit, rank) for r in requests if (suit := r.suit) is not None for rank in ranks[r]]
    for suit, rank in sorted(cards, reverse=True):
        both = [r.player for r in requests if r.suit is suit and rank in ranks[r]]
        if len(both) > 1:
            card = f"the {rank.word} of {suit.word}"
            yield f"players {both[0]} and {both[1]} both need {card}"
    for rank in reversed(Rank):
        count = sum(counts[rank] for counts in ranks.values())
        if count > len(Suit):
            yield f"{number_in_words(count)} {rank.plural} are needed, a deck has four"


class _Attempt:
    """One attempt to find a deck.

    `cards` has five cards per seat, then the undealt ones. Seats are player numbers minus one. The
    first cards of a seat are those chosen for its request.
    """

    def __init__(
        self, requests: Sequence[Request], random: Random, players: int, anyone: bool
    ) -> None:
        self.requests = {request.player - 1: request for request in requests}
        self.random, self.players, self.anyone = random, players, anyone
        self.undealt = _shuffled(CARDS, random)
        self.chosen: dict[int, list[Card]] = {}
        self.choices_left = MOST_CHOICES

    def choose_cards(self) -> bool:
        """Set `cards`, and return whether there were cards for every request."""
        hardest_first = sorted(
            self.requests.values(), key=lambda r: (not r.in_one_suit, len(r.hands))
        )
        if not self._choose_for(hardest_first):
            return False
        self.cards: list[Card] = []
        for seat in range(self.players):
            cards = self.chosen.get(seat, [])
            self.cards += cards + [self.undealt.pop() for _ in range(HAND_SIZE - len(cards))]
        self.cards += self.undealt
        return True

    def _choose_for(self, requests: list[Request]) -> bool:
        """Choose cards for all the requests, and return whether it was possible."""
        if not requests:
            return True
        request, *others = requests
        for cards in self._choices(request):
            self.undealt = [card for card in self.undealt if card not in cards]
            self.chosen[request.player - 1] = cards
            if self._choose_for(others):
                return True
            self.undealt += cards
        return False

    def _choices(self, request: Request) -> Iterator[list[Card]]:
        """Yield all choices of undealt cards that meet a request; the first is a random one."""
        start, suit_start = self.random.digits([len(request.needed), len(Suit)])
        suits: Sequence[Suit | None] = [*Suit][suit_start:] + [*Suit][:suit_start]
        if request.suit is not None or not request.in_one_suit:
            suits = [request.suit]
        for counts in request.needed[start:] + request.needed[:start]:
            for suit in suits:
                if not self.choices_left:
                    return
                self.choices_left -= 1
                if (cards := choose_cards(counts, self.undealt, suit)) is not None:
                    yield cards

    def swap_cards(self) -> bool:
        """Swap cards at random until the deck has no faults; return whether that succeeded."""
        self.hands = [Hand.of(self._cards_of(seat)) for seat in range(self.players)]
        faults = self._faults()
        for _ in range(SWAPS):
            if not faults:
                break
            seat_index, number, other = self.random.digits([len(faults), HAND_SIZE, len(CARDS)])
            index = HAND_SIZE * [*faults][seat_index] + number
            if not self._may_swap(index, other):
                continue
            self._swap(index, other)
            new_faults = self._faults()
            if sum(new_faults.values()) > sum(faults.values()):
                self._swap(index, other)
            else:
                faults = new_faults
        return not faults

    def _faults(self) -> dict[int, int]:
        """Return a penalty for each seat whose request is not met, or whose hand is too strong."""
        faults = {
            seat: NOT_MET
            for seat, request in self.requests.items()
            if not request.is_met_by(self.hands[seat])
        }
        if self.requests and not self.anyone:
            limit = min(self.hands[seat].strength for seat in self.requests)
            for seat, hand in enumerate(self.hands):
                if hand.strength > limit and seat not in self.requests:
                    faults[seat] = hand.strength - limit
        return faults

    def _may_swap(self, index: int, other: int) -> bool:
        same_seat = index // HAND_SIZE == other // HAND_SIZE
        same_rank = self.cards[index].rank == self.cards[other].rank
        return not same_seat and all(self._may_move(i, same_rank) for i in (index, other))

    def _may_move(self, index: int, to_same_rank: bool) -> bool:
        seat, number = divmod(index, HAND_SIZE)
        if number >= len(self.chosen.get(seat, ())):
            return True
        return to_same_rank and not self.requests[seat].in_one_suit

    def _swap(self, index: int, other: int) -> None:
        self.cards[index], self.cards[other] = self.cards[other], self.cards[index]
        for seat in index // HAND_SIZE, other // HAND_SIZE:
            if seat < self.players:
                self.hands[seat] = Hand.of(self._cards_of(seat))

    def _cards_of(self, seat: int) -> list[Card]:
        return self.cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]

    def in_deal_order(self) -> list[Card]:
        """Return the cards in the order of the deal, those of each hand in random order."""
        hands = [_shuffled(self._cards_of(seat), self.random) for seat in range(self.players)]
        return in_deal_order(hands, self.cards[HAND_SIZE * self.players :])


def _shuffled(cards: Iterable[Card], random: Random) -> list[Card]:
    deck = Deck(cards)
    deck.shuffle(random)
    return list(deck.cards)
