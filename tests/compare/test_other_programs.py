"""`--format test-eval` against the course's functions, rewritten here from its description.

Nothing here uses the rules of the package: a card is a pair of a value, 2 to 14, and a suit.
"""

from __future__ import annotations

import random

import pytest
from program import run

from poker_table.compare.other_programs import round_as_test_eval
from poker_table.compare.rounds import read_rounds
from poker_table.game.cards import CARDS

VALUES = dict(zip("23456789TJQKA", range(2, 15), strict=True))
LETTERS = dict(zip(range(2, 15), "234567890JQKA", strict=True))
NAMES = (
    "NOTHING PAIR TWO_PAIR THREE_OF_A_KIND STRAIGHT FLUSH FULL_HOUSE FOUR_OF_A_KIND STRAIGHT_FLUSH"
).split()
Pair = tuple[int, str]


def flush_suit(hand: list[Pair]) -> str | None:
    for suit in "cdhs":
        if sum(s == suit for _, s in hand) >= 5:
            return suit
    return None


def cards_down_from(hand: list[Pair], index: int, fs: str | None, n: int) -> list[Pair]:
    """Return n cards of consecutive values, the first one at an index, or none."""
    cards: list[Pair] = []
    for value, suit in hand[index:]:
        if len(cards) < n and value == hand[index][0] - len(cards) and fs in (None, suit):
            cards.append((value, suit))
    begins = not fs or hand[index][1] == fs
    return cards if begins and len(cards) == n else []


def straight_at(hand: list[Pair], index: int, fs: str | None) -> list[Pair]:
    ace = hand[index]
    straight = cards_down_from(hand, index, fs, 5)
    if not straight and ace[0] == 14 and (not fs or ace[1] == fs):
        for five in range(index, len(hand)):
            if hand[five][0] == 5 and (four := cards_down_from(hand, five, fs, 4)):
                return [*four, ace]
    return straight


def find_straight(hand: list[Pair], fs: str | None) -> list[Pair]:
    straights = (straight_at(hand, index, fs) for index in range(len(hand) - 4))
    return next(filter(None, straights), [])


def build_hand_from_match(hand: list[Pair], n: int, index: int) -> list[Pair]:
    rest = hand[:index] + hand[index + n :]
    return (hand[index : index + n] + rest)[:5]


def evaluate_hand(hand: list[Pair]) -> tuple[str, list[Pair]]:
    fs = flush_suit(hand)
    if fs and (straight := find_straight(hand, fs)):
        return "STRAIGHT_FLUSH", straight
    counts = [sum(v == value for v, _ in hand) for value, _ in hand]
    most = max(counts)
    match = counts.index(most)
    other = find_secondary_pair(hand, counts, match)
    if most == 4:
        return "FOUR_OF_A_KIND", build_hand_from_match(hand, 4, match)
    if most == 3 and other >= 0:
        return "FULL_HOUSE", hand[match : match + 3] + hand[other : other + 2]
    if fs:
        return "FLUSH", [card for card in hand if card[1] == fs][:5]
    if straight := find_straight(hand, None):
        return "STRAIGHT", straight
    if most == 3:
        return "THREE_OF_A_KIND", build_hand_from_match(hand, 3, match)
    if other >= 0:
        pairs = hand[match : match + 2] + hand[other : other + 2]
        return "TWO_PAIR", [*pairs, next(card for card in hand if card not in pairs)]
    if most == 2:
        return "PAIR", build_hand_from_match(hand, 2, match)
    return "NOTHING", hand[:5]


def find_secondary_pair(hand: list[Pair], counts: list[int], match: int) -> int:
    for index, count in enumerate(counts):
        if count > 1 and hand[index][0] != hand[match][0]:
            return index
    return -1


def printed(hand: list[Pair]) -> str:
    return "".join(f"{LETTERS[value]}{suit} " for value, suit in hand)


def report(hand: list[Pair]) -> str:
    fs = flush_suit(hand)
    lines = [f"Flush in suit {fs}" if fs else "No flush"]
    for index in range(len(hand)):
        if fs and straight_at(hand, index, fs):
            lines.append(f"Straight flush at index {index}")
        elif straight_at(hand, index, None):
            lines.append(f"Straight at index {index}")
    counts = [sum(v == value for v, _ in hand) for value, _ in hand]
    match = counts.index(max(counts))
    value = LETTERS[hand[match][0]]
    lines.append(
        f"The most of a kind is {max(counts)} of a kind (at index {match} / value {value})"
    )
    other = find_secondary_pair(hand, counts, match)
    value = LETTERS[hand[other][0]]
    pair = f"Secondary pair at index {other} (value {value})"
    lines.append(pair if other >= 0 else "No secondary pair")
    name, five = evaluate_hand(hand)
    lines += [f"evaluate_hand's ranking: {name}", f"5 cards used for hand: {printed(five)}"]
    return printed(hand) + "\n" + "".join(f" - {line}\n" for line in lines)


def test_eval(hands: list[list[Pair]]) -> str:
    text, keys = "", []
    for number, hand in enumerate(hands, start=1):
        hand.sort(key=lambda card: (-card[0], "cdhs".index(card[1])))
        text += f"Hand {number}:\n--------\n{report(hand)}"
        name, five = evaluate_hand(hand)
        keys.append((NAMES.index(name), [value for value, _ in five]))
    first, second = keys
    result = "Tie" if first == second else f"Hand {1 if first > second else 2} wins!"
    return f"{text}Comparison : \n--------------\n{result}\n{'=' * 28}\n"


test_eval.__test__ = False  # named like the program; not a test


def both(first: list[str], second: list[str]) -> tuple[str, str]:
    """Return the text of a round by the functions above, and by the package."""
    (round_,) = read_rounds([" ".join(first) + " ; " + " ".join(second)])
    hands = [[(VALUES[c[0]], c[1].lower()) for c in hand] for hand in (first, second)]
    return test_eval(hands), round_as_test_eval(round_)


@pytest.mark.parametrize("count", [5, 6, 7, 8, 10, 14])
@pytest.mark.parametrize("deck", ["all", "two suits", "eight ranks"])
def test_the_same_as_the_functions_of_the_course(count, deck):
    cards = {
        "all": CARDS,
        "two suits": [card for card in CARDS if card.suit in (1, 3)],
        "eight ranks": [card for card in CARDS if card.rank < 7 or card.rank == 12],
    }[deck]
    names = list(map(str, cards))
    rng = random.Random(f"{count} {deck}")
    for _ in range(60):
        expected, written = both(rng.sample(names, count), rng.sample(names, 5))
        assert written == expected


@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        # The first straight found is ace-low, although there is a higher one.
        ("Ac 6c 5h 4c 4d 3d 2d", ["STRAIGHT", "hand: 5h 4c 3d 2d Ac"]),
        ("As 6s 5s 4s 3s 2s", ["Straight flush at index 1", "hand: 5s 4s 3s 2s As"]),
        # A straight and a straight flush, each with its own index.
        ("Jd Jh 0d 0h 9h 8h 7h", ["Straight at index 0", "Straight flush at index 1"]),
        # Each of two equal values that begin a straight gets a line.
        ("Jc Jd Th 9h 8s 7c", ["Straight at index 0", "Straight at index 1", "Jc 0h 9h 8s 7c"]),
        # The first of two flushes in the order of the course's enum.
        ("As Ks 9s 5s 3s 2c 3c 4c 6c 8c", ["Flush in suit c", "hand: 8c 6c 4c 3c 2c"]),
    ],
)
def test_where_the_procedure_and_the_rules_may_differ(cards, lines):
    words = [word.replace("0", "T") for word in cards.split()]
    expected, written = both(words, ["2C", "3D", "5H", "7S", "9C"])
    assert written == expected
    assert all(line in written for line in lines)


def test_a_bad_round_is_left_out():
    hand, pair = "2C 3D 5H 7S 9C", "2C 2D 5H 7S 9C"
    rounds = [f"{hand} ; 2C", f"{hand} ; {hand} ; {pair}"]
    code, out, _ = run("compare", *rounds, "--format", "test-eval")
    assert code == 1
    assert out.count("Comparison") == 1
    assert "Hand 3 wins!" in out
