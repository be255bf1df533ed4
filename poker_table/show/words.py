"""A view as plain sentences for a screen reader: suits spelled, no boxes, no signs."""

from __future__ import annotations

from poker_table.cards import Card
from poker_table.show.view import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.show.view import Row, View

_SPOKEN = {" + ": " plus ", " = ": " equals ", "·": " times "}
_SPOKEN |= {"²": " squared", "³": " cubed", "⁴": " to the fourth"}


def view_sentences(view: View) -> str:
    """Return one sentence a player, and one for each thing said of the hand.

    >>> from poker_table import Hand, Showdown
    >>> from poker_table.show.view import showdown_view
    >>> showdown = Showdown([Hand.of("7H 9D 9H 9S TS", player=2)])
    >>> print(view_sentences(showdown_view(showdown, {})), end="")
    Place 1, player 2: three nines, then ten, seven. The cards are seven of hearts, nine of \
diamonds, nine of hearts, nine of spades, ten of spades.
    """
    first = f"{view.title}.\n{spoken(view.lead)}\n" if view.lead else ""
    last = f"{view.note}\n" if view.note else ""
    return first + "".join(map(_sentences, view.rows)) + last


def step_sentences(views: list[View]) -> str:
    """Return for each step what happens, and the hands it happens to."""
    return "\n".join(_step(view) for view in views)


def spelled(card: Card) -> str:
    """Return a card in words.

    >>> spelled(Card.parse("TH"))
    'ten of hearts'
    """
    return f"{card.rank.word} of {card.suit.word}"


def spoken(text: str) -> str:
    """Return a text with its cards and signs in words.

    >>> spoken("Hand 1: TH AS - 8·13")
    'Hand 1: ten of hearts, ace of spades - 8 times 13'
    """
    for sign, word in _SPOKEN.items():
        text = text.replace(sign, word)
    spoken = (spelled(part) if isinstance(part, Card) else part for part in pieces(text))
    return "".join(", " if part == " " else part for part in spoken)


def _sentences(row: Row) -> str:
    place = f"Place {row.place}, player" if row.place else "Player"
    words = f" {row.words}." if row.words else ""
    cards = ", ".join(map(spelled, row.cards)) or "none"
    first = f"{place} {row.player}:{words} The cards are {cards}.\n"
    return first + "".join(f"{name}: {spoken(text)}.\n" for name, text in row.reading.items())


def _step(view: View) -> str:
    marked = "".join(_sentences(row) for row in view.rows if row.marked)
    return f"{view.title}.\n{spoken(view.lead)}\n{marked}"
