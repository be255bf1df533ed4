"""Finds whose each row of cards in a text is: the nearest player's, or that in a column."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank
from poker_table.grading.judging.cards_in_text import CardRow

_NUMBER_WORDS = [rank.word for rank in Rank][: Rank.JACK]  # two to ten
_NUMBER_OF_WORD = {"one": 1} | {word: number for number, word in enumerate(_NUMBER_WORDS, 2)}
_NUMBER = (
    r"(?:(?:no|num|number|id)[\W_]{1,3})?"
    rf"(\d{{1,4}}|(?:{'|'.join(_NUMBER_OF_WORD)}))(?![^\W_])"
)
# The words before a player's number. The lookahead keeps `hand: Two Pair` from being hand two.
_PLAYER_WORDS = [
    re.compile(rf"(?ai)(?:player|seat|(?<![^\W_])p)['\"]?[\W_]{{0,4}}{_NUMBER}"),
    re.compile(
        r"(?ai)hand(?:(?:[^\w:=>-]|_){0,4}|[\W_]{0,4}(?!\w{1,5}[\s_-]{1,3}(?:pairs?|of|high)\b))"
        + _NUMBER
    ),
]
_ANY_NUMBER = re.compile(r"(?<![^\W_])\d{1,4}(?![^\W_])", re.A)
_COLUMNS = re.compile(r"[^,;|\t│]+")
LONGEST_LINE = 400  # characters of a hand's text that are read
Span = tuple[int, int]
#: Where a player is named, and the number.
Mention = tuple[Span, int]


class Page:
    """A text and its lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, at: int) -> int:
        """Return the number of the line at a position."""
        return bisect_right(self.starts, at) - 1

    def start_of(self, line: int) -> int:
        """Return where a line starts, or the text ends."""
        return self.starts[max(line, 0)] if line < len(self.starts) else len(self.text)

    def whole_lines(self, start: int, end: int) -> Span:
        """Return the span from the start of the first line to the end of the last."""
        last = self.line(max(start, end - 1)) + 1
        return self.starts[self.line(start)], self.start_of(last) - (last < len(self.starts))


class NamedRow(NamedTuple):
    """A row of cards whose player is known, and the span of both, to whole lines if it has them.

    `room` begins at the end of the row before and ends at the start of the next one.
    """

    row: CardRow
    player: int
    named_at: Span
    start: int
    end: int
    room: Span


def mentions_of_players(text: str) -> list[Mention]:
    """Return where players are named, and their numbers."""
    return [(m.span(), _number(m[1])) for m in _PLAYER_WORDS[0].finditer(text)]


def without_players(text: str) -> str:
    """Return a text of the same length in which no player's number can be taken for a rank."""
    return _PLAYER_WORDS[0].sub(lambda mention: "x" * len(mention[0]), text)


def _number(word: str) -> int:
    return _NUMBER_OF_WORD.get(word.lower()) or int(word)


def ways_to_name(
    page: Page, rows: Sequence[CardRow], mentions: Sequence[Mention]
) -> Iterator[list[NamedRow]]:
    """Yield the rows with their players, as named by words, or by the numbers in a column."""
    by_hand = [(m.span(), _number(m[1])) for m in _PLAYER_WORDS[1].finditer(page.text)]
    for named in mentions, by_hand:
        for pick in _in_line, _before, _behind:
            yield _with_players(page, rows, pick(page, rows, named) if named else {})
    yield _with_players(page, rows, _by_column(page, rows))


Players = Mapping[int, Mention]  # by the index of the row


def _with_players(page: Page, rows: Sequence[CardRow], players: Players) -> list[NamedRow]:
    named = [(rows[n], at, player) for n, (at, player) in sorted(players.items())]
    spans = [(min(row.start, at[0]), max(row.end, at[1])) for row, at, _ in named]
    wide = [page.whole_lines(*span) for span in spans]
    if all(end < start for (_, end), (start, _) in pairwise(wide)):
        spans = wide
    ends, starts = [0, *(row.end for row in rows)], [*(row.start for row in rows), len(page.text)]
    rooms = [(ends[n], starts[n + 1]) for n in sorted(players)]
    return [
        NamedRow(row, player, at, *span, room)
        for (row, at, player), span, room in zip(named, spans, rooms, strict=True)
    ]


def _in_line(page: Page, rows: Sequence[CardRow], mentions: Sequence[Mention]) -> Players:
    """Return the last player before the cards in their line, or else the first behind them."""
    lines = defaultdict[int, list[Mention]](list)
    for mention in mentions:
        lines[page.line(mention[0][0])].append(mention)
    picked = {}
    for n, row in enumerate(rows):
        first, last = page.line(row.start), page.line(row.end - 1)
        before = [each for each in lines.get(first, ()) if each[0][1] <= row.start]
        behind = [each for each in lines.get(last, ()) if each[0][0] >= row.end]
        if before or behind:
            picked[n] = before[-1] if before else behind[0]
    return picked


def _before(page: Page, rows: Sequence[CardRow], mentions: Sequence[Mention]) -> Players:
    """Return the last player between the row before and each row."""
    ends = [span[1] for span, _ in mentions]
    picked = {}
    for n, row in enumerate(rows):
        at = bisect_right(ends, row.start) - 1
        if at >= 0 and (n == 0 or mentions[at][0][0] >= rows[n - 1].end):
            picked[n] = mentions[at]
    return picked


def _behind(page: Page, rows: Sequence[CardRow], mentions: Sequence[Mention]) -> Players:
    """Return the first player between each row and the next one."""
    starts = [span[0] for span, _ in mentions]
    picked = {}
    for n, row in enumerate(rows):
        at = bisect_left(starts, row.end)
        if at < len(mentions) and (n + 1 == len(rows) or _ends_before(mentions[at], rows[n + 1])):
            picked[n] = mentions[at]
    return picked


def _ends_before(mention: Mention, row: CardRow) -> bool:
    """Return whether a player is named before a row of cards."""
    return mention[0][1] <= row.start


def _by_column(page: Page, rows: Sequence[CardRow]) -> Players:
    """Return the numbers in one column: that of the players.

    A heading may name it. Else it is the one with the most different numbers of players;
    of several, not one in ascending order, which has places, and then the one nearest before the
    cards.
    """
    columns = defaultdict[tuple[int, int], dict[int, Mention]](dict)
    heading = _heading_of_players(page, rows)
    for n, row in enumerate(rows):
        start, end = page.whole_lines(row.start, row.end)
        room = rows[n - 1].end if n else 0, rows[n + 1].start if n + 1 < len(rows) else end
        start, end = max(start, room[0], row.start - LONGEST_LINE), min(end, room[1])
        before = [(m.span(), int(m[0])) for m in _ANY_NUMBER.finditer(page.text, start, row.start)]
        behind = [(m.span(), int(m[0])) for m in _ANY_NUMBER.finditer(page.text, row.end, end)]
        for place, found in enumerate(reversed(before)):
            columns[0, place][n] = found
        for place, found in enumerate(behind):
            columns[1, place][n] = found
        for place, found in enumerate(reversed(behind)):
            columns[2, place][n] = found
        if heading is not None:
            cells = [*_COLUMNS.finditer(page.text, *page.whole_lines(row.start, row.end))]
            numbers = [_ANY_NUMBER.search(cell[0]) for cell in cells[heading : heading + 1]]
            if numbers and (number := numbers[0]):
                at = cells[heading].start()
                columns[-1, 0][n] = (at + number.start(), at + number.end()), int(number[0])
    return max(columns.values(), key=_likeness_to_players, default={})


def _likeness_to_players(column: Players) -> tuple[int, bool]:
    numbers = [number for _, number in column.values() if number <= MOST_PLAYERS]
    return len({*numbers}), not all(b > a or b == 1 for a, b in pairwise(numbers))


def _heading_of_players(page: Page, rows: Sequence[CardRow]) -> int | None:
    """Return which column a heading above the rows calls `player`, or None."""
    lines = page.text[: rows[0].start].split("\n")[-12:-1] if rows else ()
    for line in reversed(lines):
        cells = _COLUMNS.findall(line[:LONGEST_LINE].lower())
        names = [n for n, cell in enumerate(cells) if cell.strip(" \"'").startswith("player")]
        if names and len(cells) > 1:
            return names[0]
    return None
