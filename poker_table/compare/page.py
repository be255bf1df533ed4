"""Rounds and single hands as records that come one by one, and as the sections that show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import Annotated, NamedTuple

from poker_table.compare.other_programs import rank_name
from poker_table.compare.result import hands_as_lines, result, rounds_as_lines, summary_line
from poker_table.compare.rounds import Round, Summary
from poker_table.game.card import Card
from poker_table.game.errors import RoundError
from poker_table.game.hand import Hand, HandType
from poker_table.hands.best_five import Holding
from poker_table.hands.explanation import WHO_WINS, Explanation
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.show.page import Column, Page, Section, Stream, columns_of

FACTS = {"who_wins": WHO_WINS}


class ComparedHand(NamedTuple):
    """What is known of a hand; its place, if there are others."""

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
    """Who wins a round, nobody where hands tie for it, and what decides."""

    round: int
    winner: int | None
    result: str
    hands: tuple[ComparedHand, ...]


class Ends(NamedTuple):
    """How many rounds there were and how they ended."""

    rounds: int
    wins: Mapping[str, int]
    ties: int
    invalid: int


def _columns(compared: bool) -> Sequence[Column]:
    """Return the columns of hands; those that are compared have their places first."""
    *columns, place = columns_of(ComparedHand)
    return [place, *columns] if compared else columns


def hands_stream(holdings: Iterable[Holding | RoundError], symbols: bool, explain: bool) -> Stream:
    """Return the hands as they come; in the plain form with symbols, if wanted."""
    counted = enumerate(holdings, start=1)
    return Stream(
        title="Hands evaluated",
        key="hands",
        records=(
            each if isinstance(each, RoundError) else _hand(number, each, explain=explain)
            for number, each in counted
        ),
        sections=lambda hands: [Section("", _columns(compared=False), hands, line=_with_all_cards)],
        lines=hands_as_lines(counted, symbols, explain),
        facts=FACTS,
    )


def rounds_stream(rounds: Iterable[Round | RoundError], summary: Summary, explain: bool) -> Stream:
    """Return the rounds as they come, and at the end how they ended."""
    return Stream(
        title="Hands compared",
        key="rounds",
        records=(
            each if isinstance(each, RoundError) else _round(each, explain) for each in rounds
        ),
        sections=_sections,
        lines=rounds_as_lines(rounds, summary, explain),
        facts=FACTS,
        summary=lambda: (summary_line(summary), {"summary": _ends(summary)}),
    )


def summary_page(summary: Summary) -> Page:
    """Return the page of how the rounds ended."""
    ends, line = _ends(summary), summary_line(summary)
    wins = [
        Column(f"{hand} wins", number=True, field="wins", cell=itemgetter(hand))
        for hand in ends.wins
    ]
    rounds, ties, invalid = (
        Column(name.capitalize(), number=True, field=name) for name in ("rounds", "ties", "invalid")
    )
    as_line = lambda _: line  # noqa: E731
    section = Section("", [rounds, *wins, ties, invalid], [ends], line=as_line, sentence=as_line)
    return Page("Hands compared", [section], facts={"summary": ends})


def _sections(rounds: Sequence[ComparedRound]) -> Iterator[Section]:
    columns = _columns(compared=True)
    for round_ in rounds:
        title = f"Round {round_.round}: {round_.result}"
        yield Section(title, columns, round_.hands, line=_best)


def _with_all_cards(row: ComparedHand) -> Sentence:
    return Sentence(f"Hand {row.hand}: ", side_by_side(row.cards), f" - {row.hand_type}")


def _best(row: ComparedHand) -> Sentence:
    return Sentence(f"Hand {row.hand}: ", side_by_side(row.best_five), f" - {row.hand_type}")


def _round(round_: Round, explain: bool) -> ComparedRound:
    digits = [best.digits for best, _ in round_.bests]
    places = [1 + sum(other > own for other in digits) for own in digits]
    numbered = zip(count(1), round_.holdings, places)
    hands = [_hand(number, holding, place, explain) for number, holding, place in numbered]
    return ComparedRound(round_.number, round_.winner, result(round_), tuple(hands))


def _hand(
    number: int, holding: Holding, place: int | None = None, explain: bool = False
) -> ComparedHand:
    hand = holding.best.hand  # of these ranks, whatever the suits
    name, strength = rank_name(holding)
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


def _ends(summary: Summary) -> Ends:
    wins = {f"hand {hand}": wins for hand, wins in summary.wins.items()}
    return Ends(summary.rounds, wins, summary.ties, summary.invalid)
