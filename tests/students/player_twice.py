"""Shows player 1 twice."""

import right

show = right.show


def twice(player, cards, kind):
    show(player, cards, kind)
    if player == 1:
        show(player, cards, kind)


right.show = twice
right.main()
