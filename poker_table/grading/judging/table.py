"""What is wrong with a table that a program printed, with its criteria, cause and example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import combinations

from poker_table.game.card import Rank
from poker_table.game.errors import quoted
from poker_table.game.hand import FLUSHES, HAND_SIZE, STRAIGHTS, WHEEL, Hand, HandType
from poker_table.grading.judging.fault import Fault
from poker_table.grading.judging.printed import Printed, PrintedHand
from poker_table.grading.judging.rubric import OF_A_TABLE
from poker_table.hands.in_words import ORDINALS, deciding_digit, in_words, type_name, why_it_beats
from poker_table.hands.types import ABOUT, NEEDS

MANY_TYPES_WRONG = "Hands are given wrong types in many ways"
ANY_TYPE_UNSORTED = "Hands of one type stand in the wrong order, whatever the type"
FIVE_IN_A_ROW = (
    "Five cards in a row go to each player; the deal is one card to each, five times round"
)


def judge_deck(dealt: Sequence[Hand], printed: Printed) -> list[Fault]:
    """Return what is wrong with a printed table; nothing if it shows the hands dealt, in order.

    A mistake is paid for once. Types, order and sorting are judged by the cards that the program
    printed, whether or not they are those of the deck; the sorting by the hands whose type it got
    right. With two or more players missing there is no table to judge, and nothing holds.
    """
    if not printed.is_table:
        return _player_faults(dealt, printed, OF_A_TABLE)[:1]
    hands = printed.first_of_each_player()
    return [
        *_player_faults(dealt, printed, {"players"}),
        *_reading_faults(dealt, hands),
        *_type_faults(hands),
        *_card_order_faults(hands),
        *_sorting_faults(hands),
    ]


def _player_faults(dealt: Sequence[Hand], printed: Printed, criteria: Set[str]) -> list[Fault]:
    unread = [f"This line could not be read: {quoted(line, 80)}." for line in printed.unread[:1]]
    other = [
        f"It printed {quoted(line, 80)}, which is no player's hand." for line in printed.others[:1]
    ]
    if not printed.hands:
        (example, *_) = *unread, *other, "It printed nothing."
        return [Fault(criteria, "No player's hand could be read", example)]
    if printed.numbered_from_zero:
        example = "The players are 1 to 10. You printed 0 to 9."
        return [Fault(criteria, "The players are numbered from 0", example)]
    times = Counter(hand.player for hand in printed.hands)
    play = {hand.player for hand in dealt}
    many = {player for player, count in times.items() if count > 1}
    missing, strange = play - times.keys(), times.keys() - play
    return [
        Fault(criteria, cause, " ".join([f"There is {lines} for player {_listed(who)}.", *told]))
        for who, cause, lines, told in (
            (missing, "A player is missing", "no line", unread),
            (many, "A player is there more than once", "more than one line", []),
            (strange, "A player is there who does not play", "a line", []),
        )
        if who
    ]


def _reading_faults(dealt: Sequence[Hand], hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    for hand in hands:
        was = dealt[hand.player - 1]
        if set(hand.cards) != set(was.dealt):
            example = f"Player {hand.player} is dealt {_shown(was)}. You printed {_shown(hand)}."
            yield Fault({"reading"}, _reading_cause(dealt, hands), example)
            return


def _reading_cause(dealt: Sequence[Hand], hands: Sequence[PrintedHand]) -> str:
    in_deal_order = [hand.dealt[number] for number in range(HAND_SIZE) for hand in dealt]
    in_a_row = [in_deal_order[HAND_SIZE * i : HAND_SIZE * (i + 1)] for i in range(len(dealt))]
    if all(set(hand.cards) == set(in_a_row[hand.player - 1]) for hand in hands):
        return FIVE_IN_A_ROW
    cards = [card for hand in hands for card in hand.cards]
    if len(set(cards)) < len(cards):
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
            yield Fault({"types"}, "A hand type could not be read", f"{has} {said}")
        else:
            wheel = ", five high," if _is_wheel(hand) else ""
            taken = f"{type_name(hand.hand_type)}{wheel} is taken for"
            cause = f"{taken[0].upper()}{taken[1:]} {type_name(printed.hand_type)}"
            said = f"You printed {printed.hand_type}. {hint(hand, printed.hand_type)}"
            yield Fault({"types"}, cause, f"{has} {said}", hand.strength, MANY_TYPES_WRONG)


def hint(hand: Hand, printed: HandType) -> str:
    """Return what was overlooked where a hand's type was taken for another one.

    >>> hint(Hand.of("2D 3H 4S 5C AD"), HandType.HIGH_CARD)
    'The ace may count below the two.'
    """
    if _is_wheel(hand) and printed not in STRAIGHTS:
        return "The ace may count below the two."
    if printed in STRAIGHTS and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return (
            "The ace may count above the king or below the two, but a straight never goes round it."
        )
    said = [
        NEEDS[types[0]] if printed in types else ABOUT[types[0]].overlooked
        for types in (STRAIGHTS, FLUSHES)
        if (printed in types) != (hand.hand_type in types)
    ]
    return " ".join(said) or ABOUT[hand.hand_type].overlooked


def _is_wheel(hand: Hand) -> bool:
    return hand.ranks == WHEEL[:1]


def _card_order_faults(hands: Sequence[PrintedHand]) -> Iterator[Fault]:
    if all(_in_order(hand, high_first=True) for hand in hands):
        return
    for hand in hands:
        if not _in_order(hand, high_first=False):
            example = f"Player {hand.player}'s cards are printed as {_shown(hand)}."
            cause = "The cards of a hand do not stand in order of rank"
            yield Fault({"cards"}, cause, example, sum(card.rank for card in hand.cards))


def _in_order(hand: PrintedHand, high_first: bool) -> bool:
    """Return whether the cards stand in order of rank; the ace of the wheel may be its lowest."""
    ranks = [card.rank for card in hand.cards]
    low_first = ranks[::-1] if high_first else ranks
    return low_first == sorted(ranks) or tuple(low_first) == WHEEL[::-1]


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
    faults = [
        _sorting_fault(upper, lower)
        for upper, lower in combinations(judged, 2)
        if upper.strength < lower.strength
    ]
    if faults and strengths == sorted(strengths):
        criteria = {key for fault in faults for key in fault.criteria}
        example = "The best hand comes first. You printed it last."
        return [Fault(criteria, "The table is upside down", example)]
    return faults


def _sorting_fault(upper: Hand, lower: Hand) -> Fault:
    """Return the fault that a hand is printed above a stronger one."""
    example = (
        f"Player {lower.player} ({_shown(lower)}) must stand above player {upper.player}"
        f" ({_shown(upper)}): {why_it_beats(lower, upper)}."
        f" You printed player {upper.player} first."
    )
    size = upper.strength + lower.strength
    if upper.hand_type != lower.hand_type:
        cause = "Hands of different types stand in the wrong order"
        return Fault({"between"}, cause, example, size)
    digit = deciding_digit(lower, upper)
    cause = f"Two hands of type {lower.hand_type} stand in the wrong order"
    names = ABOUT[lower.hand_type].counting
    if len(names) > 1:
        cause += f": the {ORDINALS[digit]} rank that counts, the {names[digit]}, decides"
    return Fault({"within"}, cause, example, size, ANY_TYPE_UNSORTED, digit)


def _shown(hand: Hand | PrintedHand) -> str:
    return " ".join(map(str, hand.cards))


def _listed(numbers: Iterable[int]) -> str:
    shown = sorted(numbers)
    return ", ".join(map(str, shown[:10])) + (" …" if len(shown) > 10 else "")
