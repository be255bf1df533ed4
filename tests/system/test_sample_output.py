"""Every bundled deck prints what its file in sample_output/ holds, and shows what it promises.

`python tests/write.py samples` writes the files anew.
"""

from itertools import pairwise
from pathlib import Path

import pytest
from program import CLONE, TESTS, run

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal

SAMPLES = CLONE / "sample_output"
DECKS = list(bundled_decks())

# The runs printed in the assignment, as they stand there but for two cards misread in three.txt:
# the name of the deck, and ten lines.
RUNS = (TESTS / "reference" / "assignment.txt").read_text().strip().split("\n\n")
ASSIGNMENT = dict(run.split("\n", 1) for run in RUNS)


def printed(deck: str) -> str:
    code, out, _ = run(deck)
    assert code == 0
    return out


def draw_picture(path: Path) -> None:
    argv = ["three.txt", "--export", str(path), "--force"]
    assert run(*argv)[0] == 0


def hands(deck: str) -> list[Hand]:
    return Showdown(deal(read_deck(deck))).hands


@pytest.mark.parametrize("deck", ASSIGNMENT)
def test_the_assignments_runs(deck):
    assert printed(deck) == ASSIGNMENT[deck] + "\n"


@pytest.mark.parametrize("deck", DECKS)
def test_sample_output(deck):
    assert printed(deck).encode() == (SAMPLES / deck).read_bytes()


def test_the_picture_in_the_readme(tmp_path):
    draw_picture(tmp_path / "three.svg")
    assert (tmp_path / "three.svg").read_bytes() == (SAMPLES / "three.svg").read_bytes()


def test_there_is_a_sample_for_every_deck_and_no_other():
    assert {path.name for path in SAMPLES.glob("*.txt")} == set(DECKS)


def test_every_hand_type_is_at_one_table():
    assert {hand.hand_type for hand in hands("every-hand-type.txt")} == set(HandType)


# How many hands of the type, and which of the ranks that count decides between neighbours; the
# number of ranks stands for a tie. Four cards a rank and two straights a suit set the limits: a
# straight needs a five or a ten, eight full houses leave ten pairs, and two players cannot have
# three of one rank.
@pytest.mark.parametrize(
    ("deck", "hand_type", "count", "deciding"),
    [
        ("high-cards.txt", HandType.HIGH_CARD, 10, {0, 1, 2, 3, 4, 5}),
        ("pairs.txt", HandType.PAIR, 10, {0, 1, 2, 3, 4}),
        ("two-pairs.txt", HandType.TWO_PAIR, 10, {0, 1, 2, 3}),
        ("threes-of-a-kind.txt", HandType.THREE_OF_A_KIND, 10, {0}),
        ("straights.txt", HandType.STRAIGHT, 8, {0, 1}),
        ("flushes.txt", HandType.FLUSH, 8, {0, 1, 2, 3, 4}),
        ("full-houses.txt", HandType.FULL_HOUSE, 8, {0}),
        ("fours-of-a-kind.txt", HandType.FOUR_OF_A_KIND, 10, {0}),
        ("straight-flushes.txt", HandType.STRAIGHT_FLUSH, 8, {0, 1}),
    ],
)
def test_each_rank_that_can_decide_does(deck, hand_type, count, deciding):
    of_type = [hand.ranks for hand in hands(deck) if hand.hand_type is hand_type]
    assert len(of_type) == count
    assert deciding == {
        next((i for i, (a, b) in enumerate(zip(*pair, strict=True)) if a != b), len(pair[0]))
        for pair in pairwise(of_type)
    }


@pytest.mark.parametrize(
    ("deck", "top"),
    [
        ("wheel.txt", [(8, 4), (8, 3), (4, 4), (4, 3)]),
        ("ace-high-or-low.txt", [(8, 12), (8, 3), (4, 12), (4, 3)]),
    ],
)
def test_the_ace_below_the_two(deck, top):
    assert [(hand.hand_type, hand.value) for hand in hands(deck)[:4]] == top


def test_no_straight_goes_round_the_corner():
    table = hands("wrap-around.txt")
    assert {hand.hand_type for hand in table} == {HandType.HIGH_CARD}
    assert any({11, 12, 0, 1} <= {card.rank for card in hand.cards} for hand in table)


def test_suits_break_no_tie():
    showdown = Showdown(deal(read_deck("equal-but-for-suits.txt")))
    assert showdown.places == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]


def write() -> None:
    for name in DECKS:
        (SAMPLES / name).write_text(printed(name))
    draw_picture(SAMPLES / "three.svg")
