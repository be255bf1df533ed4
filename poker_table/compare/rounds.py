"""Rounds, in which two or more hands are compared, and single hands, read from lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter

from poker_table.files.text import COMMENT
from poker_table.game.card import Card
from poker_table.game.cards import check_distinct
from poker_table.game.errors import CardError, PokerTableError
from poker_table.game.notation import split_words
from poker_table.game.rules import HAND_SIZE
from poker_table.game.table import Showdown
from poker_table.hands.best_five import BestFive, Holding, check_names, find_best
from poker_table.hands.in_a_line import BOARD_CARDS, SEPARATOR, RoundError, hands_in
from poker_table.hands.in_words import number_in_words

# A line of a showdown as the assignment prescribes it, printed by this program or a student's.
SHOWDOWN_LINE = re.compile(r"(?is)\s*player\s+([0-9]{1,4})\s+-\s+([^-\s][^-]*)(?:-.*)?")
BOARD_LAST = " (the cards of the board are counted last)"
LINES_LOOKED_AT = 100  # at most, to detect the layout
CARDS_IN_A_LINE = {"two-lines": HAND_SIZE, "ten-cards": 2 * HAND_SIZE}
LAYOUT_OF_COUNT = {count: layout for layout, count in CARDS_IN_A_LINE.items()}

Line = tuple[int, str]  # the number of a line, and its text with comments and commas removed


class Round:
    """Two or more hands of five cards or more, and which of them wins.

    `winner` is the number of the best hand, from 1, or None if two or more hands tie for it.
    `number` is the number of the round, and `line` is the line on which it ends. `hands` has the
    names of the cards of each hand, `fives` has what `find_best` returns for each, and
    `best` and `second_best` are the two best of these.

    >>> [round_] = read_rounds(["AC AD KH 9S 8S ; AH AS QC JC TC"])
    >>> round_.winner, round_.line, str(round_.showdown.hands[0])
    (1, 1, 'Player 1 - 8S 9S KH AC AD - Pair')
    """

    __slots__ = "best", "fives", "hands", "line", "number", "second_best", "winner"

    def __init__(self, number: int, line: int, hands: Sequence[Sequence[str]]) -> None:
        self.number = number
        self.line = line
        self.hands = hands
        self.winner: int | None = None
        self.fives: Sequence[tuple[BestFive, Sequence[str]]]
        if len(hands) == 2:  # nearly always: then nothing needs to be sorted
            first, second = hands
            self.fives = (best, _), (other, _) = find_best(first), find_best(second)
            if best.digits > other.digits:
                self.winner = 1
            elif best.digits < other.digits:
                self.winner, best, other = 2, other, best
        else:
            self.fives = [*map(find_best, hands)]
            bests = [best for best, _ in self.fives]
            *_, other, best = sorted(bests, key=attrgetter("digits"))
            if best.digits > other.digits:
                self.winner = bests.index(best) + 1
        self.best: BestFive = best
        self.second_best: BestFive = other

    @property
    def holdings(self) -> list[Holding]:
        """The cards of each hand, with the best five."""
        return [*map(Holding, self.hands)]

    @property
    def showdown(self) -> Showdown:
        """The best five of each hand, best to worst; the player is the number of the hand."""
        return Showdown(holding.hand(number) for number, holding in enumerate(self.holdings, 1))

    def __repr__(self) -> str:
        hands = f" {SEPARATOR} ".join(" ".join(hand) for hand in self.hands)
        result = f"hand {self.winner} wins" if self.winner else "a tie"
        return f"<Round {self.number}: {hands} - {result}>"


class Summary:
    """The number of rounds with each result."""

    def __init__(self) -> None:
        self.won_by: dict[int | None, int] = {None: 0, 1: 0, 2: 0}  # hand; None: a tie
        self.invalid: int = 0

    @property
    def rounds(self) -> int:
        """All rounds, the invalid ones included."""
        return sum(self.won_by.values()) + self.invalid

    def count(self, rounds: Iterable[Round | RoundError]) -> Iterator[Round | RoundError]:
        """Yield the rounds and errors that `read_rounds` yields, and count them."""
        won_by = self.won_by
        for round_ in rounds:
            if isinstance(round_, RoundError):
                self.invalid += 1
            else:
                while len(won_by) <= len(round_.hands):
                    won_by[len(won_by)] = 0
                won_by[round_.winner] += 1
            yield round_


def read_hands(lines: Iterable[str], name: str = "hands") -> Iterator[Holding | RoundError]:
    """Yield a holding for each line that is not empty, or a RoundError if the line is bad.

    >>> print(next(read_hands(["5H 5C 6S"])))
    hands:1: hand 1: expected five cards or more, got 3
    """
    not_empty = (line for line in _lines(lines) if line[1])
    for number, (line, text) in enumerate(not_empty, start=1):
        showdown_line = SHOWDOWN_LINE.fullmatch(text) if "-" in text else None
        words = split_words(showdown_line[2] if showdown_line else text)
        try:
            yield Holding(_names(words, check_names, line=line, hand=number))
        except RoundError as error:
            yield RoundError(error, name=name)


def read_rounds(
    lines: Iterable[str], name: str = "rounds", layout: str | None = None, board: str = ""
) -> Iterator[Round | RoundError]:
    """Yield each round of the lines, or a RoundError in place of a bad one.

    Without `layout`, the first line that fits one determines it. Commas count as blanks, and #
    begins a comment. Error messages name the file as `name`. Bad rounds are numbered too. The cards
    of the `board`, at most five, belong to every hand; raises RoundError if they are bad.

    >>> lines = ["Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c", "5H 5C ; 1H"]
    >>> for each in read_rounds(lines):
    ...     print(getattr(each, "winner", each))
    2
    rounds:2: hand 1: expected five cards or more, got 2
    """
    on_board = _names_on_board(board)
    numbered = _lines(lines)
    if layout is None:
        layout, numbered = _detect_layout(numbered)
    # By default each line is a round: zip yields it in a tuple of its own.
    group = {"two-lines": _in_pairs, "showdown": _in_deals}.get(layout, zip)
    for number, round_lines in enumerate(group(numbered), start=1):
        line, text = round_lines[-1]
        # A short cut for two hands whose cards are written like TH.
        if layout == "semicolon" and text.isascii():
            try:
                first, second = text.upper().split(SEPARATOR)
                yield Round(number, line, [first.split() + on_board, second.split() + on_board])
                continue
            except (ValueError, KeyError):  # another notation, another number of hands, an error
                pass
        try:
            yield Round(number, line, _hands(round_lines, layout, on_board))
        except RoundError as error:
            yield RoundError(error, name=name)


def _lines(lines: Iterable[str]) -> Iterator[Line]:
    """Yield each line that has text, and the first line of each group of empty lines above one.

    Empty lines at the end are skipped. A line with only a comment is skipped too: it does not count
    as empty.
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


def _detect_layout(lines: Iterator[Line]) -> tuple[str, Iterator[Line]]:
    """Return the layout of the first line that fits one, else "semicolon"; and all the lines."""
    first_lines = []
    for line in islice(lines, LINES_LOOKED_AT):
        first_lines.append(line)
        if layout := _layout_of(line[1]):
            return layout, chain(first_lines, lines)
    return "semicolon", chain(first_lines, lines)


def _layout_of(text: str) -> str | None:
    if len(hands_in(text)) > 1:
        return "semicolon"
    if SHOWDOWN_LINE.fullmatch(text):
        return "showdown"
    return LAYOUT_OF_COUNT.get(len(split_words(text)))


def _in_pairs(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Yield the lines in pairs; yield an empty line, or a single line at the end, by itself."""
    waiting: tuple[Line, ...] = ()
    for line in lines:
        if not line[1]:
            yield (line,)
        elif waiting:
            yield (*waiting, line)
            waiting = ()
        else:
            waiting = (line,)
    if waiting:
        yield waiting


def _in_deals(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Yield the lines of each deal, sorted by player.

    A new deal begins when a player appears again, and after each line that is not a player's. Such
    a line is yielded by itself, unless it is empty.
    """
    deal: dict[int, Line] = {}
    for number, text in chain(lines, [(0, "")]):  # an empty line also ends the last deal
        player = SHOWDOWN_LINE.fullmatch(text)
        if deal and (player is None or int(player[1]) in deal):
            yield tuple(line for _, line in sorted(deal.items()))
            deal = {}
        if player:
            deal[int(player[1])] = number, player[2]
        elif text:
            yield ((number, text),)


def _hands(round_lines: Sequence[Line], layout: str, board: list[str]) -> list[list[str]]:
    """Return the names of the cards of each hand of a round. Raises RoundError."""
    line, text = round_lines[0]
    if not text:
        raise RoundError(expected="a hand", got="an empty line", line=line)
    if layout == "two-lines" and len(round_lines) == 1:
        expected = "a second hand, on the next line or after ;"
        raise RoundError(expected=expected, got="none", line=line)
    texts = [(line, hand) for hand in hands_in(text)] if layout == "semicolon" else round_lines
    hands = [(number, split_words(hand)) for number, hand in texts]
    if count := CARDS_IN_A_LINE.get(layout):
        for number, words in hands:
            if len(words) != count:
                expected = f"{number_in_words(count)} cards"
                raise RoundError(expected=expected, got=len(words), line=number)
        starts = range(0, count, HAND_SIZE)
        hands = [(line, words[at : at + HAND_SIZE]) for line, words in hands for at in starts]
    if len(hands) == 1:
        expected = f"two hands with {SEPARATOR} between them"
        raise RoundError(expected=expected, got="one", line=line)
    return [
        _names(words, check_names, board, line=number, hand=hand)
        for hand, (number, words) in enumerate(hands, start=1)
    ]


def _names_on_board(board: str) -> list[str]:
    """Return the names of the cards that belong to every hand. Raises RoundError."""
    check_board = lambda names: check_distinct(map(Card.parse, names))  # noqa: E731
    names = _names(split_words(board), check_board, parameter="board")
    if len(names) > BOARD_CARDS:
        expected = f"at most {BOARD_CARDS} cards"
        raise RoundError(expected=expected, got=len(names), parameter="board")
    return names


def _names(
    words: list[str],
    check: Callable[[list[str]], object],
    board: Sequence[str] = (),
    **where: object,
) -> list[str]:
    """Return the names of the cards that words mean, and of the board, after a check of them all.

    Raises RoundError, which says `where`.
    """
    names: list[str] = []
    try:
        names.extend(map(_name, words))  # if it raises, `names` has the cards before the error
        names.extend(board)
        check(names)
    except CardError as error:
        raise RoundError(error, card=len(names) + 1, **where) from None
    except PokerTableError as error:
        raise RoundError(error, hint=BOARD_LAST if board else "", **where) from None
    return names


@lru_cache(1 << 10)  # more than there are names of cards in ordinary files
def _name(word: str) -> str:
    return str(Card.parse(word))
