"""Rounds and single hands as pages, and as the rows that a spreadsheet takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
    facts = [
        {"round": round_.number, "result": result(round_), "place": place}
        | hand_facts(number, holding)
        for round_ in rounds
        for number, holding, place in _placed(round_)
    ]
    counts = _counts(ROUND_FACTS, facts)
    return Page("Hands compared", sections, summary_line(summary), counts=counts)


def summary_page(summary: Summary) -> Page:
    """Return the page of how the rounds ended."""
    ends = [(f"hand {hand} wins", str(wins)) for hand, wins in summary.wins.items()]
    ends += [("ties", str(summary.ties)), ("invalid", str(summary.invalid))]
    table = table_of("", ["How they end", "Rounds"], ends)
    return Page("Hands compared", [table], summary_line(summary))


def _section(round_: Round, explain: bool) -> Section:
    told = result(round_)
    notes = [f"{told[0].upper()}{told[1:]}."]
    rows = []
    for number, holding, place in _placed(round_):
        rows.append(Row((str(place), *_cells(number, holding))))
        notes += _reading(number, holding) if explain else []
    return Section(f"Round {round_.number}", ROUND_COLUMNS, rows, notes)


def _placed(round_: Round) -> list[tuple[int, Holding, int]]:
    """Return the number, the cards and the place of each hand."""
    places = {hand.player: place for place, hand in round_.showdown}
    return [(hand, each, places[hand]) for hand, each in enumerate(round_.holdings, start=1)]


def _cells(number: int, holding: Holding) -> tuple[Cell, ...]:
    return str(number), holding.given, holding.five, holding.best.type_name


def _reading(number: int, holding: Holding) -> list[str]:
    read = explanation(holding.hand())
    return [f"Hand {number}, {name.lower()}: {text}" for name, text in read.items()]


def _counts(names: Sequence[str], facts: Iterable[Mapping[str, object]]) -> Section:
    """Return facts as a table: a row for each hand, its cards parted by blanks."""
    cells = [[fact[name] for name in names] for fact in facts]
    rows = [[" ".join(c) if isinstance(c, list) else str(c) for c in row] for row in cells]
    return table_of("", names, rows)
