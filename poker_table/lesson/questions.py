"""What a class is asked about a showdown, what is right, and why another answer is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from poker_table.game.hand import HandType
from poker_table.game.table import Showdown
from poker_table.hands.in_words import ORDINALS, deciding_digit, in_words
from poker_table.hands.reading import why_not_more
from poker_table.hands.types import COUNTING
from poker_table.lesson.showdown import against, what_decides

TYPES = [str(hand_type).lower() for hand_type in HandType]
RANKS = [f"{ordinal} rank" for ordinal in ORDINALS]
WHAT_DECIDES = (
    "What decides between the two best hands: the type, or which rank?"
    " In a pair the second rank is the highest kicker's."
)
TYPED = " Kicker alone means the highest."  # to who types the answer


class Question(NamedTuple):
    """A question, the answers that may be given, those that are right, and why another is not.

    `kicker` is the answer that "kicker" stands for, where it stands for any; an answer is `called`
    so in a sentence.
    """

    text: str
    answers: list[str]
    right: set[str]
    why: Callable[[str], str]
    kicker: str = ""
    called: str = "{}"

    def verdict(self, answer: str) -> str:
        """Return whether an answer is right, and if not, which one is."""
        named = [self.called.format(a) for a in self.answers if a in self.right - {answer}]
        others = " and ".join(named)
        if answer not in self.right:
            return f"Not {self.called.format(answer)}, but {others}."
        # Several answers are right only where players share the first place.
        return f"{answer} is right, tied with {others}." if others else f"{answer} is right."


def questions(showdown: Showdown) -> list[Question]:
    """Return who wins, with what, and what decides over the next best hand."""
    best = showdown.hands[0]
    why = f"Player {best.player}: {in_words(best)}; {why_not_more(best)}."
    with_what = Question("With which hand type?", TYPES, {TYPES[best.hand_type]}, lambda _: why)
    decides = [_what_decides(showdown)] if len(showdown.hands) > 1 else []
    return [_who_wins(showdown), with_what, *decides]


def _who_wins(showdown: Showdown) -> Question:
    best = showdown.hands[0]
    players = {str(hand.player): hand for hand in showdown.hands}
    winners = {str(hand.player) for place, hand in showdown if place == 1}

    def why(said: str) -> str:
        return f"Player {best.player} against {against(best, players[said])}."

    asked = sorted(players, key=int)
    return Question("Which player wins?", asked, winners, why, called="player {}")


def _what_decides(showdown: Showdown) -> Question:
    best, below = showdown.hands[:2]
    if best.strength == below.strength:
        right = "tie"
    elif best.hand_type != below.hand_type:
        right = "type"
    else:
        right = RANKS[deciding_digit(best, below)]
    counting = zip(RANKS, COUNTING[best.hand_type], strict=False)
    kicker = next((which for which, rank in counting if "kicker" in rank), "")
    why = what_decides(showdown)
    answers = ["type", *RANKS, "tie"]
    return Question(WHAT_DECIDES + TYPED, answers, {right}, lambda _: why, kicker, "the {}")
