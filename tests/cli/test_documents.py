"""The examples of the course's documents 001 to 003, on the command line."""

from __future__ import annotations

import json

import pytest
from program import run

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


# The hands of the second run in document 001, with the right labels: the draft in that document
# does not know pairs and high cards yet.
LABELLED = """\
Hand 1: 5♦ 5♠ 6♦ 9♦ 9♥ - Two Pair
Hand 2: 2♠ 4♠ 6♠ 10♠ K♠ - Flush
Hand 3: 6♠ 7♣ 7♥ 9♥ J♦ - Pair
Hand 4: 4♥ 5♥ 6♥ 7♥ 8♥ - Straight Flush
Hand 5: A♠ A♥ A♦ A♣ K♥ - Four of a Kind
Hand 6: A♦ 4♣ 4♠ 4♥ 4♦ - Four of a Kind
Hand 7: 5♠ 5♣ 5♦ 9♣ 9♥ - Full House
Hand 8: A♠ 9♥ 9♦ 9♣ Q♥ - Three of a Kind
Hand 9: A♠ A♥ K♦ K♣ K♥ - Full House
"""


HANDS = [line.split(" - ")[0].partition(": ")[2] for line in LABELLED.splitlines()]


def test_evaluate_labels_the_hands_of_document_001(tmp_path):
    (tmp_path / "hands.txt").write_text("\n".join(HANDS), encoding="utf-8")
    assert run("evaluate", "hands.txt") == (0, LABELLED, "")
    assert run("evaluate", *HANDS) == (0, LABELLED, "")
    first_run = [*HANDS[:6], "5♠ 5♣ 5♦ 9♣ J♥", *HANDS[7:]]
    seventh = "Hand 7: 5♠ 5♣ 5♦ 9♣ J♥ - Three of a Kind\n"
    assert seventh in run("evaluate", *first_run)[1]


ROUNDS = [
    # the table of ranks in 003: each example against the previous one
    ("7C, 2S, TH, 3D, 5S", "4C, 9S, 4H, 3D, 2D", "2"),
    ("4C, 4H, JS, JC, 7C", "4C, 9S, 4H, 3D, 2D", "1"),
    ("4C, 4H, JS, JC, 7C", "4C, 4H, 4S, QH, 8D", "2"),
    ("2C, 3H, 4S, 5H, 6D", "4C, 4H, 4S, QH, 8D", "1"),
    ("2C, 3H, 4S, 5H, 6D", "JS, AS, TS, 5S, 7S", "2"),
    ("3S, 3H, 3D, JC, JS", "JS, AS, TS, 5S, 7S", "1"),
    ("3S, 3H, 3D, JC, JS", "QS, QH, QD, QC, AC", "2"),
    ("AC, 2C, 3C, 4C, 5C", "QS, QH, QD, QC, AC", "1"),
    ("AC, 2C, 3C, 4C, 5C", "TH, JH, QH, KH, AH", "2"),
    # the examples of ties in 003
    ("JS JC JH 6H 8C", "4H 4C 4S KS AH", "1"),
    ("JS JC 3H 6H 8C", "JD JH 3D 6S TD", "2"),
    # aces: the ace-low straight is the lowest straight, but beats three of a kind
    ("AS 2D 3C 4S 5H", "2C 3H 4S 5H 6D", "2"),
    ("AS 2D 3C 4S 5H", "AC AD AH KS QS", "1"),
    ("TS JD QC KS AH", "9S TD JC QS KH", "1"),
    # the deciding rank of each type
    ("AC KD 9H 5S 3C", "AD KC 9S 5H 2D", "1"),
    ("2H 4H 6H 8H TH", "2S 4S 7S 8S TS", "2"),
    ("3S 3H 3D 2C 2S", "2D 2H 2C AC AS", "1"),
    ("5S 5H 5D 5C 2S", "4S 4H 4D 4C AS", "1"),
    ("9D 8D 7D 6D 5D", "TC 9C 8C 7C 6C", "2"),
    ("TH JH QH KH AH", "TS JS QS KS AS", "Tie"),
    ("2C 4D 6H 8S TC", "2D 4H 6S 8C TD", "Tie"),
    # hands 0 to 19 of document 002, as its text describes them
    ("KS QD 9C 5H 2S", "QS JD 9C 5H 2S", "1"),
    ("KS KD AC 8H 2S", "KH KC AS 7H 2D", "1"),
    ("AS AD KC QH JS", "KH KC AS 8H 2D", "1"),
    ("AS AD 9C 9H 2S", "AH AC 9S 9D JD", "2"),
    ("AS AD 9C 9H 2S", "KH KC AS 8H 2D", "1"),
    ("KS KD KC AH 4S", "KS KD KC AH 7S", "2"),
    ("KS KD KC AH 4S", "KS KD KC QH 3S", "1"),
    ("6S 5D 4C 3H 2S", "5S 4D 3C 2H AS", "1"),
    ("AH QH 9H 5H 2H", "AS QS TS 4S 2S", "2"),
    ("KS KD KC TH TS", "9S 9D 9C JH JS", "1"),
    ("TS TD TC TH AS", "TS TD TC TH 3S", "1"),
    ("TS TD TC TH AS", "KS KD KC KH 2S", "2"),
    ("AS KS QS JS TS", "9H 8H 7H 6H 5H", "1"),
    ("9H 8H 7H 6H 5H", "5C 4C 3C 2C AC", "1"),
    ("AS KS QS JS TS", "AD KD QD JD TD", "Tie"),
    # its hand with a straight and a flush but no straight flush, against a full house
    ("AS KC QD JD TD 5D 4D", "2S 2D 2C 3H 3S", "2"),
]
OTHER = {"1": "2", "2": "1", "Tie": "Tie"}


def test_the_rules_and_examples_of_documents_002_and_003(tmp_path):
    rounds = ROUNDS + [(second, first, OTHER[winner]) for first, second, winner in ROUNDS]
    text = "".join(f"{first} ; {second}\n" for first, second, _ in rounds)
    (tmp_path / "rounds.txt").write_text(text)
    code, out, err = run("compare", "rounds.txt", "--format", "rounds")
    assert (code, err) == (0, "")
    blocks = out.split("-" * 24 + "\n")[:-1]
    for number, (block, (*hands, winner)) in enumerate(zip(blocks, rounds, strict=True), start=1):
        result = "Tie!" if winner == "Tie" else f"Hand {winner} Wins!"
        first, second = (hand.replace(",", "") for hand in hands)
        assert block == f"Round {number}:\nHand One: {first}\nHand Two: {second}\n{result}\n"


def test_the_rank_names_of_document_003():
    lines = [first for first, _, _ in ROUNDS[:9:2]] + ["TH JH QH KH AH"]
    document = json.loads(run("evaluate", *lines, "--format", "json")[1])
    names = [(hand["rank_name"], hand["rank_strength"]) for hand in document["hands"]]
    assert names == [
        ("High Card", 1), ("Two Pair", 3), ("Straight", 5), ("Full House", 7),
        ("Straight Flush", 9), ("Royal Flush", 10),
    ]  # fmt: skip
    hands = "TH JH QH KH AH", "4C 9S 4H 3D 2D"
    explained = run("compare", *hands, "--format", "rounds", "--explain")[1]
    assert "Hand One: TH JH QH KH AH - Royal Flush (10)\n" in explained
    assert "Hand Two: 4C 9S 4H 3D 2D - One Pair (2)\n" in explained
