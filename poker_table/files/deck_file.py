"""Deck files, read and written, and the bundled ones."""

from __future__ import annotations

import os
import re
from io import StringIO

from poker_table.files.text import COMMENT, LONGEST_NAME, read_text, shown_name
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.errors import (
    CardError,
    DeckError,
    FileError,
    NoFileError,
    expect,
    printable,
    quoted,
)
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import MOST_PLAYERS, turns

A_DECK = "a deck of 52 cards"
FEWEST_CARDS, MOST_CARDS = 50, 52
LONGEST_FILE = 64 * 1024  # bytes; a deck with a comment on every card is a tenth of it
COMMENT_ON_PLAYERS = r"(?i)\s*players:\s*([0-9]+)\s*"

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# In the wheel the decks lie inside the package; in a clone, beside it.
_FOLDERS = os.path.join(_PACKAGE, "decks"), os.path.join(os.path.dirname(_PACKAGE), "decks")
_FOLDER = next(filter(os.path.isdir, _FOLDERS))
_CONTENTS = "CONTENTS"


def read_deck(name: str | os.PathLike[str]) -> Deck:
    """Return the deck in a file, in a bundled deck of that name, or, for "-", in standard input.

    Raises NoFileError if there is none, and DeckError, with the line and the card, if it is no
    deck.

    >>> str(read_deck("three.txt").deal_next_card())
    '7S'
    """
    name = os.fspath(expect(str | os.PathLike, name, "the name of a deck file", DeckError))
    try:
        text = read_text(name, A_DECK, LONGEST_FILE)
    except NoFileError:
        text = read_text(bundled_path(name), A_DECK, LONGEST_FILE)
    except FileError as error:
        raise DeckError(str(error)) from None
    return parse_deck(text, shown_name(name))


def parse_deck(text: str, name: str = "deck") -> Deck:
    """Return the deck that a text describes; `name` stands in the messages.

    The text is the course's numbers (rank 0-12, then suit 0-3, for each card) if most of its words
    are numbers, and notation (TH, 10h, T♥ …) otherwise. Commas count as blanks, and # begins a
    comment. Raises DeckError if a word is wrong, a card is there twice, or there are not 50 to 52.

    The deck knows for how many players it was made if a comment says `players: 4`, or if the cards
    stand in exactly five lines of as many, fewer than ten, and one of the rest. Another layout says
    nothing.

    >>> parse_deck("8 2  13 0", name="mine.txt")
    Traceback (most recent call last):
    poker_table.game.errors.DeckError: mine.txt:1: card 2: expected a rank from 0 to 12, got 13
    """
    lines = StringIO(expect(str, text, "the text of a deck", DeckError), newline=None)
    parted = [line.partition(COMMENT) for line in lines]
    words = [
        (word, number)
        for number, (of_line, _, _) in enumerate(parted, start=1)
        for word in of_line.replace(",", " ").split()
    ]
    numbers = sum(word.lstrip("+-").isdecimal() for word, _ in words)
    cards = _cards(words, 2 if 2 * numbers > len(words) else 1, name)
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        expected = f"{FEWEST_CARDS} to {MOST_CARDS} cards"
        raise DeckError(expected=expected, got=len(cards) or "none", name=name)
    players = _players_by_comment([comment for _, _, comment in parted], name)
    try:
        return Deck(cards, players or _players_by_layout([line for _, line in words], len(cards)))
    except DeckError as error:
        raise error.at(DeckError, name=name) from None


def format_deck(deck: Deck, notation: bool = False) -> str:
    """Return the deck as the text of a deck file, one turn of the deal to a line.

    So its lines say for how many players it was made.

    >>> format_deck(read_deck("three.txt"), notation=True).splitlines()[0]
    '7S 7H 6C 2D 2H AC AS AH TC JS'
    """
    written = str if notation else lambda card: f"{card.rank:d} {card.suit:d}"
    gap = " " if notation else "  "
    return "".join(gap.join(map(written, turn)) + "\n" for turn in turns(deck))


def write_deck(deck: Deck, path: str, notation: bool = False, force: bool = False) -> None:
    """Write a deck file, whole or not at all. Raises FileError."""
    write_whole(path, format_deck(deck, notation), force)


def bundled_decks() -> dict[str, str]:
    """Return the names of the bundled decks, each with a line on what it shows."""
    with open(os.path.join(_FOLDER, _CONTENTS), encoding="utf-8") as file:
        entries = (line.split(maxsplit=1) for line in file)
        return {name: about.rstrip("\n") for name, about in entries}


def bundled_name(name: str) -> str:
    """Return the name of a bundled deck that is asked for with or without its ending, .txt.

    Raises NoFileError if there is none of that name.
    """
    for bundled in (name, f"{name}.txt"):
        if bundled in bundled_decks():
            return bundled
    there_is = f"There is no file or bundled deck {quoted(name, LONGEST_NAME)}."
    raise NoFileError(f"Could not find file\n{there_is}")


def bundled_path(name: str) -> str:
    """Return where a bundled deck lies. Raises NoFileError if there is none of that name."""
    return os.path.join(_FOLDER, bundled_name(name))


def copy_bundled_decks(folder: str, force: bool = False) -> int:
    """Write every bundled deck and the list of them into a folder; return how many files.

    The folder is made if it does not exist. Raises FileError, with nothing written, if one of the
    files exists and `force` is not given.
    """
    targets = {name: os.path.join(folder, name) for name in (*bundled_decks(), _CONTENTS)}
    for target in targets.values():
        check_writable(target, force)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileError(f"{printable(folder)}: cannot be made: {error.strerror}") from None
    for name, target in targets.items():
        with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
            write_whole(target, file.read(), force)
    return len(targets)


def _players_by_comment(comments: list[str], name: str) -> int | None:
    """Return the number that the first comment on players names, 1 to 10. Raises DeckError."""
    for number, comment in enumerate(comments, start=1):
        if comment and (said := re.fullmatch(COMMENT_ON_PLAYERS, comment)):
            if said[1] in map(str, range(1, MOST_PLAYERS + 1)):
                return int(said[1])
            expected, got = f"1 to {MOST_PLAYERS} players", quoted(said[1])
            raise DeckError(expected=expected, given=said[1], got=got, name=name, line=number)
    return None


def _players_by_layout(lines: list[int], cards: int) -> int | None:
    """Return n for words in exactly five lines of n cards, n below ten, and one of the rest."""
    in_a_line = [lines.count(line) for line in dict.fromkeys(lines)]
    players, part = divmod(in_a_line[0] * cards, len(lines))  # a card is one word, or two numbers
    # Nine players leave five cards at least, so there is a line of the rest.
    laid_out = len(in_a_line) == HAND_SIZE + 1 and len({*in_a_line[:HAND_SIZE]}) == 1
    return players if laid_out and players < MOST_PLAYERS and not part else None


def _cards(words: list[tuple[str, int]], of_a_card: int, name: str) -> list[Card]:
    """Return the cards of words with their lines: two numbers for each card, or one word."""
    cards: list[Card] = []
    over = len(words) % of_a_card
    for begin in range(0, len(words) - over, of_a_card):
        (word, line), *suit = words[begin : begin + of_a_card]
        try:
            card = Card(_number(word), 0) if suit else Card.parse(word)
            if suit:
                [(number, line)] = suit  # it may be the next line
                card = Card(card.rank, _number(number))
        except CardError as error:
            raise error.at(DeckError, name=name, line=line, card=len(cards) + 1) from None
        cards.append(card)
    if over:
        suitless = f"card {len(words) // 2 + 1} (line {words[-1][1]}) has no suit"
        got = f"{len(words)} numbers: {suitless}"
        raise DeckError(expected="two numbers for each card", got=got, name=name)
    return cards


def _number(word: str) -> int:
    """Return a number of a few digits; a word that is none is left to Card to refuse."""
    return int(word) if re.fullmatch("[+-]?[0-9]{1,8}", word) else word  # type: ignore[return-value]
