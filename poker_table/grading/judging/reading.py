"""Finds the table of hands in the output of a program, in time that grows with its length.

A hand is five cards anywhere, the nearest player, and the text up to the next hand. Where that text
begins, and how players are named, differs between programs: of several layouts the one counts in
which the most players have a hand, and the texts fit the cards best.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from poker_table.game.notation import PLAYING_CARDS
from poker_table.game.players import MOST_PLAYERS
from poker_table.game.rules import HandType
from poker_table.grading.judging.cards_in_text import CardRow, card_rows
from poker_table.grading.judging.label import label_in, type_of_label
from poker_table.grading.judging.players_in_text import (
    LONGEST_LINE,
    Mention,
    NamedRow,
    Page,
    Span,
    mentions_of_players,
    ways_to_name,
    without_players,
)
from poker_table.grading.judging.printed import (
    FEWEST_PLAYERS,
    PrintedHand,
    PrintedOutput,
    meaning_of,
)
from poker_table.grading.running.runner import MAX_JUDGED

_ESCAPE = re.compile(
    r"\x1b(\[[0-?]{0,20}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,200}(\x07|\x1b\\)|[@-_])"
    r"|[\x00-\x08\x0e-\x1f]"
)
_LOOKS_LIKE_A_HAND = re.compile(
    r"(?ai)player\s{0,4}\W?\d|(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠]\W{1,4}){2}"
)
MAX_LINES = 100  # unread lines, other lines, and hands outside a table that are stored
MAX_START_LINES = 12  # of unreadable output that are stored
MAX_HANDS = 60  # only the last ones of an output are read
MAX_CACHED = 256  # outputs: each is read several times, and several submissions run in parallel


Hands = Sequence[PrintedHand]


@lru_cache(MAX_CACHED)
def read_output(text: str) -> PrintedOutput:
    """Return the table in the output of a program, and the lines around it.

    >>> read_output("Player 3 - 7H 9D - Pair").unread_lines
    ['Player 3 - 7H 9D - Pair']
    """
    plain, escapes = _ESCAPE.subn("", text[:MAX_JUDGED])
    page = Page("\n".join(plain.translate(PLAYING_CARDS).splitlines()))
    mentions = mentions_of_players(page.text)
    rows = card_rows(without_players(page.text), MAX_HANDS)
    located, tables = _best_layout(page, rows, mentions)
    rankings = [meaning_of(t) for t in tables if _is_ranking(t)]
    table = _sorted_by_list_below(tables[-1], page, mentions) if tables else located[:MAX_LINES]
    rest, lines = _rest(page, located, rows[0].start if len(rows) == MAX_HANDS else 0)
    has_rows_unnamed = len(rows) >= FEWEST_PLAYERS
    is_readable = tables or (2 * len(rest) <= len(lines) and not has_rows_unnamed)
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
        unreadable_start=() if is_readable else tuple(lines[:MAX_START_LINES]),
    )


def _rest(page: Page, located: Hands, read_from: int) -> tuple[list[str], list[str]]:
    """Return the lines that are part of no hand, and all lines, without the blank ones."""
    taken = {*range(page.line(read_from))}
    for start, end in (hand.where for hand in located):
        taken.update(range(page.line(start), page.line(max(start, end - 1)) + 1))
    numbered = [(n, line) for n, line in enumerate(page.text.split("\n")) if line.strip()]
    return [line for n, line in numbered if n not in taken], [line for _, line in numbered]


def _best_layout(
    page: Page, rows: Sequence[CardRow], mentions: Sequence[Mention]
) -> tuple[list[PrintedHand], list[list[PrintedHand]]]:
    """Return the hands of the best layout, and its tables, the one that counts last."""
    best: tuple[tuple[int, ...], list[PrintedHand], list[list[PrintedHand]]] = ((-1,), [], [])
    tried = list[list[NamedRow]]()
    for named in ways_to_name(page, rows, mentions):
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
                fitting = _fitting(table)
                typed = sum(hand.hand_type is not None for hand in table)
                sorts = not _is_by_player(table)
                quality = players, 0 if tables else len(named), fitting, typed, sorts
                if quality > best[0]:
                    best = quality, located, found
        if best[0][0] == best[0][2] == MOST_PLAYERS and best[0][-1]:
            break
    return best[1], best[2]


# Tables


def _tables(named: Sequence[NamedRow], page: Page) -> list[list[int]]:
    """Return the tables: ten rows, one after another, of different players; or else all rows.

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
    everything = [*range(len(named))]
    return [everything] if len({each.player for each in named}) >= FEWEST_PLAYERS else []


def _alike(named: Sequence[NamedRow], three: Sequence[int], page: Page) -> bool:
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


def _spans_of_text(named: Sequence[NamedRow], page: Page) -> Iterator[list[Span]]:
    """Yield where the text of each hand begins and ends, in each layout."""
    own = [(each.start, each.end) for each in named]
    yield own
    apart = [page.line(b[0]) - page.line(a[0]) for a, b in pairwise(own)]
    height = max(1, min(apart, default=1))
    last = max(own[-1][1], page.start_of(page.line(own[-1][0]) + height))
    yield [(a, b) for (a, _), b in zip(own, [*(s for s, _ in own[1:]), last], strict=True)]
    first = min(own[0][0], page.start_of(page.line(own[0][1]) - 1 - height))
    above = [first, *(end for _, end in own[:-1])]
    yield [(max(a, e - LONGEST_LINE), e) for a, (_, e) in zip(above, own, strict=True)]


def _hand(each: NamedRow, span: Span, page: Page) -> PrintedHand:
    row, text = each.row, page.text
    start = max(span[0], row.start - LONGEST_LINE)
    end = min(span[1], row.end + LONGEST_LINE)
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
    where = min(start, each.start), max(end, each.end)
    return PrintedHand(line[: 2 * LONGEST_LINE], each.player, row.cards, *label, where)


def _under_headings(hands: Hands) -> list[PrintedHand]:
    """Return the hands, those without a type, or without a label, with that of the hand above."""
    typed, above = list[PrintedHand](), hands[0]
    has_types = any(hand.hand_type is not None for hand in hands)
    for hand in hands:
        above = hand if (hand.hand_type is not None if has_types else hand.label) else above
        headed = replace(hand, hand_type=above.hand_type, label=above.label)
        typed.append(replace(headed, before=above.before, behind=above.behind))
    return typed


def _fitting(hands: Iterable[PrintedHand]) -> int:
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


def _sorted_by_list_below(table: Hands, page: Page, mentions: Sequence[Mention]) -> Hands:
    """Return hands that are printed as dealt in the order of a list below the table.

    This list ranks all the players, with their types but without their cards.
    """
    if not _is_by_player(table):
        return table
    by_player, listed = {hand.player: hand for hand in table}, dict[int, PrintedHand]()
    for (start, end), player in mentions:
        if start >= table[-1].where[1] and player in by_player:
            line_start, line_end = page.whole_lines(start, end)
            label = label_in(page.text[line_start:start], page.text[end:line_end][:LONGEST_LINE])
            if label.hand_type is not None:
                hand = replace(by_player[player], hand_type=label.hand_type, label=label.text)
                listed.setdefault(player, hand)
    return [*listed.values()] if listed.keys() == by_player.keys() else table
