"""Rounds and single hands as plain lines: the hand types, the best five cards, who wins and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from poker_table.compare.errors import RoundError
from poker_table.compare.rounds import Round, Summary
from poker_table.hands.best_five import Holding
from poker_table.hands.explanation import explanation
from poker_table.hands.in_words import in_words, why_it_beats
from poker_table.show.page import face

# A cache of the sentences from `why_it_beats`. A sentence depends only on the digits of the better
# hand up to the first one that differs, and on that digit of the other hand: these are the key.
_reasons: dict[bytes, str] = {}


def round_result(round_: Round) -> str:
    """Return who wins a round and why.

    >>> from poker_table.compare.rounds import read_rounds
    >>> round_result(next(read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])))
    'hand 1 wins: both have a pair of aces; the king kicker beats the queen'
    """
    if round_.winner is None:
        return _tie(round_)
    better, worse, index = round_.best.digits, round_.second_best.digits, 0
    while better[index] == worse[index]:
        index += 1
    key = better[: index + 1] + worse[index : index + 1]
    if (reason := _reasons.get(key)) is None:
        reason = _reasons[key] = why_it_beats(round_.best.hand, round_.second_best.hand)
    return f"hand {round_.winner} wins: {reason}"


def rounds_as_lines(
    rounds: Iterable[Round | RoundError], summary: Summary, explain: bool
) -> Iterator[str]:
    """Yield the result and the hands of each round, then the summary, in pieces of text.

    >>> from poker_table.compare.rounds import read_rounds
    >>> rounds = read_rounds(["2C 4C 5C 8C KC KS ; KD 6D 5D 4D 3D 2D"])
    >>> print(next(rounds_as_lines(rounds, Summary(), explain=False)), end="")
    Round 1: hand 2 wins: a straight flush beats a flush
    Hand 1: KC 8C 5C 4C 2C - Flush
    Hand 2: 6D 5D 4D 3D 2D - Straight Flush
    """
    for round_ in rounds:
        if isinstance(round_, Round):
            if len(round_.best_fives) == 2 and not explain:  # a fast path for nearly all rounds
                (best1, names1), (best2, names2) = round_.best_fives
                yield (
                    f"Round {round_.number}: {round_result(round_)}\n"
                    f"Hand 1: {' '.join(best1.pick(sorted(names1)))} - {best1.type_name}\n"
                    f"Hand 2: {' '.join(best2.pick(sorted(names2)))} - {best2.type_name}\n"
                )
            else:
                yield f"Round {round_.number}: {round_result(round_)}\n"
                for number, (best, names) in enumerate(round_.best_fives, start=1):
                    yield f"Hand {number}: {best.line(names)}\n"
                    yield _explanation_lines(round_.holdings[number - 1]) if explain else ""
    yield summary_line(summary) + "\n"


def hands_as_lines(
    holdings: Iterable[tuple[int, Holding | RoundError]], symbols: bool, explain: bool
) -> Iterator[str]:
    r"""Yield a line for each numbered hand, with its cards as they came and its type.

    With `symbols` the cards are written like their faces, else in letters.

    >>> from poker_table.compare.rounds import read_hands
    >>> holdings = enumerate(read_hands(["AS AH AD AC TH"]), start=1)
    >>> next(hands_as_lines(holdings, symbols=True, explain=False))
    'Hand 1: A♠ A♥ A♦ A♣ 10♥ - Four of a Kind\n'
    """
    for number, holding in holdings:
        if not isinstance(holding, RoundError):
            cards = ["".join(face(card)) if symbols else str(card) for card in holding.given]
            explained = _explanation_lines(holding) if explain else ""
            yield f"Hand {number}: {' '.join(cards)} - {holding.best.type_name}\n{explained}"


def summary_line(summary: Summary) -> str:
    """Return the number of rounds with each result, as one line.

    >>> summary_line(Summary())
    '0 rounds: hand 1 wins 0, hand 2 wins 0, ties 0, invalid 0'
    """
    wins = ", ".join(f"hand {hand} wins {count}" for hand, count in summary.wins.items())
    rounds = "1 round" if summary.rounds == 1 else f"{summary.rounds} rounds"
    return f"{rounds}: {wins}, ties {summary.ties}, invalid {summary.invalid}"


def _tie(round_: Round) -> str:
    winners = [hand for place, hand in round_.showdown if place == 1]
    if len(round_.hands) == 2:
        return why_it_beats(*winners)
    *numbers, last = [str(hand.player) for hand in winners]
    return f"hands {', '.join(numbers)} and {last} tie: {in_words(winners[0])}"


def _explanation_lines(holding: Holding) -> str:
    """Return the explanation of the best five: one line each for cards, type, ranks, value."""
    lines = explanation(holding.hand()).items()
    return "".join(f"  {name:<5}  {text}\n" for name, text in lines)
