"""Chances: compared with published tables and with hand.py by brute force; samples with both."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import sqrt

import pytest
from program import ENGINES, TESTS, needs_numba

from poker_table import Deck, HandType, Random, chances, read_deck, simulate
from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.hands.best_five import best_five
from poker_table.simulation.chances import answer
from poker_table.simulation.chances.answer import Chances, compute_chances
from poker_table.simulation.chances.question import Question, question_of_deck, read_question
from poker_table.simulation.engines import plain
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.kernel.best_fives import write_best
from poker_table.simulation.kernel.buffers import empty_buffers

BOARD = " ?0 ?1 ?2 ?3 ?4"
# From "Exact poker win probabilities" (G. Irving, 2011): exact.txt of github.com/girving/poker, of
# which these are forty rows. Counts are over all suits of the two hands, divided by a common
# factor.
ROWS = [
    pytest.param(*row.split(), marks=[pytest.mark.slow] if number > 2 else [])
    for number, row in enumerate((TESTS / "reference" / "preflop.tsv").read_text().splitlines()[1:])
]


def suited(name: str) -> list[frozenset[Card]]:
    """Return the two cards that a name such as KQo or 77 stands for, in all suits."""
    ranks = [Rank("23456789TJQKA".index(letter)) for letter in name[:2]]
    pairs = {
        frozenset([Card(ranks[0], one), Card(ranks[1], other)])
        for one in Suit
        for other in Suit
        if (one == other) == name.endswith("s")
    }
    return [pair for pair in pairs if len(pair) == 2]


def canonical(hands: tuple[frozenset[Card], ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return a form of the hands that is the same for all exchanges of suits."""
    return min(
        tuple(tuple(sorted((card.rank, suits[card.suit]) for card in hand)) for hand in hands)
        for suits in permutations(range(4))
    )


def unknown_and_rest(question: Question) -> tuple[list[int], list[Card]]:
    """Return the slots without a card, and the cards that no hand has."""
    slots = {slot for hand in question.hands for slot in hand}
    unknown = sorted(slot for slot in slots if not isinstance(slot, Card))
    return unknown, [card for card in CARDS if card not in slots]


def in_text(cards) -> str:
    return " ".join(map(str, cards))


@cache
def exact_results(hands: str) -> tuple[int, int, int]:
    """Return how often the first of two hands wins, the second, and how often they tie."""
    result = chances(hands)
    assert result.exact
    assert result.deals == 1_712_304
    return result.hands[0].wins, result.hands[1].wins, result.ties


@pytest.mark.parametrize(("first", "second", "wins", "losses", "ties", "deals"), ROWS)
def test_two_hands_before_the_flop_are_as_published(first, second, wins, losses, ties, deals):
    suit_patterns = Counter(
        canonical((one, other))
        for one in suited(first)
        for other in suited(second)
        if not one & other
    )
    total = Counter()
    for hands, times in suit_patterns.items():
        texts = [in_text(Card(*card) for card in hand) + BOARD for hand in hands]
        for outcome, count in enumerate(exact_results(" ; ".join(texts))):
            total[outcome] += times * count
    published = [Fraction(int(count), int(deals)) for count in (wins, losses, ties)]
    everything = total.total()
    assert everything == 1_712_304 * sum(suit_patterns.values())
    assert [Fraction(total[outcome], everything) for outcome in range(3)] == published


def by_brute_force(question: Question, dead: str = "") -> list[Counter[tuple[str, int]]]:
    """Return for each hand how often it is one of n winners, and wins alone with each type.

    hand.py judges every order of the unknown cards.
    """
    unknown, rest = unknown_and_rest(question)
    cached_best_five = cache(best_five)
    counts = [Counter() for _ in question.hands]
    for cards in permutations((c for c in rest if str(c) not in dead.upper()), len(unknown)):
        dealt = dict(zip(unknown, cards, strict=True))
        hands = [
            cached_best_five(frozenset(dealt.get(slot, slot) for slot in hand))
            for hand in question.hands
        ]
        best = max(hand.strength for hand in hands)
        winners = [k for k, hand in enumerate(hands) if hand.strength == best]
        for k in winners:
            counts[k]["won by", len(winners)] += 1
        if len(winners) == 1:
            counts[winners[0]]["alone with", hands[winners[0]].hand_type] += 1
    return counts


QUESTIONS = [
    ("Kh Qs 9d 2c Jh ? ; As Ac 9c 2d Jd ?", "", ""),
    ("Kh Qs ; As Ac ; 2h 2s", "9d 2c Jh ? ?", ""),
    ("9h 8h ; 9d 8d", "Th 7h 6c 5d ? ", "2c 3c"),
    ("Kh Qs 9d 2c Jh 3s ?0 ; As Ac 9c 2d Jd ?0 ; Ah 3c 3d 3h 4h ?1 ?0", "", ""),
    ("2c 3c 4c 5c 6c ; Ah Kh Qh Jh Th 9h 8h 7h 6h ?", "", ""),
    ("2c 3c 4c 5c 6c Kd Qd Jd 9d ? ; 2s 3s 5s 7s 9s Ah Kh 4h 3h ?", "", ""),
    ("2d 2h 2s 3d 3h 3s 4d 4h ? ; Ac Ad 4c 4s 5c 5d 7h 7s", "", "Ah"),
    ("As Ks Qs Js ?", "", ""),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("hands", "board", "dead"), QUESTIONS)
def test_small_questions_have_the_chances_that_hand_py_gives(hands, board, dead, engine):
    question = read_question([hands], board=board, dead=dead)
    result = chances(hands, board=board, dead=dead, engine=engine)
    assert_as_counted(result, by_brute_force(question, dead))


def assert_as_counted(result: Chances, counted: list[Counter[tuple[str, int]]]) -> None:
    """Fail unless chances are as counted; the engines count orders of shared cards only once."""
    every = sum(c["won by", n] / n for c in counted for n in range(1, 11))
    orders = round(every) // result.deals
    assert result.exact
    assert round(every) == orders * result.deals
    for hand, counts in zip(result.hands, counted, strict=True):
        shared = sum(counts["won by", n] for n in range(2, 11))
        assert orders * hand.wins == counts["won by", 1]
        assert orders * hand.shared == shared
        assert hand.losses == result.deals - hand.wins - hand.shared
        equity = sum(Fraction(counts["won by", n], n) for n in range(1, 11))
        assert hand.equity == pytest.approx(float(equity / orders / result.deals), abs=1e-12)
        assert (hand.low, hand.high) == (hand.equity, hand.equity)
        for hand_type in HandType:
            assert orders * hand.wins_with[hand_type] == counts["alone with", hand_type]


@pytest.mark.slow
@pytest.mark.parametrize(
    "hands",
    ["Kh Qs ; As Ac ; 7d 7c", "Kh Qs ; As Ac ; 7d 7c ; 2h 3h ; Jd Tc ; 9s 8s"],
    ids=["three", "six"],
)
def test_more_hands_before_the_flop_have_the_chances_that_eval7_gives(hands):
    """eval7 judges every hand on every board."""
    eval7 = pytest.importorskip("eval7", reason="needs the extra `bench`")
    own = [list(map(eval7.Card, hand.split())) for hand in hands.split(" ; ")]
    names = {str(card) for hand in own for card in hand}
    counts = [Counter() for _ in own]
    rest = [card for card in eval7.Deck().cards if str(card) not in names]
    boards = 0
    for board in combinations(rest, 5):
        worth = [eval7.evaluate([*hand, *board]) for hand in own]
        best, boards = max(worth), boards + 1
        for k, value in enumerate(worth):
            counts[k][worth.count(best) > 1] += value == best
    result = chances(hands, board="? ? ? ? ?")
    assert (result.exact, result.deals) == (True, boards)
    assert [(hand.wins, hand.shared) for hand in result.hands] == [(c[0], c[1]) for c in counts]


@pytest.mark.parametrize("name", ["three.txt", "run-1.txt", "run-4.txt"])
def test_the_last_two_cards_of_ten_players(name):
    question = question_of_deck(read_deck(name), 48)
    *_, result = compute_chances(question, None, Resources("plain"))
    assert result.deals == 12
    assert_as_counted(result, by_brute_force(question))


def counted_by_deck_and_hand(question: Question, seed: int, deals: int) -> list[tuple[int, int]]:
    """Return the deals that each hand wins alone and shares, dealt by Deck and judged by Hand."""
    unknown, rest = unknown_and_rest(question)
    counts = [[0, 0] for _ in question.hands]
    for deal in range(deals):
        deck = Deck(rest)
        deck.shuffle(Random(seed, deal))
        dealt = {slot: deck.deal_next_card() for slot in unknown}
        strengths = [
            best_five([dealt.get(slot, slot) for slot in hand]).strength for hand in question.hands
        ]
        winners = [k for k, strength in enumerate(strengths) if strength == max(strengths)]
        for k in winners:
            counts[k][len(winners) > 1] += 1
    return [(alone, shared) for alone, shared in counts]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "hands",
    [
        "Kh Qs ?0 ?1 ?2 ?3 ?4 ; As Ac ?0 ?1 ?2 ?3 ?4",
        "Kh ? ?1 ?2 ? ; ? ? ? ? ? ?1 ?1000 ; ? ? ?2 ?1000 ? ? ? ? ? ?",
        "? ? ? ? ? ? ? ? ? ? ; ? ? ? ? ? ? ? ? ? ? ; ? ? ? ? ? ? ? ? ? ? ; ? ? ? ? ? ? ? ? ? ?"
        " ; ? ? ? ? ? ? ? 2c 3c ?",
        "2c 3c 4c 5c 7c",
    ],
)
def test_a_sample_deals_as_deck_deals(hands, engine):
    question = read_question([hands])
    result = chances(hands, exact=False, deals=500, seed=9, engine=engine)
    assert (result.exact, result.deals, result.seed) == (False, 500, 9)
    counted = [(hand.wins, hand.shared) for hand in result.hands]
    assert counted == counted_by_deck_and_hand(question, 9, 500)
    assert {hand.wins + hand.shared + hand.losses for hand in result.hands} == {500}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [3, 10])
def test_with_no_known_card_chances_are_those_of_the_simulation(players, engine):
    tally = simulate(40_000, 7, players=players)
    result = chances("", players=players, deals=40_000, seed=7, engine=engine)
    assert tuple(hand.wins for hand in result.hands) == tally.alone
    assert tuple(hand.shared for hand in result.hands) == tally.shared
    assert result.ties == tally.tied


def random_question(draw: random.Random) -> tuple[str, str]:
    """Return random hands and a board with few enough unknown cards for exact chances."""
    cards = draw.sample(CARDS, 52)
    hands = []
    for _ in range(draw.choice([2, 2, 3, 4])):
        own = [str(cards.pop()) for _ in range(draw.choice([2, 3, 4]))]
        hands.append([*own, *["?"] * draw.choice([0, 0, 1])])
    shared = draw.choice([1, 2, 3])
    board = ["?"] * shared + [str(cards.pop()) for _ in range(5 - shared)]
    return " ; ".join(map(" ".join, hands)), " ".join(board)


@pytest.mark.slow
def test_samples_differ_from_exact_chances_as_much_as_by_chance():
    """In sixty random questions: none differs too much, and all together not too little."""
    draw, differences, number = random.Random(2), [], 60
    while len(differences) < number:
        hands, board = random_question(draw)
        if read_question([hands], board=board).layout.arrangements > answer.MOST_EXACT:
            continue
        exact = chances(hands, board)
        sampled = chances(hands, board, exact=False, seed=2000 + len(differences), deals=20_000)
        share = exact.hands[0].wins / exact.deals
        error = sqrt(share * (1 - share) * sampled.deals)
        if error > 10:
            differences.append((sampled.hands[0].wins - share * sampled.deals) / error)
    squares = sum(difference**2 for difference in differences)
    assert max(map(abs, differences)) < 4
    assert abs(squares - number) < 4 * sqrt(2 * number)
    within_one = sum(abs(difference) < 1 for difference in differences)
    assert abs(within_one - 0.6827 * number) < 4 * sqrt(number * 0.6827 * 0.3173)


@pytest.mark.slow
def test_intervals_contain_the_exact_equity_95_times_in_100():
    hands = "Kh Qs ; Kd Qc"  # most deals are shared, which varies less than winning does
    exact = chances(hands, board="? ? ? ? ?").hands[0].equity
    contained = 0
    for seed in range(300):
        hand = chances(hands, board="? ? ? ? ?", exact=False, deals=2000, seed=seed).hands[0]
        contained += hand.low <= exact <= hand.high
    assert abs(contained - 285) < 4 * sqrt(300 * 0.95 * 0.05)


@needs_numba
@pytest.mark.parametrize("hands", ["Kh Qs ; As Ac", "Kh Qs ? ; As Ac ? ; ? ? ?"])
def test_both_engines_count_the_same(hands):
    for exact in (True, False) if "? ? ?" not in hands else (False,):
        asked = {"board": "? ? 2c 3c", "exact": exact, "seed": 3, "deals": 30_000}
        answers = [chances(hands + " ", **asked, engine=engine) for engine in ("plain", "fast")]
        assert answers[0].hands == answers[1].hands


@pytest.mark.parametrize("exact", [True, False])
def test_any_executor_counts_the_same(exact):
    asked = {"board": "? ? ? ? ?", "exact": exact, "seed": 7, "deals": 70_000, "engine": "plain"}
    alone = chances("Kh Qs ; As Ac", **asked).hands
    with ThreadPoolExecutor(2) as threads:
        result = chances("Kh Qs ; As Ac", **asked, workers=2, executor=threads)
    assert result.hands == alone
    assert chances("Kh Qs ; As Ac", **asked, workers=2).hands == alone


@pytest.mark.slow
def test_memory_does_not_grow_with_the_deals():
    def peak_memory(**asked) -> int:
        tracemalloc.start()
        chances("Kh Qs ; As Ac", **asked, engine="plain")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    peak_memory(board="? ? ? ? ?")
    few, many = 3 * plain.DEALS_PER_BATCH, 15 * plain.DEALS_PER_BATCH  # pieces of one size
    peak_of_few = peak_memory(board="? ? ? ? ?", exact=False, deals=few, seed=7)
    peak_of_many = peak_memory(board="? ? ? ? ?", exact=False, deals=many, seed=7)
    assert peak_of_many < 1.1 * peak_of_few
    assert peak_memory(board="? ? ? ? ?") < 30e6
    assert peak_memory(players=3, board="3d 4d 5d 6d ?", exact=True) < 60e6


def strengths_by_kernel(hands: list[list[Card]]) -> list[int]:
    """Return the strength that the kernel gives to each hand; all have the same number of cards."""
    buffers = empty_buffers()
    for number, hand in enumerate(hands):
        for card in hand:
            buffers.planes[card.index] |= 1 << number
    write_best(buffers, len(hands[0]), 0, (1 << len(hands)) - 1)
    planes = buffers.strengths[:30]
    return [
        sum((plane >> k & 1) << bit for bit, plane in enumerate(planes)) for k in range(len(hands))
    ]


@pytest.mark.parametrize("cards", range(5, 11))
def test_the_kernel_orders_hands_of_every_size_as_the_rules_do(cards):
    """Hands of few ranks, of few suits and of all cards, so that every type is common."""
    draw = random.Random(cards)
    packs = [
        CARDS,
        [card for card in CARDS if card.suit < 2],
        [card for card in CARDS if card.rank > 8],
        [card for card in CARDS if card.rank > 3 and card.suit < 3],
        [card for card in CARDS if card.rank in (0, 1, 2, 3, 12)],
    ]
    hands = [draw.sample(pack, cards) for pack in packs for _ in range(1000 if cards == 5 else 300)]
    ours = [best_five(hand).strength for hand in hands]
    theirs = strengths_by_kernel(hands)
    pairs = sorted(zip(ours, theirs, strict=True))
    assert len(set(ours)) == len(set(theirs)) == len(set(pairs))
    assert [kernel for _, kernel in pairs] == sorted(theirs)
    assert {best_five(hand).hand_type for hand in hands} >= set(HandType) - {HandType.HIGH_CARD}
