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

_NUMBER_OF_WORD = {"one": 1} | {rank.word: rank + 2 for rank in [*Rank][: Rank.JACK]}  # to ten
_NUMBER = (
    r"(?:(?:no|num|number|id)[\W_]{1,3})?"
    rf"(\d{{1,4}}|(?:{'|'.join(_NUMBER_OF_WORD)}))(?![^\W_])"
)
PLAYER_NUMBER = re.compile(rf"(?ai)(?:player|seat|(?<![^\W_])p)['\"]?[\W_]{{0,4}}{_NUMBER}")
# The lookahead keeps `hand: Two Pair` from being hand two.
_HAND_NUMBER = re.compile(
    r"(?ai)hand(?:(?:[^\w:=>-]|_){0,4}|[\W_]{0,4}(?!\w{1,5}[\s_-]{1,3}(?:pairs?|of|high)\b))"
    + _NUMBER
)
_ANY_NUMBER = re.compile(r"(?<![^\W_])(\d{1,4})(?![^\W_])", re.A)
_COLUMNS = re.compile(r"[^,;|\t│]+")
MOST_COLUMNS = 12  # numbers of a row on each side of the cards that are looked at
MOST_TRIED = 2  # columns that are likely to have the players
LONGEST_LINE = 400  # characters of a hand's text that are read
Span = tuple[int, int]
#: Where a player is named, and the number.
Mention = tuple[Span, int]
Mentions = Sequence[Mention]
Rows = Sequence[CardRow]


class Lines:
    """A text, and where its lines start."""

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
    """A row of cards whose player is known, and the span of both, to whole lines if it has them."""

    row: CardRow
    player: int
    named_at: Span
    start: int
    end: int


def without_players(text: str) -> str:
    """Return a text of the same length in which no player's number can be taken for a rank."""
    return PLAYER_NUMBER.sub(lambda mention: "x" * len(mention[0]), text)


def mentions_of(pattern: re.Pattern[str], text: str) -> list[Mention]:
    """Return where a text has a number of this pattern, and the number."""
    return [
        (m.span(), _NUMBER_OF_WORD.get(m[1].lower()) or int(m[1])) for m in pattern.finditer(text)
    ]


def ways_to_name(output: Lines, rows: Rows, mentions: Mentions) -> Iterator[list[NamedRow]]:
    """Yield the rows with their players: those named by words, or by any numbers in a column.

    They are looked for on the lines of the cards, and then as far as the next cards.
    """
    starts, ends = [row.start for row in rows], [0, *(row.end for row in rows)]
    rooms = [*zip(ends[:-1], [*starts, len(output.text)][1:], strict=True)]
    whole = [output.whole_lines(row.start, row.end) for row in rows]
    lines = [
        (max(start, room[0], row.start - LONGEST_LINE), min(end, room[1]))
        for row, room, (start, end) in zip(rows, rooms, whole, strict=True)
    ]
    # A name on a line with cards is not the name of the cards on another line.
    rooms = [
        (
            max([first, *(end for _, end in whole[n - 1 : n] if end <= row.start)]),
            min([last, *(start for start, _ in whole[n + 1 : n + 2] if start >= row.end)]),
        )
        for n, (row, (first, last)) in enumerate(zip(rows, rooms, strict=True))
    ]
    hands, numbers = (mentions_of(each, output.text) for each in (_HAND_NUMBER, _ANY_NUMBER))
    all_named = False  # whether `player` names all ten: then no number alone names one
    for found, searched in (mentions, lines), (mentions, rooms), (hands, lines), (hands, rooms):
        columns = _columns(rows, searched, found)
        if found is mentions:
            all_named |= any(_likeness_to_players(each)[0] == MOST_PLAYERS for each in columns)
        yield from _likeliest(output, rows, columns)
    if not all_named:
        columns = [_below_heading(output, rows), *_columns(rows, lines, numbers)]
        yield from _likeliest(output, rows, columns)


Players = Mapping[int, Mention]  # by the index of the row


def _likeliest(output: Lines, rows: Rows, columns: Sequence[Players]) -> Iterator[list[NamedRow]]:
    """Yield the rows with the players in those columns that name most.

    If one that names all has each name equally many lines above or below the cards, no other
    column counts: the name behind a hand may be that of the next one.
    """
    likely = sorted(columns, key=_likeness_to_players, reverse=True)
    named_alike = [
        players
        for players in likely
        if _likeness_to_players(players)[0] == MOST_PLAYERS
        and len({output.line(at[0]) - output.line(rows[n].start) for n, (at, _) in players.items()})
        == 1
    ]
    for players in (named_alike or likely)[:MOST_TRIED]:
        named = [(rows[n], *mention) for n, mention in sorted(players.items())]
        spans = [(min(row.start, at[0]), max(row.end, at[1])) for row, at, _ in named]
        wide = [output.whole_lines(*span) for span in spans]
        if all(end < start for (_, end), (start, _) in pairwise(wide)):
            spans = wide
        yield [
            NamedRow(row, player, at, *span)
            for (row, at, player), span in zip(named, spans, strict=True)
        ]


def _columns(rows: Rows, rooms: Sequence[Span], mentions: Mentions) -> list[Players]:
    """Return the numbers in each place: counted from the cards both ways, and from the end."""
    columns = defaultdict[tuple[int, int], dict[int, Mention]](dict)
    starts = [start for (start, _), _ in mentions]
    for n, (row, (first, last)) in enumerate(zip(rows, rooms, strict=True)):
        before = mentions[bisect_left(starts, first) : bisect_left(starts, row.start)]
        behind = mentions[bisect_left(starts, row.end) : bisect_left(starts, last)]
        for side, found in enumerate((before[::-1], behind, behind[::-1])):
            for place, mention in enumerate(found[:MOST_COLUMNS]):
                columns[side, place][n] = mention
    return [*columns.values()]


def _likeness_to_players(column: Players) -> tuple[int, bool]:
    """Return how many players a column names, and whether it is not in order, as places are."""
    numbers = [number for _, number in column.values() if number <= MOST_PLAYERS]
    return len({*numbers}), not all(b > a or b == 1 for a, b in pairwise(numbers))


def _below_heading(output: Lines, rows: Rows) -> Players:
    """Return the numbers in the column that a heading above the rows calls `player`."""
    lines = output.text[: rows[0].start].split("\n")[-12:-1] if rows else ()
    for line in reversed(lines):
        cells = _COLUMNS.findall(line[:LONGEST_LINE].lower())
        names = [n for n, cell in enumerate(cells) if cell.strip(" \"'").startswith("player")]
        if names and len(cells) > 1:
            return _in_cell(output, rows, names[0])
    return {}


def _in_cell(output: Lines, rows: Rows, number: int) -> Players:
    """Return the first number in a cell of each row's line."""
    found = {}
    for n, row in enumerate(rows):
        cells = [*_COLUMNS.finditer(output.text, *output.whole_lines(row.start, row.end))]
        for cell in cells[number : number + 1]:
            if m := _ANY_NUMBER.search(output.text, *cell.span()):
                found[n] = m.span(), int(m[1])
    return found
