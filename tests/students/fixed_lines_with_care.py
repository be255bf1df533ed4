"""Prints the same ten hands for every deck, but fails without a file and deals at random."""

import right

DECK = [(number % 52 % 13, number % 52 // 13) for number in range(0, 7 * 52, 7)]
read_deck = right.read_deck
right.read_deck = lambda path: [*read_deck(path), *DECK][-len(DECK) :]
right.main()
