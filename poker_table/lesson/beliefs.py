"""The belief behind each wrong evaluator, as a sentence that a student could say."""

from __future__ import annotations

from poker_table.game.rules import HandType
from poker_table.hands.in_words import capitalised
from poker_table.hands.types import FACTS
from poker_table.mutants.evaluator import Mutant

#: Beliefs of the mutants whose own description speaks of a program: of loops, numbers or tests.
BELIEFS = {
    "steel-wheel-missed": "A-2-3-4-5 of one suit is just a flush.",
    "four-make-straight": "Four ranks in a row are enough for a straight.",
    "span-makes-straight": (
        "Cards whose ranks are at most four apart, such as 5-6-6-8-9, are a straight."
    ),
    "straights-tie": "Any two straights tie.",
    "not-sorted": "A straight counts only if its cards are dealt in order, the highest first.",
    "straight-flush-missed": "A straight of one suit is just a flush.",
    "spades-forgotten": "Five spades are not a flush.",
    "clubs-forgotten": "Five clubs are not a flush.",
    "four-make-flush": "Four cards of a suit are enough for a flush.",
    "flush-below-straight": "A straight beats a flush.",
    "full-house-missed": "Three of a kind and a pair are just three of a kind.",
    "four-are-two-pair": "Four of a kind is just two pair.",
    "ten-is-nothing": "The ten is the lowest card, below the two.",
    "two-is-nothing": "A pair of twos does not count as a pair.",
    "type-ignored": "The higher cards win, whatever the types of the two hands.",
    "value-ignored": "Two hands of the same type tie, whatever their cards.",
    "base-ten": "The value is a number in base 10: each digit is worth ten times the next.",
    "first-wins-ties": "Of two equal hands, the first one wins.",
    "last-kicker-forgotten": "The last card that counts is never compared.",
    "value-of-sorted-cards": (
        "The digits of the value are the ranks from high to low, even if there is a pair."
    ),
}
for high, low in zip([*HandType][1:], HandType, strict=False):
    sentence = f"{capitalised(FACTS[high].name)} loses to {FACTS[low].name}."
    BELIEFS[f"loses-to-the-next-{high.name.lower().replace('_', '-')}"] = sentence


def belief(mutant: Mutant) -> str:
    """Return the belief of a person who answers as the mutant does, as a sentence.

    >>> from poker_table.mutants.wrong import MUTANTS
    >>> [belief(mutant) for mutant in MUTANTS if mutant.name == "loses-to-the-next-two-pair"]
    ['Two pair loses to a pair.']
    """
    return BELIEFS.get(mutant.name, mutant.mistake)
