"""The best five of five or more cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter

from poker_table.game.card import Card
from poker_table.game.cards import CARDS, check_distinct, parse_cards
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, Rank
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.hands.every_strength import hand_of_ranks

# The sorted names of a hand's cards are one text, and every third letter of it is a text again:
#
#     5C 5D 8S AS KC KH QC
#     5  5  8  A  K  K  Q     the ranks
#      C  D  S  S  C  H  C    the suits
#
# Without a flush, the best five depend on the ranks alone: they are found once for each text of
# ranks, as positions in the list of sorted names. Hardly any text of suits has a flush. If all
# ranks and all suits are letters that there are, and the text has the right length, then every name
# is a card's. A card that appears twice is its own neighbour.
RANKS, SUITS = slice(0, None, 3), slice(1, None, 3)
MOST_REMEMBERED = 1 << 17  # with five to seven cards there are 73,775 texts of ranks

Pick = Callable[[Sequence[str]], Sequence[str]]

_card_of_name = {str(card): card for card in CARDS}.__getitem__
_TYPE_NAMES = [*map(str, HandType)]
# The ranks of each straight, the highest first. Below the two (0) is the ace: -1 % 13 is 12.
_STRAIGHTS = [{(high - step) % 13 for step in range(HAND_SIZE)} for high in range(12, 2, -1)]
_shared_itemgetter = cache(itemgetter)  # many hands share an itemgetter, which saves memory


class BestFive:
    """The best five of any cards that have certain ranks.

    `hand` is an example in arbitrary suits. `digits` is hexadecimal: 1, the type, and the ranks
    that count, so the stronger hand has the greater number. `pick` returns the best five of the
    sorted names of all the cards; `pairs` has the positions of those that have the same rank as
    the next one.
    """

    __slots__ = "digits", "hand", "pairs", "pick", "type_name"

    def __init__(self, digits: int, hand: Hand, pick: Pick, pairs: Sequence[int]) -> None:
        self.digits = digits
        self.hand = hand
        self.type_name = _TYPE_NAMES[hand.hand_type]
        self.pick = pick
        self.pairs = pairs


def find_best(hand: str) -> tuple[BestFive, list[str]]:
    """Return the best five of the cards named in a text, and the names that they are picked from.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises KeyError
    unless there are names of five cards or more, all different; `check_names` then says why.

    >>> best, names = find_best("KH QC KD 8S AS KC 5D")
    >>> best.pick(names)
    ('KC', 'KD', 'KH', 'AS', 'QC')
    """
    names = hand.split()
    names.sort()
    text = " ".join(names)
    best, flush_suits = _without_flush[text[RANKS]], _flush_suits[text[SUITS]]
    if len(text) != 3 * len(names) - 1:
        raise KeyError(hand)
    for index in best.pairs:
        if names[index] == names[index + 1]:
            raise KeyError(hand)
    all_names = names
    for suit in flush_suits:
        suited = [name for name in all_names if name[1] == suit]
        flush = _find_best_of_ranks("".join(name[0] for name in suited), one_suit=True)
        if flush.digits > best.digits:
            best, names = flush, suited
    return best, names


def check_names(names: Sequence[str]) -> None:
    """Raise PokerTableError if there are fewer than five cards or if a card appears twice."""
    if len(names) < HAND_SIZE:
        raise PokerTableError(expected="five cards or more", got=len(names) or "none")
    if len({*names}) < len(names):  # quicker than to look at each card
        check_distinct(map(_card_of_name, names))


class _WithoutFlush(dict[str, BestFive]):
    """The best five by the text of ranks. Each is found when it is first looked up."""

    def __missing__(self, ranks: str) -> BestFive:
        five_of_a_kind = any(HAND_SIZE * rank in ranks for rank in RANK_LETTERS)
        if len(ranks) < HAND_SIZE or ranks.strip(RANK_LETTERS) or five_of_a_kind:
            raise KeyError(ranks)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        return self.setdefault(ranks, _find_best_of_ranks(ranks, one_suit=False))


class _FlushSuits(dict[str, tuple[str, ...]]):
    """The suits with five cards or more, by the text of suits."""

    def __missing__(self, suits: str) -> tuple[str, ...]:
        if suits.strip(SUIT_LETTERS):
            raise KeyError(suits)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        flushes = [suit for suit in SUIT_LETTERS if suits.count(suit) >= HAND_SIZE]
        return self.setdefault(suits, tuple(flushes))


_without_flush = _WithoutFlush()
_flush_suits = _FlushSuits()


@lru_cache(maxsize=1 << 13)  # five to seven cards of one suit have 4,719 combinations
def _find_best_of_ranks(text: str, one_suit: bool) -> BestFive:
    """Return the best five of cards of these ranks, which are in one suit or make no flush."""
    ranks = [*map(RANK_LETTERS.index, text)]
    fives = [tuple(sorted(ranks))]
    if len(ranks) > HAND_SIZE:
        present = {*ranks}
        straights = [tuple(sorted(five)) for five in _STRAIGHTS if five <= present]
        fives = [_largest_groups(Counter(ranks)), *straights[:1]]
    digits, hand, five = max((_evaluate(each, one_suit) for each in fives), key=itemgetter(0))
    indexes = [ranks.index(rank) + five[:i].count(rank) for i, rank in enumerate(five)]
    pairs = tuple([i for i in range(len(ranks) - 1) if ranks[i] == ranks[i + 1]])
    return BestFive(digits, hand, _shared_itemgetter(*indexes), pairs)


@cache
def _evaluate(ranks: tuple[int, ...], one_suit: bool) -> tuple[int, Hand, list[Rank]]:
    """Return the digits of five sorted ranks, a hand of them, and the ranks by importance."""
    hand = hand_of_ranks(ranks, one_suit)
    that_count = "".join(f"{rank:x}" for rank in hand.ranks)
    digits = int(f"1{hand.hand_type:d}{that_count:0<5}", 16)
    return digits, hand, [card.rank for card in hand.cards_by_importance]


def _largest_groups(counts: Counter[int]) -> tuple[int, ...]:
    """Return the best five ranks except for a straight, sorted.

    Among them a larger group of cards is always worth more, then a higher rank.
    """
    five: list[int] = []
    while missing := HAND_SIZE - len(five):
        size, rank = max((min(counts[rank], missing), rank) for rank in counts if rank not in five)
        five += [rank] * size
    return tuple(sorted(five))


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
        self.best, from_names = find_best(" ".join(names))
        self._five = self.best.pick(from_names)

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
        ordered = sorted(self.names)
        best = _without_flush[" ".join(ordered)[RANKS]]
        return best.hand.hand_type, tuple(map(_card_of_name, best.pick(ordered)))


def best_five(cards: str | Iterable[Card | str], player: int = 1) -> Hand:
    """Return the best hand that five of the given cards make.

    Of cards of equal rank, clubs are taken before diamonds, hearts and spades. Raises
    PokerTableError if there are fewer than five cards or if a card appears twice.

    >>> print(best_five("AC KD QD JD TS 5D 4D"))  # not a straight flush
    Player 1 - 4D 5D JD QD KD - Flush
    """
    return Holding.of(cards).hand(player)
