"""The table of hand types: each example is of its type, and the best type is first."""

from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.lesson.drawing import EXAMPLES, drawing_data


def test_each_example_is_of_its_type_and_the_best_is_first():
    assert [Hand.of(example).hand_type for example in EXAMPLES.values()] == [*EXAMPLES]
    assert [*EXAMPLES] == sorted(HandType, reverse=True)


def test_it_is_said_how_rare_each_type_is():
    rare = [how_rare for *_, how_rare in drawing_data()["types"]]
    assert rare == [
        "1 in 64,974", "1 in 4,165", "1 in 694", "1 in 509", "1 in 255",
        "1 in 47", "1 in 21", "1 in 2.4", "1 in 2.0",
    ]  # fmt: skip
