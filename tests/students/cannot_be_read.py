"""Prints nine hands well, and one of which nobody can tell what it is."""

import right

show = right.show


def one_badly(player, cards, kind):
    if player == 4:
        print("Player 4 - 2C 3D ??? - Pair")
    else:
        show(player, cards, kind)


right.show = one_badly
right.main()
