"""Judges style: how closely lines follow the assignment's. By default it earns no points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from poker_table.game.card import Suit
from poker_table.game.hand import HandType, player_line
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.line import PrintedHand
from poker_table.grading.judging.printed import PrintedOutput
from poker_table.grading.running.runner import MAX_JUDGED

#: Two lines agree at the first of these levels that turns both into the same text.
AGREEMENTS: list[Callable[[str], str]] = [
    lambda line: line,
    str.rstrip,
    lambda line: "".join(line.split()),
    lambda line: "".join(line.casefold().split()),
    lambda _: "",
]
MAX_LABELS = 3  # other labels for hand types that the remark lists


def as_the_assignment(hand: PrintedHand) -> str:
    """Return the line that the assignment's program would print for a printed hand.

    The assignment spells types in two ways, one in its sample runs and one in its rules. The
    printed label is kept if it is one of these.
    """
    hand_type = hand.hand.hand_type if hand.hand_type is None and hand.hand else hand.hand_type
    labels = ("",) if hand_type is None else (hand_type.label, str(hand_type))
    label = hand.label if hand.label in labels else labels[0]
    return player_line(hand.player, hand.cards, label)


def agreement(hand: PrintedHand) -> int:
    """Return the level at which a line agrees with the assignment's: an index of AGREEMENTS."""
    expected = as_the_assignment(hand)
    return [level(hand.line) == level(expected) for level in AGREEMENTS].index(True)


def style_faults(printed: PrintedOutput) -> list[Fault]:
    """Return the fault that lines differ from the assignment's, for a rubric that marks style."""
    level, yours, expected = _least_agreement(printed.hands)
    return [Fault(Kind.AGREES, {"style"}, (level,), (yours, expected))] if level else []


def style_remarks(
    outputs: Iterable[PrintedOutput],
    suits: Sequence[Suit] | None,
    style_costs: bool,
    own_labels: Mapping[str, HandType] = MappingProxyType({}),
) -> Iterator[Cause]:
    """Yield the remarks on a program's style over all its tables.

    `suits` is the program's own order of the suits. If `style_costs`, the rubric has points for the
    exact text, and the remark on that is left out. `own_labels` has the hand type for each
    label that the student made up.
    """
    tables = [printed for printed in outputs if printed.is_table]
    hands = [hand for printed in tables for hand in printed.hands]
    if hands and not style_costs:
        yield Cause(Kind.AGREES, _least_agreement(hands))
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
    hands: Iterable[PrintedHand], own_labels: Mapping[str, HandType]
) -> list[tuple[str, HandType]]:
    """Return the labels that do not contain the name of the type for which they stand, sorted."""
    types = [(h.label, own_labels.get(h.label, h.hand_type)) for h in hands if h.label]
    labels = {label: hand_type for label, hand_type in types if hand_type is not None}
    return sorted(
        (label, hand_type)
        for label, hand_type in labels.items()
        if str(hand_type).casefold() not in label.casefold()
    )


def _descends(hand: PrintedHand) -> bool:
    ranks = [card.rank for card in hand.cards]
    return ranks == sorted(ranks, reverse=True)


def _least_agreement(hands: Iterable[PrintedHand]) -> tuple[int, str, str]:
    """Return the level, the line that agrees least, and the line the assignment would print."""
    worst = max(hands, key=agreement)
    return agreement(worst), worst.line, as_the_assignment(worst)
