"""A right program with eight ways to print, by its first argument: `poker.py words deck.txt`."""

import random
import sys

RANKS = "2 3 4 5 6 7 8 9 10 Jack Queen King Ace".split()
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
TYPES = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
]
PLURALS = "Twos Threes Fours Fives Sixes Sevens Eights Nines Tens Jacks Queens Kings Aces".split()


def get_deck(arguments):
    if not arguments:
        deck = [(rank, suit) for suit in range(4) for rank in range(13)]
        random.shuffle(deck)
        return deck
    try:
        numbers = open(arguments[0]).read().split()
    except FileNotFoundError:
        print("Error: Could not find file", file=sys.stderr)
        sys.exit(1)
    return [(int(numbers[i]), int(numbers[i + 1])) for i in range(0, len(numbers), 2)]


def evaluate(hand):
    ranks = sorted([rank for rank, suit in hand], reverse=True)
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    flush = len(set(suit for rank, suit in hand)) == 1
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    order = [rank for count, rank in groups]
    if ranks == [12, 3, 2, 1, 0]:
        straight = True
        order = [3, 2, 1, 0, -1]
    counts = [count for count, rank in groups]
    if straight and flush:
        kind = 8
    elif counts[0] == 4:
        kind = 7
    elif counts == [3, 2]:
        kind = 6
    elif flush:
        kind = 5
    elif straight:
        kind = 4
    elif counts[0] == 3:
        kind = 3
    elif counts == [2, 2, 1]:
        kind = 2
    elif counts[0] == 2:
        kind = 1
    else:
        kind = 0
    return kind, order


def short(card):
    return "23456789TJQKA"[card[0]] + "CDHS"[card[1]]


def words(card):
    return RANKS[card[0]] + " of " + SUITS[card[1]]


def symbol(card):
    return RANKS[card[0]][: 2 if card[0] == 8 else 1] + "♣♦♥♠"[card[1]]


def main():
    style, deck = sys.argv[1], get_deck(sys.argv[2:])
    hands = [deck[player:50:10] for player in range(10)]
    if style == "deck":
        for i in range(0, 52, 13):
            print(" ".join(short(card) for card in deck[i : i + 13]))
        print()
    if style == "dealt":
        for player, hand in enumerate(hands):
            print("Player", player + 1, "was dealt", ", ".join(map(short, hand)))
    ranking = sorted(range(10), key=lambda player: evaluate(hands[player]), reverse=True)
    for place, player in enumerate(ranking, 1):
        kind, order = evaluate(hands[player])
        hand = sorted(hands[player])
        if style == "words":
            print(f"Player {player + 1}: {', '.join(map(words, hand))} - {TYPES[kind]}")
        elif style == "symbols":
            print(f"{place:>2} | {player + 1:>2} | {'  '.join(map(symbol, hand))} | {TYPES[kind]}")
        elif style == "pairs":
            print((player + 1, [(RANKS[r], SUITS[s]) for r, s in hand], TYPES[kind]))
        elif style == "block":
            print("Player:", player + 1)
            print("Hand:", " ".join(map(short, hand)))
            print("Type:", TYPES[kind], end="\n\n")
        elif style == "described" and kind in (1, 3, 7):
            count = {1: "Pair of", 3: "Three", 7: "Four"}[kind]
            print(
                f"Player {player + 1} - {' '.join(map(short, hand))} - {count} {PLURALS[order[0]]}"
            )
        else:
            print(f"Player {player + 1} - {' '.join(map(short, hand))} - {TYPES[kind]}")
    if style == "winner":
        print(f"\nPlayer {ranking[0] + 1} wins with", " ".join(map(short, hands[ranking[0]])))


main()
