"""Rounds in exactly the text that two other programs write.

The C++ Poker Hand Validator and Evaluator has its own names for the hand types. The program
`test-eval` of a programming course does not always find the best five cards: it takes the first
straight that it finds, which may be ace-low although there is a higher one, and it looks for a
flush in one suit only. The course describes its procedure step by step, and this module follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.compare.rounds import Round
from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE, WHEEL, HandType
from poker_table.hands.best_five import Holding
from poker_table.hands.in_words import number_in_words

#: The rank names of the C++ Poker Hand Validator and Evaluator, from strength 1 to strength 10.
RANK_NAMES = (
    "High Card, One Pair, Two Pair, Three of a Kind, Straight, Flush, Full House, Four of a Kind, "
    "Straight Flush, Royal Flush"
).split(", ")


def cpp_rank(holding: Holding) -> tuple[str, int]:
    """Return the name and the strength, 1 to 10, that the C++ program gives the best five.

    >>> cpp_rank(Holding.of("TH JH QH KH AH")), cpp_rank(Holding.of("AC 2C 3C 4C 5C"))
    (('Royal Flush', 10), ('Straight Flush', 9))
    """
    hand = holding.best.hand
    is_royal = hand.hand_type is max(HandType) and hand.ranks[0] is Rank.ACE
    index = hand.hand_type + is_royal
    return RANK_NAMES[index], index + 1


def round_as_block(round_: Round, explain: bool) -> str:
    """Return a round as the C++ program writes it, with rank names and strengths if `explain`.

    >>> hands = "JS JC JH 6H 8C".split(), "4H 4C 4S KS AH".split()
    >>> print(round_as_block(Round(1, 1, hands), explain=True), end="")
    Round 1:
    Hand One: JS JC JH 6H 8C - Three of a Kind (4)
    Hand Two: 4H 4C 4S KS AH - Three of a Kind (4)
    Hand 1 Wins!
    ------------------------
    """
    lines = [f"Round {round_.number}:"]
    for hand, holding in enumerate(round_.holdings, start=1):
        name, strength = cpp_rank(holding)
        cards = " ".join(map(str, holding.given))
        rank = f" - {name} ({strength})" if explain else ""
        lines.append(f"Hand {number_in_words(hand).capitalize()}: {cards}{rank}")
    lines.append(f"Hand {round_.winner} Wins!" if round_.winner else "Tie!")
    return "\n".join([*lines, "-" * 24]) + "\n"


def round_as_test_eval(round_: Round) -> str:
    """Return a round as `test-eval` writes it.

    >>> hands = "KC AC JH 8S 9C 2S".split(), "AH KH TS 7C 7H 3C".split()
    >>> written = round_as_test_eval(Round(1, 1, hands))
    >>> written.splitlines()[-5]
    ' - 5 cards used for hand: 7c 7h Ah Kh 0s '
    """
    hands, strengths = "", []
    for number, holding in enumerate(round_.holdings, start=1):
        cards = sorted(holding.given, key=lambda card: (-card.rank, card.suit))
        hand_type, five = _evaluate_hand(holding, cards)
        hands += f"Hand {number}:\n--------\n{_hand_report(cards, hand_type, five)}"
        strengths.append((hand_type, [card.rank for card in five]))
    best = max(strengths)
    result = "Tie" if strengths.count(best) > 1 else f"Hand {strengths.index(best) + 1} wins!"
    return f"{hands}Comparison : \n--------------\n{result}\n{'=' * 28}\n"


def _hand_report(cards: Sequence[Card], hand_type: HandType, five: Sequence[Card]) -> str:
    ranks = [card.rank for card in cards]
    counts = [ranks.count(rank) for rank in ranks]
    most = max(counts)
    index = counts.index(most)
    ranking = "NOTHING" if hand_type is HandType.HIGH_CARD else hand_type.name
    others = [i for i, rank in enumerate(ranks) if counts[i] > 1 and rank != ranks[index]]
    pair = f"at index {others[0]} (value {_value(cards[others[0]])})" if others else ""
    lines = [
        *_flush_and_straights(cards),
        f"The most of a kind is {most} of a kind (at index {index} / value {_value(cards[index])})",
        f"Secondary pair {pair}" if pair else "No secondary pair",
        f"evaluate_hand's ranking: {ranking}",
        f"5 cards used for hand: {_cards(five)}",
    ]
    return _cards(cards) + "\n" + "".join(f" - {line}\n" for line in lines)


def _flush_and_straights(cards: Sequence[Card]) -> Iterator[str]:
    suit = _flush_suit(cards)
    yield f"Flush in suit {suit.letter.lower()}" if suit is not None else "No flush"
    straight_flushes = _straights(cards, suit) if suit is not None else {}
    for index in _straights(cards):
        yield f"Straight{' flush' if index in straight_flushes else ''} at index {index}"


def _evaluate_hand(holding: Holding, cards: Sequence[Card]) -> tuple[HandType, Sequence[Card]]:
    """Return the type and the five cards that the procedure of `test-eval` finds."""
    suit = _flush_suit(cards)
    hand_type, five = holding.by_rank_alone()
    if suit is not None:
        if straight_flushes := _straights(cards, suit):
            return HandType.STRAIGHT_FLUSH, next(iter(straight_flushes.values()))
        if hand_type < HandType.FLUSH:
            return HandType.FLUSH, [card for card in cards if card.suit is suit][:HAND_SIZE]
    if hand_type is HandType.STRAIGHT:
        five = next(iter(_straights(cards).values()))
    return hand_type, five


def _flush_suit(cards: Sequence[Card]) -> Suit | None:
    """Return the first suit with five cards or more, in the order of the course's enum."""
    suits = [card.suit for card in cards]
    return next((suit for suit in Suit if suits.count(suit) >= HAND_SIZE), None)


def _straights(cards: Sequence[Card], suit: Suit | None = None) -> dict[int, tuple[Card, ...]]:
    """Return the straights, or the straights in one suit, by the index of their first card.

    If an ace begins two straights, only the higher one is returned. Of several cards of a rank, the
    first is used. An ace-low straight has the index of its ace, although the ace is its last card.
    """
    straights = {}
    for index, first in enumerate(cards):
        usable = [card for card in cards[index:] if suit in (None, card.suit)]
        card_of_rank = {int(card.rank): card for card in reversed(usable)}
        for ranks in (range(first.rank, first.rank - HAND_SIZE, -1), WHEEL):
            if first in usable and index not in straights and card_of_rank.keys() >= {*ranks}:
                straights[index] = tuple(card_of_rank[rank] for rank in ranks)
    return straights


def _value(card: Card) -> str:
    return "0" if card.rank is Rank.TEN else card.rank.letter


def _cards(cards: Iterable[Card]) -> str:
    return "".join(f"{_value(card)}{card.suit.letter.lower()} " for card in cards)
