"""The words of a program's own for the hand types, as all its tables together explain them.

The name of a type stands for that type, even if it is always printed for another one: a program
that calls each full house four of a kind is wrong. If most hands have words of the program's own,
it prints another language. Then a name means the type for which it always stands: the Polish
`Poker` is a straight flush.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.grading.judging.label import MAX_PARTS, type_of_label
from poker_table.grading.judging.printed import PrintedHand

# The texts in a place stand for types if at least this share of the hands have their text's type.
LABEL_SHARE = 0.8
MAX_LABELS = 2 * len(HandType)  # with more texts, they do not stand for hand types

_NUMBER_FIRST = re.compile(r"\W*\d+\b\W*")
_NUMBERS = r"\d+"
_RANKS = (
    rf"(?ai)\b(?:{'|'.join(f'{r.word}|{r.plural}' for r in Rank)}|\d+|[2-9tjqka]|10)(?:'?s)?\b"
    r"|\b(?:club|diamond|heart|spade)s?\b"
)
# What differs from hand to hand, and may be left out: nothing, numbers, or ranks and suits too.
LEFT_OUT = "", _NUMBERS, _RANKS


class Place(NamedTuple):
    """Where labels stand: these parts or words of the text behind or before the cards."""

    left_out: str = ""
    at: slice = slice(None)
    behind: bool = True
    of_words: bool = False

    def text(self, hand: PrintedHand) -> str:
        """Return the text in this place, or an empty one."""
        parts: Sequence[str] = hand.behind if self.behind else hand.before
        if self.of_words:
            parts = " ".join(parts).split()
        return _without(self.left_out, " ".join(parts[self.at]))


class OwnLabels(NamedTuple):
    """Where a program prints labels in words of its own, and the type of each.

    `with_names`: even the names of types are such words. `numbered`: a number that is no part of
    the name begins each label.
    """

    place: Place = Place()
    types: Mapping[str, HandType] = MappingProxyType({})
    with_names: bool = False
    numbered: bool = False

    def read(self, hand: PrintedHand) -> PrintedHand:
        """Return a hand with the type and the label that it has in the program's own words."""
        hand = _without_number(hand) if self.numbered else hand
        text = self.place.text(hand) if self.with_names or hand.hand_type is None else ""
        return (
            replace(hand, hand_type=self.types.get(text, hand.hand_type), label=text)
            if text
            else hand
        )


def own_labels(hands: Sequence[PrintedHand]) -> OwnLabels:
    """Return the types for which texts stand, whatever their words, as the cards show.

    Each place around the cards is tried, and that one counts whose texts most nearly have one type
    each: they may be `3`, `Stright Flush` or `Drilling`.
    """
    numbered = all(_NUMBER_FIRST.match(hand.label) for hand in hands)
    hands = [*map(_without_number, hands)] if numbered else hands
    unknown = [hand for hand in hands if hand.hand_type is None]
    with_names = 2 * len(unknown) > len(hands)
    typed = [
        (hand, hand.hand.hand_type) for hand in (hands if with_names else unknown) if hand.hand
    ]
    best, best_share = OwnLabels(numbered=numbered), 0.0
    parts = max((max(len(hand.before), len(hand.behind)) for hand, _ in typed), default=0)
    for place in _places(min(parts, MAX_PARTS)):
        types_of = defaultdict[str, Counter[HandType]](Counter)
        names = set[str]()
        for hand, hand_type in typed:
            if text := place.text(hand):
                types_of[text][hand_type] += 1
                names |= {text} if hand.hand_type is not None else set()
        usual = {text: types.most_common(1)[0] for text, types in types_of.items()}
        share = sum(times for _, times in usual.values()) / len(typed)
        if len(usual) <= MAX_LABELS and share >= LABEL_SHARE and share > best_share:
            types = {
                text: kind
                for text, (kind, times) in usual.items()
                for all_times in [types_of[text].total()]
                if times == all_times or (text not in names and 2 * times > all_times)
            }
            best, best_share = OwnLabels(place, types, with_names, numbered), share
    return best


def _places(parts: int) -> Iterator[Place]:
    """Yield the places, the whole text first."""
    if not parts:
        return
    first_and_last = [slice(0, 1), slice(-1, None)]
    others = [s for n in range(1, parts) for s in (slice(n, n + 1), slice(-1 - n, -n))]
    for left_out in LEFT_OUT:
        for at in (slice(None), *first_and_last, *others):
            yield from (Place(left_out, at, behind) for behind in (True, False))
        for at in first_and_last:
            yield from (Place(left_out, at, behind, of_words=True) for behind in (True, False))


def _without_number(hand: PrintedHand) -> PrintedHand:
    return replace(hand, hand_type=type_of_label(_NUMBER_FIRST.sub("", hand.label)))


@lru_cache(4096)
def _without(pattern: str, text: str) -> str:
    return re.sub(pattern, "#", text) if pattern else text
