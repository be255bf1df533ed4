"""Hands, and rounds of hands against each other, read from lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import attrgetter

from poker_table.files.text import COMMENT, SEPARATOR
from poker_table.game.card import split_words
from poker_table.game.errors import CardError, PokerTableError, RoundError
from poker_table.game.hand import HAND_SIZE
from poker_table.game.notebook import NotebookDisplay
from poker_table.game.table import Showdown
from poker_table.hands.best_five import BestFive, Holding, card_name, check_names, find_best
from poker_table.hands.in_words import number_in_words

#: The layouts, each with what it looks like.
LAYOUTS = {
    "semicolon": "hand ; hand on a line, five cards or more each",
    "two-lines": "a hand of five cards on a line, the next line against it",
    "ten-cards": "ten cards on a line, the first five against the last five",
    "showdown": "the lines of a deal, `Player 2 - 7H 9D 9H 9S TS - Three of a Kind`, as one round",
}
# A line of the assignment, as this program and every student's program prints it.
SHOWDOWN_LINE = re.compile(r"\s*player\s+([0-9]{1,4})\s+-\s+([^-]+?)\s*(?:-.*)?", re.IGNORECASE)
LINES_LOOKED_AT = 100  # so many at most, to find one that shows the layout
CARDS_IN_A_LINE = {"two-lines": HAND_SIZE, "ten-cards": 2 * HAND_SIZE}

Line = tuple[int, str]  # its number and its text, without comment and commas


class Round(NotebookDisplay):
    """Hands against each other: the holdings in the order in which they came, and who wins.

    `winner` is the number of the best hand, from 1, or None if two or more tie for it; `line` is
    the line that the round ends on.

    >>> [round_] = read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])
    >>> round_.winner, round_.line, str(round_.showdown.hands[0])
    (1, 1, 'Player 1 - 8S 9S KH AC AD - Pair')
    """

    __slots__ = "bests", "first", "hands", "line", "number", "second", "winner"

    def __init__(self, number: int, line: int, hands: list[list[str]]) -> None:
        self.number, self.line, self.hands = number, line, hands
        self.winner: int | None = None
        self.bests: tuple[tuple[BestFive, list[str]], ...]  # as `find_best` returns them
        if len(hands) == 2:  # nearly always, and then there is a faster way
            self.bests = (one, _), (other, _) = find_best(hands[0]), find_best(hands[1])
            self.first, self.second = one, other
            if one.digits > other.digits:
                self.winner = 1
            elif one.digits < other.digits:
                self.winner, self.first, self.second = 2, other, one
        else:
            self.bests = tuple(map(find_best, hands))
            bests = [best for best, _ in self.bests]
            self.first, self.second = sorted(bests, key=attrgetter("digits"), reverse=True)[:2]
            if self.first.digits > self.second.digits:
                self.winner = bests.index(self.first) + 1

    @property
    def holdings(self) -> list[Holding]:
        """The hands, and the best five of each."""
        return list(map(Holding, self.hands))

    @property
    def showdown(self) -> Showdown:
        """The best fives, best to worst; a hand's player is its number."""
        return Showdown(
            holding.hand(number) for number, holding in enumerate(self.holdings, start=1)
        )

    def __repr__(self) -> str:
        cards = (" ".join(map(str, holding.given)) for holding in self.holdings)
        ends = f"hand {self.winner} wins" if self.winner else "a tie"
        return f"<Round {self.number}: {f' {SEPARATOR} '.join(cards)} - {ends}>"


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

    def counted(self, rounds: Iterable[Round | RoundError]) -> Iterator[Round | RoundError]:
        """Yield what `read_rounds` yields, and count it."""
        for each in rounds:
            if isinstance(each, Round):
                while len(self.wins) < len(each.bests):
                    self.wins[len(self.wins) + 1] = 0
                if each.winner is None:
                    self.ties += 1
                else:
                    self.wins[each.winner] += 1
            else:
                self.invalid += 1
            yield each


def read_hands(lines: Iterable[str], name: str = "hands") -> Iterator[Holding | RoundError]:
    """Yield the holding on each line that has one, or a RoundError on what is wrong with it.

    >>> print(next(read_hands(["5H 5C 6S"])))
    hands:1: hand 1: expected five cards or more, got 3
    """
    hands = (line for line in _lines(lines) if line[1])
    for number, (line, text) in enumerate(hands, start=1):
        try:
            yield Holding(_names(number, line, _cards_part(text)))
        except RoundError as error:
            yield error.at(RoundError, name=name)


def read_rounds(
    lines: Iterable[str], name: str = "rounds", layout: str | None = None
) -> Iterator[Round | RoundError]:
    """Yield each round of some lines, or a RoundError on what is wrong with a line.

    Without `layout`, the first line that shows one decides. Commas count as blanks, # begins a
    comment; `name` stands in the messages. The number of a round counts the bad ones before it.

    >>> lines = ["Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c", "5H 5C ; 1H"]
    >>> for each in read_rounds(lines):
    ...     print(getattr(each, "winner", each))
    2
    rounds:2: hand 1: expected five cards or more, got 2
    """
    texts = _lines(lines)
    if layout is None:
        layout, texts = _with_layout(texts)
    grouped = {"two-lines": _in_pairs, "showdown": _in_showdowns}
    rounds = grouped.get(layout, zip)(texts)
    for number, of_round in enumerate(rounds, start=1):
        line, text = of_round[-1]
        try:
            if layout == "semicolon":
                one, other = text.upper().split(SEPARATOR)
                yield Round(number, line, [one.split(), other.split()])
                continue
        except (ValueError, KeyError):  # not the usual two hands of usual names, or a wrong one
            pass
        try:
            yield Round(number, line, _hands(of_round, layout))
        except RoundError as error:
            yield error.at(RoundError, name=name)


def _in_pairs(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Yield lines two by two, an empty one between them by itself."""
    waiting: list[Line] = []
    for line in lines:
        if not line[1]:
            yield (line,)
        elif waiting:
            yield waiting.pop(), line
        else:
            waiting.append(line)
    yield from zip(waiting)


def _in_showdowns(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Yield the lines of each deal, by player; a player's second line begins another deal."""
    deal: dict[int, Line] = {}
    for number, text in lines:
        player = SHOWDOWN_LINE.fullmatch(text)
        if deal and (player is None or int(player[1]) in deal):
            yield tuple(deal[key] for key in sorted(deal))
            deal = {}
        if player:
            deal[int(player[1])] = number, player[2]
        elif text:
            yield ((number, text),)
    if deal:
        yield tuple(deal[key] for key in sorted(deal))


def _cards_part(text: str) -> list[str]:
    """Return the words of a hand, which may stand in a line of the assignment."""
    of_player = SHOWDOWN_LINE.fullmatch(text) if "-" in text else None
    return split_words(of_player[2] if of_player else text)


def _hands(of_round: Sequence[Line], layout: str) -> list[list[str]]:
    """Return the cards of each hand of a round. Raises RoundError, which begins with a line."""
    line, text = of_round[0]
    if not text:
        raise RoundError(expected="a hand", got="an empty line", line=line)
    if layout == "two-lines" and len(of_round) == 1:
        raise RoundError(expected="a second hand on a line below", got="none", line=line)
    if layout == "showdown":
        hands = [(number, split_words(hand)) for number, hand in of_round]
    elif layout == "semicolon":
        hands = [(line, split_words(hand)) for hand in text.split(SEPARATOR)]
    else:
        hands = [hand for each in of_round for hand in _fives(*each, CARDS_IN_A_LINE[layout])]
    if len(hands) == 1:
        expected = f"two hands with {SEPARATOR} between them"
        raise RoundError(expected=expected, got="one", line=line)
    return [_names(number, *hand) for number, hand in enumerate(hands, start=1)]


def _fives(line: int, text: str, expected: int) -> list[tuple[int, list[str]]]:
    """Return the hands of five on a line. Raises RoundError unless it has so many cards."""
    words = split_words(text)
    if len(words) != expected:
        raise RoundError(expected=f"{number_in_words(expected)} cards", got=len(words), line=line)
    return [(line, words[i : i + HAND_SIZE]) for i in range(0, expected, HAND_SIZE)]


def _names(hand: int, line: int, words: list[str]) -> list[str]:
    """Return the names of a hand's cards. Raises RoundError, which says where they are bad."""
    names: list[str] = []
    try:
        names.extend(map(card_name, words))  # before an error, the cards up to it
        check_names(names)
    except CardError as error:
        raise error.at(RoundError, line=line, hand=hand, card=len(names) + 1) from None
    except PokerTableError as error:
        raise error.at(RoundError, line=line, hand=hand) from None
    return names


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
    layout: str | None
    layout_of_count = {count: name for name, count in CARDS_IN_A_LINE.items()}
    ahead = []
    for line in islice(lines, LINES_LOOKED_AT):
        ahead.append(line)
        if SEPARATOR in line[1]:
            layout = "semicolon"
        elif SHOWDOWN_LINE.fullmatch(line[1]):
            layout = "showdown"
        else:
            layout = layout_of_count.get(len(split_words(line[1])))
        if layout is not None:
            return layout, chain(ahead, lines)
    return "semicolon", chain(ahead, lines)
