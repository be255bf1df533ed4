"""Rounds and single hands as pages, and as the rows that a spreadsheet takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from poker_table.compare.document import hand_facts
from poker_table.compare.result import result, summary_line
from poker_table.compare.rounds import Round, Summary
from poker_table.game.errors import RoundError
from poker_table.hands.best_five import Holding
from poker_table.hands.reading import explanation
from poker_table.show.page import Cell, Column, Page, Row, Section, table_of

HAND_COLUMNS = (
    Column("Hand", number=True, names=True),
    Column("Cards"),
    Column("Best five"),
    Column("Hand type"),
)
ROUND_COLUMNS = Column("Place", number=True), *HAND_COLUMNS
HAND_FACTS = "hand", "cards", "best_five", "hand_type", "value", "strength", "in_words"
ROUND_FACTS = "round", "result", "place", *HAND_FACTS


def hands_page(found: Iterable[Holding | RoundError], explain: bool) -> Page:
    """Return the page of some hands, a row each; bad ones are left out."""
    good = {n: each for n, each in enumerate(found, start=1) if isinstance(each, Holding)}
    rows = [Row(_cells(*hand)) for hand in good.items()]
    notes = [note for hand in good.items() for note in _reading(*hand)] if explain else []
    facts = [hand_facts(*hand) for hand in good.items()]
    section = Section("", HAND_COLUMNS, rows, notes)
    return Page("Hands evaluated", [section], counts=_counts(HAND_FACTS, facts))


def rounds_page(found: Iterable[Round | RoundError], summary: Summary, explain: bool) -> Page:
    """Return the page of some rounds, a table each; bad ones are left out."""
    rounds = [each for each in found if isinstance(each, Round)]
    sections = [_section(round_, explain) for round_ in rounds]
    facts = [fact for round_ in rounds for fact in _facts(round_)]
    lead = summary_line(summary)
    return Page("Hands compared", sections, lead, counts=_counts(ROUND_FACTS, facts))


def summary_page(summary: Summary) -> Page:
    """Return the page of how the rounds ended."""
    ends = [(f"hand {hand} wins", str(wins)) for hand, wins in summary.wins.items()]
    ends += [("ties", str(summary.ties)), ("invalid", str(summary.invalid))]
    table = table_of("", ["How they end", "Rounds"], ends)
    return Page("Hands compared", [table], summary_line(summary))


def _section(round_: Round, explain: bool) -> Section:
    told = result(round_)
    hands = list(enumerate(round_.holdings, start=1))
    places = _places(round_)
    rows = [Row((str(places[hand[0]]), *_cells(*hand))) for hand in hands]
    notes = [f"{told[0].upper()}{told[1:]}."]
    if explain:
        notes += [note for hand in hands for note in _reading(*hand)]
    return Section(f"Round {round_.number}", ROUND_COLUMNS, rows, notes)


def _facts(round_: Round) -> Iterator[dict[str, object]]:
    told, places = result(round_), _places(round_)
    for number, holding in enumerate(round_.holdings, start=1):
        of_round = {"round": round_.number, "result": told, "place": places[number]}
        yield of_round | hand_facts(number, holding)


def _places(round_: Round) -> dict[int, int]:
    return {hand.player: place for place, hand in round_.showdown}


def _cells(number: int, holding: Holding) -> tuple[Cell, ...]:
    return str(number), holding.given, holding.five, holding.best.kind.type_name


def _reading(number: int, holding: Holding) -> list[str]:
    read = explanation(holding.hand())
    return [f"Hand {number}, {name.lower()}: {text}" for name, text in read.items()]


def _counts(names: Sequence[str], facts: Iterable[Mapping[str, object]]) -> Section:
    """Return facts as a table: a row for each hand, its cards parted by blanks."""
    rows = [[_text(fact[name]) for name in names] for fact in facts]
    return table_of("", names, rows)


def _text(fact: object) -> str:
    return " ".join(fact) if isinstance(fact, list) else str(fact)
