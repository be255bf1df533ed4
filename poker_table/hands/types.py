"""What is said of each hand type: its name, its words, what decides within it, how others spell it.

In `words`, {first}, {second} and {third} are the ranks of the hand in the order in which they
count, {firsts} and {seconds} their plurals, and {rest} is all ranks but the first. In the other
texts {0}, {1} … are those ranks; in how a rank `decides`, {0} is the better one and {1} the other.
"""

from __future__ import annotations

from poker_table.game.hand import HandType

_HIGH = "{0.word} high beats {1.word} high"
_MANY = "{0.plural} beat {1.plural}"
_KICKER = "the {0.word} kicker beats the {1.word}"


class TypeTexts:
    """The texts of one hand type.

    `deciding` has, for each rank that can decide between two hands of the type, what they share
    and how the rank decides; the last entry also serves the ranks after it.
    """

    def __init__(
        self,
        *,
        name: str,
        words: str,
        deciding: list[tuple[str, str]],
        why_not_the_next: str = "",
        one_short: str = "",
        spelling: str,
    ) -> None:
        self.name = name  # as it stands in a sentence
        self.words = words
        self.deciding = deciding
        self.why_not_the_next = why_not_the_next
        self.one_short = one_short  # said of a lesser hand, where that is worth a word
        self.spelling = spelling  # a regular expression for all that people write


TEXTS = {
    HandType.HIGH_CARD: TypeTexts(
        name="high card",
        words="{first} high, then {rest}",
        deciding=[("both are high-card hands", _HIGH), ("both are {0.word} high", _KICKER)],
        why_not_the_next="five different ranks",
        spelling=r"high ?card|nothing|no ?pair|\w+ high|none",
    ),
    HandType.PAIR: TypeTexts(
        name="a pair",
        words="pair of {firsts}, then {rest}",
        deciding=[("both have a pair", _MANY), ("both pair {0.plural}", _KICKER)],
        why_not_the_next="only the {0.plural} match",
        spelling=r"(?<!no )((one|1) ?)?pairs?",
    ),
    HandType.TWO_PAIR: TypeTexts(
        name="two pair",
        words="two pair, {firsts} and {seconds}, then {third}",
        deciding=[
            ("both have two pair", _MANY),
            ("both have two pair with {0.plural}", _MANY),
            ("both have two pair, {0.plural} and {1.plural}", _KICKER),
        ],
        why_not_the_next="no rank three times",
        spelling=r"(two|2) ?pairs?",
    ),
    HandType.THREE_OF_A_KIND: TypeTexts(
        name="three of a kind",
        words="three {firsts}, then {rest}",
        deciding=[("both have three of a kind", _MANY), ("both have three {0.plural}", _KICKER)],
        why_not_the_next="only three different ranks",
        spelling=r"(three|3) ?(of)? ?a? ?kind|trips|set",
    ),
    HandType.STRAIGHT: TypeTexts(
        name="a straight",
        words="straight, {first} high",
        deciding=[("both are straights", _HIGH)],
        why_not_the_next="{suits} suits",
        one_short="{cards}, one short of a straight",
        spelling=r"straight",
    ),
    HandType.FLUSH: TypeTexts(
        name="a flush",
        words="flush, {first} high, then {rest}",
        deciding=[
            ("both are flushes", _HIGH),
            ("both are flushes, {0.word} high", "the {0.word} beats the {1.word}"),
        ],
        why_not_the_next="five different ranks",
        one_short="four {suit}, one short of a flush",
        spelling=r"flush",
    ),
    HandType.FULL_HOUSE: TypeTexts(
        name="a full house",
        words="full house, {firsts} over {seconds}",
        deciding=[
            ("both are full houses", "three {0.plural} beat three {1.plural}"),
            ("both are full houses with three {0.plural}", "two {0.plural} beat two {1.plural}"),
        ],
        why_not_the_next="three {0.plural}, not four",
        spelling=r"full ?house|full boat|boat",
    ),
    HandType.FOUR_OF_A_KIND: TypeTexts(
        name="four of a kind",
        words="four {firsts}, then {second}",
        deciding=[("both have four of a kind", _MANY), ("both have four {0.plural}", _KICKER)],
        why_not_the_next="only two different ranks",
        spelling=r"(four|4) ?(of)? ?a? ?kind|quads|poker",
    ),
    HandType.STRAIGHT_FLUSH: TypeTexts(
        name="a straight flush",
        words="straight flush, {first} high",
        deciding=[("both are straight flushes", _HIGH)],
        one_short="{cards}, one short of a straight flush",
        spelling=r"straight ?flush|royal ?flush|royal",
    ),
}
