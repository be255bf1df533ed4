"""The mutants: each differs from the right evaluator where it says so, and can be caught."""

import itertools
import json
import os
import random
import re
import shlex
from collections.abc import Iterator, Sequence

import pytest
from program import CLONE, Terminal, needs_source, rows_of, run, without_colours

from poker_table.cli.commands.decks import copy_bundled_decks
from poker_table.files.deck_file import format_deck
from poker_table.game.card import Card
from poker_table.game.cards import CARDS, parse_cards
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import WHEEL, HandType
from poker_table.game.table import deal
from poker_table.grading.results.folder import Results
from poker_table.hands.best_five import Holding, best_five
from poker_table.mutants.evaluator import RIGHT, Mutant, best_of
from poker_table.mutants.score import EXAMPLE, catches, differs, example_tests, listed
from poker_table.mutants.wrong import MUTANTS, WRONG, WRONG_EVALUATORS
from poker_table.order.composed import composed_deck

TESTS = example_tests()
TWO_HANDS = "2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d"
FIVE = sum(mutant.needs in ("five", "rounds") for mutant in MUTANTS)
ORDER = sum(mutant.needs == "order" for mutant in MUTANTS)


@pytest.fixture
def scored(tmp_path):
    """Return what scores a text as a file of tests."""
    tests = tmp_path / "tests.txt"

    def score(text: str, *options: str, **streams: object) -> tuple[int, str, str]:
        tests.write_text(text)
        code, out, err = run("mutants", str(tests), *options, **streams)
        return code, out, err.replace(str(tests), "tests.txt")

    return score


@pytest.fixture
def scored_class(tmp_path):
    """Return what scores a class of test files, each given by its name and text."""
    (tmp_path / "tests").mkdir()

    def score(**files: str) -> tuple[int, str, str]:
        for name, text in files.items():
            (tmp_path / "tests" / name.replace("_", ".")).write_text(text)
        folders = "--batch", str(tmp_path / "tests"), "--into", str(tmp_path / "results")
        return run("mutants", *folders)

    return score


def is_wrong_about(
    mutant: Mutant, hands: Sequence[Sequence[Card]], check_order: bool = True
) -> bool:
    return differs(mutant, [best_of(Holding.of(hand)) for hand in hands], check_order)


def test_there_are_98_mutants_and_no_two_share_a_name_a_hint_or_a_mistake():
    assert len(MUTANTS) == 98
    names = " ".join(mutant.name for mutant in MUTANTS)
    assert [name for name in WRONG if name not in names] == []
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.mistake for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.hint for mutant in MUTANTS}) == len(MUTANTS)


def test_mistake_rule_and_belief_are_sentences_and_the_hint_names_no_card():
    for mutant in MUTANTS:
        for sentence in mutant.mistake, mutant.rule, mutant.belief:
            assert re.fullmatch(r"[A-Z][^{}]*\.", sentence), mutant.name
        assert re.fullmatch(r"[A-Z].*[.?]", mutant.hint), mutant.name
        assert not re.search(r"\b[2-9TJQKA0]-|\b[2-9TJQKA0][cdhs]\b", mutant.hint), mutant.name


def test_a_mutant_that_takes_four_of_a_suit_for_a_flush_finds_straight_flushes_too():
    (mutant,) = (mutant for mutant in MUTANTS if mutant.name == "four-make-flush")
    for words, hand_type in ("2D 3D 4D 5S 6D", "Straight Flush"), ("2D 3D 4D 5S 7D", "Flush"):
        five = mutant.evaluate([Card.parse(word) for word in words.split()])
        assert str(five.hand_type) == hand_type


@pytest.mark.slow
def test_a_mutant_that_cannot_differ_agrees():
    """Random hands, half of them from fifteen cards only, where ties and rare types are common."""
    rng = random.Random(10)
    for i in range(400):
        deck = rng.sample(CARDS, 52 if i % 2 else 15)
        count = rng.choice([5, 6, 7])
        hands = [rng.sample(deck, count), rng.sample(deck, count)]
        types = [best_five(hand).hand_type for hand in hands]
        for mutant in MUTANTS:
            check_order = mutant.needs == "order"
            assert mutant.may_differ(types, count) or not is_wrong_about(mutant, hands, check_order)


def test_the_right_evaluator_agrees_with_the_best_five():
    rng = random.Random(6)
    for count in [5, 6, 7, 8] * 100:
        cards = rng.sample(CARDS, count)
        five, hand = RIGHT.evaluate(cards), best_five(cards)
        assert five.hand_type is hand.hand_type
        assert listed(RIGHT, five) == [
            (card.rank, card.suit if "FLUSH" in hand.hand_type.name else None)
            for card in hand.cards_by_importance
        ]


def test_the_best_five_of_an_example_hand_are_the_best_of_all_its_fives():
    for test in TESTS:
        for holding in map(Holding.of, test.split(";")):
            best = max(map(Hand.of, itertools.combinations(holding.given, 5)), key=HandComparer.key)
            five = best_of(holding)
            assert five.hand_type == best.hand_type
            assert five.key == RIGHT.evaluate(holding.given).key
            assert Hand.of(five.cards).strength == best.strength


def test_the_right_evaluator_compares_as_strength_does():
    rng = random.Random(7)
    for _ in range(300):
        first, second = rng.sample(CARDS, 7), rng.sample(CARDS, 7)
        strength, other = best_five(first).strength, best_five(second).strength
        compared = RIGHT.compare(RIGHT.evaluate(first), RIGHT.evaluate(second))
        assert compared == (strength > other) - (strength < other)


def test_a_mistake_that_needs_six_cards_never_shows_in_five():
    """In composed decks, in random hands, in each straight, and in other ranks of few suits."""
    rng = random.Random(8)
    fives = [tuple(rng.sample(CARDS, 5)) for _ in range(100)]
    ranks_of_hands = [*itertools.combinations(Rank, 5)]
    straights = [
        ranks for ranks in ranks_of_hands if ranks[-1] - ranks[0] == 4 or {*ranks} == {*WHEEL}
    ]
    fives += [
        tuple(Card(rank, i % suits) for i, rank in enumerate(ranks))
        for ranks in straights + ranks_of_hands[::7]
        for suits in (1, 3)
    ]
    tables = [*map(list, itertools.pairwise(best_of(Holding.of(five)) for five in fives))]
    for number in range(10):
        dealt = [hand.dealt for hand in deal(composed_deck(1, number))]
        tables.append([best_of(Holding.of(five)) for five in dealt])
    six = [mutant for mutant in MUTANTS if mutant.needs == "six"]
    assert [m.name for m in six if any(differs(m, table) for table in tables)] == []


def test_a_mistake_in_the_order_changes_neither_types_nor_winners():
    rng = random.Random(9)
    listing = [mutant for mutant in MUTANTS if mutant.needs == "order"]
    for _ in range(300):
        hands = [rng.sample(CARDS, 7), rng.sample(CARDS, 7)]
        assert not any(is_wrong_about(mutant, hands, check_order=False) for mutant in listing)


def test_the_example_is_short_and_catches_every_mutant(tmp_path):
    code, example, _ = run("mutants", "--example")
    assert (code, len(example.splitlines()) <= 50) == (0, True)
    assert all(re.search(r"  # \w", line) for line in example.splitlines())  # the reason for it
    (tmp_path / "tests.txt").write_text(example)
    for options, count in ((), len(MUTANTS) - ORDER), (("--order",), len(MUTANTS)):
        code, out, err = run("mutants", str(tmp_path / "tests.txt"), *options)
        assert (code, err) == (0, "")
        caught = f"{count} of {count} wrong evaluators caught by {len(TESTS)} tests."
        assert out.splitlines()[-1] == caught
        assert "not caught" not in out


def hands_of(test: str) -> list[list[Card]]:
    return [[*map(Card.parse, hand.split())] for hand in test.split(";")]


def straights(cards: Sequence[Card]) -> Iterator[list[list[Card]]]:
    """Yield each straight but the wheel, highest first, as the cards of each of its ranks."""
    for top in reversed(range(4, 13)):
        ranks = [[c for c in cards if c.rank == rank] for rank in range(top, top - 5, -1)]
        if all(ranks):
            yield ranks


# The card that a program takes if several are of one rank; they come in the order of the test.
PICKS = {
    "first": lambda cards: cards[0],
    "last": lambda cards: cards[-1],
    "lowest suit": lambda cards: min(cards, key=lambda card: card.suit),
    "highest suit": lambda cards: max(cards, key=lambda card: card.suit),
}


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("pick", PICKS)
def test_the_example_has_a_straight_flush_with_another_card_of_the_rank_at_each_place(pick, place):
    """A program that takes the other card finds only a flush, and lets the other hand win."""
    tests = []
    for test in TESTS:
        first, second = hands_of(test)
        for ranks in straights(first):
            for suit in range(4):
                suited = [next((c for c in cards if c.suit == suit), None) for cards in ranks]
                beats_flush = best_five(second).hand_type >= HandType.FLUSH
                if all(suited) and PICKS[pick](ranks[place]).suit != suit and beats_flush:
                    tests.append(test)
    assert tests


@pytest.mark.parametrize("place", range(5))
def test_the_example_has_a_straight_in_one_suit_but_for_the_card_at_each_place(place):
    """A program that ignores the suit there finds a straight flush, and lets it win."""
    tests = []
    for test in TESTS:
        first, second = hands_of(test)
        for ranks, suit in itertools.product(straights(second), range(4)):
            unsuited = [n for n, cards in enumerate(ranks) if suit not in [c.suit for c in cards]]
            flush = sum(card.suit == suit for card in second) >= 5
            if unsuited == [place] and flush and best_five(second).hand_type is HandType.FLUSH:
                winner = RIGHT.compare(best_of(Holding.of(first)), best_of(Holding.of(second)))
                if winner == 1 and ranks[0][0].rank > max(card.rank for card in first):
                    tests.append(test)
    assert tests


def test_every_test_of_the_example_catches_a_mutant():
    for test in TESTS:
        assert any(catches(mutant, test) for mutant in MUTANTS)


COLUMN_OF_STAGE = {
    "classify": 0,
    "cards_used": 1,
    "choice_key": 1,
    "comparison_key": 2,
    "compare": 2,
    "listing": 3,
}


@needs_source
def test_the_docs_count_the_mutants_by_hand_type_and_stage():
    """A mutant with several types counts for the first; one without counts in the last row."""
    counts = {name: [0] * 4 for name in [*map(str, HandType), "Any hand"]}
    for mutant in MUTANTS:
        name = str(mutant.types[0]) if mutant.types else "Any hand"
        counts[name][COLUMN_OF_STAGE[mutant.stage]] += 1
    rows = [f"| {name} | {' | '.join(map(str, row))} |\n" for name, row in counts.items()]
    assert "".join(rows).replace(" 0 |", " |") in (CLONE / "docs" / "mutants.md").read_text()


def test_the_score_of_many_lines_that_miss_mutants_says_that_more_lines_are_not_better(scored):
    line = f"{TWO_HANDS}\n"
    assert scored(line * 100)[1].splitlines()[-2] == (
        f"More lines are not better: these 100 lines catch 7 of {FIVE}, the 45 chosen lines of"
        " `poker-table mutants --example` catch all of them."
    )
    for few_or_good in line * 99, EXAMPLE * 3:
        assert "More lines" not in scored(few_or_good)[1]


TWO_PAIRS = "AS AD 3C 4D 5H ; KS KD 3H 4C 5D"
LEAVE_IT_OUT = " (leave it out: the program works out who wins)"


@pytest.mark.parametrize(
    ("line", "hand", "card", "got"),
    [
        (f"{TWO_HANDS} ; 2", 3, 1, f"'2'{LEAVE_IT_OUT}"),
        (f"{TWO_HANDS} ; Tie", 3, 1, f"'Tie'{LEAVE_IT_OUT}"),
        (f"{TWO_HANDS} -> 2", 2, 6, f"'->'{LEAVE_IT_OUT}"),
        (f"{TWO_HANDS} hand2", 2, 6, f"'hand2'{LEAVE_IT_OUT}"),
        (f"{TWO_HANDS} Kx", 2, 6, "'Kx'"),
        (f"1 {TWO_HANDS}", 1, 1, "'1'"),  # such as the number of a line
    ],
)
def test_a_line_that_names_the_winner_gets_the_hint_to_leave_it_out(line, hand, card, got, scored):
    error = f"hand {hand}, card {card}: expected a card such as TH, got {got}"
    assert scored(f"{line}\n")[2] == f"Error: tests.txt:1: {error}\n"


def test_the_first_fault_in_a_report_is_a_mutant_that_was_missed(scored, tmp_path):
    report = tmp_path / "report.csv"
    assert scored(TWO_HANDS, "--report", f"csv={report}")[0] == 1
    (row,) = rows_of(report)
    assert (row["wheel-missed"], row["first_fault"]) == ("1", "not caught")


def test_the_first_line_that_catches_a_mutant_is_named_and_the_others_have_a_hint(scored):
    code, out, _ = scored(f"# my tests\n\n{TWO_HANDS}\n", "--format", "json")
    mutants = {row["name"]: row for row in json.loads(out)["mutants"]}
    assert (code, mutants["wheel-missed"]["where"]) == (1, "line 3")
    assert (mutants["wraps-around"]["where"], mutants["wraps-around"]["told"]) == (
        None, "An ace is above the king or below the two. What if it were both at once?",
    )  # fmt: skip


def test_reveal_shows_the_mistake_and_a_line_that_catches_it(scored):
    code, out, _ = scored(f"{TWO_HANDS}\n", "--reveal")
    line = "Qc Kd Ah 2s 3c ; 4d 4h 5s 6c 8d"
    mistake = "It lets a straight go round the ace: it takes Q-K-A-2-3 or J-Q-K-A-2 for one."
    lines = out.splitlines()
    assert (code, lines[lines.index(f"not caught  {mistake}") + 1].strip()) == (1, line)
    pairs = itertools.pairwise(lines)
    assert all(" ; " in after for before, after in pairs if before.startswith("not"))
    document = json.loads(scored(f"{TWO_HANDS}\n", "--reveal", "--format", "json")[1])
    lines = {row["name"]: row.get("line") for row in document["mutants"]}
    assert lines["wraps-around"] == line


def test_a_line_that_cannot_be_read_is_reported_and_fails_the_run(scored):
    eleven = " ".join(map(str, CARDS[:11]))
    tests = f"{EXAMPLE}2c 3d ; 2d 3h 4s 5c 6d\n{eleven} ; {eleven}\n"
    code, out, err = scored(tests)
    assert code == 1
    assert out.splitlines()[-1].endswith("(2 more could not be read).")
    too_many = "Error: tests.txt:47: expected a hand of at most 10 cards, got 11"
    assert err.splitlines()[1] == too_many
    assert scored(tests, "--exit-zero")[0] == 0


def test_a_first_line_of_one_hand_does_not_change_how_the_others_are_read(scored):
    code, out, err = scored(f"2c 3d 4h 5s Ac\n{EXAMPLE}")
    assert out.splitlines()[-1].endswith("by 45 tests (1 more could not be read).")
    only_one = "Error: tests.txt:1: expected two hands with ; between them, got one\n"
    assert (code, err) == (1, only_one)


def test_a_folder_of_decks_is_scored_by_the_mutants_that_decks_can_show(tmp_path):
    copy_bundled_decks(str(tmp_path))
    (tmp_path / "._three.txt").write_bytes(b"\0")  # hidden, as a Mac leaves them
    code, out, _ = run("mutants", "--decks", str(tmp_path))
    total = sum(mutant.needs == "five" for mutant in MUTANTS)
    assert code == 0
    assert out.splitlines()[-1].startswith(f"{total} of {total} wrong evaluators caught")


def test_control_characters_in_the_names_of_decks_are_escaped(tmp_path):
    folder = tmp_path / "\x1b[2J"
    folder.mkdir()
    (folder / "\x1b[31m.txt").write_text(format_deck(Deck()))
    code, out, err = run("mutants", "--decks", str(folder))
    assert code == 1
    assert "\x1b" not in out + err
    assert r"/\x1b[2J: " in out
    assert r"\x1b[31m.txt  " in out


def test_a_terminal_shows_a_table(scored, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = scored(f"{TWO_HANDS}\n", "--reveal", out=Terminal())
    table = without_colours(out)
    assert (code, [line for line in table.splitlines() if len(line) > 80]) == (1, [])
    words = " ".join(table.split())
    missed = "It does not know that the ace may be low: it misses the straight A-2-3-4-5."
    assert f"line 1 {missed}" in words
    assert "it takes Q-K-A-2-3 or J-Q-K-A-2 for one. Qc Kd Ah 2s 3c" in words


def test_a_class_of_test_files_is_scored_once(scored_class, tmp_path):
    results = tmp_path / "results"
    (tmp_path / "tests" / "decks").mkdir()
    code, out, err = scored_class(ann_txt=TWO_PAIRS, ben_txt=EXAMPLE)
    assert code == 3, "decks could not be scored"
    assert [line.split()[:2] for line in out.splitlines()[-3:]] == [
        ["ann.txt", "mistakes"], ["ben.txt", "passed"], ["decks", "error"],
    ]  # fmt: skip
    trouble = f"{tmp_path}/tests/decks: expected deck files, .txt, got none"
    assert err.splitlines()[2] == f"decks: could not be marked: {trouble}"
    assert scored_class() == (3, out, f"decks: could not be marked: {trouble}\n")
    letter = (results / "ann.txt" / "feedback.md").read_text()
    assert letter.startswith("# ann.txt: 1 of ")
    hint = "In which straight is the ace the lowest card?"
    page = (results / "class.html").read_text()
    assert "A-2-3-4-5 is a straight, five high: the ace may count below the two." in page
    assert (hint in page, hint in letter) == (False, True)
    assert "45 of 45 lines are the example" in page


def test_a_class_of_test_files_gets_the_marks_by_hand(scored_class, tmp_path):
    results = tmp_path / "results"
    (tmp_path / "tests" / "decks").mkdir()
    scored_class(ann_txt=TWO_PAIRS, ben_txt=TWO_PAIRS, ben_csv=TWO_PAIRS)
    marks = '[ann]\nwhole = 40\ncomment = "Well tested."\n[decks]\nwhole = 3\n[ben]\nwhole = 1\n'
    (results / "marks.toml").write_text(marks)
    _, out, err = scored_class()
    unknown = "there is no submission 'ben'. Did you mean 'ben (ben.csv)' or 'ben (ben.txt)'?"
    assert err.splitlines()[0] == f"marks.toml: {unknown}"
    points = {line.split()[0]: line.split() for line in out.splitlines()[-4:]}
    assert points["ann.txt"][1:5] == ["mistakes", "40", "of", "47"]
    assert points["decks"][1:6] == ["by", "hand", "3", "of", "91"]
    assert "Your teacher says: Well tested." in (results / "ann.txt" / "feedback.md").read_text()
    assert "ann.txt,failed,40,47," in (results / "marks.csv").read_text()


def test_five_card_tests_are_scored_by_the_mutants_that_five_cards_can_show(scored):
    five = []
    for test in TESTS:
        if all(len(hand) == 5 for hand in hands_of(test)):
            first, second = test.split(";")
            five += [f"{second.strip()} ; {' '.join(reversed(first.split()))}"]
    lines = scored("\n".join(five))[1].splitlines()
    assert lines[1].startswith("not caught  ")  # what is missed comes first
    assert lines[-1].endswith(f" of {FIVE} wrong evaluators caught by 19 tests.")
    assert lines[-3:-1] == [
        "19 of these lines are the example's own.",
        f"{len(MUTANTS) - FIVE - ORDER} others show only in hands of six cards or more.",
    ]
    assert "\n1 of these lines is the example's own.\n" in scored(five[0])[1]
    assert "example's own" not in scored(TWO_PAIRS)[1]


def test_a_folder_of_grades_results_is_refused(scored_class, tmp_path):
    Results(str(tmp_path / "results"))
    code, out, err = scored_class(ann_txt=TWO_HANDS)
    expected = "expected a folder of `mutants`, got one of `grade`"
    assert (code, out, err) == (3, "", f"Error: {tmp_path}/results: {expected}\n")
    assert not (tmp_path / "results" / "marks.csv").exists()


def test_a_pipe_in_the_folder_of_a_class_is_skipped(scored_class, tmp_path):
    os.mkfifo(tmp_path / "tests" / "ann.txt")
    assert "ann.txt" not in "".join(map(str, scored_class()))


def test_a_file_too_large_does_not_delay_the_class(scored_class, tmp_path):
    trouble = f"{tmp_path}/tests/ann.txt: expected a file of at most 1 MiB, got 1,048,577 bytes"
    err = scored_class(ann_txt="#" + "\n" * 2**20)[2]
    assert f"ann.txt: could not be marked: {trouble}" in err.splitlines()


TROUBLE = {
    "--batch . --into results": ".: expected test files, got none",
    f"'{TWO_HANDS}'": "command line: expected a file of tests, got hands:"
    f" echo '{TWO_HANDS}' | poker-table mutants -",
    "--decks none": "Could not find file\nThere is no file or folder 'none'.",
    ".": ".: expected a file of tests, got a folder\n"
    "Use `poker-table mutants --decks FOLDER` to score a folder of deck files.",
}


@pytest.mark.parametrize(("words", "error"), TROUBLE.items())
@pytest.mark.usefixtures("in_an_empty_folder")
def test_trouble(words, error):
    assert run("mutants", *shlex.split(words)) == (1, "", f"Error: {error}\n")


def test_a_mutant_without_a_change_is_the_right_evaluator():
    unchanged = Mutant("classify", lambda five: five)
    assert not any(catches(unchanged, test) for test in TESTS)


@pytest.mark.parametrize(
    ("name", "hands", "results"),
    [
        ("type-ignored", "TD JC QS KH AD / AC AD 4H 3S 2C", [1, -1, -1, -1]),
        ("type-ignored", "2C 2D 5H 9S KC / 3C 6D 7H 9D AC", [-1, -1, -1, -1]),
        ("overflow", "2C 3C 4C 5C 6C / 8C 8D 8S KH KS", [-1, -1]),
        ("overflow", "AC 6D 4H 3S 2C / KC QD JH TS 8C", [1, 1]),
        ("ranks-as-characters", "KC 2D 5H 7S 9C / QC 2H 5D 7C 9S", [-1, -1]),
        ("ranks-as-characters", "KC KD QH 3S 2C / KH KS JC 3D 2H", [1, 1]),
        ("ranks-as-characters", "KC KD 9H 3S 2C / 2H 2S KS 3D 4H", [1, 1]),
        ("lower-pair-first", "KC KD 3H 3S 2C / QC QD 4H 4S 2D", [-1]),
        ("kickers-lowest-first", "AC AD KH QS 2C / AH AS 5C 4D 3C", [-1, -1]),
        ("suit-before-next-rank", "AC KD 9H 4S 3C / AS QD 9C 4H 3D", [-1]),
        ("flush-by-suit", "2H 5H 7H 9H KH / 2S 3S 4S 5S 8S", [-1, -1]),
        ("wheel-ace-high", "2H 3H 4D 5H 6C / 2C 3C 4C 5D AC", [-1, -1, -1]),
        ("worst-first", "AC KD QH JS 9C / 7C 5D 4H 3S 2C", [-1]),
        ("flush-in-four", "2H 5H 7H 9H KC", ["Flush"]),
        ("flush-in-four", "2H 5H 7H 9C KH", ["High Card"]),
        ("twos-are-nothing", "2C 2D 5H 9S KC", ["High Card", "High Card"]),
        ("twos-are-nothing", "2C 2D 5H 5S KC", ["Pair", "Two Pair"]),
        ("low-pair-no-full-house", "8C 8D 8S 7H 7S", ["Three of a Kind"]),
        ("low-pair-no-full-house", "7C 7D 7S 8H 8S", ["Full House"]),
    ],
)
def test_what_each_form_of_a_students_mistake_does(name, hands, results):
    """It gives a hand a type, or says whether the first of two wins (1) or the second (-1)."""
    found = []
    for wrong in (each for each in WRONG_EVALUATORS if each.name == name):
        fives = [wrong.evaluate(parse_cards(hand)) for hand in hands.split("/")]
        found.append(wrong.compare(*fives) if len(fives) == 2 else str(fives[0].hand_type))
    assert found == results
