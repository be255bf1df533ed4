"""Mutants that see what each hand is, and then compare two hands wrongly."""

from __future__ import annotations

from poker_table.game.card import Rank
from poker_table.game.hand import HandType, summary_value
from poker_table.mutants.evaluator import RIGHT, Five, Key, Mutant, for_each


@Mutant("weight", "A low hand of a high type must beat a high hand of a low type.")
def type_ignored(five: Five) -> Key:
    """Hands are compared by their ranks alone, whatever their types."""
    return five.ranks


@Mutant("weight", "Two hands of the same type need not tie.")
def value_ignored(five: Five) -> Key:
    """Hands of one type always tie: their ranks are never compared."""
    return (five.hand_type,)


@Mutant("weight", "The best kickers must not outweigh the next higher pair.")
def base_ten(five: Five) -> Key:
    """The ranks are the digits of a number in base 10, and thirteen of them do not fit."""
    value = 0
    for rank in five.ranks:
        value = 10 * value + rank
    return five.hand_type, value


@Mutant("weight", "In what may two hands differ and still tie?", needs="rounds")
def ties_broken_by_suit(five: Five) -> Key:
    """Equal hands do not tie: the suit of the highest card decides."""
    order = sorted(five.cards, key=lambda card: (five.ranks.index(card.rank), -card.suit))
    return *five.key, *(card.suit for card in order)


@Mutant("compare", "Two hands may tie.", needs="rounds")
def first_wins_ties(first: Five, second: Five) -> int:
    """Not less is taken for greater: the first of two equal hands wins."""
    return RIGHT.compare(first, second) or 1


@Mutant("weight", "Kickers have an order. When do two hands disagree about it?")
def kickers_lowest_first(five: Five) -> Key:
    """The kickers are compared from the lowest up."""
    singles = [rank for rank in five.ranks if five.high_to_low.count(rank) == 1]
    grouped = [rank for rank in five.ranks if rank not in singles]
    return five.hand_type, *grouped, *sorted(singles)


@Mutant("weight", "Some hands differ in nothing but their last card.")
def last_kicker_forgotten(five: Five) -> Key:
    """One kicker too few: the last rank of a hand is never compared."""
    return five.key[:-1]


@Mutant("weight", "Hands of one type may begin with the same rank.")
def first_rank_alone(five: Five) -> Key:
    """Of hands of one type only the first rank that counts is compared: kickers never decide."""
    return five.key[:2]


@Mutant("weight", "How many kickers does a pair have?", HandType.PAIR)
def one_kicker_only(five: Five) -> Key:
    """A pair has three kickers, but only the first of them is compared."""
    return five.key[:3]


@Mutant("weight", "A pair of low cards may come with an ace.", HandType.PAIR)
def pair_by_kicker_first(five: Five) -> Key:
    """The highest card of a pair decides before the pair does."""
    return five.hand_type, *five.high_to_low


@Mutant("weight", "Two pair: which rank counts after the higher pair?", HandType.TWO_PAIR)
def kicker_before_second_pair(five: Five) -> Key:
    """Of two pair, the kicker is compared before the lower pair."""
    high, low, kicker = five.ranks
    return five.hand_type, high, kicker, low


@Mutant("weight", "Two hands may share their higher pair.", HandType.TWO_PAIR)
def second_pair_ignored(five: Five) -> Key:
    """Of two pair, only the higher pair and the kicker are compared."""
    high, _, kicker = five.ranks
    return five.hand_type, high, kicker


@for_each(
    "weight", "{}: with cards in common, two hands may share what makes them.",
    HandType.THREE_OF_A_KIND, HandType.FULL_HOUSE, HandType.FOUR_OF_A_KIND, needs="rounds",
)  # fmt: skip
def rest_forgotten(five: Five) -> Key:
    """{}: only the three, or the four, are compared, and not the cards beside them."""
    return five.key[:2]


@Mutant("weight", "Which part of a full house comes first?", HandType.FULL_HOUSE)
def full_house_by_pair_first(five: Five) -> Key:
    """Of full houses, the pairs are compared before the threes."""
    three, pair = five.ranks
    return five.hand_type, pair, three


@Mutant("weight", "The value must begin with what counts most, not with what is highest.")
def value_of_sorted_cards(five: Five) -> Key:
    """The value is taken from the cards from high to low: a kicker above the pair counts first."""
    return five.hand_type, summary_value(five.high_to_low)


@for_each(
    "weight", "{}: hands of this type may differ in nothing but the last rank.",
    HandType.HIGH_CARD, HandType.PAIR, HandType.TWO_PAIR, HandType.FLUSH,
)  # fmt: skip
def last_rank_forgotten(five: Five) -> Key:
    """{}: the last rank is never compared."""
    return five.key[:-1]


@for_each(
    "weight", "{}: is it set against the next lower type?", *set(HandType) - {0, HandType.FLUSH}
)
def loses_to_the_next(five: Five) -> Key:
    """{}: two types are in the wrong order, and it loses to the one that it should just beat."""
    return five.hand_type - 2, len(Rank), *five.ranks


@Mutant("weight", "Where the best five are equal, what of the other cards?", needs="six")
def sixth_card_decides(five: Five) -> Key:
    """All the cards are compared: where the best five are equal, the sixth decides."""
    return *five.key, *sorted((card.rank for card in five.among), reverse=True)
