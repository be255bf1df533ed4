"""Players from 0, the worst hand first, suits numbered D C H S, a misspelt type, no straight flush."""

import right

show, evaluate, lines = right.show, right.evaluate, []
right.SUITS = "DCHS"
right.NAMES[6] = "Ful Hose"


def without_straight_flush(cards):
    kind, ranks = evaluate(cards)
    return (5 if kind == 8 else kind), ranks


right.evaluate = without_straight_flush
right.show = lambda player, cards, kind: lines.append((player - 1, cards, kind))
right.main()
for hand in reversed(lines):
    show(*hand)
