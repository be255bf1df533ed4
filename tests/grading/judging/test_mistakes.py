"""Programs with two and three mistakes: each mistake is reported, and paid for once."""

import sys
from collections import Counter
from collections.abc import Sequence, Set
from functools import cache
from itertools import combinations

import pytest
from program import STUDENTS

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.rank_and_suit import Rank
from poker_table.grading.judging.judge import judge
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import decks_to_try
from poker_table.grading.running.runner import Run, Runs
from poker_table.grading.scoring import score
from poker_table.grading.sheet import Sheet

sys.path.append(str(STUDENTS))
import right

pytestmark = pytest.mark.slow  # 88 programs on 92 decks, but all within this process

# Each mistake, the criteria that it costs, and the causes or remarks that may report it.
MISTAKES = {
    "other suits": (set(),
     {"The suits 0 to 3 are C D H S in the decks; in your program they are D C H S"}),
    "other ranks": ({"reading"},
     {"The ranks are numbered differently: 0 is a two, but is taken for a three"}),
    "five in a row": ({"reading"},
     {"Each player gets five cards in a row; player 1 must get cards 1, 11, 21, 31 and 41"}),
    "from the end": ({"reading"}, {"The deck is dealt from the wrong end"}),
    "from zero": ({"players"}, {"The players are numbered from 0"}),
    "upside down": ({"between"}, {"The table is upside down"}),
    "misspelt": (set(), {"You print 'Too Pear' for 'Two Pair'"}),
    "no straight flush": ({"types"},
     {"Your program takes a straight flush for a flush: it never asks for a straight as well"}),
    "no wheel": ({"types"},
     {"Your program does not know that the ace may be low: it misses the straight A-2-3-4-5"}),
    "cards as dealt": ({"cards"}, {"The cards of a hand do not stand in order of rank"}),
    "base ten": ({"within"},
     {"Your program writes the ranks as digits in base 10, where thirteen ranks do not fit"}),
    "flush below straight": ({"between"},
     {"Your program has the two types in the wrong order: a straight beats a flush"}),
}  # fmt: skip
PAIRS = [frozenset(pair) for pair in combinations(MISTAKES, 2)]
TRIPLES = [
    frozenset(three)
    for three in (
        ("other suits", "from zero", "upside down"),
        ("other suits", "misspelt", "no straight flush"),
        ("from zero", "five in a row", "no wheel"),
        ("other ranks", "from the end", "cards as dealt"),
        ("five in a row", "from the end", "other suits"),
        ("upside down", "base ten", "misspelt"),
        ("upside down", "flush below straight", "from zero"),
        ("cards as dealt", "no wheel", "base ten"),
        ("no straight flush", "from the end", "upside down"),
        ("other ranks", "other suits", "flush below straight"),
    )
]


def as_read_by(mistakes: Set[str], deck: Sequence[Card]) -> list[Card]:
    """Return the deck that gives a program with reading mistakes the hands of a right one."""
    cards = list(deck)
    if "five in a row" in mistakes:
        cards = [cards[10 * i + player] for player in range(10) for i in range(5)] + cards[50:]
    if "from the end" in mistakes:
        cards.reverse()
    return [Card(Rank((c.rank - ("other ranks" in mistakes)) % 13), c.suit) for c in cards]


READINGS = [
    {*some}
    for count in range(4)
    for some in combinations(("other ranks", "five in a row", "from the end"), count)
]
TELLING = "wheel.txt", "straight-flushes.txt", "base-thirteen.txt", "every-hand-type.txt"


@cache
def decks() -> dict[str, Deck]:
    tried = decks_to_try(0, 1) | decks_to_try(5, 1)
    return tried | {
        f"{name} as by {number}": Deck(as_read_by(mistakes, deck.cards))
        for number, mistakes in enumerate(READINGS[1:], 1)
        for name, deck in tried.items()
        if name in TELLING or "composed" in name
    }


def evaluated(cards: Sequence[tuple[int, int]], mistakes: Set[str]) -> tuple[int, int, list[int]]:
    """Return the printed type, and the sort key of a program with the mistakes."""
    kind, ranks = right.evaluate(cards)
    held = sorted((rank for rank, _ in cards), reverse=True)
    if "no wheel" in mistakes and held == [12, 3, 2, 1, 0]:
        kind, ranks = {4: 0, 8: 5}[kind], held
    if "no straight flush" in mistakes and kind == 8:
        kind = 5
    if "base ten" in mistakes:
        different = list(Counter(ranks))
        ranks = [sum(rank * 10 ** (5 - place) for place, rank in enumerate(different))]
    if "first rank alone" in mistakes:
        ranks = ranks[:1]
    weight = 9 - kind if kind in (4, 5) and "flush below straight" in mistakes else kind
    return kind, weight, ranks


@cache
def printed(deck: Deck, mistakes: frozenset[str]) -> str:
    cards = [((c.rank + ("other ranks" in mistakes)) % 13, int(c.suit)) for c in deck.cards]
    if "from the end" in mistakes:
        cards.reverse()
    hands = right.deal(cards)
    if "five in a row" in mistakes:
        hands = [cards[5 * player : 5 * player + 5] for player in range(10)]
    lines = []
    for player, hand in enumerate(hands, "from zero" not in mistakes):
        kind, *strength = evaluated(hand, mistakes)
        suits = "DCHS" if "other suits" in mistakes else "CDHS"
        row = hand if "cards as dealt" in mistakes else sorted(hand)
        shown = " ".join(right.RANKS[rank] + suits[suit] for rank, suit in row)
        name = "Too Pear" if "misspelt" in mistakes and kind == 2 else right.NAMES[kind]
        lines.append((strength, f"Player {player} - {shown} - {name}"))
    lines.sort(key=lambda line: line[0], reverse="upside down" not in mistakes)
    return "\n".join(line for _, line in lines)


@cache
def sheet_of(mistakes: frozenset[str]) -> Sheet:
    on_decks = {name: (Run(printed(deck, mistakes), "", 0),) * 2 for name, deck in decks().items()}
    dealt = [run for run, _ in on_decks.values()][:2]
    judgement = judge(Runs(on_decks, Run("", "Error: no such file", 1), tuple(dealt)), decks())
    return Sheet("mine", *score(judgement, DEFAULT_POINTS), judgement.remarks)


def told(sheet: Sheet) -> Counter[str]:
    """Return the mistakes that a sheet reports, and its other causes."""
    found: Counter[str] = Counter()
    causes = {cause: name for name, (_, causes) in MISTAKES.items() for cause in causes}
    told = [r for r in map(str, sheet.remarks) if r.startswith(("The suits", "You print '"))]
    for cause in [*(str(f.example.cause) for f in sheet.findings), *told]:
        found[causes.get(cause, cause)] += 1
    return found


def showing(mistakes: frozenset[str]) -> Set[str]:
    """Return the mistakes that change the output on some deck."""
    return {mistake for mistake in mistakes if tables(mistakes) != tables(mistakes - {mistake})}


def tables(mistakes: frozenset[str]) -> list[str]:
    return [printed(deck, mistakes) for deck in decks().values()]


def test_a_program_without_mistakes_has_all_marks():
    sheet = sheet_of(frozenset())
    assert (sheet.score, told(sheet)) == (25, {})


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_reported_and_paid_for(mistake):
    sheet = sheet_of(frozenset({mistake}))
    assert told(sheet) == {mistake: 1}
    assert lost(sheet) == MISTAKES[mistake][0]


@pytest.mark.parametrize("mistakes", [*PAIRS, *TRIPLES], ids=lambda some: "+".join(sorted(some)))
def test_combined_mistakes_are_each_reported_and_paid_for_once(mistakes):
    sheet = sheet_of(mistakes)
    assert lost(sheet) == {key for mistake in showing(mistakes) for key in MISTAKES[mistake][0]}
    assert told(sheet) == Counter(showing(mistakes))


def test_kickers_that_are_never_compared_are_reported_as_one_mistake():
    alone = "Your program compares only the first rank of hands of one type: kickers never decide"
    assert told(sheet_of(frozenset({"first rank alone"}))) == {alone: 1}
    several = frozenset({"first rank alone", "no wheel", "no straight flush"})
    assert told(sheet_of(several)) == {alone: 1, "no wheel": 1, "no straight flush": 1}


def lost(sheet: Sheet) -> Set[str]:
    return {item.key for item in sheet.items if item.score < item.points}
