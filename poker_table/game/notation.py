"""How cards are written: the one reader of a card's name, and the words of a text."""

from __future__ import annotations

import re

from poker_table.game.errors import CardError
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, Rank

WHITE_SYMBOLS = "♧♢♡♤"
EMOJI_STYLE = "\ufe0f"  # invisible character that requests a coloured suit symbol
LONGEST_CARD = 3  # characters of one card, such as 10h; a longer word may be several cards
AROUND_CARDS = frozenset("[](){}'\"‘’“”")  # of a list that is copied from a program, for instance
NO_RANGES = " (ranges such as AKs and QQ+ are not read: name the cards)"

# The patterns list both cases or have the flag `a`: otherwise the letter ſ would match an S.
_CARD = (
    f"(?:10|[{RANK_LETTERS}tjqka0])[{SUIT_LETTERS}cdhs{SUIT_SYMBOLS}{WHITE_SYMBOLS}]{EMOJI_STYLE}?"
)
_RANK_OF_WORD = {rank.word: rank.letter for rank in Rank} | {"10": "T"}
_SPELT_OUT = (
    rf"(?ai)\b({'|'.join(_RANK_OF_WORD)}|[2-9tjqka])[\s_]*of[\s_]*"
    r"(?:[cdhs]|clubs?|diamonds?|hearts?|spades?)\b"
)
_RANGE = r"(?ai)[2-9tjqka]{2}[so]?\+?(?:-[2-9tjqka]{2}[so]?\+?)?"

#: The number, 0 to 51, of each card: 2C 2D 2H 2S 3C … AS. Its names are TH, th, 10h, 0h, T♥ ….
NUMBER_OF_NAME = {
    rank_name + suit_name: 4 * rank + suit
    for rank, letter in enumerate(RANK_LETTERS)
    for rank_name in (letter, letter.lower(), *(("10", "0") if letter == "T" else ()))
    for suit, names in enumerate(["Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"])
    for suit_name in names
}
#: Unicode's playing cards in letters, for `str.translate`. There is a knight after the jack.
PLAYING_CARDS = {
    first + number: f"{rank}{suit} "
    for first, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C"))
    for number, rank in zip((*range(2, 12), 13, 14, 1), RANK_LETTERS, strict=True)
}
FIRST_PLAYING_CARD = chr(min(PLAYING_CARDS))


def number_of_card(name: str) -> int:
    """Return the number, 0 to 51, of the card with this name. Raises CardError.

    >>> number_of_card("2c"), number_of_card("Ace of Spades")
    (0, 51)
    """
    number = NUMBER_OF_NAME.get(name.removesuffix(EMOJI_STYLE))
    if number is None:
        number = NUMBER_OF_NAME.get(_in_letters(name).strip())
    if number is None:
        hint = NO_RANGES if is_range(name) else ""
        raise CardError(expected="a card such as TH", given=name, hint=hint)
    return number


def split_words(text: str) -> list[str]:
    """Return the words of a text, separated by blanks or commas; split "AhKh" into its cards.

    Brackets and quotes around cards are left out.

    >>> split_words("['Ah', 'Kh'], 10♥ Ace of Spades ?")
    ['Ah', 'Kh', '10♥', 'AS', '?']
    """
    words = _in_letters(text).replace(",", " ").split()
    if max(map(len, words), default=0) <= LONGEST_CARD and AROUND_CARDS.isdisjoint(text):
        return words
    return [part for word in words for part in _split_word(word)]


def is_range(word: str) -> bool:
    """Return whether a word stands for several hands, as AKs and QQ+ do in books on poker."""
    return bool(re.fullmatch(_RANGE, word))


def _in_letters(text: str) -> str:
    """Return a text with letters for each card that is spelt out or a character of its own."""
    if not text.isascii() and max(text) >= FIRST_PLAYING_CARD:
        text = text.translate(PLAYING_CARDS)
    return re.sub(_SPELT_OUT, _letters, text) if "of" in text.lower() else text


def _letters(spelt_out: re.Match[str]) -> str:
    """Return AS for Ace of Spades: the rank's letter, and the first letter of the suit."""
    rank, suit = re.split(r"[\s_]*of[\s_]*", spelt_out[0].lower())
    return (_RANK_OF_WORD.get(rank, rank) + suit[0]).upper()


def _split_word(word: str) -> list[str]:
    """Return the cards that a word consists of, or the word itself if it has anything else."""
    bare = word.strip("".join(AROUND_CARDS))
    cards = re.findall(_CARD, bare)
    return cards if "".join(cards) == bare else [word]
