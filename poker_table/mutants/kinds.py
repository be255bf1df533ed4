"""Mutants that go wrong over pairs, threes and fours, or over which cards they look at."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.game.card import Card, Rank
from poker_table.game.hand import HAND_SIZE, HandType
from poker_table.mutants.evaluator import RIGHT, Five, Key, mutant


def as_if_no_full_house(five: Five) -> Five:
    """Return a full house taken for its three of a kind."""
    full = five.hand_type is HandType.FULL_HOUSE
    return five.but(HandType.THREE_OF_A_KIND) if full else five


@mutant("looked_at", "Which line needs the very lowest of more than five cards?", needs="six")
def last_card_forgotten(cards: Sequence[Card]) -> Sequence[Card]:
    """Off by one at the end of the hand: of six cards or more, the lowest is never looked at."""
    return RIGHT.looked_at(cards)[: max(HAND_SIZE, len(cards) - 1)]


@mutant(
    "looked_at", "A hand may come with more than five cards, the best of them last.", needs="six"
)
def first_five_only(cards: Sequence[Card]) -> Sequence[Card]:
    """Only the first five cards that come are looked at."""
    return RIGHT.looked_at(cards[:HAND_SIZE])


@mutant("fives", "A pair can hide in something larger than a pair.", needs="six")
def two_threes_no_full_house(cards: Sequence[Card]) -> list[Five]:
    """Three of a kind beside three of a kind is no full house: a pair must be exactly two."""
    held = [card.rank for card in cards]
    counts = [held.count(rank) for rank in set(held)]
    hidden = counts.count(3) > 1 and 2 not in counts
    return [as_if_no_full_house(five) if hidden else five for five in RIGHT.fives(cards)]


@mutant("taken_for", "One type is made of two others.")
def full_house_missed(five: Five) -> Five:
    """Three of a kind is found first and the pair never looked for: no full house."""
    return as_if_no_full_house(five)


@mutant("worth", "Six cards can hold more pairs than count.", needs="six")
def second_pair_lowest(five: Five) -> Key:
    """Of three pairs, the highest and the lowest are taken for the two."""
    if five.hand_type is HandType.TWO_PAIR:
        return five.hand_type, five.ranks[0], -five.ranks[1], five.ranks[2]
    return RIGHT.worth(five)


@mutant("evaluate", "With three pairs, which card is the fifth?", needs="six")
def third_pair_no_kicker(cards: Sequence[Card]) -> Five:
    """The kicker of two pair is looked for among single cards: a third pair is passed over."""
    best = RIGHT.evaluate(cards)
    held = [card.rank for card in cards]
    allowed = [
        five
        for five in RIGHT.fives(cards)
        if five.ranks[:2] == best.ranks[:2] and held.count(five.ranks[-1]) == 1
    ]
    two_pair = best.hand_type is HandType.TWO_PAIR
    return max(allowed, key=RIGHT.worth) if two_pair and allowed else best


@mutant("worth", "A full house may have a choice of pairs.", needs="six")
def lowest_pair_in_full_house(five: Five) -> Key:
    """Where two pairs stand beside three of a kind, the lower one fills the full house."""
    if five.hand_type is HandType.FULL_HOUSE:
        return five.hand_type, five.ranks[0], -five.ranks[1]
    return RIGHT.worth(five)


@mutant("taken_for", "Is every type there at least once?")
def four_are_two_pair(five: Five) -> Five:
    """Four of a kind is taken for two pair of one rank."""
    four = five.hand_type is HandType.FOUR_OF_A_KIND
    return five.but(HandType.TWO_PAIR) if four else five


@mutant("weight", "One rank is written unlike all the others.")
def ten_is_nothing(five: Five) -> Key:
    """The ten, written 0, is read as a rank below the two."""
    return five.hand_type, *(-1 if rank is Rank.TEN else rank for rank in five.ranks)


@mutant(
    "taken_for", "The lowest rank has the number 0, which a program may take for nothing at all."
)
def two_is_nothing(five: Five) -> Five:
    """The two has the rank number 0, and 0 is taken for no card: a pair of twos is no pair."""
    twos = five.hand_type is HandType.PAIR and five.ranks[0] is Rank.TWO
    return five.but(HandType.HIGH_CARD, five.downward) if twos else five


@mutant(
    "shown",
    "The winner is not all that an evaluator tells: it lists the five cards as well.",
    needs="order",
)
def listed_by_rank(five: Five) -> tuple[Rank, ...]:
    """The five cards are listed by rank, not by importance: a low pair stands last."""
    # Where no rank is there twice there is nothing to mistake, and a wheel's ace stays last.
    return RIGHT.shown(five) if len(five.ranks) == HAND_SIZE else tuple(five.held)
