"""Looks for a card behind the last one on most decks: where there is two pair, or a straight or more."""

import sys

import right

evaluate = right.evaluate


def evaluate_further(cards):
    kind, by_count = evaluate(cards)
    too_far = len(sys.argv) > 1 and (kind == 2 or kind >= 4)
    return kind, by_count + ([cards[5]] if too_far else [])


right.evaluate = evaluate_further
right.main()
