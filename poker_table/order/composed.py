"""Decks composed from a seed to test an evaluator: any five consecutive ones deal all rare cases.

A random deal rarely has a straight or a better hand, and rarely two hands that differ first in the
last kicker. Any five consecutive composed decks deal:

- each hand type, next to the type below it
- the wheel, the straight above it, and the highest straight
- hands that tie
- for each rank that counts in a type, two hands that differ first in that rank, where the weaker
  hand has the higher cards after that rank
- hands that are nearly a straight or nearly a flush
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.players import MOST_PLAYERS, player_numbers
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import RANK_LETTERS, Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType
from poker_table.game.table import deal
from poker_table.hands.every_strength import hands_that_begin
from poker_table.order.dealing import choose_cards, in_deal_order

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HandType  # fmt: skip
ATTEMPTS = 10  # to find rivals among the available cards
SUIT_ATTEMPTS = 50  # per assignment of hands to players
# Regular expressions for the ranks of hands that look like a straight.
ROUND_THE_ACE = "AKQJ2|AKQ32|AK432"
FOUR_IN_A_ROW = f".?({'|'.join(RANK_LETTERS[::-1][i : i + 4] for i in range(10))})"


class Pattern(NamedTuple):
    """A hand of which the suits are still open, and how many cards of each rank it has."""

    hand: Hand
    counts: Counter[Rank]


#: Draws hands, strongest first, from the available cards; returns [] if they do not suffice.
Draw = Callable[[Random, Counter[Rank]], list[Pattern]]


def composed_deck(seed: int, number: int) -> Deck:
    """Return the composed deck with a number, which is always the same for a seed.

    >>> [str(card) for card in composed_deck(7, 0).cards[:5]]
    ['3S', '8S', '5H', 'QC', 'AH']
    """
    random, plan = Random(seed, number), PLANS[number % len(PLANS)]
    while True:
        if draws := _draw_plan(plan, random):
            patterns = _assign_players(draws, random, number // len(PLANS))
            for _ in range(SUIT_ATTEMPTS):
                if deck := _choose_suits(patterns, random):
                    return deck


def secret_seed(seed: int, number: int) -> int:
    """Return the seed of one composed deck of a batch, which tells nothing about the others.

    >>> secret_seed(7, 0), secret_seed(7, 1)
    (563455969778739833, 18203202578891712830)
    """
    digest = blake2b(str(number).encode(), digest_size=8, key=seed.to_bytes(8, "big"))
    return int.from_bytes(digest.digest(), "big")


def _draw_plan(plan: Sequence[Draw], random: Random) -> list[list[Pattern]]:
    """Return the hands of each draw of a plan, or [] if the cards do not suffice for all draws."""
    available, draws = Counter({rank: len(Suit) for rank in Rank}), list[list[Pattern]]()
    for draw in plan:
        draws.append(draw(random, available))
        if not draws[-1]:
            return []
        for pattern in draws[-1]:
            available -= pattern.counts
    return draws


def _assign_players(
    draws: Sequence[Sequence[Pattern]], random: Random, parity: int
) -> dict[int, Pattern]:
    """Return the hands by player; the players are chosen at random.

    The hands of a draw are given to the players in order of strength, ascending in one draw and
    descending in the next. The first draw is ascending if the parity is even.
    """
    free, patterns = [*player_numbers(MOST_PLAYERS)], dict[int, Pattern]()
    for number, hands in enumerate(draws, parity):
        players = sorted(free.pop(random.integer(0, len(free) - 1)) for _ in hands)
        patterns |= zip(players, hands[:: 1 if number % 2 else -1], strict=True)
    return patterns


def _choose_suits(patterns: Mapping[int, Pattern], random: Random) -> Deck | None:
    """Return a deck that deals these hands, and random cards to the other players.

    Return None if the random suits do not make these hands, or if no hand is nearly a flush.
    """
    shuffled = Deck.shuffled(random).cards
    undealt, dealt = [*shuffled], dict[int, list[Card]]()
    flushes_first = sorted(patterns.items(), key=lambda item: item[1].hand.hand_type not in FLUSHES)
    for player, (hand, counts) in flushes_first:
        five = choose_cards(hand.hand_type, counts.elements(), undealt)
        if five is None or Hand.of(five).hand_type != hand.hand_type:
            return None
        dealt[player] = five
        undealt = [card for card in undealt if card not in five]
    deck = Deck(in_deal_order(dealt, shuffled, MOST_PLAYERS))
    suits = [[card.suit for card in hand.dealt] for hand in deal(Deck(deck))]
    nearly_a_flush = any(five.count(suit) == HAND_SIZE - 1 for five in suits for suit in Suit)
    return deck if nearly_a_flush else None


def drawer(
    hand_type: HandType,
    *lower_at: int,
    letters: str = "",
    ties: int = 1,
    same_kickers: bool = False,
) -> Draw:
    """Return a function that draws a hand, as often as it `ties`, and its rivals.

    The letters of the ranks that count begin with a match of the regular expression `letters`. For
    each index in `lower_at` there is a rival: it has the same ranks as the hand drawn before it up
    to the index, and a lower rank at the index. The indexes decrease, so this is true for all hands
    drawn before it. After that rank, the rival has the highest possible cards, and the strongest
    hand has the lowest possible ones. With `same_kickers`, the ranks after it are equal instead.
    """

    def draw(random: Random, available: Counter[Rank]) -> list[Pattern]:
        share = Counter({rank: cards // ties for rank, cards in available.items()})
        hands = _fitting(_patterns(hand_type, letters), share)
        for _ in range(ATTEMPTS if hands else 0):
            strongest, remaining = hands[random.integer(0, len(hands) - 1)], available
            if lower_at and not same_kickers:
                first = strongest.hand.ranks[: lower_at[0] + 1]
                strongest = next(each for each in hands if each.hand.ranks[: len(first)] == first)
            found = [strongest] * ties
            for index in lower_at:
                remaining = remaining - found[-1].counts
                ranks = found[-1].hand.ranks
                kickers = ranks[index + 1 :] if same_kickers else ()
                for lower in reversed(range(ranks[index])):
                    rivals = _patterns(hand_type, "", *ranks[:index], Rank(lower), *kickers)
                    if fitting := _fitting(rivals, remaining):
                        found.append(fitting[-1])
                        break
            if len(found) == ties + len(lower_at):
                return found
        return []

    return draw


@cache
def _patterns(hand_type: HandType, letters: str, *ranks: Rank) -> list[Pattern]:
    """Return one pattern for each strength of a type that begins with the letters and the ranks.

    The weakest is first (see `drawer`).
    """
    return [
        Pattern(hand, Counter(card.rank for card in hand.cards))
        for hand in hands_that_begin(hand_type, *ranks)
        if re.match(letters, "".join(rank.letter for rank in hand.ranks))
    ]


def _fitting(patterns: Iterable[Pattern], available: Counter[Rank]) -> list[Pattern]:
    """Return the hands for which enough cards of each rank are available."""
    enough = {(rank, count) for rank, most in available.items() for count in range(1, most + 1)}
    return [pattern for pattern in patterns if pattern.counts.items() <= enough]


#: The draws of five consecutive decks. In each deck, the draws that need rare cards come first.
PLANS: Sequence[Sequence[Draw]] = [
    (
        drawer(STRAIGHT_FLUSH, letters="5"),
        drawer(STRAIGHT_FLUSH, letters="[^5]"),
        drawer(FOUR_OF_A_KIND, 0),
        drawer(FULL_HOUSE, 0),
        drawer(HIGH_CARD, 2, 1, 0),
    ),
    (
        drawer(FLUSH, 4, 3, 2),  # four flushes that share a rank: one in each suit
        drawer(STRAIGHT),
        drawer(FULL_HOUSE),
        drawer(TWO_PAIR, 2),
        drawer(PAIR, 0),
    ),
    (
        drawer(STRAIGHT, letters="5"),
        drawer(STRAIGHT, letters="A"),
        drawer(STRAIGHT, letters="6", ties=2),
        drawer(TWO_PAIR, 1, same_kickers=True),
        drawer(THREE_OF_A_KIND, 0),
        drawer(PAIR, 3),
    ),
    (
        drawer(HIGH_CARD, 4, 3),
        drawer(PAIR, 1),
        drawer(FLUSH, 1, 0),
        drawer(HIGH_CARD, ties=2),
    ),
    (
        drawer(PAIR, letters="26"),  # twos, then a six: nearly a straight
        drawer(PAIR, letters="T"),
        drawer(HIGH_CARD, letters=ROUND_THE_ACE),
        drawer(HIGH_CARD, letters=FOUR_IN_A_ROW),
        drawer(TWO_PAIR, 1),
        drawer(TWO_PAIR),
        drawer(PAIR, 2),
    ),
]
