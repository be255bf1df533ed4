"""The deal step by step: card by card round the table, hand by hand, then place by place."""

from __future__ import annotations

from collections.abc import Iterator

from poker_table.game.hand import HAND_SIZE, Hand
from poker_table.game.table import Showdown
from poker_table.hands.in_words import in_words, why_it_beats
from poker_table.hands.reading import explanation
from poker_table.show.page import Page, evaluated, hand_row, hands_page


def steps(showdown: Showdown) -> list[Page]:
    """Return the pages of a deal, each titled with its number, that ends in a given showdown.

    Two players take 15 steps: the empty table, ten cards, two evaluations, two places.

    >>> from poker_table import Hand, Showdown
    >>> pages = steps(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    >>> pages[2].title, pages[2].lead
    ('Step 3 of 15: the deal', 'Player 2 is dealt AH, card 2 of 10.')
    """
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    pages = [*_dealing(seats), *_evaluating(seats), *_sorting(showdown)]
    return [
        page._replace(title=f"Step {number} of {len(pages)}: {page.title}")
        for number, page in enumerate(pages, start=1)
    ]


def what_happens(step: Page) -> Page:
    """Return a step with the one hand to which something happens."""
    (section,) = step.sections
    rows = [row for row in section.rows if row.marked]
    return step._replace(sections=[section._replace(rows=rows)])


def _dealing(seats: list[Hand]) -> Iterator[Page]:
    count = HAND_SIZE * len(seats)
    who = "One player" if len(seats) == 1 else f"{len(seats)} players"
    later = f"Evaluation from step {count + 2}, sort from {count + len(seats) + 2}."
    empty = [hand_row(hand.player, ()) for hand in seats]
    yield hands_page(
        "the deal", empty, f"{who}, one card to each in turn, five times round. {later}"
    )
    for number in range(count):
        turn, seat = divmod(number, len(seats))
        rows = [
            hand_row(hand.player, hand.dealt[: turn + (other <= seat)], marked=other == seat)
            for other, hand in enumerate(seats)
        ]
        hand = seats[seat]
        card = f"{hand.dealt[turn]}, card {number + 1} of {count}"
        yield hands_page("the deal", rows, f"Player {hand.player} is dealt {card}.")


def _evaluating(seats: list[Hand]) -> Iterator[Page]:
    for seat, hand in enumerate(seats):
        done = [evaluated(other) for other in seats[:seat]]
        now = evaluated(hand, details=explanation(hand), marked=True)
        waiting = [hand_row(other.player, other.cards) for other in seats[seat + 1 :]]
        lead = f"Player {hand.player}: {in_words(hand)}."
        yield hands_page("the evaluation", [*done, now, *waiting], lead)


def _sorting(showdown: Showdown) -> Iterator[Page]:
    in_order = [*showdown]
    for count, (place, hand) in enumerate(in_order, start=1):
        placed = [evaluated(other, at, marked=other is hand) for at, other in in_order[:count]]
        in_seats = sorted(showdown.hands[count:], key=lambda other: other.player)
        left = [evaluated(other) for other in in_seats]
        lead = f"Place {place}: player {hand.player}."
        if left:
            below = showdown.hands[count]
            lead += f" Against player {below.player}: {why_it_beats(hand, below)}."
        yield hands_page("the sort", [*placed, *left], lead)
