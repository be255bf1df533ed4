"""Spells everything in its own way: style, and no fault."""

import right

right.NAMES[:4] = "NOTHING", "ONE_PAIR", "Two Pairs", "Trips"
SYMBOLS = dict(zip("CDHS", "♣♦♥♠"))


def show(player, cards, kind):
    words = [
        f"{SYMBOLS[right.SUITS[s]]}{right.RANKS[r].replace('T', '10')}" for r, s in sorted(cards)
    ]
    print(f"  Player  {player:>2} : [{', '.join(words)}]\t=> {right.NAMES[kind]}  ")


print("Welcome to Poker!")
right.show = show
right.main()
