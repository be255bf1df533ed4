"""Rounds as a course's `test-eval` writes them, letter for letter.

A programming course describes step by step how its evaluator searches, and this follows those
steps instead of the rules. Where they stop too early, their answer is printed: they take the first
straight that they meet, so an ace-low one before a higher one, and look for a flush in one suit
only. All else is read off the best five cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from poker_table.compare.rounds import Round
from poker_table.game.card import Card, Rank, Suit
from poker_table.game.hand import HAND_SIZE, WHEEL, HandType
from poker_table.hands.best_five import Holding


def round_as_test_eval(round_: Round) -> str:
    """Return what `test-eval` writes for a round.

    >>> from poker_table.compare.rounds import read_rounds
    >>> written = round_as_test_eval(next(read_rounds(["Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c"])))
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
    counts = [sum(other.rank == card.rank for other in cards) for card in cards]
    most = max(counts)
    at = counts.index(most)
    ranking = "NOTHING" if hand_type is HandType.HIGH_CARD else hand_type.name
    seconds = [i for i, c in enumerate(cards) if counts[i] > 1 and c.rank != cards[at].rank]
    second = f"at index {seconds[0]} (value {_value(cards[seconds[0]])})" if seconds else ""
    lines = [
        *_flush_and_straights(cards),
        f"The most of a kind is {most} of a kind (at index {at} / value {_value(cards[at])})",
        f"Secondary pair {second}" if second else "No secondary pair",
        f"evaluate_hand's ranking: {ranking}",
        f"5 cards used for hand: {_cards(five)}",
    ]
    return _cards(cards) + "\n" + "".join(f" - {line}\n" for line in lines)


def _flush_and_straights(cards: Sequence[Card]) -> Iterator[str]:
    suit = _flush_suit(cards)
    yield "No flush" if suit is None else f"Flush in suit {suit.letter.lower()}"
    for index in range(len(cards)):
        if suit is not None and _straight_at(cards, index, suit):
            yield f"Straight flush at index {index}"
        elif _straight_at(cards, index):
            yield f"Straight at index {index}"


def _evaluate_hand(holding: Holding, cards: Sequence[Card]) -> tuple[HandType, Sequence[Card]]:
    """Return the type and the five cards that the procedure finds, tried in its order."""
    hand_type, five = holding.by_rank_alone()
    suit = _flush_suit(cards)
    straight_flush = _first_straight(cards, suit) if suit is not None else None
    if straight_flush:
        return HandType.STRAIGHT_FLUSH, straight_flush
    if suit is not None and hand_type < HandType.FLUSH:
        return HandType.FLUSH, [card for card in cards if card.suit is suit][:HAND_SIZE]
    if hand_type is HandType.STRAIGHT:
        return hand_type, _first_straight(cards) or five
    return hand_type, five


def _flush_suit(cards: Sequence[Card]) -> Suit | None:
    """Return the first suit, in the order of the course's enum, with five cards or more."""
    suits = [card.suit for card in cards]
    return next((suit for suit in Suit if suits.count(suit) >= HAND_SIZE), None)


def _first_straight(cards: Sequence[Card], suit: Suit | None = None) -> Sequence[Card] | None:
    found = (_straight_at(cards, index, suit) for index in range(len(cards)))
    return next(filter(None, found), None)


def _straight_at(
    cards: Sequence[Card], index: int, suit: Suit | None = None
) -> Sequence[Card] | None:
    """Return the straight that begins with a card, the higher first, in one suit if that is given.

    Of equal ranks it takes the first after that card. The ace of an ace-low one comes last,
    though it is the card that begins it.
    """
    first = cards[index]
    if suit not in (None, first.suit):
        return None
    first_of_rank: dict[int, Card] = {}
    for card in cards[index:]:
        if suit in (None, card.suit):
            first_of_rank.setdefault(card.rank, card)
    down = range(first.rank, first.rank - HAND_SIZE, -1)
    for ranks in (down, WHEEL) if first.rank is WHEEL[-1] else (down,):
        if all(rank in first_of_rank for rank in ranks):
            return [first_of_rank[rank] for rank in ranks]
    return None


def _value(card: Card) -> str:
    return "0" if card.rank is Rank.TEN else card.rank.letter


def _cards(cards: Iterable[Card]) -> str:
    return "".join(f"{_value(card)}{card.suit.letter.lower()} " for card in cards)
