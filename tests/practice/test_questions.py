"""The questions of a practice: their right answers follow the rules, and what is said of them."""

from __future__ import annotations

import pytest

from poker_table.hands.sentence import with_symbols
from poker_table.practice.page import deciding_cards, explained
from poker_table.practice.questions import HAND_NAMES, KINDS, MISCONCEPTIONS, question_pool


def test_a_seed_has_the_same_questions_again_and_another_seed_has_others():
    again, other = question_pool.__wrapped__(1), question_pool(2)
    assert again == question_pool(1)
    assert other[:5] != question_pool(1)[:5]


def test_each_kind_is_asked_and_each_misconception_shows_in_enough_questions_for_a_drill():
    assert {question.kind for question in question_pool(1)} == {*KINDS}
    for number, mutant in enumerate(MISCONCEPTIONS):
        assert sum(number in question.wrong for question in question_pool(1)) >= 5, mutant.name


def test_the_right_answers_follow_the_rules():
    for question in question_pool(1):
        hands = question.hands
        if question.kind == "type":
            assert question.right == str(hands[0].hand_type)
        elif question.kind == "value":
            assert question.right.endswith(f"{hands[0].value:,}")
        elif question.kind == "order":
            strengths = dict(zip(HAND_NAMES, (hand.strength for hand in hands), strict=True))
            groups = [group.split(" = ") for group in question.right.split(", ")]
            assert [[strengths[name] for name in group] for group in groups] == [
                [strength] * [*strengths.values()].count(strength)
                for strength in sorted({*strengths.values()}, reverse=True)
            ]
        elif question.kind == "digits":
            digits = (" ".join(f"{rank:d}" for rank in hand.ranks) for hand in hands)
            assert question.right == " / ".join(digits)
        elif question.kind == "winner":
            first, second = (hand.strength for hand in hands)
            assert question.right == ("They tie" if first == second else "BA"[first > second])


@pytest.mark.parametrize("seed", [1, 2])
def test_every_answer_can_be_given_and_no_wrong_one_is_right_too(seed):
    for question in question_pool(seed):
        answers = {question.right, *question.wrong.values()}
        assert question.right not in question.wrong.values()
        ranks = [{f"{card.rank:d}" for card in hand.cards} for hand in question.hands]
        if question.kind == "value":
            numbers = [option.rpartition(" ")[-1] for option in question.options]
            assert answers <= {*question.options}
            assert numbers.count(question.right.rpartition(" ")[-1]) == 1
        elif question.kind == "decides":
            assert answers <= {*question.options, *set().union(*ranks)}
        elif question.kind == "digits":
            for answer in answers:
                assert all(
                    {*a.split()} <= b for a, b in zip(answer.split(" / "), ranks, strict=True)
                )
        elif question.kind == "order":
            assert all(
                sorted(answer.replace(" = ", ", ").split(", ")) == [*"ABCD"] for answer in answers
            )


def test_the_cards_are_marked_that_decide_or_whose_ranks_count():
    for question in question_pool(1):
        ranks = [card.rank for card in deciding_cards(question)]
        if question.kind == "decides" and question.right.isdigit():
            assert question.right in {f"{rank:d}" for rank in ranks}
        elif question.kind in ("value", "digits"):
            assert ranks == [rank for hand in question.hands for rank in hand.ranks]


def test_an_order_is_explained_from_the_best_hand_down():
    question = next(q for q in question_pool(1) if q.kind == "order" and "=" in q.right)
    titles = [title for title, _ in explained(question) if title.startswith("Hand ")]
    assert titles == [f"Hand {name}" for name in question.right.replace(" = ", ", ").split(", ")]
    ties = [text for title, text in explained(question) if title.startswith("ties with")]
    assert ties
    assert all("only the suits differ" in str(text) for text in ties)


def test_a_value_is_explained_as_evaluate_explains_it():
    question = next(q for q in question_pool(1) if q.kind == "value")
    told = {title: with_symbols(text) for title, text in explained(question)}
    assert list(told) == ["Cards", "What counts", "Ranks", "Value"]
    assert told["Value"] == question.right
