"""`poker-table --ask`: a class predicts the showdown; the score is kept, each miss explained."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from typing import NamedTuple

from poker_table.cli.shown import show_view
from poker_table.deck import Deck
from poker_table.errors import printable, quoted
from poker_table.explain import deciding_digit, in_words, why_it_beats
from poker_table.hand import HandType
from poker_table.reading import why_not_more
from poker_table.rng import Random
from poker_table.show.view import Row, View, showdown_view
from poker_table.table import Showdown, deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from poker_table.cli.deal import Options
    from poker_table.cli.output import Output
    from poker_table.hand import Hand

    Source = dict[str, int | str]

TYPES = [str(kind).lower() for kind in HandType]
ORDINALS = "first", "second", "third", "fourth", "fifth"


class Question(NamedTuple):
    """A question, the answers that may be given, those that are right, and why."""

    text: str
    answers: list[str]
    right: set[str]
    why: Callable[[str], str]


def questions(showdown: Showdown) -> list[Question]:
    """Return who wins, with what, and what decides over the next best hand."""
    best, *others = showdown.hands
    asked = [_who_wins(showdown), _with_what(best)]
    return [*asked, _what_decides(best, others[0])] if others else asked


def _who_wins(showdown: Showdown) -> Question:
    best = showdown.hands[0]
    players = {str(hand.player): hand for hand in showdown.hands}
    winners = {str(hand.player) for place, hand in showdown if place == 1}

    def why(said: str) -> str:
        beaten = why_it_beats(best, players[said])
        return f"Player {best.player}. Against player {said}: {beaten}."

    return Question("Which player wins?", sorted(players, key=int), winners, why)


def _with_what(best: Hand) -> Question:
    why = f"Player {best.player}: {in_words(best)}; {why_not_more(best)}."
    right = {TYPES[best.hand_type]}
    return Question("With which type of hand?", TYPES, right, lambda _: why)


def _what_decides(best: Hand, below: Hand) -> Question:
    if best.strength == below.strength:
        right = "tie"
    elif best.hand_type != below.hand_type:
        right = "type"
    else:
        right = ORDINALS[deciding_digit(best, below)]
    text = "What decides between the two best hands: the type, or which of the ranks that count?"
    why = f"Players {best.player} and {below.player}: {why_it_beats(best, below)}."
    return Question(text, ["type", *ORDINALS, "tie"], {right}, lambda _: why)


def ask(showdown: Showdown, source: Source, options: Options, output: Output) -> None:
    """Ask about one table after another until the answers, or the tables, end; keep the score."""
    if isinstance(sys.stdin, io.TextIOWrapper):  # what is no text is no answer, and no failure
        sys.stdin.reconfigure(errors="backslashreplace")
    form = options.format or output.default_format()
    scored: list[bool] = []
    for number, (table, its_source) in enumerate(_tables(showdown, source, options.players)):
        if number and _line("\nEnter deals the next table, q ends: ", output) in (None, "q"):
            break
        scored += _ask_about(table, form, output)
        output.data(f"Score: {sum(scored)} of {len(scored)}\n\n")
        show_view(showdown_view(table, its_source), form, output)


def _tables(showdown: Showdown, source: Source, players: int) -> Iterator[tuple[Showdown, Source]]:
    """Yield the table, and if it came from a seed, those of the seed's next deals."""
    yield showdown, source
    while "seed" in source:
        source = {"seed": source["seed"], "deal": int(source["deal"]) + 1}
        deck = Deck()
        deck.shuffle(Random(int(source["seed"]), int(source["deal"])))
        yield Showdown(deal(deck, players)), source


def _ask_about(showdown: Showdown, form: str, output: Output) -> list[bool]:
    """Ask all about a table before any verdict; return which of the answers were right."""
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    rows = tuple(Row(hand.player, hand.cards) for hand in seats)
    show_view(View("Before the showdown", rows), form, output)
    predicted = []
    for question in questions(showdown):
        answer = _answer(question, output)
        if answer is None:
            break
        predicted.append((question, answer))
    output.data("\n")
    for question, answer in predicted:
        right = answer in question.right
        _say(f"{answer}: right." if right else f"{answer}: no. {question.why(answer)}", output)
    return [answer in question.right for question, answer in predicted]


def _answer(question: Question, output: Output) -> str | None:
    """Return an answer that may be given, or None if there are no more."""
    output.data("\n")
    _say(f"{question.text} ({', '.join(question.answers)}; q ends)", output)
    prompt = "> "
    while True:
        said = _line(prompt, output)
        if said is None or said == "q":
            return None
        if said in question.answers:
            return said
        prompt = f"{quoted(said)} is none of these. Again: > "


def _say(text: str, output: Output) -> None:
    """Write a paragraph, on a terminal in lines that fit."""
    width = shutil.get_terminal_size().columns if output.on_terminal else len(text)
    output.data(textwrap.fill(text, width) + "\n")


def _line(prompt: str, output: Output) -> str | None:
    """Return what is typed, in lower case, or None at the end of the input."""
    output.data(prompt)
    output.flush()
    line = sys.stdin.readline() if sys.stdin else ""
    said = " ".join(line.lower().split())
    if not (line and sys.stdin.isatty()):  # a terminal has shown what was typed, nothing else has
        output.data(f"{printable(said)}\n")
    return said if line else None
