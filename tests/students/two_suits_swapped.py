"""Reads spades for hearts, but hearts for hearts too."""

import right

read_deck = right.read_deck
right.read_deck = lambda path: [(rank, min(suit, 2)) for rank, suit in read_deck(path)]
right.main()
