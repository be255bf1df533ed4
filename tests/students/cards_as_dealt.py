"""Prints a hand's cards in the order in which they were dealt."""

import right


def show(player, cards, kind):
    shown = " ".join(right.RANKS[rank] + right.SUITS[suit] for rank, suit in cards)
    print(f"Player {player} - {shown} - {right.NAMES[kind]}")


right.show = show
right.main()
