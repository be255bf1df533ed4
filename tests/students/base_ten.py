"""Weighs the ranks as if there were ten of them."""

import right

evaluate = right.evaluate


def in_base_ten(cards):
    kind, ranks = evaluate(cards)
    different = list(dict.fromkeys(ranks))
    return kind, sum(rank * 10 ** (len(different) - place) for place, rank in enumerate(different))


right.evaluate = in_base_ten
right.main()
