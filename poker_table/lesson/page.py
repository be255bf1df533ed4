"""The lesson: every fact, word and number of a deal as data, which a script in its page shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from poker_table.game.card import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import printable
from poker_table.game.hand import HAND_SIZE, Hand
from poker_table.game.table import Showdown
from poker_table.hands.in_words import deciding_digit, in_words, why_it_beats
from poker_table.hands.reading import base_13_sum, explanation, groups, why_not_more
from poker_table.hands.types import TYPE_NAMES
from poker_table.lesson.chances import chances_after
from poker_table.lesson.questions import WHAT_DECIDES, Question, questions
from poker_table.lesson.showdown import showdown_page, what_decides
from poker_table.lesson.steps import steps, what_happens
from poker_table.show import words
from poker_table.show.page import Page, Script, face, spelled, with_symbols

LETTERS = "ABCDEGHIJK"  # the keys of the answers: f is the full screen's
HOW_TO_ANSWER = "Tap an answer, or count hands by its letter; Space shows what is right."
COVERED = "The last card of each: the chances are covered until you have said who wins."
Data = dict[str, object]


def lesson_page(showdown: Showdown, source: dict[str, int | str], deck: Deck) -> Page:
    """Return the explained page of a showdown, with the lesson in it, where scripts run."""
    page = showdown_page(showdown, source, explain=True)
    here = Path(__file__)
    code, style = (here.with_name(f"lesson.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return page._replace(script=Script(lesson(showdown, source, deck), code, style))


def lesson(showdown: Showdown, source: dict[str, int | str], deck: Deck) -> Data:
    """Return all that the script shows; a screen is a step of `--step`, a question, or the end."""
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    screens = [*_screens(showdown, seats, deck)]
    phases = [screen["phase"] for screen in screens]
    return {
        "title": printable(", ".join(f"{key} {value}" for key, value in source.items())),
        "letters": LETTERS,
        "cards": faces(),
        "deck": [str(card) for card in deck],
        "players": [
            {
                "name": f"Player {hand.player}",
                "dealt": [str(card) for card in hand.dealt],
                "sorted": [str(card) for card in hand.cards],
                "type": hand.hand_type.label,
                "words": in_words(hand),
            }
            for hand in seats
        ],
        "phases": [
            {"name": str(phase).capitalize(), "screen": phases.index(phase)}
            for phase in dict.fromkeys(phases)
        ],
        "screens": screens,
    }


def faces() -> dict[str, list[str]]:
    """Return rank and suit as they are on each card, its suit in a word, and all of it in words."""
    return {str(card): [*face(card), card.suit.word, spelled(card)] for card in CARDS}


def _screens(showdown: Showdown, seats: list[Hand], deck: Deck) -> Iterator[Data]:
    """Yield what is shown one after the other.

    `said` is what `--format words` has of it: its title, its lead, and the rest.
    """
    dealt = HAND_SIZE * len(seats)
    told = [
        {"at": f"step={number}", "said": words.draw(what_happens(page)).strip().split("\n", 2)}
        for number, page in enumerate(steps(showdown), start=1)
    ]
    predicted, decided = _asked(showdown)
    for count, step in enumerate(told[: dealt + 1]):
        yield {**step, "phase": "deal", "dealt": count, **_chances(deck, len(seats), count)}
    all_dealt = {"phase": "predict", "dealt": dealt, **_chances(deck, len(seats), dealt), "now": -1}
    for number, asked in enumerate(predicted, start=1):
        yield {"at": f"question={number}", **all_dealt, **asked}
    for seat, step in enumerate(told[dealt + 1 :][: len(seats)]):
        yield {**step, "phase": "read", "now": seat, "read": seat + 1, **_reading(seats[seat])}
    for number, asked in enumerate(decided, start=len(predicted) + 1):
        yield {"at": f"question={number}", "phase": "decide", **asked}
    for count, step in enumerate(told[dealt + 1 + len(seats) :], start=1):
        yield {**step, "phase": "sort", **_sorted(showdown, seats, count)}
    best = showdown.hands[0]
    last = {**_sorted(showdown, seats, len(seats)), "now": seats.index(best)}
    said = ["The showdown.", what_decides(showdown), ""]
    yield {"at": "end", "said": said, "phase": "end", **last, **_reading(best)}


def _chances(deck: Deck, players: int, dealt: int) -> Data:
    """Return the chance of each player as a number, and in words, after so many cards."""
    chances, note = chances_after(deck.cards, players, dealt)
    covered = dealt > (HAND_SIZE - 1) * players and players > 1
    return {
        "now": (dealt - 1) % players if dealt else -1,
        "chances": [[round(share, 4), told] for share, told in chances],
        "note": note,
        "cover": COVERED if covered else "",
    }


def _asked(showdown: Showdown) -> tuple[list[Data], list[Data]]:
    """Return the questions before the reading and before the sort, each with its reasons.

    The type comes before the player: the reason why a player wins names it.
    """
    decides = what_decides(showdown)
    who, with_what, *decided = questions(showdown)
    kept = with_symbols(explanation(showdown.hands[0])["Type"])
    right = f"{kept[0].upper()}{kept[1:]}."
    which = with_what._replace(text="Which hand type wins?", why=lambda _: right)
    predicted = [_question(which, right)]
    if decided:
        predicted.append({**_question(who, decides), "uncovers": True})
    asked = [question._replace(text=WHAT_DECIDES) for question in decided]
    return predicted, [_question(question, decides) for question in asked]


def _question(question: Question, reason: str) -> Data:
    """Return a question with what is said to each answer; `reason` is said to a right one."""
    answers = []
    for answer in question.answers:
        right = answer in question.right
        why = reason if right else question.why(answer)
        verdict = question.verdict(answer)
        answers.append({"text": answer, "right": right, "verdict": verdict, "why": why})
    choices = ", ".join(map(" ".join, zip(LETTERS, question.answers, strict=False)))
    said = [question.text, HOW_TO_ANSWER, f"{choices}."]
    return {"question": question.text, "said": said, "answers": answers}


def _reading(hand: Hand) -> Data:
    """Return how a hand is read: its groups, its type, why not a higher one, its digits."""
    terms = base_13_sum(hand).partition(" = ")[0].split(" + ")
    return {
        "groups": [[str(card) for card in group] for group in groups(hand)],
        "type": TYPE_NAMES[hand.hand_type],
        "why": with_symbols(why_not_more(hand)),
        "digits": [
            [rank.word, term.partition("·")[0], term.lstrip("0123456789")]
            for rank, term in zip(hand.ranks, terms, strict=True)
        ],
        "value": f"{hand.value:,}",
        "aside": explanation(hand)["Ranks"].partition("; ")[2],
    }


def _sorted(showdown: Showdown, seats: list[Hand], count: int) -> Data:
    """Return the rows when so many places are filled, and what decides over the next below."""
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
    """Return the types of two neighbours, their ranks if these are equal, and which decides."""
    same_type = better.hand_type == worse.hand_type
    tied = better.strength == worse.strength
    which = 1 + deciding_digit(better, worse) if same_type and not tied else 0
    rows = []
    for hand in better, worse:
        ranks = [[rank.word, f"{rank:d}"] for rank in hand.ranks if same_type]
        rows.append({"type": str(hand.hand_type), "ranks": ranks})
    why = f"{why_it_beats(better, worse)}."
    return {"rows": rows, "decides": None if tied else which, "why": why}
