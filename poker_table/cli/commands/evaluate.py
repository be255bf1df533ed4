"""`poker-table evaluate`: the hand types of hands of five cards or more."""

from __future__ import annotations

from poker_table.cli.hand_input import InputProgress, check_hands, input_lines
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser
from poker_table.compare.result import hand_lines, hands_stream
from poker_table.compare.rounds import read_hands
from poker_table.game.rank_and_suit import SUIT_SYMBOLS
from poker_table.show.encoding import can_encode

EXAMPLES = (
    ("poker-table evaluate Ac Ad Ah As Kh", "one hand"),
    ("poker-table evaluate 'AS KS QS JS TS' '2c 3d 4h 5s As 9c 9d'", "two: the best five count"),
    ("poker-table evaluate hands.txt --explain", "a hand on each line"),
)


def run(argv: list[str], output: Output) -> int:
    """Evaluate the hands and return the exit code: 1 if a line was bad."""
    parser = CommandParser("evaluate", EXAMPLES)
    parser.add("hands", "--explain")
    parser.section("more options for the output")
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    check_hands(options.hands, parser)
    progress = InputProgress(output, "hands")
    name, lines = input_lines(options.hands, progress)
    hands = progress.checked(read_hands(lines, name), name, "a hand on each line")
    if output.form == "plain":  # far faster than drawing each hand
        symbols = bool(options.export) or can_encode(output.out.encoding, SUIT_SYMBOLS)
        output.write_pieces(hand_lines(hands, symbols, options.explain))
    else:
        output.show_stream(hands_stream(hands, options.explain))
    return 1 if progress.bad else 0
