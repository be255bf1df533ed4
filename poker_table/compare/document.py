"""Rounds and single hands as JSON documents for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from poker_table.compare.other_programs import rank_name
from poker_table.compare.result import result
from poker_table.compare.rounds import Round, Summary
from poker_table.game.errors import RoundError
from poker_table.hands.best_five import Holding
from poker_table.hands.reading import WHO_WINS, explanation, facts


def rounds_as_document(
    found: Iterable[Round | RoundError], summary: Summary, explain: bool
) -> Iterator[str]:
    """Yield the text of a JSON document piece by piece: each round or error, then the summary."""
    yield from _entries("rounds", (_round_facts(each, explain) for each in found))
    yield f'\n],\n"summary": {json.dumps(counts(summary))}\n}}\n'


def hands_as_document(found: Iterable[Holding | RoundError], explain: bool) -> Iterator[str]:
    """Yield the text of a JSON document piece by piece: each hand, with its number, or error."""
    facts = (hand_facts(number, each, explain) for number, each in enumerate(found, start=1))
    yield from _entries("hands", facts)
    yield "\n]\n}\n"


def summary_as_document(summary: Summary) -> str:
    """Return how the rounds ended as a JSON document of its own."""
    return json.dumps({"summary": counts(summary)}, indent=2) + "\n"


def counts(summary: Summary) -> dict[str, object]:
    """Return how many rounds there were and how they ended, under the names of the document."""
    return {
        "rounds": summary.rounds,
        "wins": {f"hand {hand}": wins for hand, wins in summary.wins.items()},
        "ties": summary.ties,
        "invalid": summary.invalid,
    }


def hand_facts(
    number: int, holding: Holding | RoundError, explain: bool = False
) -> dict[str, object]:
    """Return what is known of a hand, under the names of the document."""
    if isinstance(holding, RoundError):
        return {"error": str(holding)}
    hand = holding.hand(number)
    name, strength = rank_name(holding)
    return {
        "hand": number,
        "cards": [str(card) for card in holding.given],
        "best_five": [str(card) for card in holding.five],
        **facts(hand, explanation(hand) if explain else {}),
        "rank_name": name,
        "rank_strength": strength,
    }


def _entries(key: str, entries: Iterable[dict[str, object]]) -> Iterator[str]:
    between = f'{{\n"who_wins": "{WHO_WINS}",\n"{key}": [\n'
    for entry in entries:  # before the first of them nothing is written: a file may fail to open
        yield between + json.dumps(entry)
        between = ",\n"


def _round_facts(round_: Round | RoundError, explain: bool) -> dict[str, object]:
    if isinstance(round_, RoundError):
        return {"error": str(round_)}
    holdings = enumerate(round_.holdings, start=1)
    return {
        "round": round_.number,
        "winner": round_.winner,  # null where hands tie for it
        "result": result(round_),
        "hands": [hand_facts(number, holding, explain) for number, holding in holdings],
    }
