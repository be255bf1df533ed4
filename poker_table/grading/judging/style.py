"""How a program writes what is right, which costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from poker_table.game.card import Suit
from poker_table.game.errors import quoted
from poker_table.game.hand import player_line
from poker_table.grading.judging.printed import Printed, PrintedHand
from poker_table.grading.judging.rubric import Fault
from poker_table.grading.running.runner import MOST_READ

#: From the exact text down: what a text is, and the form in which its lines agree.
AGREEMENTS: list[tuple[str, Callable[[str], str]]] = [
    ("the assignment's, letter for letter", lambda line: line),
    ("the assignment's but for blanks at the ends of lines", str.rstrip),
    ("the assignment's but for blanks", lambda line: "".join(line.split())),
    ("the assignment's but for blanks and capitals", lambda line: "".join(line.casefold().split())),
    ("right in meaning only", lambda _: ""),
]


def as_the_assignment(hand: PrintedHand) -> str:
    """Return the line that the assignment would print for what a line says."""
    kind = hand.hand.hand_type if hand.hand_type is None and hand.hand else hand.hand_type
    right = ("",) if kind is None else (kind.label, str(kind))  # in its sample run, in its rules
    label = hand.label if hand.label in right else right[0]
    return player_line(hand.player, hand.cards, label)


def agreement(hand: PrintedHand) -> int:
    """Return the number of the first of AGREEMENTS that a line has with the assignment's."""
    expected = as_the_assignment(hand)
    return [form(hand.line) == form(expected) for _, form in AGREEMENTS].index(True)


def style_faults(printed: Printed) -> list[Fault]:
    """Return what a rubric that has points for style takes them for."""
    agrees, example = _text_told(printed.hands)
    return [Fault({"style"}, agrees, example)] if example else []


def notes(tables: Iterable[Printed], suits: Sequence[Suit] | None, priced: bool) -> Iterator[str]:
    """Yield what can be said of a program's style over all its tables, and costs nothing.

    That is without how the text agrees, where the rubric has that `priced`.
    """
    printed = [table for table in tables if table.is_table]
    hands = [hand for p in printed for hand in p.hands]
    if hands and not priced:
        yield ". ".join(_text_told(hands)).rstrip()
    if suits is not None:
        yours, ours = (" ".join(suit.letter for suit in order) for order in (suits, Suit))
        yield f"Your suits are numbered {yours}; the decks use {ours}."
    labels = {hand.label: str(hand.hand_type) for hand in hands if hand.hand_type is not None}
    other = [(yours, ours) for yours, ours in labels.items() if yours.casefold() != ours.casefold()]
    for yours, ours in sorted(other)[:9]:
        yield f"You print {quoted(yours)} for {quoted(ours)}."
    shown = [[[card.rank for card in hand.cards] for hand in p.hands] for p in printed]
    if any(all(ranks == sorted(ranks, reverse=True) for ranks in table) for table in shown):
        yield "You print a hand's cards from high to low; the assignment, from low to high."
    if any(p.escapes for p in printed):
        yield "The text holds control characters; they were left out."
    if any(p.cut for p in printed):
        yield f"Of what you print, the first {MOST_READ // 1024} KiB are read."
    if others := next((p.others for p in printed if p.others), []):
        yield f"You print lines that are no player's hand: {quoted(others[0])}."


def _text_told(hands: Iterable[PrintedHand]) -> tuple[str, str]:
    """Return how far the text agrees, and an example of where it does not."""
    worst = max(hands, key=agreement)
    least = agreement(worst)
    yours, theirs = quoted(worst.line, 80), quoted(as_the_assignment(worst), 80)
    example = f"You print {yours}; the assignment prints {theirs}." if least else ""
    return f"The hands' lines are {AGREEMENTS[least][0]}", example
