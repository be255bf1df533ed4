"""The questions of a practice, drawn from a seed, and the answer of each misconception to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType, summary_value
from poker_table.hands.best_five import Holding
from poker_table.hands.every_strength import hand_of_each_strength, hands_that_begin
from poker_table.hands.explanation import Value
from poker_table.hands.types import FACTS
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, best_of
from poker_table.mutants.wrong import MUTANTS, base_ten
from poker_table.order.dealing import choose_cards

HAND_NAMES = "ABCD"
TIE, BY_TYPE, BY_SUIT = "They tie", "The hand type", "The suit"
DRAWS = 800  # of four hands each
SHOWN = 8  # questions of each kind that show a misconception, if there are that many
#: The misconceptions: the wrong evaluators whose mistake can show in hands of five cards.
MISCONCEPTIONS = [mutant for mutant in MUTANTS if mutant.needs in ("five", "rounds")]

T = TypeVar("T")
Fives = Sequence[FiveCards]


class Kind(NamedTuple):
    """A kind of question.

    It is about a number of `hands`. A student taps "hands" or "cards", `several` of them or one, or
    one of the `options`. A slip leads to one of about as many answers as there are `choices`.
    """

    text: str
    hint: str
    hands: int
    taps: str
    several: bool
    choices: int
    options: tuple[str, ...]
    answer: Callable[[Evaluator, Fives], Any]


class Question(NamedTuple):
    """A question about five-card hands; an answer is a text, such as "B, A = C, D"."""

    kind: str
    hands: tuple[Hand, ...]
    options: tuple[str, ...]
    right: str
    wrong: dict[int, str]  # index in MISCONCEPTIONS -> its answer, unless that is the right one


@cache
def question_pool(seed: int) -> tuple[Question, ...]:
    """Return the questions that a seed always gives."""
    random = Random(seed)
    drawn = [question for hands in _similar_hands(random) for question in _questions(*hands)]
    return tuple(_shuffled(_enough_of_each(drawn), random))


def _questions(*hands: Hand) -> Iterator[Question]:
    """Yield a question of each kind, unless no misconception answers it wrongly."""
    fives = [best_of(Holding.of(hand.dealt)) for hand in hands]
    types = {five.hand_type for five in fives}
    misread = dict[int, list[FiveCards]]()
    for number, mutant in enumerate(MISCONCEPTIONS):
        taken = [mutant.classify(five) for five in fives]
        if taken != fives or (not mutant.affects_choice and mutant.may_differ(types, HAND_SIZE)):
            misread[number] = taken
    for name, kind in KINDS.items():
        right = kind.answer(RIGHT, fives[: kind.hands])
        answers = {
            number: kind.answer(MISCONCEPTIONS[number], taken[: kind.hands])
            for number, taken in misread.items()
        }
        wrong = {number: given for number, given in answers.items() if given != right}
        options = kind.options
        if name == "value":
            # Two sums of the same number would both be right: 7 is also 0·13 + 7.
            if any(given.number == right.number for given in wrong.values()):
                continue
            values = _values(fives[0], {right, *wrong.values()})
            options = tuple(str(value.sum) for value in values)
            right, wrong = str(right.sum), {n: str(given.sum) for n, given in wrong.items()}
        if wrong:
            yield Question(name, hands[: kind.hands], options, right, wrong)


def _order(evaluator: Evaluator, fives: Fives) -> str:
    """Return the names of the hands, those that the fewest others beat first: B, A = C, D."""
    lost = Counter(range(len(fives)))
    for i, j in combinations(lost, 2):
        if result := evaluator.compare(fives[i], fives[j]):
            lost[j if result > 0 else i] += 1
    places = sorted({*lost.values()})
    return ", ".join(
        " = ".join(name for i, name in enumerate(HAND_NAMES) if lost[i] == place)
        for place in places
    )


def _winner(evaluator: Evaluator, fives: Fives) -> str:
    return {1: "A", -1: "B", 0: TIE}[evaluator.compare(*fives)]


def _type_and_digits(evaluator: Evaluator, five: FiveCards) -> tuple[int, ...]:
    """Return the type and the digits that an evaluator compares.

    An evaluator may compare a single number instead of digits. A person who makes its mistake still
    looks at ranks. If the number was computed from all five ranks, high to low, those are returned;
    otherwise the ranks that count by the rules.
    """
    key = evaluator.comparison_key(five)
    if key == five.ranks:  # the type is ignored
        return 0, *key
    if key[1:] == (summary_value(five.high_to_low),):
        return key[0], *five.high_to_low
    is_number = len(key) == 2 and key[1] >= len(Rank)
    return five.key if is_number else key


def _what_decides(evaluator: Evaluator, fives: Fives) -> str:
    """Return the deciding rank of the better of two hands, as a digit, or one of the options."""
    winner = evaluator.compare(fives[0], fives[1])
    better, worse = (_type_and_digits(evaluator, five) for five in fives[:: winner or 1])
    index = next((i for i, (a, b) in enumerate(zip(better, worse, strict=False)) if a != b), -1)
    if not winner or index < 0:
        return TIE
    if index == 0 or better[index] >= len(Rank):  # a digit above the ranks marks a higher type
        return BY_TYPE
    return BY_SUIT if index > len(fives[0].ranks) else f"{better[index]:d}"


def _digits_of(evaluator: Evaluator, five: FiveCards) -> tuple[Rank, ...]:
    """Return the ranks that an evaluator uses as the digits of a hand's value."""
    digits = _type_and_digits(evaluator, five)[1:]
    if not digits or not all(0 <= digit < len(Rank) for digit in digits):
        digits = five.ranks
    if digits[: len(five.ranks)] == five.ranks:
        digits = five.ranks[: len(FACTS[five.hand_type].ranks)]
    return tuple(map(Rank, digits))


def _all_digits(evaluator: Evaluator, fives: Fives) -> str:
    digits = (_digits_of(evaluator, five) for five in fives)
    return " / ".join(" ".join(f"{rank:d}" for rank in each) for each in digits)


def _value(evaluator: Evaluator, fives: Fives) -> Value:
    five = fives[0]
    digits = _digits_of(evaluator, five)
    if len(digits) > 1 and (key := evaluator.comparison_key(five)) == base_ten(five):
        return Value(digits, key[1], 10)
    return Value(digits, summary_value(digits))


def _values(five: FiveCards, given: set[Value]) -> list[Value]:
    """Return the values to choose from: the given ones, and plausible others."""
    high_to_low = five.distinct_high_to_low
    others = high_to_low, high_to_low[::-1], high_to_low[:1]
    numbers = {value.number for value in given}
    more = (Value(each, summary_value(each)) for each in others)
    values = [*given, *(value for value in more if value.number not in numbers)]
    return sorted(values, key=lambda value: (value.number, value))


KINDS = {
    "order": Kind(
        "Which order is right, the best hand first?",
        "Tap the hands, the best first; tap again to undo. “= A” means: equal to A.",
        4, "hands", True, 9, (), _order,
    ),
    "winner": Kind(
        "Which hand wins?", "Tap the hand.",
        2, "hands", False, 3, (TIE,), _winner,
    ),
    "type": Kind(
        "Which hand type is this?", "",
        1, "", False, 9, tuple(map(str, HandType)), lambda _, fives: str(fives[0].hand_type),
    ),
    "decides": Kind(
        "Which card of the winning hand decides?", "Tap the card, or what decides instead.",
        2, "cards", False, 9, (BY_TYPE, BY_SUIT, TIE), _what_decides,
    ),
    "value": Kind(
        "What is the base-13 value of this hand?", "A two is 0, an ace is 12.",
        1, "", False, 5, (), _value,
    ),
    "digits": Kind(
        "Which cards are the digits of the two base-13 values?",
        "A two is 0, an ace is 12. The digits are the ranks that count. Tap one card for each, the"
        " most important first; tap again to undo.",
        2, "cards", True, 9, (), _all_digits,
    ),
}  # fmt: skip


def _enough_of_each(questions: Sequence[Question]) -> list[Question]:
    """Return enough questions for each misconception, those that the most mutants fail first."""
    shown, chosen = Counter[tuple[str, int]](), []
    for question in sorted(questions, key=lambda question: -len(question.wrong)):
        pairs = [(question.kind, number) for number in question.wrong]
        if any(shown[pair] < SHOWN for pair in pairs):
            chosen.append(question)
            shown.update(pairs)
    return chosen


def _shuffled(things: Sequence[T], random: Random) -> list[T]:
    remaining, shuffled = [*things], []
    while remaining:
        shuffled.append(remaining.pop(random.integer(0, len(remaining) - 1)))
    return shuffled


def _choice(things: Sequence[T], random: Random) -> T:
    return things[random.integer(0, len(things) - 1)]


def _similar_hands(random: Random) -> Iterator[list[Hand]]:
    """Yield hands, four at a time, that are hard to tell apart.

    Each hand is of the same type as the hand drawn before it, or of the next lower type. Only the
    second hand may differ: it is drawn by the rules in `second`, which take turns.
    """
    sources = _sources()
    second: list[Callable[[Hand], list[Hand]]] = [
        lambda hand: _alike(hand, random.integer(0, len(hand.ranks) - 1)),
        _of_the_next_type,
        lambda _: _choice(sources, random),
        lambda hand: (
            hands_that_begin(hand.hand_type, Rank.ACE) + hands_that_begin(hand.hand_type, Rank.FIVE)
        ),
        lambda hand: [hand],
    ]
    for number in range(DRAWS):
        hand = _choice(sources[number % len(sources)], random)
        ranks = [hand]
        hand = _choice(second[number // len(sources) % len(second)](hand), random)
        ranks.append(hand)
        for _ in range(2):
            count = random.integer(len(hand.ranks) // 2, len(hand.ranks) - 1)
            candidates = _of_the_next_type(hand), _alike(hand, count)
            hand = _choice(_choice(candidates, random), random)
            ranks.append(hand)
        ranks = _shuffled(ranks, random)
        hands = _in_random_suits(ranks, random)
        if [hand.strength for hand in hands] == [hand.strength for hand in ranks]:
            yield hands


def _alike(hand: Hand, count: int) -> list[Hand]:
    """Return the hands of the same type whose first `count` ranks are the same."""
    return hands_that_begin(hand.hand_type, *hand.ranks[:count])


def _of_the_next_type(hand: Hand) -> list[Hand]:
    """Return the hands of the next lower type; for a high card, all high-card hands."""
    return hands_that_begin(HandType(max(hand.hand_type - 1, 0)))


@cache
def _sources() -> list[list[Hand]]:
    """Return lists of hands to draw from: those of each type, and those that a mutant misreads."""
    wrong = [mutant.classify for mutant in MISCONCEPTIONS if mutant.stage == "classify"]
    fives = [(best_of(Holding.of(hand.dealt)), hand) for hand in hand_of_each_strength()]
    misread = ([hand for five, hand in fives if classify(five) != five] for classify in wrong)
    return [*map(hands_that_begin, HandType), *filter(None, misread)]


def _in_random_suits(ranks: Iterable[Hand], random: Random) -> list[Hand]:
    """Return hands of the same ranks in random suits, or [] if the cards run out.

    About every second hand is nearly a flush: if possible, all its cards but one share a suit.
    """
    deck, hands = [*Deck.shuffled(random)], []
    for hand in ranks:
        suit, odd = _choice([*Suit], random), _choice(hand.ranks, random)
        is_flush, candidates = hand.hand_type in FLUSHES, deck
        if not is_flush and random.integer(0, 1):
            candidates = sorted(deck, key=lambda card: card.suit is not suit or card.rank is odd)
        wanted = [card.rank for card in hand.cards]
        five = choose_cards(hand.hand_type, wanted, candidates, suit if is_flush else None)
        if five is None:
            return []
        hands.append(Hand.of(sorted(five, key=deck.index)))
        taken = {*five}
        deck = [card for card in deck if card not in taken]
    return hands
