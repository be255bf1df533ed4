"""Rounds as the C++ Poker Hand Validator and Evaluator writes them, with its rank names."""

from __future__ import annotations

from poker_table.cards import Rank
from poker_table.errors import RoundError
from poker_table.hand import HandType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from poker_table.best_five import Holding
    from poker_table.rounds import Round, Tally

ROYAL_FLUSH = "Royal Flush"
#: The rank names of that program, weakest first: the strength is the place, 1 to 10.
RANK_NAMES = (
    "High Card",
    "One Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    ROYAL_FLUSH,
)
_NUMBERS = "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"


def rank_name(holding: Holding) -> tuple[str, int]:
    """Return the rank name of the best five and its strength, 1 to 10.

    >>> from poker_table.rounds import read_hands
    >>> [rank_name(hand) for hand in read_hands([["TH JH QH KH AH", "AC 2C 3C 4C 5C"]])]
    [('Royal Flush', 10), ('Straight Flush', 9)]
    """
    verdict = holding.worth.verdict
    royal = verdict.hand_type is HandType.STRAIGHT_FLUSH and verdict.ranks[0] is Rank.ACE
    strength = len(RANK_NAMES) if royal else verdict.hand_type + 1
    return RANK_NAMES[strength - 1], strength


def round_as_block(round_: Round, explain: bool = False) -> str:
    """Return a round between lines of dashes; explained, with each hand's rank name and strength.

    >>> from poker_table.rounds import read_rounds
    >>> hands = ["JS JC JH 6H 8C", "4H 4C 4S KS AH"]
    >>> print(round_as_block(next(read_rounds([hands])), explain=True), end="")
    Round 1:
    Hand One: JS JC JH 6H 8C - Three of a Kind (4)
    Hand Two: 4H 4C 4S KS AH - Three of a Kind (4)
    Hand 1 Wins!
    ------------------------
    """
    lines = [f"Round {round_.number}:"]
    for place, holding in enumerate(round_.holdings, start=1):
        number = _NUMBERS[place - 1] if place <= len(_NUMBERS) else str(place)
        name, strength = rank_name(holding)
        cards = " ".join(map(str, holding.given))
        lines.append(f"Hand {number}: {cards}" + (f" - {name} ({strength})" if explain else ""))
    lines.append(f"Hand {round_.winner} Wins!" if round_.winner else "Tie!")
    return "\n".join([*lines, "-" * 24]) + "\n"


def rounds_as_blocks(
    found: Iterable[Round | RoundError], _: Tally, explain: bool = False
) -> Iterator[str]:
    """Yield what the program writes for each round; it has no summary."""
    return (round_as_block(r, explain) for r in found if not isinstance(r, RoundError))
