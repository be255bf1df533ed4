"""The questions about a showdown: their answers, and why each answer is right or wrong."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.game.errors import list_in_words
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown
from poker_table.hands.explanation import card_groups, why_not_higher
from poker_table.hands.in_words import (
    capitalised,
    deciding,
    in_words,
    number_in_words,
    why_it_beats,
)
from poker_table.hands.sentence import Sentence, Text
from poker_table.hands.types import FACTS
from poker_table.lesson.showdown import one_against

KEYS = "ABCDEFGHIJ"  # of the answers; a player's key is the player's number
LATER = "It would count only if everything before it were equal."
KICKERS = "Kickers count only between hands of one type."


class Answer(NamedTuple):
    """An answer to a question."""

    text: str
    key: str
    right: bool
    reply: str  # to a person who gives this answer
    reason: Text
    strength: int = 0  # the greater, the better the hand that the answer names


class Question(NamedTuple):
    """A question, its answers, and the players whose hands it is about."""

    text: str
    answers: list[Answer]
    about: list[int]

    @property
    def right(self) -> list[Answer]:
        """The right answers: more than one only if players share the first place."""
        return [answer for answer in self.answers if answer.right]


def questions(showdown: Showdown) -> list[Question]:
    """Return three questions: which type wins, which player, and what decides between the top two.

    With a single player only the first question is left.

    >>> from poker_table import Hand, Showdown
    >>> showdown = Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)])
    >>> [question.right[0].text for question in questions(showdown)]
    ['pair', 'player 1', 'the king']
    """
    if len(showdown.hands) == 1:
        return [_which_type(showdown)]
    return [_which_type(showdown), _who_wins(showdown), _what_decides(*showdown.hands[:2])]


def _which_type(showdown: Showdown) -> Question:
    best = showdown.hands[0]
    name = FACTS[best.hand_type].name
    wins = f"{capitalised(name)} wins."
    answers = []
    for key, hand_type in zip(KEYS, HandType, strict=False):
        text, type_name = str(hand_type).lower(), FACTS[hand_type].name
        right, reply = hand_type is best.hand_type, f"Not {type_name}. {wins}"
        reason: Text = f"Nobody has {type_name}."
        if right:
            why = f"Player {best.player}: {in_words(best)}; "
            reply, reason = wins, Sentence(why, why_not_higher(best), ".")
        elif hand_type < best.hand_type:
            reason = f"Player {best.player} has {name}, which beats {type_name}."
        answers.append(Answer(text, key, right, reply, reason, hand_type))
    return Question("Which hand type wins?", answers, [])


def _who_wins(showdown: Showdown) -> Question:
    winners = [str(hand.player) for place, hand in showdown if place == 1]
    wins = f"Player {winners[0]} wins."
    if len(winners) > 1:
        wins = f"Players {list_in_words(winners, 'and')} share the win."
    best, below = showdown.hands[:2]
    answers = []
    for place, hand in sorted(showdown, key=lambda placed: placed[1].player):
        number, right = str(hand.player), place == 1
        other = below if hand is best else hand
        reply = wins if right else f"Not player {number}. {wins}"
        reason = one_against(best, other)
        answers.append(Answer(f"player {number}", number, right, reply, reason, hand.strength))
    return Question("Which player wins?", answers, [])


def _what_decides(best: Hand, below: Hand) -> Question:
    """Return what decides between two hands; the answers are parts of the better hand, or a tie."""
    deciding_rank = deciding(best, below)
    same_type = deciding_rank != 0
    parts = _parts(best, same_type)
    right, right_index = TIE, len(parts)
    if deciding_rank is not None:
        before_the_ranks = len(parts) - len(best.ranks)
        right_index = before_the_ranks + deciding_rank - 1 if same_type else 0
        right = parts[right_index]
    decides = "they tie." if right is TIE else f"{right.text} {right.verb}."
    why = f"{capitalised(why_it_beats(best, below))}."
    from_below = [part for part in _parts(below, same_type)[:1] if part not in parts]
    answers = []
    for index, (key, part) in enumerate(zip(KEYS, [*parts, *from_below, TIE], strict=False)):
        reason = (LATER if same_type else KICKERS) if right_index < index < len(parts) else why
        reply = capitalised(decides if part is right else f"{part.denied}: {decides}")
        answers.append(Answer(part.text, key, part is right, reply, reason, -index))
    text = f"What decides between players {best.player} and {below.player}?"
    return Question(text, answers, [best.player, below.player])


class _Part(NamedTuple):
    """A part of a hand that may decide: three nines, the king, the flush."""

    text: str
    verb: str = "decides"

    @property
    def denied(self) -> str:
        """The start of the reply to a person who answers that this part decides."""
        return "No tie" if self is TIE else f"not {self.text}"


TIE = _Part("they tie")


def _parts(hand: Hand, same_type: bool) -> list[_Part]:
    """Return the parts of a hand that may decide, the most important first.

    Groups that only together make the type, such as both pairs of two pair, are one part if the
    types of the two hands differ. All five cards of a straight or a flush are always one part.
    """
    name, hand_groups = str(hand.hand_type).lower(), card_groups(hand)
    whole = _Part(f"the {name}")
    if len(hand_groups) == 1:
        return [whole, *(_Part(f"the {rank.word}") for rank in hand.ranks)]
    parts = [
        _Part(f"{number_in_words(len(group))} {rank.plural}", "decide")
        if len(group) > 1
        else _Part(f"the {rank.word}")
        for rank, group in zip(hand.ranks, hand_groups, strict=True)
    ]
    paired = sum(len(group) > 1 for group in hand_groups)
    return parts if same_type or paired < 2 else [whole, *parts[paired:]]
