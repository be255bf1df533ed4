"""Sorts by the type alone: hands of one type stand as they were dealt."""

import right

evaluate = right.evaluate
right.evaluate = lambda cards: (evaluate(cards)[0], 0)
right.main()
