"""The lesson's page: all texts and numbers of a deal as data, and the script that shows them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from poker_table.files.deck_file import about_bundled
from poker_table.files.text import STANDARD_INPUT, package_text
from poker_table.game.deck import Deck
from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HAND_SIZE
from poker_table.game.table import Showdown
from poker_table.hands.explanation import LOW_ACE, card_groups, has_low_ace, why_not_higher
from poker_table.hands.in_words import capitalised, deciding, in_words, why_it_beats
from poker_table.hands.sentence import aloud, with_symbols
from poker_table.hands.types import FACTS
from poker_table.lesson.chances import chances_as_text
from poker_table.lesson.drawing import drawing_data
from poker_table.lesson.questions import Question, questions
from poker_table.lesson.showdown import THE_ORDER, origin, showdown_page, what_decides
from poker_table.lesson.steps import only_highlighted_rows, steps
from poker_table.show import words
from poker_table.show.chart import chart_as_svg
from poker_table.show.html import script
from poker_table.show.page import Page
from poker_table.simulation.chances.result import DURING, chances_chart, turning_point
from poker_table.simulation.chances.whole_deal import whole_deal

OVER = f"{DURING}."
BASE = (
    "Why 13? In base 10, three fours with ace, king (2·100 + 12·10 + 11 = 331)"
    " would beat three fives with three, two (310)."
)
COVERED = "Each player's last card: the chances stay covered until you have said who wins."
Data = dict[str, Any]


def lesson_page(
    showdown: Showdown, source: dict[str, int | str], deck: Deck, title: str = ""
) -> Page:
    """Return the page of a showdown: the lesson where scripts run, else each hand explained."""
    page = showdown_page(showdown, source, explain=True)
    code = package_text("lesson/drawing.js") + package_text("lesson/lesson.js")
    added = script(lesson(showdown, source, deck, title), code, package_text("lesson/lesson.css"))
    return page._replace(title=title or page.title, script=added)


def hands_asked(lesson: Data) -> list[list[tuple[str, list[str]]]]:
    """Return the names and cards of the hands that each question of a lesson is about."""
    players = lesson["players"]
    every = [(player["name"], player["dealt"]) for player in players]
    grouped = [(player["name"], [*chain(*player["groups"])]) for player in players]
    asked = [screen["about"] for screen in lesson["screens"] if screen.get("answers")]
    return [[grouped[seat] for seat in about] or every for about in asked]


def lesson(showdown: Showdown, source: dict[str, int | str], deck: Deck, title: str = "") -> Data:
    """Return the data that lesson.js shows; by default the title says where the deck comes from.

    A screen is a step of `--step`, a question, the chart of the chances, or the end.
    """
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    screens = [*_screens(showdown, seats, deck)]
    phases = [screen["phase"] for screen in screens]
    return {
        "title": title or _title(source),
        "ask": "Who will win?",
        "over": OVER,
        "base": BASE,
        "ruler": [[rank.face, int(rank)] for rank in Rank],
        **drawing_data(),
        "deck": [str(card) for card in deck],
        "players": [
            {
                "name": f"Player {hand.player}",
                "dealt": [str(card) for card in hand.dealt],
                "groups": [[str(card) for card in group] for group in card_groups(hand)],
                "sorted": [str(card) for card in hand.cards],
                "type": hand.hand_type.label,
                "kind": capitalised(FACTS[hand.hand_type].name),
                "words": capitalised(in_words(hand)),
                "value": f"{hand.value:,}",
            }
            for hand in seats
        ],
        "phases": [
            {"name": str(phase).capitalize(), "screen": phases.index(phase)}
            for phase in dict.fromkeys(phases)
        ],
        "screens": screens,
    }


def _title(source: dict[str, int | str]) -> str:
    """Return what a bundled deck is, the name of another deck, or else where the deck is from."""
    name = str(source.get("deck", STANDARD_INPUT))
    title, _, _ = about_bundled(name).partition(":")  # what follows the colon gives away who wins
    own = "" if name == STANDARD_INPUT else os.path.splitext(os.path.basename(name))[0]
    return title.rstrip(".") or printable(own) or origin(source)


def _screens(showdown: Showdown, seats: list[Hand], deck: Deck) -> Iterator[Data]:
    """Yield the screens in order.

    In each screen, `at` is its address after the `#`, and hands are the numbers of their seats.
    `said` has the three texts that a screen reader announces, as in `--format words`: the title,
    the lead and the rest.
    """
    dealt, all_steps = HAND_SIZE * len(seats), steps(showdown)
    step_screens = [
        {"at": f"step={number}", "count": f"{number} of {len(all_steps)}", "said": _said(page)}
        for number, page in enumerate(all_steps, start=1)
    ]
    asked = [_question(n, each, seats) for n, each in enumerate(questions(showdown), start=1)]
    predicted, decided = asked[:2], asked[2:]
    chart = _chart(deck) if decided else {"chart": ""}
    for count, step in enumerate(step_screens[: dealt + 1]):
        yield {**step, "phase": "deal", "dealt": count, **_chances(deck, len(seats), count)}
    all_dealt = {"phase": "predict", "dealt": dealt, **_chances(deck, len(seats), dealt), "now": -1}
    for number, question in enumerate(predicted):
        yield {**all_dealt, **question, "uncovers": number == 1}
    if decided:
        yield {"at": "chances", "phase": "predict", **chart}
    for seat, step in enumerate(step_screens[dealt + 1 :][: len(seats)]):
        yield {**step, "phase": "read", "now": seat, "read": seat + 1, **_reading(seats[seat])}
    for question in decided:
        yield {"phase": "decide", **question}
    if paradox := _paradox(showdown, seats):
        yield {"at": "why", "phase": "decide", **paradox}
    for count, step in enumerate(step_screens[dealt + 1 + len(seats) :], start=1):
        yield {**step, "phase": "sort", **_sorted(showdown, seats, count)}
    last = {**_sorted(showdown, seats, len(seats)), "now": seats.index(showdown.hands[0])}
    said = ["The showdown.", what_decides(showdown), ""]
    yield {"at": "end", "said": said, "phase": "end", **last, "chart": chart["chart"]}


def _chances(deck: Deck, players: int, dealt: int) -> Data:
    """Return each player's chance after `dealt` cards, as a number and as a text."""
    chances, note = chances_as_text(deck.cards, players, dealt)
    covered = dealt > (HAND_SIZE - 1) * players and players > 1
    return {
        "now": (dealt - 1) % players if dealt else -1,
        "chances": [[round(share, 4), text] for share, text in chances],
        "note": note,
        "cover": COVERED if covered else "",
    }


def _chart(deck: Deck) -> Data:
    """Return the chart of each player's chance, and the card that turned the deal."""
    *_, deal = whole_deal(deck)
    turned = with_symbols(turning_point(deal))
    _, chart = chart_as_svg(chances_chart(deal))
    return {"chart": chart, "why": turned, "said": [OVER, "", turned]}


def _question(number: int, question: Question, seats: list[Hand]) -> Data:
    answers = [each._asdict() | {"reason": with_symbols(each.reason)} for each in question.answers]
    choices = ", ".join(f"{answer.key} {answer.text}" for answer in question.answers)
    return {
        "at": f"question={number}",
        "count": f"question {number}",
        "question": question.text,
        "said": [question.text, "", f"{choices}."],
        "answers": answers,
        "about": [seat for seat, hand in enumerate(seats) if hand.player in question.about],
    }


def _reading(hand: Hand) -> Data:
    """Return what explains a hand besides its groups and its type: why not a higher one, digits."""
    return {
        "why": with_symbols(why_not_higher(hand)),
        "digits": [
            [int(rank), rank.word, power, f"{rank * 13**power:,}"]
            for power, rank in reversed([*enumerate(reversed(hand.ranks))])
        ],
        "aside": LOW_ACE if has_low_ace(hand) else "",
    }


def _paradox(showdown: Showdown, seats: list[Hand]) -> Data | None:
    """Return a question about two hands where the one with the lower value wins, or None."""
    for better, worse in combinations(showdown.hands, 2):
        if better.value < worse.value:
            winner, loser = FACTS[better.hand_type], FACTS[worse.hand_type]
            loses = f"{capitalised(loser.name)} worth {worse.value:,} loses to"
            question = f"{loses} {winner.name} worth {better.value:,}. Why?"
            counts = f"{winner.hands:,} hands are {winner.name}, {loser.hands:,} are {loser.name}"
            return {
                "question": question,
                "said": [question, "", ""],
                "about": [seats.index(worse), seats.index(better)],
                "reasons": [THE_ORDER, f"{counts}: the rarer type wins."],
            }
    return None


def _sorted(showdown: Showdown, seats: list[Hand], count: int) -> Data:
    """Return the rows after `count` places are filled, and why the last of them beats the next."""
    placed, waiting = showdown.hands[:count], showdown.hands[count:]
    rows = [*placed, *(hand for hand in seats if hand in waiting)]
    return {
        "order": [seats.index(hand) for hand in rows],
        "places": showdown.places[:count],
        "now": seats.index(placed[-1]),
        "rival": seats.index(waiting[0]) if waiting else -1,
        "duel": _duel(placed[-1], waiting[0]) if waiting else None,
    }


def _duel(better: Hand, worse: Hand) -> Data:
    """Return two hands side by side, and which of their cells decides.

    Cell 0 has the type. If the types are equal, the cells from 1 on have the ranks. For a tie
    `decides` is None.
    """
    decides = deciding(better, worse)
    rows = []
    for hand in better, worse:
        ranks = [[rank.word, f"{rank:d}"] for rank in hand.ranks if decides != 0]
        rows.append({"type": str(hand.hand_type), "ranks": ranks})
    why = f"{why_it_beats(better, worse)}."
    return {"rows": rows, "decides": decides, "why": why}


def _said(step: Page) -> list[str]:
    """Return a step as a screen reader announces it: its title, its lead and the rest."""
    rest = words.draw(only_highlighted_rows(step)._replace(lead=""))
    return [f"{step.title}.", aloud(step.lead), rest.strip()]
