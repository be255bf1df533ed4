"""Remarks on what a program prints: they cost nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from poker_table.game.errors import quoted
from poker_table.game.rank_and_suit import Suit
from poker_table.grading.judging.faults import MAX_QUOTED, quote
from poker_table.grading.judging.printed import PrintedOutput
from poker_table.grading.running.runner import MAX_JUDGED
from poker_table.hands.sentence import Sentence, Text, joined

# Words of letters and lists; no card game is spoken of in them.
_FEEDBACK = re.compile(
    r"(?i)\d of 25\b|points? of 25\b|no mistake was found|your teacher (?:says|changed)|please look"
    r"|criteria are right|\bpoker-table\b|ignore (?:all |the )?(?:previous|above) instructions"
)
MOST_LISTED = 9  # other labels for hand types that the remark lists: one for each


def remarks_on(outputs: Iterable[PrintedOutput], suits: Sequence[Suit] | None) -> Iterator[Text]:
    """Yield the remarks on all tables of a program; `suits` is its own order of them, if any."""
    tables = [printed for printed in outputs if printed.is_table]
    hands = [hand for printed in tables for hand in printed.hands]
    if suits is not None:
        yours, ours = (" ".join(suit.letter for suit in order) for order in (suits, Suit))
        yield f"The suits 0 to 3 are {ours} in the decks; in your program they are {yours}"
    types = {hand.label: hand.hand_type for hand in hands if hand.hand_type is not None}
    # Labels that do not contain the name of the type for which they stand.
    if own := [label for label, t in types.items() if str(t).casefold() not in label.casefold()]:
        listed = sorted(own)[:MOST_LISTED]
        words = (Sentence(quote(label, 40), f" for '{types[label]}'") for label in listed)
        yield Sentence("You print ", joined(", ", words))
    if any(all(hand.is_sorted(-1) for hand in printed.hands) for printed in tables):
        yield "The assignment prints a hand's cards from low to high, you from high to low"
    if any(printed.has_escapes for printed in tables):
        yield "Control characters in your output, such as colours, were ignored"
    if any(printed.rankings or printed.passed_over for printed in tables):
        yield "You print more than one ranking, and they differ: only one counts"
    if any(printed.is_truncated for printed in tables):
        yield f"Only the first {MAX_JUDGED // 1024} KiB of your output are read"
    if lines := [line for printed in tables for line in printed.other_lines]:
        yield Sentence("Besides the hands you print lines such as ", quote(lines[0], 40))


def imitation_of_feedback(outputs: Iterable[PrintedOutput]) -> str:
    """Return the first line that reads like our feedback, or an empty text: a person should look.

    It may be an honest line by chance, so it costs nothing.
    """
    lines = (line for printed in outputs for line in printed.other_lines)
    return next((quoted(line, MAX_QUOTED) for line in lines if _FEEDBACK.search(line)), "")
