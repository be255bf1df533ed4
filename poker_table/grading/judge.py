"""Judge what a program printed for one deck: every fault, with its criterion, cause and example."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace

from poker_table.errors import quoted
from poker_table.explain import deciding_digit, in_words, type_name, why_it_beats
from poker_table.grading.hints import hint
from poker_table.grading.rubric import ON_EVERY_DECK
from poker_table.hand import HAND_SIZE, WHEEL, Hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from poker_table.grading.printed import Printed, PrintedHand

MANY_TYPES_WRONG = "Hands are given wrong types in many ways"
ANY_TYPE_UNSORTED = "Hands of one type stand in the wrong order, whatever the type"
ORDINALS = "first", "second", "third", "fourth", "fifth"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `cause` is the same sentence wherever the mistake is the same.

    The example with the smallest `size` is the simplest one. `family` is the sentence that takes
    the place of the causes of a family where there are many of them.
    """

    criterion: str
    cause: str
    example: str
    size: int = 0
    family: str = ""


def judge_deck(dealt: Sequence[Hand], printed: Printed) -> list[Fault]:
    """Return what is wrong with a printed table; nothing if it shows the hands dealt, in order.

    A mistake is paid for once. Types, order and sorting are judged by the cards that the program
    printed, whether or not they are those of the deck; the sorting by the hands whose type it got
    right. With two or more players missing there is no table to judge, and nothing holds.
    """
    players = _player_faults(dealt, printed)
    hands = first_of_each_player(printed, len(dealt))
    if not is_table(printed, len(dealt)):
        cause = players[0].cause
        return [Fault(key, cause, players[0].example) for key in ON_EVERY_DECK]
    return [
        *players,
        *_reading_faults(dealt, hands),
        *_type_faults(hands),
        *_card_order_faults(hands),
        *_sorting_faults(hands),
    ]


def is_table(printed: Printed, count: int) -> bool:
    """Return whether there is a table to judge: a hand for each player, or for all but one."""
    return len(first_of_each_player(printed, count)) >= count - 1


def first_of_each_player(printed: Printed, count: int) -> list[PrintedHand]:
    """Return the printed hands in their order, without strangers and without repetitions.

    Players numbered from 0 are taken as numbered from 1: that is paid for elsewhere.
    """
    step = 1 if _numbered_from_zero(printed, count) else 0
    first: dict[int, PrintedHand] = {}
    for hand in printed.hands:
        player = hand.player + step
        if 1 <= player <= count:
            first.setdefault(player, replace(hand, player=player))
    return list(first.values())


def _numbered_from_zero(printed: Printed, count: int) -> bool:
    return {hand.player for hand in printed.hands} == set(range(count))


def _player_faults(dealt: Sequence[Hand], printed: Printed) -> list[Fault]:
    unread = [f"This line could not be read: {quoted(line, 80)}." for line in printed.unread[:1]]
    if not printed.hands:
        shown = unread or [
            f"It printed {quoted(line, 80)}, which is no player's hand."
            for line in printed.others[:1]
        ]
        return [
            _fault("players", "No player's hand could be read", *shown or ["It printed nothing."])
        ]
    times = Counter(hand.player for hand in printed.hands)
    missing = [hand.player for hand in dealt if hand.player not in times]
    many = sorted(player for player, count in times.items() if count > 1)
    strange = sorted(times.keys() - {hand.player for hand in dealt})
    if _numbered_from_zero(printed, len(dealt)):
        example = "The players are 1 to 10. You printed 0 to 9."
        return [_fault("players", "The players are numbered from 0", example)]
    faults = []
    if missing:
        named = f"There is no line for player {_listed(missing)}."
        faults.append(_fault("players", "A player is missing", named, *unread))
    if many:
        example = f"There is more than one line for player {_listed(many)}."
        faults.append(_fault("players", "A player is there more than once", example))
    if strange:
        example = f"There is a line for player {_listed(strange)}."
        faults.append(_fault("players", "A player is there who does not play", example))
    return faults


def _reading_faults(dealt: Sequence[Hand], hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    wrong = [h for h in hands if set(h.cards) != set(dealt[h.player - 1].dealt)]
    if wrong:
        cause = _reading_cause(dealt, hands)
        for hand in wrong[:1]:
            was = " ".join(map(str, dealt[hand.player - 1].cards))
            example = f"Player {hand.player} is dealt {was}. You printed {_shown(hand)}."
            yield Fault("reading", cause, example)


def _reading_cause(dealt: Sequence[Hand], hands: Sequence[PrintedHand]) -> str:
    in_deal_order = [hand.dealt[number] for number in range(HAND_SIZE) for hand in dealt]
    in_a_row = [in_deal_order[HAND_SIZE * i : HAND_SIZE * (i + 1)] for i in range(len(dealt))]
    if all(set(hand.cards) == set(in_a_row[hand.player - 1]) for hand in hands):
        return (
            "Five cards in a row go to each player; the deal is one card to each, five times round"
        )
    held = Counter(card for hand in hands for card in hand.cards)
    if held.most_common(1)[0][1] > 1:
        return "A card is printed twice"
    if any(set(hand.cards) == set(dealt[hand.player - 1].dealt) for hand in hands):
        return "Some of the hands are not those of the deck"
    return "These are not the hands of the deck"


def _type_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    for printed in hands:
        hand = printed.hand
        if hand is None or printed.hand_type == hand.hand_type:
            continue
        has = f"Player {hand.player} has {_shown(printed)}: {in_words(hand)}."
        if printed.hand_type is None:
            said = f"You printed {quoted(printed.label)}." if printed.label else "You printed none."
            yield _fault("types", "A hand type could not be read", has, said)
        else:
            wheel = ", five high," if hand.ranks == WHEEL[:1] else ""
            cause = (
                f"{type_name(hand.hand_type)}{wheel} is taken for {type_name(printed.hand_type)}"
            )
            said = f"You printed {printed.hand_type}. {hint(hand, printed.hand_type)}".rstrip()
            yield Fault(
                "types",
                cause[0].upper() + cause[1:],
                f"{has} {said}",
                hand.strength,
                MANY_TYPES_WRONG,
            )


def _card_order_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    if all(_in_order(hand, high_first=True) for hand in hands):
        return
    for hand in hands:
        if not _in_order(hand, high_first=False):
            example = f"Player {hand.player}'s cards are printed as {_shown(hand)}."
            cause = "The cards of a hand do not stand in order of rank"
            yield Fault("cards", cause, example, sum(card.rank for card in hand.cards))


def _in_order(hand: PrintedHand, high_first: bool) -> bool:
    ranks = [card.rank for card in hand.cards]
    if hand.hand is not None and hand.hand.ranks == WHEEL[:1]:
        low_to_high = [sorted(WHEEL), list(reversed(WHEEL))]
    else:
        low_to_high = [sorted(ranks)]
    return (ranks[::-1] if high_first else ranks) in low_to_high


def _sorting_faults(hands: Sequence[PrintedHand]) -> list[Fault]:
    """Return a fault for every two hands in the wrong order, or one for a table upside down."""
    labelled = any(hand.hand_type is not None for hand in hands)
    judged = [
        hand
        for printed in hands
        if (hand := printed.hand) is not None
        and (not labelled or printed.hand_type == hand.hand_type)
    ]
    strengths = [hand.strength for hand in judged]
    wrong = [
        (up, low) for up, low in itertools.combinations(judged, 2) if up.strength < low.strength
    ]
    if wrong and strengths == sorted(strengths):
        criteria = sorted({_sorting_criterion(*pair) for pair in wrong})
        example = "The best hand comes first. You printed it last."
        return [Fault(key, "The table is upside down", example) for key in criteria]
    return [_sorting_fault(up, low) for up, low in wrong]


def _sorting_criterion(upper: Hand, lower: Hand) -> str:
    return "within" if upper.hand_type == lower.hand_type else "between"


def _sorting_fault(upper: Hand, lower: Hand) -> Fault:
    """Return the fault that a hand is printed above a stronger one."""
    criterion = _sorting_criterion(upper, lower)
    family = ANY_TYPE_UNSORTED if criterion == "within" else ""
    if criterion == "between":
        cause = "Hands of different types stand in the wrong order"
    else:
        digit = deciding_digit(lower, upper)
        which = (
            "" if len(lower.ranks) == 1 else f", the {ORDINALS[digit]} rank that counts deciding,"
        )
        cause = f"Two hands of type {lower.hand_type}{which} stand in the wrong order"
    example = (
        f"Player {lower.player} ({_cards(lower)}) must stand above player {upper.player}"
        f" ({_cards(upper)}): {why_it_beats(lower, upper)}."
        f" You printed player {upper.player} first."
    )
    return Fault(criterion, cause, example, upper.strength + lower.strength, family)


def _fault(criterion: str, cause: str, *sentences: str) -> Fault:
    return Fault(criterion, cause, " ".join(sentences))


def _shown(hand: PrintedHand) -> str:
    return " ".join(map(str, hand.cards))


def _cards(hand: Hand) -> str:
    return " ".join(map(str, hand.cards))


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")
