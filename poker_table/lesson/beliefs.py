"""What is believed by who answers as a wrong evaluator does, in a student's words."""

from __future__ import annotations

from poker_table.game.hand import HandType
from poker_table.hands.types import TYPE_NAMES
from poker_table.mutants.evaluator import Mutant

#: Where the words of the mutant are those of a program: its loops, its numbers, its order of tests.
BELIEFS = {
    "steel-wheel-missed": "A-2-3-4-5 of one suit is just a flush.",
    "four-make-straight": "Four ranks in a row are enough for a straight.",
    "span-makes-straight": (
        "Cards whose ranks lie within five, such as 5-6-6-8-9, are a straight, gap or not."
    ),
    "straights-tie": "Any two straights tie.",
    "not-sorted": "A straight counts only if its cards come in order, the highest first.",
    "straight-flush-missed": "A straight of one suit is just a flush.",
    "spades-forgotten": "Five spades are no flush.",
    "clubs-forgotten": "Five clubs are no flush.",
    "four-make-flush": "Four cards of a suit are enough for a flush.",
    "flush-below-straight": "A straight beats a flush.",
    "full-house-missed": "Three of a kind and a pair are just three of a kind.",
    "four-are-two-pair": "Four of a kind is two pair of one rank.",
    "ten-is-nothing": "The ten is the lowest card, below the two.",
    "two-is-nothing": "A pair of twos is no pair.",
    "type-ignored": "The higher cards win, whatever the types of the two hands.",
    "value-ignored": "Two hands of the same type tie, whatever their cards.",
    "base-ten": "The value is counted in base 10: each digit is worth ten times the next.",
    "first-wins-ties": "Of two equal hands the first one wins.",
    "last-kicker-forgotten": "The last card that counts decides nothing.",
    "value-of-sorted-cards": "The value goes by the cards from high to low, pair or not.",
}
for high, low in zip([*HandType][1:], HandType, strict=False):
    name = TYPE_NAMES[high]
    sentence = f"{name[0].upper()}{name[1:]} loses to {TYPE_NAMES[low]}."
    BELIEFS[f"loses-to-the-next-{high.name.lower().replace('_', '-')}"] = sentence


def belief(mutant: Mutant) -> str:
    """Return what is believed, as a sentence.

    >>> from poker_table.mutants.wrong import MUTANTS
    >>> [belief(each) for each in MUTANTS if each.name == "loses-to-the-next-two-pair"]
    ['Two pair loses to a pair.']
    """
    return BELIEFS.get(mutant.name, mutant.mistake)
