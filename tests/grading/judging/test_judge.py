"""The faults in one table or one run, and their sentences."""

import re
from collections.abc import Callable, Iterable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from styles.outputs import Program
from styles.styles import USUAL, Style, card, named

from poker_table.files.deck_file import read_deck
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.faults import Fault
from poker_table.grading.judging.hand_checks import hint
from poker_table.grading.judging.interpretation import find_interpretation
from poker_table.grading.judging.judge import faults_in, judge
from poker_table.grading.judging.printed import PrintedOutput
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.remarks import remarks_on
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.run_checks import same_meaning
from poker_table.grading.judging.tables import Output, Tables
from poker_table.grading.results.words import report_document
from poker_table.grading.running.runner import MAX_JUDGED, Run, Runs
from poker_table.grading.scoring import findings_from, reasons_to_look
from poker_table.grading.sheet import Item, Sheet
from poker_table.hands.types import FACTS

ALL_OF_A_DECK = {*ON_EVERY_DECK, "ends"}
DEALT = Showdown(deal(read_deck("three.txt"))).hands
SEATS = deal(read_deck("three.txt"))
LINES = [str(hand) for hand in DEALT]


def faults_of(seats: list[Hand], *lines: str) -> list[Fault]:
    """Return the faults in lines printed for the deck that deals these hands."""
    deck = [hand.dealt[number] for number in range(5) for hand in seats]
    return on_decks({"": (deck, read_output("\n".join(lines)))})


def on_decks(outputs: Mapping[str, Output]) -> list[Fault]:
    return [fault for each in faults_in(Tables(outputs)).values() for fault in each]


def tables_of(lines_of: Callable[[Deck], Iterable[str]], *names: str) -> dict[str, Output]:
    """Return what a program prints on some decks, given the lines that it makes of a deck."""
    decks = {name: read_deck(name) for name in names}
    printed = {name: read_output("\n".join(lines_of(deck))) for name, deck in decks.items()}
    return {name: (decks[name].cards, printed[name]) for name in names}


def faults(*lines: str) -> list[Fault]:
    return faults_of(SEATS, *lines)


def reported(*lines: str) -> list[tuple[str, str, str]]:
    """Return the criteria, the cause and the example of each fault."""
    return [
        (" ".join(sorted(fault.criteria)), *cause_and_example(fault)) for fault in faults(*lines)
    ]


def cause_and_example(fault: Fault) -> tuple[str, str]:
    return str(fault.cause), str(fault.example)


def remark_texts(*tables: PrintedOutput) -> list[str]:
    return [f"{remark}." for remark in remarks_on(tables, None)]


def judged(*runs: Run) -> list[Fault]:
    """Return the faults of one run on a deck, or of two."""
    return [*judge(Runs({"three.txt": runs}), {"three.txt": read_deck("three.txt")}).faults]


def lines_with(number: int, old: str, new: str) -> list[str]:
    return [line.replace(old, new) if i == number else line for i, line in enumerate(LINES)]


CARDS = "{r}{c} {n}{c} {r}{l} {n}{y} {o}{n} {c}{n} {y}{r}".split()
CARDS_OF_WORDS = "{n} of {c}", "{c} of {r}", "{n} {y}", "{y} {n}", "{c} {r}"
LINES_OF = (
    "{player} - {cards} - {label}",
    "{player}: {label} ({cards})",
    "{label} - {player}: {cards}",
)
PLAYERS = "Player {}", "PLAYER {}", "P{}", "Player #{}", "Seat {}", "Hand  {}"
PAIRS = "Pair", "One Pair", "ONE_PAIR", "1 pair", "Pair of something"
NO_PAIRS = "High Card", "HIGH_CARD", "No Pair", "nopair", "Ace high"


@given(st.data())
@settings(max_examples=60)
def test_the_right_table_has_no_fault_in_any_usual_style(data):
    """Other labels, symbols, cards and blanks change nothing."""

    def drawn(*choices: str) -> str:
        return data.draw(st.sampled_from(choices))

    form = drawn(*CARDS, *CARDS_OF_WORDS)
    between = drawn(", ", " | ", "; ") if " " in form else drawn(" ", "  ", ", ", "\t", "-")
    line = drawn("", "{place}. ", "#{place} ", "({place}) ") + drawn(*LINES_OF)
    line += drawn("", ".", "  ", "\r") + "\n"
    label = named(drawn(*NO_PAIRS), drawn(*PAIRS), *USUAL[2:])
    printed = Style(card(form), between, line, label, drawn(*PLAYERS).format, begin="Poker!\n")
    deck = read_deck(drawn("every-hand-type.txt", "pairs.txt", "three.txt"))
    text = printed(Program().game(deck.cards, True))
    assert on_decks({"": (deck.cards, read_output(text))}) == []


PLACES = [f"Player {n} - {line.partition(' - ')[2]}" for n, line in enumerate(LINES, 1)]
FROM_ZERO = [f"Player {hand.player - 1} -{str(hand).partition('-')[2]}" for hand in DEALT]
OTHER_DECK = [str(hand) for hand in Showdown(deal(read_deck("run-1.txt"))).hands]
STRANGER = "Player 11 - 2C 3C 4C 5C 6C - Straight Flush"
# What is printed, the criteria and the cause of the first fault, and its example if it is alone.
REPORTED = {
    "places for players": (PLACES, "players",
     "The players are numbered by their places in the table",
     "Player 1 is dealt 5D 7S 8D QD KH. You printed 7H 9D 9H 9S TS."),
    "players exchanged": (
     [line.replace("Player 1 ", "Player 12 ").replace("Player 2 ", "Player 1 ")
      .replace("Player 12 ", "Player 2 ") for line in LINES], "players",
     "The hands are right, but other players have them", None),
    "players from 0": (FROM_ZERO, "players",
     "The players are numbered from 0", "The players are 1 to 10. You printed 0 to 9."),
    "player missing": (LINES[:-1], "players",
     "A player is missing", "There is no line for player 9."),
    "player twice": ([*LINES, LINES[-1]], "players",
     "A player is printed more than once", "There is more than one line for player 9."),
    "stranger": ([*LINES, STRANGER], "players",
     "A player is printed who is not in the game", "There is a line for player 11."),
    "unreadable line": (["Player 2 - 7H 9D 9H 9S - Trips", *LINES[1:]], "players",
     "A player is missing", "There is no line for player 2."
     " This line could not be read: 'Player 2 - 7H 9D 9H 9S - Trips'."),
    "wrong type": (lines_with(0, "Three of a Kind", "Pair"), "types",
     "Three of a kind is taken for a pair",
     "Player 2 has 7H 9D 9H 9S TS: three nines, then ten, seven. You printed 'Pair'."
     " Three cards have the same rank, and the other two do not."),
    "no type": (lines_with(0, " - Three of a Kind", ""), "types", "A hand type could not be read",
     "Player 2 has 7H 9D 9H 9S TS: three nines, then ten, seven. You printed none."),
    "two of one type": ([LINES[0], LINES[2], LINES[1], *LINES[3:]], "within",
     "A pair against a pair: the first rank, the pair, must decide, and did not",
     "Player 8 (3D 5S 6S AD AH) must stand above player 4 (2D 3H 3S 5H JD): both have a"
     " pair; aces beat threes. You printed player 4 first."),
    "two types": ([LINES[1], LINES[0], *LINES[2:]], "between",
     "Hands of different types stand in the wrong order",
     "Player 2 (7H 9D 9H 9S TS) must stand above player 8 (3D 5S 6S AD AH): three of a kind"
     " beats a pair. You printed player 8 first."),
    "upside down": (LINES[::-1], "between", "The table is upside down",
     "The best hand comes first. You printed it last."),
    "another deck": (OTHER_DECK, "reading", "The hands are not those that the deck deals",
     "Player 2 is dealt 7H 9D 9H 9S TS. You printed 9S TH JS QD KS."),
    "a card twice": (lines_with(9, "2S 7C", "2S 7H"), "reading", "A card is printed twice", None),
    "a suit twice": (lines_with(9, "2S", "2H"), "reading", "A card is printed twice", None),
    "a card left": (lines_with(9, "2S", "8S"), "reading",
     "Some of the hands are not those that the deck deals", None),
    "cards out of order": (lines_with(0, "7H 9D", "9D 7H"), "cards",
     "The cards of a hand do not stand in order of rank",
     "Player 2's cards are printed as 9D 7H 9H 9S TS."),
}  # fmt: skip


@pytest.mark.parametrize("what", REPORTED)
def test_what_is_printed_has_one_fault(what):
    lines, criteria, cause, example = REPORTED[what]
    ((found_in, found, shown), *more) = reported(*lines)
    assert (found_in, found) == (criteria, cause)
    assert example is None or (example, more) == (shown, [])


def test_a_label_that_contains_the_type_name_is_not_remarked_on():
    lines = [line.replace("Pair", "a Pair of Threes") for line in LINES]
    assert not [text for text in remark_texts(read_output("\n".join(lines))) if "for '" in text]


def test_an_unknown_label_is_quoted():
    lines = lines_with(1, "Pair", "Drilling")
    assert reported(*lines) == [], "a word of their own for one type is read"
    lines[0] = lines[0].replace("Three of a Kind", "Drilling")
    assert reported(*lines)[0] == (
        "types",
        "A hand type could not be read",
        "Player 2 has 7H 9D 9H 9S TS: three nines, then ten, seven. You printed 'Drilling'.",
    )


@pytest.mark.parametrize(
    ("better", "worse", "decides"),
    [
        ("KC KD 7H 7S 2C", "QC QD 6H 6S 3C", "the first rank, the higher pair,"),
        ("KC KD 7H 7S 2C", "KH KS 6H 6S 3C", "the second rank, the lower pair,"),
        ("KC KD 7H 7S 3C", "KH KS 7C 7D 2C", "the third rank, the kicker,"),
        ("KC KD 9H 7S 3C", "KH KS 9C 6D 4C", "the third rank, the middle kicker,"),
        ("KC QD 9H 7S 4C", "KH QS 9C 7D 3C", "the fifth rank, the lowest,"),
        ("KC QC 9C 7C 3C", "KH JH 9H 7H 2H", "the second rank, the second highest,"),
        ("3C 3D 3H 9S 8C", "2C 2D 2H KS QC", "the first rank, the three of a kind,"),
        ("3C 3D 3H 9S 9C", "2C 2D 2H KS KC", "the first rank, the three of a kind,"),
        ("3C 3D 3H 3S 9C", "2C 2D 2H 2S KC", "the first rank, the four of a kind,"),
        ("2C 3D 4H 5S 6C", "AD 2H 3S 4C 5D", "the rank"),
    ],
)
def test_the_rank_that_decides_between_hands_of_one_type_is_named(better, worse, decides):
    hands = [Hand.of(worse, 1), Hand.of(better, 2)]
    hands += [Hand.of("7D 5D 4S 3S 2S", player) for player in range(3, 11)]
    (fault,) = faults_of(hands, *map(str, hands))
    kind = FACTS[hands[0].hand_type].name
    expected = f"{kind.capitalize()} against {kind}: {decides} must decide, and did not"
    assert cause_and_example(fault)[0] == expected


def test_a_hand_with_a_wrong_type_does_not_also_cost_order_points():
    wrong = LINES[0].replace("Three of a Kind", "High Card")
    assert [fault.criteria for fault in faults(*LINES[1:], wrong)] == [{"types"}]


def test_a_program_that_sorts_nothing():
    def seated(deck: Deck) -> Iterable[str]:
        return map(str, sorted(Showdown(deal(deck)).hands, key=lambda hand: hand.player))

    found = on_decks(tables_of(seated, "three.txt", "run-1.txt", "run-2.txt"))
    assert {fault.cause for fault in found} == {
        "The hands stand in the order of the players' numbers: they are not sorted"
    }
    assert {key for fault in found for key in fault.criteria} == {"between", "within"}


def test_equal_hands_may_be_in_either_order():
    hands = Showdown(deal(read_deck("equal-but-for-suits.txt"))).hands
    lines = [str(hand) for hand in hands]
    swapped = [lines[i ^ 1] for i in range(len(lines))]
    seats = sorted(hands, key=lambda hand: hand.player)
    assert faults_of(seats, *swapped) == []
    assert same_meaning(*(Run("\n".join(each), "", 0) for each in (swapped, lines)))


def test_half_a_table_is_not_judged():
    assert [fault.criteria for fault in faults(*LINES[:8])] == [
        {"between", "within", "types", "reading", "players", "cards"}
    ]
    assert reported("Hello")[0][1:] == (
        "No player's hand could be read",
        "It printed 'Hello', which is not a player's hand.",
    )
    assert reported()[0][1:] == ("Nothing is printed", "It printed nothing.")


def test_the_ace_of_a_wheel_may_be_its_lowest_card():
    seats = deal(read_deck("wheel.txt"))
    lines = [str(hand) for hand in Showdown(deal(read_deck("wheel.txt"))).hands]
    ace_first = [line.replace("2S 3H 4S 5H AH", "AH 2S 3H 4S 5H") for line in lines]
    assert ace_first != lines
    assert faults_of(seats, *ace_first) == []


def test_cards_from_high_to_low_in_all_hands_are_no_fault():
    lines = []
    for hand in DEALT:
        cards = " ".join(map(str, reversed(hand.cards)))
        lines.append(f"Player {hand.player} - {cards} - {hand.hand_type}")
    assert reported(*lines) == []
    assert remark_texts(read_output("\n".join(lines))) == [
        "The assignment prints a hand's cards from low to high, you from high to low."
    ]


def test_a_long_title_does_not_hide_that_a_table_could_not_be_read():
    def titled(deck: Deck) -> list[str]:
        hands = Showdown(deal(deck)).hands
        letters = "ABCDEFGHIJ"
        rows = [f"{letters[h.player - 1]} {' '.join(map(str, h.cards))}" for h in hands]
        return ["POKER"] * 20 + rows

    names = "three.txt", "wheel.txt"
    assert Tables(tables_of(titled, *names)).unreadable == {*names}


def test_outputs_that_could_not_be_read_on_some_decks_are_for_a_person():
    decks = {name: read_deck(name) for name in ("three", "wheel", "twos", "flushes", "straights")}
    outs = {name: str(Showdown(deal(deck))) for name, deck in decks.items()}
    outs |= {name: outs[name].replace("Player", "Hand ?") for name in ("twos", "wheel")}
    outs |= {name: re.sub("Hand . [0-9]+", "Somebody", outs[name]) for name in ("twos", "wheel")}
    judgement = judge(Runs({name: (Run(out, "", 0),) for name, out in outs.items()}), decks)
    assert [why for why, _ in reasons_to_look(judgement)] == ["could not be read on 2 of 5 decks"]


def test_a_wheel_from_high_to_low_ends_with_its_ace():
    table = "Player 1 - AS 9H 7D 4C 2S - High Card\nPlayer 2 - 5S 4H 3D 2C AD - Straight\n"
    assert [hand.is_sorted(-1) for hand in read_output(table).hands] == [True, True]
    assert [hand.is_sorted(1) for hand in read_output(table).hands] == [False, False]


def test_three_wrong_types_are_named_and_more_of_them_are_one_mistake():
    three = [
        lines_with(0, "Three", "Four")[0],
        *(line.replace("Pair", "Flush") for line in LINES[1:]),
    ]
    three[-1] = three[-1].replace("High Card", "Straight")
    more = [*three[:-2], three[-2].replace("High Card", "Two Pair"), three[-1]]
    assert {fault.cause for fault in faults(*three) if "types" in fault.criteria} == {
        "Three of a kind is taken for four of a kind",
        "A pair is taken for a flush",
        "High card is taken for a straight",
    }
    told = {fault.cause for fault in faults(*more) if "types" in fault.criteria}
    assert told == {"Hands are given wrong types in many ways"}


def test_control_characters_of_a_printed_line_are_escaped():
    fault = Fault(
        "type-taken", "A flush is taken", {"types"}, hands=(Hand.of("2C 4C 5C 6C 7C"),),
        printed=("Player 1\u202e\x9b2J",),
    )  # fmt: skip
    sheet = Sheet("ann", (Item("types", "Types", 5, 0, "failed"),), tuple(findings_from([fault])))
    assert report_document([sheet])["sheets"][0]["findings"][0]["printed"] == [
        r"Player 1\u202e\x9b2J"
    ]


def test_suits_are_only_renamed_if_their_own_order_explains_less():
    deck = [hand.dealt[number] for number in range(5) for hand in SEATS]

    def renamed(*lines: str) -> str | None:
        hands = read_output("\n".join(lines)).hands
        reading = find_interpretation([(deck, {hand.player: hand.cards for hand in hands})])
        return " ".join(suit.letter for suit in reading.suits) if reading.new_suits else None

    assert renamed() is None
    assert renamed(*LINES) is None
    assert renamed(LINES[-1]) is None  # its own order, though the hand has but three suits
    assert renamed(*(line.translate(str.maketrans("CD", "DC")) for line in LINES)) == "D C H S"
    assert renamed(*lines_with(9, "2S", "8S")) is None


def test_remarks():
    assert remark_texts(read_output("\n".join(LINES))) == []
    lines = ["Hello", *LINES, "\x1b[1mBye"]
    assert remark_texts(read_output("\n".join(lines))) == [
        "Control characters in your output, such as colours, were ignored.",
        "Besides the hands you print lines such as 'Hello'.",
    ]


def test_other_labels_and_truncated_output_are_remarked_on():
    lines = [line.replace("Three of a Kind", "Trips") for line in LINES]
    table = read_output("\n".join([*lines, "x" * MAX_JUDGED]))
    found = remark_texts(table)
    assert "You print 'Trips' for 'Three of a Kind'." in found
    assert "Only the first 64 KiB of your output are read." in found


def test_output_without_a_table_gets_no_remarks():
    for lines in [], LINES[:8]:
        table = read_output("\n".join(lines))
        assert remark_texts(table) == []


EVERY_MISTAKE = [(kind, other) for kind in HandType for other in HandType if kind is not other]


@pytest.mark.parametrize(("kind", "printed"), EVERY_MISTAKE)
def test_a_hint_is_a_sentence(kind, printed):
    hands = {
        hand.hand_type: hand for hand in Showdown(deal(read_deck("every-hand-type.txt"))).hands
    }
    said = hint(hands[kind], printed)
    assert said[0].isupper()
    assert said.endswith(".")


ACE_LOW = "The ace may count below the two."
NO_GAP = "A straight needs five ranks that follow one another without a gap."


@pytest.mark.parametrize(
    ("cards", "printed", "said"),
    [
        ("2D 3H 4S 5C AD", HandType.HIGH_CARD, ACE_LOW),
        ("2D 3D 4D 5D AD", HandType.FLUSH, ACE_LOW),
        ("2D 3D 4D 5D AD", HandType.STRAIGHT, "All five cards are of one suit."),
        ("QC KD AH 2S 3C", HandType.STRAIGHT, "The ace may count above the king or below the two,"
         " but a straight never goes round it."),
        ("2C 4D 6H 8S TC", HandType.STRAIGHT_FLUSH,
         f"{NO_GAP} A flush needs five cards of one suit."),
        ("2C 4C 6C 8C TC", HandType.STRAIGHT, f"{NO_GAP} All five cards are of one suit."),
        ("2C 3C 4C 5C 6C", HandType.FLUSH, "The five ranks follow one another."),
        ("2C 2D 4C 5C 6C", HandType.TWO_PAIR, "Two cards have the same rank, and no others do."),
    ],
)  # fmt: skip
def test_hints(cards, printed, said):
    assert hint(Hand.of(cards), printed) == said


def test_a_deck_dealt_from_its_second_card_is_one_mistake():
    def dealt_late(deck: Deck) -> Iterable[str]:
        hands = [Hand.of(deck.cards[1 + n : 51 : 10], n + 1) for n in range(10)]
        return map(str, sorted(hands, key=lambda hand: hand.strength, reverse=True))

    found = on_decks(tables_of(dealt_late, "three.txt", "run-1.txt", "pairs.txt"))
    assert {fault.cause for fault in found} == {
        "The deck is dealt from its second card: the first one is left out"
    }
    assert {key for fault in found for key in fault.criteria} == {"reading"}
