"""Remarks on what a program prints: they cost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.game.rank_and_suit import Suit
from poker_table.game.rules import HandType
from poker_table.grading.judging.faults import Cause, Kind
from poker_table.grading.judging.own_labels import NONE, OwnLabels
from poker_table.grading.judging.printed import PrintedHand, PrintedOutput
from poker_table.grading.running.runner import MAX_JUDGED

MAX_LABELS = 3  # other labels for hand types that the remark lists


def remarks_on(
    outputs: Iterable[PrintedOutput],
    suits: Sequence[Suit] | None,
    own_labels: OwnLabels = NONE,
) -> Iterator[Cause]:
    """Yield the remarks on all tables of a program.

    `suits` is the program's own order of the suits, if it has one, and `own_labels` are its words
    for hand types.
    """
    tables = [printed for printed in outputs if printed.is_table]
    hands = [hand for printed in tables for hand in printed.hands]
    if suits is not None:
        yield Cause(Kind.SUITS_NUMBERED, tuple(suits))
    if labels := _other_labels(hands, own_labels):
        yield Cause(Kind.OTHER_LABELS, tuple(labels[:MAX_LABELS]))
    if any(all(map(_descends, printed.hands)) for printed in tables):
        yield Cause(Kind.HIGH_TO_LOW)
    if any(printed.has_escapes for printed in tables):
        yield Cause(Kind.CONTROLS)
    if any(printed.rankings_differ for printed in tables):
        yield Cause(Kind.RANKINGS_DIFFER)
    if any(printed.is_truncated for printed in tables):
        yield Cause(Kind.CUT, (MAX_JUDGED,))
    if lines := [line for printed in tables for line in printed.other_lines]:
        yield Cause(Kind.OTHER_LINES, (lines[0],))


def _other_labels(
    hands: Iterable[PrintedHand], own_labels: OwnLabels
) -> list[tuple[str, HandType]]:
    """Return the labels that do not contain the name of the type for which they stand, sorted."""
    types = [(own_labels.label_of(hand), own_labels.type_of(hand)) for hand in hands]
    labels = {label: hand_type for label, hand_type in types if hand_type is not None}
    return sorted(
        (label, hand_type)
        for label, hand_type in labels.items()
        if str(hand_type).casefold() not in label.casefold()
    )


def _descends(hand: PrintedHand) -> bool:
    ranks = [card.rank for card in hand.cards]
    return ranks == sorted(ranks, reverse=True)
