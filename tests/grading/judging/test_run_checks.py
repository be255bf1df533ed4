"""How runs end: what is told of a crash, of two runs, of a missing file and of no file."""

import pytest
from grading.judging.test_judge import ALL_OF_A_DECK, LINES, cause_and_example, judged, lines_with

from poker_table.files.deck_file import read_deck
from poker_table.game.rules import HandType
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.run_checks import missing_file_is_an_error, random_deal_is_a_table
from poker_table.grading.judging.tables import Tables
from poker_table.grading.running.runner import Run, Runs

CRASH = "The program crashed: SIGSEGV"
TABLES = Tables({"": (read_deck("three.txt").cards, read_output("\n".join(LINES)))})
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
ValueError: \x1b[1mno deck
"""
RUBY = "mine.rb:3:in `deal': no deck (RuntimeError)\n\tfrom mine.rb:9:in `<main>'\n"


@pytest.mark.parametrize(
    ("err", "said"),
    [
        (JAVA, """Caused by: java.lang.NumberFormatException: For input string: "x\""""),
        (NODE, "TypeError: no deck"),
        (C_PLUS_PLUS, "what():  vector::_M_range_check"),
        (SANITIZER, "==7==ERROR: AddressSanitizer: heap-buffer-overflow"),
        (PYTHON, r"ValueError: \x1b[1mno deck"),
        (RUBY, "mine.rb:3:in `deal': no deck (RuntimeError)"),
        ("panic: no deck\n\ngoroutine 1 [running]:\nmain.main()\n", "panic: no deck"),
        ("Reading …\nno deck\n", "no deck"),
    ],
)
def test_the_line_of_standard_error_that_names_the_error_is_quoted(err, said):
    (ends,) = judged(Run("", err, 1))
    assert (ends.criteria, ends.cause) == (ALL_OF_A_DECK, "The program ended with exit code 1")
    assert cause_and_example(ends)[1] == f"It said '{said}'. It had printed nothing."


def test_what_a_crash_means_and_what_was_printed_before_it_are_told():
    (ends,) = judged(Run("Player 2 - half\n", "Segmentation fault\n", 139))
    assert (ends.criteria, ends.cause) == (ALL_OF_A_DECK, CRASH)
    assert str(ends.example) == (
        "It said 'Segmentation fault'. It had printed one line, 'Player 2 - half'. SIGSEGV means:"
        " it used memory that is not its own, such as an element behind the end of an array."
    )


def test_a_complete_table_before_a_crash_is_judged():
    wrong = "\n".join(lines_with(0, "Three of a Kind", "Pair"))
    assert [fault.criteria for fault in judged(Run(wrong, "", 134))] == [{"ends"}, {"types"}]


def test_two_differing_runs_are_one_fault_that_quotes_both():
    texts = LINES, lines_with(1, "Pair", "Flush")  # the first line in which they differ
    (fault,) = judged(*(Run("\n".join(lines), "", 0) for lines in texts))
    assert cause_and_example(fault)[0] == (
        "Two runs on the same deck differ:"
        " a variable is used before it is set (in C and C++), or chance decides"
    )
    assert cause_and_example(fault)[1] == (
        "One run printed 'Player 8 - 3D 5S 6S AD AH - Pair',"
        " the next 'Player 8 - 3D 5S 6S AD AH - Flush'."
    )


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
    assert (skill.criterion, skill.types) == ("types", (HandType.THREE_OF_A_KIND,))
    for runs, lacked in ((right, lacking), {skill}), ((lacking, half), set()):
        (fault,) = judged(*runs)
        assert fault.skills == lacked


TABLE = "\n".join(LINES)
GOOD, BAD = Run(TABLE, "", 0), Run(TABLE, "", 139)
NINE = Run("\n".join(LINES[:9]), "", 0)


@pytest.mark.parametrize(
    ("runs", "criteria", "cause"),
    [
        ([Run(TABLE, "", 3)], {"ends"}, "The program ended with exit code 3"),
        ([GOOD, BAD], {"ends"}, CRASH),
        ([BAD, GOOD], {"ends"}, CRASH),
        ([GOOD, Run(LINES[0], "", 139)], ALL_OF_A_DECK, CRASH),
    ],
)
def test_a_crash_is_the_only_fault_whichever_of_two_runs_it_ends(runs, criteria, cause):
    (fault,) = judged(*runs)
    assert (fault.criteria, str(fault.cause)) == (criteria, cause)


@pytest.mark.parametrize(
    ("run", "cause", "example"),
    [
        (Run("", "", 0), "With a missing file, nothing is printed",
         "Exit code 0. Print an error, such as 'Error: Could not find file', and end with another"
         " exit code."),
        (Run("", "", 1), "With a missing file, nothing is printed",
         "Exit code 1. Print an error, such as 'Error: Could not find file'."),
        (Run("", "Error: Could not find file\n", 0),
         "With a missing file, the program ends with exit code 0, as if all were well",
         "It said 'Error: Could not find file'. End with another exit code, such as 1."),
        (Run("Poker\n=====\nReading x.txt\nError: Could not find file\nBye\n", "", 0),
         "With a missing file, the program ends with exit code 0, as if all were well",
         "It printed 'Error: Could not find file'. End with another exit code, such as 1."),
        (Run(f"Error: Could not find file\n{LINES[0]}", "", 1),
         "With a missing file, hands are still printed",
         "It printed 'Player 2 - 7H 9D 9H 9S TS - Three of a Kind'."),
        (Run("", "", 139), "With a missing file, the program crashed: SIGSEGV",
         "It printed nothing."),
        (Run("", "Segmentation fault", 139), "With a missing file, the program crashed: SIGSEGV",
         "It said 'Segmentation fault'."),
    ],
)  # fmt: skip
def test_a_missing_file(run, cause, example):
    (fault,) = missing_file_is_an_error(Runs({}, missing=run), TABLES)
    assert cause_and_example(fault) == (cause, example)
    handled = Run("", "Error: Could not find file", 1)
    assert list(missing_file_is_an_error(Runs({}, missing=handled), TABLES)) == []


def test_an_error_for_a_missing_file_does_not_count_if_every_file_gives_one():
    run = Run("", "mine.py: SyntaxError: '(' was never closed", 1)
    (fault,) = missing_file_is_an_error(Runs({}, missing=run), Tables({}))
    assert cause_and_example(fault) == (
        "An error for a missing file counts only if other files are read",
        "It said 'mine.py: SyntaxError: '(' was never closed'.",
    )


@pytest.mark.parametrize(
    ("run", "cause", "example"),
    [
        (Run("\n".join(LINES[:4]), "", 0), "Without a file, no complete table is printed",
         f"Without a file, 4 of ten hands could be read. It printed '{LINES[3]}'."),
        (NINE, "Without a file, no complete table is printed",
         f"Without a file, 9 of ten hands could be read. It printed '{LINES[8]}'."),
        (Run("\n".join(lines_with(0, "7H", "7C")), "", 0),
         "A card is dealt twice in a random deal", "7C is dealt to players 2 and 9."),
        (Run("", "KeyError: 3", 1), "The program ended with exit code 1",
         "It said 'KeyError: 3'. It had printed nothing."),
        (Run("", "KeyError: 3", 139), CRASH, None),
    ],
)  # fmt: skip
def test_a_random_deal(run, cause, example):
    (fault,) = random_deal_is_a_table(Runs({}, random=(run,)), TABLES)
    assert (fault.criteria, str(fault.cause)) == ({"random"}, cause)
    assert example in (None, str(fault.example))
    assert list(random_deal_is_a_table(Runs({}, random=(GOOD,)), TABLES)) == []


def test_a_random_deal_of_nine_hands_is_judged_on_the_decks_if_a_player_is_missing_there_too():
    missing = (read_deck("three.txt").cards, read_output(NINE.out))
    assert not [*random_deal_is_a_table(Runs({}, random=(NINE,)), Tables({"": missing}))]
