"""Reading deck files, their text, and the bundled decks."""

from __future__ import annotations

import os
import re
from collections import Counter
from io import StringIO

from poker_table.files.text import COMMENT, PACKAGE, FileError, NoFileError, read_text, shown_name
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import CardError, DeckError, counted, number_in_range, printable
from poker_table.game.notation import split_words
from poker_table.game.players import MOST_PLAYERS, DeckForPlayers, players_of
from poker_table.game.rules import HAND_SIZE

A_DECK = "a deck of 52 cards"
FEWEST_CARDS, MOST_CARDS = 50, 52
LARGEST_FILE = 64 * 1024  # bytes: ten times as many as a deck with a comment on every card
COMMENT_ON_PLAYERS = r"(?i)\s*players:\s*([0-9]+)\s*"

# The decks are inside the package in an installed wheel, and beside it in a clone.
_FOLDERS = os.path.join(PACKAGE, "decks"), os.path.join(os.path.dirname(PACKAGE), "decks")
DECKS = next(filter(os.path.isdir, _FOLDERS))
CONTENTS = "CONTENTS"  # the list of the decks


def read_deck(name: str | os.PathLike[str]) -> Deck:
    """Return the deck in the named file, or the bundled deck of that name if there is no file.

    The name "-" means standard input. Raises NoFileError if there is no such file or deck, and
    DeckError, with the line and the card, if the file does not contain a deck.

    >>> str(read_deck("three.txt").deal_next_card())
    '7S'
    """
    name = os.fspath(name)
    try:
        text = read_text(name, A_DECK, LARGEST_FILE)
    except NoFileError:
        text = read_text(bundled_path(name), A_DECK, LARGEST_FILE)
    except FileError as error:
        raise DeckError(str(error)) from None
    return parse_deck(text, shown_name(name))


def parse_deck(text: str, name: str = "deck") -> Deck:
    """Return the deck that a text describes; `name` is the file's name in error messages.

    The text is in the course's format (two numbers per card: a rank 0-12, then a suit 0-3) if most
    of its words are numbers, and in notation (TH, 10h, T♥ …) otherwise. Commas count as blanks, and
    # begins a comment. Raises DeckError if a word is not a card, if a card appears twice, or if
    there are not 50 to 52 cards.

    If the text says for how many players the deck was made, it is a `DeckForPlayers`. A comment can
    say so, such as `# players: 4`, or the layout: five lines of n cards each, n below ten, and a
    sixth line with the other cards.

    >>> parse_deck("8 2  13 0", name="mine.txt")
    Traceback (most recent call last):
    poker_table.game.errors.DeckError: mine.txt:1: card 2: expected a rank from 0 to 12, got 13
    """
    words, players = list[tuple[str, int]](), list[int]()
    for line, text_of_line in enumerate(StringIO(text, newline=None), start=1):
        content, _, comment = text_of_line.partition(COMMENT)
        words += [(word, line) for word in split_words(content)]
        if stated := re.fullmatch(COMMENT_ON_PLAYERS, comment):
            if stated[1] not in map(str, players or range(1, MOST_PLAYERS + 1)):
                again = f"`# players: {players[0]}` again" if players else ""
                expected = again or f"1 to {MOST_PLAYERS} players"
                raise DeckError(expected=expected, given=stated[1], name=name, line=line)
            players.append(int(stated[1]))
    cards = _parse_cards(words, name)
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        expected = f"{FEWEST_CARDS} to {MOST_CARDS} cards"
        raise DeckError(expected=expected, got=len(cards) or "none", name=name)
    if not players:
        *turn_sizes, _ = Counter(line for _, line in words).values()
        turn = len(words) // len(cards)  # the words of a turn in which one player is dealt a card
        players = [n for n in range(1, MOST_PLAYERS) if turn_sizes == [n * turn] * HAND_SIZE]
    try:
        return DeckForPlayers(cards, players[0]) if players else Deck(cards)
    except DeckError as error:
        raise DeckError(error, name=name) from None


def turns(deck: Deck) -> list[tuple[Card, ...]]:
    """Return the cards of five turns, each with one card per player, then all the other cards.

    >>> [len(turn) for turn in turns(DeckForPlayers(players=4))]
    [4, 4, 4, 4, 4, 32]
    """
    players = players_of(deck)
    dealt = HAND_SIZE * players
    parts = [deck.cards[start : start + players] for start in range(0, dealt, players)]
    return [part for part in (*parts, deck.cards[dealt:]) if part]


def format_deck(deck: Deck, notation: bool = False) -> str:
    """Return the text of a deck file, with one line for each turn of the deal.

    The lines show the number of players if the deck was made for fewer than ten (see `parse_deck`).

    >>> format_deck(read_deck("three.txt"), notation=True).splitlines()[0]
    '7S 7H 6C 2D 2H AC AS AH TC JS'
    """
    as_text = str if notation else lambda card: f"{card.rank:d} {card.suit:d}"
    gap = " " if notation else "  "
    return "".join(gap.join(map(as_text, turn)) + "\n" for turn in turns(deck))


def bundled_decks() -> dict[str, str]:
    """Return the description of each bundled deck, by name."""
    with open(os.path.join(DECKS, CONTENTS), encoding="utf-8") as file:
        entries = (line.split(maxsplit=1) for line in file)
        return {name: description.rstrip("\n") for name, description in entries}


def bundled_name(name: str) -> str:
    """Return the full name of a bundled deck, from its name with or without .txt; "" for another.

    >>> bundled_name("three"), bundled_name("mine.txt")
    ('three.txt', '')
    """
    return next((each for each in (name, f"{name}.txt") if each in bundled_decks()), "")


def about_bundled(name: str) -> str:
    """Return the description of the bundled deck that a name means; "" if it means a file."""
    return "" if os.path.exists(name) else bundled_decks().get(bundled_name(name), "")


def bundled_path(name: str) -> str:
    """Return the path of a bundled deck. Raises NoFileError if there is no such deck."""
    if bundled := bundled_name(name):
        return os.path.join(DECKS, bundled)
    detail = f"There is no file or bundled deck '{printable(name)}'."
    raise NoFileError(f"Could not find file\n{detail}")


def _parse_cards(words: list[tuple[str, int]], name: str) -> list[Card]:
    """Return the cards that the words describe; each word has its line. Raises DeckError.

    If most words are numbers, ranks and suits alternate; otherwise each word is a card.
    """
    in_numbers = 2 * sum(word.lstrip("+-").isdecimal() for word, _ in words) > len(words)
    cards, rank = list[Card](), 0
    for index, (word, line) in enumerate(words):
        try:
            if not in_numbers:
                cards.append(Card.parse(word))
            elif index % 2 == 0:
                rank = _whole_number(word, 12, "a rank from 0 to 12")
            else:
                cards.append(Card(rank, _whole_number(word, 3, "a suit from 0 to 3")))
        except CardError as error:
            raise DeckError(error, name=name, line=line, card=len(cards) + 1) from None
    if in_numbers and len(words) % 2:
        suitless = f"card {len(cards) + 1} (line {words[-1][1]}) has no suit"
        got = f"{counted(len(words), 'number')}: {suitless}"
        raise DeckError(expected="two numbers for each card", got=got, name=name)
    return cards


def _whole_number(word: str, high: int, expected: str) -> int:
    """Return the number from 0 to `high` that a word is. Raises CardError."""
    if not re.fullmatch("[+-]?[0-9]{1,8}", word):
        raise CardError(expected=f"{expected}, a whole number", given=word)
    return number_in_range(int(word), 0, high, expected, CardError)
