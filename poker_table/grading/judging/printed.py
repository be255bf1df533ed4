"""Finds the table of hands in the output of a program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from poker_table.game.players import MOST_PLAYERS
from poker_table.grading.judging.label import type_of_label
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
from poker_table.grading.judging.time_limit import check_time_left
from poker_table.grading.running.runner import MAX_JUDGED

_ESCAPE = re.compile(
    r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-_])|[\x00-\x08\x0e-\x1f]"
)
MAX_LINES = 100  # unread lines, other lines, and hands outside a table that are stored
FEWEST_PLAYERS = MOST_PLAYERS - 1  # in a table
MAX_START_LINES = 12  # of unreadable output that are stored
MAX_LINES_OF_A_HAND = 12
LONGEST_BLOCK = 800  # characters of the lines of one hand that are read
MAX_BLOCKS = 200  # only the last ones of an output are read
MAX_CACHED = 256  # outputs: each is read several times, and several submissions run in parallel

Distance = tuple[int, bool]  # the number of other lines between two hands, and if any is blank


class Line(NamedTuple):
    """A line that is not blank, and whether a blank line comes before it."""

    text: str
    after_blank: bool


class LocatedHand(NamedTuple):
    """A hand, and the range of lines from which it was read: from `start` up to before `end`."""

    hand: PrintedHand
    start: int
    end: int


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


@lru_cache(MAX_CACHED)
def read_output(text: str) -> PrintedOutput:
    """Return the table in the output of a program, and the lines around it.

    First each line is read as a hand. If that gives no ranking, other layouts are tried too: hands
    of several lines, and types as headings above the hands.

    >>> read_output("Player 3 - 7H 9D - Pair").unread_lines
    ['Player 3 - 7H 9D - Pair']
    """
    check_time_left()
    plain, escapes = _ESCAPE.subn("", text[:MAX_JUDGED])
    lines = _lines(plain)
    ranks = ranks_in("\n".join(line.text[:LONGEST_LINE] for line in lines))
    located = _one_hand_a_line(lines, ranks)
    tables = _tables(located, lines)
    if not any(_is_ranking(table) for table in tables):
        layouts = [located, *_hands_of_several_lines(lines, ranks), _under_headings(located, lines)]
        located, tables = max(
            ((hands, _tables(hands, lines)) for hands in layouts),
            key=lambda layout: _quality(layout[1], lines),
        )
    table = _sorted_by_list_below(tables[-1], lines) if tables else located[:MAX_LINES]
    rankings = [_meaning([each.hand for each in t]) for t in tables if _is_ranking(t)]
    lines_of_hands = {number for each in located for number in range(each.start, each.end)}
    rest = [line.text for number, line in enumerate(lines) if number not in lines_of_hands]
    unread, other = list[str](), list[str]()
    for line in rest:
        looks_like_a_hand = LOOKS_LIKE_A_HAND.search(line[:LONGEST_LINE])
        (unread if looks_like_a_hand else other).append(line)
    is_readable = tables or 2 * len(rest) <= len(lines)
    start = () if is_readable else tuple(line.text for line in lines[:MAX_START_LINES])
    return PrintedOutput(
        hands=[each.hand for each in table],
        unread_lines=unread[:MAX_LINES],
        other_lines=other[:MAX_LINES],
        has_escapes=escapes > 0,
        is_truncated=len(text) > MAX_JUDGED,
        rankings_differ=any(ranking != rankings[-1] for ranking in rankings),
        unreadable_start=start,
    )


def _lines(text: str) -> list[Line]:
    lines, after_blank = list[Line](), False
    for line in text.splitlines():
        if line.strip():
            lines.append(Line(line, after_blank))
        after_blank = not line.strip()
    return lines


def _one_hand_a_line(lines: Sequence[Line], ranks: Ranks) -> list[LocatedHand]:
    hands = (read_line(line.text[:LONGEST_LINE], ranks) for line in lines)
    return [LocatedHand(hand, n, n + 1) for n, hand in enumerate(hands) if hand]


def _under_headings(located: Sequence[LocatedHand], lines: Sequence[Line]) -> list[LocatedHand]:
    """Return the hands, each with the type in the heading above it.

    Return an empty list if a hand has a label of its own, or no heading.
    """
    typed, located_at = list[LocatedHand](), {each.start: each for each in located}
    hand_type, heading = None, ""
    for number, line in enumerate(lines):
        if number not in located_at:
            heading = line.text[:LONGEST_LINE].strip()
            hand_type = type_of_label(heading)
        elif hand_type is None or located_at[number].hand.label:
            return []
        else:
            hand = replace(located_at[number].hand, hand_type=hand_type, label=heading)
            typed.append(located_at[number]._replace(hand=hand))
    return typed


def _hands_of_several_lines(lines: Sequence[Line], ranks: Ranks) -> Iterator[list[LocatedHand]]:
    """Yield the hands for each layout in which all hands have the same number of lines.

    That number is the distance between lines that name a player, if there are enough players at
    this distance. The line that names the player may be any line of the hand.
    """
    names = [n for n, line in enumerate(lines) if names_a_player(line.text[:LONGEST_LINE])]
    names = names[-MAX_BLOCKS:]
    heights = Counter(after - before for before, after in pairwise(names))
    for height, times in heights.items():
        if 1 < height <= MAX_LINES_OF_A_HAND and times >= FEWEST_PLAYERS - 1:
            for lines_above in range(height):
                yield [*_blocks(lines, names, lines_above, height, ranks)]


def _blocks(
    lines: Sequence[Line], names: Sequence[int], lines_above: int, height: int, ranks: Ranks
) -> Iterator[LocatedHand]:
    """Yield the hands in blocks of lines; `lines_above` lines of each precede the name."""
    for before, name, following in zip([-1, *names], names, [*names[1:], len(lines)], strict=False):
        start = max(name - lines_above, before + 1)
        end = min(name - lines_above + height, following)
        text = "\n".join(line.text[:LONGEST_LINE].strip() for line in lines[start:end])
        if hand := read_line(text[:LONGEST_BLOCK], ranks):
            yield LocatedHand(hand, start, end)


def _tables(located: Sequence[LocatedHand], lines: Sequence[Line]) -> list[list[LocatedHand]]:
    """Return the complete tables in their order, but those that look most like a ranking last.

    A ranking has types, and its players are not in the order of their numbers.
    """
    distances = [_distance(*pair, lines) for pair in pairwise(located)]
    counts = Counter(distances).items()
    usual = [distance for distance, times in counts if times >= FEWEST_PLAYERS - 1]
    parts = [part for distance in usual for part in _parts(located, distances, distance)]
    tables = [table for part in parts for table in _split(part)] or _split(located)
    tables.sort(key=lambda table: table[0].start)
    return sorted(tables, key=lambda table: (_has_types(table), not _is_by_player(table)))


def _parts(
    located: Sequence[LocatedHand], distances: Sequence[Distance], usual: Distance
) -> list[list[LocatedHand]]:
    """Split the hands wherever the distance is not the usual one, or the frame changes."""
    parts = [[*located[:1]]]
    for (before, after), distance in zip(pairwise(located), distances, strict=True):
        if distance != usual or before.hand.frame != after.hand.frame:
            parts.append([])
        parts[-1].append(after)
    return _with_single_hands_joined(parts)


def _distance(one: LocatedHand, other: LocatedHand, lines: Sequence[Line]) -> Distance:
    between = [line.text[:LONGEST_LINE] for line in lines[one.end : other.start]]
    other_lines = sum(not LOOKS_LIKE_A_HAND.search(line) for line in between)
    return other_lines, any(line.after_blank for line in lines[one.end : other.start + 1])


def _with_single_hands_joined(parts: list[list[LocatedHand]]) -> list[list[LocatedHand]]:
    """Join a part with a single hand to the part beside it that lacks only this player.

    For example, the winner may be printed apart from the others.
    """
    for at, (part, following) in reversed([*enumerate(pairwise(parts))]):
        players = {each.hand.player for each in (*part, *following)}
        is_complete = len(players) == len(part) + len(following) == MOST_PLAYERS
        if is_complete and 1 in (len(part), len(following)):
            parts[at : at + 2] = [part + following]
    return parts


def _split(part: Sequence[LocatedHand]) -> list[list[LocatedHand]]:
    """Split hands into complete tables, or return all as one table, with some players repeated."""
    tables: list[dict[int, LocatedHand]] = [{}]
    for each in part:
        if each.hand.player in tables[-1]:
            tables.append({})
        tables[-1][each.hand.player] = each
    if all(len(table) >= FEWEST_PLAYERS for table in tables):
        return [[*table.values()] for table in tables]
    # Hands without a label may belong to another list.
    labelled = [each for each in part if each.hand.label]
    if FEWEST_PLAYERS <= len({each.hand.player for each in labelled}) == len(labelled):
        return [labelled]
    players = {each.hand.player for each in part}
    return [[*part]] if len(players) >= FEWEST_PLAYERS else []


def _has_types(table: Sequence[LocatedHand]) -> tuple[bool, bool]:
    """Return whether half of the hands have a known type, and whether half have any label."""
    known = sum(each.hand.hand_type is not None for each in table)
    labelled = sum(bool(each.hand.label) for each in table)
    return 2 * known >= len(table), 2 * labelled >= len(table)


def _is_by_player(table: Sequence[LocatedHand]) -> bool:
    """Return whether the players are in the order of their numbers, as in a deal."""
    players = [each.hand.player for each in table]
    return players == sorted(players)


def _sorted_by_list_below(
    table: Sequence[LocatedHand], lines: Sequence[Line]
) -> Sequence[LocatedHand]:
    """Return hands that are printed as dealt in the order of a list below the table.

    This list ranks all the players, with their types but without their cards.
    """
    by_player, listed = {each.hand.player: each for each in table}, dict[int, LocatedHand]()
    for line in lines[table[-1].end :] if _is_by_player(table) else ():
        text = line.text[:LONGEST_LINE]
        player, hand_type = player_and_type(text)
        if hand_type is not None and player in by_player:
            hand = by_player[player].hand
            hand = replace(hand, hand_type=hand_type, label=hand.label or text.strip())
            listed.setdefault(player, by_player[player]._replace(hand=hand))
    return [*listed.values()] if listed.keys() == by_player.keys() else table


def _is_ranking(table: Sequence[LocatedHand]) -> bool:
    return _has_types(table)[0] and not _is_by_player(table)


def _quality(tables: Sequence[Sequence[LocatedHand]], lines: Sequence[Line]) -> tuple[object, ...]:
    """Return how well the last table was read, as a sort key: the best layout has the greatest."""
    if not tables:
        return (False,)
    table = tables[-1]
    known_types = sum(each.hand.hand_type is not None for each in table)
    starts_after_blank = sum(lines[each.start].after_blank for each in table)
    return True, _has_types(table), not _is_by_player(table), known_types, starts_after_blank
