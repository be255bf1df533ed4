"""From runs to marks: which runs are made, and what counts on all decks together."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from poker_table.files.deck_file import format_deck
from poker_table.game.deck import Deck
from poker_table.game.hand import player_line
from poker_table.game.random import Random
from poker_table.game.table import Showdown, deal
from poker_table.grading.errors import MarkerError
from poker_table.grading.judging import time_limit
from poker_table.grading.judging.evaluators import CombinedMutants
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.rubric import ALL, DEFAULT_POINTS
from poker_table.grading.marking import (
    CLOCK_STEP,
    Callbacks,
    MarkingOptions,
    decks_to_try,
    mark,
    run_submission,
)
from poker_table.grading.results.words import TOO_LITTLE, cause_text, item_text, unexplained_losses
from poker_table.grading.running.runner import GIVE_UP_AFTER, Ending, Limits, Run
from poker_table.grading.running.submission import NO_SUCH_NAME, Submission
from poker_table.grading.sheet import FAILED, Item, Sheet
from poker_table.mutants.wrong import WRONG

ANN = Submission("ann", "", ("true",))


def marked(outs: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Sheet, list[Run]]:
    """Return the sheet and the runs of a program that prints one text on each deck."""
    decks = dict(list(decks_to_try(9, 1).items())[: len(outs)])
    points = DEFAULT_POINTS | {"missing": 0.0, "random": 0.0}
    options = MarkingOptions(decks, points, "none", Limits(), {})
    texts, runs = dict(zip((format_deck(deck) for deck in decks.values()), outs, strict=True)), []

    def run_copy(folder: str, command: object, files: dict[str, str], *_: object) -> Run:
        out = texts[files["deck.txt"]]
        runs.append(Run(out, "", 0 if out else 1, Ending("time", 5) if out == "stop" else None))
        return runs[-1]

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    return mark(ANN, options), runs


def sheet_of(outs: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> Sheet:
    return marked(outs, monkeypatch)[0]


def kinds(sheet: Sheet) -> list[Kind]:
    return [finding.cause.kind for finding in sheet.findings]


@pytest.mark.parametrize(("right", "points"), [(4, 1.3), (5, 1.7), (9, 3)])
def test_a_run_that_fails_counts_as_wrong_on_its_deck(right, points, monkeypatch):
    decks = list(decks_to_try(0, 1).values())[:9]
    tables = [str(Showdown(deal(Deck(deck.cards)))) for deck in decks]
    sheet = sheet_of([*tables[:right], *[""] * (9 - right)], monkeypatch)
    (reading,) = (item for item in sheet.items if item.key == "reading")
    assert reading.score == points  # its share of the three


def test_a_letter_names_the_files_that_were_left_out():
    options = MarkingOptions(decks_to_try(0, 1), DEFAULT_POINTS, "none", Limits(), {})
    ann = replace(ANN, unusable=Fault(Kind.NOT_COPIED, ALL), left_out=("test.cpp", "old.cpp"))
    assert [cause_text(remark) for remark in mark(ann, options).remarks] == [
        "These files have a main of their own and were left out: test.cpp, old.cpp"
    ]


def test_a_program_stopped_on_a_deck_is_not_rerun_there(monkeypatch):
    _, runs = marked(["stop"] * 5, monkeypatch)
    assert len(runs) == GIVE_UP_AFTER


def runs_of(program: Callable[[str, int], str], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how often a program, given the right table and the pattern, runs on each deck."""
    decks = dict(list(decks_to_try(9, 1).items())[:10])
    options = MarkingOptions(decks, DEFAULT_POINTS | {"missing": 0.0}, "none", Limits(), {})
    right = {format_deck(deck): str(Showdown(deal(Deck(deck.cards)))) for deck in decks.values()}
    runs: Counter[str] = Counter()

    def run_copy(folder: str, command: object, files: dict[str, str], *rest: object) -> Run:
        deck = files.get("deck.txt", "")
        runs[deck] += 1
        return Run(program(right[deck], int(str(rest[-1]))) if deck else "", "", 0)

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    run_submission(ANN, options)
    return [runs[deck] for deck in right]


def test_second_runs_are_made_where_they_can_show_a_difference(monkeypatch):
    """On the first three decks, on one deck with the mistake, and on all if two runs differed."""
    assert runs_of(lambda table, _: table, monkeypatch) == [2, 2, 2] + [1] * 7
    wrong = runs_of(lambda table, _: table.replace(" - Flush", " - High Card"), monkeypatch)
    assert wrong == [2, 2, 2] + [1] * 7  # the mistake shows on the third deck
    wrong = runs_of(lambda table, _: table.replace(" - Straight Flush", " - Flush"), monkeypatch)
    assert wrong == [2, 2, 2, 1, 1, 2, 1, 1, 1, 1]
    assert runs_of(lambda table, variant: table if variant else "", monkeypatch) == [2] * 10


def test_the_decks_are_run_between_the_two_random_deals(monkeypatch):
    """The second deal is the last run; the wait is the rest of the 1.1 seconds."""
    deals, waits = [], []

    def run_copy(folder: str, command: list[str], files: dict[str, str], *_: object) -> Run:
        deals.append(bool(files))
        time.sleep(0.005)
        return Run(tables()[0], "", 0)

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    options = MarkingOptions(decks_to_try(0, 1), DEFAULT_POINTS, "none", Limits(), {})
    sheet = mark(ANN, options, Callbacks(wait=waits.append))
    assert [deals[0], deals[-1], deals.count(False)] == [False, False, 3]  # and the missing file
    assert len(waits) == 1
    assert 0 <= waits[0] < CLOCK_STEP - 0.005 * 24
    assert [f.cause.kind for f in sheet.findings if f.items == ("random",)] == [Kind.RANDOM_SAME]


@pytest.mark.parametrize(("total", "stopped"), [(120, 3), (200, 0)])
def test_all_runs_together_have_a_time_limit(total, stopped, monkeypatch):
    """A right program that takes four seconds reaches the limit after 30 runs, on 27 decks."""
    right = dict(zip(map(format_deck, decks_to_try(9, 1).values()), tables(), strict=True))
    runs = list[Run]()

    def run_copy(folder: str, command: object, files: dict[str, str], *_: object) -> Run:
        runs.append(Run(right[files["deck.txt"]], "", 0, None, 4.0))
        return runs[-1]

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    points = DEFAULT_POINTS | {"missing": 0.0, "random": 0.0}
    options = MarkingOptions(decks_to_try(9, 1), points, "none", Limits(), {}, total)
    seen = list[Run]()
    sheet = mark(ANN, options, Callbacks(lambda name, run: seen.append(run)))
    assert [run.by_clock for run in seen] == [False] * len(runs) + [True] * stopped
    assert len(runs) == (30 if stopped else 36)
    told = "The program ran out of time: all its runs together took 120 seconds"
    ended = [f for f in sheet.findings if f.cause == Cause(Kind.ENDED, ("total", 120))]
    assert [cause_text(finding.cause) for finding in ended] == [told] * bool(stopped)
    assert [len(finding.seen_in) for finding in ended] == [stopped] * bool(stopped)


def test_a_score_has_two_decimals():
    items = [Item(key, "", 0.5, 0.25, FAILED) for key in ("types", "cards", "ends")]
    assert Sheet("ann", tuple(items)).score == 0.75


@cache
def tables() -> list[str]:
    """Return the right tables of all published decks and of nine others."""
    return [str(Showdown(deal(Deck(deck.cards)))) for deck in decks_to_try(9, 1).values()]


def scores(sheet: Sheet) -> dict[str, float]:
    return {item.key: item.score for item in sheet.items}


@pytest.mark.parametrize(("others", "by_heart"), [(2, False), (3, True), (9, True)])
def test_hard_coded_tables_earn_nothing_if_enough_other_decks_are_wrong(
    others, by_heart, monkeypatch
):
    right = tables()
    published = right[: len(right) - 9]
    sheet = sheet_of([*published, *[published[0]] * others], monkeypatch)
    assert (kinds(sheet)[:1] == [Kind.ONLY_PUBLISHED]) is by_heart
    assert set(scores(sheet).values()) == (
        {0, 1} if by_heart else {0.9, 1, 1.8, 2.3, 2.8, 4.5, 4.6}
    )


@pytest.mark.parametrize("fallback", ["", "No such deck", "unevaluated"])
def test_hard_coded_tables_earn_nothing_whatever_is_printed_for_other_decks(fallback, monkeypatch):
    right = tables()
    published, others = right[:-9], right[-9:]
    as_dealt = [
        "\n".join(line.rpartition(" - ")[0] + " - High Card" for line in sorted(text.splitlines()))
        for text in others
    ]
    outs = as_dealt if fallback == "unevaluated" else [fallback] * 9
    sheet = sheet_of([*published, *outs], monkeypatch)
    assert Kind.ONLY_PUBLISHED in kinds(sheet)
    earned = {key for key, score in scores(sheet).items() if score}
    honest = {"reading", "players", "cards"} if fallback == "unevaluated" else set()
    assert earned == honest | {"ends"}


def test_hard_coded_tables_are_detected_even_if_one_published_deck_is_wrong(monkeypatch):
    right = tables()
    sheet = sheet_of([right[1], *right[1:-9], *[right[1]] * 9], monkeypatch)
    assert {key for key, score in scores(sheet).items() if score} == {"ends"}


@pytest.mark.parametrize("failure", [["stop"] * 3, ["stop"], [""]])
def test_a_failure_on_published_decks_does_not_hide_hard_coded_tables(failure, monkeypatch):
    """Neither does giving up: some other decks are tried even then."""
    published, others = tables()[:-9], tables()[-9:]
    wrong = [re.sub(" - [^-]*$", " - Pair", text, flags=re.M) for text in others]
    sheet = sheet_of([*published[: -len(failure)], *failure, *wrong], monkeypatch)
    assert Kind.ONLY_PUBLISHED in kinds(sheet)
    assert {scores(sheet)[key] for key in ("types", "between", "within")} == {0}


def test_output_that_is_right_on_some_other_decks_is_not_hard_coded(monkeypatch):
    right = tables()
    wrong = [text.replace(" - High Card", " - Flush") for text in right[-6:]]
    sheet = sheet_of([*right[:-6], *wrong], monkeypatch)
    assert Kind.ONLY_PUBLISHED not in kinds(sheet)


def test_a_program_that_crashes_on_published_decks_too_is_not_hard_coded(monkeypatch):
    right = tables()
    sheet = sheet_of([*right[:-11], *[""] * 11], monkeypatch)
    assert [f.cause for f in sheet.findings] == [Cause(Kind.ENDED, ("code", 1))]


def test_a_table_of_unknown_players_earns_nothing(monkeypatch):
    outs = [text.replace("Player ", "Player 10") for text in tables()[:4]]
    sheet = sheet_of(outs, monkeypatch)
    assert {key for key, score in scores(sheet).items() if score} == {"ends"}


@pytest.mark.parametrize("runs_a_second", [1, 7, 1000])
@pytest.mark.slow
def test_a_program_that_ignores_the_file_and_deals_at_random_has_one_fault(
    runs_a_second, monkeypatch
):
    """The speed of the machine does not matter: the generator is seeded by the clock's second."""
    clock = [0.0]

    def run_copy(folder: str, command: Sequence[str], *_: object) -> Run:
        if NO_SUCH_NAME in command:
            return Run("", "Error: Could not find file", 1)
        clock[0] += 1 / runs_a_second
        return Run(str(Showdown(deal(Deck.shuffled(Random(7, int(clock[0])))))), "", 0)

    def wait(seconds: float) -> None:
        clock[0] += CLOCK_STEP

    monkeypatch.setattr("poker_table.grading.marking.run_copy", run_copy)
    options = MarkingOptions(decks_to_try(5, 1), DEFAULT_POINTS, "none", Limits(), {})
    sheet = mark(ANN, options, Callbacks(wait=wait))
    assert kinds(sheet) == [Kind.NOT_USED]
    assert {key: score for key, score in scores(sheet).items() if score} == {
        "missing": 1, "random": 2, "ends": 1,
    }  # fmt: skip


def test_one_type_for_all_hands_in_player_order_is_no_evaluation(monkeypatch):
    outs = [
        "\n".join(line.rpartition(" - ")[0] + " - Pair" for line in sorted(text.splitlines()))
        for text in tables()
    ]
    sheet = sheet_of(outs, monkeypatch)
    assert {key for key, score in scores(sheet).items() if score} == {"reading", "ends"}
    assert kinds(sheet)[0] == Kind.NOT_EVALUATED


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


def test_types_assigned_by_place_are_not_hard_coded_tables(monkeypatch):
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
    assert Kind.ONLY_PUBLISHED not in kinds(sheet)
    assert {key: scores(sheet)[key] for key in ("between", "within")} == {"between": 0, "within": 0}
    untold = f"Hands of different types stand in the right order: 0 of 5. {TOO_LITTLE}"
    assert untold in unexplained_losses(sheet)


def test_hands_without_types_lose_only_the_points_for_types(monkeypatch):
    sheet = sheet_of([re.sub(" - [^-]*$", "", t, flags=re.M) for t in tables()], monkeypatch)
    assert kinds(sheet) == [Kind.TYPE_UNREADABLE]
    assert {item.key for item in sheet.items if item.score < item.points} == {"types"}


@pytest.mark.slow
def test_a_deck_interpretation_that_explains_few_decks_is_not_used(monkeypatch):
    deck = next(iter(decks_to_try(9, 1).values()))
    from_its_end = str(Showdown(deal(Deck(deck.cards[::-1]))))
    others = [str(Showdown(deal(d))) for d in decks_to_try(3, 2).values()][-3:]
    sheet = sheet_of([from_its_end, *others], monkeypatch)
    assert kinds(sheet) == [Kind.NOT_DEALT]


@pytest.mark.parametrize(
    "mistakes",
    [("full-house-missed", "kickers-lowest-first"), ("four-are-two-pair", "base-ten")],
)
def test_a_program_that_combines_two_mutants_is_reported_as_both(mistakes, monkeypatch):
    """Even if other pairs of mutants would compare a third rank that two pair do not have."""
    wrong = CombinedMutants([WRONG[name] for name in mistakes])

    def table(deck: Deck) -> str:
        hands = [(wrong.evaluate(hand.dealt), hand) for hand in deal(Deck(deck.cards))]
        hands.sort(key=lambda each: wrong.comparison_key(each[0]), reverse=True)
        return "\n".join(player_line(hand.player, hand.cards, str(five.hand_type))
                         for five, hand in hands)  # fmt: skip

    sheet = sheet_of([table(deck) for deck in decks_to_try(9, 1).values()], monkeypatch)
    assert {finding.cause for finding in sheet.findings} == {
        Cause(Kind.LIKE_MUTANT, (mutant.name,)) for mutant in wrong.mutants
    }
    assert {item.key for item in sheet.items if item.score < item.points} == {"types", "within"}


def test_judging_has_a_limit_of_time(monkeypatch):
    """It is checked before each output that is read, also between the runs."""
    monkeypatch.setattr(time_limit, "SECONDS_PER_DECK", 0)
    with pytest.raises(MarkerError, match="a person must look: it takes too long to read"):
        marked([f"{number} ♠AofA♠of" for number in range(9)], monkeypatch)
    monkeypatch.undo()
    sheet, runs = marked([f"{number} ♠AofA♠of♠" for number in range(9)], monkeypatch)
    assert (sheet.score < 5, len(runs) >= 9) == (True, True)
