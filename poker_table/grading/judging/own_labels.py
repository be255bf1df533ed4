"""The words of a program's own for the hand types, as all its tables together explain them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.grading.judging.label import MAX_PARTS
from poker_table.grading.judging.printed import PrintedHand

# A text stands for a hand type if all texts in its place have one type each, but for this share.
LABEL_SHARE = 0.8
MAX_LABELS = 2 * len(HandType)  # with more unknown texts, they do not stand for hand types

_NUMBERS = re.compile(
    rf"(?ai)\b(?:{'|'.join(f'{r.word}|{r.plural}' for r in Rank)}|\d+|[2-9tjqka]|10)(?:'?s)?\b"
)
_SUITS = re.compile(r"(?ai)\b(?:club|diamond|heart|spade)s?\b")


class Place(NamedTuple):
    """Where a label stands: a part of the text before or behind the cards, or all of it.

    The text is used as it is, or without its ranks and suits, which differ from hand to hand.
    """

    behind: bool = True
    part: int | None = None
    with_ranks: bool = True

    def text(self, hand: PrintedHand) -> str:
        """Return the text in this place, or an empty one."""
        parts = hand.behind if self.behind else hand.before
        if self.part is None:
            text = " ".join(parts)
        else:
            text = parts[self.part] if -len(parts) <= self.part < len(parts) else ""
        return text if self.with_ranks else _without_ranks(text)


class OwnLabels(NamedTuple):
    """Where a program prints labels in words of its own, and the type of each."""

    place: Place
    types: dict[str, HandType]

    def type_of(self, hand: PrintedHand) -> HandType | None:
        """Return the type that is printed for a hand, in usual words or in the program's own."""
        return self.types.get(self.place.text(hand)) if hand.hand_type is None else hand.hand_type

    def label_of(self, hand: PrintedHand) -> str:
        """Return the label of a hand, as it was printed."""
        return (self.place.text(hand) if hand.hand_type is None else "") or hand.label


NONE = OwnLabels(Place(), {})


def own_labels(hands: Sequence[PrintedHand]) -> OwnLabels:
    """Return the types for which unknown texts stand, whatever their words, as the cards show.

    Each place around the cards is tried, and that one counts whose texts most nearly have one type
    each: they may be `3`, `Stright Flush` or `Drilling`.
    """
    unknown = [
        (hand, hand.hand.hand_type) for hand in hands if hand.hand_type is None and hand.hand
    ]
    best, best_share = NONE, LABEL_SHARE - 0.001
    for place in _places(
        max((len(hand.before) + len(hand.behind) for hand, _ in unknown), default=0)
    ):
        types_of = defaultdict[str, Counter[HandType]](Counter)
        for hand, hand_type in unknown:
            if text := place.text(hand):
                types_of[text][hand_type] += 1
        usual = {text: types.most_common(1)[0] for text, types in types_of.items()}
        share = sum(times for _, times in usual.values()) / len(unknown) if unknown else 0.0
        if len(usual) <= MAX_LABELS and share > best_share:
            best_share = share
            best = OwnLabels(
                place, {t: kind for t, (kind, n) in usual.items() if 2 * n > types_of[t].total()}
            )
    return best


def _places(parts: int) -> Iterator[Place]:
    """Yield the places, the whole text first."""
    for with_ranks in True, False:
        yield from (Place(behind, None, with_ranks) for behind in (True, False))
        for part in range(min(parts, MAX_PARTS)):
            for at in part, -1 - part:
                yield from (Place(behind, at, with_ranks) for behind in (True, False))


@lru_cache(4096)
def _without_ranks(text: str) -> str:
    return _SUITS.sub("#", _NUMBERS.sub("#", text))
