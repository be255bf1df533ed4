"""Sorts by the value alone, whatever the type."""

import right

show = right.show
lines = []
right.show = lambda *hand: lines.append(hand)
right.main()
for hand in sorted(lines, key=lambda hand: right.evaluate(hand[1])[1], reverse=True):
    show(*hand)
