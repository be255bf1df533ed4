"""Words of a program's own for the hand types: they stand for the types of their hands."""

import pytest
from styles.outputs import PROGRAMS, sheet_of
from styles.styles import MISSPELT, USUAL, Label, Style, line, named, style, usual

from poker_table.grading.sheet import PASSED, UNREAD
from poker_table.mutants.evaluator import FiveCards

RIGHT = PROGRAMS["right"]
FRENCH = (
    "Carte haute", "Paire", "Double paire", "Brelan", "Suite", "Couleur", "Full", "Carré",
    "Quinte flush",
)  # fmt: skip

ITALIAN = (
    "Carta alta", "Coppia", "Doppia coppia", "Tris", "Scala", "Colore", "Full", "Poker",
    "Scala colore",
)  # fmt: skip


@pytest.mark.parametrize(
    "printed",
    [
        style(label=named(*FRENCH)),
        style(label=named(*USUAL[:8], "Stright Flush")),
        style(label=named(*USUAL[:2], "Two Pair (not a full house)", *USUAL[3:])),
        style(label=named("HC", "1P", "2P", "3K", "ST", "FL", "FH", "4K", "SF")),
        line("Player {player} - {cards} - {number} - {value}"),
        line("{cards},{label},{player}", between=",", label=named(*FRENCH)),
    ],
)
def test_any_words_that_stand_for_one_type_each_are_right(printed: Style):
    assert sheet_of(RIGHT.printing(printed), 2).outcome == PASSED


def test_a_word_that_is_the_name_of_another_type_is_a_mistake():
    swapped = style(label=named(*USUAL[:4], "Flush", "Straight", *USUAL[6:]))
    sheet = sheet_of(RIGHT.printing(swapped), 2)
    assert [item.key for item in sheet.items if item.outcome != PASSED] == ["types"]


@pytest.mark.parametrize(
    ("mutant", "words"),
    [
        ("full-house-missed", MISSPELT),
        ("wheel-missed", MISSPELT),
        ("wheel-missed", named(*ITALIAN)),
    ],
)
def test_one_mistake_costs_the_same_in_words_of_the_program_s_own(mutant: str, words: Label):
    """A text for two types is read by its name, if it has one, as `Three of Kind` does."""
    printings = (PROGRAMS[mutant].printing(style(label=label)) for label in (usual, words))
    one, other = ([item.score for item in sheet_of(each, 10).items] for each in printings)
    assert one == other


def test_types_that_cannot_be_read_are_for_a_person():
    def label(five: FiveCards) -> str:
        return f"w{abs(hash(five.cards))}"

    sheet = sheet_of(RIGHT.printing(style(label=label)), 2)
    assert sheet.outcome == UNREAD
