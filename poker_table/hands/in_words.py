"""A hand in words, and the reason why it beats another."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.hands.types import FACTS

ORDINALS = "first", "second", "third", "fourth", "fifth"
_NUMBER_WORDS = (
    "none one two three four five six seven eight nine ten eleven twelve thirteen".split()
)


def in_words(hand: Hand) -> str:
    """Return an evaluated hand in words: its type, and the ranks that count, most important first.

    >>> in_words(Hand.of("7H 9D 9H 9S TS"))
    'three nines, then ten, seven'
    """
    rest = ", ".join(rank.word for rank in hand.ranks[1:])
    return FACTS[hand.hand_type].in_words.format(*hand.ranks, rest=rest)


def number_in_words(count: int) -> str:
    """Return a number for a sentence: as a word up to thirteen, in digits above.

    >>> number_in_words(13), number_in_words(14)
    ('thirteen', '14')
    """
    return _NUMBER_WORDS[count] if count < len(_NUMBER_WORDS) else str(count)


def capitalised(text: str) -> str:
    """Return a text with a capital first letter; the other letters stay as they are."""
    return text[:1].upper() + text[1:]


def why_it_beats(better: Hand, worse: Hand) -> str:
    """Return why a hand beats another, by type or by the first rank that differs, or that they tie.

    Raises PokerTableError if the second hand is the stronger one.

    >>> why_it_beats(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))
    'both have a pair of aces; the king kicker beats the queen'
    """
    if better.strength < worse.strength:
        raise PokerTableError(f"expected the better hand first, got {better} before {worse}")
    decides = deciding(better, worse)
    if decides is None:
        why = "they are the same five cards" if better == worse else "only the suits differ"
        return f"they tie ({in_words(better)}): {why}"
    if not decides:
        return f"{FACTS[better.hand_type].name} beats {FACTS[worse.hand_type].name}"
    phrases = FACTS[better.hand_type].decides
    shared, beats = phrases[min(decides, len(phrases)) - 1]
    equal_kickers = [rank.word for rank in better.ranks[len(phrases) - 1 : decides - 1]]
    then = f", then {', '.join(equal_kickers)}" if equal_kickers else ""
    decided = beats.format(better.ranks[decides - 1], worse.ranks[decides - 1])
    return f"{shared.format(*better.ranks)}{then}; {decided}"


def deciding(better: Hand, worse: Hand) -> int | None:
    """Return what decides between two hands: 0 for the type, n for the nth rank, None if they tie.

    >>> deciding(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))  # the first kicker
    2
    """
    pairs = zip((better.hand_type, *better.ranks), (worse.hand_type, *worse.ranks), strict=False)
    return next((index for index, (high, low) in enumerate(pairs) if high != low), None)
