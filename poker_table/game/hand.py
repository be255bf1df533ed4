"""HandType, Hand and HandComparer: the only statement of the rules of poker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from poker_table.game.card import Card, Rank, check_distinct, parse_cards
from poker_table.game.errors import PokerTableError, expect
from poker_table.game.notebook import NotebookDisplay

HAND_SIZE = 5
BOARD_CARDS = 5  # at most, that belong to every hand in hold'em


class HandType(IntEnum):
    """The type of a hand, weakest first: a hand of a greater type always wins.

    `str` returns the name that the assignment's rules use; `label` is the name that its output
    uses, which has a small k in one type.

    >>> str(HandType.FOUR_OF_A_KIND), HandType.FOUR_OF_A_KIND.label
    ('Four of a Kind', 'Four of a kind')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name of the type in the assignment's output."""
        return "Four of a kind" if self is HandType.FOUR_OF_A_KIND else str(self)

    def __str__(self) -> str:
        return self.name.replace("_", " ").title().replace("Of A", "of a")


# The definition of each type, weakest first: the number of cards of each rank, largest first;
# whether the five ranks are consecutive; whether all cards have the same suit.
RULES: dict[tuple[tuple[int, ...], bool, bool], HandType] = {
    ((1, 1, 1, 1, 1), False, False): HandType.HIGH_CARD,
    ((2, 1, 1, 1), False, False): HandType.PAIR,
    ((2, 2, 1), False, False): HandType.TWO_PAIR,
    ((3, 1, 1), False, False): HandType.THREE_OF_A_KIND,
    ((1, 1, 1, 1, 1), True, False): HandType.STRAIGHT,
    ((1, 1, 1, 1, 1), False, True): HandType.FLUSH,
    ((3, 2), False, False): HandType.FULL_HOUSE,
    ((4, 1), False, False): HandType.FOUR_OF_A_KIND,
    ((1, 1, 1, 1, 1), True, True): HandType.STRAIGHT_FLUSH,
}
STRAIGHTS = HandType.STRAIGHT, HandType.STRAIGHT_FLUSH
FLUSHES = HandType.FLUSH, HandType.STRAIGHT_FLUSH
# The ranks of the only straight in which the ace counts below the two, highest first.
WHEEL = Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE


def type_and_ranks(cards: Sequence[Card]) -> tuple[HandType, tuple[Rank, ...]]:
    """Return the type of five cards, and their distinct ranks, the most important first.

    >>> type_and_ranks([Card.parse(word) for word in "7H 9D 9H 9S TS".split()])
    (<HandType.THREE_OF_A_KIND: 3>, (<Rank.NINE: 7>, <Rank.TEN: 8>, <Rank.SEVEN: 5>))
    """
    given = [card.rank for card in cards]
    ranks = tuple(sorted(set(given), key=lambda rank: (given.count(rank), rank), reverse=True))
    if ranks == (Rank.ACE, *WHEEL[:-1]):
        ranks = WHEEL
    shape = tuple(given.count(rank) for rank in ranks)
    straight = ranks == WHEEL or (len(ranks) == HAND_SIZE and ranks[0] - ranks[-1] == 4)
    flush = len({card.suit for card in cards}) == 1
    return RULES[shape, straight, flush], ranks


def summary_value(ranks: Iterable[int]) -> int:
    """Return the base-13 number whose digits are the ranks, the most important rank first.

    The example in the assignment, 8 T Q K A:

    >>> summary_value([Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN, Rank.EIGHT])
    368699
    """
    value = 0
    for rank in ranks:
        value = 13 * value + rank
    return value


def player_line(player: int, cards: Iterable[Card], label: str = "") -> str:
    """Return a line of the assignment's output: player, cards and, if given, the hand type.

    >>> player_line(2, [Card.parse("7H"), Card.parse("9D")])
    'Player 2 - 7H 9D'
    """
    return " - ".join(filter(None, [f"Player {player}", " ".join(map(str, cards)), label]))


class Hand(NotebookDisplay):
    """The five cards of one player, and, after `evaluate`, their hand type and value.

    Two hands are equal if they hold the same cards, even if their players differ. Hands are mutable
    and therefore not hashable.

    >>> hand = Hand.of("9D 9H 7H TS 9S", player=2)
    >>> str(hand)
    'Player 2 - 7H 9D 9H 9S TS - Three of a Kind'
    >>> hand.value  # 7·13² + 8·13 + 5: nines, then ten, then seven
    1292
    """

    def __init__(self, player: int = 1) -> None:
        self.player = player
        self._cards: list[Card] = []
        self._type_and_ranks: tuple[HandType, tuple[Rank, ...]] | None = None

    @classmethod
    def of(cls, cards: str | Iterable[Card | str], player: int = 1) -> Hand:
        """Return an evaluated hand of the given cards, words, or text such as "7H 9D 9H 9S TS".

        Raises CardError for a word that is not a card, and PokerTableError unless there are five
        different cards.
        """
        hand = cls(player)
        for card in parse_cards(cards):
            hand.add_card(card)
        hand.evaluate()
        return hand

    def add_card(self, card: Card | str) -> None:
        """Add a card. Raises PokerTableError if the hand is full or already has the card."""
        card = Card.parse(card)
        if len(self._cards) == HAND_SIZE:
            got = f"a sixth: {card}"
            raise PokerTableError(expected="five cards", got=got, player=self.player)
        if card in self._cards:
            check_distinct([*self._cards, card], player=self.player)
        self._cards.append(card)

    def evaluate(self) -> None:
        """Find the hand type and the value. Raises PokerTableError unless there are five cards."""
        if len(self._cards) != HAND_SIZE:
            raise PokerTableError(expected="five cards", got=len(self._cards), player=self.player)
        self._type_and_ranks = type_and_ranks(self._cards)

    @property
    def is_evaluated(self) -> bool:
        """Whether `evaluate` has been called."""
        return self._type_and_ranks is not None

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards in the order in which they were added."""
        return tuple(self._cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards by rank, lowest first, and within a rank: clubs, diamonds, hearts, spades."""
        return tuple(sorted(self._cards, key=lambda card: card.index))

    @property
    def cards_by_importance(self) -> tuple[Card, ...]:
        """The cards, the most important rank first; in the wheel the ace is last."""
        _, ranks = self._evaluation()
        return tuple(sorted(self._cards, key=lambda card: (ranks.index(card.rank), card.suit)))

    @property
    def hand_type(self) -> HandType:
        """The type of the hand."""
        return self._evaluation()[0]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The distinct ranks that order hands of this type, the most important first.

        In a straight only the highest rank counts.
        """
        hand_type, ranks = self._evaluation()
        return ranks[:1] if hand_type in STRAIGHTS else ranks

    @property
    def value(self) -> int:
        """The base-13 number with `ranks` as digits; of hands of one type, the greater wins."""
        return summary_value(self.ranks)

    @property
    def strength(self) -> int:
        """Type and value in one integer: of any two hands, the one with the greater wins."""
        return 13**5 * self.hand_type + self.value  # a value has at most five base-13 digits

    def __eq__(self, other: object) -> bool:
        return set(self._cards) == set(other._cards) if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        raise TypeError("hands have no < or >: compare their strength, or use key=HandComparer.key")

    def __str__(self) -> str:
        label = self.hand_type.label if self.is_evaluated else ""
        return player_line(self.player, self.cards, label)

    def __repr__(self) -> str:
        return f"<Hand: {self}>"

    def _evaluation(self) -> tuple[HandType, tuple[Rank, ...]]:
        if self._type_and_ranks is None:
            raise PokerTableError("the hand has not been evaluated", player=self.player)
        return self._type_and_ranks


def expect_hand(given: Hand) -> Hand:
    """Return the given object if it is a Hand. Raises PokerTableError."""
    expect(Hand, given, "a Hand, such as Hand.of('7H 9D 9H 9S TS')")
    return given


class HandComparer:
    """The assignment's functor: compares two hands by type, then by value. Suits never count.

    >>> straight, pair = Hand.of("2C 3D 4H 5S AC"), Hand.of("AD AH KD QS JC")
    >>> HandComparer()(pair, straight)
    True
    >>> max(pair, straight, key=HandComparer.key).hand_type
    <HandType.STRAIGHT: 4>
    """

    def __call__(self, first: Hand, second: Hand) -> bool:
        """Return whether the first hand is lower."""
        return self.key(first) < self.key(second)

    @staticmethod
    def key(hand: Hand) -> int:
        """Return the strength of a hand: the key by which `sorted` orders hands, weakest first."""
        return expect_hand(hand).strength
