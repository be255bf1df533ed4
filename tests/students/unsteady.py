"""Judges by something that was never set: here, by what the environment happens to hold."""

import os
import right

evaluate = right.evaluate


def judged(cards):
    kind, ranks = evaluate(cards)
    return (0 if kind == 1 and os.environ.get("PADDING") else kind), ranks


right.evaluate = judged
right.main()
