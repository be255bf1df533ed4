"""The steps of a deal: one for each card dealt, each hand evaluated, and each place filled."""

from __future__ import annotations

from collections.abc import Iterator

from poker_table.game.hand import Hand
from poker_table.game.rules import HAND_SIZE
from poker_table.game.table import Showdown
from poker_table.hands.explanation import Explanation
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, Sign, Text
from poker_table.lesson.showdown import rival_and_why
from poker_table.show.hand_rows import HandRow, hands_section
from poker_table.show.page import Page


def steps(showdown: Showdown) -> list[Page]:
    """Return a page for each step of the deal that ends in a given showdown.

    Two players take 15 steps: the empty table, ten cards, two evaluations, two places.

    >>> from poker_table import Hand, Showdown
    >>> pages = steps(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    >>> pages[2].title, str(pages[2].lead)
    ('Step 3 of 15: the deal', 'Player 2 is dealt AH, card 2 of 10.')
    """
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    rows = {hand.player: HandRow(None, hand.player, ()) for hand in seats}
    pages = [*_dealing(seats, rows), *_evaluating(seats, rows), *_sorting(showdown, rows)]
    return [
        page._replace(title=f"Step {number} of {len(pages)}: {page.title}")
        for number, page in enumerate(pages, start=1)
    ]


def only_highlighted_rows(step: Page) -> Page:
    """Return a step with only its highlighted row: that of the player whose turn it is."""
    (section,) = step.sections
    rows = [section.records[index] for index in section.highlighted]
    return step._replace(sections=[section._replace(records=rows, highlighted=range(len(rows)))])


def _dealing(seats: list[Hand], rows: dict[int, HandRow]) -> Iterator[Page]:
    """Yield a page for the empty table and one for each card, which is added to `rows`."""
    cards = HAND_SIZE * len(seats)
    lead = f"{len(seats)} players get one card each in turn, five times."
    if len(seats) == 1:
        lead = "One player gets five cards."
    yield Page("the deal", [hands_section([*rows.values()])], lead)
    for number in range(cards):
        turn, seat = divmod(number, len(seats))
        hand = seats[seat]
        rows[hand.player] = HandRow(None, hand.player, hand.dealt[: turn + 1])
        progress = f", card {number + 1} of {cards}."
        who = f"Player {hand.player} is dealt "
        dealt = Sentence(who, Sign("", "the "), hand.dealt[turn], progress)
        yield _with_highlight("the deal", rows, hand, dealt)


def _evaluating(seats: list[Hand], rows: dict[int, HandRow]) -> Iterator[Page]:
    rows |= {hand.player: HandRow(None, hand.player, hand.cards) for hand in seats}
    for hand in seats:
        rows[hand.player] = HandRow.of(hand, explanation=Explanation.of(hand))
        lead = f"Player {hand.player}: {in_words(hand)}."
        yield _with_highlight("the evaluation", rows, hand, lead)
        rows[hand.player] = HandRow.of(hand)


def _sorting(showdown: Showdown, rows: dict[int, HandRow]) -> Iterator[Page]:
    placed: dict[int, HandRow] = {}
    for count, (place, hand) in enumerate(showdown, start=1):
        placed[hand.player] = HandRow.of(hand, place)
        del rows[hand.player]
        lead = f"Place {place}: player {hand.player}."
        if rows:
            lead += f" Against {rival_and_why(hand, showdown.hands[count])}."
        yield _with_highlight("the sort", placed | rows, hand, lead)


def _with_highlight(title: str, rows: dict[int, HandRow], hand: Hand, lead: Text) -> Page:
    section = hands_section([*rows.values()], highlighted=[[*rows].index(hand.player)])
    return Page(title, [section], lead)
