"""The faults in one table or one run, and their sentences."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poker_table.files.deck_file import read_deck
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.faults import Fault
from poker_table.grading.judging.hand_checks import hint
from poker_table.grading.judging.interpretation import Table, find_interpretation
from poker_table.grading.judging.judge import faults_in, judge
from poker_table.grading.judging.printed import PrintedOutput
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.remarks import remarks_on
from poker_table.grading.judging.rubric import ON_EVERY_DECK
from poker_table.grading.judging.run_checks import (
    missing_file_is_an_error,
    random_deal_is_a_table,
)
from poker_table.grading.judging.tables import Tables
from poker_table.grading.results.words import report_document
from poker_table.grading.running.runner import MAX_JUDGED, Run, Runs
from poker_table.grading.scoring import findings_from
from poker_table.grading.sheet import Item, Sheet
from poker_table.hands.types import FACTS

ALL_OF_A_DECK = {*ON_EVERY_DECK, "ends"}
DEALT = Showdown(deal(read_deck("three.txt"))).hands
SEATS = deal(read_deck("three.txt"))
LINES = [str(hand) for hand in DEALT]


def faults_of(seats: list[Hand], *lines: str) -> list[Fault]:
    """Return the faults in lines printed for the deck that deals these hands."""
    deck = [hand.dealt[number] for number in range(5) for hand in seats]
    return on_decks({"": Table(deck, read_output("\n".join(lines)))})


def on_decks(outputs: Mapping[str, Table]) -> list[Fault]:
    return [fault for each in faults_in(Tables(outputs)).values() for fault in each]


def faults(*lines: str) -> list[Fault]:
    return faults_of(SEATS, *lines)


def reported(*lines: str) -> list[tuple[str, str, str]]:
    """Return the criteria, the cause and the example of each fault."""
    return [
        (" ".join(sorted(fault.criteria)), *cause_and_example(fault)) for fault in faults(*lines)
    ]


def cause_and_example(fault: Fault) -> tuple[str, str]:
    """Return the sentences for the cause and the example of a fault."""
    return str(fault.cause), str(fault.example)


def remark_texts(*tables: PrintedOutput) -> list[str]:
    """Return the remarks on tables, in sentences."""
    return [f"{remark}." for remark in remarks_on(tables, None)]


def judged(*runs: Run) -> list[Fault]:
    """Return the faults of one run on a deck, or of two."""
    return [*judge(Runs({"three.txt": runs}), {"three.txt": read_deck("three.txt")}).faults]


def lines_with(number: int, old: str, new: str) -> list[str]:
    return [line.replace(old, new) if i == number else line for i, line in enumerate(LINES)]


def test_the_right_table_has_no_fault():
    assert reported(*LINES) == []


@given(st.data())
@settings(max_examples=60)
def test_the_right_table_has_no_fault_in_any_usual_style(data):
    """Other labels, symbols, cards and blanks change nothing."""

    def drawn(*choices: str) -> str:
        return data.draw(st.sampled_from(choices))

    ten, blank = drawn("T", "10", "0"), drawn("", "", " of ", " ")
    suits = drawn("CDHS", "cdhs", "♣♦♥♠", "♧♢♡♤")
    card = drawn("{rank}{blank}{suit}", "{suit}{blank}{rank}")
    gap = drawn(", ", " | ", "; ") if blank else drawn(" ", "  ", ", ", "\t", "-")
    line = drawn(
        "{player} - {cards} - {label}", "{player}: {label} ({cards})", "{label} - {player}: {cards}"
    )
    line = drawn("", "{place}. ", "#{place} ", "({place}) ") + line + drawn("", ".", "  ", "\r")
    player = drawn("Player {}", "PLAYER {}", "P{}", "Player #{}", "Seat {}", "Hand  {}")
    pairs = drawn("Pair", "One Pair", "ONE_PAIR", "1 pair", "Pair of something")
    none = drawn("High Card", "HIGH_CARD", "No Pair", "nopair", "Ace high")
    labels = {"Pair": pairs, "High Card": none}
    showdown = Showdown(deal(read_deck(drawn("every-hand-type.txt", "pairs.txt", "three.txt"))))
    seats = sorted(showdown.hands, key=lambda hand: hand.player)
    lines = [
        line.format(
            place=place,
            player=player.format(hand.player),
            label=labels.get(str(hand.hand_type), str(hand.hand_type)),
            cards=gap.join(
                card.format(
                    rank=rank.replace("T", ten), blank=blank, suit=suits["CDHS".index(suit)]
                )
                for rank, suit in map(str, hand.cards)
            ),
        )
        for place, hand in showdown
    ]
    assert faults_of(seats, "Poker!", *lines, "") == []


def test_hands_given_to_other_players_do_not_cost_reading_points():
    places = [f"Player {place} - {line.partition(' - ')[2]}" for place, line in enumerate(LINES, 1)]
    assert reported(*places) == [
        (
            "players",
            "The players are numbered by their places in the table",
            "Player 1 is dealt 5D 7S 8D QD KH. You printed 7H 9D 9H 9S TS.",
        )
    ]
    swapped = [line.replace("Player 1 ", "Player 12 ") for line in LINES]
    swapped = [line.replace("Player 2 ", "Player 1 ") for line in swapped]
    swapped = [line.replace("Player 12 ", "Player 2 ") for line in swapped]
    ((criterion, cause, _),) = reported(*swapped)
    assert (criterion, cause) == (
        "players",
        "The hands are right, but other players have them",
    )


def test_a_label_that_contains_the_type_name_is_not_remarked_on():
    lines = [line.replace("Pair", "a Pair of Threes") for line in LINES]
    assert not [text for text in remark_texts(read_output("\n".join(lines))) if "for '" in text]


def test_a_wrong_type_is_explained():
    assert reported(*lines_with(0, "Three of a Kind", "Pair")) == [
        (
            "types",
            "Three of a kind is taken for a pair",
            "Player 2 has 7H 9D 9H 9S TS: three nines, then ten, seven. You printed 'Pair'."
            " Three cards have the same rank, and the other two do not.",
        )
    ]


def test_an_unknown_label_is_quoted():
    lines = lines_with(1, "Pair", "Drilling")
    assert reported(*lines) == [], "a word of their own for one type is read"
    lines[0] = lines[0].replace("Three of a Kind", "Drilling")
    assert reported(*lines)[0] == (
        "types",
        "A hand type could not be read",
        "Player 2 has 7H 9D 9H 9S TS: three nines, then ten, seven. You printed 'Drilling'.",
    )


def test_a_missing_type_is_reported():
    lines = lines_with(0, " - Three of a Kind", "")
    assert reported(*lines)[0][2].endswith("three nines, then ten, seven. You printed none.")


def test_two_hands_of_one_type_in_the_wrong_order():
    assert reported(LINES[0], LINES[2], LINES[1], *LINES[3:]) == [
        (
            "within",
            "A pair against a pair: the first rank, the pair, decides, and here it did not",
            "Player 8 (3D 5S 6S AD AH) must stand above player 4 (2D 3H 3S 5H JD): both have a"
            " pair; aces beat threes. You printed player 4 first.",
        )
    ]


@pytest.mark.parametrize(
    ("better", "worse", "decides"),
    [
        (
            "KC KD 7H 7S 2C",
            "QC QD 6H 6S 3C",
            "the first rank, the higher pair,",
        ),
        (
            "KC KD 7H 7S 2C",
            "KH KS 6H 6S 3C",
            "the second rank, the lower pair,",
        ),
        ("KC KD 7H 7S 3C", "KH KS 7C 7D 2C", "the third rank, the kicker,"),
        (
            "KC KD 9H 7S 3C",
            "KH KS 9C 6D 4C",
            "the third rank, the middle kicker,",
        ),
        ("KC QD 9H 7S 4C", "KH QS 9C 7D 3C", "the fifth rank, the lowest,"),
        (
            "KC QC 9C 7C 3C",
            "KH JH 9H 7H 2H",
            "the second rank, the second highest,",
        ),
        (
            "3C 3D 3H 9S 8C",
            "2C 2D 2H KS QC",
            "the first rank, the three of a kind,",
        ),
        (
            "3C 3D 3H 9S 9C",
            "2C 2D 2H KS KC",
            "the first rank, the three of a kind,",
        ),
        (
            "3C 3D 3H 3S 9C",
            "2C 2D 2H 2S KC",
            "the first rank, the four of a kind,",
        ),
        ("2C 3D 4H 5S 6C", "AD 2H 3S 4C 5D", "the rank"),
    ],
)
def test_the_rank_that_decides_between_hands_of_one_type_is_named(better, worse, decides):
    hands = [Hand.of(worse, 1), Hand.of(better, 2)]
    hands += [Hand.of("7D 5D 4S 3S 2S", player) for player in range(3, 11)]
    (fault,) = faults_of(hands, *map(str, hands))
    kind = FACTS[hands[0].hand_type].name
    expected = f"{kind.capitalize()} against {kind}: {decides} decides, and here it did not"
    assert cause_and_example(fault)[0] == expected


def test_two_hands_of_different_types_in_the_wrong_order():
    assert reported(LINES[1], LINES[0], *LINES[2:]) == [
        (
            "between",
            "Hands of different types stand in the wrong order",
            "Player 2 (7H 9D 9H 9S TS) must stand above player 8 (3D 5S 6S AD AH): three of a kind"
            " beats a pair. You printed player 8 first.",
        )
    ]


def test_a_hand_with_a_wrong_type_does_not_also_cost_order_points():
    wrong = LINES[0].replace("Three of a Kind", "High Card")
    assert [fault.criteria for fault in faults(*LINES[1:], wrong)] == [{"types"}]


def test_a_table_upside_down():
    example = "The best hand comes first. You printed it last."
    assert reported(*reversed(LINES)) == [
        ("between", "The table is upside down", example),
    ]


def test_a_program_that_sorts_nothing():
    tables = {}
    for name in "three.txt", "run-1.txt", "run-2.txt":
        seats = sorted(Showdown(deal(read_deck(name))).hands, key=lambda hand: hand.player)
        lines = [str(hand) for hand in seats]
        deck = [hand.dealt[number] for number in range(5) for hand in seats]
        tables[name] = Table(deck, read_output("\n".join(lines)))
    found = on_decks(tables)
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
    assert read_output("\n".join(swapped)).meaning == read_output("\n".join(lines)).meaning


def test_missing_repeated_and_strange_players():
    assert reported(*LINES[:-1]) == [
        ("players", "A player is missing", "There is no line for player 9.")
    ]
    assert reported(*LINES, LINES[-1]) == [
        (
            "players",
            "A player is printed more than once",
            "There is more than one line for player 9.",
        )
    ]
    assert reported(*LINES, "Player 11 - 2C 3C 4C 5C 6C - Straight Flush") == [
        ("players", "A player is printed who is not in the game", "There is a line for player 11.")
    ]


def test_a_line_that_cannot_be_read_is_quoted():
    assert reported("Player 2 - 7H 9D 9H 9S - Trips", *LINES[1:]) == [
        (
            "players",
            "A player is missing",
            "There is no line for player 2."
            " This line could not be read: 'Player 2 - 7H 9D 9H 9S - Trips'.",
        )
    ]


def test_half_a_table_is_not_judged():
    assert [fault.criteria for fault in faults(*LINES[:8])] == [
        {"between", "within", "types", "reading", "players", "cards"}
    ]
    assert reported("Hello")[0][1:] == (
        "No player's hand could be read",
        "It printed 'Hello', which is not a player's hand.",
    )
    assert reported()[0][1:] == ("No player's hand could be read", "It printed nothing.")


def test_cards_of_another_deck():
    other = [str(hand) for hand in Showdown(deal(read_deck("run-1.txt"))).hands]
    ((criterion, cause, example),) = reported(*other)
    assert (criterion, cause) == ("reading", "The hands are not those that the deck deals")
    assert example == "Player 2 is dealt 7H 9D 9H 9S TS. You printed 9S TH JS QD KS."


def test_some_cards_wrong():
    assert reported(*lines_with(9, "2S 7C", "2S 7H"))[0][1] == "A card is printed twice"
    some = reported(*lines_with(9, "2S", "2H"))[0][1]
    assert some == "A card is printed twice"
    left = reported(*lines_with(9, "2S", "3C" if "3C" not in " ".join(LINES) else "8S"))
    assert left[0][1] == "Some of the hands are not those that the deck deals"


def test_cards_out_of_order():
    assert reported(*lines_with(0, "7H 9D", "9D 7H")) == [
        (
            "cards",
            "The cards of a hand do not stand in order of rank",
            "Player 2's cards are printed as 9D 7H 9H 9S TS.",
        )
    ]


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
        "You print a hand's cards from high to low; the assignment, from low to high."
    ]


def test_a_wheel_from_high_to_low_ends_with_its_ace():
    table = "Player 1 - AS 9H 7D 4C 2S - High Card\nPlayer 2 - 5S 4H 3D 2C AD - Straight\n"
    assert [hand.is_sorted(-1) for hand in read_output(table).hands] == [True, True]
    assert [hand.is_sorted(1) for hand in read_output(table).hands] == [False, False]


def test_a_crash_before_the_table_is_the_only_fault():
    run = Run("Player 2 - half\n", "Segmentation fault\n", 139)
    (ends,) = judged(run)
    assert (ends.criteria, cause_and_example(ends)[0]) == (
        ALL_OF_A_DECK,
        "The program crashed: SIGSEGV",
    )
    assert cause_and_example(ends)[1] == (
        "It said 'Segmentation fault'. It had printed one line, 'Player 2 - half'. SIGSEGV means:"
        " it used memory that is not its own, such as an element behind the end of an array."
    )


def test_a_failing_exit_code_is_reported_with_the_last_line_of_standard_error():
    error = (
        "Traceback (most recent call last):\n  …\nIndexError: \x1b[1mlist index out of range\n\n"
    )
    (ends,) = judged(Run("", error, 1))
    assert (ends.criteria, cause_and_example(ends)[0]) == (
        ALL_OF_A_DECK,
        "The program ended with exit code 1",
    )
    assert cause_and_example(ends)[1] == (
        r"It said 'IndexError: \x1b[1mlist index out of range'. It had printed nothing."
    )
    (ends,) = judged(Run("\n".join(LINES), "", 3))
    assert (ends.criteria, cause_and_example(ends)[0]) == (
        {"ends"},
        "The program ended with exit code 3",
    )


JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no cards
\tat Poker.main(Poker.java:12)
Caused by: java.lang.NumberFormatException: For input string: "x"
\tat java.base/java.lang.NumberFormatException.forInputString(NumberFormatException.java:67)
\tat Poker.main(Poker.java:9)
\t... 1 more
"""
NODE = """\
/work/mine.js:3
  throw new TypeError("no deck");
  ^

TypeError: no deck
    at Object.<anonymous> (/work/mine.js:3:9)

Node.js v18.19.0
"""
C_PLUS_PLUS = """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check
Aborted
"""
SANITIZER = (
    "==7==ERROR: AddressSanitizer: heap-buffer-overflow\n  #0 0x55 in main a.c:3\n==7==ABORTING"
)
PYTHON = """\
Traceback (most recent call last):
  File "mine.py", line 3, in <module>
    raise ValueError("no deck") from KeyError()
ValueError: no deck
"""
RUBY = "mine.rb:3:in `deal': no deck (RuntimeError)\n\tfrom mine.rb:9:in `<main>'\n"


@pytest.mark.parametrize(
    ("err", "said"),
    [
        (JAVA, """Caused by: java.lang.NumberFormatException: For input string: "x\""""),
        (NODE, "TypeError: no deck"),
        (C_PLUS_PLUS, "what():  vector::_M_range_check"),
        (SANITIZER, "==7==ERROR: AddressSanitizer: heap-buffer-overflow"),
        (PYTHON, "ValueError: no deck"),
        (RUBY, "mine.rb:3:in `deal': no deck (RuntimeError)"),
        ("panic: no deck\n\ngoroutine 1 [running]:\nmain.main()\n", "panic: no deck"),
        ("Reading …\nno deck\n", "no deck"),
    ],
)
def test_the_line_of_standard_error_that_names_the_error_is_quoted(err, said):
    (ends,) = judged(Run("", err, 1))
    assert cause_and_example(ends)[1] == f"It said '{said}'. It had printed nothing."


def test_a_complete_table_before_a_crash_is_judged():
    wrong = "\n".join(lines_with(0, "Three of a Kind", "Pair"))
    assert [fault.criteria for fault in judged(Run(wrong, "", 134))] == [{"ends"}, {"types"}]


def test_two_differing_runs_are_one_fault_that_quotes_both():
    texts = LINES, lines_with(0, "Three of a Kind", "Pair")
    (fault,) = judged(*(Run("\n".join(lines), "", 0) for lines in texts))
    assert cause_and_example(fault)[0] == (
        "Two runs on the same deck differ: a variable is used before it is set, or chance decides"
    )
    assert cause_and_example(fault)[1] == (
        "One run printed 'Player 2 - 7H 9D 9H 9S TS - Three of a Kind',"
        " the next 'Player 2 - 7H 9D 9H 9S TS - Pair'."
    )


def test_the_first_line_in_which_two_runs_differ_is_quoted():
    texts = LINES, lines_with(1, "Pair", "Flush")
    (fault,) = judged(*(Run("\n".join(lines), "", 0) for lines in texts))
    assert repr(LINES[1]) in cause_and_example(fault)[1]


def test_two_runs_that_differ_only_in_the_headings_over_their_hands_are_one_fault():
    hands = [line.rpartition(" - ")[0] for line in LINES]
    under = {"Pair": hands[1:4], "High Card": hands[4:]}
    rest = "\n".join("\n".join((heading, *lines)) for heading, lines in under.items())
    texts = (f"{heading}\n{hands[0]}\n{rest}" for heading in ("Three of a Kind", "Two Pair"))
    (fault,) = judged(*(Run(text, "", 0) for text in texts))
    assert cause_and_example(fault)[1] == (
        "One run printed 'Three of a Kind / Player 2 - 7H 9D 9H 9S TS', the next"
        " 'Two Pair / Player 2 - 7H 9D 9H 9S TS'."
    )


def test_two_differing_runs_lack_the_skills_that_either_lacks_or_all_without_a_table():
    texts = LINES, lines_with(0, "Three", "Four"), LINES[:5]
    right, lacking, half = (Run("\n".join(lines), "", 0) for lines in texts)
    ((skill,),) = [fault.skills for fault in judged(lacking)]
    assert (skill.criterion, skill.details[0]) == ("types", HandType.THREE_OF_A_KIND)
    for runs, lacked in ((right, lacking), {skill}), ((lacking, half), set()):
        (fault,) = judged(*runs)
        assert fault.skills == lacked


def test_of_two_equal_outputs_the_faults_of_either_run_are_reported():
    good, bad = Run("\n".join(LINES), "", 0), Run("\n".join(LINES), "", 139)
    for runs in (good, bad), (bad, good):
        (fault,) = judged(*runs)
        assert (fault.criteria, cause_and_example(fault)[0]) == (
            {"ends"},
            "The program crashed: SIGSEGV",
        )


def test_if_one_of_two_runs_crashes_the_crash_is_reported():
    runs = Run("\n".join(LINES), "", 0), Run(LINES[0], "", 139)
    (fault,) = judged(*runs)
    assert (fault.criteria, cause_and_example(fault)[0]) == (
        ALL_OF_A_DECK,
        "The program crashed: SIGSEGV",
    )


def test_players_numbered_from_0_are_paid_for_once():
    lines = [line.replace(f"Player {p}", f"Player {p - 1}") for line in LINES
             for p in [int(line.split()[1])]]  # fmt: skip
    example = "The players are 1 to 10. You printed 0 to 9."
    assert reported(*lines) == [("players", "The players are numbered from 0", example)]


@pytest.mark.parametrize(
    ("run", "cause", "example"),
    [
        (Run("", "", 0), "With a missing file, nothing is printed", "Exit code 0."),
        (
            Run("", "Error: Could not find file\n", 0),
            "With a missing file, the program ends with exit code 0, as if all were well",
            "It said 'Error: Could not find file'. The exit code is 0, but must not be.",
        ),
        (
            Run("Poker\n=====\nReading x.txt\nError: Could not find file\nBye\n", "", 0),
            "With a missing file, the program ends with exit code 0, as if all were well",
            "It printed 'Error: Could not find file'. The exit code is 0, but must not be.",
        ),
        (
            Run(f"Error: Could not find file\n{LINES[0]}", "", 1),
            "With a missing file, hands are still printed",
            "It printed 'Player 2 - 7H 9D 9H 9S TS - Three of a Kind'.",
        ),
        (
            Run("", "", 139),
            "With a missing file, the program crashed: SIGSEGV",
            "It printed nothing.",
        ),
        (
            Run("", "Segmentation fault", 139),
            "With a missing file, the program crashed: SIGSEGV",
            "It said 'Segmentation fault'.",
        ),
    ],
)
def test_a_missing_file(run, cause, example):
    (fault,) = missing_file_is_an_error(run, any_table=True)
    assert cause_and_example(fault) == (cause, example)


def test_a_missing_file_handled_rightly():
    run = Run("", "Error: Could not find file", 1)
    assert list(missing_file_is_an_error(run, any_table=True)) == []


def test_an_error_for_a_missing_file_does_not_count_if_every_file_gives_one():
    (fault,) = missing_file_is_an_error(Run("", "mine.py: SyntaxError: '(' was never closed", 1), 0)
    assert cause_and_example(fault) == (
        "An error for a missing file counts only if other files give a table",
        "It said 'mine.py: SyntaxError: '(' was never closed'. No deck gave a table to judge.",
    )


def test_random_deals():
    assert list(random_deal_is_a_table(Run("\n".join(LINES), "", 0), False)) == []
    (fault,) = random_deal_is_a_table(Run("\n".join(LINES[:4]), "", 0), False)
    assert cause_and_example(fault)[1] == (
        f"Without a file, 4 of ten hands could be read. It printed '{LINES[3]}'."
    )
    (fault,) = random_deal_is_a_table(Run("\n".join(lines_with(0, "7H", "7C")), "", 0), False)
    assert cause_and_example(fault) == (
        "A card is dealt twice in a random deal",
        "7C is dealt to players 2 and 9.",
    )
    (fault,) = random_deal_is_a_table(Run("", "", 139), False)
    assert (fault.criteria, cause_and_example(fault)[0]) == (
        {"random"},
        "The program crashed: SIGSEGV",
    )
    (fault,) = random_deal_is_a_table(Run("", "KeyError: 3", 1), False)
    assert (fault.criteria, cause_and_example(fault)[0]) == (
        {"random"},
        "The program ended with exit code 1",
    )


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
        reading = find_interpretation([Table(deck, read_output("\n".join(lines)))])
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
        "Your output contains control characters; they were ignored.",
        "You print lines that are not a player's hand: 'Hello'.",
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


def test_hints_about_aces():
    wheel, steel = Hand.of("2D 3H 4S 5C AD"), Hand.of("2D 3D 4D 5D AD")
    assert hint(wheel, HandType.HIGH_CARD) == "The ace may count below the two."
    assert hint(steel, HandType.FLUSH) == "The ace may count below the two."
    assert hint(steel, HandType.STRAIGHT) == "All five cards are of one suit."
    assert hint(Hand.of("QC KD AH 2S 3C"), HandType.STRAIGHT) == (
        "The ace may count above the king or below the two, but a straight never goes round it."
    )
    assert hint(Hand.of("2C 4D 6H 8S TC"), HandType.STRAIGHT_FLUSH) == (
        "A straight needs five ranks that follow one another without a gap."
        " A flush needs five cards of one suit."
    )
    assert hint(Hand.of("2C 4C 6C 8C TC"), HandType.STRAIGHT) == (
        "A straight needs five ranks that follow one another without a gap."
        " All five cards are of one suit."
    )
    assert hint(Hand.of("2C 3C 4C 5C 6C"), HandType.FLUSH) == "The five ranks follow one another."
    assert hint(Hand.of("2C 2D 4C 5C 6C"), HandType.TWO_PAIR) == (
        "Two cards have the same rank, and no others do."
    )


def test_a_deck_dealt_from_its_second_card_is_one_mistake():
    tables = {}
    for name in "three.txt", "run-1.txt", "pairs.txt":
        deck = read_deck(name).cards
        hands = [Hand.of(deck[1 + player : 51 : 10], player + 1) for player in range(10)]
        ranked = sorted(hands, key=lambda hand: hand.strength, reverse=True)
        tables[name] = Table(deck, read_output("\n".join(map(str, ranked))))
    found = on_decks(tables)
    assert {fault.cause for fault in found} == {
        "The deck is dealt from its second card: the first one is left out"
    }
    assert {key for fault in found for key in fault.criteria} == {"reading"}


def test_an_unset_variable_is_only_a_cause_for_a_compiled_program():
    """An interpreter sets all variables."""
    deck = {"three.txt": read_deck("three.txt")}
    runs = Run("\n".join(LINES), "", 0), Run("\n".join(lines_with(0, "Three", "Four")), "", 0)
    for is_compiled in True, False:
        (fault,) = judge(Runs({"three.txt": runs}), deck, is_compiled=is_compiled).faults
        assert ("a variable is used before it is set" in fault.cause) is is_compiled
