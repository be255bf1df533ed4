"""Hands out of words: one, with what is wrong with it, or those of a thousand lines at once."""

from __future__ import annotations

from itertools import accumulate

from poker_table.best_five import Holding, NumberOfWord
from poker_table.errors import CardError, HandError, RoundError
from poker_table.hand import HAND_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SEPARATOR = ";"  # between the hands of a line
COMMENT = "#"
END_OF_LINE = "|"  # where many lines are split at once

_number_of = NumberOfWord().__getitem__


def without_comment(line: str) -> str:
    """Return a line up to where a comment begins, its commas blanks."""
    return line.partition(COMMENT)[0].replace(",", " ")


def read_holding(words: list[str], where: str) -> Holding:
    """Return the holding that words stand for. Raises RoundError; `where` begins its message.

    >>> read_holding("5H 5C 6S 7S KX".split(), "a.txt:1: hand 2")
    Traceback (most recent call last):
    poker_table.errors.RoundError: a.txt:1: hand 2, card 5: expected a card such as TH, got 'KX'
    """
    numbers = []
    for place, word in enumerate(words, start=1):
        try:
            numbers.append(_number_of(word))
        except CardError as error:
            raise RoundError(f"{where}, card {place}: {error}") from None
    try:
        return Holding(numbers)
    except HandError as error:
        raise RoundError(f"{where}: {error}") from None


def read_hands(batches: Iterable[list[str]], name: str = "hands") -> Iterator[Holding | RoundError]:
    """Yield the holding on each line that has one, or the RoundError that says why it is bad.

    >>> print(next(read_hands([["5H 5C 6S"]])))
    hands:1: hand 1: expected five cards or more, got 3
    """
    number = 0
    for line, text in enumerate((line for batch in batches for line in batch), start=1):
        words = without_comment(text).split()
        if words:
            number += 1
            try:
                yield read_holding(words, f"{name}:{line}: hand {number}")
            except RoundError as error:
                yield error


def read_many(lines: list[str], cards: int | None) -> Iterator[list[Holding]]:
    """Yield the hands of each round, or nothing unless all the lines look like the first.

    Each line has `cards` cards, and five are a hand; or, without `cards`, hands with ; between
    them. Raises CardError or HandError, and does not say where: this is for a million lines, and
    those where there is anything to say are read one by one.

    >>> len(list(read_many(["5H 5C 6S 7S KC", "2H 2C 3S 4S 5C"], cards=5)))
    1
    """
    text = "\n".join(lines)
    if not lines or COMMENT in text or END_OF_LINE in text:
        return
    text = text.replace(",", " ").replace(SEPARATOR, f" {SEPARATOR} ")
    words = [*text.replace("\n", f" {END_OF_LINE} ").split(), END_OF_LINE]
    length = words.index(END_OF_LINE)
    hands = " ".join(words[:length]).split(SEPARATOR)
    sizes = [len(hand.split()) for hand in hands] if cards is None else [HAND_SIZE] * 2
    if len(words) != (length + 1) * len(lines) or cards not in (None, length):
        return
    if len(sizes) < 2 or min(sizes) < HAND_SIZE:
        return
    ends = [] if cards else list(accumulate(size + 1 for size in sizes[:-1]))
    marks = [(end - 1, SEPARATOR) for end in ends] + [(length, END_OF_LINE)]
    if not all(_taken_out(words, place, len(lines), mark) for place, mark in reversed(marks)):
        return
    numbers = list(map(_number_of, words))
    spans = list(zip(accumulate(sizes, initial=0), accumulate(sizes), strict=False))
    for start in range(0, len(numbers), sum(sizes)):
        yield [Holding(numbers[start + first : start + end]) for first, end in spans]


def _taken_out(words: list[str], place: int, rows: int, mark: str) -> bool:
    """Take the word at a place out of each row; return whether it was the mark every time."""
    length = len(words) // rows
    marks = words[place::length]
    del words[place::length]
    return marks.count(mark) == rows
