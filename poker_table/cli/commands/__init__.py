"""The commands, each in the file of its name, and what they have in common before one is loaded."""

INTERRUPTED = 130  # the exit code after Ctrl-C
COMPLETION_VARIABLE = "_ARGCOMPLETE"  # the variable that is set while Tab is pressed
COMMANDS = {
    "deal": "deal ten hands and show them best to worst: the default command",
    "simulate": "deal tables in bulk and set what happened beside what must happen",
    "evaluate": "say what hands of five cards or more are",
    "compare": "compare two hands or more a round, from a line or a million lines",
    "chances": "say how likely each hand wins when some cards are unknown",
    "present": "show the lesson to a class that votes by phone",
    "practice": "ask until you are sure, and say what you believe wrongly",
    "decks": "list, show or copy the bundled decks, or make one to order",
    "grade": "run a student's program on the decks and say what is wrong",
    "mutants": "score a file of test cases by the wrong evaluators it catches",
}
