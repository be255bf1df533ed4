"""The questions of a practice, drawn from a seed, and what each misconception answers to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise, permutations, product
from typing import NamedTuple, TypeVar

from poker_table.game.card import Card, Rank, Suit
from poker_table.game.deck import Deck
from poker_table.game.hand import FLUSHES, HAND_SIZE, Hand, HandType, summary_value
from poker_table.game.random import Random
from poker_table.hands.best_five import hand_of_each_strength
from poker_table.hands.explanation import LOW_ACE, Value, has_low_ace, why_not_higher
from poker_table.hands.in_words import deciding_digit, in_words, why_it_beats
from poker_table.hands.sentence import Sentence, Text
from poker_table.hands.types import COUNTING_RANKS, OVERLOOKED, TYPE_NAMES
from poker_table.lesson.beliefs import belief
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Mutant
from poker_table.mutants.wrong import MUTANTS, WRONG, base_ten

KINDS = {
    "order": "Which order is right, the best hand first?",
    "winner": "Which hand wins?",
    "type": "Which hand type is this?",
    "decides": "Which card of the winning hand decides?",
    "value": "What is the base-13 value of this hand? A two is 0, an ace is 12.",
    "digits": "Which digits have the base-13 values of A and B? A two is 0, an ace is 12.",
}
LETTERS = "ABCD"  # the names of the hands, as far as there are any
WINNERS = {1: "Hand A", -1: "Hand B", 0: "They tie"}
TYPE, SUIT, NOTHING = (
    15,
    14,
    -1,
)  # beside the ranks: what can decide, the last of two hands that tie
NOT_A_CARD = {TYPE: "None: the hand type", SUIT: "The suit", NOTHING: "None: they tie"}
MOST_ANSWERS = 9  # each has a key
DRAWN = 800  # times four hands
TRIALS = 8  # questions of a kind on which a misconception shows

Thing = TypeVar("Thing")
Meaning = object  # of an answer: a type, who wins, what decides, digits


class Question(NamedTuple):
    """A question of five-card hands, its answers, the right one, and those that are believed.

    `wrong` has the answer of each misconception, by its number, that does not give the right one.
    `why` is said to a wrong answer: what decides, and how to see it.
    """

    kind: str
    hands: tuple[tuple[Card, ...], ...]
    answers: tuple[Text, ...]
    right: int
    wrong: dict[int, int]
    why: Text

    @property
    def text(self) -> str:
        """What is asked."""
        return KINDS[self.kind]


class Misconception(NamedTuple):
    """Wrong evaluators that no question tells apart."""

    mutants: tuple[Mutant, ...]

    @property
    def broad(self) -> bool:
        """Whether it is believed of every hand that it concerns, and not of one type only."""
        return any(mutant.name in WRONG for mutant in self.mutants)

    @property
    def sentence(self) -> str:
        """What is believed, as one sentence or, where questions cannot decide, as several."""
        return " Or: ".join(map(belief, self.mutants))


class Pool(NamedTuple):
    """All that a practice may ask, and the misconceptions that it can find."""

    seed: int
    questions: tuple[Question, ...]
    misconceptions: tuple[Misconception, ...]


#: The wrong evaluators that may show in five cards a hand.
KNOWN = [mutant for mutant in MUTANTS if mutant.needs in ("five", "rounds")]


@cache
def pool(seed: int) -> Pool:
    """Return the questions of a seed, always the same, and the misconceptions they tell apart."""
    random = Random(seed)
    drawn = [asked for hands in _near_hands(random) for asked in _asked(*hands)]
    chosen = [drawn[number] for number in _shuffled(_chosen(drawn), random)]
    same: dict[tuple[Meaning, ...], list[int]] = {}
    for number in range(len(KNOWN)):
        same.setdefault(tuple(wrong.get(number) for *_, wrong in chosen), []).append(number)
    same.pop((None,) * len(chosen), None)  # those that never show
    first = [group[0] for group in same.values()]
    questions = tuple(_question(*each, first) for each in chosen)
    groups = (Misconception(tuple(KNOWN[number] for number in group)) for group in same.values())
    return Pool(seed, questions, tuple(groups))


Asked = tuple[str, tuple[Hand, ...], Meaning, dict[int, Meaning]]


def _asked(*hands: Hand) -> Iterator[Asked]:
    """Yield a question of each kind: its hands, the right answer, and each misconception's."""
    fives = [_five(hand) for hand in hands]
    types = {five.hand_type for five in fives}
    believed = dict[int, list[FiveCards]]()
    for number, mutant in enumerate(KNOWN):
        taken = [mutant.classify(five) for five in fives]
        if taken != fives or (not mutant.affects_choice and mutant.may_differ(types, HAND_SIZE)):
            believed[number] = taken
    for kind, (count, meant) in MEANT.items():
        right = meant(RIGHT, fives[:count])
        answers = {n: meant(KNOWN[n], taken[:count]) for n, taken in believed.items()}
        wrong = {number: answer for number, answer in answers.items() if answer != right}
        # A value has one right answer: 7 is 0·13 + 7 in other digits.
        twins = kind == "value" and right.number in {each.number for each in wrong.values()}  # type: ignore[attr-defined]
        if 0 < len({*wrong.values()}) < MOST_ANSWERS and not twins:
            yield kind, hands[:count], right, wrong


def _five(hand: Hand) -> FiveCards:
    cards = hand.cards_by_importance
    ranks = tuple(dict.fromkeys(card.rank for card in cards))
    return FiveCards(cards, hand.hand_type, ranks, hand.dealt)


def _who_wins(evaluator: Evaluator, fives: Sequence[FiveCards]) -> int:
    return evaluator.compare(fives[0], fives[1])


def _which_order(evaluator: Evaluator, fives: Sequence[FiveCards]) -> tuple[int, ...]:
    """Return of each hand how many others beat it."""
    pairs = combinations(range(len(fives)), 2)
    who = {pair: evaluator.compare(*(fives[i] for i in pair)) for pair in pairs}
    lost = Counter(pair[result > 0] for pair, result in who.items() if result)
    return tuple(lost[i] for i in range(len(fives)))


def _which_type(_: Evaluator, fives: Sequence[FiveCards]) -> HandType:
    return fives[0].hand_type


def _weighed(evaluator: Evaluator, five: FiveCards) -> tuple[int, ...]:
    """Return the type and the digits that an evaluator compares.

    A number in another base stands for the right ranks: to compare it is to look at those.
    """
    key = evaluator.comparison_key(five)
    if key == five.ranks:  # the type is ignored
        return 0, *key
    if key[1:] == (summary_value(five.high_to_low),):
        return key[0], *five.high_to_low
    number = len(key) == 2 and key[1] >= len(Rank)
    return five.key if number else key


def _what_decides(evaluator: Evaluator, fives: Sequence[FiveCards]) -> int:
    """Return the rank that decides in the better of two hands, or what does in its place."""
    who = evaluator.compare(fives[0], fives[1])
    better, worse = (_weighed(evaluator, five) for five in fives[:: who or 1])
    place = next((i for i, (a, b) in enumerate(zip(better, worse, strict=False)) if a != b), -1)
    if not who or place < 0:
        return NOTHING
    if place == 0 or better[place] >= len(Rank):  # above every rank stands what is of a higher type
        return TYPE
    return SUIT if place > len(fives[0].ranks) else better[place]


def _digits_of(evaluator: Evaluator, five: FiveCards) -> tuple[Rank, ...]:
    """Return the ranks that an evaluator takes for the digits of a hand's value."""
    digits = _weighed(evaluator, five)[1:]
    if not digits or not all(0 <= digit < len(Rank) for digit in digits):
        digits = five.ranks
    if digits[: len(five.ranks)] == five.ranks:
        digits = five.ranks[: len(COUNTING_RANKS[five.hand_type])]
    return tuple(map(Rank, digits))


def _which_digits(evaluator: Evaluator, fives: Sequence[FiveCards]) -> tuple[object, ...]:
    return tuple(_digits_of(evaluator, five) for five in fives)


def _which_value(evaluator: Evaluator, fives: Sequence[FiveCards]) -> Value:
    five = fives[0]
    digits = _digits_of(evaluator, five)
    if len(digits) > 1 and (key := evaluator.comparison_key(five)) == base_ten(five):
        return Value(digits, key[1], 10)
    return Value(digits, summary_value(digits))


# Of each kind: how many hands it shows, and what an evaluator answers.
MEANT: dict[str, tuple[int, Callable[[Evaluator, Sequence[FiveCards]], Meaning]]] = {
    "order": (4, _which_order),
    "winner": (2, _who_wins),
    "type": (1, _which_type),
    "decides": (2, _what_decides),
    "value": (1, _which_value),
    "digits": (2, _which_digits),
}


def _question(
    kind: str,
    hands: tuple[Hand, ...],
    right: Meaning,
    wrong: dict[int, Meaning],
    numbers: Sequence[int],
) -> Question:
    """Return a question with its answers in words, and the misconceptions of these numbers."""
    meanings = _choices(kind, hands, {right, *wrong.values()})
    answers = tuple(_in_words(kind, meaning) for meaning in meanings)
    believed = {g: meanings.index(wrong[n]) for g, n in enumerate(numbers) if n in wrong}
    cards = tuple(hand.dealt for hand in hands)
    why = _why(kind, hands)
    if any(map(has_low_ace, hands)):
        why = Sentence(why, f" In A-2-3-4-5 {LOW_ACE}.")
    return Question(kind, cards, answers, meanings.index(right), believed, why)


def _choices(kind: str, hands: Sequence[Hand], there: set[Meaning]) -> list[Meaning]:
    """Return the answers to choose from, always more than those that somebody would give."""
    if kind == "winner":
        return [*WINNERS]
    if kind == "type":
        return [*HandType]
    if kind == "order":
        return _filled(there, permutations(range(len(hands))))
    high_to_low = [_five(hand).high_to_low for hand in hands]
    if kind == "digits":
        of_each = [[tuple(dict.fromkeys(ranks)), ranks[:1], ranks] for ranks in high_to_low]
        return _filled(there, product(*of_each))
    if kind == "value":
        [ranks] = high_to_low
        digits = [tuple(dict.fromkeys(ranks)), tuple(dict.fromkeys(reversed(ranks))), ranks[:1]]
        numbers = {value.number for value in there}  # type: ignore[attr-defined]
        more = (Value(each, summary_value(each)) for each in digits)
        values = {*there, *(value for value in more if value.number not in numbers)}
        return sorted(values, key=lambda value: (value.number, value))  # type: ignore
    also = [TYPE, NOTHING, *(rank for hand in hands for rank in hand.ranks)]
    return sorted([*dict.fromkeys([*there, *also])][:MOST_ANSWERS], reverse=True)  # type: ignore[type-var]


def _filled(there: set[Meaning], more: Iterable[Meaning]) -> list[Meaning]:
    """Return the answers that somebody would give, and as many others as there are keys left."""
    filled = dict.fromkeys([*sorted(there), *more])  # type: ignore[type-var]
    return sorted(islice(filled, MOST_ANSWERS))  # type: ignore[type-var]


def _in_words(kind: str, meaning: Meaning) -> Text:
    if kind == "winner":
        return WINNERS[meaning]  # type: ignore[index]
    if kind == "order":
        named = [*zip(LETTERS, meaning, strict=False)]  # type: ignore[call-overload]
        places = [[letter for letter, place in named if place == at] for at in range(len(named))]
        parts = [f"{' and '.join(each)}{' tie' * (len(each) > 1)}" for each in places if each]
        return ", then ".join(parts)
    if kind == "digits":
        named = zip(LETTERS, meaning, strict=False)  # type: ignore[call-overload]
        return ", ".join(f"{x}: {' '.join(f'{d:d}' for d in digits)}" for x, digits in named)
    if isinstance(meaning, Value):
        return meaning.sum
    if kind == "type":
        return str(meaning)
    return NOT_A_CARD.get(meaning) or f"The {Rank(meaning).word}"  # type: ignore


def _why(kind: str, hands: Sequence[Hand]) -> Text:
    """Return what is said to a wrong answer."""
    hand = hands[0]
    if kind == "type":
        overlooked = OVERLOOKED[hand.hand_type].strip("-")
        return Sentence(f"{in_words(hand)}; ", why_not_higher(hand), f". {overlooked}".rstrip())
    if kind == "value":
        return f"{_what_counts(hand)} {Value.of(hand)}."
    if kind == "digits":
        named = zip(LETTERS, hands, strict=False)
        return " ".join(f"{x}: {_what_counts(hand)} {Value.of(hand)}." for x, hand in named)
    if kind == "order":
        named = zip(LETTERS, hands, strict=False)
        best_first = sorted(named, key=lambda each: -each[1].strength)
        return " ".join(
            f"{a} {'and' if upper.strength == lower.strength else 'before'} {b}:"
            f" {why_it_beats(upper, lower)}."
            for (a, upper), (b, lower) in pairwise(best_first)
        )
    better, worse = sorted(hands, key=lambda hand: hand.strength, reverse=True)
    why = f"{why_it_beats(better, worse)}."
    if better.strength == worse.strength:
        return f"{why[0].upper()}{why[1:]}"
    why = f"Hand {'AB'[hands.index(better)]} wins: {why}"
    if better.hand_type == worse.hand_type:
        digit = deciding_digit(better, worse)
        why += f" As digits: {better.ranks[digit]:d} against {worse.ranks[digit]:d}."
    return why


def _what_counts(hand: Hand) -> str:
    counting = ", ".join(COUNTING_RANKS[hand.hand_type])
    what = TYPE_NAMES[hand.hand_type]
    return f"What counts in {what}, the most important first: {counting}."


def _chosen(drawn: Sequence[Asked]) -> list[int]:
    """Return the numbers of enough questions for each misconception, the broadest ones first."""
    broad = sorted(range(len(drawn)), key=lambda number: -len(drawn[number][-1]))
    trials, chosen = Counter[tuple[str, int]](), []
    for number in broad:
        tried = [(drawn[number][0], each) for each in drawn[number][-1]]
        if any(trials[each] < TRIALS for each in tried):
            chosen.append(number)
            trials.update(tried)
    return chosen


def _shuffled(things: Sequence[Thing], random: Random) -> list[Thing]:
    left, shuffled = [*things], []
    while left:
        shuffled.append(left.pop(random.integer(0, len(left) - 1)))
    return shuffled


def _near_hands(random: Random) -> Iterator[list[Hand]]:
    """Yield hands, four at a time, each near the one before: of its type, or of the next lower."""
    aims = _aims()
    near: list[Callable[[Hand], list[Hand]]] = [
        lambda hand: _alike(hand, random.integer(0, len(hand.ranks) - 1)),
        _of_the_next_type,
        lambda _: aims[random.integer(0, len(aims) - 1)],
        lambda hand: [*_begun(hand.hand_type, Rank.ACE), *_begun(hand.hand_type, Rank.FIVE)],
        lambda hand: [hand],
    ]
    for number in range(DRAWN):
        first = _drawn(aims[number % len(aims)], random)
        second = _drawn(near[number // len(aims) % len(near)](first), random)
        wanted, last = [first, second], second
        for _ in range(2):
            count = random.integer(len(last.ranks) // 2, len(last.ranks) - 1)
            below = _of_the_next_type(last), _alike(last, count)
            last = _drawn(below[random.integer(0, 1)], random)
            wanted.append(last)
        wanted = _shuffled(wanted, random)
        hands = _dealt(wanted, random)
        if [hand.strength for hand in hands] == [hand.strength for hand in wanted]:
            yield hands


def _alike(hand: Hand, count: int) -> list[Hand]:
    """Return the hands of the same type whose first ranks are the same."""
    return _begun(hand.hand_type, *hand.ranks[:count])


def _of_the_next_type(hand: Hand) -> list[Hand]:
    return _begun(max(hand.hand_type - 1, 0))


def _begun(*key: int) -> list[Hand]:
    """Return the hands whose type, and then ranks, are these."""
    return _by_beginning().get(key, [])


@cache
def _by_beginning() -> dict[tuple[int, ...], list[Hand]]:
    hands: dict[tuple[int, ...], list[Hand]] = {}
    for hand in hand_of_each_strength():
        key = hand.hand_type, *hand.ranks
        for count in range(1, len(key) + 1):
            hands.setdefault(key[:count], []).append(hand)
    return hands


@cache
def _aims() -> list[list[Hand]]:
    """Return hands to draw from: those of each type, and those that a misconception mistakes."""
    wrong = [mutant.classify for mutant in KNOWN if mutant.stage == "classify"]
    fives = [(_five(hand), hand) for hand in hand_of_each_strength()]
    mistaken = ([hand for five, hand in fives if classify(five) != five] for classify in wrong)
    return [*map(_begun, HandType), *filter(None, mistaken)]


def _drawn(hands: Sequence[Hand], random: Random) -> Hand:
    return hands[random.integer(0, len(hands) - 1)]


def _dealt(wanted: Iterable[Hand], random: Random) -> list[Hand]:
    """Return hands of these ranks in suits that are drawn, every other time almost all of one."""
    deck, hands = [*Deck.shuffled(random)], []
    for hand in wanted:
        suit, odd = _drawn_suit(random), hand.ranks[random.integer(0, len(hand.ranks) - 1)]
        if hand.hand_type in FLUSHES:
            of_suit = [card for card in deck if card.suit is suit]
        elif random.integer(0, 1):
            of_suit = sorted(deck, key=lambda card: card.suit is not suit or card.rank is odd)
        else:
            of_suit = deck
        need = Counter(card.rank for card in hand.cards)
        five = []
        for card in of_suit:
            if need[card.rank]:
                need[card.rank] -= 1
                five.append(card)
        if len(five) < HAND_SIZE:
            return []
        hands.append(Hand.of(sorted(five, key=deck.index)))
        deck = [card for card in deck if card not in {*five}]
    return hands


def _drawn_suit(random: Random) -> Suit:
    return Suit(random.integer(0, len(Suit) - 1))
