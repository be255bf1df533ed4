"""Decks composed from a seed to try an evaluator: any five in a row hold all that is rare.

Dealt at random, one hand in 130 is a straight or better, and hardly two differ first in their
last kicker. Here every type comes, and comes beside the type below it; the wheel, the straight
above it and the highest; hands that tie; hands of one type that differ first at each of their
ranks, the weaker with higher cards behind it; and what is nearly a straight or a flush.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from poker_table.game.card import RANK_LETTERS, Card, Rank, Suit
from poker_table.game.deck import Deck
from poker_table.game.hand import FLUSHES, HAND_SIZE, Hand, HandType
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.hands.best_five import hand_of_each_strength

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = HandType  # fmt: skip
RIVALS_TRIED = 10  # from the same cards left
SUITS_TRIED = 50  # for the same hands


class Wanted(NamedTuple):
    """A hand that a deck is to deal: its type, the ranks that count, how many cards of each."""

    hand_type: HandType
    ranks: tuple[Rank, ...]
    cards: Counter[Rank]

    @property
    def letters(self) -> str:
        """The ranks that count, as letters."""
        return "".join(rank.letter for rank in self.ranks)

    def is_made_of(self, counts: Counter[Rank]) -> bool:
        """Return whether there are enough cards of each rank for it."""
        return all(counts[rank] >= times for rank, times in self.cards.items())


#: Hands drawn together, of cards whose ranks are left; none if these do not suffice.
Draw = Callable[[Random, Counter[Rank]], list[Wanted]]


def composed_deck(seed: int, number: int) -> Deck:
    """Return a deck of a seed, always the same one of that number.

    >>> [str(card) for card in composed_deck(7, 0).cards[:5]]
    ['3S', '8S', '5H', 'QC', 'AH']
    """
    random, plan = Random(seed, number), PLANS[number % len(PLANS)]
    while True:
        if drawn := _drawn_together(plan, random):
            seated = _seated(drawn, random, number // len(PLANS))
            for _ in range(SUITS_TRIED):
                if deck := _with_suits(seated, random):
                    return deck


def _drawn_together(plan: Sequence[Draw], random: Random) -> list[list[Wanted]]:
    """Return all the hands of a plan; none if there are no cards for some of them."""
    counts, drawn = Counter({rank: len(Suit) for rank in Rank}), list[list[Wanted]]()
    for draw in plan:
        drawn.append(draw(random, counts))
        if not drawn[-1]:
            return []
        for wanted in drawn[-1]:
            counts -= wanted.cards
    return drawn


def _seated(drawn: Sequence[Sequence[Wanted]], random: Random, turn: int) -> dict[int, Wanted]:
    """Return the hands by player: of those drawn together the weakest sits first, or last."""
    free, seated = [*player_numbers(MOST_PLAYERS)], dict[int, Wanted]()
    for number, hands in enumerate(drawn, turn):
        own = sorted(free.pop(random.integer(0, len(free) - 1)) for _ in hands)
        seated |= zip(own, hands[:: 1 if number % 2 else -1], strict=True)
    return seated


def _with_suits(seated: Mapping[int, Wanted], random: Random) -> Deck | None:
    """Return a deck that deals these hands and others, one of all of them nearly a flush.

    None if the suits that were drawn do not make one.
    """
    shuffled = Deck.shuffled(random).cards
    undealt, dealt = [*shuffled], dict[int, list[Card]]()
    for player, hand in sorted(seated.items(), key=lambda item: item[1].hand_type not in FLUSHES):
        dealt[player] = _cards_for(hand, undealt)
        undealt = [card for card in undealt if card not in dealt[player]]
        if len(dealt[player]) < HAND_SIZE or Hand.of(dealt[player]).hand_type != hand.hand_type:
            return None
    for player in player_numbers(MOST_PLAYERS):
        if player not in dealt:
            dealt[player], undealt = undealt[:HAND_SIZE], undealt[HAND_SIZE:]
    if not any(map(_is_nearly_a_flush, dealt.values())):
        return None
    hands = [sorted(dealt[player], key=shuffled.index) for player in player_numbers(MOST_PLAYERS)]
    return Deck([*(hand[turn] for turn in range(HAND_SIZE) for hand in hands), *undealt])


def _cards_for(hand: Wanted, cards: Sequence[Card]) -> list[Card]:
    """Return the first of the cards that make a hand; too few if none do."""
    flush = hand.hand_type in FLUSHES
    five = list[Card]()
    for suits in (
        ([suit] for suit in dict.fromkeys(card.suit for card in cards)) if flush else [Suit]
    ):
        five = []
        for rank, times in hand.cards.items():
            of_rank = (card for card in cards if card.rank is rank and card.suit in suits)
            five += islice(of_rank, times)
        if len(five) == HAND_SIZE:
            break
    return five


def _is_nearly_a_flush(cards: Iterable[Card]) -> bool:
    return max(Counter(card.suit for card in cards).values()) == HAND_SIZE - 1


def any_of(hand_type: HandType, fits: Callable[[Wanted], bool], times: int = 1) -> Draw:
    """Return a function that draws a hand of a type that fits, or several that tie."""

    def draw(random: Random, counts: Counter[Rank]) -> list[Wanted]:
        each = Counter({rank: count // times for rank, count in counts.items()})
        hands = [hand for hand in _hands(hand_type) if hand.is_made_of(each) and fits(hand)]
        return [_drawn(hands, random)] * times if hands else []

    return draw


def begins(hand_type: HandType, ranks: str = "", times: int = 1) -> Draw:
    """Return what draws a hand of a type whose first ranks that count are given."""
    return any_of(hand_type, lambda hand: hand.letters.startswith(ranks), times)


def rivals(hand_type: HandType, *numbers: int, alike: bool = False) -> Draw:
    """Return what draws hands of a type, each lower than the one before at the rank of a number.

    The numbers decrease: each hand differs from all before it first at its number's rank. Behind
    that rank its cards are as high as the cards left allow, and those of the first hand as low;
    or they are `alike`.
    """

    def draw(random: Random, counts: Counter[Rank]) -> list[Wanted]:
        hands = [hand for hand in _hands(hand_type) if hand.is_made_of(counts)]
        for _ in range(RIVALS_TRIED if hands else 0):
            first, still = _drawn(hands, random), counts
            begin = first.ranks[: None if alike else numbers[0]]
            drawn = [next(hand for hand in hands if hand.ranks[: len(begin)] == begin)]
            for number in numbers:
                still = still - drawn[-1].cards
                behind = drawn[-1].ranks[number:] if alike else ()
                below = _below(drawn[-1], number, hands)
                fits = (h for h in below if h.ranks[number:][: len(behind)] == behind)
                drawn += islice((hand for hand in fits if hand.is_made_of(still)), 1)
            if len(drawn) > len(numbers):
                return drawn
        return []

    return draw


def _below(hand: Wanted, number: int, hands: Sequence[Wanted]) -> Iterator[Wanted]:
    """Yield the hands that are lower than one, first at a rank, the strongest first."""
    same, rank = hand.ranks[: number - 1], hand.ranks[number - 1]
    for other in reversed(hands):
        if other.ranks[: number - 1] == same and other.ranks[number - 1] < rank:
            yield other


@cache
def _hands(hand_type: HandType) -> list[Wanted]:
    """Return a hand of each strength of a type, weakest first."""
    hands = (hand for hand in hand_of_each_strength() if hand.hand_type is hand_type)
    return [Wanted(hand_type, h.ranks, Counter(card.rank for card in h.dealt)) for h in hands]


def _drawn(hands: Sequence[Wanted], random: Random) -> Wanted:
    return hands[random.integer(0, len(hands) - 1)]


def _goes_round_the_ace(hand: Wanted) -> bool:
    return hand.letters in ("AKQJ2", "AKQ32", "AK432")


def _has_four_in_a_row(hand: Wanted) -> bool:
    return any(hand.letters[i : i + 4] in RANK_LETTERS[::-1] for i in range(2))


def _spans_five_ranks(hand: Wanted) -> bool:
    return max(hand.ranks) - min(hand.ranks) == HAND_SIZE - 1


#: What the decks hold in turn; what finds its cards hardest is drawn first.
PLANS: Sequence[Sequence[Draw]] = [
    (
        begins(STRAIGHT_FLUSH, "5"),
        any_of(STRAIGHT_FLUSH, lambda hand: hand.letters != "5"),
        rivals(FOUR_OF_A_KIND, 1),
        rivals(FULL_HOUSE, 1),
        rivals(HIGH_CARD, 3, 2, 1),
    ),
    (
        rivals(FLUSH, 5, 4, 3),  # four with one rank in common: one of each suit
        begins(STRAIGHT),
        begins(FULL_HOUSE),
        rivals(TWO_PAIR, 3),
        rivals(PAIR, 1),
    ),
    (
        begins(STRAIGHT, "5"),
        begins(STRAIGHT, "A"),
        begins(STRAIGHT, "6", times=2),
        rivals(TWO_PAIR, 2, alike=True),
        rivals(THREE_OF_A_KIND, 1),
        rivals(PAIR, 4),
    ),
    (
        rivals(HIGH_CARD, 5, 4),
        rivals(PAIR, 2),
        rivals(FLUSH, 2, 1),
        begins(HIGH_CARD, times=2),
    ),
    (
        any_of(PAIR, lambda hand: hand.ranks[0] is Rank.TWO and _spans_five_ranks(hand)),
        begins(PAIR, "T"),
        any_of(HIGH_CARD, _goes_round_the_ace),
        any_of(HIGH_CARD, _has_four_in_a_row),
        rivals(TWO_PAIR, 2, alike=True),
        begins(TWO_PAIR),
        rivals(PAIR, 3),
    ),
]
