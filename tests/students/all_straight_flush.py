"""Evaluates nothing: everybody has a straight flush, in the order of the players."""

import right

right.evaluate = lambda cards: (8, [])
right.main()
