"""The best five of five or more cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from operator import itemgetter

from poker_table.game.card import Card
from poker_table.game.cards import CARDS, check_distinct, parse_cards
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, Rank
from poker_table.game.rules import HAND_SIZE, HandType, type_and_ranks
from poker_table.hands.every_strength import cards_of_ranks

# Each card is a number that has a 1 in the field of its rank and a 1 in the field of its suit:
#
#     bit 56    … 26  23  20     15       10         5      0
#        ace …    4   3   2   spades  hearts  diamonds  clubs
#
# So the sum of several cards has the number of cards of each rank and of each suit. Without a
# flush, the best five depend on the ranks alone, and are found once for each sum of ranks. If
# 16 - 5 is added to each suit, its highest bit says whether there are five cards or more.
RANK_BITS, SUIT_BITS = 3, 5
ABOVE_SUITS = len(SUIT_LETTERS) * SUIT_BITS
ONE_OF_EACH_SUIT = sum(1 << bit for bit in range(0, ABOVE_SUITS, SUIT_BITS))
FIVE_SET_A_BIT = (16 - HAND_SIZE) * ONE_OF_EACH_SUIT
FLUSH_BITS = 16 * ONE_OF_EACH_SUIT
MOST_REMEMBERED = 1 << 17  # with five to seven cards there are 73,775 sums of ranks
MOST_TRIED = 7  # of so many cards, all 21 fives are looked up

Pick = Callable[[Sequence[str]], Sequence[str]]

_card_of_name = {str(card): card for card in CARDS}.__getitem__
_number_of_name = {
    str(card): 1 << ABOVE_SUITS + RANK_BITS * card.rank | 1 << SUIT_BITS * card.suit
    for card in CARDS
}.__getitem__
_FIELDS = sorted((rank.letter, RANK_BITS * rank) for rank in Rank)  # in the order of sorted names
_TYPE_NAMES = [*map(str, HandType)]
_shared_itemgetter = cache(itemgetter)  # many hands share an itemgetter, which saves memory


class BestFive:
    """The best five of cards of certain ranks, given as sorted letters.

    `digits` is hexadecimal: 1, the type, and the ranks, so the stronger hand has the greater
    number. `distinct` is 0 if two cards have the same rank, otherwise the number of cards. `pick`
    returns the best five of the sorted names of all the cards.
    """

    __slots__ = "_ranks", "digits", "distinct", "pick", "type_name"

    pick: Pick

    def __init__(self, ranks: str, one_suit: bool) -> None:
        digits_of = _digits_in_one_suit if one_suit else _digits_in_several
        self.digits = max(map(digits_of.__getitem__, _fives(ranks)))
        self.distinct = len(ranks) if len({*ranks}) == len(ranks) else 0
        self.type_name = _TYPE_NAMES[self.digits >> 20 & 15]
        self._ranks = ranks

    @property
    def hand(self) -> Hand:
        """An example of the best five, in arbitrary suits."""
        return _example(self.digits)

    def __getattr__(self, name: str) -> Pick:
        """Return `pick`, which is found only when it is first asked for: a summary needs none."""
        if name != "pick":
            raise AttributeError(name)
        five, ranks = "".join(c.rank.letter for c in self.hand.cards_by_importance), self._ranks
        positions = [ranks.index(rank) + five[:i].count(rank) for i, rank in enumerate(five)]
        self.pick = _shared_itemgetter(*positions)
        return self.pick


def find_best(names: Sequence[str]) -> tuple[BestFive, Sequence[str]]:
    """Return the best five of the named cards, and the names that they are picked from.

    Raises KeyError unless there are names of five cards or more, all different; `check_names` then
    says why. Of cards of equal rank, clubs are taken before diamonds, hearts and spades.

    >>> best, names = find_best("KH QC KD 8S AS KC 5D".split())
    >>> best.pick(sorted(names))
    ('KC', 'KD', 'KH', 'AS', 'QC')
    """
    total = sum(map(_number_of_name, names), FIVE_SET_A_BIT)
    best = _without_flush[total >> ABOVE_SUITS]
    count = len(names)
    # If all ranks differ, no card appears twice.
    if best.distinct != count and len({*names}) < count:
        raise KeyError
    if total & FLUSH_BITS:
        all_names = names
        for suit in SUIT_LETTERS:
            suited = sorted([name for name in all_names if name[1] == suit])
            if len(suited) >= HAND_SIZE:
                flush = _best_flush("".join(suited)[::2])
                if flush.digits > best.digits:
                    best, names = flush, suited
    return best, names


def check_names(names: Sequence[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or if a card appears twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    if len({*names}) < len(names):  # quicker than to look at each card
        check_distinct(map(_card_of_name, names))


class _WithoutFlush(dict[int, BestFive]):
    """The best five by the sum of ranks. Each is found when it is first looked up."""

    def __missing__(self, total: int) -> BestFive:
        ranks = "".join([letter * (total >> shift & 7) for letter, shift in _FIELDS])
        if len(ranks) < HAND_SIZE or any(HAND_SIZE * letter in ranks for letter in ranks):
            raise KeyError(total)  # more than four of a rank: a card appears twice
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        return self.setdefault(total, BestFive(ranks, one_suit=False))


@lru_cache(maxsize=1 << 13)  # five to seven cards of one suit have 4,719 combinations
def _best_flush(ranks: str) -> BestFive:
    return BestFive(ranks, one_suit=True)


class _Digits(dict[tuple[str, ...], int]):
    """The digits of five sorted letters of ranks. The rules are asked once for each."""

    def __init__(self, one_suit: bool) -> None:
        self._one_suit = one_suit

    def __missing__(self, ranks: tuple[str, ...]) -> int:
        cards = cards_of_ranks(sorted(map(RANK_LETTERS.index, ranks)), self._one_suit)
        hand_type, by_importance = type_and_ranks(cards)
        hex_digits = "".join([f"{rank:x}" for rank in by_importance])
        digits = int(f"1{hand_type:d}{hex_digits:0<5}", 16)
        _cards_of_digits[digits] = cards
        return self.setdefault(ranks, digits)


_without_flush = _WithoutFlush()
_cards_of_digits: dict[int, Sequence[Card]] = {}
_digits_in_several, _digits_in_one_suit = _Digits(one_suit=False), _Digits(one_suit=True)


@cache
def _example(digits: int) -> Hand:
    return Hand.of(_cards_of_digits[digits])


def _fives(ranks: str) -> Iterable[tuple[str, ...]]:
    """Return all fives of sorted ranks; of more than seven only some, which include the best."""
    if len(ranks) <= MOST_TRIED:
        return combinations(ranks, HAND_SIZE)
    # If not all of the best five differ, a larger group is worth more, and then a higher rank.
    five = ""
    while missing := HAND_SIZE - len(five):
        groups = [(min(ranks.count(r), missing), RANK_LETTERS.index(r)) for r in {*ranks} - {*five}]
        size, rank = max(groups)
        five += size * RANK_LETTERS[rank]
    return [tuple(sorted(five)), *combinations(sorted({*ranks}), HAND_SIZE)]


class Holding:
    """Five or more cards, given by their names, and the best five of them, as `find_best` does.

    Raises PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> holding = Holding.of("KH QC KD 8S AS KC 5D")
    >>> holding.line()
    'KC KD KH AS QC - Three of a Kind'
    """

    def __init__(self, names: Sequence[str]) -> None:
        check_names(names)
        self.names = names
        self.best, from_names = find_best(names)
        self._five = self.best.pick(sorted(from_names))

    @classmethod
    def of(cls, cards: str | Iterable[Card | str]) -> Holding:
        """Return the holding of the given cards, words or text."""
        return cls(list(map(str, parse_cards(cards))))

    def __len__(self) -> int:
        return len(self.names)

    def line(self) -> str:
        """Return the best five and their type as text."""
        return f"{' '.join(self._five)} - {self.best.type_name}"

    @property
    def given(self) -> tuple[Card, ...]:
        """All the cards, in the order in which they were given."""
        return tuple(map(_card_of_name, self.names))

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five, the most important rank first; in the wheel the ace is last."""
        return tuple(map(_card_of_name, self._five))

    def hand(self, player: int = 1) -> Hand:
        """Return the best five as an evaluated hand."""
        return Hand.of(self.five, player)

    def by_rank_alone(self) -> tuple[HandType, tuple[Card, ...]]:
        """Return the type and the cards of the best five if flushes do not count."""
        best = _without_flush[sum(map(_number_of_name, self.names)) >> ABOVE_SUITS]
        return best.hand.hand_type, tuple(map(_card_of_name, best.pick(sorted(self.names))))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of the given cards make.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)
