"""A hand in words, and why it beats another."""

from __future__ import annotations

from poker_table.game.errors import HandError
from poker_table.game.hand import Hand, HandType

ORDINALS = "first", "second", "third", "fourth", "fifth"
_COUNTED = "none one two three four five six seven eight nine ten eleven twelve thirteen".split()
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

_NAMES = {
    HandType.HIGH_CARD: "high card",
    HandType.PAIR: "a pair",
    HandType.TWO_PAIR: "two pair",
    HandType.THREE_OF_A_KIND: "three of a kind",
    HandType.STRAIGHT: "a straight",
    HandType.FLUSH: "a flush",
    HandType.FULL_HOUSE: "a full house",
    HandType.FOUR_OF_A_KIND: "four of a kind",
    HandType.STRAIGHT_FLUSH: "a straight flush",
}
_HIGH, _MANY = "{0.word} high beats {1.word} high", "{0.plural} beat {1.plural}"
_KICKER = "the {0.word} kicker beats the {1.word}"
# For each rank that can decide between two hands of a type: what they share, and how it decides.
# The last line of a type also serves the ranks after it.
_DECIDING = {
    HandType.HIGH_CARD: [
        ("both are high-card hands", _HIGH),
        ("both are {0.word} high", _KICKER),
    ],
    HandType.PAIR: [
        ("both have a pair", _MANY),
        ("both pair {0.plural}", _KICKER),
    ],
    HandType.TWO_PAIR: [
        ("both have two pair", _MANY),
        ("both have two pair with {0.plural}", _MANY),
        ("both have two pair, {0.plural} and {1.plural}", _KICKER),
    ],
    HandType.THREE_OF_A_KIND: [
        ("both have three of a kind", _MANY),
        ("both have three {0.plural}", _KICKER),
    ],
    HandType.STRAIGHT: [
        ("both are straights", _HIGH),
    ],
    HandType.FLUSH: [
        ("both are flushes", _HIGH),
        ("both are flushes, {0.word} high", "the {0.word} beats the {1.word}"),
    ],
    HandType.FULL_HOUSE: [
        ("both are full houses", "three {0.plural} beat three {1.plural}"),
        ("both are full houses with three {0.plural}", "two {0.plural} beat two {1.plural}"),
    ],
    HandType.FOUR_OF_A_KIND: [
        ("both have four of a kind", _MANY),
        ("both have four {0.plural}", _KICKER),
    ],
    HandType.STRAIGHT_FLUSH: [
        ("both are straight flushes", _HIGH),
    ],
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


def type_name(hand_type: HandType) -> str:
    """Return a hand type as it stands in a sentence.

    >>> type_name(HandType.FLUSH), type_name(HandType.TWO_PAIR)
    ('a flush', 'two pair')
    """
    return _NAMES[hand_type]


def counted(count: int) -> str:
    """Return a number as it stands in a sentence: in words, but for a large one.

    >>> counted(13), counted(14)
    ('thirteen', '14')
    """
    return _COUNTED[count] if count < len(_COUNTED) else str(count)


def why_it_beats(better: Hand, worse: Hand) -> str:
    """Return one sentence on what decides between two hands: the type, or the first rank to differ.

    Hands of equal strength tie. Raises HandError if the second hand is the stronger one.

    >>> why_it_beats(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))
    'both pair aces; the king kicker beats the queen'
    >>> why_it_beats(Hand.of("2H 4H 5H 7H 9H"), Hand.of("6C 7D 8H 9S TS"))
    'a flush beats a straight'
    >>> why_it_beats(Hand.of("2C 3C 4C 5C 6D"), Hand.of("2S 3S 4S 5S 6H"))
    'they tie (straight, six high): only the suits differ'
    """
    if better.strength < worse.strength:
        raise HandError(f"expected the better hand first, got {better} before {worse}")
    if better.strength == worse.strength:
        same = set(better.cards) == set(worse.cards)
        differ = "they are the same five cards" if same else "only the suits differ"
        return f"they tie ({in_words(better)}): {differ}"
    if better.hand_type != worse.hand_type:
        return f"{_NAMES[better.hand_type]} beats {_NAMES[worse.hand_type]}"
    return _which_rank_decides(better, worse)


def deciding_digit(better: Hand, worse: Hand) -> int:
    """Return which of `ranks`, counted from 0, is the first to differ between hands of one type.

    >>> deciding_digit(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))
    1
    """
    pairs = zip(better.ranks, worse.ranks, strict=True)
    return next(digit for digit, (high, low) in enumerate(pairs) if high != low)


def _which_rank_decides(better: Hand, worse: Hand) -> str:
    digit = deciding_digit(better, worse)
    lines = _DECIDING[better.hand_type]
    shared, decides = lines[min(digit, len(lines) - 1)]
    equal = [rank.word for rank in better.ranks[len(lines) - 1 : digit]]
    then = f", then {', '.join(equal)}" if equal else ""
    decided = decides.format(better.ranks[digit], worse.ranks[digit])
    return f"{shared.format(*better.ranks)}{then}; {decided}"
