"""How cards are written: the one reader of a card's name, and the words of a text."""

import re

from poker_table.game.errors import CardError
from poker_table.game.rank_and_suit import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, Rank

ALL_SUITS = SUIT_LETTERS + SUIT_SYMBOLS + "♧♢♡♤"  # each suit four after itself
LONGEST_CARD = 3  # characters of one card, such as 10h; a longer word may be several cards
EMOJI_STYLE = "\ufe0f"  # invisible character that requests a coloured suit symbol
AROUND_CARDS = "[](){}'\"‘’“”"  # of a list that is copied from a program, for instance
NO_RANGES = " (ranges such as AKs and QQ+ are not read: name the cards)"

# The patterns ignore case and have the flag `a`: without it, the letter ſ would match an S.
_CARD = rf"(?ai)(10|[{RANK_LETTERS}0])([{ALL_SUITS}]){EMOJI_STYLE}?"
_RANK_OF_WORD = {rank.word: rank.letter for rank in Rank} | {"10": "T"}
_SPELT_OUT = (
    rf"(?ai)\b({'|'.join(_RANK_OF_WORD)}|[2-9tjqka])[\s_]*of[\s_]*"
    r"([cdhs]|clubs?|diamonds?|hearts?|spades?)\b"
)
_RANGE = r"(?ai)[2-9tjqka]{2}[so]?\+?(?:-[2-9tjqka]{2}[so]?\+?)?"

#: Unicode's playing cards in letters, for `str.translate`. There is a knight after the jack.
PLAYING_CARDS = {
    first + number: f"{rank}{suit} "
    for first, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C"))
    for number, rank in zip((*range(2, 12), 13, 14, 1), RANK_LETTERS, strict=True)
}


def number_of_card(name: str) -> int:
    """Return the number, 0 to 51, of the card with this name: 2C 2D 2H 2S 3C … AS.

    Raises CardError.

    >>> number_of_card("2c"), number_of_card("10♥"), number_of_card("Ace of Spades")
    (0, 34, 51)
    """
    card = re.fullmatch(_CARD, _in_letters(name).strip())
    if card is None:
        hint = NO_RANGES if is_range(name) else ""
        raise CardError(expected="a card such as TH", given=name, hint=hint)
    rank, suit = card[1].upper(), card[2].upper()
    rank = "T" if rank in ("10", "0") else rank
    return 4 * RANK_LETTERS.index(rank) + ALL_SUITS.index(suit) % 4


def split_words(text: str) -> list[str]:
    """Return the words of a text, separated by blanks or commas; split "AhKh" into its cards.

    Brackets and quotes around cards are left out.

    >>> split_words("['Ah', 'Kh'], 10♥ Ace of Spades ?")
    ['Ah', 'Kh', '10♥', 'AS', '?']
    """
    words = _in_letters(text).replace(",", " ").split()
    if max(map(len, words), default=0) <= LONGEST_CARD and set(AROUND_CARDS).isdisjoint(text):
        return words  # nearly always
    parts = []
    for word in words:
        bare = word.strip(AROUND_CARDS)
        cards = [card[0] for card in re.finditer(_CARD, bare)]
        parts += cards if "".join(cards) == bare else [word]
    return parts


def is_range(word: str) -> bool:
    """Return whether a word stands for several hands, as AKs and QQ+ do in books on poker."""
    return bool(re.fullmatch(_RANGE, word))


def _in_letters(text: str) -> str:
    """Return a text with letters for each card that is spelt out or a character of its own."""
    if not text.isascii():
        text = text.translate(PLAYING_CARDS)
    return re.sub(_SPELT_OUT, _letters, text) if "of" in text.lower() else text


def _letters(spelt_out: re.Match[str]) -> str:
    """Return AS for Ace of Spades: the rank's letter, and the first letter of the suit."""
    rank, suit = spelt_out.groups()
    return (_RANK_OF_WORD.get(rank.lower(), rank) + suit[0]).upper()
