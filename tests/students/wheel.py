"""Does not know that the ace may count below the two."""

import right

right.is_straight = lambda ranks: all(a == b + 1 for a, b in zip(ranks, ranks[1:]))
right.main()
