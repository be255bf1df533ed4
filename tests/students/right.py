"""A right program, as a student might write it: numbers in, lists and ifs, ten lines out."""

import random
import sys
from collections import Counter

RANKS, SUITS = "23456789TJQKA", "CDHS"
NAMES = "High Card,Pair,Two Pair,Three of a Kind,Straight,Flush,Full House".split(",")
NAMES += ["Four of a Kind", "Straight Flush"]


def read_deck(path):
    with open(path) as file:
        numbers = [int(word) for word in file.read().split()]
    return list(zip(numbers[::2], numbers[1::2]))


def random_deck():
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    random.shuffle(deck)
    return deck


def deal(deck):
    return [deck[player:50:10] for player in range(10)]


def is_straight(ranks):
    return ranks == [12, 3, 2, 1, 0] or all(a == b + 1 for a, b in zip(ranks, ranks[1:]))


def evaluate(cards):
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    straight = is_straight(ranks)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    if straight and ranks[:2] == [12, 3]:
        by_count = [3, 2, 1, 0, -1]
    if straight and flush:
        return 8, by_count
    if shape == [4, 1]:
        return 7, by_count
    if shape == [3, 2]:
        return 6, by_count
    if flush:
        return 5, by_count
    if straight:
        return 4, by_count
    if shape == [3, 1, 1]:
        return 3, by_count
    if shape == [2, 2, 1]:
        return 2, by_count
    if shape == [2, 1, 1, 1]:
        return 1, by_count
    return 0, by_count


def show(player, cards, kind):
    shown = " ".join(RANKS[rank] + SUITS[suit] for rank, suit in sorted(cards))
    print(f"Player {player} - {shown} - {NAMES[kind]}")


def main():
    if len(sys.argv) > 1:
        try:
            deck = read_deck(sys.argv[1])
        except OSError:
            sys.exit("Error: Could not find file")
    else:
        deck = random_deck()
    hands = [(evaluate(cards), player, cards) for player, cards in enumerate(deal(deck), 1)]
    for (kind, _), player, cards in sorted(hands, key=lambda hand: hand[0], reverse=True):
        show(player, cards, kind)


if __name__ == "__main__":
    main()
