"""A random search for a deck that deals requested hands.

Each attempt has two steps:

1. Choose five random cards for each requested hand. They stay together.
2. Swap two random cards of the others, again and again, until no other player beats a requested
   hand. Undo each swap that makes a hand that is too strong still stronger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import chain
from operator import and_

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers, player_numbers
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType
from poker_table.hands.in_words import number_in_words
from poker_table.order.dealing import choose_cards, in_deal_order
from poker_table.order.request import Request

ATTEMPTS = 400
MOST_CHOICES = 200  # for each request and attempt
STEP = 997  # between two choices; it is prime, so that none comes twice
SWAPS = 200  # per attempt


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
    _refuse_impossible(requests, players)
    for _ in range(ATTEMPTS):
        shuffled = Deck.shuffled(random).cards
        hands = _requested_hands(requests, shuffled, random)
        if len(hands) < len(requests):
            continue
        others = [card for card in shuffled if card not in chain(*hands.values())]
        weakest = min(map(Hand.of, hands.values()), key=HandComparer.key, default=None)
        if anyone or weakest is None or _weaken(others, players - len(hands), weakest, random):
            cards = [*others, *(card for card in shuffled if card not in others)]
            return DeckForPlayers(in_deal_order(hands, cards, players), players)
    hint = "" if anyone else " (--anyone lets other players beat these)"
    problem = f"no such deck was found in {ATTEMPTS} attempts; there may be none"
    raise PokerTableError(problem, hint=hint)


def _refuse_impossible(requests: Sequence[Request], players: int) -> None:
    """Raise PokerTableError if a person would see at once why no deck deals these hands."""
    for player, count in Counter(request.player for request in requests).items():
        if not 1 <= player <= players:
            problem = f"a hand is requested for player {player}, at a table of {players}"
            raise PokerTableError(problem)
        if count > 1:
            problem = f"{number_in_words(count)} hands are requested for player {player}"
            raise PokerTableError(problem)
    needed, player_of_card = Counter[Rank](), dict[tuple[Suit, Rank], int]()
    for request in requests:
        # The ranks, each as often as it is in all hands that meet the request.
        ranks = reduce(and_, (Counter(card.rank for card in hand.cards) for hand in request.hands))
        needed += ranks
        for rank in sorted(ranks, reverse=True):
            if (suit := request.suit) is not None:
                other = player_of_card.setdefault((suit, rank), request.player)
                if other != request.player:
                    both = f"players {other} and {request.player}"
                    raise PokerTableError(f"{both} both need the {rank.word} of {suit.word}")
    for rank in sorted(needed, reverse=True):
        if needed[rank] > len(Suit):
            too_many = f"{number_in_words(needed[rank])} {rank.plural}"
            raise PokerTableError(f"{too_many} are needed, a deck has four")


def _requested_hands(
    requests: Sequence[Request], undealt: Sequence[Card], random: Random
) -> dict[int, list[Card]]:
    """Return random cards for the requested hands, by player, or {} if the cards do not suffice."""
    hands = dict[int, list[Card]]()
    for request in sorted(requests, key=lambda r: (r.hand_type not in FLUSHES, len(r.hands))):
        choices = len(request.hands)
        start = random.integer(0, choices - 1)
        for number in range(min(choices, MOST_CHOICES)):
            choice = request.hands[(start + number * STEP) % choices]
            ranks = [card.rank for card in choice.cards]
            cards = choose_cards(request.hand_type, ranks, undealt, request.suit)
            if cards and request.is_met_by(Hand.of(cards)):
                hands[request.player] = cards
                undealt = [card for card in undealt if card not in cards]
                break
        else:  # none of the choices was found
            return {}
    return hands


def _weaken(cards: list[Card], count: int, limit: Hand, random: Random) -> bool:
    """Swap cards until none of the first `count` hands, of five cards each, beats the limit.

    Return whether that succeeded.
    """
    # Against a high card, all cards above its first rank must stay undealt.
    too_high = sum(card.rank > limit.ranks[0] for card in cards)
    if limit.hand_type is HandType.HIGH_CARD and too_high > len(cards) - HAND_SIZE * count:
        return False

    def excess(seat: int) -> int:
        five = cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]
        return max(0, Hand.of(five).strength - limit.strength)

    excesses = {seat: excess(seat) for seat in range(count)}
    for _ in range(SWAPS):
        too_strong = [seat for seat in excesses if excesses[seat]]
        if not too_strong:
            return True
        number, card, other = random.integers([len(too_strong), HAND_SIZE, len(cards)])
        one = HAND_SIZE * too_strong[number] + card
        cards[one], cards[other] = cards[other], cards[one]
        seats = one // HAND_SIZE, other // HAND_SIZE
        changed = {seat: excess(seat) for seat in seats if seat < count}
        if sum(changed.values()) > sum(excesses[seat] for seat in changed):
            cards[one], cards[other] = cards[other], cards[one]
        else:
            excesses |= changed
    return False
