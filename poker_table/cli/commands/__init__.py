"""The commands, each in the file of its name, and their one-line descriptions."""

INTERRUPTED = 130  # the exit code after Ctrl-C
COMPLETION_VARIABLE = "_ARGCOMPLETE"  # set in the environment when the shell asks for completions
#: A word that is no command is looked for in these lines.
COMMANDS = {
    "deal": "deal and sort ten hands, the default; --export writes a lesson",
    "simulate": "deal many tables and compare the counts with the exact odds",
    "evaluate": "name the hand type of hands of five cards or more",
    "compare": "compare the hands of each round and name the winner",
    "chances": "the odds that each hand wins, its equity, while cards are unknown",
    "present": "show the lesson to a class that votes by phone",
    "practice": "a quiz: questions that find which rules you know or confuse",
    "decks": "list, show or copy the bundled decks, or make a deck to order",
    "grade": "mark a student's program on many decks and explain its mistakes",
    "mutants": "score a file of test cases by how many wrong evaluators it catches",
}
DECK_ACTIONS = "list", "show", "copy", "make"  # of the command decks
