"""What is shown of rounds and of single hands: who wins and why, the hands, and the summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Annotated, NamedTuple

from poker_table.compare.other_programs import cpp_rank
from poker_table.compare.rounds import Round, Summary
from poker_table.game.card import Card
from poker_table.game.errors import list_in_words
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.hands.best_five import Holding
from poker_table.hands.explanation import WHO_WINS, Explanation, explanation
from poker_table.hands.in_a_line import RoundError
from poker_table.hands.in_words import in_words, why_it_beats
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.show.page import Column, Page, Section, Stream, columns_of

# A cache of the results. A result depends only on the winner and the digits of both hands up to the
# first one that differs: these are the key.
_results: dict[tuple[int, int, int], str] = {}


class ComparedHand(NamedTuple):
    """A hand with its evaluation, and with its place if it belongs to a round."""

    hand: Annotated[int, Column("Hand", number=True, row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]
    best_five: Annotated[tuple[Card, ...], Column("Best five")]
    hand_type: Annotated[HandType, Column("Hand type")]
    value: int
    strength: int
    in_words: str
    rank_name: str
    rank_strength: int
    place: Annotated[int | None, Column("Place", number=True)] = None
    explanation: Explanation | None = None

    @property
    def plain_line(self) -> Sentence:
        """The hand with its type: the best five of a round's hand, else all cards."""
        cards = self.best_five if self.place else self.cards
        return Sentence(f"Hand {self.hand}: ", side_by_side(cards), f" - {self.hand_type}")


class ComparedRound(NamedTuple):
    """A round: the number of the winner, None for a tie, and the result in words."""

    round: int
    winner: int | None
    result: str
    hands: tuple[ComparedHand, ...]


class ResultCounts(NamedTuple):
    """The number of rounds with each result."""

    rounds: Annotated[int, Column("Rounds", number=True)]
    wins: Mapping[str, int]
    ties: Annotated[int, Column("Ties", number=True)]
    invalid: Annotated[int, Column("Invalid", number=True)]

    @property
    def plain_line(self) -> str:
        """All the numbers as one line."""
        wins = ", ".join(f"{hand} wins {count}" for hand, count in self.wins.items())
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{rounds}: {wins}, ties {self.ties}, invalid {self.invalid}"


*COLUMNS, PLACE_COLUMN = columns_of(ComparedHand)
PAGE_FACTS = {"who_wins": WHO_WINS}


def round_result(round_: Round) -> str:
    """Return who wins a round and why.

    >>> from poker_table.compare.rounds import read_rounds
    >>> round_result(next(read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])))
    'hand 1 wins: both have a pair of aces; the king kicker beats the queen'
    """
    winner, better, worse = round_.winner, round_.best, round_.second_best
    if winner is None:
        winners = [hand for place, hand in round_.showdown if place == 1]
        if len(round_.hands) == 2:
            return why_it_beats(*winners)
        numbers = list_in_words([str(hand.player) for hand in winners], "and")
        return f"hands {numbers} tie: {in_words(winners[0])}"
    # A digit has four bits: shift out those behind the first digit that differs.
    highest_difference = (better.digits ^ worse.digits).bit_length() - 1
    behind = 4 * (highest_difference // 4)
    key = winner, better.digits >> behind, worse.digits >> behind
    if (result := _results.get(key)) is None:
        result = f"hand {winner} wins: {why_it_beats(better.hand, worse.hand)}"
        _results[key] = result
    return result


def rounds_stream(rounds: Iterable[Round | RoundError], summary: Summary, explain: bool) -> Stream:
    """Return the stream of rounds, with the summary at the end."""
    return Stream(
        key="rounds",
        records=(
            round_ if isinstance(round_, RoundError) else _round(round_, explain)
            for round_ in rounds
        ),
        page=lambda rounds: Page(
            "Hands compared", [*map(_section, rounds)], lead=_total(summary), facts=PAGE_FACTS
        ),
        summary=lambda: {"summary": _result_counts(summary)},
    )


def round_lines(
    rounds: Iterable[Round | RoundError], summary: Summary, explain: bool = False
) -> Iterator[str]:
    """Yield the result and the hands of each round as text, then the summary.

    >>> from poker_table.compare.rounds import read_rounds
    >>> rounds = read_rounds(["2C 4C 5C 8C KC KS ; KD 6D 5D 4D 3D 2D"])
    >>> print(next(round_lines(rounds, Summary())), end="")
    Round 1: hand 2 wins: a straight flush beats a flush
    Hand 1: KC 8C 5C 4C 2C - Flush
    Hand 2: 6D 5D 4D 3D 2D - Straight Flush
    """
    for round_ in rounds:
        if isinstance(round_, RoundError):
            continue
        result = round_result(round_)
        if len(round_.hands) == 2 and not explain:  # a short cut for nearly all rounds
            (one, first), (other, second) = round_.fives
            yield (
                f"Round {round_.number}: {result}\n"
                f"Hand 1: {' '.join(one.pick(sorted(first)))} - {one.type_name}\n"
                f"Hand 2: {' '.join(other.pick(sorted(second)))} - {other.type_name}\n"
            )
            continue
        yield f"Round {round_.number}: {result}\n"
        for number, holding in enumerate(round_.holdings, start=1):
            yield f"Hand {number}: {holding.line()}\n{_explanation(holding) if explain else ''}"
    if total := _total(summary):
        yield f"{total}\n"


def _total(summary: Summary) -> str:
    """Return the line of the summary; "" if there is but one round, whose error says it all."""
    return "" if summary.rounds == summary.invalid == 1 else _result_counts(summary).plain_line


def hands_stream(holdings: Iterable[Holding | RoundError], explain: bool) -> Stream:
    """Return the stream of single hands."""
    return Stream(
        key="hands",
        records=(
            holding if isinstance(holding, RoundError) else _hand(number, holding, explain)
            for number, holding in enumerate(holdings, start=1)
        ),
        page=lambda hands: Page("Hands evaluated", [Section("", COLUMNS, hands)], facts=PAGE_FACTS),
    )


def hand_lines(
    holdings: Iterable[Holding | RoundError], symbols: bool, explain: bool
) -> Iterator[str]:
    """Yield each hand with its type as text; `symbols` says whether suits are symbols or letters.

    >>> from poker_table.compare.rounds import read_hands
    >>> print(*hand_lines(read_hands(["7H 9D 9H 9S TS"]), symbols=False, explain=False), end="")
    Hand 1: 7H 9D 9H 9S TS - Three of a Kind
    """
    for number, holding in enumerate(holdings, start=1):
        if isinstance(holding, RoundError):
            continue
        cards = [card.with_symbol if symbols else str(card) for card in holding.given]
        explained = _explanation(holding) if explain else ""
        yield f"Hand {number}: {' '.join(cards)} - {holding.best.type_name}\n{explained}"


def summary_page(summary: Summary) -> Page:
    """Return the page of a summary: a table with one row."""
    counts = _result_counts(summary)
    wins = [
        Column(f"{hand} wins", number=True, field="wins", cell=itemgetter(hand))
        for hand in counts.wins
    ]
    rounds, *others = columns_of(ResultCounts)
    section = Section(columns=[rounds, *wins, *others], records=[counts])
    return Page("Hands compared", [section], facts={"summary": counts})


def _result_counts(summary: Summary) -> ResultCounts:
    ties, *wins = summary.won_by.values()
    by_hand = {f"hand {hand}": won for hand, won in enumerate(wins, start=1)}
    return ResultCounts(summary.rounds, by_hand, ties, summary.invalid)


def _explanation(holding: Holding) -> str:
    """Return the explanation of the best five: one line each for cards, type, ranks, value."""
    lines = explanation(holding.hand()).items()
    return "".join(f"  {name:<5}  {text}\n" for name, text in lines)


def _section(round_: ComparedRound) -> Section:
    title = f"Round {round_.round}: {round_.result}"
    return Section(title, [PLACE_COLUMN, *COLUMNS], round_.hands)


def _round(round_: Round, explain: bool) -> ComparedRound:
    digits = [best.digits for best, _ in round_.fives]
    places = [1 + sum(other > own for other in digits) for own in digits]
    placed = zip(round_.holdings, places, strict=True)
    hands = (_hand(n, holding, explain, place) for n, (holding, place) in enumerate(placed, 1))
    return ComparedRound(round_.number, round_.winner, round_result(round_), tuple(hands))


def _hand(number: int, holding: Holding, explain: bool, place: int | None = None) -> ComparedHand:
    hand = holding.best.hand  # its ranks are those of the holding; its suits may differ
    explained = Explanation.of(Hand.of(holding.five)) if explain else None
    return ComparedHand(
        number, holding.given, holding.five, hand.hand_type, hand.value, hand.strength,
        in_words(hand), *cpp_rank(holding), place, explained,
    )  # fmt: skip
