"""How cards are written: every name of a card, and the cards and hands in a text."""

from __future__ import annotations

import re

from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, Rank

RANK_WORDS = [rank.word for rank in Rank]
WHITE_SYMBOLS = "♧♢♡♤"
EMOJI_STYLE = "\ufe0f"  # invisible character that requests a coloured suit symbol
LONGEST_CARD = 3  # characters of one card, such as 10h; a longer word may be several cards
SEPARATOR = ";"  # between the hands of a line
AROUND_CARDS = frozenset("[](){}'\"‘’“”")  # of a list that is copied from a program, for instance
NO_RANGES = " (ranges such as AKs and QQ+ are not read: name the cards)"

# The patterns list both cases or have the flag `a`: otherwise the letter ſ would match an S.
_CARD = (
    f"(?:10|[{RANK_LETTERS}tjqka0])[{SUIT_LETTERS}cdhs{SUIT_SYMBOLS}{WHITE_SYMBOLS}]{EMOJI_STYLE}?"
)
_SPELT_OUT = (
    rf"(?ai)\b({'|'.join(RANK_WORDS)}|10|[2-9tjqka])[\s_]*of[\s_]*"
    r"(?:([cdhs])|(c)lubs?|(d)iamonds?|(h)earts?|(s)pades?)\b"
)
_RANGE = r"(?ai)[2-9tjqka]{2}[so]?\+?(?:-[2-9tjqka]{2}[so]?\+?)?"
_BETWEEN_HANDS = rf"(?ai){SEPARATOR}|(?<!\S)(?:vs?|versus)\.?(?!\S)"

#: The number, 0 to 51, of each card: 2C 2D 2H 2S 3C … AS. Its names are TH, th, 10h, 0h, T♥ ….
NUMBER_OF_NAME = {
    rank_name + suit_name: 4 * rank + suit
    for rank, letter in enumerate(RANK_LETTERS)
    for rank_name in (letter, letter.lower(), *(("10", "0") if letter == "T" else ()))
    for suit, letters in enumerate(
        zip(SUIT_LETTERS, "cdhs", SUIT_SYMBOLS, WHITE_SYMBOLS, strict=True)
    )
    for suit_name in letters
}
#: Unicode's playing cards in letters, for `str.translate`. There is a knight after the jack.
PLAYING_CARDS = {
    first + number: f"{rank}{suit} "
    for first, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C"))
    for number, rank in zip((*range(2, 12), 13, 14, 1), RANK_LETTERS, strict=True)
}
FIRST_PLAYING_CARD = chr(min(PLAYING_CARDS))


def number_of_card(name: str) -> int | None:
    """Return the number, 0 to 51, of the card with this name, or None if there is none.

    >>> number_of_card("2c"), number_of_card("Ace of Spades"), number_of_card("1S")
    (0, 51, None)
    """
    number = NUMBER_OF_NAME.get(name.removesuffix(EMOJI_STYLE))
    return NUMBER_OF_NAME.get(_in_letters(name).strip()) if number is None else number


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


def hands_in(text: str) -> list[str]:
    """Return the texts of the hands in a line, with ; or vs between them.

    >>> hands_in("AcAs vs KcKs ; 2c2d")
    ['AcAs ', ' KcKs ', ' 2c2d']
    """
    return re.split(_BETWEEN_HANDS, text)


def is_range(word: str) -> bool:
    """Return whether a word stands for several hands, as AKs and QQ+ do in books on poker."""
    return bool(re.fullmatch(_RANGE, word))


def _in_letters(text: str) -> str:
    """Return a text with letters for each card that is spelt out or a character of its own."""
    if not text.isascii() and max(text) >= FIRST_PLAYING_CARD:
        text = text.translate(PLAYING_CARDS)
    return re.sub(_SPELT_OUT, _letters, text) if "of" in text.lower() else text


def _letters(spelt_out: re.Match[str]) -> str:
    rank, suit = spelt_out[1].lower(), spelt_out[spelt_out.lastindex or 0]
    letter = RANK_LETTERS[RANK_WORDS.index(rank)] if rank in RANK_WORDS else rank.replace("10", "T")
    return letter + suit


def _split_word(word: str) -> list[str]:
    """Return the cards that a word consists of, or the word itself if it has anything else."""
    bare = word.strip("".join(AROUND_CARDS))
    cards = re.findall(_CARD, bare)
    return cards if "".join(cards) == bare else [word]
