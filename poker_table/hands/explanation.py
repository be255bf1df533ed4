"""How a hand is read: its groups, why its type is no higher, its value digit by digit."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from poker_table.game.card import CARDS, Card, Rank
from poker_table.game.hand import FLUSHES, STRAIGHTS, Hand, HandType, expect_hand, type_and_ranks
from poker_table.hands.in_words import number_in_words
from poker_table.hands.sentence import PLUS, Sentence, Sign, joined, side_by_side
from poker_table.hands.types import NEAR_MISS_TYPES, TYPE_NAMES, WHY_NOT_THE_NEXT

_WHOLE = STRAIGHTS + FLUSHES  # only all five cards together make these
WHO_WINS = "the greater strength is always the better hand"
LOW_ACE = "the ace counts below the two"
# The powers by which the digits are multiplied: as written, and as spoken.
POWERS = {"": "", "²": " squared", "³": " cubed", "⁴": " to the fourth"}


class Value(NamedTuple):
    """The value of a hand: the ranks that are its digits, in base 13, and the number they make.

    >>> value = Value.of(Hand.of("7H 9D 9H 9S TS"))
    >>> str(value), value.short, str(value.sum)
    ('nine 7, ten 8, seven 5 = 1,292', '7 8 5 = 1,292', '7·13² + 8·13 + 5 = 1,292')
    >>> str(Value.of(Hand.of("5H 6C 7D 8S 9H")))
    'nine = 7'
    """

    ranks: tuple[Rank, ...]
    number: int
    base: int = 13

    @classmethod
    def of(cls, hand: Hand) -> Value:
        """Return the value of an evaluated hand."""
        return cls(hand.ranks, hand.value)

    def __str__(self) -> str:
        one = len(self.ranks) == 1  # its digit is the number: `nine 7 = 7` would read as a sum
        digits = (rank.word if one else f"{rank.word} {rank:d}" for rank in self.ranks)
        return f"{', '.join(digits)} = {self.number:,}"

    @property
    def short(self) -> str:
        """The same where there is little room: the digits alone, and the number."""
        digits = [f"{rank:d}" for rank in self.ranks]
        return f"{' '.join(digits)} = {self.number:,}" if len(digits) > 1 else f"{self.number:,}"

    @property
    def digits(self) -> list[tuple[Rank, Sign]]:
        """Each rank, which is a digit, and the power of the base by which it is multiplied."""
        base = self.base
        powers = [Sign(f"·{base}{p}", f" times {base}{words}") for p, words in POWERS.items()]
        signs = [Sign("", ""), *powers][: len(self.ranks)]
        return list(zip(self.ranks, reversed(signs), strict=True))

    @property
    def sum(self) -> Sentence:
        """The number as the sum of its digits."""
        terms = [Sentence(f"{rank:d}", power) for rank, power in self.digits]
        total = f"{self.number:,}"
        equals = Sign(" = ", " equals ")
        return Sentence(joined(PLUS, terms), equals, total) if len(terms) > 1 else Sentence(total)


class Explanation(NamedTuple):
    """How a hand was read: its cards in groups, its type, its ranks, its value, and who it beats.

    >>> read = Explanation.of(Hand.of("7H 9D 9H 9S TS"))
    >>> str(read.cards), str(read.ranks)
    ('9D 9H 9S + TS + 7H', 'nine (7), ten (8), seven (5)')
    """

    cards: Sentence
    type: Sentence
    ranks: Sentence
    value: Sentence
    against: Sentence | None = None

    @classmethod
    def of(cls, hand: Hand) -> Explanation:
        """Return how an evaluated hand was read."""
        low_ace = f"; {LOW_ACE}" if has_low_ace(expect_hand(hand)) else ""
        ranks = ", ".join(f"{rank.word} ({rank:d})" for rank in hand.ranks)
        return cls(
            cards=joined(PLUS, map(side_by_side, card_groups(hand))),
            type=Sentence(f"{TYPE_NAMES[hand.hand_type]}; ", why_not_higher(hand)),
            ranks=Sentence(f"{ranks}{low_ace}"),
            value=Value.of(hand).sum,
        )

    @property
    def named(self) -> dict[str, Sentence]:
        """The sentences that are not empty, by the names that a person sees."""
        return {name.capitalize(): said for name, said in self._asdict().items() if said}


def explanation(hand: Hand) -> dict[str, str]:
    """Return how an evaluated hand was read: four short texts, each under a name.

    >>> for name, text in explanation(Hand.of("7H 9D 9H 9S TS")).items():
    ...     print(f"{name}: {text}")
    Cards: 9D 9H 9S + TS + 7H
    Type: three of a kind; not a straight: only three different ranks
    Ranks: nine (7), ten (8), seven (5)
    Value: 7·13² + 8·13 + 5 = 1,292
    """
    return {name: str(said) for name, said in Explanation.of(hand).named.items()}


def has_low_ace(hand: Hand) -> bool:
    """Return whether the ace of a straight counts below the two."""
    return len(hand.ranks) == 1 and hand.cards_by_importance[-1].rank is Rank.ACE


def card_groups(hand: Hand) -> list[tuple[Card, ...]]:
    """Return the cards as they count together, the most important group first.

    >>> [len(group) for group in card_groups(Hand.of("7H 9D 9H 7S TS"))]
    [2, 2, 1]
    """
    cards = hand.cards_by_importance
    if hand.hand_type in _WHOLE:
        return [cards]
    return [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]


def cards_that_make_type(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that make the type, kickers left out; of a high card, the highest.

    >>> " ".join(map(str, cards_that_make_type(Hand.of("7H 9D 9H 7S TS"))))
    '9D 9H 7H 7S'
    """
    first, *others = card_groups(hand)
    return (*first, *(card for group in others if len(group) > 1 for card in group))


def why_not_higher(hand: Hand) -> Sentence:
    """Return why the hand is not of the next type up, and what it is one card short of.

    >>> str(why_not_higher(Hand.of("2H 5H 9H KH KS")))
    'not two pair: only the kings match; four hearts, one short of a flush'
    """
    if hand.hand_type is max(HandType):
        royal = hand.ranks[0] is Rank.ACE
        return Sentence(
            "ace high, a royal flush: nothing beats it" if royal else "no type is higher"
        )
    suits = number_in_words(len({card.suit for card in hand.cards}))
    next_up = TYPE_NAMES[HandType(hand.hand_type + 1)]
    why = WHY_NOT_THE_NEXT[hand.hand_type].format(*hand.ranks, suits=suits)
    near = one_short_of(hand)
    if HandType.STRAIGHT_FLUSH in near:
        near = {HandType.STRAIGHT_FLUSH: near[HandType.STRAIGHT_FLUSH]}
    # Types that are always near are left out: a pair, for instance, is one short of two pair.
    near_misses = [
        Sentence(_four(hand_type, near[hand_type]), f", one short of {TYPE_NAMES[hand_type]}")
        for hand_type in NEAR_MISS_TYPES
        if hand_type in near
    ]
    return joined("; ", [f"not {next_up}: {why}", *near_misses])


def _four(hand_type: HandType, cards: tuple[Card, ...]) -> Sentence:
    """Return the four cards that are one short of a type; of a flush, only their suit."""
    if hand_type is HandType.FLUSH:
        return Sentence(f"four {cards[0].suit.word}")
    return side_by_side(cards)


def one_short_of(hand: Hand) -> dict[HandType, tuple[Card, ...]]:
    """Return each higher type that changing one card would make, with the other four cards.

    Every card of the deck is tried in the place of every card of the hand.

    >>> four = one_short_of(Hand.of("5C 6D 7H 8S KC"))[HandType.STRAIGHT]
    >>> " ".join(map(str, four))
    '5C 6D 7H 8S'
    """
    better = {}
    cards = hand.cards
    unseen = [card for card in CARDS if card not in cards]
    for gone in cards:
        four = tuple(card for card in cards if card != gone)
        # One card of each rank: if unseen, that in the suit of the first of the four, the best.
        suit = four[0].suit
        few = {card.rank: card for card in sorted(unseen, key=lambda card: card.suit is suit)}
        best = max(type_and_ranks((*four, card))[0] for card in few.values())
        if best > hand.hand_type:
            better[best] = four
    return better
