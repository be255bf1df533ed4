"""Never shows player 10."""

import right

show = right.show
right.show = lambda player, cards, kind: player < 10 and show(player, cards, kind)
right.main()
