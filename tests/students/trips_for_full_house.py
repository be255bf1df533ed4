"""Sorts a full house where it belongs, but calls it three of a kind."""

import right

right.NAMES[6] = "Three of a Kind"
right.main()
