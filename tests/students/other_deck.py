"""Prints the right answer for another deck, whatever the file says."""

import random
import right

random.seed(1)
deck = right.random_deck()
read_deck = right.read_deck


def pretend(path):
    read_deck(path)
    return deck


random.seed()
right.read_deck = pretend
right.main()
