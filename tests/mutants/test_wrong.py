"""The mutants: each differs from the right evaluator, in the place it says, and can be caught."""

from __future__ import annotations

import csv
import itertools
import json
import os
import random
import re
from collections.abc import Iterator, Sequence

import pytest
from program import CLONE, Terminal, run, without_colours

from poker_table.files.deck_file import copy_bundled_decks, format_deck
from poker_table.game.card import CARDS, Card, Rank
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand, HandComparer, HandType
from poker_table.hands.best_five import Holding, best_five
from poker_table.mutants.evaluator import RIGHT, Mutant, best_of
from poker_table.mutants.score import catches, differs, example_lines, listed
from poker_table.mutants.wrong import MUTANTS, WRONG

LINES = example_lines().splitlines()
FIVE = sum(mutant.needs in ("five", "rounds") for mutant in MUTANTS)
ORDER = sum(mutant.needs == "order" for mutant in MUTANTS)  # that only list in another order


def differ(mutant: Mutant, hands: Sequence[Sequence[Card]], order: bool = True) -> bool:
    return differs(mutant, [best_of(Holding.of(hand)) for hand in hands], order)


def test_there_are_enough_of_them_and_no_two_share_a_name_or_a_mistake():
    assert len(MUTANTS) == 98
    names = " ".join(mutant.name for mutant in MUTANTS)
    assert [row for row in WRONG if row not in names] == []
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.mistake for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.hint for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_explains_itself_in_a_sentence_and_hints_without_cards(mutant):
    assert re.fullmatch(r"[A-Z].*\.", mutant.mistake)
    assert re.fullmatch(r"[A-Z].*[.?]", mutant.hint)
    assert not re.search(r"\b[2-9TJQKA0]-|\b[2-9TJQKA0][cdhs]\b", mutant.hint)


def test_who_takes_four_of_a_suit_for_a_flush_finds_straight_flushes_too():
    (mutant,) = (mutant for mutant in MUTANTS if mutant.name == "four-make-flush")
    for words, taken in ("2D 3D 4D 5S 6D", "Straight Flush"), ("2D 3D 4D 5S 7D", "Flush"):
        five = mutant.evaluate([Card.parse(word) for word in words.split()])
        assert str(five.hand_type) == taken


@pytest.mark.slow
def test_who_is_not_asked_would_have_agreed():
    """Hands of chance, some from fifteen cards, where ties and rare types abound."""
    chance = random.Random(10)
    for i in range(400):
        some = chance.sample(CARDS, 52 if i % 2 else 15)
        count = chance.choice([5, 6, 7])
        hands = [chance.sample(some, count), chance.sample(some, count)]
        types = [best_five(hand).hand_type for hand in hands]
        for mutant in MUTANTS:
            of_order = mutant.needs == "order"  # of others the order alone is no mistake
            assert mutant.may_differ(types, count) or not differ(mutant, hands, of_order)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_differs_from_the_right_evaluator_on_the_example(mutant):
    assert any(catches(mutant, line.partition("#")[0]) for line in LINES)


def test_the_right_evaluator_agrees_with_the_best_five():
    chance = random.Random(6)
    for count in [5, 6, 7, 8] * 100:
        cards = chance.sample(CARDS, count)
        five, hand = RIGHT.evaluate(cards), best_five(cards)
        assert five.hand_type is hand.hand_type
        assert listed(RIGHT, five) == [
            (card.rank, card.suit if "FLUSH" in hand.hand_type.name else None)
            for card in hand.cards_by_importance
        ]


def test_by_every_five_of_their_cards_the_hands_of_the_example_are_what_they_are_taken_for():
    for line in LINES:
        for holding in map(Holding.of, line.partition("#")[0].split(";")):
            best = max(map(Hand.of, itertools.combinations(holding.given, 5)), key=HandComparer.key)
            five = best_of(holding)
            assert (five.hand_type, five.key) == (
                best.hand_type,
                RIGHT.evaluate(holding.given).key,
            )
            assert Hand.of(five.cards).strength == best.strength


def test_the_right_evaluator_compares_as_strength_does():
    chance = random.Random(7)
    for _ in range(300):
        first, second = chance.sample(CARDS, 7), chance.sample(CARDS, 7)
        ours, theirs = best_five(first).strength, best_five(second).strength
        compared = RIGHT.compare(RIGHT.evaluate(first), RIGHT.evaluate(second))
        assert compared == (ours > theirs) - (ours < theirs)


FIVE_CARDS_SHOW = [mutant for mutant in MUTANTS if mutant.needs == "six"]


@pytest.mark.parametrize("mutant", FIVE_CARDS_SHOW, ids=lambda mutant: mutant.name)
def test_what_needs_six_cards_cannot_show_in_five(mutant):
    """One hand of each shape of ranks, suited where it can be, and hands of chance."""
    chance = random.Random(8)
    fives = [tuple(chance.sample(CARDS, 5)) for _ in range(500)]
    fives += [
        tuple(Card(rank, i % suits) for i, rank in enumerate(ranks))
        for ranks in itertools.combinations(Rank, 5)
        for suits in (1, 3)
    ]
    for first, second in itertools.pairwise(fives):
        assert not differ(mutant, [first, second], order=False)


def test_what_shows_in_the_order_alone_changes_neither_types_nor_winners():
    chance = random.Random(9)
    listing = [mutant for mutant in MUTANTS if mutant.needs == "order"]
    for _ in range(300):
        two = [chance.sample(CARDS, 7), chance.sample(CARDS, 7)]
        assert not any(differ(mutant, two, order=False) for mutant in listing)


def test_the_example_is_short_and_catches_every_one(tmp_path):
    code, example, _ = run("mutants", "--example")
    assert (code, len(example.splitlines()) <= 50) == (0, True)
    assert all(re.search(r"  # \w", line) for line in example.splitlines())  # its reason
    (tmp_path / "tests.txt").write_text(example)
    for options, count in ((), len(MUTANTS) - ORDER), (("--order",), len(MUTANTS)):
        code, out, err = run("mutants", str(tmp_path / "tests.txt"), *options)
        assert (code, err) == (0, "")
        caught = f"{count} of {count} wrong evaluators caught by {len(LINES)} tests"
        assert out.splitlines()[0].endswith(caught)
        assert "not caught" not in out


def hands_of(line: str) -> list[list[Card]]:
    return [[*map(Card.parse, hand.split())] for hand in line.partition("#")[0].split(";")]


def straights(cards: Sequence[Card]) -> Iterator[list[list[Card]]]:
    """Yield the cards of each rank of each five in a row, from the highest down; no wheel."""
    for top in reversed(range(4, 13)):
        ranks = [[c for c in cards if c.rank == rank] for rank in range(top, top - 5, -1)]
        if all(ranks):
            yield ranks


# Which of the cards of one rank a program takes, in the order in which they came.
PICKS = {
    "first": lambda cards: cards[0],
    "last": lambda cards: cards[-1],
    "lowest suit": lambda cards: min(cards, key=lambda card: card.suit),
    "highest suit": lambda cards: max(cards, key=lambda card: card.suit),
}


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("pick", PICKS)
def test_a_line_shows_a_card_of_the_wrong_suit_at_every_place_of_a_straight_flush(pick, place):
    """Right, it wins; without that card it is a flush, and the other hand wins."""
    found = []
    for line in LINES:
        first, second = hands_of(line)
        for ranks in straights(first):
            for suit in range(4):
                right = [next((c for c in cards if c.suit == suit), None) for cards in ranks]
                if all(right) and PICKS[pick](ranks[place]).suit != suit:
                    flush = sorted((c.rank for c in first if c.suit == suit), reverse=True)[:5]
                    other = best_five(second)
                    beaten = other.hand_type > 5 or (other.hand_type == 5 and other.cards)
                    found += [line] * bool(flush and beaten)
    assert found


@pytest.mark.parametrize("place", range(5))
def test_a_line_shows_a_straight_that_leaves_its_flush_at_every_place(place):
    """With the suit never looked at there, it is a straight flush, which would win."""
    found = []
    for line in LINES:
        first, second = hands_of(line)
        for ranks, suit in itertools.product(straights(second), range(4)):
            leaves = [n for n, cards in enumerate(ranks) if suit not in [c.suit for c in cards]]
            flush = sum(card.suit == suit for card in second) >= 5
            if leaves == [place] and flush and best_five(second).hand_type == 5:
                better = RIGHT.compare(best_of(Holding.of(first)), best_of(Holding.of(second)))
                found += [line] * (better == 1 and ranks[0][0].rank > max(c.rank for c in first))
    assert found


def test_no_line_of_the_example_is_idle():
    """Without any one of its lines, or with it alone, the example does another job."""
    for line in LINES:
        assert any(catches(mutant, line.partition("#")[0]) for mutant in MUTANTS)


STEPS = {
    "taken_for": 0,
    "cards_used": 1,
    "worth": 1,
    "weight": 2,
    "compare": 2,
    "listing": 3,
}


def test_the_page_counts_them_by_clause_of_the_rules():
    """Of several types the first counts; who goes wrong over any hand stands in the last row."""
    counts = {name: [0] * 4 for name in [*map(str, HandType), "Any hand"]}
    for mutant in MUTANTS:
        counts[str(mutant.of[0]) if mutant.of else "Any hand"][STEPS[mutant.step]] += 1
    rows = [f"| {name} | {' | '.join(map(str, row))} |\n" for name, row in counts.items()]
    assert "".join(rows).replace(" 0 |", " |") in (CLONE / "docs" / "mutants.md").read_text()


def test_many_lines_that_miss_some_are_told_that_quantity_is_no_merit(tmp_path):
    tests, line = tmp_path / "tests.txt", "2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d\n"
    tests.write_text(line * 100)
    assert run("mutants", str(tests))[1].splitlines()[-1] == (
        "Quantity is no merit: these 100 lines catch 7, the 45 chosen lines of"
        f" `poker-table mutants --example` catch all {FIVE}."
    )
    for few_or_good in line * 99, example_lines() * 3:
        tests.write_text(few_or_good)
        assert "Quantity" not in run("mutants", str(tests))[1]


TWO_HANDS = "2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d"
LEAVE_IT_OUT = " (who wins is worked out: leave it out)"


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (" ; 2", f"hand 3, card 1: expected a card such as TH, got '2'{LEAVE_IT_OUT}"),
        (" ; Tie", f"hand 3, card 1: expected a card such as TH, got 'Tie'{LEAVE_IT_OUT}"),
        (" -> 2", f"hand 2, card 6: expected a card such as TH, got '->'{LEAVE_IT_OUT}"),
        (" hand2", f"hand 2, card 6: expected a card such as TH, got 'hand2'{LEAVE_IT_OUT}"),
        (" Kx", "hand 2, card 6: expected a card such as TH, got 'Kx'"),
    ],
)
def test_who_writes_who_wins_is_told_to_leave_it_out(after, told, tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text(f"{TWO_HANDS}{after}\n")
    assert run("mutants", str(tests))[2] == f"Error: {tests}:1: {told}\n"


def test_a_number_before_the_hands_is_no_winner(tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text(f"1 {TWO_HANDS}\n")
    told = "hand 1, card 1: expected a card such as TH, got '1'"
    assert run("mutants", str(tests))[2] == f"Error: {tests}:1: {told}\n"


def test_a_folder_in_place_of_a_file_is_told_the_option_for_folders(tmp_path):
    assert run("mutants", str(tmp_path)) == (
        1,
        "",
        f"Error: {tmp_path}: expected a file of tests, got a folder\n"
        "`poker-table mutants --decks FOLDER` scores a folder of deck files.\n",
    )


def test_a_report_begins_with_what_was_missed_not_with_what_was_caught(tmp_path):
    tests, report = tmp_path / "tests.txt", tmp_path / "report.csv"
    tests.write_text(TWO_HANDS)
    assert run("mutants", str(tests), "--report", f"csv={report}")[0] == 1
    (row,) = csv.DictReader(report.read_text().splitlines())
    assert (row["wheel-missed"], row["first_fault"]) == ("1", "not caught")


def test_the_first_line_that_catches_is_named_and_a_hint_gives_no_line_away(tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text("# my tests\n\n2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d\n")
    code, out, _ = run("mutants", str(tests), "--format", "json")
    mutants = {row["name"]: row for row in json.loads(out)["mutants"]}
    assert code == 1
    assert mutants["wheel-missed"]["where"] == "line 3"
    assert mutants["wraps-around"]["where"] is None
    assert mutants["wraps-around"]["told"] == (
        "An ace is above the king or below the two. What if it were both at once?"
    )


def test_reveal_tells_the_mistake_and_a_line_that_catches_it(tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text("2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d\n")
    code, out, _ = run("mutants", str(tests), "--reveal")
    assert code == 1
    line = "Qc Kd Ah 2s 3c ; 4d 4h 5s 6c 8d"
    mistake = "A straight goes on round the ace: Q-K-A-2-3 counts."
    lines = out.splitlines()
    at = lines.index(f"not caught  {mistake}")
    assert lines[at + 1].strip() == line
    assert all(" ; " in after for told, after in itertools.pairwise(lines) if told[:3] == "not")
    found = json.loads(run("mutants", str(tests), "--reveal", "--format", "json")[1])
    lines = {row["name"]: row.get("line") for row in found["mutants"]}
    assert lines["wraps-around"] == line


def test_a_line_that_cannot_be_read_is_told_and_fails_the_run(tmp_path):
    tests = tmp_path / "tests.txt"
    eleven = " ".join(map(str, CARDS[:11]))
    tests.write_text(f"{example_lines()}2c 3d ; 2d 3h 4s 5c 6d\n{eleven} ; {eleven}\n")
    code, out, err = run("mutants", str(tests))
    assert code == 1
    assert out.splitlines()[0].endswith("(2 more could not be read)")
    assert err.splitlines()[1] == (
        f"Error: {tests}:47: expected a hand of at most 10 cards, got 11"
    )
    assert run("mutants", str(tests), "--exit-zero")[0] == 0


def test_a_first_line_of_one_hand_does_not_change_how_the_others_are_read(tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text(f"2c 3d 4h 5s Ac\n{example_lines()}")
    code, out, err = run("mutants", str(tests))
    assert code == 1
    assert out.splitlines()[0].endswith("by 45 tests (1 more could not be read)")
    assert err == f"Error: {tests}:1: expected two hands with ; between them, got one\n"


def test_a_folder_of_decks_is_scored_by_what_decks_can_show(tmp_path):
    copy_bundled_decks(str(tmp_path))
    (tmp_path / "._three.txt").write_bytes(b"\0")  # hidden, as a Mac leaves them
    code, out, _ = run("mutants", "--decks", str(tmp_path))
    shows = sum(mutant.needs == "five" for mutant in MUTANTS)
    assert code == 0
    assert f": {shows} of {shows} wrong evaluators caught" in out.splitlines()[0]


def test_hostile_names_of_decks_are_shown_not_sent(tmp_path):
    folder = tmp_path / "\x1b[2J"
    folder.mkdir()
    (folder / "\x1b[31m.txt").write_text(format_deck(Deck()))
    code, out, err = run("mutants", "--decks", str(folder))
    assert code == 1
    assert "\x1b" not in out + err
    assert r"/\x1b[2J: " in out
    assert r"\x1b[31m.txt  " in out


def test_a_person_sees_a_table(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "tests.txt").write_text("2c 3d 4h 5s Ac ; 2d 3h 4s 5c 6d\n")
    code, out, _ = run("mutants", str(tmp_path / "tests.txt"), "--reveal", out=Terminal())
    assert code == 1
    shown = without_colours(out)
    assert [line for line in shown.splitlines() if len(line) > 80] == []
    said = " ".join(shown.split())
    assert "line 1 The ace never counts below the two: A-2-3-4-5 is no straight." in said
    assert "not caught A straight goes on round the ace: Q-K-A-2-3 counts. Qc Kd Ah 2s 3c" in said


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_a_file_without_a_test_has_no_score(text, tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text(text)
    assert run("mutants", str(tests)) == (
        1,
        "",
        f"Error: {tests}: expected lines of `hand ; hand`, got none\n",
    )


def test_ten_bad_lines_are_told_one_by_one(tmp_path):
    tests = tmp_path / "tests.txt"
    tests.write_text("nonsense\n" * 10 + example_lines())
    code, out, err = run("mutants", str(tests))
    assert (code, len(err.splitlines())) == (1, 10)
    assert out.splitlines()[0].endswith("(10 more could not be read)")


def test_a_folder_without_a_deck_file_has_no_score(tmp_path):
    assert run("mutants", "--decks", str(tmp_path)) == (
        1,
        "",
        f"Error: {tmp_path}: expected deck files, .txt, got none\n",
    )


def test_a_class_of_test_files_gets_letters_once(tmp_path):
    tests, results = tmp_path / "tests", tmp_path / "results"
    tests.mkdir()
    (tests / "ann.txt").write_text("AS AD 3C 4D 5H ; KS KD 3H 4C 5D")
    (tests / "ben.txt").write_text(example_lines())
    (tests / "decks").mkdir()
    words = "mutants", "--batch", str(tests), "--into", str(results)
    code, out, err = run(*words)
    assert code == 1
    assert [line.split()[:2] for line in out.splitlines()[-3:]] == [
        ["ann.txt", "mistakes"], ["ben.txt", "passed"], ["decks", "error"],
    ]  # fmt: skip
    trouble = f"{tests / 'decks'}: expected deck files, .txt, got none"
    assert err.splitlines()[2] == f"decks: could not be marked: {trouble}"
    assert run(*words) == (1, out, f"decks: could not be marked: {trouble}\n")
    assert (results / "ann.txt" / "feedback.md").read_text().startswith("# ann.txt: 1 of ")
    hint = "In which straight is the ace the lowest card?"
    page = (results / "class.html").read_text()
    assert "The ace never counts below the two: A-2-3-4-5 is no straight." in page
    assert hint not in page
    assert hint in (results / "ann.txt" / "feedback.md").read_text()
    assert "45 of 45 lines are the example" in page


def test_tests_of_five_cards_are_asked_what_five_cards_show(tmp_path):
    tests, five = tmp_path / "tests.txt", []
    for line in LINES:
        if all(len(hand) == 5 for hand in hands_of(line)):
            first, second = line.partition("#")[0].split(";")
            five += [f"{second.strip()} ; {' '.join(reversed(first.split()))}"]
    tests.write_text("\n".join(five))
    _, out, _ = run("mutants", str(tests))
    assert f" of {FIVE} wrong evaluators caught by 19 tests" in out.splitlines()[0]
    assert out.splitlines()[-2:] == [
        "19 of these lines are the example's own.",
        f"{len(MUTANTS) - FIVE - ORDER} others show only in hands of six cards or more.",
    ]
    tests.write_text("AS AD 3C 4D 5H ; KS KD 3H 4C 5D")
    assert "example's own" not in run("mutants", str(tests))[1]


def test_in_a_class_a_pipe_is_nobodys_tests(tmp_path):
    (tmp_path / "in").mkdir()
    os.mkfifo(tmp_path / "in" / "ann.txt")
    words = "mutants", "--batch", str(tmp_path / "in"), "--into", str(tmp_path / "out")
    assert "ann.txt" not in "".join(map(str, run(*words)))


def test_usage(tmp_path):
    assert run("mutants")[0] == 2
    assert run("mutants", "tests.txt", "--decks", str(tmp_path))[0] == 2
    code, _, err = run("mutants", "--batch", str(tmp_path))
    together = "Error: --batch FOLDER and --into RESULTS go together"
    assert (code, err.splitlines()[0]) == (2, together)
    code, _, err = run("mutants", "--decks", str(tmp_path / "none"))
    assert (code, err) == (
        1,
        f"Error: Could not find file\nThere is no file or folder '{tmp_path}/none'.\n",
    )


def test_a_mutant_without_a_change_is_the_right_evaluator():
    same = Mutant("taken_for", lambda five: five)
    assert not any(catches(same, line.partition("#")[0]) for line in LINES)
