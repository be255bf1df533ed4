"""The commands, each in the file of its name, and their one-line descriptions."""

INTERRUPTED = 130  # the exit code after Ctrl-C
COMPLETION_VARIABLE = "_ARGCOMPLETE"  # set in the environment when the shell asks for completions
COMMANDS = {
    "deal": "deal ten hands and show them from best to worst (default)",
    "simulate": "deal many tables and compare the counts with the exact odds",
    "evaluate": "name the hand type of hands of five cards or more",
    "compare": "compare the hands of each round and name the winner",
    "chances": "calculate how likely each hand is to win when some cards are unknown",
    "present": "show the lesson to a class that votes by phone",
    "practice": "ask questions until it is clear what you know and what you confuse",
    "decks": "list, show or copy the bundled decks, or make a deck to order",
    "grade": "run a student's program on many decks and explain its mistakes",
    "mutants": "score a file of test cases by how many wrong evaluators it catches",
}
