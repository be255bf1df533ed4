"""TypeFacts: what is known of each hand type, and the texts about it."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.game.rules import HandType

# What decides between two hands of one type: {0} is the winner's rank and {1} the loser's.
HIGHEST = "{0.word} high beats {1.word} high"
SAME_RANK = "{0.plural} beat {1.plural}"
SINGLE = "the {0.word} beats the {1.word}"
KICKER = "the {0.word} kicker beats the {1.word}"
FROM_HIGHEST = "highest", "second highest", "middle one", "second lowest", "lowest"


class TypeFacts(NamedTuple):
    """What is known of a hand type. In its texts {0}, {1} … are the ranks of a hand that count."""

    name: str  # in a sentence
    in_words: str  # a hand of the type in words; {rest} is all its ranks but the first
    ranks: tuple[str, ...]  # the names of the ranks that count, the most important first
    # For each rank that can decide between two hands of the type, what the hands share and what
    # decides. The last entry also applies to all later ranks.
    decides: tuple[tuple[str, str], ...]
    spelling: str  # a regular expression for the names of the type in lower case
    hands: int  # how many of the 2,598,960 hands have the type
    not_higher: str = ""  # why such a hand is not of the next higher type
    overlooked: str = ""  # the fact to point out to people who take such a hand for another type
    required: str = ""  # the fact to point out to people who take another hand for this type


FACTS = {
    HandType.HIGH_CARD: TypeFacts(
        name="high card",
        in_words="{0.word} high, then {rest}",
        ranks=FROM_HIGHEST,
        decides=(("both are high-card hands", HIGHEST), ("both are {0.word} high", SINGLE)),
        not_higher="five different ranks",
        overlooked="No two cards have the same rank.",
        spelling=r"high ?card|nothing|none|no ?pair|bust|\w+ high",
        hands=1_302_540,
    ),
    HandType.PAIR: TypeFacts(
        name="a pair",
        in_words="pair of {0.plural}, then {rest}",
        ranks=("pair", "highest kicker", "middle kicker", "lowest kicker"),
        decides=(("both have a pair", SAME_RANK), ("both have a pair of {0.plural}", KICKER)),
        not_higher="only the {0.plural} match",
        overlooked="Two cards have the same rank, and no others do.",
        spelling=r"(?<!no )((one|1) ?)?pairs?|(two|2) ?of ?a? ?kind",
        hands=1_098_240,
    ),
    HandType.TWO_PAIR: TypeFacts(
        name="two pair",
        in_words="two pair, {0.plural} and {1.plural}, then {2.word}",
        ranks=("higher pair", "lower pair", "kicker"),
        decides=(
            ("both have two pair", SAME_RANK),
            ("both have two pair with {0.plural}", SAME_RANK),
            ("both have two pair, {0.plural} and {1.plural}", KICKER),
        ),
        not_higher="no rank three times",
        overlooked="There are two pairs, and no three cards of one rank.",
        spelling=r"(two|2) ?pairs?",
        hands=123_552,
    ),
    HandType.THREE_OF_A_KIND: TypeFacts(
        name="three of a kind",
        in_words="three {0.plural}, then {rest}",
        ranks=("three of a kind", "higher kicker", "lower kicker"),
        decides=(("both have three of a kind", SAME_RANK), ("both have three {0.plural}", KICKER)),
        not_higher="only three different ranks",
        overlooked="Three cards have the same rank, and the other two do not.",
        spelling=r"(three|3) ?(of)? ?a? ?kind|trips|set",
        hands=54_912,
    ),
    HandType.STRAIGHT: TypeFacts(
        name="a straight",
        in_words="straight, {0.word} high",
        ranks=("highest",),
        decides=(("both are straights", HIGHEST),),
        not_higher="{suits} suits",
        overlooked="The five ranks follow one another.",
        required="A straight needs five ranks that follow one another without a gap.",
        spelling=r"straight",
        hands=10_200,
    ),
    HandType.FLUSH: TypeFacts(
        name="a flush",
        in_words="flush, {0.word} high, then {rest}",
        ranks=FROM_HIGHEST,
        decides=(("both are flushes", HIGHEST), ("both are flushes, {0.word} high", SINGLE)),
        not_higher="five different ranks",
        overlooked="All five cards are of one suit.",
        required="A flush needs five cards of one suit.",
        spelling=r"flush",
        hands=5_108,
    ),
    HandType.FULL_HOUSE: TypeFacts(
        name="a full house",
        in_words="full house, {0.plural} over {1.plural}",
        ranks=("three of a kind", "pair"),
        decides=(
            ("both are full houses", "three {0.plural} beat three {1.plural}"),
            ("both are full houses with three {0.plural}", "two {0.plural} beat two {1.plural}"),
        ),
        not_higher="three {0.plural}, not four",
        overlooked="Three cards have one rank, and the other two another.",
        spelling=r"full ?(house|boat|of)|boat",
        hands=3_744,
    ),
    HandType.FOUR_OF_A_KIND: TypeFacts(
        name="four of a kind",
        in_words="four {0.plural}, then {1.word}",
        ranks=("four of a kind", "kicker"),
        decides=(("both have four of a kind", SAME_RANK), ("both have four {0.plural}", KICKER)),
        not_higher="only two different ranks",
        overlooked="Four cards have the same rank.",
        spelling=r"(four|4) ?(of)? ?a? ?kind|quads|poker(?! hand)",
        hands=624,
    ),
    HandType.STRAIGHT_FLUSH: TypeFacts(
        name="a straight flush",
        in_words="straight flush, {0.word} high",
        ranks=("highest",),
        decides=(("both are straight flushes", HIGHEST),),
        spelling=r"straight ?flush|royal ?flush|royal",
        hands=40,
    ),
}
