"""Hands, and rounds of hands against each other, read from lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count, islice

from poker_table.files.text import COMMENT, SEPARATOR
from poker_table.game.errors import CardError, HandError, RoundError
from poker_table.game.hand import HAND_SIZE
from poker_table.game.table import Showdown
from poker_table.hands.best_five import Holding, name_of_word
from poker_table.hands.in_words import counted

#: The layouts, each with what it looks like.
LAYOUTS = {
    "semicolon": "hand ; hand on a line, five cards or more each",
    "two-lines": "a hand of five cards on a line, the next line against it",
    "ten-cards": "ten cards on a line, the first five against the last five",
}
LAYOUT_IF_NONE_SHOWS = "semicolon"
LINES_LOOKED_AT = 100  # so many at most, to find one that shows the layout
CARDS_IN_A_LINE = {"two-lines": HAND_SIZE, "ten-cards": 2 * HAND_SIZE}

Line = tuple[int, str]  # its number and its text, without comment and commas


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
        self.number, self.line, self.holdings = number, line, holdings
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

    def counted(self, found: Iterable[Round | RoundError]) -> Iterator[Round | RoundError]:
        """Yield what `read_rounds` finds, each counted."""
        for each in found:
            if isinstance(each, RoundError):
                self.invalid += 1
            else:
                for hand in range(len(self.wins) + 1, len(each.holdings) + 1):
                    self.wins[hand] = 0
                if each.winner is None:
                    self.ties += 1
                else:
                    self.wins[each.winner] += 1
            yield each


def read_hands(lines: Iterable[str], name: str = "hands") -> Iterator[Holding | RoundError]:
    """Yield the holding on each line that has one, or a RoundError on what is wrong with it.

    >>> print(next(read_hands(["5H 5C 6S"])))
    hands:1: hand 1: expected five cards or more, got 3
    """
    hands = (line for line in _lines(lines) if line[1])
    for number, (line, text) in enumerate(hands, start=1):
        try:
            yield _holding(number, line, text)
        except RoundError as error:
            yield RoundError(f"{name}:{error}")


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
    texts = _lines(lines)
    if layout is None:
        layout, texts = _with_layout(texts)
    rounds = _in_pairs(texts) if layout == "two-lines" else ([line] for line in texts)
    for number, of_round in enumerate(rounds, start=1):
        try:
            yield Round(number, of_round[-1][0], _holdings(of_round, layout))
        except RoundError as error:
            yield RoundError(f"{name}:{error}")


def _in_pairs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield lines two by two, an empty one between them by itself."""
    pair: list[Line] = []
    for line in lines:
        if not line[1]:
            yield [line]
        elif pair:
            yield [*pair, line]
            pair = []
        else:
            pair = [line]
    if pair:
        yield pair


def _holdings(of_round: list[Line], layout: str) -> list[Holding]:
    """Return the holdings on some lines. Raises RoundError, which begins with a line."""
    hands = _hands(of_round, layout)
    try:
        return [Holding(hand.upper().split()) for hand in hands]
    except (KeyError, CardError, HandError):  # another spelling; or wrong, and then it says where
        lines = [line for line, _ in of_round] * len(hands)
        return list(map(_holding, count(1), lines, hands))


def _hands(of_round: list[Line], layout: str) -> list[str]:
    """Return the hands of a round. Raises RoundError if the layout has more or fewer."""
    line, text = of_round[0]
    if not text:
        raise RoundError(f"{line}: expected a hand, got an empty line")
    if layout == "semicolon":
        if SEPARATOR not in text:
            raise RoundError(f"{line}: expected two hands with {SEPARATOR} between them, got one")
        return text.split(SEPARATOR)
    if layout == "two-lines" and len(of_round) == 1:
        raise RoundError(f"{line}: expected a second hand on a line below, got none")
    words: list[str] = []
    for line, text in of_round:
        cards = text.split()
        if len(cards) != CARDS_IN_A_LINE[layout]:
            expected = f"expected {counted(CARDS_IN_A_LINE[layout])} cards"
            raise RoundError(f"{line}: {expected}, got {len(cards)}")
        words += cards
    return [" ".join(words[:HAND_SIZE]), " ".join(words[HAND_SIZE:])]


def _holding(hand: int, line: int, text: str) -> Holding:
    """Return the holding of a hand's text. Raises RoundError, which says where it is bad.

    >>> _holding(2, 1, "5H 5C 6S 7S KX")
    Traceback (most recent call last):
    poker_table.game.errors.RoundError: 1: hand 2, card 5: expected a card such as TH, got 'KX'
    """
    names: list[str] = []
    try:
        names.extend(map(name_of_word, text.split()))  # before an error, the cards up to it
        return Holding(names)
    except CardError as error:
        raise RoundError(f"{line}: hand {hand}, card {len(names) + 1}: {error}") from None
    except HandError as error:
        raise RoundError(f"{line}: hand {hand}: {error}") from None


def _lines(lines: Iterable[str]) -> Iterator[Line]:
    """Yield each line that has a text, and before it the first of the empty lines above it.

    Empty lines at the end mean nothing, and a line with only a comment is no empty one.
    """
    empty = 0
    for number, line in enumerate(lines, start=1):
        text = line.partition(COMMENT)[0].replace(",", " ")
        if text and not text.isspace():
            if empty:
                yield empty, ""
                empty = 0
            yield number, text
        elif COMMENT not in line:
            empty = empty or number


def _with_layout(lines: Iterator[Line]) -> tuple[str, Iterator[Line]]:
    """Return the layout that the first lines show, and all the lines."""
    layout_of_count = {count: name for name, count in CARDS_IN_A_LINE.items()}
    layout, seen = None, []
    for line in islice(lines, LINES_LOOKED_AT):
        seen.append(line)
        if SEPARATOR in line[1]:
            break
        if layout := layout_of_count.get(len(line[1].split())):
            break
    return layout or LAYOUT_IF_NONE_SHOWS, chain(seen, lines)
