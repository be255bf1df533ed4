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

from bisect import bisect_left
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
from poker_table.hands.every_strength import hands_that_begin
from poker_table.order.dealing import choose_cards, in_deal_order

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HandType  # fmt: skip
RIVAL_ATTEMPTS = 10  # per set of available cards
SUIT_ATTEMPTS = 50  # per assignment of hands to players


class HandPattern(NamedTuple):
    """A hand without suits: its type, the ranks that count, and how many cards of each rank."""

    hand_type: HandType
    ranks: tuple[Rank, ...]
    letters: str  # of these ranks
    rank_counts: Counter[Rank]


#: Draws hands, strongest first, from the available cards; returns [] if they do not suffice.
Draw = Callable[[Random, Counter[Rank]], list[HandPattern]]


def composed_deck(seed: int, number: int) -> Deck:
    """Return the composed deck with a number, which is always the same for a seed.

    >>> [str(card) for card in composed_deck(7, 0).cards[:5]]
    ['3S', '8S', '5H', 'QC', 'AH']
    """
    random, plan = Random(seed, number), PLANS[number % len(PLANS)]
    while True:
        if drawn := _draw_plan(plan, random):
            patterns = _assign_players(drawn, random, number // len(PLANS))
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


def _draw_plan(plan: Sequence[Draw], random: Random) -> list[list[HandPattern]]:
    """Return the hands of each draw of a plan, or [] if the cards do not suffice for all draws."""
    available, drawn = Counter({rank: len(Suit) for rank in Rank}), list[list[HandPattern]]()
    for draw in plan:
        drawn.append(draw(random, available))
        if not drawn[-1]:
            return []
        for pattern in drawn[-1]:
            available -= pattern.rank_counts
    return drawn


def _assign_players(
    drawn: Sequence[Sequence[HandPattern]], random: Random, parity: int
) -> dict[int, HandPattern]:
    """Return the hands by player; the players are chosen at random.

    The hands of a draw are given to the players in order of strength, ascending in one draw and
    descending in the next. The first draw is ascending if the parity is even.
    """
    free, patterns = [*player_numbers(MOST_PLAYERS)], dict[int, HandPattern]()
    for number, hands in enumerate(drawn, parity):
        players = sorted(free.pop(random.integer(0, len(free) - 1)) for _ in hands)
        patterns |= zip(players, hands[:: 1 if number % 2 else -1], strict=True)
    return patterns


def _choose_suits(patterns: Mapping[int, HandPattern], random: Random) -> Deck | None:
    """Return a deck that deals these hands, and random cards to the other players.

    Return None if the random suits do not make these hands, or if no hand is nearly a flush.
    """
    shuffled = Deck.shuffled(random).cards
    undealt, dealt = [*shuffled], dict[int, list[Card]]()
    flushes_first = sorted(patterns.items(), key=lambda item: item[1].hand_type not in FLUSHES)
    for player, pattern in flushes_first:
        in_one_suit = pattern.hand_type in FLUSHES
        suits = dict.fromkeys(card.suit for card in undealt) if in_one_suit else [None]
        choices = (choose_cards(pattern.rank_counts, undealt, suit) for suit in suits)
        five = next(filter(None, choices), [])
        if not five or Hand.of(five).hand_type != pattern.hand_type:
            return None
        dealt[player] = five
        undealt = [card for card in undealt if card not in five]
    for player in player_numbers(MOST_PLAYERS):
        if player not in dealt:
            dealt[player], undealt = undealt[:HAND_SIZE], undealt[HAND_SIZE:]
    if not any(map(_is_nearly_a_flush, dealt.values())):
        return None
    hands = [sorted(dealt[player], key=shuffled.index) for player in player_numbers(MOST_PLAYERS)]
    return Deck(in_deal_order(hands, undealt))


def _is_nearly_a_flush(cards: Iterable[Card]) -> bool:
    return max(Counter(card.suit for card in cards).values()) == HAND_SIZE - 1


def any_of(hand_type: HandType, condition: Callable[[HandPattern], bool], count: int = 1) -> Draw:
    """Return a function that draws `count` hands that meet a condition and, if several, tie."""

    def draw(random: Random, available: Counter[Rank]) -> list[HandPattern]:
        share = Counter({rank: cards // count for rank, cards in available.items()})
        hands = _fitting(filter(condition, _patterns(hand_type)), share)
        return [_random_pattern(hands, random)] * count if hands else []

    return draw


def starts_with(hand_type: HandType, letters: str = "", count: int = 1) -> Draw:
    """Return a function that draws hands whose ranks that count begin with the given letters."""
    return any_of(hand_type, lambda hand: hand.letters.startswith(letters), count)


def rivals(hand_type: HandType, *indexes: int, same_kickers: bool = False) -> Draw:
    """Return a function that draws a hand and one weaker hand for each index.

    Each weaker hand has the same ranks as the hand drawn before it up to its index, and a lower
    rank at the index. The indexes decrease, so this is true for all hands drawn before it. After
    that rank, the weaker hand has the highest possible cards, and the strongest hand has the lowest
    possible ones. With `same_kickers`, the ranks after it are equal instead.
    """

    def draw(random: Random, available: Counter[Rank]) -> list[HandPattern]:
        hands = _fitting(_patterns(hand_type), available)
        for _ in range(RIVAL_ATTEMPTS if hands else 0):
            strongest, remaining = _random_pattern(hands, random), available
            if not same_kickers:
                prefix = strongest.ranks[: indexes[0] + 1]
                strongest = next(hand for hand in hands if hand.ranks[: len(prefix)] == prefix)
            drawn = [strongest]
            for index in indexes:
                stronger = drawn[-1]
                remaining = remaining - stronger.rank_counts
                start, end = (
                    bisect_left(hands, stronger.ranks[:length], key=lambda hand: hand.ranks)
                    for length in (index, index + 1)
                )
                kickers = stronger.ranks[index + 1 :]
                weaker = (
                    hand
                    for hand in hands[start:end]
                    if not same_kickers or hand.ranks[index + 1 :] == kickers
                )
                drawn += _fitting(weaker, remaining)[-1:]
            if len(drawn) > len(indexes):
                return drawn
        return []

    return draw


@cache
def _patterns(hand_type: HandType) -> list[HandPattern]:
    """Return one pattern for each strength of a hand type, weakest first."""
    return [
        HandPattern(
            hand_type,
            hand.ranks,
            "".join(rank.letter for rank in hand.ranks),
            Counter(card.rank for card in hand.dealt),
        )
        for hand in hands_that_begin(hand_type)
    ]


def _fitting(hands: Iterable[HandPattern], available: Counter[Rank]) -> list[HandPattern]:
    """Return the hands for which enough cards of each rank are available."""
    enough = {(rank, count) for rank, most in available.items() for count in range(1, most + 1)}
    return [hand for hand in hands if hand.rank_counts.items() <= enough]


def _random_pattern(patterns: Sequence[HandPattern], random: Random) -> HandPattern:
    return patterns[random.integer(0, len(patterns) - 1)]


def _goes_round_the_ace(hand: HandPattern) -> bool:
    return hand.letters in ("AKQJ2", "AKQ32", "AK432")


def _has_four_in_a_row(hand: HandPattern) -> bool:
    return any(hand.letters[i : i + 4] in RANK_LETTERS[::-1] for i in range(2))


def _spans_five_ranks(hand: HandPattern) -> bool:
    return max(hand.ranks) - min(hand.ranks) == HAND_SIZE - 1


#: The draws of five consecutive decks. In each deck, the draws that need rare cards come first.
PLANS: Sequence[Sequence[Draw]] = [
    (
        starts_with(STRAIGHT_FLUSH, "5"),
        any_of(STRAIGHT_FLUSH, lambda hand: hand.letters != "5"),
        rivals(FOUR_OF_A_KIND, 0),
        rivals(FULL_HOUSE, 0),
        rivals(HIGH_CARD, 2, 1, 0),
    ),
    (
        rivals(FLUSH, 4, 3, 2),  # four flushes that share a rank: one in each suit
        starts_with(STRAIGHT),
        starts_with(FULL_HOUSE),
        rivals(TWO_PAIR, 2),
        rivals(PAIR, 0),
    ),
    (
        starts_with(STRAIGHT, "5"),
        starts_with(STRAIGHT, "A"),
        starts_with(STRAIGHT, "6", count=2),
        rivals(TWO_PAIR, 1, same_kickers=True),
        rivals(THREE_OF_A_KIND, 0),
        rivals(PAIR, 3),
    ),
    (
        rivals(HIGH_CARD, 4, 3),
        rivals(PAIR, 1),
        rivals(FLUSH, 1, 0),
        starts_with(HIGH_CARD, count=2),
    ),
    (
        any_of(PAIR, lambda hand: hand.ranks[0] is Rank.TWO and _spans_five_ranks(hand)),
        starts_with(PAIR, "T"),
        any_of(HIGH_CARD, _goes_round_the_ace),
        any_of(HIGH_CARD, _has_four_in_a_row),
        rivals(TWO_PAIR, 1),
        starts_with(TWO_PAIR),
        rivals(PAIR, 2),
    ),
]
