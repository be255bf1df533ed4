"""The page of a practice: questions, explanations and rules as data, and the script that asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from zlib import crc32

from poker_table.files.text import package_text
from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank
from poker_table.hands.explanation import LOW_ACE, Explanation, cards_that_make_type, has_low_ace
from poker_table.hands.in_words import deciding, in_words, why_it_beats
from poker_table.hands.sentence import Sentence, Text, parts
from poker_table.hands.types import FACTS
from poker_table.lesson.drawing import drawing_data
from poker_table.practice.questions import HAND_NAMES, KINDS, MISCONCEPTIONS, Question
from poker_table.show.html import script
from poker_table.show.page import Page

LEAD = "From a few answers, this page finds out which rules you mix up, and asks more about those."


def practice_page(seed: int, questions: Sequence[Question]) -> Page:
    """Return the page for practising in a browser; it needs scripts."""
    code = package_text("lesson/drawing.js") + package_text("practice/practice.js")
    footnote = "This page needs JavaScript to ask its questions."
    added = script(practice_data(seed, questions), code, package_text("practice/practice.css"))
    return Page("Practice", [], LEAD, footnote, script=added)


def practice_data(seed: int, questions: Sequence[Question]) -> dict[str, object]:
    """Return what practice.js shows. In a text, each card stands in a list of its own.

    `of` is a checksum: answers that a browser has kept are answers to the same questions.
    """
    return {
        "seed": seed,
        "of": crc32(repr(questions).encode()),
        **drawing_data(),
        "digits": {rank.face: int(rank) for rank in Rank},
        "kinds": {name: kind._asdict() | {"answer": None} for name, kind in KINDS.items()},
        "misconceptions": [
            {"name": mutant.name, "rule": mutant.rule, "belief": mutant.belief}
            for mutant in MISCONCEPTIONS
        ],
        "questions": [
            {
                **question._asdict(),
                "hands": [[str(card) for card in hand.dealt] for hand in question.hands],
                "deciding": [str(card) for card in deciding_cards(question)],
                "why": [[title, _as_data(text)] for title, text in explained(question)],
            }
            for question in questions
        ],
    }


def _as_data(text: Text) -> list[str | list[str]]:
    return [[str(part)] if isinstance(part, Card) else str(part) for part in parts(text)]


def deciding_cards(question: Question) -> list[Card]:
    """Return the cards that decide: between hands, or what the type or the value of a hand is.

    In an order, other cards decide between any two: none is marked.
    """
    cards = list[Card]()
    if question.kind == "order":
        return cards
    if question.kind == "type":
        cards += cards_that_make_type(question.hands[0])
    elif question.kind in ("value", "digits"):
        for hand in question.hands:
            cards += (next(card for card in hand.cards if card.rank is rank) for rank in hand.ranks)
    else:
        for (_, better), (_, worse) in pairwise(_best_first(question)):
            decides = deciding(better, worse)
            if decides == 0:
                cards += cards_that_make_type(better)
            elif decides:
                for hand in better, worse:
                    cards += (card for card in hand.cards if card.rank is hand.ranks[decides - 1])
    return [*dict.fromkeys(cards)]


def explained(question: Question) -> Iterator[tuple[str, Text]]:
    """Yield the explanation of the right answer, as `evaluate --explain` has it, by titles."""
    if question.kind in ("type", "value", "digits"):
        for name, hand in zip(HAND_NAMES, question.hands, strict=False):
            facts, named = FACTS[hand.hand_type], Explanation.of(hand).named
            yield f"Hand {name}" if len(question.hands) > 1 else "Cards", named["Cards"]
            if question.kind == "type":
                yield "Type", Sentence(named["Type"], f". {facts.overlooked}".rstrip())
            else:
                yield "What counts", f"in {facts.name}: the {', '.join(facts.ranks)}"
                yield "Ranks", named["Ranks"]
                yield "Value", named["Value"]
        return
    best_first = _best_first(question)
    for (name, hand), below in zip_longest(best_first, best_first[1:]):
        named = Explanation.of(hand).named
        yield f"Hand {name}", Sentence(named["Cards"], f": {in_words(hand)}")
        if has_low_ace(hand):
            yield "Ace", LOW_ACE
        if below:
            verb = "ties with" if hand.strength == below[1].strength else "beats"
            yield f"{verb} {below[0]}", why_it_beats(hand, below[1])


def _best_first(question: Question) -> list[tuple[str, Hand]]:
    named = zip(HAND_NAMES, question.hands, strict=False)
    return sorted(named, key=lambda pair: -pair[1].strength)
