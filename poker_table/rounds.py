"""Rounds, two hands or more against each other, out of lines of text in three layouts."""

from __future__ import annotations

from contextlib import suppress

from poker_table.displayed import Displayed
from poker_table.errors import CardError, HandError, RoundError
from poker_table.hand import HAND_SIZE
from poker_table.hand_text import COMMENT, SEPARATOR, read_holding, read_many, without_comment
from poker_table.table import Showdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from poker_table.best_five import Holding

#: The layouts, each with what it looks like.
LAYOUTS = {
    "semicolon": "hand ; hand on a line, five cards or more each",
    "two-lines": "a hand of five cards on a line, the next line against it",
    "ten-cards": "ten cards on a line, the first five against the last five",
}
UNDECIDED_LINES = 100  # so many lines may pass before one shows the layout
LIKELIEST_LAYOUT = "semicolon"
_CARDS_IN_A_LINE = {"two-lines": HAND_SIZE, "ten-cards": 2 * HAND_SIZE}


class Round(Displayed):
    """Hands against each other: the holdings in the order in which they came, and who wins.

    `winner` is the number of the best hand, from 1, or None if two or more tie for it.
    """

    __slots__ = ("holdings", "number", "winner")

    def __init__(self, number: int, holdings: list[Holding]) -> None:
        self.number = number
        self.holdings = holdings
        self.winner: int | None
        if len(holdings) == 2:  # nearly always, and then there is a faster way
            one, other = holdings[0].worth.strength, holdings[1].worth.strength
            self.winner = 1 if one > other else 2 if other > one else None
        else:
            strengths = [holding.worth.strength for holding in holdings]
            best = max(strengths)
            self.winner = strengths.index(best) + 1 if strengths.count(best) == 1 else None

    @property
    def showdown(self) -> Showdown:
        """The best fives, best to worst; a hand's player is its number."""
        return Showdown(holding.hand(place) for place, holding in enumerate(self.holdings, start=1))


class Tally:
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
        elif found.winner is None:
            self.ties += 1
        else:
            self.wins[found.winner] = self.wins.get(found.winner, 0) + 1


def read_rounds(
    batches: Iterable[list[str]], name: str = "rounds", layout: str | None = None
) -> Iterator[Round | RoundError]:
    """Yield each round of some lines, or, where a line is bad, the RoundError that says why.

    The lines come in batches, as a file is read. Without a layout the first line that has one
    shows it. Commas count as blanks, # begins a comment; `name` stands in the messages.

    >>> lines = ["Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c", "5H 5C ; 1H"]
    >>> for found in read_rounds([lines]):
    ...     print(getattr(found, "winner", found))
    2
    rounds:2: hand 1: expected five cards or more, got 2
    """
    reader = _Reader(name, layout)
    for lines in batches:
        yield from reader.read(lines)
    yield from reader.end()


class _Reader:
    """Where the reading of rounds has got to."""

    def __init__(self, name: str, layout: str | None) -> None:
        self.name = name
        self.layout = layout
        self.line = 0  # the number of the last line that was read
        self.rounds = 0
        self.undecided: list[str] = []  # lines before the one that shows the layout
        self.empty_line = 0  # the first of the empty lines just before the next line
        self.waiting: tuple[int, list[str]] | None = None  # a line and its hand, for another one

    def read(self, lines: list[str]) -> Iterator[Round | RoundError]:
        if self.layout is None:
            lines = self._decided(lines)
        alone = 1 if self.waiting else 0  # the hand that one from the last batch waits for
        yield from self._one_by_one(lines[:alone])
        lines = lines[alone:]
        whole = len(lines) - (len(lines) % 2 if self.layout == "two-lines" else 0)
        yield from self._at_once(lines[:whole])
        yield from self._one_by_one(lines[whole:])

    def end(self) -> Iterator[Round | RoundError]:
        if self.undecided:
            self.layout = LIKELIEST_LAYOUT
            yield from self._one_by_one(self.undecided)
        if self.waiting:
            line, _ = self.waiting
            yield RoundError(
                f"{self.name}:{line}: expected a second hand on a line below, got none"
            )

    def _decided(self, lines: list[str]) -> list[str]:
        """Return the lines that can be read now: all so far, once one shows the layout."""
        self.undecided += lines
        first = self.undecided[:UNDECIDED_LINES]  # and no more, however long the batches are
        self.layout = next(filter(None, map(_layout_of, first)), None)
        if self.layout is None and len(self.undecided) < UNDECIDED_LINES:
            return []
        self.layout = self.layout or LIKELIEST_LAYOUT
        lines, self.undecided = self.undecided, []
        return lines

    def _at_once(self, lines: list[str]) -> Iterator[Round | RoundError]:
        """Read lines as one, up to the first where that does not do."""
        lines_a_round = 2 if self.layout == "two-lines" else 1
        cards = _CARDS_IN_A_LINE.get(self.layout or LIKELIEST_LAYOUT)
        unfinished = self.empty_line or self.waiting
        done = 0
        with suppress(CardError, HandError):
            for holdings in () if unfinished else read_many(lines, cards):
                self.rounds += 1
                done += lines_a_round
                yield Round(self.rounds, holdings)
        self.line += done
        yield from self._one_by_one(lines[done:])

    def _one_by_one(self, lines: list[str]) -> Iterator[Round | RoundError]:
        for line in lines:
            self.line += 1
            text = without_comment(line)
            if not text.strip():
                if COMMENT not in line:
                    self.empty_line = self.empty_line or self.line
                continue
            if self.empty_line:
                where = f"{self.name}:{self.empty_line}"
                yield RoundError(f"{where}: expected a hand, got an empty line")
                self.empty_line = 0
            hands = self._hands(text)
            if hands:
                self.rounds += 1
                try:
                    yield Round(self.rounds, self._holdings(hands))
                except RoundError as error:
                    yield error

    def _hands(self, text: str) -> list[tuple[int, list[str]]]:
        """Return the words of each hand of a round, with its line; none if half is yet to come."""
        if self.layout == "semicolon":
            return [(self.line, hand.split()) for hand in text.split(SEPARATOR)]
        words = text.split()
        if self.layout == "ten-cards":
            return [(self.line, words[:HAND_SIZE]), (self.line, words[HAND_SIZE:])]
        if self.waiting is None:
            self.waiting = self.line, words
            return []
        first, self.waiting = self.waiting, None
        return [first, (self.line, words)]

    def _holdings(self, hands: list[tuple[int, list[str]]]) -> list[Holding]:
        for line, words in hands:
            if self.layout == "two-lines" and len(words) != HAND_SIZE:
                raise RoundError(f"{self.name}:{line}: expected five cards, got {len(words)}")
        cards = sum(len(words) for _, words in hands)
        if self.layout == "ten-cards" and cards != 2 * HAND_SIZE:
            raise RoundError(f"{self.name}:{self.line}: expected ten cards, got {cards}")
        if len(hands) == 1:
            expected = f"expected two hands with {SEPARATOR} between them, got one"
            raise RoundError(f"{self.name}:{self.line}: {expected}")
        return [
            read_holding(words, f"{self.name}:{line}: hand {place}")
            for place, (line, words) in enumerate(hands, start=1)
        ]


def _layout_of(line: str) -> str | None:
    text = without_comment(line)
    cards = len(text.split())
    if SEPARATOR in text:
        return "semicolon"
    return next((name for name, count in _CARDS_IN_A_LINE.items() if count == cards), None)
