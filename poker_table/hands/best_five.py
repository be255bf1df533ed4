"""The best five of five or more cards, and one hand of each strength."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from itertools import combinations_with_replacement
from operator import attrgetter, itemgetter

from poker_table.game.card import Card
from poker_table.game.cards import CARDS, check_distinct, parse_cards
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, Rank
from poker_table.game.rules import HAND_SIZE, RULES, HandType

# Each card is encoded as an integer that has a 1 in the field of its rank (3 bits wide) and a 1 in
# the field of its suit (5 bits wide).
#
#     bit 56    … 26  23  20     15       10         5      0
#        ace …    4   3   2   spades  hearts  diamonds  clubs
#
# The sum of several encoded cards has the number of cards of each rank and of each suit. There are
# so few combinations of rank counts that the best five can be cached for each of them.
RANK_BITS, SUIT_BITS = 3, 5
ABOVE_SUITS = len(SUIT_LETTERS) * SUIT_BITS
ONE_OF_EACH_SUIT = sum(1 << bit for bit in range(0, ABOVE_SUITS, SUIT_BITS))
# With this offset added, the highest bit of a suit's field is set if its count is five or more.
FLUSH_OFFSET = (16 - HAND_SIZE) * ONE_OF_EACH_SUIT
FLUSH_BITS = 16 * ONE_OF_EACH_SUIT

MOST_CACHED = 1 << 17  # five to seven cards: 73,775 combinations of rank counts

_encoded = {
    str(card): 1 << ABOVE_SUITS + RANK_BITS * card.rank | 1 << SUIT_BITS * card.suit
    for card in CARDS
}.__getitem__
_RANK_ONES = [1 << RANK_BITS * rank for rank in reversed(Rank)]  # one card of a rank, ace first
_ACE_TO_ACE = [*_RANK_ONES, _RANK_ONES[0]]
_STRAIGHTS = [sum(_ACE_TO_ACE[i : i + HAND_SIZE]) for i in range(len(Rank) - HAND_SIZE + 2)]
_SHAPES = [*reversed(dict.fromkeys(shape for shape, _, _ in RULES))]  # the strongest first
_TYPE_NAMES = [*map(str, HandType)]
_cached_itemgetter = cache(itemgetter)  # many hands share an itemgetter, which saves memory
_SHIFTS = sorted((rank.letter, RANK_BITS * rank) for rank in Rank)


@cache
def card_name(word: str) -> str:
    """Return the name, such as TH, of the card that a word describes. Raises CardError.

    >>> card_name("10♥"), card_name("th")
    ('TH', 'TH')
    """
    return str(Card.parse(word))


class BestFive:
    """The best five of any cards that have certain ranks, whatever their suits.

    `hand` is an example of the best five, in arbitrary suits. `digits` has one byte for the hand
    type and one for each rank that counts, so greater digits mean a stronger hand. `pick` selects
    the best five from the sorted names of all the cards. `distinct` is the number of all the cards
    if their ranks all differ, else 0.
    """

    __slots__ = "digits", "distinct", "hand", "letters", "pick", "type_name"

    pick: Callable[[Sequence[str]], tuple[str, ...]]
    distinct: int

    def __init__(self, hand: Hand) -> None:
        self.hand: Hand = hand
        self.type_name: str = _TYPE_NAMES[hand.hand_type]
        self.digits: bytes = bytes((hand.hand_type, *hand.ranks))
        self.letters: str = "".join(card.rank.letter for card in hand.cards_by_importance)

    def set_cards(self, letters: str) -> None:
        """Set `pick` and `distinct`, given the sorted rank letters of all the cards."""
        self.distinct = len(letters) if len(set(letters)) == len(letters) else 0
        five = self.letters
        indexes = [letters.index(letter) + five[:i].count(letter) for i, letter in enumerate(five)]
        self.pick = _cached_itemgetter(*indexes)

    def line(self, names: list[str]) -> str:
        """Return the best five of the named cards, and their type, as text."""
        return f"{' '.join(self.pick(sorted(names)))} - {self.type_name}"


def find_best(names: list[str]) -> tuple[BestFive, list[str]]:
    """Return the best five of the named cards, and the names from which `pick` selects the five.

    Those are the names of one suit if the best five are a flush, otherwise all names. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice, and KeyError for
    a name that is not a card's.

    >>> best, names = find_best("AS KC QD JD TD 5D 4D".split())
    >>> best.line(names)
    'QD JD TD 5D 4D - Flush'
    """
    names_of_best = names
    total = sum(map(_encoded, names), FLUSH_OFFSET)
    best = _cached(total >> ABOVE_SUITS)
    count = len(names)
    # If all ranks differ, no card appears twice, and the slower check is not needed.
    if best is None or (best.distinct != count and len({*names}) < count):
        check_names(names)
        best = BEST_IN_MIXED_SUITS[total >> ABOVE_SUITS]
    if total & FLUSH_BITS:
        for suit in SUIT_LETTERS:
            suited = [name for name in names if name[1] == suit]
            if len(suited) >= HAND_SIZE:
                flush = BEST_IN_ONE_SUIT[_rank_counts(suited)]
                if flush.digits > best.digits:
                    best, names_of_best = flush, suited
    return best, names_of_best


def _rank_counts(names: list[str]) -> int:
    """Return the number of cards of each rank, encoded in one integer."""
    return sum(map(_encoded, names)) >> ABOVE_SUITS


def check_names(names: list[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or if a card appears twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    if len(set(names)) < len(names):
        check_distinct(map(Card.parse, names))


class Holding:
    """Five or more cards, given by their names, and the best five of them.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> holding = Holding.of("KH QC KD 8S AS KC 5D")
    >>> " ".join(map(str, holding.five)), holding.best.type_name
    ('KC KD KH AS QC', 'Three of a Kind')
    """

    __slots__ = ("_names", "_names_of_best", "best")

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self.best: BestFive
        self.best, self._names_of_best = find_best(names)

    @classmethod
    def of(cls, cards: str | Iterable[Card | str]) -> Holding:
        """Return the holding of the given cards, words or text."""
        return cls(list(map(str, parse_cards(cards))))

    def __len__(self) -> int:
        return len(self._names)

    @property
    def given(self) -> tuple[Card, ...]:
        """All the cards, in the order in which they were given."""
        return tuple(map(Card.parse, self._names))

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five, the most important rank first; in the wheel the ace is last."""
        return tuple(map(Card.parse, self.best.pick(sorted(self._names_of_best))))

    def hand(self, player: int = 1) -> Hand:
        """Return the best five as an evaluated hand."""
        return Hand.of(self.five, player)

    def by_rank_alone(self) -> tuple[HandType, tuple[Card, ...]]:
        """Return the type and the cards of the best five if flushes do not count."""
        best = BEST_IN_MIXED_SUITS[_rank_counts(self._names)]
        five = best.pick(sorted(self._names))
        return best.hand.hand_type, tuple(map(Card.parse, five))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of the given cards make.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)


class _BestByRankCounts(dict[int, BestFive]):
    """A cache of the best five by encoded rank counts; a missing entry is computed."""

    def __init__(self, one_suit: bool) -> None:
        self.one_suit = one_suit

    def __missing__(self, rank_counts: int) -> BestFive:
        letters = "".join([letter * (rank_counts >> shift & 7) for letter, shift in _SHIFTS])
        if len(letters) == HAND_SIZE:
            best = BestFive(hand_of_ranks(sorted(map(RANK_LETTERS.index, letters)), self.one_suit))
        else:
            candidates = [self[five] for five in _candidates(rank_counts)]
            best = copy(max(candidates, key=attrgetter("digits")))
        if len(self) >= MOST_CACHED:
            self.clear()
        best.set_cards(letters)
        self[rank_counts] = best
        return best


def _candidates(rank_counts: int) -> list[int]:
    """Return all straights, and the best five cards of another type, as encoded ranks."""
    held = [(one, count) for one in _RANK_ONES if (count := rank_counts // one & 7)]
    one_of_each = sum([one for one, _ in held])
    straights = [straight for straight in _STRAIGHTS if straight & one_of_each == straight]
    return [*straights, next(five for shape in _SHAPES if (five := _highest(shape, held)))]


def _highest(shape: tuple[int, ...], held: list[tuple[int, int]]) -> int:
    """Return the highest five cards of a shape, encoded; 0 if the held cards do not make it.

    `held` has each held rank, as an encoded card, with the number of cards, highest rank first.
    """
    five = 0
    for size in shape:
        for one, count in held:
            if count >= size and not five & 7 * one:  # the rank is not used yet
                five += size * one
                break
        else:
            return 0
    return five


# The best five of cards that make no flush, and the best flush of cards that share one suit.
BEST_IN_MIXED_SUITS = _BestByRankCounts(one_suit=False)
BEST_IN_ONE_SUIT = _BestByRankCounts(one_suit=True)
_cached = BEST_IN_MIXED_SUITS.get


def hand_of_ranks(ranks: Sequence[int], one_suit: bool) -> Hand:
    """Return a hand of five sorted ranks, in one suit or in several."""
    # The suits take turns, so that cards of equal rank get different suits.
    suits = (0, 0, 0, 0, 0) if one_suit else (0, 1, 2, 3, 0)
    return Hand.of(CARDS[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))


@cache
def hand_of_each_strength() -> list[Hand]:
    """Return one hand of each of the 7,462 strengths, weakest first."""
    hands = [
        hand_of_ranks(ranks, one_suit)
        for ranks in combinations_with_replacement(range(13), HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank appears five times
    ]
    return sorted(hands, key=HandComparer.key)
