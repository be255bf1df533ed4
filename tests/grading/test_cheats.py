"""Programs that were written to earn points without evaluating hands earn half of them at most."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from grading.test_costs import CRASH, HANG, Answers, answers, has_wheel, misses, where
from styles.outputs import PROGRAMS, Game, Program, sheet_of

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading.judging.judge import judge
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import decks_to_try
from poker_table.grading.running.runner import Run, Runs
from poker_table.grading.scoring import score
from poker_table.grading.sheet import Sheet
from poker_table.mutants.wrong import WRONG_EVALUATORS

HALF = 12.5
EASY = HandType.HIGH_CARD, HandType.PAIR, HandType.TWO_PAIR
PUBLISHED = {read_deck(name).cards for name in bundled_decks()}
Guess = Callable[[Hand], tuple[int, str]]  # a hand's place, the greatest first, and its type


def guessing(guess: Guess, *more: Guess) -> Answers:
    """Return a program that deals rightly and guesses the rest; `more` give further tables."""

    def answer(deck: Sequence[Card], from_file: bool) -> Run:
        players = Program().game(deck, from_file).players
        hands = sorted((Hand.of(p.dealt, p.number) for p in players), key=lambda hand: hand.player)
        tables = (table(hands, each) for each in (*more, guess))
        return Run("\n\n".join(tables), "", 0)

    return answer


def table(hands: Sequence[Hand], guess: Guess) -> str:
    ordered = sorted(hands, key=lambda hand: -guess(hand)[0])
    cards = {hand.player: " ".join(map(str, hand.cards)) for hand in hands}
    lines = [f"Player {hand.player} - {cards[hand.player]} - {guess(hand)[1]}" for hand in ordered]
    return "\n".join(lines)


def by_highest_card(hand: Hand) -> tuple[int, str]:
    return hand.cards[-1].rank, "High Card"


def by_sum(hand: Hand) -> tuple[int, str]:
    return sum(card.rank for card in hand.cards), "Pair"


def by_easy_types(hand: Hand) -> tuple[int, str]:
    known = hand.hand_type if hand.hand_type in EASY else HandType.HIGH_CARD
    return 100 * known + hand.cards[-1].rank, str(known)


GUESSES = {
    "high card": guessing(by_highest_card),
    "pair": guessing(by_sum),
    "the easy types": guessing(by_easy_types),
    "several tables": guessing(by_sum, by_highest_card, by_easy_types),
    "nothing": lambda deck, from_file: Run("", "", 0),
    "crash": lambda deck, from_file: CRASH,
    "hang": lambda deck, from_file: HANG,
    "an error": lambda deck, from_file: Run("", "Error: Could not find file\n", 1),
    "the table of another deck": lambda deck, from_file: answers()(min(PUBLISHED, key=str), True),
}


def with_tables(fallback: Answers) -> Answers:
    """Return a program that contains the table of each published deck, and else does the other."""
    right = answers()
    return lambda deck, from_file: (right if tuple(deck) in PUBLISHED else fallback)(
        deck, from_file
    )


@cache
def honest_sheet(guess: str) -> Sheet:
    return sheet_of(GUESSES[guess])


@pytest.mark.parametrize("guess", GUESSES)
def test_tables_of_the_published_decks_earn_nothing(guess):
    """But that an error for a missing file counts, because other files are read."""
    honest, cheat = honest_sheet(guess), sheet_of(with_tables(GUESSES[guess]))
    assert cheat.score - (earned(cheat, "missing") - earned(honest, "missing")) <= honest.score
    assert cheat.score <= honest_sheet("the easy types").score <= HALF
    published = [why for why, _ in cheat.look if "published" in why]
    assert bool(published) is (guess != "hang")  # then hardly any of its decks are run


GUESSED = "flush-below-straight", "full-house-missed", "type-ignored", "base-ten", "value-ignored"


@pytest.mark.parametrize("last", ["right", GUESSED[0]])
def test_of_many_rankings_the_last_one_counts_and_a_person_should_look(last):
    guesses = [answers(PROGRAMS[name].evaluator) for name in GUESSED]
    alone = answers() if last == "right" else guesses[0]

    def guess_all(deck: Sequence[Card], from_file: bool) -> Run:
        tables = (guess(deck, from_file).out for guess in [*guesses, alone])
        return Run("\n\n".join(tables), "", 0)

    sheet = sheet_of(guess_all)
    assert (sheet.score, [why for why, _ in sheet.look]) == (
        sheet_of(alone).score, ["prints many rankings"],
    )  # fmt: skip


def test_the_hands_as_they_come_sorted_and_the_other_way_round_are_no_guesses():
    def honest(deck: Sequence[Card], from_file: bool) -> Run:
        table = answers()(deck, from_file).out.splitlines()
        return Run("\n\n".join("\n".join(t) for t in (sorted(table), table[::-1], table)), "", 0)

    sheet = sheet_of(honest)
    assert (sheet.score, sheet.look) == (25, ())


def earned(sheet: Sheet, key: str) -> float:
    return sum(item.score for item in sheet.items if item.key == key)


def has(*types: HandType) -> Callable[[Game], bool]:
    return lambda game: any(player.five.hand_type in types for player in game.players)


HARD = [hand_type for hand_type in HandType if hand_type not in EASY]


@pytest.mark.parametrize("ending", [CRASH, HANG], ids=["crash", "hang"])
def test_who_crashes_where_it_is_hard_earns_less_than_who_guesses(ending):
    honest = GUESSES["the easy types"]

    def cheat(deck: Sequence[Card], from_file: bool) -> Run:
        hard = has(*HARD)(Program().game(deck, from_file))
        return ending if hard and from_file else honest(deck, from_file)

    assert sheet_of(cheat).score <= honest_sheet("the easy types").score


@pytest.mark.parametrize("ending", [CRASH, HANG], ids=["crash", "hang"])
@pytest.mark.parametrize("types", [(HandType.FULL_HOUSE,), (HandType.FLUSH,), HARD[2:]], ids=str)
def test_a_crash_costs_a_wrong_answer_and_a_criterion_more_at_most(types, ending):
    wrong, crash = sheet_of(answers(misses(*types))), sheet_of(where(has(*types), ending))
    assert wrong.score - 5 <= crash.score <= wrong.score


def test_what_the_crashes_have_in_common_is_said():
    sheet = sheet_of(where(has_wheel, CRASH))
    told = "decks on which the program crashed or was stopped contain A-2-3-4-5"
    assert [told in str(remark) for remark in sheet.remarks] == [True]
    assert not sheet_of(where(lambda game: True, CRASH)).remarks


def by_counting(hand: Hand) -> tuple[int, str]:
    """Know all types that equal ranks make, but neither straights nor flushes."""
    equal = {*HandType} - {HandType.STRAIGHT, HandType.FLUSH, HandType.STRAIGHT_FLUSH}
    known = hand.hand_type if hand.hand_type in equal else HandType.HIGH_CARD
    return 10**6 * known + hand.value, str(known)


def test_a_crash_that_hides_other_mistakes_costs_a_type_of_its_own_and_a_person_looks():
    honest = guessing(by_counting)

    def cheat(deck: Sequence[Card], from_file: bool) -> Run:
        crashes = from_file and has(HandType.FULL_HOUSE)(Program().game(deck, True))
        return CRASH if crashes else honest(deck, from_file)

    sheet = sheet_of(cheat)
    assert earned(sheet, "types") <= earned(sheet_of(honest), "types")
    (told,) = (what for why, what in sheet.look if why == "some hand types never seen")
    assert told == "a full house, four of a kind, a straight flush"
    assert not sheet_of(honest).look


@pytest.mark.parametrize("change", [(" - Pair", "\n  Pair"), ("Player", "Hand")], ids=str)
def test_of_two_rankings_the_better_one_is_not_chosen_unseen(change):
    """Where types or players stand in different places, that one counts whose types fit best."""

    def cheat(deck: Sequence[Card], from_file: bool) -> Run:
        wrong = GUESSES["pair"](deck, from_file).out.replace(*change)
        return Run(f"{answers(misses(HandType.FLUSH))(deck, from_file).out}\n\n{wrong}", "", 0)

    assert "prints many rankings" in [why for why, _ in sheet_of(cheat).look]


def in_a_row(deck: Sequence[Card]) -> list[Card]:
    return [deck[5 * player + card] for card in range(5) for player in range(10)]


def test_who_deals_only_hands_that_are_easy_is_looked_at():
    honest = guessing(by_counting)
    sheet = sheet_of(lambda deck, from_file: honest(in_a_row(deck), from_file))
    (told,) = (what for why, what in sheet.look if why == "some hand types never seen")
    assert "a straight flush" in told


@pytest.mark.slow
@pytest.mark.parametrize("mutant", WRONG_EVALUATORS, ids=lambda mutant: mutant.name)
def test_crashing_instead_of_one_mistake_never_earns_more(mutant):
    decks = decks_to_try(5, 1)
    guess, right = answers(mutant), answers()

    def crash(deck: Sequence[Card], from_file: bool) -> Run:
        run = right(deck, from_file)
        return run if run.out == guess(deck, from_file).out else Run("", "", 1)

    def earned_by(answer: Answers) -> float:
        """Return the points for the criteria of the decks."""
        runs = Runs({name: (answer(deck.cards, True),) for name, deck in decks.items()})
        return sum(item.score for item in score(judge(runs, decks), DEFAULT_POINTS)[0])

    assert earned_by(crash) <= earned_by(guess)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 77, 4242])
def test_dealing_other_easy_hands_earns_little(seed, monkeypatch):
    """The deck is shuffled until all hands are easy, and they are printed rightly."""

    def reshuffled(deck: Sequence[Card], from_file: bool) -> Run:
        chance, cards = random.Random(str(deck)), list(deck)
        while max(Hand.of(cards[n:50:10]).hand_type for n in range(10)) > HandType.THREE_OF_A_KIND:
            chance.shuffle(cards)
        return answers()(cards, from_file)

    monkeypatch.setattr("styles.outputs.decks_to_try", lambda n, _: decks_to_try(n, seed))
    assert sheet_of(reshuffled).score <= 9  # 7 are for players, cards, and the runs without a deck
