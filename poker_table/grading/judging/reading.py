"""Finds the table of hands in the output of a program, in time that grows with its length.

A hand is five cards anywhere, the nearest player, and the text up to the next hand. Where that text
begins, and how players are named, differs between programs: of several layouts the one counts in
which the most players have a hand, and the texts fit the cards best.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

from poker_table.game.notation import PLAYING_CARDS
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HandType
from poker_table.grading.judging.cards_in_text import CardRow, card_rows
from poker_table.grading.judging.label import label_in, type_of_label
from poker_table.grading.judging.players_in_text import (
    LONGEST_LINE,
    PLAYER_NUMBER,
    Lines,
    Mentions,
    NamedRow,
    Rows,
    Span,
    mentions_of,
    ways_to_name,
    without_players,
)
from poker_table.grading.judging.printed import (
    FEWEST_PLAYERS,
    Hands,
    PrintedHand,
    PrintedOutput,
    meaning_of,
)
from poker_table.grading.running.runner import MAX_JUDGED

_ESCAPE = re.compile(
    r"\x1b(\[[0-?]{0,20}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,200}(\x07|\x1b\\)|[@-_])"
    r"|[\x00-\x08\x0e-\x1f]"
)
_WINDOWS_SUITS = dict(zip(range(3, 7), "♥♦♣♠", strict=True))  # characters of its console
_LOOKS_LIKE_A_HAND = re.compile(
    r"(?ai)player\s{0,4}\W?\d|(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠]\W{1,4}){2}"
)
MAX_LINES = 100  # unread lines, other lines, and hands outside a table that are stored
MAX_START_LINES = 12  # of unreadable output that are stored
MAX_HANDS = 60  # only the last ones of an output are read
MAX_CACHED = 256  # outputs: each is read several times, and several submissions run in parallel


@lru_cache(MAX_CACHED)
def read_output(text: str) -> PrintedOutput:
    """Return the table in the output of a program, and the lines around it.

    >>> read_output("Player 3 - 7H 9D - Pair").unread_lines
    ['Player 3 - 7H 9D - Pair']
    """
    plain, escapes = _ESCAPE.subn("", text[:MAX_JUDGED].translate(_WINDOWS_SUITS))
    output = Lines("\n".join(plain.translate(PLAYING_CARDS).splitlines()))
    mentions = mentions_of(PLAYER_NUMBER, output.text)
    all_rows = card_rows(without_players(output.text), MAX_HANDS)
    rows = _sorted_on_line(all_rows, output)
    (_, located, tables), ranked = _best_layout(output, rows, mentions)
    rankings = [meaning_of(t) for t in tables if _is_ranking(t)]
    table = _sorted_by_list_below(tables[-1], output, mentions) if tables else located[:MAX_LINES]
    # Types choose the layout. They must not choose one of several rankings too.
    order, end = [hand.player for hand in table], table[0].where[1] if table else 0
    later = [[hand.player for hand in each] for each in ranked if each[0].where[0] > end]
    taken = {*range(output.line(rows[0].start) if len(all_rows) == MAX_HANDS else 0)}
    for start, end in (hand.where for hand in located):
        taken.update(range(output.line(start), output.line(max(start, end - 1)) + 1))
    lines = [(n, line) for n, line in enumerate(output.text.split("\n")) if line.strip()]
    rest = [line for n, line in lines if n not in taken]
    begins = {_beginning(hand.line) for hand in located}  # the table may be there but for its ranks
    looks_whole = len(rows) + sum(_beginning(line) in begins for line in rest) >= FEWEST_PLAYERS
    is_readable = tables or (2 * len(rest) <= len(lines) and not looks_whole)
    unread, other = list[str](), list[str]()
    for line in rest:
        (unread if _LOOKS_LIKE_A_HAND.search(line[:LONGEST_LINE]) else other).append(line)
    return PrintedOutput(
        hands=[*table],
        unread_lines=unread[:MAX_LINES],
        other_lines=other[:MAX_LINES],
        has_escapes=escapes > 0,
        is_truncated=len(text) > MAX_JUDGED,
        rankings=len(rankings) * any(ranking != rankings[-1] for ranking in rankings),
        passed_over=any(players != order for players in later),
        unreadable_start=() if is_readable else tuple(line for _, line in lines[:MAX_START_LINES]),
    )


def _sorted_on_line(rows: Rows, output: Lines) -> list[CardRow]:
    """Leave out unsorted rows whose five cards follow in order, before the type is named."""
    behind = [
        next_row
        and {*next_row.cards} == {*row.cards}
        and [*row.cards] != sorted(row.cards, key=lambda card: card.rank)
        and output.line(row.end) == output.line(next_row.start)
        and label_in("", output.text[row.end : next_row.start]).hand_type is None
        for row, next_row in zip_longest(rows, rows[1:])
    ]
    return [row for row, is_repeated in zip(rows, behind, strict=True) if not is_repeated]


def _beginning(line: str) -> tuple[str, ...]:
    """Return the first word of a line without digits: lines of one table begin alike."""
    return tuple(re.sub(r"\d", "", line[:LONGEST_LINE]).split()[:1])


class _Layout(NamedTuple):
    """The hands of an output in one of its layouts, and its tables, the one that counts last."""

    quality: tuple[int, ...]
    hands: Hands
    tables: Sequence[Hands]


def _best_layout(output: Lines, rows: Rows, mentions: Mentions) -> tuple[_Layout, list[Hands]]:
    """Return the best layout, and the rankings of all layouts that were tried."""
    best, tried = _Layout((-1, 0, 0, 0, 0), [], []), list[list[NamedRow]]()
    rankings = list[Hands]()
    for named in ways_to_name(output, rows, mentions):
        if named and named not in tried:
            tried.append(named)
            layouts = [*_layouts(named, output)]
            best = max(best, *layouts, key=lambda layout: layout.quality)
            rankings += [t for layout in layouts for t in layout.tables if _is_ranking(t)]
        players, _, fitting, _, is_sorted = best.quality
        if players == fitting == MOST_PLAYERS and is_sorted:
            break
    return best, rankings


def _layouts(named: Sequence[NamedRow], output: Lines) -> Iterator[_Layout]:
    tables, bare = _tables(named, output), _without_names(named, output.text)
    for spans in _spans_of_text(named, output):
        pairs = zip(named, spans, strict=True)
        hands = [_hand(each, span, output, bare) for each, span in pairs]
        for located in hands, _under_headings(hands):
            found = sorted(
                ([located[n] for n in table] for table in tables),
                key=lambda table: (_has_types(table), not _is_by_player(table)),
            )
            table = found[-1] if found else located
            players = len({hand.player for hand in table})
            known = (players, 0) if found else (0, len(named))
            typed = sum(hand.hand_type is not None for hand in table)
            quality = (*known, _fitting(table), typed, not _is_by_player(table))
            yield _Layout(quality, located, found)


# Tables


def _tables(named: Sequence[NamedRow], output: Lines) -> list[list[int]]:
    """Return the tables: ten rows, one after another, of different players; or else all rows.

    Where such tens overlap, that one counts whose rows begin most alike. A further row with the
    same surroundings belongs to the table too, so that a player who is there twice is seen. If no
    row is missing or more than once, that is looked at first.
    """
    tables, begins = list[list[int]](), [_words_before(each, output) for each in named]
    starts = [
        start
        for start in range(len(named) - MOST_PLAYERS + 1)
        if len({each.player for each in named[start : start + MOST_PLAYERS]}) == MOST_PLAYERS
    ]

    def alike(start: int) -> int:
        return sum(one == two for one, two in pairwise(begins[start : start + MOST_PLAYERS]))

    while starts:
        start = max((each for each in starts if each < starts[0] + MOST_PLAYERS), key=alike)
        tables.append([*range(start, start + MOST_PLAYERS)])
        starts = [each for each in starts if each > tables[-1][-1]]
    taken = {n for table in tables for n in table}
    for table in tables:
        while (n := table[-1] + 1) < len(named) and n not in taken:
            if not _alike(named, [*table[-2:], n], output):
                break
            table.append(n)
        if len(table) >= MOST_PLAYERS + FEWEST_PLAYERS:  # then these rows are another table
            del table[MOST_PLAYERS:]
    if not tables and len({each.player for each in named}) >= FEWEST_PLAYERS:
        return [[*range(len(named))]]
    return tables


def _alike(named: Sequence[NamedRow], three: Sequence[int], output: Lines) -> bool:
    """Return whether the third row stands to the second as the second to the first."""
    one, two, third = (named[n] for n in three)
    texts = output.text[one.end : two.start], output.text[two.end : third.start]
    gaps = [re.sub(r"\d+", "", re.sub("\n(\n)+", "\n\n", text[:LONGEST_LINE])) for text in texts]
    words = [_words_before(each, output) for each in (two, third)]
    is_typed = any(type_of_label(" ".join(each)) is not None for each in words)
    return gaps[0] == gaps[1] and (words[0] == words[1] or is_typed)


def _words_before(each: NamedRow, output: Lines) -> list[str]:
    """Return the words with which a row begins, before its player and its cards."""
    begin = output.text[each.start : min(each.row.start, each.named_at[0])]
    return re.findall(r"[^\W\d_]+", begin)


def _has_types(table: Hands) -> tuple[bool, bool]:
    """Return whether half of the hands have a known type, and whether half have any label."""
    known = sum(hand.hand_type is not None for hand in table)
    labelled = sum(bool(hand.label) for hand in table)
    return 2 * known >= len(table), 2 * labelled >= len(table)


def _is_by_player(table: Hands) -> bool:
    """Return whether the players are in the order of their numbers, as in a deal."""
    players = [hand.player for hand in table]
    return players == sorted(players)


def _is_ranking(table: Hands) -> bool:
    return _has_types(table)[0] and not _is_by_player(table)


# The text of each hand


def _spans_of_text(named: Sequence[NamedRow], output: Lines) -> Iterator[list[Span]]:
    """Yield where the text of each hand begins and ends, in each layout."""
    own = [(each.start, each.end) for each in named]
    yield own
    apart = [output.line(b[0]) - output.line(a[0]) for a, b in pairwise(own)]
    height = max(1, min(apart, default=1))
    last = max(own[-1][1], output.start_of(output.line(own[-1][0]) + height))
    yield [(a, b) for (a, _), b in zip(own, [*(s for s, _ in own[1:]), last], strict=True)]
    first = min(own[0][0], output.start_of(output.line(own[0][1]) - 1 - height))
    above = [first, *(end for _, end in own[:-1])]
    yield [(max(a, e - LONGEST_LINE), e) for a, (_, e) in zip(above, own, strict=True)]


def _without_names(named: Sequence[NamedRow], text: str) -> str:
    """Return a text of the same length with a line break where each player is named."""
    for start, end in (each.named_at for each in named):
        text = text[:start] + " " * (end - start - 1) + "\n" + text[end:]
    return text


def _hand(each: NamedRow, span: Span, output: Lines, bare: str) -> PrintedHand:
    row = each.row
    start, end = max(span[0], row.start - LONGEST_LINE), min(span[1], row.end + LONGEST_LINE)
    label = label_in(bare[start : row.start], bare[row.end : end])
    where = min(start, each.start), max(end, each.end)
    parts = output.text[slice(*where)].split("\n")
    line = " / ".join(part.strip() if parts[1:] else part for part in parts if part.strip())
    return PrintedHand(line[: 2 * LONGEST_LINE], each.player, row.cards, *label, where)


def _under_headings(hands: Hands) -> list[PrintedHand]:
    """Return the hands, those without a type, or without a label, with that of the hand above."""
    has_types = any(hand.hand_type is not None for hand in hands)
    headed, above = list[PrintedHand](), hands[0]
    for hand in hands:
        above = hand if (hand.hand_type is not None if has_types else hand.label) else above
        typed = replace(hand, hand_type=above.hand_type, label=above.label)
        headed.append(replace(typed, before=above.before, behind=above.behind))
    return headed


def _fitting(hands: Hands) -> int:
    """Return how many hands have a fitting label.

    That is the name of their type, or a text that nearly always stands for it. Numbers in a label
    are ignored. If there are at least two more texts than types, no text is a label.
    """
    types_of = defaultdict[str, Counter[HandType]](Counter)
    fitting = 0
    for printed in hands:
        if printed.hand_type is None and printed.label and printed.hand:
            types_of[re.sub(r"\d+", "", printed.label)][printed.hand.hand_type] += 1
        elif printed.hand:
            fitting += printed.hand_type is printed.hand.hand_type
    if len(types_of) > 1 + len({hand_type for types in types_of.values() for hand_type in types}):
        return fitting
    for types in types_of.values():
        ((_, times),) = types.most_common(1)
        fitting += times if types.total() - times < min(times, 2) else 0  # one may be a mistake
    return fitting


def _sorted_by_list_below(table: Hands, output: Lines, mentions: Mentions) -> Hands:
    """Return hands that are printed as dealt in the order of a list below the table.

    This list ranks all the players, with their types but without their cards.
    """
    if not _is_by_player(table):
        return table
    by_player, listed = {hand.player: hand for hand in table}, dict[int, PrintedHand]()
    for (start, end), player in mentions:
        if start >= table[-1].where[1] and player in by_player:
            line_start, line_end = output.whole_lines(start, end)
            behind = output.text[end:line_end][:LONGEST_LINE]
            label = label_in(output.text[line_start:start], behind)
            if label.hand_type is not None:
                hand = replace(by_player[player], hand_type=label.hand_type, label=label.text)
                listed.setdefault(player, hand)
    return [*listed.values()] if listed.keys() == by_player.keys() else table
