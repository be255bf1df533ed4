"""Mutants that go wrong over pairs, threes and fours, or over which cards they look at."""

from __future__ import annotations

from collections import Counter

from poker_table.game.card import Rank
from poker_table.game.hand import HAND_SIZE, HandType
from poker_table.mutants.evaluator import RIGHT, Cards, Five, Key, Mutant


@Mutant("looked_at", "Which line needs the very lowest of more than five cards?", needs="six")
def last_card_forgotten(cards: Cards) -> Cards:
    """Off by one at the end of the hand: of six cards or more, the lowest is never looked at."""
    return RIGHT.looked_at(cards)[: max(HAND_SIZE, len(cards) - 1)]


@Mutant(
    "looked_at", "A hand may come with more than five cards, the best of them last.", needs="six"
)
def first_five_only(cards: Cards) -> Cards:
    """Only the first five cards that come are looked at."""
    return RIGHT.looked_at(cards[:HAND_SIZE])


@Mutant(
    "taken_for", "A pair can hide in something larger than a pair.", HandType.FULL_HOUSE,
    needs="six",
)  # fmt: skip
def two_threes_no_full_house(five: Five) -> Five:
    """Three of a kind beside three of a kind is no full house: a pair must be exactly two."""
    counts = [*Counter(card.rank for card in five.among).values()]
    hidden = counts.count(3) > 1 and 2 not in counts
    return five.as_type(HandType.THREE_OF_A_KIND) if hidden else five


@Mutant("taken_for", "One type is made of two others.", HandType.FULL_HOUSE)
def full_house_missed(five: Five) -> Five:
    """Three of a kind is found first and the pair never looked for: no full house."""
    return five.as_type(HandType.THREE_OF_A_KIND)


@Mutant("worth", "Six cards can hold more pairs than count.", HandType.TWO_PAIR, needs="six")
def second_pair_lowest(five: Five) -> Key:
    """Of three pairs, the highest and the lowest are taken for the two."""
    high, low, kicker = five.ranks
    return five.hand_type, high, -low, kicker


@Mutant("worth", "With three pairs, which card is the fifth?", HandType.TWO_PAIR, needs="six")
def third_pair_no_kicker(five: Five) -> Key:
    """The kicker of two pair is looked for among single cards: a third pair is passed over."""
    high, low, kicker = five.ranks
    return five.hand_type, high, low, five.copies(kicker) == 1, kicker


@Mutant("worth", "A full house may have a choice of pairs.", HandType.FULL_HOUSE, needs="six")
def lowest_pair_in_full_house(five: Five) -> Key:
    """Where two pairs stand beside three of a kind, the lower one fills the full house."""
    three, pair = five.ranks
    return five.hand_type, three, -pair


@Mutant("taken_for", "Is every type there at least once?", HandType.FOUR_OF_A_KIND)
def four_are_two_pair(five: Five) -> Five:
    """Four of a kind is taken for two pair of one rank."""
    return five.as_type(HandType.TWO_PAIR)


@Mutant("weight", "One rank is written unlike all the others.")
def ten_is_nothing(five: Five) -> Key:
    """The ten, written 0, is read as a rank below the two."""
    return five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks)


@Mutant(
    "taken_for", "The lowest rank has the number 0, which a program may take for nothing at all.",
    HandType.PAIR,
)  # fmt: skip
def two_is_nothing(five: Five) -> Five:
    """The two has the rank number 0, and 0 is taken for no card: a pair of twos is no pair."""
    twos = five.ranks[0] is Rank.TWO
    return five.as_type(HandType.HIGH_CARD, five.downward) if twos else five


@Mutant(
    "shown",
    "The winner is not all that an evaluator tells: it lists the five cards as well.",
    needs="order",
)
def listed_by_rank(five: Five) -> tuple[Rank, ...]:
    """The five cards are listed by rank, not by importance: a low pair stands last."""
    # Where no rank is there twice there is nothing to mistake, and a wheel's ace stays last.
    return five.ranks if len(five.ranks) == HAND_SIZE else five.high_to_low
