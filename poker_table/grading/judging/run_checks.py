"""Checks of how runs end: that the program can be run, ends well, and what it does without a deck.

Each check yields faults, with the sentences that students read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import zip_longest

from poker_table.game.players import MOST_PLAYERS
from poker_table.grading.judging.deal_checks import NOTHING, player_number, unreadable
from poker_table.grading.judging.faults import (
    ENDED,
    GIVEN_UP,
    MISSING_AS_ANY,
    NOT_COMPILED,
    NOT_COPIED,
    UNSTEADY,
    Fault,
    Foreign,
    quote,
    with_first,
)
from poker_table.grading.judging.printed import meaning_of
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.rubric import ALL, BY_SKILL, ON_EVERY_DECK
from poker_table.grading.judging.tables import Tables
from poker_table.grading.running.runner import Ending, Run, Runs
from poker_table.grading.running.submission import Unusable
from poker_table.hands.sentence import Sentence, Text

#: How a run ended: continues "the program".
ENDINGS = {
    "time": "hung: stopped after {0} second{s}",
    "memory": "used more than {0} MiB of memory and was stopped",
    "processes": "started more than {0} processes and was stopped",
    "threads": "started more than {0} threads and was stopped",
    "output": "printed more than {0} MiB and was stopped",
    "total": "ran out of time: all its runs together took {0} second{s}",
    "signal": "crashed: {0}",
    "code": "ended with exit code {0}",
    "unstarted": "could not be started",
}
#: What the signals mean that end most programs of first-years.
SIGNALS = {
    "SIGSEGV": "it used memory that is not its own, such as an element behind the end of an array",
    "SIGABRT": "an exception that nothing catches, a failed check or misused memory ended it",
    "SIGFPE": "it divided a whole number by zero",
}
# The line of a traceback that names the error. Lines of the stack are indented.
ERROR_LINE = re.compile(r"\S.*(Error|Exception|ERROR)\b|panic|\s+what\(\):")
ERROR_FOR_FILE = re.compile(r"(?i)error|exception|fail|unable|missing|no such|not\b|n't\b")


def how_it_ended(ending: Ending) -> str:
    """Return how a run ended, with the limit, signal or exit code.

    >>> how_it_ended(Ending("time", 5))
    'hung: stopped after 5 seconds'
    >>> how_it_ended(Ending("total", 1))
    'ran out of time: all its runs together took 1 second'
    """
    return ENDINGS[ending.kind].format(ending.detail, s="s" * (ending.detail != 1))


def same_meaning(one: Run, other: Run) -> bool:
    """Return whether two runs printed the same hands, in whatever words."""
    return meaning_of(read_output(one.out).hands) == meaning_of(read_output(other.out).hands)


def deals_at_random(runs: Runs, tables: Tables) -> bool:
    """Return whether no deck is dealt, and a later run on the first one printed other hands."""
    if not runs.later_run or not tables.ignore_decks:
        return False
    first, *_ = runs.on_decks.values()
    return not same_meaning(runs.later_run, first[0])


def program_can_be_run(unusable: Unusable | None) -> Iterator[Fault]:
    """Check that the program compiles, and that what was compiled can be copied."""
    if unusable and unusable.ending:
        how = how_it_ended(unusable.ending)
        said = Sentence(Foreign(unusable.messages), "\n", Foreign(unusable.compiler), f" {how}.")
        yield Fault(NOT_COMPILED, "It does not compile", ALL, said)
    elif unusable:
        yield Fault(NOT_COPIED, "It compiles, but the compiled program cannot be copied", ALL)


def run_ends_well(run: Run) -> Iterator[Fault]:
    """Check how a run on a deck ended. Without a table, that spoils all criteria of a table."""
    if run.failure:
        spoilt = set() if read_output(run.out).is_table else ON_EVERY_DECK
        yield _failed(run, run.failure, {"ends", *spoilt})


def _failed(run: Run, ending: Ending, criteria: Set[str]) -> Fault:
    lines = _lines(run.out)
    many = f"{len(lines)} lines, the last of them" if len(lines) > 1 else "one line,"
    had_printed = with_first(f"It had printed {many} ", lines[-1:]) or "It had printed nothing."
    said = [_said(run), " "] if _error_line(run.err) else []
    means = SIGNALS.get(str(ending.detail), "")
    example = Sentence(*said, had_printed, f" {ending.detail} means: {means}." if means else "")
    return Fault(ENDED, f"The program {how_it_ended(ending)}", criteria, example)


def runs_agree(runs: Sequence[Run], faults: Sequence[Sequence[Fault]]) -> list[Fault]:
    """Return the faults on a deck, given its first and last run and their faults.

    If a run has faults and the outputs differ, one fault for the difference replaces all faults
    except how a run ended.
    """
    both = [*faults[0], *faults[-1]]
    if not both or same_meaning(runs[0], runs[-1]):
        return [*(faults[0] or faults[-1])]
    ends = [fault for fault in both if fault.name == ENDED][:1]
    others = [fault for fault in both if fault.name != ENDED]
    if not others:
        return ends
    criteria = {key for fault in others for key in fault.criteria}
    spoils_deck = any(fault.criteria & BY_SKILL and not fault.skills for fault in others)
    skills = frozenset() if spoils_deck else frozenset().union(*(f.skills for f in others))
    one, other = (quote(line) if line else "nothing" for line in _first_difference(*runs))
    example = Sentence("One run printed ", one, ", the next ", other, ".")
    unset = "a variable is used before it is set (in C and C++)"
    cause = f"Two runs on the same deck differ: {unset}, or chance decides"
    return [*ends, Fault(UNSTEADY, cause, criteria, example, skills=skills)]


def _first_difference(*runs: Run) -> tuple[str, str]:
    """Return the first lines that differ, or labels, if a type is not in the line of its hand."""
    hands = [[(hand.line, hand.label) for hand in read_output(run.out).hands] for run in runs]
    rows = (zip(*pair, strict=True) for pair in zip_longest(*hands, fillvalue=("", "")))
    return next(((one, other) for row in rows for one, other in row if one != other), ("", ""))


def missing_file_is_an_error(runs: Runs, tables: Tables) -> Iterator[Fault]:
    """Check the run on a missing file; the first mistake counts.

    If no deck gave a table, an error proves nothing: the program fails whatever the file is.
    """
    if not (run := runs.missing):
        return
    hands, lines = [hand.line for hand in read_output(run.out).hands], _lines(run.out)
    printed = hands or [*filter(ERROR_FOR_FILE.search, lines)] or lines
    example = with_first("It printed ", printed) or _said(run)
    has_table, missing = tables.judged and tables.evaluates_hands, "With a missing file,"
    if run.crash_or_stop:
        name, cause = "missing-ended", f"{missing} the program {how_it_ended(run.crash_or_stop)}"
    elif hands:
        name, cause = "missing-hands", f"{missing} hands are still printed"
    elif not _lines(run.out + run.err):
        name, cause = "missing-silent", f"{missing} nothing is printed"
        also = "" if run.exit_code else ", and end with another exit code"
        wanted = f"Print an error, such as 'Error: Could not find file'{also}."
        example = f"Exit code {run.exit_code}. {wanted}"
    elif run.exit_code == 0:
        name = "missing-passes"
        cause = f"{missing} the program ends with exit code 0, as if all were well"
        example = Sentence(example, " End with another exit code, such as 1.")
    elif has_table or tables.unreadable or deals_at_random(runs, tables):
        return
    else:
        name = MISSING_AS_ANY
        cause = "An error for a missing file counts only if other files are read"
    yield Fault(name, cause, {"missing"}, example)


def random_deal_is_a_table(runs: Runs, tables: Tables) -> Iterator[Fault]:
    """Check the first random deal; the first mistake counts.

    A failure after a table, or a player who is missing on all decks, is judged there. If the output
    on decks is unreadable too, a person must look at both.
    """
    if not runs.random:
        return
    run, criteria = runs.random[0], {"random"}
    complete = max((len(table.hands) for table in tables.judged.values()), default=MOST_PLAYERS)
    printed = read_output(run.out)
    hands = [*printed.by_player.values()]
    cards = [card for hand in hands for card in hand.cards]
    if run.failure and not printed.is_table:
        yield _failed(run, run.failure, criteria)
    elif tables.unreadable and printed.unreadable_start:
        yield unreadable(printed, criteria)
    elif not printed.is_table or len(hands) < complete:
        cause, last = "Without a file, no complete table is printed", _lines(run.out)[-1:]
        count = f"Without a file, {len(hands)} of ten hands could be read. "
        example = Sentence(count, with_first("It printed ", last) or NOTHING)
        yield Fault("random-no-table", cause, criteria, example)
    elif repeated := next((card for card in cards if cards.count(card) > 1), None):
        holders = [player_number(hand.player) for hand in hands if repeated in hand.cards]
        example = Sentence("Player ", holders[0], " has ", repeated, " twice.")
        if len(holders) > 1:
            players = Sentence(" is dealt to players ", holders[0], " and ", holders[-1], ".")
            example = Sentence(repeated, players)
        yield Fault("random-twice", "A card is dealt twice in a random deal", criteria, example)


def random_deals_differ(runs: Runs, tables: Tables) -> Iterator[Fault]:
    """Check that a later random deal does not repeat the first one."""
    said = "Two runs without a file, more than a second apart, both began with "
    for later in runs.random[1:]:
        if same_meaning(runs.random[0], later):
            hands = read_output(later.out).hands
            first = hands[0].line if hands else "".join(later.out.splitlines()[:1])
            example = Sentence(said, quote(first), ". Is a seed ever set?")
            yield Fault("random-same", "Two random deals were the same", {"random"}, example)


def no_deck_is_skipped(runs: Runs, decks: Set[str]) -> Iterator[Fault]:
    """Check that the program was not stopped so often that it was not run on all the decks."""
    if runs.given_up and decks - runs.on_decks.keys():
        stopped = runs.stopped_on
        cause = f"It was stopped on {len(stopped)} decks, so some others were left out"
        yield Fault(GIVEN_UP, cause, {"ends"}, deck=stopped[-1])


#: They look at all runs and tables. A fault without a deck is one of its criterion's own run.
RUN_CHECKS = [missing_file_is_an_error, random_deal_is_a_table, random_deals_differ]


def _said(run: Run) -> Text:
    line = _error_line(run.err)
    return Sentence("It said ", quote(line, 120), ".") if line else NOTHING


def _error_line(err: str) -> str:
    """Return the last line of standard error that names an error, else its last line."""
    lines = _lines(err)
    candidates = [*lines[-1:], *filter(ERROR_LINE.match, lines)]
    return candidates[-1].strip() if candidates else ""


def _lines(text: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]
