"""The best five of five or more cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.cards import CARDS, check_distinct, parse_cards
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, Rank, Suit
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.hands.every_strength import hand_of_ranks

# Each card is encoded as an integer with three bits set: one in the three bits of its rank, one in
# the five bits of its suit, and one of its own.
#
#     bit 108  …  78  75  72      67       62         57      52         0
#         ace  …   4   3   2  spades   hearts   diamonds   clubs   52 cards
#
# The sum of several encoded cards counts the cards of each rank and of each suit. Its lowest 52
# bits have as many ones as there are cards, or fewer if a card appears twice: its bit is carried.
SUITS_AT, RANKS_AT = 52, 72
ALL_CARDS = (1 << SUITS_AT) - 1
ONE_OF_EACH_SUIT = sum(1 << SUITS_AT + 5 * suit for suit in Suit)
# With this offset added, the highest bit of a suit's 5 is set if its count is five or more.
FLUSH_OFFSET, FLUSH_BITS = (16 - HAND_SIZE) * ONE_OF_EACH_SUIT, 16 * ONE_OF_EACH_SUIT

MOST_CACHED = 1 << 17  # five to seven cards: 73,775 combinations of ranks

_card_of_name = {str(card): card for card in CARDS}.__getitem__
_encoded = {
    str(card): 1 << RANKS_AT + 3 * card.rank | 1 << SUITS_AT + 5 * card.suit | 1 << card.index
    for card in CARDS
}.__getitem__
_TYPE_NAMES = [*map(str, HandType)]
_ACE_TO_ACE = [*range(Rank.ACE, -1, -1), int(Rank.ACE)]  # five adjacent ones are a straight
_ALPHABETICALLY = sorted(range(len(Rank)), key=RANK_LETTERS.__getitem__)
_shared_itemgetter = cache(itemgetter)  # many hands share an itemgetter, which saves memory


class BestFive(NamedTuple):
    """The best five of any cards that have certain ranks.

    `hand` is an example of the best five, in arbitrary suits. `digits` has one byte for the hand
    type and one for each rank that counts, so greater digits mean a stronger hand. `pick` selects
    the best five from the sorted names of all the cards.
    """

    hand: Hand
    type_name: str
    digits: bytes
    pick: Callable[[Sequence[str]], tuple[str, ...]]


def check_names(names: list[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or if a card appears twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    check_distinct(map(_card_of_name, names))


@lru_cache(MOST_CACHED)
def _best_of_ranks(rank_counts: int, one_suit: bool = False) -> BestFive:
    """Return the best five of cards of these ranks, which are in one suit or make no flush."""
    ranks = [rank for rank in _ALPHABETICALLY for _ in range(rank_counts >> 3 * rank & 7)]
    fives = [_largest_groups(Counter(ranks)), *_highest_straight({*ranks})]
    digits, hand, five = max([_evaluated(each, one_suit) for each in fives], key=itemgetter(0))
    indexes = [ranks.index(rank) + five[:i].count(rank) for i, rank in enumerate(five)]
    return BestFive(hand, _TYPE_NAMES[hand.hand_type], digits, _shared_itemgetter(*indexes))


@cache
def _evaluated(ranks: tuple[int, ...], one_suit: bool) -> tuple[bytes, Hand, list[int]]:
    """Return the digits of five sorted ranks, a hand of them, and the ranks by importance."""
    hand = hand_of_ranks(ranks, one_suit)
    digits = bytes((hand.hand_type, *hand.ranks))
    return digits, hand, [int(card.rank) for card in hand.cards_by_importance]


def _largest_groups(counts: Counter[int]) -> tuple[int, ...]:
    """Return the best five ranks except for a straight, sorted.

    Among them a larger group of cards is always worth more, then a higher rank.
    """
    five: list[int] = []
    while missing := HAND_SIZE - len(five):
        size, rank = max((min(counts[rank], missing), rank) for rank in counts if rank not in five)
        five += [rank] * size
    return tuple(sorted(five))


def _highest_straight(ranks: set[int]) -> list[tuple[int, ...]]:
    """Return the highest straight among the ranks, sorted, in a list; [] if there is none."""
    starts = range(len(_ACE_TO_ACE) - HAND_SIZE + 1)
    straights = (_ACE_TO_ACE[start : start + HAND_SIZE] for start in starts)
    return [tuple(sorted(five)) for five in straights if ranks.issuperset(five)][:1]


class Holding:
    """Five or more cards, given by their names, and the best five of them.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice, and KeyError for
    a name that is not a card's.

    >>> holding = Holding.of("KH QC KD 8S AS KC 5D")
    >>> holding.line()
    'KC KD KH AS QC - Three of a Kind'
    """

    __slots__ = ("_names", "_to_pick_from", "best")

    def __init__(self, names: list[str]) -> None:
        total = sum(map(_encoded, names), FLUSH_OFFSET)
        if not HAND_SIZE <= len(names) == (total & ALL_CARDS).bit_count():
            check_names(names)
        self._names = self._to_pick_from = names
        self.best: BestFive = _best_of_ranks(total >> RANKS_AT)
        if total & FLUSH_BITS:
            for suit in SUIT_LETTERS:
                self._try_flush([name for name in names if name[1] == suit])

    def _try_flush(self, names: list[str]) -> None:
        """Let the best five be a flush of the named cards if they have it and it is better."""
        if len(names) >= HAND_SIZE:
            flush = _best_of_ranks(sum(map(_encoded, names)) >> RANKS_AT, one_suit=True)
            if flush.digits > self.best.digits:
                self.best, self._to_pick_from = flush, names

    @classmethod
    def of(cls, cards: str | Iterable[Card | str]) -> Holding:
        """Return the holding of the given cards, words or text."""
        return cls(list(map(str, parse_cards(cards))))

    def __len__(self) -> int:
        return len(self._names)

    def line(self) -> str:
        """Return the best five and their type as text."""
        return f"{' '.join(self.best.pick(sorted(self._to_pick_from)))} - {self.best.type_name}"

    @property
    def given(self) -> tuple[Card, ...]:
        """All the cards, in the order in which they were given."""
        return tuple(map(_card_of_name, self._names))

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five, the most important rank first; in the wheel the ace is last."""
        return tuple(map(_card_of_name, self.best.pick(sorted(self._to_pick_from))))

    def hand(self, player: int = 1) -> Hand:
        """Return the best five as an evaluated hand."""
        return Hand.of(self.five, player)

    def by_rank_alone(self) -> tuple[HandType, tuple[Card, ...]]:
        """Return the type and the cards of the best five if flushes do not count."""
        best = _best_of_ranks(sum(map(_encoded, self._names)) >> RANKS_AT)
        return best.hand.hand_type, tuple(map(_card_of_name, best.pick(sorted(self._names))))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of the given cards make.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)
