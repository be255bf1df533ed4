"""Mutants as programs: each is named, or none is."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import combinations

import pytest
from styles.outputs import CombinedMutants, Program
from styles.styles import STYLES

from poker_table.game.deck import Deck
from poker_table.game.rank_and_suit import Suit
from poker_table.game.rules import HandType
from poker_table.grading.judging.judge import judge
from poker_table.grading.marking import decks_to_try
from poker_table.grading.running.runner import Run, Runs
from poker_table.grading.scoring import findings_from
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Key, Mutant
from poker_table.mutants.wrong import WRONG_EVALUATORS as KNOWN

STYLE = next(iter(STYLES.values()))
# Enough to name a single mutant: what is rare, and the decks that nobody can know before.
RARE = "high-cards.txt", "pairs.txt", "two-pairs.txt", "straights.txt", "wheel.txt", "flushes.txt"
# They differ only where two hands share the higher pair and the kicker, which is rare.
HARD_TO_TELL = {"kicker-before-second-pair", "second-pair-ignored"}
ONE = {mutant.name: mutant for mutant in KNOWN}
# They compare hands by one number, or by no type.
NUMBERS = {"base-ten", "value-of-sorted-cards", "overflow", "type-ignored"}


@cache
def all_decks() -> dict[str, Deck]:
    return decks_to_try(0, 1) | decks_to_try(10, 1)


def few_decks() -> dict[str, Deck]:
    return {n: deck for n, deck in all_decks().items() if n in RARE or "composed" in n}


@cache
def hands() -> list[FiveCards]:
    return [RIGHT.evaluate(deck.cards[p:50:10]) for deck in all_decks().values() for p in range(10)]


def outputs(
    evaluator: Evaluator, last: bool = False, decks: Mapping[str, Deck] | None = None
) -> list[str]:
    printing = Program(evaluator, last_player_first=last).printing(STYLE)
    return [printing(deck.cards, True) for deck in (decks or all_decks()).values()]


def named(
    outs: Sequence[str], decks: Mapping[str, Deck] | None = None
) -> tuple[set[str], set[str]]:
    """Return the mutants that are named, and the names of the other faults."""
    decks = decks or all_decks()
    runs = Runs({name: (Run(out, "", 0),) for name, out in zip(decks, outs, strict=True)})
    names = {finding.example.name for finding in findings_from(judge(runs, decks).faults)}
    mutants = {mutant.name for mutant in KNOWN}
    return names & mutants, names - mutants


def lets_some_tie(evaluator: Evaluator) -> bool:
    """Return whether hands of one deck tie for an evaluator, but not by the rules."""
    for deck in all_decks().values():
        dealt = [deck.cards[player:50:10] for player in range(10)]
        keys = {evaluator.comparison_key(evaluator.evaluate(hand)) for hand in dealt}
        if len(keys) < len({RIGHT.evaluate(hand).key for hand in dealt}):
            return True
    return False


@pytest.mark.parametrize(
    "decks_of", [few_decks, pytest.param(all_decks, marks=pytest.mark.slow)], ids=["few", "all"]
)
@pytest.mark.parametrize("mutant", KNOWN, ids=lambda mutant: mutant.name)
def test_a_mutant_is_named_or_reported_by_the_deciding_rank(
    mutant: Mutant, decks_of: Callable[[], dict[str, Deck]]
):
    """Whichever of two players it puts first whose hands tie, if it makes the mistake of a tie."""
    decks = decks_of()
    program = CombinedMutants([mutant])
    for last in (False, True) if lets_some_tie(program) else (False,):
        like, others = named(outputs(program, last, decks), decks)
        if mutant.name in HARD_TO_TELL:
            assert (like, others) in [({mutant.name}, set()), (set(), {"within"})]
        else:
            assert (like, others) == ({mutant.name}, set())


@pytest.mark.parametrize("mutant", [KNOWN[0], KNOWN[-1]], ids=lambda mutant: mutant.name)
def test_a_mutant_is_named_even_if_two_players_have_each_others_hands(mutant: Mutant):
    other = {"Player 1 ": "Player 2 ", "Player 2 ": "Player 1 "}
    decks = few_decks()
    printed = outputs(CombinedMutants([mutant]), decks=decks)
    exchanged = [re.sub("Player [12] ", lambda player: other[player[0]], text) for text in printed]
    assert named(exchanged, decks) == ({mutant.name}, {"other-players"})


def test_a_mutant_is_named_whichever_way_up_the_cards_of_a_hand_are_printed():
    """A straight is missed or not by the order in which its cards came."""
    decks = few_decks()
    lowest_first = outputs(CombinedMutants([ONE["not-sorted"]]), decks=decks)
    five = re.compile(r"(\w\w) (\w\w) (\w\w) (\w\w) (\w\w)(?= - )")
    highest_first = [five.sub(r"\5 \4 \3 \2 \1", text) for text in lowest_first]
    assert highest_first != lowest_first
    assert named(highest_first, decks) == ({"not-sorted"}, set())


def together(count: int, seed: int) -> Iterator[tuple[set[str], list[str]]]:
    """Yield the names of thirty times some that all show, and what they print together.

    Left out are those that compare hands by keys of two kinds, have no key for another's type, or
    make of a hand together what none of them does alone.
    """
    chance, found = random.Random(seed), 0
    while found < 30:
        mutants = chance.sample(KNOWN, count)
        comparing = [mutant.name for mutant in mutants if mutant.stage == "comparison_key"]
        if len(comparing) > 1 and not NUMBERS.isdisjoint(comparing):
            continue
        if not all(map(partial(make_what_one_makes, mutants), hands())):
            continue
        with suppress(IndexError):
            outs = outputs(CombinedMutants(mutants))
            without = ([m for m in mutants if m is not one] for one in mutants)
            if all(outputs(CombinedMutants(others)) != outs for others in without):
                found += 1
                yield {mutant.name for mutant in mutants}, outs


def make_what_one_makes(mutants: Sequence[Mutant], five: FiveCards) -> bool:
    return CombinedMutants(mutants).classify(five) in [mutant.classify(five) for mutant in mutants]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "share", "seed"), [(2, 0.9, 101), (3, 0.8, 2)])
def test_most_combinations_of_mutants_are_all_named_and_no_other(count, share, seed):
    told = [(mutants, named(outs)[0]) for mutants, outs in together(count, seed)]
    assert all(is_so(name, mutants) for mutants, like in told for name in like - mutants)
    assert sum(like >= mutants for mutants, like in told) >= share * len(told)


def is_so(name: str, mutants: set[str]) -> bool:
    """Return whether a mutant compares all hands of its types as some others do together."""
    program = CombinedMutants([mutant for mutant in KNOWN if mutant.name in mutants])
    told = ONE[name]
    of_its_types = [five for five in hands() if five.hand_type in told.types]
    pairs = combinations(of_its_types, 2)
    return bool(of_its_types) and all(program.compare(*two) == told.compare(*two) for two in pairs)


@pytest.mark.parametrize("rises", [True, False])
def test_two_mistakes_in_one_type_are_both_named(rises: bool):
    names = "last-kicker-forgotten", "kicker-before-second-pair"
    both = CombinedMutants([ONE[name] for name in names])
    assert named(outputs(both, last=rises)) == ({*names}, set())


def test_a_wrong_label_in_the_right_place_is_no_mutant():
    """Full houses are in their right places, but labelled three of a kind."""
    outs = [out.replace("Full House", "Three of a Kind") for out in outputs(RIGHT)]
    assert named(outs) == (set(), {"type-taken"})


def test_a_mutant_that_explains_most_hands_is_only_likely():
    """The program classifies rightly if a player's first card is a club."""
    mutant = ONE["four-make-flush"]

    def mostly(five: FiveCards) -> FiveCards:
        return five if five.all_cards[0].suit is Suit.CLUBS else mutant.classify(five)

    outs = zip(all_decks(), outputs(Mutant("classify", mostly)), strict=True)
    runs = Runs({name: (Run(out, "", 0),) for name, out in outs})
    likely, *_ = findings_from(judge(runs, all_decks()).faults)
    assert likely.example.cause == f"Perhaps your program {mutant.does.rstrip('.')}"
    assert (likely.example.name, likely.example.rule) == ("type-taken", mutant.rule)


def ordering(key: Callable[[FiveCards], Key], *types: HandType) -> Mutant:
    """Return what gives every hand its right type, but orders the hands of some by this key."""
    return Mutant("comparison_key", key, *types)


def within(key: Callable[[FiveCards], Key], *types: HandType) -> Mutant:
    return ordering(lambda five: (five.hand_type, *key(five)), *types)


def total(five: FiveCards) -> Key:
    return (sum(five.high_to_low),)


def test_a_mutant_that_mistypes_a_hand_printed_as_high_card_is_not_named_for_the_order():
    mutant = ONE["four-make-straight"]
    program = ordering(lambda five: mutant.comparison_key(mutant.classify(five)))
    assert named(outputs(program)) == (set(), {"between", "within"})


def test_ignoring_types_is_reported_once():
    ignoring = [mutant for mutant in KNOWN if mutant.name == "type-ignored"]
    assert len(ignoring) == 4  # by the ranks, those that count, the value, all cards downward
    decks = few_decks()
    for mutant in ignoring:
        assert named(outputs(mutant, decks=decks), decks) == ({"type-ignored"}, set())
    unsorted = outputs(ordering(total), decks=decks)
    assert named(unsorted, decks) == (set(), {"type-not-first", "unsorted"})


@pytest.mark.parametrize(
    "evaluator",
    [
        within(lambda five: (min(five.ranks),), HandType.FLUSH),
        within(lambda five: tuple((rank + 1) % 13 for rank in five.ranks)),
        within(total),
        within(lambda five: five.ranks[::-1]),
        within(lambda five: five.ranks[::-1], HandType.HIGH_CARD),
        within(lambda five: five.ranks[::-1], HandType.PAIR),
        within(lambda five: (max(five.high_to_low), *five.ranks), HandType.TWO_PAIR),
        within(lambda five: tuple(-rank for rank in five.ranks), HandType.THREE_OF_A_KIND),
        within(total, HandType.HIGH_CARD),
    ],
)
def test_an_unknown_sorting_mistake_is_not_reported_as_a_mutant(evaluator: Evaluator):
    """But where all ranks are reversed, a full house's pair and a wheel's ace do come first."""
    decks = few_decks()
    like, others = named(outputs(evaluator, decks=decks), decks)
    assert like <= {"full-house-by-pair-first", "wheel-ace-high"}
    assert others & {"within", "unsorted", "later-ranks"}


def test_kickers_of_pairs_compared_as_dealt_are_one_mistake():
    def as_dealt(five: FiveCards) -> Key:
        ranks = dict.fromkeys(card.rank for card in five.all_cards)
        return five.ranks[0], *(rank for rank in ranks if rank != five.ranks[0])

    assert named(outputs(within(as_dealt, HandType.PAIR))) == (set(), {"later-ranks"})
