"""Reads through a null pointer after four lines."""

import os
import right

show = right.show
shown = []


def show_four(player, cards, kind):
    if len(shown) == 4:
        os.kill(os.getpid(), 11)
    shown.append(player)
    show(player, cards, kind)


right.show = show_four
right.main()
