"""What mistakes cost: the table of docs/grade.md, and that one mistake less never earns less.

`python tests/write.py costs` writes the table.
"""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise

import pytest
from program import CLONE, needs_source
from styles.outputs import PROGRAMS, WRONG, CombinedMutants, Game, Program, sheet_of
from styles.styles import STYLES

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import WHEEL, HandType
from poker_table.grading.marking import decks_to_try
from poker_table.grading.results.words import unexplained_losses
from poker_table.grading.running.runner import Ending, Run
from poker_table.grading.sheet import format_points
from poker_table.mutants.evaluator import RIGHT, Evaluator, Mutant

PAGE = CLONE / "docs" / "grade.md"
HEAD = "| Points | Mistake |\n|---:|---|\n"
USUAL = STYLES["as the assignment"]
CRASH, HANG = Run("", "Segmentation fault", 139), Run("", "", 137, Ending("time", 5))
HARD = set(HandType) - {*list(HandType)[:5]}  # a flush and better
Answers = Callable[[Sequence[Card], bool], Run]  # for a deck, and whether a file gave it


def answers(
    evaluator: Evaluator = RIGHT, show: Callable[[str], str] = lambda text: text
) -> Answers:
    """Return a program with this evaluator, its output changed by `show`."""
    program = Program(evaluator)
    return lambda deck, from_file: Run(show(USUAL(program.game(deck, from_file))), "", 0)


def where(when: Callable[[Game], bool], run: Run) -> Answers:
    """Return a right program that ends with this run on the decks that meet a condition."""

    def answer(deck: Sequence[Card], from_file: bool) -> Run:
        game = Program().game(deck, from_file)
        return run if from_file and when(game) else Run(USUAL(game), "", 0)

    return answer


def on_lines(change: Callable[[list[str]], list[str]]) -> Answers:
    return answers(show=lambda text: "\n".join(change(text.splitlines())))


def has_wheel(game: Game) -> bool:
    return any(player.five.ranks == WHEEL for player in game.players)


def misses(*types: HandType) -> Mutant:
    """Return the evaluator that misses some types and names the best other type."""
    instead = {HandType.FLUSH: HandType.HIGH_CARD, HandType.STRAIGHT: HandType.HIGH_CARD,
               HandType.FOUR_OF_A_KIND: HandType.THREE_OF_A_KIND,
               HandType.FULL_HOUSE: HandType.THREE_OF_A_KIND,
               HandType.STRAIGHT_FLUSH: HandType.HIGH_CARD}  # fmt: skip
    return Mutant("classify", lambda five: five.with_type(instead[five.hand_type]), *types)


def reordered(deck: Sequence[Card]) -> list[Card]:
    """Return a deck whose normal deal gives each player five consecutive cards of this one."""
    return [deck[5 * player + card] for card in range(5) for player in range(10)]


def fixed(deck: Sequence[Card], from_file: bool) -> Run:
    chosen = [Card(rank, suit) for suit in range(4) for rank in Rank] if from_file else deck
    return answers()(chosen, from_file)


def numbered_from_0(line: str) -> str:
    head, _, tail = line.partition(" - ")
    return f"Player {int(head.split()[1]) - 1} - {tail}"


def as_dealt(deck: Sequence[Card], from_file: bool) -> Run:
    players = Program().game(deck, from_file).players
    lines = [f"Player {p.number} - {' '.join(map(str, p.dealt))} - {p.five.hand_type}"
             for p in players]  # fmt: skip
    return Run("\n".join(lines), "", 0)


#: The commonest mistakes: in words, and a program that makes this one and no other.
MISTAKES: dict[str, Answers] = {
    "nothing is wrong": answers(),
    "types in other words: Bust, Two of a Kind": answers(
        show=lambda text: text.replace("High Card", "Bust").replace("- Pair", "- Two of a Kind")
    ),
    "A-2-3-4-5 is no straight": answers(PROGRAMS["wheel-missed"].evaluator),
    "Q-K-A-2-3 is a straight": answers(PROGRAMS["wraps-around"].evaluator),
    "A-2-3-4-5 beats every other straight": answers(PROGRAMS["wheel-ace-high"].evaluator),
    "a full house is three of a kind": answers(PROGRAMS["full-house-missed"].evaluator),
    "four of a kind is two pair": answers(PROGRAMS["four-are-two-pair"].evaluator),
    "a flush is high card": answers(misses(HandType.FLUSH)),
    "a straight flush is a flush": answers(PROGRAMS["straight-flush-missed"].evaluator),
    "four of one suit are a flush": answers(PROGRAMS["four-make-flush"].evaluator),
    "a pair of twos is no pair": answers(PROGRAMS["two-is-nothing"].evaluator),
    "a straight counts only if its cards come in order": answers(PROGRAMS["not-sorted"].evaluator),
    "neither a full house nor four of a kind is known": answers(
        misses(HandType.FULL_HOUSE, HandType.FOUR_OF_A_KIND)
    ),
    "a flush and all better types are not known": answers(misses(*HARD)),
    "no types are printed": on_lines(lambda lines: [line.rpartition(" - ")[0] for line in lines]),
    "a flush loses to a straight": answers(PROGRAMS["flush-below-straight"].evaluator),
    "the table is upside down": on_lines(lambda lines: lines[::-1]),
    "hands are ordered without their types": answers(PROGRAMS["type-ignored"].evaluator),
    "the kicker of two pair is never compared": answers(
        PROGRAMS["last-rank-forgotten-two-pair"].evaluator
    ),
    "the last kicker is never compared": answers(PROGRAMS["last-kicker-forgotten"].evaluator),
    "flushes are compared by their highest card alone": answers(
        PROGRAMS["flush-by-highest-card"].evaluator
    ),
    "straights are not compared": answers(PROGRAMS["straights-tie"].evaluator),
    "ranks are the digits of a number in base 10": answers(PROGRAMS["base-ten"].evaluator),
    "kickers are compared from the lowest up": answers(PROGRAMS["kickers-lowest-first"].evaluator),
    "only the first rank that counts is compared": answers(PROGRAMS["first-rank-alone"].evaluator),
    "hands of one type are not ordered at all": answers(PROGRAMS["value-ignored"].evaluator),
    "five cards in a row go to each player": lambda deck, from_file: answers()(
        reordered(deck) if from_file else deck, from_file
    ),
    "the players are numbered from 0": on_lines(lambda lines: [*map(numbered_from_0, lines)]),
    "one player is missing": on_lines(lambda lines: lines[:-1]),
    "the cards of a hand stand as dealt": as_dealt,
    "it crashes at its very end": lambda deck, from_file: answers()(deck, from_file)._replace(
        exit_code=139
    ),
    "it crashes where there is A-2-3-4-5": where(has_wheel, CRASH),
    "it hangs where there is A-2-3-4-5": where(has_wheel, HANG),
    "it crashes where there is a flush or better": where(
        lambda game: bool({player.five.hand_type for player in game.players} & HARD), CRASH
    ),
    "it prints one table, whatever the file is": fixed,
    "it prints nothing": lambda deck, from_file: Run("", "", 0),
}


def cost(mistake: str) -> float:
    sheet = sheet_of(MISTAKES[mistake])
    return round(sheet.points - sheet.score, 1)


def table(costs: dict[str, float]) -> str:
    """Return a row for each cost, the lowest first, with the mistakes that cost so much."""
    rows = [
        (points, "; ".join(m for m in costs if costs[m] == points)) for points in costs.values()
    ]
    return "".join(f"| {format_points(points)} | {what} |\n" for points, what in sorted({*rows}))


def rows_of_the_page() -> dict[str, float]:
    rows = PAGE.read_text().partition(HEAD)[2].partition("\n\n")[0].splitlines()
    cells = [line.strip("|").split("|") for line in rows]
    return {m: float(points) for points, what in cells for m in what.strip().split("; ")}


SOME = "A-2-3-4-5 is no straight", "the table is upside down", "it hangs where there is A-2-3-4-5"


@needs_source
@pytest.mark.parametrize(
    "mistake", [pytest.param(m, marks=[] if m in SOME else [pytest.mark.slow]) for m in MISTAKES]
)
def test_each_mistake_costs_what_the_page_says(mistake):
    assert cost(mistake) == rows_of_the_page()[mistake]


@needs_source
def test_the_page_lists_all_mistakes_in_order_of_cost():
    costs = rows_of_the_page()
    assert costs.keys() == MISTAKES.keys()
    assert [*costs.values()] == sorted(costs.values())


@needs_source
def test_worse_mistakes_cost_more():
    costs = rows_of_the_page()
    for less, more in pairwise(
        [
            "nothing is wrong",
            "the cards of a hand stand as dealt",
            "a full house is three of a kind",
            "neither a full house nor four of a kind is known",
            "no types are printed",
            "a flush and all better types are not known",
            "it crashes where there is a flush or better",
            "it prints one table, whatever the file is",
            "it prints nothing",
        ]
    ):
        assert costs[less] < costs[more], (less, more)
    assert costs["types in other words: Bust, Two of a Kind"] == 0
    assert costs["the table is upside down"] < costs["no types are printed"]
    assert costs["A-2-3-4-5 is no straight"] < costs["it crashes where there is A-2-3-4-5"]


def test_a_crash_on_a_published_deck_costs_no_type():
    published = [*decks_to_try(10, 1)["base-thirteen.txt"].cards]
    sheet = sheet_of(lambda deck, _: CRASH if [*deck] == published else as_dealt(deck, True))
    scores = {item.key: item.score for item in sheet.items}
    assert (scores["types"], scores["cards"]) == (5, 0)


def test_the_letter_names_the_types_whose_order_could_not_be_judged():
    sheet = sheet_of(MISTAKES["a flush and all better types are not known"])
    losses = unexplained_losses(sheet)
    assert any("It could not be judged for" in loss for loss in losses)


def shown(evaluator: Evaluator) -> frozenset[object]:
    """Return the mistakes that show on the decks: hands of wrong types, right ones out of order."""
    mistakes: set[object] = set()
    for name, deck in decks_to_try(10, 1).items():
        players = Program(evaluator).game(deck.cards, True).players
        right = [(p, RIGHT.evaluate(p.dealt)) for p in players]
        mistakes |= {(name, p.number) for p, five in right if p.five.hand_type != five.hand_type}
        sound = [(p, five) for p, five in right if p.five.hand_type == five.hand_type]
        for (upper, better), (lower, worse) in combinations(sound, 2):
            if RIGHT.compare(better, worse) < 0:
                mistakes.add((name, upper.number, lower.number))
    return frozenset(mistakes)


def groups() -> list[tuple[Mutant, ...]]:
    """Return eight pairs and eight triples of mutants from a fixed seed."""
    drawn = random.Random(27)
    return [tuple(drawn.sample(WRONG, count)) for count in [2] * 24 + [3] * 24][::3]


def judged(mutants: Sequence[Mutant]) -> tuple[frozenset[object], float] | None:
    """Return the visible mistakes and the marks; None if the mutants cannot be combined."""
    try:
        return shown(CombinedMutants(mutants)), sheet_of(answers(CombinedMutants(mutants))).score
    except (ValueError, IndexError):
        return None


@pytest.mark.parametrize(
    "mutants",
    [pytest.param(g, marks=pytest.mark.slow) for g in groups()],
    ids=lambda mutants: "+".join(mutant.name for mutant in mutants),
)
def test_fewer_mistakes_never_earn_less(mutants):
    """Only visible mistakes count: a mistake may hide another."""
    whole = judged(mutants)
    for fewer in combinations(mutants, len(mutants) - 1):
        part = judged(fewer)
        if whole and part and part[0] <= whole[0]:
            assert part[1] >= whole[1], [mutant.name for mutant in fewer]


def write() -> None:
    with ProcessPoolExecutor(2) as executor:
        costs = dict(zip(MISTAKES, executor.map(cost, MISTAKES), strict=True))
    before, _, rest = PAGE.read_text().partition(HEAD)
    PAGE.write_text(f"{before}{HEAD}{table(costs)}\n{rest.partition(chr(10) * 2)[2].lstrip()}")
