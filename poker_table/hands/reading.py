"""How a hand is read: its groups, why its type is no higher, its value digit by digit."""

from __future__ import annotations

from itertools import groupby

from poker_table.game.card import CARDS, Card, Rank
from poker_table.game.hand import FLUSHES, STRAIGHTS, Hand, HandType, a_hand, type_and_ranks
from poker_table.hands.in_words import counted, in_words
from poker_table.hands.types import ONE_SHORT, TYPE_NAMES, WHY_NOT_THE_NEXT

_WHOLE = STRAIGHTS + FLUSHES  # only all five cards together make these
WHO_WINS = "the greater strength is always the better hand"
_POWERS = "", "·13", "·13²", "·13³", "·13⁴"


def explanation(hand: Hand) -> dict[str, str]:
    """Return how an evaluated hand was read: four short texts, each under a name.

    >>> for name, text in explanation(Hand.of("7H 9D 9H 9S TS")).items():
    ...     print(f"{name}: {text}")
    Cards: 9D 9H 9S + TS + 7H
    Type: three of a kind; not a straight: only three different ranks
    Ranks: nine (7), ten (8), seven (5)
    Value: 7·13² + 8·13 + 5 = 1,292
    """
    low_ace = len(a_hand(hand).ranks) == 1 and hand.cards_by_importance[-1].rank is Rank.ACE
    return {
        "Cards": " + ".join(_in_a_row(group) for group in groups(hand)),
        "Type": f"{TYPE_NAMES[hand.hand_type]}; {why_not_more(hand)}",
        "Ranks": ", ".join(f"{rank.word} ({rank:d})" for rank in hand.ranks)
        + ("; the ace counts below the two" if low_ace else ""),
        "Value": base_13_sum(hand),
    }


def facts(hand: Hand, reading: dict[str, str]) -> dict[str, object]:
    """Return type, value and words of a hand, under the names that every document uses."""
    explained = {"explanation": {name.lower(): text for name, text in reading.items()}}
    return {
        "hand_type": str(hand.hand_type),
        "value": hand.value,
        "strength": hand.strength,
        "in_words": in_words(hand),
        **(explained if reading else {}),
    }


def groups(hand: Hand) -> list[tuple[Card, ...]]:
    """Return the cards as they count together, the most important group first.

    >>> [len(group) for group in groups(Hand.of("7H 9D 9H 7S TS"))]
    [2, 2, 1]
    """
    cards = hand.cards_by_importance
    if hand.hand_type in _WHOLE:
        return [cards]
    return [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]


def making(hand: Hand) -> tuple[Card, ...]:
    """Return the cards that make the type, kickers left out; of a high card, the highest.

    >>> " ".join(map(str, making(Hand.of("7H 9D 9H 7S TS"))))
    '9D 9H 7H 7S'
    """
    first, *others = groups(hand)
    return (*first, *(card for group in others if len(group) > 1 for card in group))


def why_not_more(hand: Hand) -> str:
    """Return why the hand is not of the next type up, and what it is one card short of.

    >>> why_not_more(Hand.of("2H 5H 9H KH KS"))
    'not two pair: only the kings match; four hearts, one short of a flush'
    """
    if hand.hand_type is max(HandType):
        royal = hand.ranks[0] is Rank.ACE
        return "ace high, a royal flush: nothing beats it" if royal else "no type is higher"
    suits = counted(len({card.suit for card in hand.cards}))
    next_up = TYPE_NAMES[HandType(hand.hand_type + 1)]
    why = WHY_NOT_THE_NEXT[hand.hand_type].format(*hand.ranks, suits=suits)
    near = one_short_of(hand)
    if HandType.STRAIGHT_FLUSH in near:
        near = {HandType.STRAIGHT_FLUSH: near[HandType.STRAIGHT_FLUSH]}
    # Types that are always near are left out: a pair, for instance, is one short of two pair.
    near_misses = [
        said.format(cards=_in_a_row(near[hand_type]), suit=near[hand_type][0].suit.word)
        for hand_type, said in ONE_SHORT.items()
        if hand_type in near
    ]
    return "; ".join([f"not {next_up}: {why}", *near_misses])


def one_short_of(hand: Hand) -> dict[HandType, tuple[Card, ...]]:
    """Return each higher type that changing one card would make, with the four cards kept.

    Every card of the deck is tried in the place of every card of the hand.

    >>> four = one_short_of(Hand.of("5C 6D 7H 8S KC"))[HandType.STRAIGHT]
    >>> " ".join(map(str, four))
    '5C 6D 7H 8S'
    """
    better = {}
    cards = hand.cards
    unseen = [card for card in CARDS if card not in cards]
    for gone in cards:
        kept = tuple(card for card in cards if card != gone)
        # Of a rank no card makes more than the one in the suit of the first kept, if it is there.
        suit = kept[0].suit
        few = {card.rank: card for card in sorted(unseen, key=lambda card: card.suit is suit)}
        best = max(type_and_ranks((*kept, card))[0] for card in few.values())
        if best > hand.hand_type:
            better[best] = kept
    return better


def base_13_sum(hand: Hand) -> str:
    """Return the value of a hand as the sum of its base-13 digits.

    >>> base_13_sum(Hand.of("AC AD 6H 5S 3S"))
    '12·13³ + 4·13² + 3·13 + 1 = 27,080'
    """
    powers = reversed(_POWERS[: len(hand.ranks)])
    terms = [f"{rank:d}{power}" for rank, power in zip(hand.ranks, powers, strict=True)]
    total = f"{hand.value:,}"
    return total if len(terms) == 1 else f"{' + '.join(terms)} = {total}"


def _in_a_row(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
