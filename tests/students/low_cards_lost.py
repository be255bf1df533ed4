"""Takes a rank number of 0 for nothing: a pair of twos is no pair."""

import right

evaluate = right.evaluate


def judged(cards):
    kind, ranks = evaluate(cards)
    return (0, sorted(ranks, reverse=True)) if kind == 1 and ranks[0] == 0 else (kind, ranks)


right.evaluate = judged
right.main()
