"""Rounds and single hands as streams of records, and the sections and the page that show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import count
from operator import itemgetter
from typing import Annotated, NamedTuple

from poker_table.compare.errors import RoundError
from poker_table.compare.lines import hands_as_lines, round_result, rounds_as_lines, summary_line
from poker_table.compare.other_programs import cpp_rank
from poker_table.compare.rounds import Round, Summary
from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.hands.best_five import Holding
from poker_table.hands.explanation import WHO_WINS, Explanation
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.show.page import Column, Page, Section, Stream, columns_of

FACTS = {"who_wins": WHO_WINS}


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


class ComparedRound(NamedTuple):
    """A round: the number of the winner, None for a tie, and the result in words."""

    round: int
    winner: int | None
    result: str
    hands: tuple[ComparedHand, ...]


class ResultCounts(NamedTuple):
    """The number of rounds with each result."""

    rounds: int
    wins: Mapping[str, int]
    ties: int
    invalid: int


*COLUMNS, PLACE_COLUMN = columns_of(ComparedHand)


def hands_stream(holdings: Iterable[Holding | RoundError], symbols: bool, explain: bool) -> Stream:
    """Return the stream of single hands; `symbols` says whether the plain form has symbols."""
    numbered = enumerate(holdings, start=1)
    return Stream(
        title="Hands evaluated",
        key="hands",
        records=(
            holding if isinstance(holding, RoundError) else _hand(number, holding, explain=explain)
            for number, holding in numbered
        ),
        sections=lambda hands: [Section(columns=COLUMNS, rows=hands, line=_line_of_all_cards)],
        lines=hands_as_lines(numbered, symbols, explain),
        facts=FACTS,
    )


def rounds_stream(rounds: Iterable[Round | RoundError], summary: Summary, explain: bool) -> Stream:
    """Return the stream of rounds, with the summary at the end."""
    return Stream(
        title="Hands compared",
        key="rounds",
        records=(
            round_ if isinstance(round_, RoundError) else _round(round_, explain)
            for round_ in rounds
        ),
        sections=partial(map, _section),
        lines=rounds_as_lines(rounds, summary, explain),
        facts=FACTS,
        summary=lambda: (summary_line(summary), {"summary": _result_counts(summary)}),
    )


def summary_page(summary: Summary) -> Page:
    """Return the page of a summary: a table with one row."""
    counts = _result_counts(summary)
    wins = [
        Column(f"{hand} wins", number=True, field="wins", cell=itemgetter(hand))
        for hand in counts.wins
    ]
    rounds, ties, invalid = (
        Column(name.capitalize(), number=True, field=name) for name in ("rounds", "ties", "invalid")
    )
    section = Section(
        columns=[rounds, *wins, ties, invalid], rows=[counts], line=lambda _: summary_line(summary)
    )
    return Page("Hands compared", [section], facts={"summary": counts})


def _section(round_: ComparedRound) -> Section:
    title = f"Round {round_.round}: {round_.result}"
    return Section(title, [PLACE_COLUMN, *COLUMNS], round_.hands, line=_line_of_best_five)


def _line_of_all_cards(row: ComparedHand) -> Sentence:
    return Sentence(f"Hand {row.hand}: ", side_by_side(row.cards), f" - {row.hand_type}")


def _line_of_best_five(row: ComparedHand) -> Sentence:
    return Sentence(f"Hand {row.hand}: ", side_by_side(row.best_five), f" - {row.hand_type}")


def _round(round_: Round, explain: bool) -> ComparedRound:
    digits = [best.digits for best, _ in round_.best_fives]
    places = [1 + sum(other > own for other in digits) for own in digits]
    numbered = zip(count(1), round_.holdings, places)
    hands = [_hand(number, holding, place, explain) for number, holding, place in numbered]
    return ComparedRound(round_.number, round_.winner, round_result(round_), tuple(hands))


def _hand(
    number: int, holding: Holding, place: int | None = None, explain: bool = False
) -> ComparedHand:
    hand = holding.best.hand  # its ranks are those of the holding; its suits may differ
    name, strength = cpp_rank(holding)
    return ComparedHand(
        hand=number,
        cards=holding.given,
        best_five=holding.five,
        hand_type=hand.hand_type,
        value=hand.value,
        strength=hand.strength,
        in_words=in_words(hand),
        rank_name=name,
        rank_strength=strength,
        place=place,
        explanation=Explanation.of(Hand.of(holding.five)) if explain else None,
    )


def _result_counts(summary: Summary) -> ResultCounts:
    wins = {f"hand {hand}": wins for hand, wins in summary.wins.items()}
    return ResultCounts(summary.rounds, wins, summary.ties, summary.invalid)
