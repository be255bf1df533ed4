"""The questions of a practice, drawn from a seed, and the answer of each misconception to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any, NamedTuple, TypeVar

from poker_table.game.card import Card
from poker_table.game.deck import Deck
from poker_table.game.hand import Hand
from poker_table.game.random import Random
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE, HandType, summary_value
from poker_table.hands.every_strength import hand_of_each_strength, hands_that_begin
from poker_table.hands.explanation import LOW_ACE, Value, has_low_ace, why_not_higher
from poker_table.hands.in_words import capitalised, deciding_digit, in_words, why_it_beats
from poker_table.hands.sentence import Sentence, Text
from poker_table.hands.types import FACTS
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Mutant
from poker_table.mutants.wrong import MUTANTS, base_ten
from poker_table.order.dealing import choose_cards

KINDS = {
    "order": "Which order is right, the best hand first?",
    "winner": "Which hand wins?",
    "type": "Which hand type is this?",
    "decides": "Which card of the winning hand decides?",
    "value": "What is the base-13 value of this hand? A two is 0, an ace is 12.",
    "digits": "Which base-13 digits make the values of A and B? A two is 0, an ace is 12.",
}
HAND_NAMES = "ABCD"
WINNERS = {1: "Hand A", -1: "Hand B", 0: "They tie"}
# A rank decides between two hands, or one of these, which have numbers that no rank has.
BY_TYPE, BY_SUIT, TIED = 15, 14, -1
NOT_A_RANK = {BY_TYPE: "None: the hand type", BY_SUIT: "The suit", TIED: "None: they tie"}
MOST_ANSWERS = 9  # one for each key from 1 to 9
DRAWS = 800  # of four hands each
SHOWN = 8  # questions of each kind that show a misconception, if there are that many

T = TypeVar("T")
Answer = Any  # not yet in words: a HandType, a winner, a rank, an order, digits or a Value


class Question(NamedTuple):
    """A question about five-card hands."""

    kind: str
    hands: tuple[tuple[Card, ...], ...]
    answers: tuple[Text, ...]
    right: int
    wrong: dict[int, int]  # misconception -> its answer, unless that is the right one
    why: Text  # the explanation after a wrong answer

    @property
    def text(self) -> str:
        """The question itself."""
        return KINDS[self.kind]


class Misconception(NamedTuple):
    """Wrong evaluators that agree with each other on every question."""

    mutants: tuple[Mutant, ...]

    @property
    def sentence(self) -> str:
        """The belief; if several mutants answer alike, the belief of each, joined by "Or:"."""
        return " Or: ".join(mutant.belief for mutant in self.mutants)


class Pool(NamedTuple):
    """All questions that a practice may ask, and the misconceptions that it can find."""

    seed: int
    questions: tuple[Question, ...]
    misconceptions: tuple[Misconception, ...]


#: The wrong evaluators whose mistake can show in hands of five cards.
KNOWN = [mutant for mutant in MUTANTS if mutant.needs in ("five", "rounds")]


class Draft(NamedTuple):
    """A question before its answers are chosen and put into words."""

    kind: str
    hands: tuple[Hand, ...]
    right: Answer
    wrong: dict[int, Answer]  # index in KNOWN -> the answer of that mutant, if it is wrong


@cache
def question_pool(seed: int) -> Pool:
    """Return the questions that a seed always gives, and the misconceptions they tell apart."""
    random = Random(seed)
    drafts = [draft for hands in _similar_hands(random) for draft in _drafts(*hands)]
    chosen = _shuffled(_enough_of_each(drafts), random)
    groups: dict[tuple[Answer, ...], list[int]] = {}
    for number in range(len(KNOWN)):
        answers = tuple(draft.wrong.get(number) for draft in chosen)
        groups.setdefault(answers, []).append(number)
    groups.pop((None,) * len(chosen), None)  # the mutants that are never wrong here
    first_of_each = [numbers[0] for numbers in groups.values()]
    questions = tuple(_question(draft, first_of_each) for draft in chosen)
    misconceptions = (
        Misconception(tuple(KNOWN[number] for number in numbers)) for numbers in groups.values()
    )
    return Pool(seed, questions, tuple(misconceptions))


def _drafts(*hands: Hand) -> Iterator[Draft]:
    """Yield a draft of each kind, unless it has no wrong answers or too many different ones."""
    fives = [_five(hand) for hand in hands]
    types = {five.hand_type for five in fives}
    misread = dict[int, list[FiveCards]]()
    for number, mutant in enumerate(KNOWN):
        taken = [mutant.classify(five) for five in fives]
        if taken != fives or (not mutant.affects_choice and mutant.may_differ(types, HAND_SIZE)):
            misread[number] = taken
    for kind, (count, answer) in ANSWER.items():
        right = answer(RIGHT, fives[:count])
        answers = {n: answer(KNOWN[n], taken[:count]) for n, taken in misread.items()}
        wrong = {number: given for number, given in answers.items() if given != right}
        # Two sums of the same number would both be right: 7 is also 0·13 + 7.
        if kind == "value" and any(given.number == right.number for given in wrong.values()):
            continue
        if 0 < len({*wrong.values()}) < MOST_ANSWERS:
            yield Draft(kind, hands[:count], right, wrong)


def _five(hand: Hand) -> FiveCards:
    cards = hand.cards_by_importance
    ranks = tuple(dict.fromkeys(card.rank for card in cards))
    return FiveCards(cards, hand.hand_type, ranks, hand.dealt)


def _order(evaluator: Evaluator, fives: Sequence[FiveCards]) -> tuple[int, ...]:
    """Return for each hand how many of the others beat it."""
    lost = Counter[int]()
    for i, j in combinations(range(len(fives)), 2):
        result = evaluator.compare(fives[i], fives[j])
        if result:
            lost[j if result > 0 else i] += 1
    return tuple(lost[i] for i in range(len(fives)))


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


def _what_decides(evaluator: Evaluator, fives: Sequence[FiveCards]) -> int:
    """Return the deciding rank of the better of two hands, or BY_TYPE, BY_SUIT or TIED."""
    winner = evaluator.compare(fives[0], fives[1])
    better, worse = (_type_and_digits(evaluator, five) for five in fives[:: winner or 1])
    index = next((i for i, (a, b) in enumerate(zip(better, worse, strict=False)) if a != b), -1)
    if not winner or index < 0:
        return TIED
    if index == 0 or better[index] >= len(Rank):  # a digit above the ranks marks a higher type
        return BY_TYPE
    return BY_SUIT if index > len(fives[0].ranks) else better[index]


def _digits_of(evaluator: Evaluator, five: FiveCards) -> tuple[Rank, ...]:
    """Return the ranks that an evaluator uses as the digits of a hand's value."""
    digits = _type_and_digits(evaluator, five)[1:]
    if not digits or not all(0 <= digit < len(Rank) for digit in digits):
        digits = five.ranks
    if digits[: len(five.ranks)] == five.ranks:
        digits = five.ranks[: len(FACTS[five.hand_type].ranks)]
    return tuple(map(Rank, digits))


def _value(evaluator: Evaluator, fives: Sequence[FiveCards]) -> Value:
    five = fives[0]
    digits = _digits_of(evaluator, five)
    if len(digits) > 1 and (key := evaluator.comparison_key(five)) == base_ten(five):
        return Value(digits, key[1], 10)
    return Value(digits, summary_value(digits))


# For each kind: the number of hands that it shows, and the function that answers it.
ANSWER: dict[str, tuple[int, Callable[[Evaluator, Sequence[FiveCards]], Answer]]] = {
    "order": (4, _order),
    "winner": (2, lambda evaluator, fives: evaluator.compare(*fives)),
    "type": (1, lambda _, fives: fives[0].hand_type),
    "decides": (2, _what_decides),
    "value": (1, _value),
    "digits": (2, lambda evaluator, fives: tuple(_digits_of(evaluator, five) for five in fives)),
}


def _question(draft: Draft, mutants: Sequence[int]) -> Question:
    """Return a question in words; `mutants` are indexes in KNOWN, one for each misconception."""
    kind, hands = draft.kind, draft.hands
    answers = _choices(kind, hands, {draft.right, *draft.wrong.values()})
    wrong = {
        misconception: answers.index(draft.wrong[mutant])
        for misconception, mutant in enumerate(mutants)
        if mutant in draft.wrong
    }
    why = _why(kind, hands)
    if any(map(has_low_ace, hands)):
        why = Sentence(why, f" In A-2-3-4-5 {LOW_ACE}.")
    return Question(
        kind,
        tuple(hand.dealt for hand in hands),
        tuple(_in_words(kind, answer) for answer in answers),
        answers.index(draft.right),
        wrong,
        why,
    )


def _choices(kind: str, hands: Sequence[Hand], given: set[Answer]) -> list[Answer]:
    """Return the answers to choose from: the given right and wrong ones, and plausible others."""
    if kind == "winner":
        return [*WINNERS]
    if kind == "type":
        return [*HandType]
    if kind == "order":
        return _filled_up(given, permutations(range(len(hands))))
    high_to_low = [_five(hand).high_to_low for hand in hands]
    if kind == "digits":
        of_each = [[tuple(dict.fromkeys(ranks)), ranks[:1], ranks] for ranks in high_to_low]
        return _filled_up(given, product(*of_each))
    if kind == "value":
        [ranks] = high_to_low
        digits = [tuple(dict.fromkeys(ranks)), tuple(dict.fromkeys(reversed(ranks))), ranks[:1]]
        numbers = {value.number for value in given}
        more = (Value(each, summary_value(each)) for each in digits)
        values = {*given, *(value for value in more if value.number not in numbers)}
        return sorted(values, key=lambda value: (value.number, value))
    more_ranks = [BY_TYPE, TIED, *(rank for hand in hands for rank in hand.ranks)]
    return sorted([*dict.fromkeys([*given, *more_ranks])][:MOST_ANSWERS], reverse=True)


def _filled_up(given: set[Answer], more: Iterable[Answer]) -> list[Answer]:
    """Return the given answers, filled up to MOST_ANSWERS with some of the others, and sorted."""
    return sorted(islice(dict.fromkeys([*sorted(given), *more]), MOST_ANSWERS))


def _in_words(kind: str, answer: Answer) -> Text:
    if kind == "winner":
        return WINNERS[answer]
    if kind == "type":
        return str(answer)
    if kind == "order":
        named = [*zip(HAND_NAMES, answer, strict=False)]
        places = [[name for name, place in named if place == at] for at in range(len(named))]
        parts = [f"{' and '.join(each)}{' tie' * (len(each) > 1)}" for each in places if each]
        return ", then ".join(parts)
    if kind == "digits":
        named = [*zip(HAND_NAMES, answer, strict=False)]
        return ", ".join(f"{name}: {' '.join(f'{d:d}' for d in digits)}" for name, digits in named)
    if kind == "value":
        return str(answer.sum)
    return NOT_A_RANK.get(answer) or f"The {Rank(answer).word}"


def _why(kind: str, hands: Sequence[Hand]) -> Text:
    """Return the explanation of the right answer."""
    hand, named = hands[0], [*zip(HAND_NAMES, hands, strict=False)]
    if kind == "type":
        overlooked = FACTS[hand.hand_type].overlooked
        return Sentence(f"{in_words(hand)}; ", why_not_higher(hand), f". {overlooked}".rstrip())
    if kind == "value":
        return f"{_what_counts(hand)} {Value.of(hand)}."
    if kind == "digits":
        return " ".join(f"{name}: {_what_counts(hand)} {Value.of(hand)}." for name, hand in named)
    best_first = sorted(named, key=lambda pair: -pair[1].strength)
    if kind == "order":
        return " ".join(
            f"{a} {'and' if upper.strength == lower.strength else 'before'} {b}:"
            f" {why_it_beats(upper, lower)}."
            for (a, upper), (b, lower) in pairwise(best_first)
        )
    (winner, better), (_, worse) = best_first
    why = f"{why_it_beats(better, worse)}."
    if better.strength == worse.strength:
        return capitalised(why)
    why = f"Hand {winner} wins: {why}"
    if better.hand_type == worse.hand_type:
        digit = deciding_digit(better, worse)
        why += f" As digits: {better.ranks[digit]:d} against {worse.ranks[digit]:d}."
    return why


def _what_counts(hand: Hand) -> str:
    counting = ", ".join(FACTS[hand.hand_type].ranks)
    return f"What counts in {FACTS[hand.hand_type].name}, the most important first: {counting}."


def _enough_of_each(drafts: Sequence[Draft]) -> list[Draft]:
    """Return enough questions for each misconception, those that the most mutants fail first."""
    shown, chosen = Counter[tuple[str, int]](), []
    for draft in sorted(drafts, key=lambda draft: -len(draft.wrong)):
        pairs = [(draft.kind, number) for number in draft.wrong]
        if any(shown[pair] < SHOWN for pair in pairs):
            chosen.append(draft)
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
    wrong = [mutant.classify for mutant in KNOWN if mutant.stage == "classify"]
    fives = [(_five(hand), hand) for hand in hand_of_each_strength()]
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
        deck = [card for card in deck if card not in {*five}]
    return hands
