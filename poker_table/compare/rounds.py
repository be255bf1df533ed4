"""Hands, and rounds of hands against each other, read from lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from poker_table.game.errors import CardError, HandError, RoundError
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import Showdown
from poker_table.hands.best_five import Holding, number_of_word

SEPARATOR = ";"  # between the hands of a line
COMMENT = "#"
#: The layouts, each with what it looks like.
LAYOUTS = {
    "semicolon": "hand ; hand on a line, five cards or more each",
    "two-lines": "a hand of five cards on a line, the next line against it",
    "ten-cards": "ten cards on a line, the first five against the last five",
}
LIKELIEST_LAYOUT = "semicolon"
UNDECIDED_LINES = 100  # so many lines may pass before one shows the layout
_CARDS_IN_A_LINE = {"two-lines": HAND_SIZE, "ten-cards": 2 * HAND_SIZE}


class Round:
    """Hands against each other: the holdings in the order in which they came, and who wins.

    `winner` is the number of the best hand, from 1, or None if two or more tie for it; `line` is
    the line that the round ends on.

    >>> [found] = read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])
    >>> found.winner, found.line, str(found.showdown.hands[0])
    (1, 1, 'Player 1 - 8S 9S KH AC AD - Pair')
    """

    __slots__ = ("holdings", "line", "number", "winner")

    def __init__(self, number: int, line: int, holdings: list[Holding]) -> None:
        self.number = number
        self.line = line
        self.holdings = holdings
        self.winner: int | None
        if len(holdings) == 2:  # nearly always, and then there is a faster way
            one, other = holdings[0].best.strength, holdings[1].best.strength
            self.winner = 1 if one > other else 2 if other > one else None
        else:
            strengths = [holding.best.strength for holding in holdings]
            best = max(strengths)
            self.winner = strengths.index(best) + 1 if strengths.count(best) == 1 else None

    @property
    def showdown(self) -> Showdown:
        """The best fives, best to worst; a hand's player is its number."""
        return Showdown(
            holding.hand(number) for number, holding in enumerate(self.holdings, start=1)
        )

    def __repr__(self) -> str:
        given = (" ".join(map(str, holding.given)) for holding in self.holdings)
        ends = f"hand {self.winner} wins" if self.winner else "a tie"
        return f"<Round {self.number}: {f' {SEPARATOR} '.join(given)} - {ends}>"


class Summary:
    """How many rounds there were, and how they ended."""

    def __init__(self) -> None:
        self.wins = {1: 0, 2: 0}  # of the first hand, the second, …
        self.ties = 0
        self.invalid = 0

    @property
    def rounds(self) -> int:
        """All rounds, the invalid ones included."""
        return sum(self.wins.values()) + self.ties + self.invalid

    def count(self, found: Round | RoundError) -> None:
        """Count what `read_rounds` has found."""
        if isinstance(found, RoundError):
            self.invalid += 1
            return
        for hand in range(len(self.wins) + 1, len(found.holdings) + 1):
            self.wins[hand] = 0
        if found.winner is None:
            self.ties += 1
        else:
            self.wins[found.winner] += 1


def read_hands(lines: Iterable[str], name: str = "hands") -> Iterator[Holding | RoundError]:
    """Yield the holding on each line that has one, or a RoundError on what is wrong with it.

    >>> print(next(read_hands(["5H 5C 6S"])))
    hands:1: hand 1: expected five cards or more, got 3
    """
    number = 0
    for line, hand in _texts(lines):
        if hand:
            number += 1
            try:
                yield _holding(hand, name, line, number)
            except RoundError as error:
                yield error


def read_rounds(
    lines: Iterable[str], name: str = "rounds", layout: str | None = None
) -> Iterator[Round | RoundError]:
    """Yield each round of some lines, or a RoundError on what is wrong with a line.

    Without `layout`, the first line that shows one decides. Commas count as blanks, # begins a
    comment; `name` stands in the messages. The number of a round counts the bad ones before it.

    >>> lines = ["Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c", "5H 5C ; 1H"]
    >>> for found in read_rounds(lines):
    ...     print(getattr(found, "winner", found))
    2
    rounds:2: hand 1: expected five cards or more, got 2
    """
    if layout is None:
        layout, lines = _with_layout(iter(lines))
    number = 0
    waiting: list[tuple[int, str]] = []  # the lines so far of the next round
    for line, text in _texts(lines):
        if not text:
            number += 1
            yield RoundError(f"{name}:{line}: expected a hand, got an empty line")
            continue
        waiting.append((line, text))
        if layout != "two-lines" or len(waiting) == 2:
            number += 1
            yield _round(number, waiting, layout, name)
            waiting = []
    for line, _ in waiting:
        yield RoundError(f"{name}:{line}: expected a second hand on a line below, got none")


def _round(number: int, lines: list[tuple[int, str]], layout: str, name: str) -> Round | RoundError:
    """Return the round on some lines, each with its number, or what is wrong with it."""
    try:
        hands = _hands(lines, layout, name)
        try:
            holdings = [Holding(list(map(number_of_word, hand.split()))) for hand in hands]
        except (CardError, HandError):  # read once more, to say where
            line_numbers = [line for line, _ in lines] * len(hands)
            numbered = enumerate(zip(hands, line_numbers, strict=False), start=1)
            holdings = [_holding(text, name, line, hand) for hand, (text, line) in numbered]
    except RoundError as error:
        return error
    return Round(number, lines[-1][0], holdings)


def _hands(lines: list[tuple[int, str]], layout: str, name: str) -> list[str]:
    """Return the hands of a round. Raises RoundError if the layout has more or fewer."""
    if layout == "semicolon":
        [(line, text)] = lines
        hands = text.split(SEPARATOR)
        if len(hands) == 1:
            expected = f"expected two hands with {SEPARATOR} between them, got one"
            raise RoundError(f"{name}:{line}: {expected}")
        return hands
    words = []
    for line, text in lines:
        found = text.split()
        if len(found) != _CARDS_IN_A_LINE[layout]:
            expected = "five" if layout == "two-lines" else "ten"
            raise RoundError(f"{name}:{line}: expected {expected} cards, got {len(found)}")
        words += found
    return [" ".join(words[:HAND_SIZE]), " ".join(words[HAND_SIZE:])]


def _holding(text: str, name: str, line: int, hand: int) -> Holding:
    """Return the holding that a text stands for. Raises RoundError, which says where it is bad.

    >>> _holding("5H 5C 6S 7S KX", "a", line=1, hand=2)
    Traceback (most recent call last):
    poker_table.game.errors.RoundError: a:1: hand 2, card 5: expected a card such as TH, got 'KX'
    """
    numbers: list[int] = []
    try:
        numbers.extend(map(number_of_word, text.split()))  # before an error, the cards up to it
        return Holding(numbers)
    except CardError as error:
        raise RoundError(f"{name}:{line}: hand {hand}, card {len(numbers) + 1}: {error}") from None
    except HandError as error:
        raise RoundError(f"{name}:{line}: hand {hand}: {error}") from None


def _texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line with text, after those of an empty line before it.

    Of several empty lines the first is yielded; those at the end are passed over. A line with
    nothing but a comment is not an empty one.
    """
    empty = 0
    for number, line in enumerate(lines, start=1):
        text = _without_comment(line)
        if text and not text.isspace():
            if empty:
                yield empty, ""
                empty = 0
            yield number, text
        elif COMMENT not in line:
            empty = empty or number


def _without_comment(line: str) -> str:
    """Return a line up to where a comment begins, its commas blanks."""
    return line.partition(COMMENT)[0].replace(",", " ")


def _with_layout(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Return the layout that the first lines show, and all the lines."""
    layout, seen = None, []
    for line in islice(lines, UNDECIDED_LINES):
        seen.append(line)
        if layout := _layout_of(line):
            break
    return layout or LIKELIEST_LAYOUT, chain(seen, lines)


def _layout_of(line: str) -> str | None:
    text = _without_comment(line)
    cards = len(text.split())
    if SEPARATOR in text:
        return "semicolon"
    return next((name for name, count in _CARDS_IN_A_LINE.items() if count == cards), None)
