"""The best five of five or more cards, and a hand of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from itertools import combinations_with_replacement
from operator import attrgetter, itemgetter

from poker_table.game.card import (
    CARDS,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    Rank,
    check_distinct,
    parse_cards,
)
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import HAND_SIZE, RULES, Hand, HandComparer, HandType

# A card as a number, so that cards can be added: a count of one for its rank, three bits wide, and
# a count of one for its suit, five bits wide.
#
#     bit 56    … 26  23  20     15       10         5      0
#        ace …    4   3   2   spades  hearts  diamonds  clubs
#
# The sum of a hand says how many cards it has of each rank and of each suit: few enough sums to
# remember.
RANK_BITS, SUIT_BITS = 3, 5
ABOVE_SUITS = len(SUIT_LETTERS) * SUIT_BITS
ONE_OF_EACH_SUIT = sum(1 << bit for bit in range(0, ABOVE_SUITS, SUIT_BITS))
# Begun with this, a count of five or more has the highest of its five bits.
SHORT_OF_SIXTEEN = (16 - HAND_SIZE) * ONE_OF_EACH_SUIT
SIXTEEN = 16 * ONE_OF_EACH_SUIT

MOST_REMEMBERED = 1 << 17  # five to seven cards have 73,775 different sums; more have many more

_NUMBER = {
    str(card): 1 << ABOVE_SUITS + RANK_BITS * card.rank | 1 << SUIT_BITS * card.suit
    for card in CARDS
}.__getitem__
_ACE_TO_TWO = [1 << RANK_BITS * rank for rank in reversed(Rank)]  # one of each rank
_ACE_TO_ACE = [*_ACE_TO_TWO, _ACE_TO_TWO[0]]  # an ace may end a row too
_IN_A_ROW = [sum(_ACE_TO_ACE[i : i + HAND_SIZE]) for i in range(len(Rank) - HAND_SIZE + 2)]
_SHAPES = [*reversed(dict.fromkeys(shape for shape, _, _ in RULES))]  # the strongest first
_TYPE_NAMES = [*map(str, HandType)]  # each once, however many hands have it
_picking = cache(itemgetter)  # one of what picks at some places serves all that need it
_SHIFTS = sorted((rank.letter, RANK_BITS * rank) for rank in Rank)


@cache
def card_name(word: str) -> str:
    """Return the name of the card that a word stands for. Raises CardError if it stands for none.

    >>> card_name("10♥"), card_name("th")
    ('TH', 'TH')
    """
    return str(Card.parse(word))


class BestFive:
    """What the best five are, whatever their suits, and where they stand among sorted names.

    `hand` is one such hand. `digits` has a byte for its type and one for each rank that counts, so
    that the greater is the better. `different` is the number of all the cards if no two are of one
    rank, else 0.
    """

    __slots__ = "different", "digits", "hand", "letters", "pick", "type_name"

    pick: Callable[[Sequence[str]], tuple[str, ...]]
    different: int

    def __init__(self, hand: Hand) -> None:
        self.hand, self.type_name = hand, _TYPE_NAMES[hand.hand_type]
        self.digits = bytes((hand.hand_type, *hand.ranks))
        self.letters = "".join(card.rank.letter for card in hand.cards_by_importance)

    def stand_among(self, letters: str) -> None:
        """Record where the best five stand among cards of these ranks, given as sorted letters."""
        self.different = len(letters) if len(set(letters)) == len(letters) else 0
        five = self.letters
        places = [letters.index(letter) + five[:i].count(letter) for i, letter in enumerate(five)]
        self.pick = _picking(*places)

    def line(self, names: list[str]) -> str:
        """Return the best five of these names, and their type, as text."""
        return f"{' '.join(self.pick(sorted(names)))} - {self.type_name}"


def find_best(names: list[str]) -> tuple[BestFive, list[str]]:
    """Return what the best five of some cards are, and the names of those that they are among.

    These are all the cards, or, of a flush, those of its suit. Raises PokerTableError if there are
    fewer than five cards or one of them is there twice, KeyError for what is no name of a card.

    >>> best, names = find_best("AS KC QD JD TD 5D 4D".split())
    >>> best.line(names)
    'QD JD TD 5D 4D - Flush'
    """
    total = sum(map(_NUMBER, names), SHORT_OF_SIXTEEN)
    best = _cached(total >> ABOVE_SUITS)
    count = len(names)
    # Where there are as many ranks as cards, none is there twice.
    if best is None or (best.different != count and len({*names}) < count):
        check_names(names)
        best = BEST_IN_MIXED_SUITS[total >> ABOVE_SUITS]
    if total & SIXTEEN:
        suits = [[name for name in names if name[1] == suit] for suit in SUIT_LETTERS]
        flushes = [
            (BEST_IN_ONE_SUIT[_counts(suit)], suit) for suit in suits if len(suit) >= HAND_SIZE
        ]
        return max([(best, names), *flushes], key=lambda pair: pair[0].digits)
    return best, names


def _counts(names: list[str]) -> int:
    """Return how many of the cards there are of each rank, as one number."""
    return sum(map(_NUMBER, names)) >> ABOVE_SUITS


def check_names(names: list[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or one of them is there twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    if len(set(names)) < len(names):
        check_distinct(map(Card.parse, names))


class Holding:
    """Five or more cards and the best five of them; among equals, clubs come before spades.

    Made from the names of cards (see `Holding.of`). Raises as `find_best` does.

    >>> holding = Holding.of("KH QC KD 8S AS KC 5D")
    >>> " ".join(map(str, holding.five)), holding.best.type_name
    ('KC KD KH AS QC', 'Three of a Kind')
    """

    __slots__ = ("_names", "_names_of_best", "best")

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self.best, self._names_of_best = find_best(names)

    @classmethod
    def of(cls, cards: str | Iterable[Card | str]) -> Holding:
        """Return the holding of the given cards, or words."""
        return cls(list(map(str, parse_cards(cards))))

    def __len__(self) -> int:
        return len(self._names)

    @property
    def given(self) -> tuple[Card, ...]:
        """All the cards, in the order in which they came."""
        return tuple(map(Card.parse, self._names))

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five, in the order in which they count, the ace of the wheel last."""
        return tuple(map(Card.parse, self.best.pick(sorted(self._names_of_best))))

    def hand(self, player: int = 1) -> Hand:
        """Return the best five as an evaluated hand."""
        return Hand.of(self.five, player)

    def by_rank_alone(self) -> tuple[HandType, tuple[Card, ...]]:
        """Return the type and the best five as if the cards had no suits."""
        best = BEST_IN_MIXED_SUITS[_counts(self._names)]
        five = best.pick(sorted(self._names))
        return best.hand.hand_type, tuple(map(Card.parse, five))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of five to 52 cards make.

    Of cards that would serve as well, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or one of them is there twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)


class _BestByCounts(dict[int, BestFive]):
    """The best five by how many cards there are of each rank, found when first asked for."""

    def __init__(self, one_suit: bool) -> None:
        self.one_suit = one_suit

    def __missing__(self, counts: int) -> BestFive:
        letters = "".join([letter * (counts >> shift & 7) for letter, shift in _SHIFTS])
        if len(letters) == HAND_SIZE:
            best = BestFive(hand_of_ranks(sorted(map(RANK_LETTERS.index, letters)), self.one_suit))
        else:
            best = copy(max([self[five] for five in _fives(counts)], key=attrgetter("digits")))
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        best.stand_among(letters)
        self[counts] = best
        return best


def _fives(counts: int) -> list[int]:
    """Return the fives that may be the best: those in a row, and the highest of the best shape."""
    there = [(one, count) for one in _ACE_TO_TWO if (count := counts // one & 7)]
    present = sum([one for one, _ in there])
    in_a_row = [row for row in _IN_A_ROW if row & present == row]
    return [*in_a_row, next(five for shape in _SHAPES if (five := _highest(shape, there)))]


def _highest(shape: tuple[int, ...], there: list[tuple[int, int]]) -> int:
    """Return the five of a shape with the highest ranks, or 0 if there is none."""
    five = 0
    for size in shape:
        for one, count in there:
            if count >= size and not five & 7 * one:
                five += size * one
                break
        else:
            return 0
    return five


#: The best five if no five of the cards are of one suit, and if all of them are.
BEST_IN_MIXED_SUITS, BEST_IN_ONE_SUIT = _BestByCounts(one_suit=False), _BestByCounts(one_suit=True)
_cached = BEST_IN_MIXED_SUITS.get


def hand_of_ranks(ranks: Sequence[int], one_suit: bool) -> Hand:
    """Return a hand of five sorted ranks, in one suit or in several."""
    # Four suits in turn: equal ranks get different ones, and five cards never all the same.
    suits = (0, 0, 0, 0, 0) if one_suit else (0, 1, 2, 3, 0)
    return Hand.of(CARDS[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))


@cache
def hand_of_each_strength() -> list[Hand]:
    """Return one hand of each of the 7,462 strengths, weakest first."""
    hands = [
        hand_of_ranks(ranks, one_suit)
        for ranks in combinations_with_replacement(range(13), HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank is there five times
    ]
    return sorted(hands, key=HandComparer.key)
