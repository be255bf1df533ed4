"""Finds the table of hands in the output of a program, in time that grows with its length.

A hand is five cards anywhere, the nearest player, and the text up to the next hand. Where that text
begins, and how players are named, differs between programs: of several layouts the one counts in
which the most players have a hand, and the texts fit the cards best.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.notation import PLAYING_CARDS
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.grading.judging.cards_in_text import CardRow, Span, card_rows
from poker_table.grading.judging.label import label_in, type_of_label
from poker_table.grading.judging.time_limit import check_time_left
from poker_table.grading.running.runner import MAX_JUDGED

_ESCAPE = re.compile(
    r"\x1b(\[[0-?]{0,20}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,200}(\x07|\x1b\\)|[@-_])"
    r"|[\x00-\x08\x0e-\x1f]"
)
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
_LOOKS_LIKE_A_HAND = re.compile(
    r"(?ai)player\s{0,4}\W?\d|(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠]\W{1,4}){2}"
)
MAX_LINES = 100  # unread lines, other lines, and hands outside a table that are stored
FEWEST_PLAYERS = MOST_PLAYERS - 1  # in a table
MAX_START_LINES = 12  # of unreadable output that are stored
MAX_HANDS = 60  # only the last ones of an output are read
LONGEST_LINE = 400  # characters of a hand's text that are read
MAX_CACHED = 256  # outputs: each is read several times, and several submissions run in parallel


@dataclass(frozen=True)
class PrintedHand:
    """A hand as it was printed.

    `line`: its full text, several lines joined by slashes.
    `cards`: in printed order.
    `hand_type`: None if the label is not one that we know.
    `label`: the text that stands for the hand type.
    `before`, `behind`: the parts of the text around the cards, without the player.
    """

    line: str
    player: int
    cards: tuple[Card, ...]
    hand_type: HandType | None
    label: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()

    @cached_property
    def hand(self) -> Hand | None:
        """The hand of these cards, or None if a card occurs twice."""
        return Hand.of(self.cards, self.player) if len(set(self.cards)) == HAND_SIZE else None


@dataclass(eq=False)
class PrintedOutput:
    """The parts of one run's output.

    `hands`: the hands of its table, in order. Of several tables, the last ranking counts.
    `unread_lines`: lines that look like hands but could not be read.
    `other_lines`: all other lines, which cost nothing.
    `has_escapes`: control characters were left out.
    `is_truncated`: only the beginning of the output was read.
    `rankings_differ`: there are several rankings, and they are not the same.
    `unreadable_start`: the first lines, if there is no table and most lines are not hands.
    """

    hands: list[PrintedHand]
    unread_lines: list[str]
    other_lines: list[str]
    has_escapes: bool
    is_truncated: bool
    rankings_differ: bool
    unreadable_start: tuple[str, ...]

    @property
    def is_table(self) -> bool:
        """Whether there is a table to judge: a hand for each player, or for all but one."""
        return len(self.first_of_each_player()) >= FEWEST_PLAYERS

    def first_of_each_player(self) -> list[PrintedHand]:
        """Return the first hand of each player, in printed order."""
        first_hands = dict[int, PrintedHand]()
        for hand in self.hands:
            first_hands.setdefault(hand.player, hand)
        return [*first_hands.values()]

    @cached_property
    def meaning(self) -> list[list[tuple[int, list[str], str]]]:
        """The hands without wording: equal for two runs that differ only in wording or tie order.

        Each group of adjacent tied hands is a list with the player, cards and type of each hand.
        """
        return _meaning(self.hands)


def _meaning(hands: Sequence[PrintedHand]) -> list[list[tuple[int, list[str], str]]]:
    tied_hands = groupby(hands, key=lambda hand: hand.hand and hand.hand.strength)
    return [
        sorted((h.player, sorted(map(str, h.cards)), str(h.hand_type)) for h in group)
        for _, group in tied_hands
    ]


class _Named(NamedTuple):
    """A row of cards whose player is known, and the span of both, to whole lines if it has them.

    `room` begins at the end of the row before and ends at the start of the next one.
    """

    row: CardRow
    player: int
    named_at: Span
    start: int
    end: int
    room: Span


class _Located(NamedTuple):
    """A hand, and the span of text from which it was read."""

    hand: PrintedHand
    start: int
    end: int


Table = Sequence[_Located]


class _Text:
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


@lru_cache(MAX_CACHED)
def read_output(text: str) -> PrintedOutput:
    """Return the table in the output of a program, and the lines around it.

    >>> read_output("Player 3 - 7H 9D - Pair").unread_lines
    ['Player 3 - 7H 9D - Pair']
    """
    check_time_left()
    plain, escapes = _ESCAPE.subn("", text[:MAX_JUDGED])
    page = _Text("\n".join(plain.translate(PLAYING_CARDS).splitlines()))
    mentions = [(m.span(), _number(m[1])) for m in _PLAYER_WORDS[0].finditer(page.text)]
    rows = card_rows(page.text, [span for span, _ in mentions], MAX_HANDS)
    located, tables = _best_layout(page, rows, mentions)
    rankings = [_meaning([each.hand for each in t]) for t in tables if _is_ranking(t)]
    table = _sorted_by_list_below(tables[-1], page, mentions) if tables else located[:MAX_LINES]
    rest, lines = _rest(page, located, rows[0].start if len(rows) == MAX_HANDS else 0)
    has_rows_unnamed = len(rows) >= FEWEST_PLAYERS
    is_readable = tables or (2 * len(rest) <= len(lines) and not has_rows_unnamed)
    unread, other = list[str](), list[str]()
    for line in rest:
        (unread if _LOOKS_LIKE_A_HAND.search(line[:LONGEST_LINE]) else other).append(line)
    return PrintedOutput(
        hands=[each.hand for each in table],
        unread_lines=unread[:MAX_LINES],
        other_lines=other[:MAX_LINES],
        has_escapes=escapes > 0,
        is_truncated=len(text) > MAX_JUDGED,
        rankings_differ=any(ranking != rankings[-1] for ranking in rankings),
        unreadable_start=() if is_readable else tuple(lines[:MAX_START_LINES]),
    )


def _number(word: str) -> int:
    return _NUMBER_OF_WORD.get(word.lower()) or int(word)


def _rest(page: _Text, located: Sequence[_Located], read_from: int) -> tuple[list[str], list[str]]:
    """Return the lines that are part of no hand, and all lines, without the blank ones."""
    taken = {*range(page.line(read_from))}
    for each in located:
        taken.update(range(page.line(each.start), page.line(max(each.start, each.end - 1)) + 1))
    numbered = [(n, line) for n, line in enumerate(page.text.split("\n")) if line.strip()]
    return [line for n, line in numbered if n not in taken], [line for _, line in numbered]


# Whose hand it is


def _best_layout(
    page: _Text, rows: Sequence[CardRow], mentions: Sequence[tuple[Span, int]]
) -> tuple[list[_Located], list[list[_Located]]]:
    """Return the hands of the best layout, and its tables, the one that counts last."""
    best: tuple[tuple[int, ...], list[_Located], list[list[_Located]]] = ((-1,), [], [])
    tried = list[list[_Named]]()
    for named in _ways_to_name(page, rows, mentions):
        if not named or named in tried:
            continue
        tried.append(named)
        tables = _tables(named, page)
        players = max((len({named[n].player for n in t}) for t in tables), default=0)
        for spans in _spans_of_text(named, page):
            hands = [_hand(each, span, page) for each, span in zip(named, spans, strict=True)]
            for located in hands, _under_headings(hands):
                found = sorted(
                    ([located[n] for n in table] for table in tables),
                    key=lambda table: (_has_types(table), not _is_by_player(table)),
                )
                table = found[-1] if found else located
                fitting = _fitting([each.hand for each in table])
                quality = players, 0 if tables else len(named), fitting, not _is_by_player(table)
                if quality > best[0]:
                    best = quality, located, found
        if best[0][0] == best[0][2] == MOST_PLAYERS and best[0][3]:
            break
    return best[1], best[2]


def _ways_to_name(
    page: _Text, rows: Sequence[CardRow], mentions: Sequence[tuple[Span, int]]
) -> Iterator[list[_Named]]:
    """Yield the rows with their players, as named by words, or by the numbers in a column."""
    by_hand = [(m.span(), _number(m[1])) for m in _PLAYER_WORDS[1].finditer(page.text)]
    for named in mentions, by_hand:
        for pick in _in_line, _before, _behind:
            yield _with_players(page, rows, pick(page, rows, named) if named else {})
    yield _with_players(page, rows, _by_column(page, rows))


Players = Mapping[
    int, tuple[Span, int]
]  # by the index of the row: where the player stands, and who


def _with_players(page: _Text, rows: Sequence[CardRow], players: Players) -> list[_Named]:
    named = [(rows[n], at, player) for n, (at, player) in sorted(players.items())]
    spans = [(min(row.start, at[0]), max(row.end, at[1])) for row, at, _ in named]
    wide = [page.whole_lines(*span) for span in spans]
    if all(end < start for (_, end), (start, _) in pairwise(wide)):
        spans = wide
    ends, starts = [0, *(row.end for row in rows)], [*(row.start for row in rows), len(page.text)]
    rooms = [(ends[n], starts[n + 1]) for n in sorted(players)]
    return [
        _Named(row, player, at, *span, room)
        for (row, at, player), span, room in zip(named, spans, rooms, strict=True)
    ]


def _in_line(page: _Text, rows: Sequence[CardRow], mentions: Sequence[tuple[Span, int]]) -> Players:
    """Return the last player before the cards in their line, or else the first behind them."""
    lines = defaultdict[int, list[tuple[Span, int]]](list)
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


def _before(page: _Text, rows: Sequence[CardRow], mentions: Sequence[tuple[Span, int]]) -> Players:
    """Return the last player between the row before and each row."""
    ends = [span[1] for span, _ in mentions]
    picked = {}
    for n, row in enumerate(rows):
        at = bisect_right(ends, row.start) - 1
        if at >= 0 and (n == 0 or mentions[at][0][0] >= rows[n - 1].end):
            picked[n] = mentions[at]
    return picked


def _behind(page: _Text, rows: Sequence[CardRow], mentions: Sequence[tuple[Span, int]]) -> Players:
    """Return the first player between each row and the next one."""
    starts = [span[0] for span, _ in mentions]
    picked = {}
    for n, row in enumerate(rows):
        at = bisect_left(starts, row.end)
        if at < len(mentions) and (n + 1 == len(rows) or ends_before(mentions[at], rows[n + 1])):
            picked[n] = mentions[at]
    return picked


def ends_before(mention: tuple[Span, int], row: CardRow) -> bool:
    """Return whether a player is named before a row of cards."""
    return mention[0][1] <= row.start


def _by_column(page: _Text, rows: Sequence[CardRow]) -> Players:
    """Return the numbers in one column: that of the players.

    A heading may name it. Else it is the one with the most different numbers of players;
    of several, not one in ascending order, which has places, and then the one nearest before the
    cards.
    """
    columns = defaultdict[tuple[int, int], dict[int, tuple[Span, int]]](dict)
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


def _heading_of_players(page: _Text, rows: Sequence[CardRow]) -> int | None:
    """Return which column a heading above the rows calls `player`, or None."""
    lines = page.text[: rows[0].start].split("\n")[-12:-1] if rows else ()
    for line in reversed(lines):
        cells = _COLUMNS.findall(line[:LONGEST_LINE].lower())
        names = [n for n, cell in enumerate(cells) if cell.strip(" \"'").startswith("player")]
        if names and len(cells) > 1:
            return names[0]
    return None


# Tables


def _tables(named: Sequence[_Named], page: _Text) -> list[list[int]]:
    """Return the tables: ten rows, one after another, of different players; or all but one.

    A further row with the same surroundings belongs to the table too, so that a player who is there
    twice is seen. If no row is missing or more than once, that is looked at first.
    """
    at, tables = 0, list[list[int]]()
    while at + MOST_PLAYERS <= len(named):
        ten = [*range(at, at + MOST_PLAYERS)]
        if len({named[n].player for n in ten}) == MOST_PLAYERS:
            tables.append(ten)
            at += MOST_PLAYERS
        else:
            at += 1
    taken = {n for table in tables for n in table}
    for table in tables:
        while (n := table[-1] + 1) < len(named) and n not in taken:
            if not _alike(named, [*table[-2:], n], page):
                break
            table.append(n)
    if tables:
        return tables
    parts = [[0]] if named else []
    for n in range(1, len(named)):
        if n > 1 and not _alike(named, [n - 2, n - 1, n], page) and len(parts[-1]) > 1:
            parts.append([])
        parts[-1].append(n)
    return [part for part in parts if len({named[n].player for n in part}) >= FEWEST_PLAYERS] or [
        part
        for part in [[*range(len(named))]]
        if len({each.player for each in named}) >= FEWEST_PLAYERS
    ]


def _alike(named: Sequence[_Named], three: Sequence[int], page: _Text) -> bool:
    """Return whether the third row stands to the second as the second to the first."""
    one, two, third = (named[n] for n in three)
    texts = page.text[one.end : two.start], page.text[two.end : third.start]
    begins = [
        page.text[each.start : min(each.row.start, each.named_at[0])] for each in (two, third)
    ]
    gaps = [re.sub(r"\d+", "", re.sub("\n(\n)+", "\n\n", text[:LONGEST_LINE])) for text in texts]
    words = [re.findall(r"[^\W\d_]+", begin) for begin in begins]
    named_alike = words[0] == words[1] or any(
        type_of_label(" ".join(each)) is not None for each in words
    )
    return gaps[0] == gaps[1] and named_alike


def _has_types(table: Table) -> tuple[bool, bool]:
    """Return whether half of the hands have a known type, and whether half have any label."""
    known = sum(each.hand.hand_type is not None for each in table)
    labelled = sum(bool(each.hand.label) for each in table)
    return 2 * known >= len(table), 2 * labelled >= len(table)


def _is_by_player(table: Table) -> bool:
    """Return whether the players are in the order of their numbers, as in a deal."""
    players = [each.hand.player for each in table]
    return players == sorted(players)


def _is_ranking(table: Table) -> bool:
    return _has_types(table)[0] and not _is_by_player(table)


# The text of each hand


def _spans_of_text(named: Sequence[_Named], page: _Text) -> Iterator[list[Span]]:
    """Yield where the text of each hand begins and ends, in each layout."""
    own = [(each.start, each.end) for each in named]
    yield own
    apart = [page.line(b[0]) - page.line(a[0]) for a, b in pairwise(own)]
    height = max(1, Counter(apart).most_common(1)[0][0]) if apart else 1
    last = max(own[-1][1], page.start_of(page.line(own[-1][0]) + height))
    yield [(a, b) for (a, _), b in zip(own, [*(s for s, _ in own[1:]), last], strict=True)]
    first = min(own[0][0], page.start_of(page.line(own[0][1]) - 1 - height))
    above = [first, *(end for _, end in own[:-1])]
    yield [(max(a, e - LONGEST_LINE), e) for a, (_, e) in zip(above, own, strict=True)]
    blanks = [_after_blank(page.text, a, s) for a, (s, _) in zip(above, own, strict=True)]
    yield [*zip(blanks, [*blanks[1:], last], strict=True)]


def _after_blank(text: str, start: int, end: int) -> int:
    """Return the end of the last blank line in a span, or the end of the span."""
    at = text.rfind("\n\n", max(start, end - LONGEST_LINE), end)
    return at + 2 if at >= 0 else end


def _hand(each: _Named, span: Span, page: _Text) -> _Located:
    row, text = each.row, page.text
    start = max(span[0], each.room[0], row.start - LONGEST_LINE)
    end = min(span[1], each.room[1], row.end + LONGEST_LINE)
    before, behind = text[start : row.start], text[row.end : end]
    named_from, named_to = each.named_at
    if named_to <= row.start:
        before = (
            text[start : max(start, named_from)] + "\n" + text[max(named_to, start) : row.start]
        )
    else:
        behind = text[row.end : max(named_from, row.end)] + "\n" + text[min(named_to, end) : end]
    label = label_in(before, behind)
    whole = text[min(start, each.start) : max(end, each.end)]
    line = " / ".join(
        part.strip() if "\n" in whole else part for part in whole.split("\n") if part.strip()
    )
    hand = PrintedHand(line[: 2 * LONGEST_LINE], each.player, row.cards, *label)
    return _Located(hand, min(start, each.start), max(end, each.end))


def _under_headings(located: Sequence[_Located]) -> list[_Located]:
    """Return the hands, those without a label with that of the hand above them."""
    typed, above = list[_Located](), located[0].hand
    for each in located:
        above = each.hand if each.hand.label else above
        hand = replace(
            each.hand,
            hand_type=above.hand_type,
            label=above.label,
            before=above.before,
            behind=above.behind,
        )
        typed.append(each._replace(hand=hand))
    return typed


def _fitting(hands: Iterable[PrintedHand]) -> int:
    """Return for how many hands the label fits the cards: by its name, or always the same one."""
    types_of = defaultdict[str, list[HandType]](list)
    fitting = 0
    for printed in hands:
        if printed.hand_type is None and printed.label and printed.hand:
            types_of[printed.label].append(printed.hand.hand_type)
        elif printed.hand:
            fitting += printed.hand_type is printed.hand.hand_type
    pure = [types for types in types_of.values() if len({*types}) == 1]
    return fitting + sum(map(len, pure))


def _sorted_by_list_below(
    table: Table, page: _Text, mentions: Sequence[tuple[Span, int]]
) -> Sequence[_Located]:
    """Return hands that are printed as dealt in the order of a list below the table.

    This list ranks all the players, with their types but without their cards.
    """
    if not _is_by_player(table):
        return table
    by_player, listed = {each.hand.player: each for each in table}, dict[int, _Located]()
    for (start, end), player in mentions:
        if start >= table[-1].end and player in by_player:
            line_start, line_end = page.whole_lines(start, end)
            label = label_in(page.text[line_start:start], page.text[end:line_end][:LONGEST_LINE])
            if label.hand_type is not None:
                hand = replace(by_player[player].hand, hand_type=label.hand_type, label=label.text)
                listed.setdefault(player, by_player[player]._replace(hand=hand))
    return [*listed.values()] if listed.keys() == by_player.keys() else table
