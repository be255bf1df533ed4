"""Prints the worst hand first."""

import right

show = right.show
lines = []
right.show = lambda *hand: lines.append(hand)
right.main()
for hand in reversed(lines):
    show(*hand)
