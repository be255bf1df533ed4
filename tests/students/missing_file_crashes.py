"""Reads from a file that is not there."""

import os
import right


def read_deck(path):
    try:
        return read(path)
    except OSError:
        os.kill(os.getpid(), 11)


read = right.read_deck
right.read_deck = read_deck
right.main()
