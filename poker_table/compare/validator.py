"""Rounds as the C++ Poker Hand Validator and Evaluator writes them, letter for letter."""

from __future__ import annotations

from poker_table.compare.rounds import Round
from poker_table.game.card import Rank
from poker_table.game.hand import HandType
from poker_table.hands.best_five import Holding
from poker_table.hands.in_words import counted

#: The rank names of the C++ Poker Hand Validator and Evaluator; a rank's strength is its place.
RANK_NAMES = (
    "High Card, One Pair, Two Pair, Three of a Kind, Straight, Flush, Full House, Four of a Kind, "
    "Straight Flush, Royal Flush"
).split(", ")


def rank_name(holding: Holding) -> tuple[str, int]:
    """Return the C++ program's rank name of the best five, and its strength, 1 to 10.

    >>> from poker_table.compare.rounds import read_hands
    >>> [rank_name(hand) for hand in read_hands(["TH JH QH KH AH", "AC 2C 3C 4C 5C"])]
    [('Royal Flush', 10), ('Straight Flush', 9)]
    """
    best = holding.best
    royal = best.hand.hand_type is HandType.STRAIGHT_FLUSH and best.hand.ranks[0] is Rank.ACE
    return RANK_NAMES[best.type_number + royal], best.type_number + royal + 1


def round_as_block(round_: Round, explain: bool) -> str:
    """Return a round as the C++ program writes it; explained, with rank names and strengths.

    >>> from poker_table.compare.rounds import read_rounds
    >>> hands = ["JS JC JH 6H 8C", "4H 4C 4S KS AH"]
    >>> print(round_as_block(next(read_rounds(hands)), explain=True), end="")
    Round 1:
    Hand One: JS JC JH 6H 8C - Three of a Kind (4)
    Hand Two: 4H 4C 4S KS AH - Three of a Kind (4)
    Hand 1 Wins!
    ------------------------
    """
    lines = [f"Round {round_.number}:"]
    for hand, holding in enumerate(round_.holdings, start=1):
        name, strength = rank_name(holding)
        cards = " ".join(map(str, holding.given))
        rank = f" - {name} ({strength})" if explain else ""
        lines.append(f"Hand {counted(hand).capitalize()}: {cards}{rank}")
    lines.append(f"Hand {round_.winner} Wins!" if round_.winner else "Tie!")
    return "\n".join([*lines, "-" * 24]) + "\n"
