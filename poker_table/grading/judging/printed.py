"""The table in what a program printed: found by its form, wherever it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from poker_table.game.table import MOST_PLAYERS
from poker_table.grading.judging.line import (
    LONGEST_LINE,
    LOOKS_LIKE_A_HAND,
    PrintedHand,
    Ranks,
    names_a_player,
    player_and_type,
    ranks_in,
    read_line,
)
from poker_table.grading.running.runner import MAX_JUDGED
from poker_table.hands.types import type_of_label

_ESCAPE = re.compile(
    r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-_])|[\x00-\x08\x0e-\x1f]"
)
MOST_LINES = 100  # of each kind that are kept, where there is no whole table
ALMOST_ALL = MOST_PLAYERS - 1  # of the players make a table
MOST_SHOWN = 12  # lines of a text that nobody understands
MOST_LINES_OF_A_HAND = 12
MOST_BLOCKS = 200  # that are looked at, the last ones
MOST_REMEMBERED = 256  # outputs: a submission is judged more than once, some at a time

Distance = tuple[int, bool]  # how many other lines are between two hands, and if a blank one is


class Line(NamedTuple):
    """A line that is not blank, and whether there is a blank line before it."""

    text: str
    after_blank: bool


class Placed(NamedTuple):
    """A hand, and the lines in which it stands, by their numbers."""

    hand: PrintedHand
    first: int
    end: int


@dataclass(eq=False)
class Printed:
    """Everything that one run printed: the hands of its table in their order, and all else.

    `unread` are lines that look like hands, `others` the rest, which costs nothing. `differing`
    says that there are several rankings and they differ; `hands` is then the last. `beginning` has
    the first lines of output that was not understood: no table, and few lines that are hands.
    """

    hands: list[PrintedHand]
    unread: list[str]
    others: list[str]
    escapes: bool
    cut: bool
    differing: bool = False
    beginning: tuple[str, ...] = ()

    @property
    def is_table(self) -> bool:
        """Whether there is a table to judge: a hand for each player, or for all but one."""
        return len(self.first_of_each_player()) >= ALMOST_ALL

    def first_of_each_player(self) -> list[PrintedHand]:
        """Return the hands in their order, without repetitions."""
        again = {hand.player: hand for hand in self.hands[::-1]}
        return [hand for hand in self.hands if again[hand.player] is hand]

    @cached_property
    def meaning(self) -> list[list[tuple[int, list[str], str]]]:
        """What a program says, not how: the same for two runs that agree but for ties."""
        return _meaning(self.hands)


def _meaning(hands: Sequence[PrintedHand]) -> list[list[tuple[int, list[str], str]]]:
    tied = groupby(hands, key=lambda hand: hand.hand and hand.hand.strength)
    return [
        sorted((h.player, sorted(map(str, h.cards)), str(h.hand_type)) for h in hands)
        for _, hands in tied
    ]


@lru_cache(MOST_REMEMBERED)
def read_printed(text: str) -> Printed:
    """Return the table in a text, the lines that look like hands but cannot be read, and others.

    >>> read_printed("Player 3 - 7H 9D - Pair").unread
    ['Player 3 - 7H 9D - Pair']
    """
    read, escapes = _ESCAPE.subn("", text[:MAX_JUDGED])
    lines, ranks = _lines(read), ranks_in(read)
    placed = _one_a_line(lines, ranks)
    tables = _tables(placed, lines)
    if not any(_is_ranking(table) for table in tables):
        placed, tables = max(
            (
                (each, _tables(each, lines))
                for each in (placed, *_blocks(lines, ranks), _under_headings(placed, lines))
            ),
            key=lambda found: _merit(found[1], lines),
        )
    table = _in_the_order_below(tables[-1], lines) if tables else placed[:MOST_LINES]
    rankings = [_meaning([hand for hand, *_ in each]) for each in tables if _is_ranking(each)]
    read_as_hand = {number for _, first, end in placed for number in range(first, end)}
    other_lines = [line.text for number, line in enumerate(lines) if number not in read_as_hand]
    looks = [bool(LOOKS_LIKE_A_HAND.search(line[:LONGEST_LINE])) for line in other_lines]
    understood = tables or 2 * len(other_lines) <= len(lines)
    return Printed(
        hands=[hand for hand, *_ in table],
        unread=[line for line, like in zip(other_lines, looks, strict=True) if like][:MOST_LINES],
        others=[line for line, like in zip(other_lines, looks, strict=True) if not like][
            :MOST_LINES
        ],
        escapes=escapes > 0,
        cut=len(text) > MAX_JUDGED,
        differing=any(each != rankings[-1] for each in rankings),
        beginning=() if understood else tuple(line.text for line in lines[:MOST_SHOWN]),
    )


def _lines(text: str) -> list[Line]:
    lines, after_blank = list[Line](), False
    for line in text.splitlines():
        if line.strip():
            lines.append(Line(line, after_blank))
        after_blank = not line.strip()
    return lines


def _one_a_line(lines: Sequence[Line], ranks: Ranks) -> list[Placed]:
    read = ((read_line(line.text[:LONGEST_LINE], ranks), n) for n, line in enumerate(lines))
    return [Placed(hand, number, number + 1) for hand, number in read if hand]


def _under_headings(placed: Sequence[Placed], lines: Sequence[Line]) -> list[Placed]:
    """Return hands of a line each with the types that stand above them, if all of them have one."""
    typed, hands = list[Placed](), {each.first: each for each in placed}
    hand_type, label = None, ""
    for number, line in enumerate(lines):
        if number not in hands:
            label = line.text[:LONGEST_LINE].strip()
            hand_type = type_of_label(label)
        elif hand_type is None or hands[number].hand.label:
            return []
        else:
            hand = replace(hands[number].hand, hand_type=hand_type, label=label)
            typed.append(hands[number]._replace(hand=hand))
    return typed


def _blocks(lines: Sequence[Line], ranks: Ranks) -> Iterator[list[Placed]]:
    """Yield the hands that there are if each has several lines, so many, of which one says whose.

    How many is as often as there are players the way from one player's line to the next.
    """
    names = [
        number for number, line in enumerate(lines) if names_a_player(line.text[:LONGEST_LINE])
    ]
    names = names[-MOST_BLOCKS:]
    heights = Counter(after - before for before, after in pairwise(names))
    for height, times in heights.items():
        if 1 < height <= MOST_LINES_OF_A_HAND and times >= ALMOST_ALL - 1:
            for above in range(height):
                yield [*_blocks_of(lines, names, above, height, ranks)]


def _blocks_of(
    lines: Sequence[Line], names: Sequence[int], above: int, height: int, ranks: Ranks
) -> Iterator[Placed]:
    for before, name, following in zip([-1, *names], names, [*names[1:], len(lines)], strict=False):
        first = max(name - above, before + 1)
        end = min(name - above + height, following)
        text = "\n".join(line.text[:LONGEST_LINE].strip() for line in lines[first:end])
        if hand := read_line(text, ranks):
            yield Placed(hand, first, end)


def _tables(placed: Sequence[Placed], lines: Sequence[Line]) -> list[list[Placed]]:
    """Return the complete tables, in their order, those last that look most like a ranking.

    Such a one has types, and its players do not stand in the order of their numbers.
    """
    distances = [_distance(*pair, lines) for pair in pairwise(placed)]
    usual = [each for each, times in Counter(distances).items() if times >= ALMOST_ALL - 1]
    parts = [part for each in usual for part in _parts(placed, distances, each)]
    tables = [table for part in parts for table in _split(part)] or _split(placed)
    tables.sort(key=lambda table: table[0].first)
    return sorted(tables, key=lambda table: (_has_types(table), not _by_number(table)))


def _parts(
    placed: Sequence[Placed], distances: Sequence[Distance], usual: Distance
) -> list[list[Placed]]:
    """Return the hands in parts: a new one begins where the distance or the frame is another."""
    parts = [[*placed[:1]]]
    for (before, hand), distance in zip(pairwise(placed), distances, strict=True):
        if distance != usual or before.hand.frame != hand.hand.frame:
            parts.append([])
        parts[-1].append(hand)
    return _with_who_stands_apart(parts)


def _distance(one: Placed, other: Placed, lines: Sequence[Line]) -> Distance:
    between = [line.text[:LONGEST_LINE] for line in lines[one.end : other.first]]
    others = sum(not LOOKS_LIKE_A_HAND.search(line) for line in between)
    return others, any(line.after_blank for line in lines[one.end : other.first + 1])


def _with_who_stands_apart(parts: list[list[Placed]]) -> list[list[Placed]]:
    """Put the one player of a part to the others, where a table beside it lacks just that one."""
    for at, (one, other) in reversed([*enumerate(pairwise(parts))]):
        players = {hand.player for hand, *_ in (*one, *other)}
        together = len(players) == len(one) + len(other) == MOST_PLAYERS
        if together and 1 in (len(one), len(other)):
            parts[at : at + 2] = [one + other]
    return parts


def _split(part: Sequence[Placed]) -> list[list[Placed]]:
    """Return the complete tables that follow one another, or all as one with a player twice."""
    tables: list[dict[int, Placed]] = [{}]
    for each in part:
        if each.hand.player in tables[-1]:
            tables.append({})
        tables[-1][each.hand.player] = each
    if all(len(table) >= ALMOST_ALL for table in tables):
        return [[*table.values()] for table in tables]
    labelled = [each for each in part if each.hand.label]  # a hand without may be of another list
    if ALMOST_ALL <= len({each.hand.player for each in labelled}) == len(labelled):
        return [labelled]
    players = {each.hand.player for each in part}
    return [[*part]] if len(players) >= ALMOST_ALL else []


def _has_types(table: Sequence[Placed]) -> tuple[bool, bool]:
    """Return whether half of the hands have a type that we know, and whether they have any."""
    typed = sum(hand.hand_type is not None for hand, *_ in table)
    return 2 * typed >= len(table), 2 * sum(bool(hand.label) for hand, *_ in table) >= len(table)


def _by_number(table: Sequence[Placed]) -> bool:
    """Return whether the players stand in the order of their numbers, as they are dealt to."""
    players = [hand.player for hand, *_ in table]
    return players == sorted(players)


def _in_the_order_below(table: Sequence[Placed], lines: Sequence[Line]) -> Sequence[Placed]:
    """Return hands as dealt in the order of a list below them, of players and types alone."""
    hands, listed = {each.hand.player: each for each in table}, dict[int, Placed]()
    for line in lines[table[-1].end :] if _by_number(table) else ():
        text = line.text[:LONGEST_LINE]
        player, hand_type = player_and_type(text)
        if hand_type is not None and player in hands:
            hand = hands[player].hand
            hand = replace(hand, hand_type=hand_type, label=hand.label or text.strip())
            listed.setdefault(player, hands[player]._replace(hand=hand))
    return [*listed.values()] if listed.keys() == hands.keys() else table


def _is_ranking(table: Sequence[Placed]) -> bool:
    return _has_types(table)[0] and not _by_number(table)


def _merit(tables: Sequence[Sequence[Placed]], lines: Sequence[Line]) -> tuple[object, ...]:
    """Return what says how well the last table was read."""
    if not tables:
        return (False,)
    table = tables[-1]
    typed = sum(hand.hand_type is not None for hand, *_ in table)
    blanks = sum(lines[each.first].after_blank for each in table)
    return True, _has_types(table), not _by_number(table), typed, blanks
