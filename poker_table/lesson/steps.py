"""The deal step by step: card by card round the table, hand by hand, then place by place."""

from __future__ import annotations

from collections.abc import Iterator

from poker_table.game.hand import HAND_SIZE, Hand
from poker_table.game.table import Showdown
from poker_table.hands.explanation import Explanation
from poker_table.hands.in_words import in_words
from poker_table.hands.sentence import Sentence, Text
from poker_table.lesson.showdown import against
from poker_table.show.page import HandRow, Page, hands_page


def steps(showdown: Showdown) -> list[Page]:
    """Return the pages of a deal, each titled with its number, that ends in a given showdown.

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


def what_happens(step: Page) -> Page:
    """Return a step with the one hand to which something happens."""
    (section,) = step.sections
    rows = [section.rows[number] for number in section.highlighted]
    return step._replace(sections=[section._replace(rows=rows, highlighted=range(len(rows)))])


def _dealing(seats: list[Hand], rows: dict[int, HandRow]) -> Iterator[Page]:
    """Yield a page for the empty table and for each card; `rows` become those of that card."""
    count = HAND_SIZE * len(seats)
    who = "One player" if len(seats) == 1 else f"{len(seats)} players"
    later = f"Evaluation from step {count + 2}, sort from {count + len(seats) + 2}."
    lead = f"{who}, one card to each in turn, five times round. {later}"
    yield hands_page("the deal", [*rows.values()], lead)
    for number in range(count):
        turn, seat = divmod(number, len(seats))
        hand = seats[seat]
        rows[hand.player] = HandRow(None, hand.player, hand.dealt[: turn + 1])
        of_all = f", card {number + 1} of {count}."
        dealt = Sentence(f"Player {hand.player} is dealt ", hand.dealt[turn], of_all)
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
            lead += f" Against {against(hand, showdown.hands[count])}."
        yield _with_highlight("the sort", placed | rows, hand, lead)


def _with_highlight(title: str, rows: dict[int, HandRow], hand: Hand, lead: Text) -> Page:
    """Return the page of the table, with the row of one hand highlighted."""
    return hands_page(title, [*rows.values()], lead, highlighted=[[*rows].index(hand.player)])
