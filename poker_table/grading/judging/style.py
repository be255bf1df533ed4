"""How a program writes what is right, which costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from poker_table.game.card import Suit
from poker_table.game.hand import HandType, player_line
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.line import PrintedHand
from poker_table.grading.judging.printed import Printed
from poker_table.grading.running.runner import MAX_JUDGED

#: How closely a line can agree with the assignment's, from the exact text down.
AGREEMENTS: list[Callable[[str], str]] = [
    lambda line: line,
    str.rstrip,
    lambda line: "".join(line.split()),
    lambda line: "".join(line.casefold().split()),
    lambda _: "",
]
MOST_LABELS = 3  # other words for types that are told


def as_the_assignment(hand: PrintedHand) -> str:
    """Return the line that the assignment would print for the hand of a printed line."""
    kind = hand.hand.hand_type if hand.hand_type is None and hand.hand else hand.hand_type
    right = ("",) if kind is None else (kind.label, str(kind))  # in its sample run, in its rules
    label = hand.label if hand.label in right else right[0]
    return player_line(hand.player, hand.cards, label)


def agreement(hand: PrintedHand) -> int:
    """Return the number of the first of AGREEMENTS that a line has with the assignment's."""
    expected = as_the_assignment(hand)
    return [form(hand.line) == form(expected) for form in AGREEMENTS].index(True)


def style_faults(printed: Printed) -> list[Fault]:
    """Return what a rubric that has points for style takes them for."""
    (least, *seen) = _least_agreement(printed.hands)
    return [Fault(Kind.AGREES, {"style"}, (least,), tuple(seen))] if least else []


def remarks(
    tables: Iterable[Printed],
    suits: Sequence[Suit] | None,
    style_costs: bool,
    own_labels: Mapping[str, HandType] = MappingProxyType({}),
) -> Iterator[Cause]:
    """Yield what can be said of a program's style over all its tables, and costs nothing.

    The remark on the exact text is left out if `style_costs`: the rubric has points for it then.
    `own_labels` has the type that each label of the student's own stands for.
    """
    printed = [table for table in tables if table.is_table]
    hands = [hand for p in printed for hand in p.hands]
    if hands and not style_costs:
        yield Cause(Kind.AGREES, _least_agreement(hands))
    if suits is not None:
        yield Cause(Kind.SUITS_NUMBERED, tuple(suits))
    types = [
        (hand.label, own_labels.get(hand.label, hand.hand_type)) for hand in hands if hand.label
    ]
    labels = {label: hand_type for label, hand_type in types if hand_type is not None}
    other = [(yours, t) for yours, t in labels.items() if str(t).casefold() not in yours.casefold()]
    if other:
        yield Cause(Kind.OTHER_LABELS, tuple(sorted(other)[:MOST_LABELS]))
    shown = [[[card.rank for card in hand.cards] for hand in p.hands] for p in printed]
    if any(all(ranks == sorted(ranks, reverse=True) for ranks in table) for table in shown):
        yield Cause(Kind.HIGH_TO_LOW)
    if any(p.escapes for p in printed):
        yield Cause(Kind.CONTROLS)
    if any(p.differing for p in printed):
        yield Cause(Kind.RANKINGS_DIFFER)
    if any(p.cut for p in printed):
        yield Cause(Kind.CUT, (MAX_JUDGED,))
    if others := next((p.others for p in printed if p.others), []):
        yield Cause(Kind.OTHER_LINES, (others[0],))


def _least_agreement(hands: Iterable[PrintedHand]) -> tuple[int, str, str]:
    """Return how far the text agrees, and the line that agrees least beside the assignment's."""
    worst = max(hands, key=agreement)
    return agreement(worst), worst.line, as_the_assignment(worst)
