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
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, Rank, Suit
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.hands.every_strength import hand_of_ranks

# Each card is encoded as an integer with two bits set, one in the five bits of its suit and one in
# the three bits of its rank:
#
#     bit 56  …  26   23   20      15       10         5       0
#         ace …   4    3    2   spades   hearts   diamonds   clubs
#
# The sum of a hand's cards counts its cards of each suit and of each rank. Without a flush, the
# best five depend on the ranks alone: they are found once for each combination of rank counts.
RANKS_AT = 20
MOST_REMEMBERED = 1 << 17  # with five to seven cards there are 73,775 combinations
MOST_OF_A_RANK = 7  # that three bits can count
# One of these bits is set if a rank has two cards or more: only then can a card appear twice.
REPEATED_RANK = sum(6 << RANKS_AT + 3 * rank for rank in Rank)
# With this number added, the highest bit of a suit's five is set if its count is five or more.
FLUSH_OFFSET = sum(16 - HAND_SIZE << 5 * suit for suit in Suit)
FLUSH_BITS = sum(16 << 5 * suit for suit in Suit)

_card_of_name = {str(card): card for card in CARDS}.__getitem__
_code = {str(card): 1 << RANKS_AT + 3 * card.rank | 1 << 5 * card.suit for card in CARDS}
_code_of_name = _code.__getitem__
_TYPE_NAMES = [*map(str, HandType)]
_ACE_TO_ACE = [*range(Rank.ACE, -1, -1), int(Rank.ACE)]  # five adjacent ones are a straight
_ALPHABETICALLY = sorted(range(len(Rank)), key=RANK_LETTERS.__getitem__)
_shared_itemgetter = cache(itemgetter)  # many hands share an itemgetter, which saves memory


class BestFive(NamedTuple):
    """The best five of any cards that have certain ranks."""

    hand: Hand  # an example, in arbitrary suits
    type_name: str
    digits: bytes  # of the type, and of each rank that counts: greater ones mean a stronger hand
    pick: Callable[[Sequence[str]], Sequence[str]]  # from the sorted names of all the cards

    def line(self, names: Iterable[str]) -> str:
        """Return the best five of the named cards and their type as text."""
        return f"{' '.join(self.pick(sorted(names)))} - {self.type_name}"


def find_best(names: list[str]) -> BestFive:
    """Return the best five of the named cards.

    Raises PokerTableError if there are fewer than five cards or if a card appears twice, and
    KeyError for a name that is not a card's.
    """
    count = len(names)
    if count == HAND_SIZE:  # a short cut for nearly all hands: `sum` would take longer
        a, b, c, d, e = names
        total = FLUSH_OFFSET + _code[a] + _code[b] + _code[c] + _code[d] + _code[e]
    else:
        total = sum(map(_code_of_name, names), FLUSH_OFFSET)
    may_repeat = total & REPEATED_RANK or count > MOST_OF_A_RANK
    if count < HAND_SIZE or (may_repeat and len({*names}) < count):
        check_names(names)
    best = _without_flush[total >> RANKS_AT]
    if total & FLUSH_BITS:
        for suit in SUIT_LETTERS:
            suited = [name for name in names if name[1] == suit]
            if len(suited) >= HAND_SIZE:
                flush = _flush(sorted(suited))
                best = flush if flush.digits > best.digits else best
    return best


def check_names(names: list[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or if a card appears twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    if len({*names}) < len(names):  # quicker than to look at each card
        check_distinct(map(_card_of_name, names))


def _flush(suited: list[str]) -> BestFive:
    """Return the best flush of the sorted names of one suit, with its five already picked."""
    flush = _find_best_of_ranks(_rank_counts(suited), one_suit=True)
    five = flush.pick(suited)
    return BestFive(flush.hand, flush.type_name, flush.digits, pick=lambda _: five)


class _WithoutFlush(dict[int, BestFive]):
    """The best five by the encoded counts of the ranks. Each is found when first looked up."""

    def __missing__(self, counts: int) -> BestFive:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        best = self[counts] = _find_best_of_ranks(counts, one_suit=False)
        return best


_without_flush = _WithoutFlush()


def _rank_counts(names: Iterable[str]) -> int:
    """Return the number of cards of each rank, encoded in one integer."""
    return sum(map(_code_of_name, names)) >> RANKS_AT


@lru_cache(maxsize=1 << 13)  # five to seven cards of one suit have 4,719 combinations
def _find_best_of_ranks(rank_counts: int, one_suit: bool) -> BestFive:
    """Return the best five of cards of these ranks, which are in one suit or make no flush."""
    ranks = [rank for rank in _ALPHABETICALLY for _ in range(rank_counts >> 3 * rank & 7)]
    fives = [_largest_groups(Counter(ranks)), *_highest_straight({*ranks})]
    hand = max([hand_of_ranks(each, one_suit) for each in fives], key=HandComparer.key)
    digits = bytes((hand.hand_type, *hand.ranks))
    five = [card.rank for card in hand.cards_by_importance]
    indexes = [ranks.index(rank) + five[:i].count(rank) for i, rank in enumerate(five)]
    return BestFive(hand, _TYPE_NAMES[hand.hand_type], digits, _shared_itemgetter(*indexes))


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

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises the errors of
    `find_best`.

    >>> holding = Holding.of("KH QC KD 8S AS KC 5D")
    >>> holding.line()
    'KC KD KH AS QC - Three of a Kind'
    """

    def __init__(self, names: list[str], best: BestFive | None = None) -> None:
        self._names = names
        self.best: BestFive = best or find_best(names)

    @classmethod
    def of(cls, cards: str | Iterable[Card | str]) -> Holding:
        """Return the holding of the given cards, words or text."""
        return cls(list(map(str, parse_cards(cards))))

    def __len__(self) -> int:
        return len(self._names)

    def line(self) -> str:
        """Return the best five and their type as text."""
        return self.best.line(self._names)

    @property
    def given(self) -> tuple[Card, ...]:
        """All the cards, in the order in which they were given."""
        return tuple(map(_card_of_name, self._names))

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five, the most important rank first; in the wheel the ace is last."""
        return tuple(map(_card_of_name, self.best.pick(sorted(self._names))))

    def hand(self, player: int = 1) -> Hand:
        """Return the best five as an evaluated hand."""
        return Hand.of(self.five, player)

    def by_rank_alone(self) -> tuple[HandType, tuple[Card, ...]]:
        """Return the type and the cards of the best five if flushes do not count."""
        best = _without_flush[_rank_counts(self._names)]
        five = best.pick(sorted(self._names))
        return best.hand.hand_type, tuple(map(_card_of_name, five))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of the given cards make.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)
