"""Prints ten lines that never change, whatever the deck."""

import right

DECK = [(number % 52 % 13, number % 52 // 13) for number in range(0, 7 * 52, 7)]
right.sys.argv = right.sys.argv[:1]
right.random_deck = lambda: DECK
right.main()
