"""`poker-table compare`: compare the hands of one round, or of a million."""

from __future__ import annotations

from poker_table.cli.hand_input import InputProgress, check_hands, input_lines
from poker_table.cli.output import FORMS, Output
from poker_table.cli.parser import A_FORM, CommandParser, excludes
from poker_table.compare.other_programs import round_as_block, round_as_test_eval
from poker_table.compare.result import round_lines, rounds_stream, summary_page
from poker_table.compare.rounds import Round, Summary, read_rounds
from poker_table.hands.in_a_line import SEPARATOR

EXAMPLES = (
    ("poker-table compare 'Kc Ac Jh 8s 9c 2s ; Ah Kh Ts 7c 7h 3c'", "five cards or more"),
    ("poker-table compare 'AsKs vs QdQh' --board 'Ah Qs 2c 2d 9h'", "five cards in common"),
    ("poker-table compare rounds.txt --summary", "how often each side wins"),
)

AS_ROUNDS, AS_TEST_EVAL = ("--format", "rounds"), ("--format", "test-eval")
RULES = (
    excludes("--summary", "--explain", AS_ROUNDS, AS_TEST_EVAL),
    excludes(AS_TEST_EVAL, "--explain", "--export", why="that program explains nothing"),
    excludes(AS_ROUNDS, "--export", why="the file's suffix chooses the form"),
)


def run(argv: list[str], output: Output) -> int:
    """Compare the hands of each round and return the exit code: 1 if a round was bad."""
    parser = CommandParser("compare", EXAMPLES, RULES)
    parser.add("hands")
    parser.option("--board", "CARDS", "cards that belong to every hand, at most five", default="")
    parser.add("--explain")
    parser.option("--summary", "", "show only the totals")
    parser.section("more options for the output")
    about = f"{A_FORM}; a C course's: test-eval or rounds"
    parser.add("--format", choices=(*FORMS, "test-eval", "rounds"), about=about)
    parser.add("--export", "--force")
    options = parser.parse_args(argv, output)
    check_hands(options.hands, parser)
    progress, summary = InputProgress(output, "rounds"), Summary()
    name, lines = input_lines(options.hands, progress, between=SEPARATOR)
    read = read_rounds(lines, name, board=options.board)
    rounds = summary.count(progress.checked(read, name))
    valid = (item for item in rounds if isinstance(item, Round))
    if options.summary:
        for _ in rounds:
            pass
        output.show(summary_page(summary))
    elif options.format == "rounds":
        output.write_pieces(round_as_block(round_, options.explain) for round_ in valid)
    elif options.format == "test-eval":
        output.write_pieces(map(round_as_test_eval, valid))
    elif output.form == "plain":  # far faster than drawing each hand
        output.write_pieces(round_lines(rounds, summary, options.explain))
    else:
        output.show_stream(rounds_stream(rounds, summary, options.explain))
    return 1 if summary.invalid else 0
