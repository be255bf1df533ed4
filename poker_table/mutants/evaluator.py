"""The right evaluator, in stages that a mutant can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HAND_SIZE, HandType, type_and_ranks
from poker_table.hands.best_five import Holding
from poker_table.hands.in_words import capitalised
from poker_table.hands.types import FACTS

Key = tuple[int, ...]
Cards = Sequence[Card]


class FiveCards(NamedTuple):
    """Five of a player's cards, as an evaluator classifies them.

    `ranks` has each rank once, the most important first. `all_cards` are all of the player's cards,
    in the order in which they came.
    """

    cards: tuple[Card, ...]
    hand_type: HandType
    ranks: tuple[Rank, ...]
    all_cards: tuple[Card, ...]

    def with_type(self, hand_type: HandType) -> FiveCards:
        """Return the same cards, classified as another type."""
        by_height = hand_type in (HandType.HIGH_CARD, HandType.FLUSH)
        ranks = self.distinct_high_to_low if by_height else self.ranks
        return self._replace(hand_type=hand_type, ranks=ranks)

    @property
    def key(self) -> Key:
        """The type and then each rank: the key by which the rules order hands."""
        return self.hand_type, *self.ranks

    @property
    def high_to_low(self) -> tuple[Rank, ...]:
        """The rank of each of the five cards, highest first."""
        return tuple(sorted((card.rank for card in self.cards), reverse=True))

    @property
    def distinct_high_to_low(self) -> tuple[Rank, ...]:
        """Each rank once, highest first."""
        return tuple(sorted(self.ranks, reverse=True))

    @property
    def all_ranks(self) -> tuple[Rank, ...]:
        """The rank of each of the player's cards, highest first."""
        return tuple(sorted((card.rank for card in self.all_cards), reverse=True))


@lru_cache(maxsize=4096)
def every_five(cards_used: tuple[Card, ...], all_cards: tuple[Card, ...]) -> list[FiveCards]:
    """Return every choice of five of the cards used, classified by the rules."""
    choices = combinations(cards_used, HAND_SIZE)
    return [FiveCards(cards, *type_and_ranks(cards), all_cards) for cards in choices]


def best_of(holding: Holding) -> FiveCards:
    """Return the best five of a player's cards, classified by the rules."""
    cards = holding.five  # the most important first
    ranks = tuple(dict.fromkeys([card.rank for card in cards]))
    return FiveCards(cards, holding.best.hand.hand_type, ranks, holding.given)


class Evaluator:
    """The right evaluator of five cards or more. Each method but `evaluate` is a stage.

    >>> first = Evaluator().evaluate([Card.parse(word) for word in "Kc Ac Jh 8s 9c 2s".split()])
    >>> first.hand_type, [rank.letter for rank in first.ranks]
    (<HandType.HIGH_CARD: 0>, ['A', 'K', 'J', '9', '8'])
    """

    def evaluate(self, cards: Cards) -> FiveCards:
        """Return the best five of the cards."""
        choices = every_five(tuple(self.cards_used(cards)), tuple(cards))
        return max(map(self.classify, choices), key=self.choice_key)

    def cards_used(self, cards: Cards) -> Cards:
        """Return the cards that the evaluator looks at, highest rank first."""
        return sorted(cards, key=lambda card: card.index, reverse=True)

    def classify(self, five: FiveCards) -> FiveCards:
        """Return five cards as this evaluator classifies them; the given ones follow the rules."""
        return five

    def choice_key(self, five: FiveCards) -> Key:
        """Return the key by which one player's best five are chosen: the greatest is the best."""
        return five.key

    def comparison_key(self, five: FiveCards) -> Key:
        """Return the key that decides between two players' hands: the greater one wins."""
        return five.key

    def compare(self, first: FiveCards, second: FiveCards) -> int:
        """Return 1 if the first of two evaluated hands wins, -1 if the second does, 0 for a tie."""
        first_key, second_key = self.comparison_key(first), self.comparison_key(second)
        return (first_key > second_key) - (first_key < second_key)

    def listing(self, five: FiveCards) -> Cards:
        """Return the five cards in the order in which the evaluator lists them.

        The most important rank comes first. Of cards of one rank, any may be first: the highest
        suit is.
        """
        return sorted(five.cards, key=lambda card: (five.ranks.index(card.rank), -card.suit))


RIGHT = Evaluator()


class Mutant(Evaluator):
    """The evaluator with one stage replaced by a wrong function.

    `types` are the hand types for which the stage goes wrong; if there are none, it goes wrong for
    every type. `needs` says what a test needs to show the mistake: hands of "five" cards; hands of
    "six" cards or more; "rounds", where hands may share cards and may tie; or a check of the
    "order" in which the five cards are listed. `hint` points to the mistake without naming cards.
    `does` continues "your program" and says what is wrong, `belief` is what a person believes who
    makes the same mistake, and `rule` what is true instead.

    >>> key = lambda five: (five.hand_type,)
    >>> pairs_tie = Mutant("comparison_key", key, HandType.PAIR)
    >>> aces, kings = (FiveCards((), HandType.PAIR, (rank,), ()) for rank in (Rank.ACE, Rank.KING))
    >>> pairs_tie.compare(aces, kings), RIGHT.compare(aces, kings)
    (0, 1)
    """

    name: str = ""
    hint: str = ""
    does: str = ""
    rule: str = ""
    belief: str = ""

    def __init__(
        self, stage: str, wrong: Callable[..., Any], *types: HandType, needs: str = "five"
    ) -> None:
        self.stage: str = stage
        self.wrong: Callable[..., Any] = wrong
        self.types: tuple[HandType, ...] = types
        self.needs = needs
        #: Whether the mutant may choose five cards that the right evaluator does not choose.
        self.affects_choice: bool = stage in ("cards_used", "classify", "choice_key")
        right = getattr(self, stage)
        by_type = lambda five: (wrong if five.hand_type in types else right)(five)  # noqa: E731
        setattr(self, stage, by_type if types else wrong)

    @property
    def mistake(self) -> str:
        """What is wrong, as a sentence about the evaluator."""
        return f"It {self.does}"

    def may_differ(self, best_types: Collection[int], card_count: int) -> bool:
        """Return False if the mistake cannot show in hands of at most `card_count` cards.

        `best_types` are the types of each hand's best five. A mutant that affects the choice goes
        through all choices of five cards; none of them is of a higher type than the best five.
        """
        if self.needs == "six" and card_count == HAND_SIZE:
            return False
        if self.affects_choice:
            return min(self.types, default=0) <= max(best_types)
        return not self.types or not set(self.types).isdisjoint(best_types)

    def described(self, name: str, hint: str, does: str, rule: str, belief: str) -> list[Mutant]:
        """Set the texts of this mutant and return a list with it.

        If the hint contains {}, return one mutant for each of the types instead. Their texts have
        the label of the type in place of {}, its name in place of {type}, and the name of the next
        lower type in place of {below}.
        """
        if "{}" not in hint:
            self.name, self.hint, self.does = name, hint, does
            self.rule, self.belief = rule, belief or self.mistake
            return [self]
        mutants = []
        for hand_type in self.types:
            mutant = Mutant(self.stage, self.wrong, hand_type, needs=self.needs)
            type_name = f"{name}-{hand_type.name}".lower().replace("_", "-")
            names = {
                "type": FACTS[hand_type].name,
                "below": FACTS[HandType(max(hand_type - 1, 0))].name,
            }
            texts = [text.format(hand_type, **names) for text in (hint, does, rule, belief)]
            mutants += mutant.described(type_name, *texts[:2], *map(capitalised, texts[2:]))
        return mutants
