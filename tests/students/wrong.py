"""Programs with one fault each, or with a style of their own: python wrong.py NAME [DECK].

Each changes right.py; what it returns is called at the end.
"""

import os
import random
import sys
import tempfile
import time
import right

deal, evaluate, read_deck, show = right.deal, right.evaluate, right.read_deck, right.show
DECK = [(number % 52 % 13, number % 52 // 13) for number in range(0, 7 * 52, 7)]
lines = []


def _given_a_file():
    return len(sys.argv) > 1


def _read_or(path, otherwise):
    try:
        return read_deck(path)
    except OSError:
        return otherwise()


def _where_it_would_fail(then, main=right.main):
    """Let `then` have the message with which the right program ends if the file is missing."""

    def changed():
        try:
            main()
        except SystemExit as stop:
            then(stop.code)

    right.main = changed


def _typed(change):
    """Let `change` have the type and the ranks of each hand."""
    right.evaluate = lambda cards: change(*evaluate(cards))


def all_straight_flush():
    """Evaluates nothing: everybody has a straight flush, in the order of the players."""
    right.evaluate = lambda cards: (8, [])


def base_ten():
    """Weighs the ranks as if there were ten of them."""

    def in_base_ten(kind, ranks):
        different = list(dict.fromkeys(ranks))
        return kind, sum(rank * 10 ** (len(different) - n) for n, rank in enumerate(different))

    _typed(in_base_ten)


def breaks_off_often():
    """Looks for a card behind the last one on most decks: where there is two pair, or a straight or more."""
    right.evaluate = lambda cards: _beyond(
        cards, lambda kind: _given_a_file() and (kind == 2 or kind >= 4)
    )


def exception():
    """Looks for a card behind the last one whenever there is a straight flush."""
    right.evaluate = lambda cards: _beyond(cards, lambda kind: kind == 8)


def _beyond(cards, where):
    kind, by_count = evaluate(cards)
    return kind, by_count + ([cards[5]] if where(kind) else [])


def cannot_be_read():
    """Prints nine hands well, and one of which nobody can tell what it is."""
    right.show = lambda player, *hand: (
        print("Player 4 - 2C 3D ??? - Pair") if player == 4 else show(player, *hand)
    )


def cards_as_dealt():
    """Prints a hand's cards in the order in which they were dealt."""
    right.show = lambda player, cards, kind: print(
        f"Player {player} - {_shown(cards)} - {right.NAMES[kind]}"
    )


def _shown(cards):
    return " ".join(right.RANKS[rank] + right.SUITS[suit] for rank, suit in cards)


def escapes():
    """Prints in colour, and what a terminal library would take for markup."""

    def coloured(*hand):
        print("\x1b[31m[bold red]\x1b[0m \x1b]0;title\x07", end="")
        show(*hand)

    print("\x1b[2J[/] [link=x]")
    right.show = coloured


def exit_code():
    """Prints all that is asked for, and then says that it failed."""
    return lambda: sys.exit(_given_a_file())


def fixed_lines():
    """Prints ten lines that never change, whatever the deck."""
    del sys.argv[1:]
    right.random_deck = lambda: DECK


def fixed_lines_with_care():
    """Prints the same ten hands for every deck, but fails without a file and deals at random."""
    right.read_deck = lambda path: read_deck(path) and DECK


def flood():
    """Prints without end."""
    while True:
        print("Player 1 - 2C 3C 4C 5C 6C - Straight Flush")


def flush_missed():
    """Takes every flush for a high card, and sorts it there."""
    _typed(lambda kind, ranks: (0 if kind == 5 else kind, ranks))


def from_zero():
    """Numbers the players from 0."""
    right.show = lambda player, *hand: show(player - 1, *hand)


def hard_coded():
    """Knows the tables of four published decks by heart, and shows one of them for any other deck.

    (It works them out anew, which no marker can see: what it prints is the same.)
    """
    beginnings = [
        [(5, 3), (5, 2), (4, 0)], [(12, 0), (6, 0), (9, 0)],
        [(3, 2), (4, 1), (10, 2)], [(3, 1), (11, 0), (9, 0)],
    ]  # fmt: skip
    right.read_deck = lambda path: deck if (deck := read_deck(path))[:3] in beginnings else DECK


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


def low_cards_lost():
    """Takes a rank number of 0 for nothing: a pair of twos is no pair."""
    _typed(
        lambda kind, ranks: (
            (0, sorted(ranks, reverse=True)) if kind == 1 and ranks[0] == 0 else (kind, ranks)
        )
    )


def many_processes():
    """Starts processes without end."""
    while True:
        if os.fork() == 0:
            time.sleep(600)


def missing_file_crashes():
    """Reads from a file that is not there."""
    right.read_deck = lambda path: _read_or(path, lambda: os.kill(os.getpid(), 11))


def missing_file_ignored():
    """Deals at random if the file is missing."""
    right.read_deck = lambda path: _read_or(path, right.random_deck)


def missing_file_passes():
    """Says that a file is missing, and ends as if all were well."""
    _where_it_would_fail(print)


def missing_file_silent():
    """Ends without a word if the file is missing."""
    _where_it_would_fail(lambda said: sys.exit(1 if said else 0))


def much_memory():
    """Takes more and more memory."""
    while True:
        lines.append(b"x" * 64 * 1024 * 1024)
        time.sleep(0.01)


def no_text():
    """Prints bytes that are no text."""
    os.write(1, bytes(range(256)) * 20 + b"\nPlayer 1 - \xff\xfe 2C\n")
    sys.exit()


def other_deck():
    """Prints the right answer for another deck, whatever the file says."""
    random.seed(1)
    deck = right.random_deck()
    random.seed()
    right.read_deck = lambda path: read_deck(path) and deck


def other_words():
    """Spells everything in its own way: style, and no fault."""
    symbols = dict(zip("CDHS", "♣♦♥♠"))
    right.NAMES[:4] = "NOTHING", "ONE_PAIR", "Two Pairs", "Trips"

    def show(player, cards, kind):
        words = [f"{symbols[right.SUITS[s]]}{right.RANKS[r]}" for r, s in sorted(cards)]
        shown = ", ".join(words).replace("T", "10")
        print(f"  Player  {player:>2} : [{shown}]\t=> {right.NAMES[kind]}  ")

    print("Welcome to Poker!")
    right.show = show


def own_suit_order():
    """Numbers the suits D C H S, as its own enum does: style, and no fault."""
    right.SUITS = "DCHS"


def random_always_the_same():
    """Forgets to seed its random numbers."""
    random.seed(1)


def random_by_the_clock():
    """Seeds its random numbers by the clock, in whole seconds: no fault."""
    random.seed(int(time.time()))


def random_with_repeats():
    """Draws cards at random without taking them out of the deck."""
    right.random_deck = lambda: [(random.randrange(13), random.randrange(4)) for _ in range(52)]


def reads_standard_input():
    """Waits for Enter before it begins."""
    sys.stdin.readline()


def trips_for_full_house():
    """Sorts a full house where it belongs, but calls it three of a kind."""
    right.NAMES[6] = "Three of a Kind"


def two_tables():
    """Shows the hands as they were dealt, and then the table: right."""

    def deal_and_show(deck):
        print("The hands as dealt:")
        for player, cards in enumerate(deal(deck), 1):
            print(f"Player {player} - {_shown(cards)}")
        print("Best to worst:")
        return deal(deck)

    right.deal = deal_and_show


def two_tables_with_types():
    """Shows the whole line of each player in turn, and then the table: right."""

    def deal_and_show(deck):
        for player, cards in enumerate(deal(deck), 1):
            show(player, cards, evaluate(cards)[0])
        print()
        return deal(deck)

    right.deal = deal_and_show


def type_ignored():
    """Sorts by the value alone, whatever the type."""
    right.show = lambda *hand: lines.append(hand)

    def by_value(hand):
        return evaluate(hand[1])[1]

    return lambda: [show(*hand) for hand in sorted(lines, key=by_value, reverse=True)]


def unsteady():
    """Judges by something that was never set: here, by what the environment happens to hold."""
    padded = os.environ.get("PADDING")
    _typed(lambda kind, ranks: (0 if kind == 1 and padded else kind, ranks))


def upside_down():
    """Prints the worst hand first."""
    right.show = lambda *hand: lines.append(hand)
    return lambda: [show(*hand) for hand in reversed(lines)]


def value_ignored():
    """Sorts by the type alone: hands of one type stand as they were dealt."""
    _typed(lambda kind, ranks: (kind, 0))


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
