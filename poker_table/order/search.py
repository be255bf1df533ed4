"""A random search for a deck that deals requested hands.

Each attempt has two steps:

1. Choose five random cards for each requested hand. They stay together.
2. Swap two random cards of the others, again and again, until no other player beats a requested
   hand. Undo each swap that makes a hand that is too strong still stronger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
from poker_table.order.request import Ranks, Request

ATTEMPTS = 400  # in each fourth one, kickers are as high as possible
MOST_CHOICES = 200  # for each request and attempt, kickers left aside
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
    for reason in _why_impossible(requests, players):
        raise PokerTableError(reason)
    for attempt in range(ATTEMPTS):
        shuffled = [*Deck.shuffled(random)]
        hands = _requested_hands(requests, shuffled, random, high=attempt % 4 == 3)
        if hands is None:
            continue
        others = [card for card in shuffled if card not in chain(*hands.values())]
        weakest = min(map(Hand.of, hands.values()), key=HandComparer.key, default=None)
        count = players - len(hands)
        if anyone or weakest is None or _weaken(others, count, weakest, random):
            cards = [*others, *(card for card in shuffled if card not in others)]
            return DeckForPlayers(in_deal_order(hands, cards, players), players)
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
    ranks = {request: reduce(and_, map(Counter, request.choices)) for request in requests}
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


def _requested_hands(
    requests: Sequence[Request], undealt: list[Card], random: Random, high: bool
) -> dict[int, list[Card]] | None:
    """Return random cards for each requested hand, by player, or None if they did not suffice.

    With `high`, the kickers are as high as possible, which leaves the low cards to the others.
    """
    hardest_first = sorted(requests, key=lambda r: (r.hand_type not in FLUSHES, len(r.hands)))
    hands: dict[int, list[Card]] = {}

    def rotated(choices: Sequence[Ranks]) -> Sequence[Ranks]:
        start = random.integer(0, len(choices) - 1)
        return [*choices[start:], *choices[:start]]

    for request in hardest_first:  # first without the kickers, which are easier to find
        cards = _first_found(request, rotated([*request.choices])[:MOST_CHOICES], undealt)
        if cards is None:
            return None
        hands[request.player] = cards
        undealt = [card for card in undealt if card not in cards]
    for request in hardest_first:
        usable = [*hands[request.player], *undealt]
        ranks = tuple(card.rank for card in hands[request.player])
        choices = request.choices[ranks]
        cards = _first_found(request, choices[::-1] if high else rotated(choices), usable)
        if cards is None or not request.is_met_by(Hand.of(cards)):
            return None
        hands[request.player] = cards
        undealt = [card for card in usable if card not in cards]
    return hands


def _first_found(
    request: Request, choices: Sequence[Ranks], cards: Sequence[Card]
) -> list[Card] | None:
    """Return the cards for the first of the choices for which they suffice, or None."""
    for ranks in choices:
        found = choose_cards(request.hand_type, ranks, cards, request.suit)
        if found is not None:
            return found
    return None


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
