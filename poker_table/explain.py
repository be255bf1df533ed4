"""A hand in words, read off a Hand: no rule of poker is tested here."""

from __future__ import annotations

from poker_table.hand import Hand, HandType

_IN_WORDS = {
    HandType.HIGH_CARD: "{first} high, then {rest}",
    HandType.PAIR: "pair of {firsts}, then {rest}",
    HandType.TWO_PAIR: "two pair, {firsts} and {seconds}, then {third}",
    HandType.THREE_OF_A_KIND: "three {firsts}, then {rest}",
    HandType.STRAIGHT: "straight, {first} high",
    HandType.FLUSH: "flush, {first} high, then {rest}",
    HandType.FULL_HOUSE: "full house, {firsts} over {seconds}",
    HandType.FOUR_OF_A_KIND: "four {firsts}, then {second}",
    HandType.STRAIGHT_FLUSH: "straight flush, {first} high",
}


def in_words(hand: Hand) -> str:
    """Return an evaluated hand in words: its type, and the ranks that count in their order.

    >>> in_words(Hand.of("7H 9D 9H 9S TS"))
    'three nines, then ten, seven'
    """
    ranks = dict(zip(("first", "second", "third"), hand.ranks, strict=False))
    names = {place: rank.word for place, rank in ranks.items()}
    plurals = {f"{place}s": rank.plural for place, rank in ranks.items()}
    rest = ", ".join(rank.word for rank in hand.ranks[1:])
    return _IN_WORDS[hand.hand_type].format_map({**names, **plurals, "rest": rest})
