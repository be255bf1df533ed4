"""A submission marked: it is run, what it printed is judged, and the judgement is scored."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.files.text import names_in_folder
from poker_table.game.deck import Deck
from poker_table.game.errors import MarkerError, printable
from poker_table.grading.judging.faults import Cause, Kind
from poker_table.grading.judging.judge import OTHER_RUNS, Judgement, is_consistent, judge
from poker_table.grading.judging.printed import read_printed
from poker_table.grading.running.runner import Ending, Limits, Run, Runs, run_copy
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission
from poker_table.grading.scoring import score
from poker_table.grading.sheet import Sheet
from poker_table.order.composed import composed_deck

# Each run fills fresh memory with one of two patterns: the decks have them in turn.
PATTERNS = 2
BOTH_ON = 3  # the first decks are run with both patterns, and so is one deck for each cause found
CLOCK_STEP = 1.1  # seconds after which a generator seeded by the clock deals another table


def decks_to_try(random: int, seed: int, folder: str | None = None) -> dict[str, Deck]:
    """Return the bundled decks, those in a folder of the marker's, and some composed from a seed.

    They stand under names that find them again. Raises FileError, DeckError, and MarkerError for
    a folder without decks.
    """
    decks = {name: read_deck(bundled_path(name)) for name in bundled_decks()}
    own = [os.path.join(folder, name) for name in names_in_folder(folder)] if folder else []
    if folder and not own:
        raise MarkerError(f"{printable(folder)}: expected decks, got an empty folder")
    decks |= {path: read_deck(path) for path in own}
    for number in range(random):
        decks[f"--seed {seed} --composed {number}"] = composed_deck(seed, number)
    return decks


@dataclass(frozen=True)
class MarkingOptions:
    """What holds for every submission: decks, points, sandbox and limits; `facts` tells of them.

    After `total` seconds of all its runs together it is run no more.
    """

    decks: Mapping[str, Deck]
    points: Mapping[str, float]
    level: str
    limits: Limits
    facts: Mapping[str, str | int]
    total: int = 120

    @property
    def style(self) -> bool:
        """Whether there are points for the style of the lines."""
        return self.points["style"] > 0


@dataclass(frozen=True)
class Callbacks:
    """Called in a marking: `after_run` with each run and its name, `wait` with seconds to wait."""

    after_run: Callable[[str, Run], None] = lambda name, run: None
    wait: Callable[[float], object] = time.sleep


def mark(
    submission: Submission, options: MarkingOptions, callbacks: Callbacks = Callbacks()
) -> Sheet:
    """Run a submission, judge its runs and score the judgement.

    Raises MarkerError, and OSError, where the marker cannot do it.
    """
    runs = run_submission(submission, options, callbacks)
    judgement = judge(runs, options.decks, options.style, submission.unusable)
    items, findings = score(judgement, options.points)
    warnings = [Cause(Kind.COMPILER_SAYS, (submission.warnings,))] if submission.warnings else []
    remarks = *judgement.remarks, *warnings
    return Sheet(submission.name, items, findings, remarks, dict(options.facts))


def run_submission(
    submission: Submission, options: MarkingOptions, callbacks: Callbacks = Callbacks()
) -> Runs:
    """Run a submission on each deck, on a missing file and on none.

    The time between two random deals is spent on the other runs.
    """
    if submission.unusable:
        return Runs({})
    program, points = _Program(submission, options, callbacks), options.points
    dealt = [program.run(OTHER_RUNS["random"], None)] if points["random"] else []
    ended = time.monotonic()
    on_decks, undealt = program.on_decks()
    missing = program.run(OTHER_RUNS["missing"], NO_SUCH_NAME) if points["missing"] else None
    if dealt and not dealt[0].stopped_by and read_printed(dealt[0].out).meaning:
        callbacks.wait(max(0.0, ended + CLOCK_STEP - time.monotonic()))
        dealt.append(program.run(OTHER_RUNS["random"], None))
    later = None
    if undealt:
        callbacks.wait(CLOCK_STEP)
        later = program.on_deck(*next(iter(options.decks.items())), pattern=0)
    return Runs(on_decks, missing, tuple(dealt), later)


@dataclass(frozen=True)
class _Program:
    """A submission as it is run on one deck after another."""

    submission: Submission
    options: MarkingOptions
    callbacks: Callbacks
    seconds: list[float] = field(default_factory=list)  # of each run

    @property
    def out_of_time(self) -> bool:
        """Whether all its runs have taken as long as they may."""
        return sum(self.seconds) >= self.options.total

    def on_decks(self) -> tuple[dict[str, tuple[Run, ...]], bool]:
        """Run it on every deck, until it was stopped too often, and on some of them twice.

        Return the runs, and whether it printed hands, but on no deck those that were dealt.
        """
        runs = dict[str, tuple[Run, ...]]()
        for number, (name, deck) in enumerate(self.options.decks.items()):
            runs[name] = (self.on_deck(name, deck, number % PATTERNS),)
            if number < BOTH_ON and not runs[name][0].stopped_by:
                runs[name] = self._again(name, number, runs[name])
            if Runs(runs).given_up:
                break
        judgement = judge(Runs(runs), self.options.decks, self.options.style)
        return self._decks_again(runs, judgement), judgement.ignores_decks

    def _decks_again(
        self, runs: dict[str, tuple[Run, ...]], judgement: Judgement
    ) -> dict[str, tuple[Run, ...]]:
        """Run it with the other pattern on one deck of each cause; if it differs, on every deck."""
        firsts = {fault.cause: fault.deck for fault in reversed(judgement.faults)}
        names, steady = [*runs], judgement.consistent
        for name in dict.fromkeys([*reversed(firsts.values()), *names]):
            if Runs(runs).given_up or self.out_of_time or (steady and name not in firsts.values()):
                break
            if len(runs[name]) < PATTERNS and not runs[name][0].stopped_by:
                runs[name] = self._again(name, names.index(name), runs[name])
                steady = is_consistent(Runs(runs), self.options.style)
        return runs

    def _again(self, name: str, number: int, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Run it on a deck with the other pattern; return both runs in the patterns' order."""
        pattern = (number + 1) % PATTERNS
        run = self.on_deck(name, self.options.decks[name], pattern)
        return (*runs[:pattern], run, *runs[pattern:])

    def on_deck(self, name: str, deck: Deck, pattern: int) -> Run:
        """Run it on a deck."""
        return self.run(name, DECK_NAME, format_deck(deck), pattern)

    def run(self, name: str, file: str | None, deck: str = "", pattern: int = 0) -> Run:
        """Run it on a deck file, if one is given; the file exists if there is a deck.

        Where no time is left for it, it is a run that was stopped.
        """
        if self.out_of_time:
            return Run("", "", 1, Ending("total", self.options.total))
        command, files = self.submission.command_for(file), {file: deck} if file and deck else {}
        level, limits = self.options.level, self.options.limits
        run = run_copy(self.submission.folder, command, files, level, limits, pattern)
        self.seconds.append(run.seconds)
        self.callbacks.after_run(name, run)
        return run.shortened
