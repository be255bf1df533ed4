"""Never gets past its first line."""

import sys
import right

show = right.show


def show_one(player, cards, kind):
    show(player, cards, kind)
    while len(sys.argv) > 1:
        pass


right.show = show_one
right.main()
