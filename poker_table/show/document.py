"""The showdown as one JSON document for other programs."""

from __future__ import annotations

import json

from poker_table.explain import in_words
from poker_table.show.view import explained

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.hand import Hand
    from poker_table.table import Showdown


def showdown_document(
    showdown: Showdown, source: dict[str, int | str], explain: bool = False
) -> str:
    """Return the showdown as JSON text; `source` says where the deck came from.

    Every key is a word of the README's vocabulary, and `wins` says which direction is better.
    """
    players = [_player(place, hand) for place, hand in showdown]
    if explain:
        for player, reading in zip(players, explained(showdown), strict=True):
            player["explanation"] = {name.lower(): text for name, text in reading.items()}
    document = {
        **source,
        "wins": "place 1; the greater strength is always the better hand",
        "players": players,
    }
    return json.dumps(document, indent=2) + "\n"


def _player(place: int, hand: Hand) -> dict[str, object]:
    return {
        "place": place,
        "player": hand.player,
        "cards": [str(card) for card in hand.cards],
        "hand_type": str(hand.hand_type),
        "value": hand.value,
        "strength": hand.strength,
        "in_words": in_words(hand),
    }
