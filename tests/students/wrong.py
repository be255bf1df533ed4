"""Programs with one fault each, or with a style of their own: python wrong.py NAME [DECK].

Each changes right.py; what it returns is called at the end.
"""

import os
import random
import sys
import tempfile
import time
import right

evaluate, show = right.evaluate, right.show
DECK = [(number % 52 % 13, number % 52 // 13) for number in range(0, 7 * 52, 7)]
lines = []


def all_straight_flush():
    """Evaluates nothing: everybody has a straight flush, in the order of the players."""
    right.evaluate = lambda cards: (8, [])


def exception():
    """Looks for a card behind the last one whenever there is a straight flush."""

    def evaluated(cards):
        kind, ranks = evaluate(cards)
        return kind, ranks + ([cards[5]] if kind == 8 else [])

    right.evaluate = evaluated


def fixed_lines():
    """Prints ten lines that never change, whatever the deck."""
    del sys.argv[1:]
    right.random_deck = lambda: DECK


def flood():
    """Prints without end."""
    while True:
        print("Player 1 - 2C 3C 4C 5C 6C - Straight Flush")


def leaves_a_child():
    """Leaves a child behind that keeps standard output open."""
    return lambda: time.sleep(600) if os.fork() == 0 else None


def leaves_a_session():
    """Leaves a grandchild behind, in a session of its own, without a parent."""

    def leave():
        sys.stdout.flush()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)

    return leave


def many_processes():
    """Starts processes without end."""
    while True:
        if os.fork() == 0:
            time.sleep(600)


def much_memory():
    """Takes more and more memory."""
    while True:
        lines.append(b"x" * 64 * 1024 * 1024)
        time.sleep(0.01)


def no_text():
    """Prints bytes that are no text."""
    os.write(1, bytes(range(256)) * 20 + b"\nPlayer 1 - \xff\xfe 2C\n")
    sys.exit()


def random_by_the_clock():
    """Seeds its random numbers by the clock, in whole seconds: no fault."""
    random.seed(int(time.time()))


def reads_standard_input():
    """Waits for Enter before it begins."""
    sys.stdin.readline()


def type_ignored():
    """Sorts by the value alone, whatever the type."""
    right.show = lambda *hand: lines.append(hand)

    def by_value(hand):
        return evaluate(hand[1])[1]

    return lambda: [show(*hand) for hand in sorted(lines, key=by_value, reverse=True)]


def unsteady():
    """Judges by something that was never set: here, by what the environment happens to hold."""

    def evaluated(cards):
        kind, ranks = evaluate(cards)
        return 0 if kind == 1 and "PADDING" in os.environ else kind, ranks

    right.evaluate = evaluated


def writes_everywhere():
    """Writes wherever it can, and prints the right answer all the same."""
    places = ".", "..", "/", "/tmp", "/var/tmp", "/usr"
    for folder in *places, tempfile.gettempdir(), os.path.expanduser("~"):
        try:
            with open(os.path.join(folder, "i-was-here.txt"), "w") as file:
                file.write("I was here.\n")
        except OSError:
            pass


if __name__ == "__main__":
    at_the_end = globals()[sys.argv.pop(1)]()
    right.main()
    if at_the_end:
        at_the_end()
