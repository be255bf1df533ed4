"""Why a hand has its type and its value: its groups of cards, near misses, and base-13 digits."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import FLUSHES, STRAIGHTS, HandType, type_and_ranks
from poker_table.hands.in_words import number_in_words
from poker_table.hands.sentence import PLUS, Sentence, Sign, joined, side_by_side
from poker_table.hands.types import FACTS

_MADE_BY_ALL_FIVE = {*STRAIGHTS, *FLUSHES}
WHO_WINS = "the greater strength is always the better hand"
LOW_ACE = "the ace counts below the two"
# The exponents of the base, as written and as spoken.
EXPONENTS = {"": "", "²": " squared", "³": " cubed", "⁴": " to the fourth"}


class Value(NamedTuple):
    """The value of a hand: the ranks, which are its base-13 digits, and the resulting number.

    >>> value = Value.of(Hand.of("7H 9D 9H 9S TS"))
    >>> str(value), value.short, str(value.sum)
    ('nine 7, ten 8, seven 5 = 1,292', '7 8 5 = 1,292', '7·13² + 8·13 + 5 = 1,292')
    """

    ranks: tuple[Rank, ...]
    number: int
    base: int = 13

    @classmethod
    def of(cls, hand: Hand) -> Value:
        """Return the value of an evaluated hand."""
        return cls(hand.ranks, hand.value)

    def __str__(self) -> str:
        if len(self.ranks) == 1:  # not "nine 7 = 7"
            return f"{self.ranks[0].word} = {self.number:,}"
        digits = [f"{rank.word} {rank:d}" for rank in self.ranks]
        return f"{', '.join(digits)} = {self.number:,}"

    @property
    def short(self) -> str:
        """The value without the words for the ranks: the digits and the number."""
        digits = [f"{rank:d}" for rank in self.ranks]
        return f"{' '.join(digits)} = {self.number:,}" if len(digits) > 1 else f"{self.number:,}"

    @property
    def sum(self) -> Sentence:
        """The number as the sum of its digits, each multiplied by its power of the base."""
        total = f"{self.number:,}"
        if len(self.ranks) == 1:
            return Sentence(total)
        base = self.base
        powers = [Sign(f"·{base}{e}", f" times {base}{spoken}") for e, spoken in EXPONENTS.items()]
        factors = [Sign("", ""), *powers][: len(self.ranks)]
        digits = zip(self.ranks, reversed(factors), strict=True)
        terms = [Sentence(f"{rank:d}", factor) for rank, factor in digits]
        return Sentence(joined(PLUS, terms), Sign(" = ", " equals "), total)


class Explanation(NamedTuple):
    """The explanation of a hand: cards in groups, type, ranks, value, and why it beats another.

    >>> explained = Explanation.of(Hand.of("7H 9D 9H 9S TS"))
    >>> str(explained.cards), str(explained.ranks)
    ('9D 9H 9S + TS + 7H', 'nine (7), ten (8), seven (5)')
    """

    cards: Sentence
    type: Sentence
    ranks: Sentence
    value: Sentence
    against: Sentence | None = None

    @classmethod
    def of(cls, hand: Hand) -> Explanation:
        """Return the explanation of an evaluated hand, without a comparison (`against`)."""
        low_ace = f"; {LOW_ACE}" if has_low_ace(hand) else ""
        ranks = ", ".join(f"{rank.word} ({rank:d})" for rank in hand.ranks)
        return cls(
            cards=joined(PLUS, map(side_by_side, card_groups(hand))),
            type=Sentence(f"{FACTS[hand.hand_type].name}; ", why_not_higher(hand)),
            ranks=Sentence(f"{ranks}{low_ace}"),
            value=Value.of(hand).sum,
        )

    @property
    def named(self) -> dict[str, Sentence]:
        """The sentences that are not empty, by their titles."""
        return {name.capitalize(): text for name, text in self._asdict().items() if text}


def explanation(hand: Hand) -> dict[str, str]:
    """Return the explanation of an evaluated hand: four short texts, by their titles.

    >>> for name, text in explanation(Hand.of("7H 9D 9H 9S TS")).items():
    ...     print(f"{name}: {text}")
    Cards: 9D 9H 9S + TS + 7H
    Type: three of a kind; not a straight: only three different ranks
    Ranks: nine (7), ten (8), seven (5)
    Value: 7·13² + 8·13 + 5 = 1,292
    """
    return {name: str(text) for name, text in Explanation.of(hand).named.items()}


def has_low_ace(hand: Hand) -> bool:
    """Return whether a hand is a straight in which the ace counts below the two."""
    return len(hand.ranks) == 1 and hand.cards_by_importance[-1].rank is Rank.ACE


def card_groups(hand: Hand) -> list[tuple[Card, ...]]:
    """Return the cards in groups of equal rank, most important first.

    A straight or a flush is one group.

    >>> [len(group) for group in card_groups(Hand.of("7H 9D 9H 7S TS"))]
    [2, 2, 1]
    """
    cards = hand.cards_by_importance
    if hand.hand_type in _MADE_BY_ALL_FIVE:
        return [cards]
    return [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]


def cards_that_make_type(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that make the type, without kickers; for a high card, the highest card.

    >>> " ".join(map(str, cards_that_make_type(Hand.of("7H 9D 9H 7S TS"))))
    '9D 9H 7H 7S'
    """
    first, *others = card_groups(hand)
    return (*first, *(card for group in others if len(group) > 1 for card in group))


def why_not_higher(hand: Hand) -> Sentence:
    """Return why a hand is not of the next higher type, and which types it misses by one card.

    >>> str(why_not_higher(Hand.of("2H 5H 9H KH KS")))
    'not two pair: only the kings match; four hearts, one card short of a flush'
    """
    if hand.hand_type is max(HandType):
        if hand.ranks[0] is Rank.ACE:
            return Sentence("ace high, a royal flush: nothing beats it")
        return Sentence("no type is higher")
    suits = number_in_words(len({card.suit for card in hand.cards}))
    next_up = FACTS[HandType(hand.hand_type + 1)].name
    why = FACTS[hand.hand_type].not_higher.format(*hand.ranks, suits=suits)
    four_cards = one_short_of(hand)
    if HandType.STRAIGHT_FLUSH in four_cards:
        four_cards = {HandType.STRAIGHT_FLUSH: four_cards[HandType.STRAIGHT_FLUSH]}
    near_misses = []
    for hand_type, four in sorted(four_cards.items()):
        in_one_suit = hand_type is HandType.FLUSH
        cards = f"four {four[0].suit.word}" if in_one_suit else side_by_side(four)
        near_misses.append(Sentence(cards, f", one card short of {FACTS[hand_type].name}"))
    return joined("; ", [f"not {next_up}: {why}", *near_misses])


def one_short_of(hand: Hand) -> dict[HandType, tuple[Card, ...]]:
    """Return each straight or flush that a hand misses by one card, with the other four cards.

    >>> four = one_short_of(Hand.of("5C 6D 7H 8S KC"))[HandType.STRAIGHT]
    >>> " ".join(map(str, four))
    '5C 6D 7H 8S'
    """
    four_cards = {}
    for removed in hand.cards:
        four = tuple(card for card in hand.cards if card != removed)
        # A fifth card in the suit of the first completes a straight as well as any other.
        fifths = [Card(rank, four[0].suit) for rank in Rank]
        best = max(type_and_ranks((*four, fifth))[0] for fifth in fifths if fifth not in four)
        if best in _MADE_BY_ALL_FIVE and best > hand.hand_type:
            four_cards[best] = four
    return four_cards
