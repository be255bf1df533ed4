"""Rounds and single hands as plain lines: type, best five cards, who wins, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from poker_table.compare.rounds import Round, Summary
from poker_table.game.errors import RoundError
from poker_table.hands.best_five import Holding
from poker_table.hands.explanation import explanation
from poker_table.hands.in_words import in_words, why_it_beats
from poker_table.show.page import face

# What was said of two hands, by the digits of the better one down to the first that differs, and
# that of the other: `why_it_beats` says nothing of those below.
_said: dict[bytes, str] = {}


def result(round_: Round) -> str:
    """Return who wins a round and what decides it.

    >>> from poker_table.compare.rounds import read_rounds
    >>> result(next(read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])))
    'hand 1 wins: both pair aces; the king kicker beats the queen'
    """
    if round_.winner is None:
        return _tie(round_)
    high, low, digit = round_.first.digits, round_.second.digits, 0
    while high[digit] == low[digit]:
        digit += 1
    key = high[: digit + 1] + low[digit : digit + 1]
    if (said := _said.get(key)) is None:
        said = _said[key] = why_it_beats(round_.first.hand, round_.second.hand)
    return f"hand {round_.winner} wins: {said}"


def rounds_as_lines(
    rounds: Iterable[Round | RoundError], summary: Summary, explain: bool
) -> Iterator[str]:
    """Yield how each round ends, with its hands, explained if wanted; then the summary.

    >>> from poker_table.compare.rounds import read_rounds
    >>> rounds = read_rounds(["2C 4C 5C 8C KC KS ; KD 6D 5D 4D 3D 2D"])
    >>> print(next(rounds_as_lines(rounds, Summary(), explain=False)), end="")
    Round 1: hand 2 wins: a straight flush beats a flush
    Hand 1: KC 8C 5C 4C 2C - Flush
    Hand 2: 6D 5D 4D 3D 2D - Straight Flush
    """
    for round_ in rounds:
        if isinstance(round_, Round):
            if len(round_.bests) == 2 and not explain:  # the usual, in one piece: a million follow
                (one, first), (other, second) = round_.bests
                yield (
                    f"Round {round_.number}: {result(round_)}\n"
                    f"Hand 1: {' '.join(one.pick(sorted(first)))} - {one.type_name}\n"
                    f"Hand 2: {' '.join(other.pick(sorted(second)))} - {other.type_name}\n"
                )
            else:
                yield f"Round {round_.number}: {result(round_)}\n"
                for number, (best, names) in enumerate(round_.bests, start=1):
                    yield f"Hand {number}: {best.line(names)}\n"
                    yield _reading_lines(round_.holdings[number - 1]) if explain else ""
    yield summary_line(summary) + "\n"


def hands_as_lines(
    holdings: Iterable[tuple[int, Holding | RoundError]], symbols: bool, explain: bool
) -> Iterator[str]:
    r"""Yield each numbered hand: its cards as they came, or with `symbols` as on cards, its type.

    >>> from poker_table.compare.rounds import read_hands
    >>> holdings = enumerate(read_hands(["AS AH AD AC TH"]), start=1)
    >>> next(hands_as_lines(holdings, symbols=True, explain=False))
    'Hand 1: A♠ A♥ A♦ A♣ 10♥ - Four of a Kind\n'
    """
    for number, holding in holdings:
        if not isinstance(holding, RoundError):
            cards = " ".join(
                ["".join(face(card)) if symbols else str(card) for card in holding.given]
            )
            read = _reading_lines(holding) if explain else ""
            yield f"Hand {number}: {cards} - {holding.best.type_name}\n{read}"


def summary_line(summary: Summary) -> str:
    """Return how many rounds there were and how they ended.

    >>> summary_line(Summary())
    '0 rounds: hand 1 wins 0, hand 2 wins 0, ties 0, invalid 0'
    """
    wins = ", ".join(f"hand {hand} wins {count}" for hand, count in summary.wins.items())
    rounds = "1 round" if summary.rounds == 1 else f"{summary.rounds} rounds"
    return f"{rounds}: {wins}, ties {summary.ties}, invalid {summary.invalid}"


def _tie(round_: Round) -> str:
    best = [hand for place, hand in round_.showdown if place == 1]
    if len(round_.holdings) == 2:
        return why_it_beats(*best)
    numbers = [str(hand.player) for hand in best]
    return f"hands {', '.join(numbers[:-1])} and {numbers[-1]} tie: {in_words(best[0])}"


def _reading_lines(holding: Holding) -> str:
    """Return how the best five were read, one line each for cards, type, ranks and value."""
    read = explanation(holding.hand())
    return "".join(f"  {name:<5}  {text}\n" for name, text in read.items())
