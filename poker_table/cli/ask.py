"""`poker-table --ask`: a class predicts the showdown; the score is kept, each miss explained."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap

from poker_table.cli.shown import show_view
from poker_table.errors import PokerTableError, printable, quoted
from poker_table.explain import deciding_digit, in_words, type_name, why_it_beats
from poker_table.hand import HandType
from poker_table.reading import why_not_more
from poker_table.show.view import Row, View, showdown_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from poker_table.cli.output import Output
    from poker_table.table import Showdown

    Source = dict[str, int | str]

TYPES = {type_name(kind).removeprefix("a "): kind for kind in HandType}
LONGEST_ANSWER = 1000  # characters; the rest of a longer line is the next answer
THE_TYPE, A_TIE = "type", "tie"
ORDINALS = "first", "second", "third", "fourth", "fifth"


class Question:
    """A question, the answers that may be given, those that are right, and why."""

    def __init__(
        self, text: str, answers: list[str], right: set[str], why: Callable[[str], str]
    ) -> None:
        self.text, self.answers, self.right, self.why = text, answers, right, why

    def verdict(self, answer: str) -> str:
        """Return whether an answer is right, and if it is not, what is and why."""
        return f"{answer}: right." if answer in self.right else f"{answer}: no. {self.why(answer)}"


def questions(showdown: Showdown) -> Iterator[Question]:
    """Yield who wins, with what, and what decides over the next best hand."""
    best, *others = showdown.hands
    players = {str(hand.player): hand for hand in showdown.hands}
    winners = {str(hand.player) for place, hand in showdown if place == 1}
    yield Question(
        "Which player wins?",
        sorted(players, key=int),
        winners,
        lambda said: (
            f"Player {best.player}. Against player {said}: {why_it_beats(best, players[said])}."
        ),
    )
    yield Question(
        "With which type of hand?",
        list(TYPES),
        {type_name(best.hand_type).removeprefix("a ")},
        lambda _: f"Player {best.player}: {in_words(best)}; {why_not_more(best)}.",
    )
    if others:
        yield Question(
            "What decides between the best hand and the next: the type, which rank that counts,"
            " or is it a tie?",
            [THE_TYPE, *ORDINALS, A_TIE],
            {_what_decides(showdown)},
            lambda _: (
                f"Players {best.player} and {others[0].player}: {why_it_beats(best, others[0])}."
            ),
        )


def _what_decides(showdown: Showdown) -> str:
    best, below = showdown.hands[:2]
    if best.strength == below.strength:
        return A_TIE
    if best.hand_type != below.hand_type:
        return THE_TYPE
    return ORDINALS[deciding_digit(best, below)]


def ask(tables: Iterable[tuple[Showdown, Source]], form: str, output: Output) -> None:
    """Ask about one table after another until the answers, or the tables, end; keep the score."""
    if isinstance(sys.stdin, io.TextIOWrapper):  # what is no text is no answer, and no failure
        sys.stdin.reconfigure(errors="backslashreplace")
    asked = right = 0
    for number, (showdown, source) in enumerate(tables):
        if number and _line("\nEnter deals the next table, q ends: ", output) in (None, "q"):
            break
        _show_seats(showdown, form, output)
        predicted = list(_predictions(showdown, output))
        output.data("\n")
        for question, answer in predicted:
            _say(question.verdict(answer), output)
        asked += len(predicted)
        right += sum(answer in question.right for question, answer in predicted)
        output.data(f"Score: {right} of {asked}\n\n")
        show_view(showdown_view(showdown, source), form, output)


def _predictions(showdown: Showdown, output: Output) -> Iterator[tuple[Question, str]]:
    """Yield each question with its answer, as long as there are answers."""
    for question in questions(showdown):
        answer = _answer(question, output)
        if answer is None:
            return
        yield question, answer


def _show_seats(showdown: Showdown, form: str, output: Output) -> None:
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    rows = tuple(Row(hand.player, hand.cards) for hand in seats)
    show_view(View("Before the showdown", rows), form, output)


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
    try:
        line = sys.stdin.readline(LONGEST_ANSWER) if sys.stdin else ""
    except OSError as error:
        raise PokerTableError(f"standard input: cannot be read: {error.strerror}") from None
    said = " ".join(line.lower().split())
    if not (line and sys.stdin.isatty()):  # a terminal has shown what was typed, nothing else has
        output.data(f"{printable(said)}\n")
    return said if line else None
