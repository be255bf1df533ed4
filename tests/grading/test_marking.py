"""From runs to marks: which runs are made, and what counts on all decks together."""

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from styles.outputs import CombinedMutants, Program
from styles.styles import STYLES

from poker_table.files.deck_file import format_deck
from poker_table.game.deck import Deck
from poker_table.game.random import Random
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import (
    CLOCK_STEP,
    MarkingOptions,
    decks_to_try,
    mark,
    run_submission,
)
from poker_table.grading.results.words import TOO_LITTLE, item_text, item_title, unexplained_losses
from poker_table.grading.running.runner import GIVE_UP_AFTER, Ending, Limits, Run
from poker_table.grading.running.submission import NO_SUCH_NAME, Submission, Unusable
from poker_table.grading.sheet import FAILED, Item, Sheet, shares_of_cost
from poker_table.mutants.wrong import WRONG

ANN = Submission("ann", "", ("true",))


def options(decks: int | dict[str, Deck], total: float = 0, **points: float) -> MarkingOptions:
    """Return options for these decks, or for the published ones and so many composed ones."""
    decks = decks_to_try(decks, 1) if isinstance(decks, int) else decks
    more = (total,) if total else ()
    return MarkingOptions(decks, DEFAULT_POINTS | points, "none", Limits(), {}, *more)


@pytest.fixture
def runs_are(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what lets each run be what a function of its command, files and pattern returns."""

    def replace_runs(run: Callable[[Sequence[str], dict[str, str], int], Run]) -> None:
        def run_copy(folder: str, command: Sequence[str], files: dict[str, str], *rest: Any) -> Run:
            return run(command, files, rest[-1])

        monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)

    return replace_runs


def right_tables(decks: dict[str, Deck]) -> dict[str, str]:
    return {format_deck(deck): str(Showdown(deal(Deck(deck.cards)))) for deck in decks.values()}


DECKS_ALONE = {"missing": 0.0, "random": 0.0}


def marked(outs: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Sheet, list[Run]]:
    """Return the sheet and the runs of a program that prints one text on each deck."""
    decks = dict(list(decks_to_try(9, 1).items())[: len(outs)])
    texts, runs = dict(zip((format_deck(deck) for deck in decks.values()), outs, strict=True)), []

    def run_copy(folder: str, command: object, files: dict[str, str], *_: object) -> Run:
        out = texts[files["deck.txt"]]
        runs.append(Run(out, "", 0 if out else 1, Ending("time", 5) if out == "stop" else None))
        return runs[-1]

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    return mark(ANN, options(decks, **DECKS_ALONE)), runs


def sheet_of(outs: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> Sheet:
    return marked(outs, monkeypatch)[0]


def names(sheet: Sheet) -> list[str]:
    return [finding.example.name for finding in sheet.findings]


@pytest.mark.parametrize(
    ("right", "then", "earned"),
    [
        (0, "", {"ends": 0, "types": 0, "reading": 0, "players": 0, "cards": 0}),
        (4, "", {"ends": 0, "types": 2.5, "reading": 1, "players": 0.5, "cards": 1}),
        (5, "", {"ends": 0.5, "types": 2.5, "reading": 1.5, "players": 1, "cards": 1}),
        (9, "", {"ends": 1, "types": 5, "reading": 3, "players": 2, "cards": 1}),
        (4, "Hello", {"reading": 1}),  # its share of the three, in halves
        (5, "Hello", {"reading": 1.5}),
    ],
)
def test_a_crash_or_no_table_is_a_wrong_deck_and_costs_the_types_that_were_not_printed(
    right, then, earned, monkeypatch
):
    """But the cards that were printed stand in order."""
    sheet = sheet_of([*tables()[:right], *[then] * (9 - right)], monkeypatch)
    assert scores(sheet) | earned == scores(sheet)


def test_a_letter_names_the_files_that_were_left_out():
    ann = replace(ANN, unusable=Unusable(), left_out=("test.cpp", "old.cpp"))
    assert [str(remark) for remark in mark(ann, options(0)).remarks] == [
        "Not compiled (tests, or with a main of their own): test.cpp, old.cpp"
    ]


def test_a_program_stopped_on_a_deck_is_not_rerun_there(monkeypatch):
    _, runs = marked(["stop"] * 5, monkeypatch)
    assert len(runs) == GIVE_UP_AFTER


@pytest.mark.parametrize("decks", [9, 14], ids=["all are run", "the published ones are not"])
def test_decks_that_are_skipped_cost_nothing_where_it_ended(decks, monkeypatch):
    """It hangs on four of the nine composed decks; the last of them is right."""
    right = tables()[:decks]
    sheet, _ = marked([right[0], *["stop"] * 4, *right[5:]], monkeypatch)
    (ends,) = (item for item in sheet.items if item.key == "ends")
    assert (ends.right, ends.tested, ends.score) == (5, 9, 0.5)
    assert bool(ends.text) is (decks > 9)


def test_a_program_that_never_ends_is_run_on_three_decks(runs_are):
    """Besides without a file and on a missing file; one that ends sometimes is run on all decks."""
    runs = list[bool]()

    def run(_: object, files: dict[str, str], __: int) -> Run:
        runs.append(bool(files))
        if ends_once and len(runs) == 3:
            return Run("", "", 0)
        return Run("", "", 137, Ending("time", 5))

    runs_are(run)
    ends_once = False
    assert (mark(ANN, options(9)).score, runs) == (0, [False, False, True, True, True])
    runs, ends_once = [], True
    mark(ANN, options(9))
    assert runs.count(True) == 10  # two on the first, which can be run again


@pytest.mark.parametrize("hangs", [1, 2])
def test_a_program_that_hangs_without_a_file_is_still_judged_by_the_other_decks(hangs, runs_are):
    tables = right_tables(decks_to_try(9, 1))
    hung = [*tables][:hangs]

    def run(_: object, files: dict[str, str], __: int) -> Run:
        deck = files.get("deck.txt")
        if deck is None or deck in hung:
            return Run("", "", 137, Ending("time", 5))
        return Run(tables[deck], "", 0)

    runs_are(run)
    ends = next(item for item in mark(ANN, options(9)).items if item.key == "ends")
    assert (ends.right, ends.tested) == (9 - hangs, 9)


def test_what_follows_from_a_mistake_is_no_second_one(monkeypatch):
    sheet, _ = marked(["stop"] * 5, monkeypatch)
    assert names(sheet) == ["ended"]
    ends = next(item for item in sheet.items if item.key == "ends")
    assert ends.text == "It was stopped on 3 decks, so some others were left out."
    assert shares_of_cost(sheet) == [sum(item.points for item in sheet.items)]


def test_points_for_types_are_explained_by_hand_types(monkeypatch):
    outs = [table.replace(" - Flush", " - High Card") for table in tables()]
    types = next(item for item in sheet_of(outs, monkeypatch).items if item.key == "types")
    assert (types.score, types.tested - types.right) == (2.5, 1)
    assert item_title(types).endswith(f" ({types.right} of {types.tested} hand types)")


def test_what_crashes_cost_is_told(monkeypatch):
    title = "The program ends by itself, without a crash (5 of 9 decks)"
    some = sheet_of([*tables()[:5], *[""] * 4], monkeypatch)
    assert title in map(item_title, some.items)
    all_ = sheet_of([""] * 9, monkeypatch)
    told = {item_text(item, all_).partition(".")[0] for item in all_.items if item.key != "ends"}
    assert told == {"The program ended with exit code 1"}


def test_what_valgrind_says_stands_in_the_mistake(runs_are, monkeypatch):
    decks = decks_to_try(3, 1)
    right = right_tables(decks)

    def run(_: object, files: dict[str, str], pattern: int) -> Run:
        table = right[files["deck.txt"]]
        return Run(table if pattern else table.replace(" - Pair", " - High Card"), "", 0)

    runs_are(run)
    found = "Invalid read", "main (a.cpp:8)"
    monkeypatch.setattr("poker_table.grading.marking.memory_error", lambda *_: found)
    sheet = mark(ANN, options(decks, **DECKS_ALONE))
    assert names(sheet) == ["unsteady"]
    told = str(sheet.findings[0].example.example)
    assert told.endswith(" valgrind says: 'Invalid read' in 'main (a.cpp:8)'.")


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda table, pattern: table, [2, 2, 2] + [1] * 6 + [0]),
        # the mistake shows on the second deck
        (lambda table, pattern: table.replace(" - Flush", " - High Card"), [2, 2, 2] + [1] * 7),
        (lambda table, pattern: table if pattern else "", [2] * 10),
    ],
    ids=["right", "wrong", "unsteady"],
)
def test_second_runs_are_made_where_they_can_show_a_difference(program, expected, runs_are):
    """On the first three decks, on one deck with the mistake, and on all if two runs differed."""
    decks = dict(list(decks_to_try(9, 1).items())[:10])
    right, runs = right_tables(decks), Counter[str]()

    def run(_: object, files: dict[str, str], pattern: int) -> Run:
        deck = files.get("deck.txt", "")
        runs[deck] += 1
        return Run(program(right[deck], pattern) if deck else "", "", 0)

    runs_are(run)
    run_submission(ANN, options(decks, missing=0.0), lambda *_: None)
    assert [runs[deck] for deck in right] == expected


@pytest.mark.parametrize(("wrong_on", "count"), [(None, 16), (0, 21), (9, 22), (10, 16)])
def test_a_right_program_is_run_sixteen_times(wrong_on, count, runs_are, monkeypatch):
    """On ten composed decks, on three of them again, and without a deck.

    After a mistake on them, on five published ones too, and once more where the mistake is.
    """
    decks = decks_to_try(10, 1)
    right, chance, patterns = right_tables(decks), Random(1), list[int]()
    if wrong_on is not None:
        right[[*right][wrong_on]] = "no table"

    def run(command: Sequence[str], files: dict[str, str], pattern: int) -> Run:
        patterns.append(pattern)
        if NO_SUCH_NAME in command:
            return Run("", "Error: Could not find file", 1)
        random_deal = str(Showdown(deal(Deck.shuffled(chance))))
        return Run(right.get(files.get("deck.txt", ""), random_deal), "", 0)

    runs_are(run)
    monkeypatch.setattr("poker_table.grading.marking.sleep", lambda _: None)
    assert (mark(ANN, options(decks)).score == 25) == (wrong_on in (None, 10))
    assert (len(patterns), {*patterns}) == (count, {0, 1, 2})


def test_the_decks_are_run_between_the_two_random_deals(runs_are, monkeypatch):
    """The second deal is the last run; the wait is the rest of the 1.1 seconds."""
    deals, waits = [], []

    def run(_: object, files: dict[str, str], __: int) -> Run:
        deals.append(bool(files))
        time.sleep(0.005)
        return Run(tables()[9], "", 0)

    runs_are(run)
    monkeypatch.setattr("poker_table.grading.marking.sleep", waits.append)
    sheet = mark(ANN, options(0))
    assert [*deals[:2], deals[-1], deals.count(False)] == [False] * 3 + [3]  # and the missing file
    assert len(waits) == 1
    assert 0 <= waits[0] < CLOCK_STEP - 0.005 * 24
    assert [f.example.name for f in sheet.findings if f.items == ("random",)] == ["random-same"]


@pytest.mark.parametrize(("total", "made", "stopped"), [(44, 11, 1), (48, 12, 0), (120, 12, 0)])
def test_all_runs_together_have_a_time_limit(total, made, stopped, runs_are):
    """Each run takes four seconds. Composed decks come first: only they cost points."""
    right, runs, seen = right_tables(decks_to_try(9, 1)), list[Run](), list[Run]()

    def run(_: object, files: dict[str, str], __: int) -> Run:
        runs.append(Run(right[files["deck.txt"]], "", 0, None, 4.0))
        return runs[-1]

    runs_are(run)
    sheet = mark(ANN, options(9, total, **DECKS_ALONE), lambda name, run: seen.append(run))
    assert [run.by_clock for run in seen] == [False] * made + [True] * stopped
    assert len(runs) == made
    told = "The program ran out of time: all its runs together took 44 seconds"
    assert [finding.example.cause for finding in sheet.findings] == [told] * stopped
    assert (sheet.score == sheet.points) is not bool(stopped)


def test_a_score_has_two_decimals():
    items = [Item(key, "", 0.5, 0.25, FAILED) for key in ("types", "cards", "ends")]
    assert Sheet("ann", tuple(items)).score == 0.75


@cache
def tables() -> list[str]:
    """Return the right tables of all published decks and of nine others."""
    return [*right_tables(decks_to_try(9, 1)).values()]


def scores(sheet: Sheet) -> dict[str, float]:
    return {item.key: item.score for item in sheet.items}


def test_a_table_of_unknown_players_earns_nothing(monkeypatch):
    outs = [text.replace("Player ", "Player 10") for text in tables()[:4]]
    sheet = sheet_of(outs, monkeypatch)
    assert {key for key, score in scores(sheet).items() if score} == {"ends"}


@pytest.mark.parametrize("runs_a_second", [1, 7, 1000])
@pytest.mark.slow
def test_a_program_that_ignores_the_file_and_deals_at_random_has_one_fault(
    runs_a_second, runs_are, monkeypatch
):
    """The speed of the machine does not matter: the generator is seeded by the clock's second."""
    clock = [0.0]

    def run(command: Sequence[str], *_: object) -> Run:
        if NO_SUCH_NAME in command:
            return Run("", "Error: Could not find file", 1)
        clock[0] += 1 / runs_a_second
        return Run(str(Showdown(deal(Deck.shuffled(Random(7, int(clock[0])))))), "", 0)

    def wait(seconds: float) -> None:
        clock[0] += CLOCK_STEP

    runs_are(run)
    monkeypatch.setattr("poker_table.grading.marking.sleep", wait)
    sheet = mark(ANN, options(5))
    assert names(sheet) == ["not-used"]
    earned = {key: score for key, score in scores(sheet).items() if score}
    assert earned == {"missing": 1, "random": 2, "ends": 1}


def test_a_crash_is_told_beside_a_file_that_is_not_used(runs_are, monkeypatch):
    chance = Random(1)
    runs_are(lambda *_: Run(str(Showdown(deal(Deck.shuffled(chance)))), "", 139))
    monkeypatch.setattr("poker_table.grading.marking.sleep", lambda _: None)
    sheet = mark(ANN, options(2, **DECKS_ALONE))
    assert {*names(sheet)} == {"not-used", "ended"}
    assert sheet.score == 0


def test_one_type_for_all_hands_in_player_order_is_no_evaluation(monkeypatch):
    outs = [
        "\n".join(line.rpartition(" - ")[0] + " - Pair" for line in sorted(text.splitlines()))
        for text in tables()
    ]
    sheet = sheet_of(outs, monkeypatch)
    assert {key for key, score in scores(sheet).items() if score} == {"reading", "ends"}
    assert names(sheet)[0] == "not-evaluated"


def test_a_criterion_with_too_few_judgeable_hands_earns_nothing(monkeypatch):
    """On three of four decks every type is wrong, so that no hand can show the order."""
    right, *others = tables()[:4]
    wrong = [
        "\n".join(line.rpartition(" - ")[0] + (" - Straight" if n % 2 else " - Straight Flush")
                  for n, line in enumerate(text.splitlines()))
        for text in others
    ]  # fmt: skip
    sheet = sheet_of([right, *wrong], monkeypatch)
    (between,) = (item for item in sheet.items if item.key == "between")
    assert (between.score, item_text(between, sheet)) == (0, TOO_LITTLE)


def test_types_assigned_by_place_earn_nothing_for_the_order(monkeypatch):
    """Some decks are right by chance: the order can be judged on hardly any hands."""
    types = "Straight", "Flush", "Three of a Kind", *["Pair"] * 4, *["High Card"] * 3
    worth = lambda line: sum("23456789TJQKA".index(card[0]) for card in line.split()[3:8])  # noqa: E731
    outs = []
    for text in tables():
        lines = sorted(text.splitlines(), key=worth, reverse=True)
        outs.append(
            "\n".join(
                f"{line.rpartition(' - ')[0]} - {kind}"
                for line, kind in zip(lines, types, strict=True)
            )
        )
    sheet = sheet_of(outs, monkeypatch)
    assert {key: scores(sheet)[key] for key in ("between", "within")} == {"between": 0, "within": 0}
    untold = f"Hands of different types stand in the right order: 0 of 5. {TOO_LITTLE}"
    assert untold in unexplained_losses(sheet)


def test_hands_without_types_lose_only_the_points_for_types(monkeypatch):
    sheet = sheet_of([re.sub(" - [^-]*$", "", t, flags=re.M) for t in tables()], monkeypatch)
    assert names(sheet) == ["type-unreadable"]
    assert {item.key for item in sheet.items if item.score < item.points} == {"types"}


@pytest.mark.slow
def test_a_deck_interpretation_that_explains_few_decks_is_not_used(monkeypatch):
    deck = next(iter(decks_to_try(9, 1).values()))
    from_its_end = str(Showdown(deal(Deck(deck.cards[::-1]))))
    others = [str(Showdown(deal(d))) for d in decks_to_try(3, 2).values()][-3:]
    sheet = sheet_of([from_its_end, *others], monkeypatch)
    assert names(sheet) == ["not-dealt"]


@pytest.mark.parametrize(
    "mistakes", [("full-house-missed", "kickers-lowest-first"), ("four-are-two-pair", "base-ten")]
)
def test_a_program_that_combines_two_mutants_is_reported_as_both(mistakes, monkeypatch):
    """Even if other pairs of mutants would compare a third rank that two pair do not have."""
    wrong = CombinedMutants([WRONG[name] for name in mistakes])
    printing = Program(wrong).printing(STYLES["as the assignment"])
    outs = [printing(deck.cards, True) for deck in decks_to_try(9, 1).values()]
    sheet = sheet_of(outs, monkeypatch)
    assert {*names(sheet)} == {mutant.name for mutant in wrong.mutants}
    assert {item.key for item in sheet.items if item.score < item.points} == {"types", "within"}


def test_a_file_in_the_current_folder_does_not_replace_a_bundled_deck(tmp_path, monkeypatch):
    right = {name: str(deck) for name, deck in decks_to_try(2, 1).items()}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three.txt").write_text("Player 2 - 7H 9D 9H 9S TS - Three of a Kind\n")
    assert {name: str(deck) for name, deck in decks_to_try(2, 1).items()} == right
