"""A hand in words, and why it beats another."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand, expect_hand
from poker_table.hands.types import DECIDING_PHRASES, PHRASES, TYPE_NAMES

ORDINALS = "first", "second", "third", "fourth", "fifth"
_COUNTED = "none one two three four five six seven eight nine ten eleven twelve thirteen".split()


def in_words(hand: Hand) -> str:
    """Return an evaluated hand in words: its type, and the ranks that count in their order.

    >>> in_words(Hand.of("7H 9D 9H 9S TS"))
    'three nines, then ten, seven'
    """
    rest = ", ".join(rank.word for rank in expect_hand(hand).ranks[1:])
    return PHRASES[hand.hand_type].format(*hand.ranks, rest=rest)


def number_in_words(count: int) -> str:
    """Return a number as it stands in a sentence: in words, but for a large one.

    >>> number_in_words(13), number_in_words(14)
    ('thirteen', '14')
    """
    return _COUNTED[count] if count < len(_COUNTED) else str(count)


def why_it_beats(better: Hand, worse: Hand) -> str:
    """Return one sentence on what decides between two hands: the type, or the first rank to differ.

    Hands of equal strength tie. Raises PokerTableError if the second hand is the stronger one.

    >>> why_it_beats(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))
    'both pair aces; the king kicker beats the queen'
    """
    if expect_hand(better).strength < expect_hand(worse).strength:
        raise PokerTableError(f"expected the better hand first, got {better} before {worse}")
    if better.strength == worse.strength:
        same = set(better.cards) == set(worse.cards)
        differ = "they are the same five cards" if same else "only the suits differ"
        return f"they tie ({in_words(better)}): {differ}"
    if better.hand_type != worse.hand_type:
        return f"{TYPE_NAMES[better.hand_type]} beats {TYPE_NAMES[worse.hand_type]}"
    digit = deciding_digit(better, worse)
    lines = DECIDING_PHRASES[better.hand_type]
    shared, decides = lines[min(digit, len(lines) - 1)]
    equal = [rank.word for rank in better.ranks[len(lines) - 1 : digit]]
    then = f", then {', '.join(equal)}" if equal else ""
    decided = decides.format(better.ranks[digit], worse.ranks[digit])
    return f"{shared.format(*better.ranks)}{then}; {decided}"


def deciding_digit(better: Hand, worse: Hand) -> int:
    """Return which of `ranks`, counted from 0, is the first to differ between hands of one type."""
    pairs = zip(better.ranks, worse.ranks, strict=True)
    return next(digit for digit, (high, low) in enumerate(pairs) if high != low)
