"""Looks for a card behind the last one whenever there is a straight flush."""

import right

evaluate = right.evaluate


def evaluate_further(cards):
    kind, by_count = evaluate(cards)
    return kind, by_count + ([cards[5]] if kind == 8 else [])


right.evaluate = evaluate_further
right.main()
