"""The sentences of a mark sheet, as students read them: causes, examples, remarks, summaries."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from poker_table.game.errors import printable, quoted
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, STRAIGHTS, HandType
from poker_table.grading.errors import listed
from poker_table.grading.judging.evaluators import MISTAKES
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.judge import OTHER_RUNS
from poker_table.grading.sheet import (
    ADJUSTMENTS,
    LATE,
    LOWERED,
    PASSED,
    TITLES,
    UNREAD,
    Finding,
    Item,
    Sheet,
    format_points,
)
from poker_table.hands.explanation import Value, has_low_ace
from poker_table.hands.in_words import (
    ORDINALS,
    capitalised,
    in_words,
    number_in_words,
    why_it_beats,
)
from poker_table.hands.sentence import Sentence, Text, side_by_side
from poker_table.hands.types import FACTS

CONSEQUENCES = Kind.MISSING_AS_ANY, Kind.GIVEN_UP  # of other mistakes, so not counted themselves
ONLY_IN_A_RUN = Kind.ENDED, Kind.GIVEN_UP, Kind.UNSTEADY  # an explanation of the deck cannot help
MAX_QUOTED = 80  # characters of a printed line
TOO_LITTLE = "There is too little to judge it by."
# How a run ended: continues "the program".
ENDINGS = {
    "time": "hung: stopped after {0} second{s}",
    "memory": "used more than {0} MiB of memory and was stopped",
    "processes": "started more than {0} processes and was stopped",
    "threads": "started more than {0} threads and was stopped",
    "output": "printed more than {0} MiB and was stopped",
    "total": "ran out of time: all its runs together took {0} seconds",
    "signal": "crashed: {0}",
    "code": "ended with exit code {0}",
    "unstarted": "could not be started",
}


def ending_in_words(how: str, limit: str | int = "") -> str:
    """Return how a run ended, with the limit, signal or exit code.

    >>> ending_in_words("time", 5)
    'hung: stopped after 5 seconds'
    """
    return ENDINGS[how].format(limit, s="s" * (limit != 1))


def _ended(how: str, limit: str | int = "") -> str:
    return f"The program {ending_in_words(how, limit)}"


def _type_taken(right: HandType, printed: HandType, wheel: bool) -> str:
    """Return that hands of a type, or only wheels, are taken for another type."""
    name = FACTS[right].name + ", five high," * wheel
    return f"{capitalised(name)} is taken for {FACTS[printed].name}"


def _within(hand_type: HandType, digit: int) -> str:
    facts = FACTS[HandType(hand_type)]
    name, ranks = facts.name, facts.ranks
    decides = f"the {ORDINALS[digit]} rank, the {ranks[digit]}," if len(ranks) > 1 else "the rank"
    return f"{capitalised(name)} against {name}: {decides} decides, and here it did not"


def _ranks_shifted(ranks: int) -> str:
    zero = Rank(ranks).word
    an = "an" if zero[0] in "ae" else "a"
    return f"The ranks are numbered differently: 0 is a two, but is taken for {an} {zero}"


def _suits_numbered(*suits: int) -> str:
    yours, ours = (" ".join(Suit(suit).letter for suit in order) for order in (suits, Suit))
    return f"Your suits are numbered {yours}; the decks use {ours}"


def _other_labels(*labels: tuple[str, HandType]) -> str:
    words = [f"{quoted(yours)} for {quoted(str(HandType(ours)))}" for yours, ours in labels]
    return f"You print {', '.join(words)}"


#: The sentence for each cause or remark, without its full stop, or a function of the details.
CAUSES: dict[str, str | Callable[..., str]] = {
    Kind.NOT_COMPILED: lambda command, *ending: (
        f"It does not compile: {command} {ending_in_words(*ending)}"
    ),
    Kind.NOT_COPIED: "It compiles, but the compiled program cannot be copied",
    Kind.ENDED: _ended,
    Kind.GIVEN_UP: "It was stopped on {} decks, so it was not run on the rest",
    Kind.UNSTEADY: (
        "Two runs on the same deck differ: a variable is used before it is set, or chance decides"
    ),
    Kind.NOT_READ: "The program's output could not be read, so a person must look at it",
    Kind.NO_HANDS: "No player's hand could be read",
    Kind.FROM_ZERO: "The players are numbered from 0",
    Kind.PLAYER_MISSING: "A player is missing",
    Kind.PLAYER_REPEATED: "A player is printed more than once",
    Kind.PLAYER_STRANGE: "A player is printed who is not in the game",
    Kind.OTHER_PLAYERS: lambda by_place: (
        "The players are numbered by their places in the table"
        if by_place
        else "The hands are right, but other players have them"
    ),
    Kind.FIVE_IN_A_ROW: (
        "Five cards in a row go to each player; the deal is one card to each, five times round"
    ),
    Kind.OTHER_END: "The deck is dealt from the wrong end",
    Kind.SECOND_CARD: "The deck is dealt from its second card: the first one is left out",
    Kind.RANKS_SHIFTED: _ranks_shifted,
    Kind.CARD_TWICE: "A card is printed twice",
    Kind.SOME_NOT_DEALT: "Some of the hands are not those that the deck deals",
    Kind.NOT_DEALT: "The hands are not those that the deck deals",
    Kind.SAME_HANDS: ("The same hands are printed for several decks, so they cannot be judged"),
    Kind.NOT_USED: "The file is opened but not used: the hands are dealt at random",
    Kind.NOT_EVALUATED: "No hand is evaluated: neither types nor order depend on the cards",
    Kind.TYPE_UNREADABLE: "A hand type could not be read",
    Kind.TYPE_TAKEN: _type_taken,
    Kind.MANY_TYPES: "Hands are given wrong types in many ways",
    Kind.CARDS_UNSORTED: "The cards of a hand do not stand in order of rank",
    Kind.UPSIDE_DOWN: "The table is upside down",
    Kind.BY_PLAYER: "The hands stand in the order of the players' numbers: they are not sorted",
    Kind.BETWEEN: "Hands of different types stand in the wrong order",
    Kind.TYPE_NOT_FIRST: (
        "Hands of different types stand in the wrong order in many ways: the type must decide first"
    ),
    Kind.WITHIN: _within,
    Kind.UNSORTED: "Hands of one type stand in the wrong order in many ways",
    Kind.LATER_RANKS: (
        "Hands of one type stand in the wrong order where their first ranks are equal:"
        " the next ones, such as kickers, must decide"
    ),
    Kind.LIKE_MUTANT: lambda name: MISTAKES[name].rstrip("."),
    Kind.MISSING_ENDED: lambda *ending: (
        f"With a missing file, the program {ending_in_words(*ending)}"
    ),
    Kind.MISSING_HANDS: "With a missing file, hands are still printed",
    Kind.MISSING_SILENT: "With a missing file, nothing is printed",
    Kind.MISSING_PASSES: (
        "With a missing file, the program ends with exit code 0, as if all were well"
    ),
    Kind.MISSING_AS_ANY: "An error for a missing file counts only if other files give a table",
    Kind.RANDOM_NO_TABLE: "Without a file, no complete table is printed",
    Kind.RANDOM_TWICE: "A card is dealt twice in a random deal",
    Kind.RANDOM_SAME: "The random deal is always the same",
    Kind.SUITS_NUMBERED: _suits_numbered,
    Kind.OTHER_LABELS: _other_labels,
    Kind.HIGH_TO_LOW: (
        "You print a hand's cards from high to low; the assignment, from low to high"
    ),
    Kind.CONTROLS: "Your output contains control characters; they were ignored",
    Kind.RANKINGS_DIFFER: "You print more than one ranking, and they differ: the last one counts",
    Kind.CUT: lambda characters: f"Only the first {characters // 1024} KiB of your output are read",
    Kind.OTHER_LINES: lambda line: f"You print lines that are not a player's hand: {quoted(line)}",
    Kind.IN_COMMON: lambda crashes, *hands: (
        f"All {crashes} decks on which the program crashed or was stopped contain"
        f" {' and '.join(hands)}, and no other deck does"
    ),
    Kind.MEMORY: lambda error, where: f"valgrind says: {quoted(error)} in {quoted(where)}",
    Kind.LEFT_OUT: lambda *files: (
        f"These files have a main of their own and were left out: {listed(files)}"
    ),
    Kind.COMPILER_SAYS: "The compiler says: {}",
}


def cause_text(cause: Cause) -> str:
    """Return the sentence for a cause or a remark, without its full stop.

    >>> cause_text(Cause(Kind.TYPE_TAKEN, (HandType.FLUSH, HandType.HIGH_CARD, False)))
    'A flush is taken for high card'
    """
    words = CAUSES[cause.kind]
    return words.format(*cause.details) if isinstance(words, str) else words(*cause.details)


def _it_said(line: str) -> str:
    return f"It said {quoted(line, 120)}." if line else ""


def _it_printed(count: int, last: str) -> str:
    many = f"{count} lines, the last of them" if count > 1 else "one line,"
    return (
        f"It had printed {many} {quoted(last, MAX_QUOTED)}." if count else "It had printed nothing."
    )


def _no_hands(unread: str, other: str) -> str:
    no_hand = (
        f"It printed {quoted(other, MAX_QUOTED)}, which is not a player's hand." if other else ""
    )
    return _could_not_be_read(unread) or no_hand or "It printed nothing."


def _could_not_be_read(line: str) -> str:
    return f"This line could not be read: {quoted(line, MAX_QUOTED)}." if line else ""


def _players(lines: str) -> Callable[[Fault], str]:
    """Return a function that names the players who have no line, or too many."""

    def example(fault: Fault) -> str:
        players, unread = fault.evidence
        unread_line = _could_not_be_read(unread) if fault.kind == Kind.PLAYER_MISSING else ""
        who = listed([*map(str, players)])
        return f"There is {lines} for player {who}. {unread_line}".rstrip()

    return example


def _not_dealt(fault: Fault) -> Sentence:
    player, *hands = fault.evidence
    dealt, printed = map(side_by_side, hands)
    return Sentence(f"Player {player} is dealt ", dealt, ". You printed ", printed, ".")


def _has(hand: Hand) -> Sentence:
    return Sentence(f"Player {hand.player} has ", side_by_side(hand.cards), f": {in_words(hand)}. ")


def _unreadable(fault: Fault) -> Sentence:
    (hand,), (label,) = fault.hands, fault.evidence
    return Sentence(_has(hand), f"You printed {quoted(label) if label else 'none'}.")


def _taken(fault: Fault) -> Sentence:
    (hand,), (_, number, _) = fault.hands, fault.details
    printed = HandType(number)
    return Sentence(_has(hand), f"You printed {printed}. {hint(hand, printed)}")


def hint(hand: Hand, printed: HandType) -> str:
    """Return what the student overlooked if a hand's type was taken for another one."""
    if has_low_ace(hand) and printed not in STRAIGHTS:
        return "The ace may count below the two."
    if printed in STRAIGHTS and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return (
            "The ace may count above the king or below the two, but a straight never goes round it."
        )
    hints = [
        FACTS[types[0]].required if printed in types else FACTS[types[0]].overlooked
        for types in (STRAIGHTS, FLUSHES)
        if (printed in types) != (hand.hand_type in types)
    ]
    return " ".join(hints) or FACTS[hand.hand_type].overlooked


def _wrong_order(fault: Fault) -> Sentence:
    stronger, weaker = fault.hands
    return Sentence(
        f"Player {stronger.player} (", side_by_side(stronger.cards), ") must stand above player"
        f" {weaker.player} (", side_by_side(weaker.cards), f"): {why_it_beats(stronger, weaker)}."
        f" You printed player {weaker.player} first.",
    )  # fmt: skip


def _missing(fault: Fault) -> str:
    printed, said, _ = fault.evidence
    return f"It printed {quoted(printed, MAX_QUOTED)}." if printed else _it_said(said) or _NOTHING


def _two_runs(fault: Fault) -> str:
    one, other = (quoted(line, MAX_QUOTED) if line else "nothing" for line in fault.evidence)
    return f"One run printed {one}, the next {other}."


def _no_random_table(fault: Fault) -> str:
    count, last = fault.evidence
    printed = quoted(last, MAX_QUOTED) if last else "nothing"
    return f"Without a file, {count} of ten hands could be read. It printed {printed}."


_NOTHING = "It printed nothing."
#: A function for each kind of fault that returns the sentences of an example.
EXAMPLES: dict[str, Callable[[Fault], Text]] = {
    Kind.NOT_COMPILED: lambda fault: str(fault.evidence[0]),
    Kind.NOT_COPIED: lambda fault: "",
    Kind.ENDED: lambda fault: (
        f"{_it_said(fault.evidence[0])} {_it_printed(*fault.evidence[1:])}".lstrip()
    ),
    Kind.GIVEN_UP: lambda fault: f"It was stopped on {', '.join(fault.evidence)}.",
    Kind.UNSTEADY: _two_runs,
    Kind.NOT_READ: lambda fault: f"It begins with {quoted(fault.printed[0], MAX_QUOTED)}.",
    Kind.NO_HANDS: lambda fault: _no_hands(*fault.evidence),
    Kind.FROM_ZERO: lambda fault: "The players are 1 to 10. You printed 0 to 9.",
    Kind.PLAYER_MISSING: _players("no line"),
    Kind.PLAYER_REPEATED: _players("more than one line"),
    Kind.PLAYER_STRANGE: _players("a line"),
    Kind.OTHER_PLAYERS: _not_dealt,
    Kind.FIVE_IN_A_ROW: _not_dealt,
    Kind.OTHER_END: _not_dealt,
    Kind.SECOND_CARD: _not_dealt,
    Kind.RANKS_SHIFTED: _not_dealt,
    Kind.CARD_TWICE: _not_dealt,
    Kind.SOME_NOT_DEALT: _not_dealt,
    Kind.NOT_DEALT: _not_dealt,
    Kind.NOT_EVALUATED: lambda fault: (
        f"It printed {quoted(fault.evidence[0], MAX_QUOTED)} first, as on every deck."
    ),
    Kind.TYPE_UNREADABLE: _unreadable,
    Kind.TYPE_TAKEN: _taken,
    Kind.CARDS_UNSORTED: lambda fault: Sentence(
        f"Player {fault.evidence[0]}'s cards are printed as ", side_by_side(fault.evidence[1]), "."
    ),
    Kind.UPSIDE_DOWN: lambda fault: "The best hand comes first. You printed it last.",
    Kind.BETWEEN: _wrong_order,
    Kind.WITHIN: _wrong_order,
    Kind.MISSING_ENDED: _missing,
    Kind.MISSING_HANDS: _missing,
    Kind.MISSING_SILENT: lambda fault: f"Exit code {fault.evidence[2]}.",
    Kind.MISSING_PASSES: lambda fault: f"{_missing(fault)} The exit code is 0, but must not be.",
    Kind.MISSING_AS_ANY: lambda fault: f"{_missing(fault)} No deck gave a table to judge.",
    Kind.RANDOM_NO_TABLE: _no_random_table,
    Kind.RANDOM_TWICE: lambda fault: Sentence(
        fault.evidence[0], " is dealt to players {} and {}.".format(*fault.evidence[1:])
    ),
    Kind.RANDOM_SAME: lambda fault: (
        "Two runs without a file, more than a second apart, both began with"
        f" {quoted(fault.evidence[0], MAX_QUOTED)}."
    ),
}


def example_text(fault: Fault) -> Sentence:
    """Return the example of a fault, in sentences."""
    return Sentence(EXAMPLES[fault.kind](fault))


def finding_text(finding: Finding) -> Sentence:
    """Return a finding in one line: its cause, the deck of its example, the example."""
    example, cause = example_text(finding.example), cause_text(finding.cause)
    if finding.example.kind in (Kind.NOT_COMPILED, Kind.NOT_COPIED):  # not a fault on a deck
        return Sentence(cause, ".", "\n" if str(example) else "", example)
    return Sentence(f"{cause}. {finding.example.deck}: ", example)


def assignment_line(hand: Hand) -> Sentence:
    """Return a hand as the assignment prints it."""
    return Sentence(
        f"Player {hand.player} - ", side_by_side(hand.cards), f" - {hand.hand_type.label}"
    )


def value_sums(fault: Fault) -> list[Sentence]:
    """Return how the value of each hand of an example is calculated."""
    return [
        Sentence(f"Player {h.player}, {in_words(h)}: the value is ", Value.of(h).sum)
        for h in fault.hands
    ]


def command_to_see(fault: Fault) -> str:
    """Return the command that shows a student the fault, or an empty text.

    It explains the deck, or saves it as a file for the student's program.
    """
    deck = fault.deck
    if not deck or deck in OTHER_RUNS.values() or fault.kind == Kind.NOT_READ:
        return ""
    # The name of a composed deck consists of the options that compose it.
    command = f"poker-table {deck if deck.startswith('--seed ') else shlex.quote(deck)}"
    if fault.kind in ONLY_IN_A_RUN:
        return f"{command} --save deck.txt, then your program on deck.txt"
    return f"{command} --explain"


def item_text(item: Item, sheet: Sheet) -> str:
    """Return the text for an item: its findings, or why it earned nothing."""
    findings = "\n".join(str(finding_text(f)) for f in sheet.findings if item.key in f.items)
    return item.text or findings or ("" if item.outcome == PASSED else TOO_LITTLE)


def unexplained_losses(sheet: Sheet) -> list[str]:
    """Return a sentence for each item that lost points without a finding."""
    in_findings = {key for finding in sheet.findings for key in finding.items}
    lost = [
        item for item in _judged(sheet) if item.score < item.points and item.key not in in_findings
    ]
    return [f"{item.title}: {item.points_text}. {TOO_LITTLE}" for item in lost if not item.text]


def _judged(sheet: Sheet) -> list[Item]:
    """Return the items except the penalty for being late and the adjustment of the total."""
    return [item for item in sheet.items if item.key not in ADJUSTMENTS]


def item_title(item: Item) -> str:
    """Return the title of an item, with the number of decks that are right if not all are."""
    if item.right < item.decks > 1:
        return f"{item.title} ({item.right} of {item.decks} decks)"
    return item.title


def fault_texts(sheet: Sheet) -> list[str]:
    """Return a text for each fault, the simplest first."""
    texts = [item_text(item, sheet) for item in _judged(sheet) if item.outcome != PASSED]
    return [str(finding_text(f)) for f in sheet.findings] or [*dict.fromkeys(texts)]


def cause_texts(sheet: Sheet) -> list[str]:
    """Return the causes of lost points, or the titles of the failed items if none is known."""
    if sheet.findings:
        return [cause_text(finding.cause) for finding in sheet.findings]
    failed = [item for item in sheet.items if item.outcome != PASSED]
    return [item.title for item in failed if item.key not in ADJUSTMENTS]


def facts_text(sheet: Sheet) -> str:
    """Return what the result depends on, such as `bundled decks: 24; seed: 1; sandbox: none`."""
    facts = sheet.facts.items()
    return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts)


def news(sheet: Sheet) -> list[str]:
    """Return sentences on what a person changed and commented, and on how a new mark differs."""
    hand, titles = sheet.by_hand, {item.key: item.title for item in sheet.items} | TITLES
    sentences = []
    if hand:
        for key, points in hand.points.items():
            old = format_points(hand.was.get(key, 0))
            if key in titles and format_points(points) != old:
                sentences.append(
                    f"Your teacher changed: {titles[key]}: {format_points(points)}, not {old}."
                )
        sentences += [f"Your teacher says: {hand.comment}"] if hand.comment else []
    if before := sheet.before:
        old = format_points(before.score)
        sentences.append(f"This is a new mark: {sheet.points_text}, not {old}.")
        for item in sheet.items:
            old = format_points(before.scores.get(item.key, 0))
            if format_points(item.score) != old and not (hand and item.key in hand.points):
                sentences.append(f"New: {item.title}: {format_points(item.score)}, not {old}.")
    return sentences


def summary_line(sheet: Sheet) -> str:
    """Return the outcome of a sheet in one line."""
    if sheet.trouble:
        return f"{sheet.display_name}: could not be marked: {sheet.trouble}"
    if sheet.outcome == UNREAD:
        return f"{sheet.display_name}: {UNREAD}: please look"
    return (
        f"{sheet.display_name}: {f'{sheet.points_text} points' if sheet.items else sheet.outcome}"
    )


def first_sentence(sheet: Sheet) -> str:
    """Return the summary that a letter begins with: the number of mistakes, the first, the cost."""
    mistakes = [f for f in sheet.findings if f.cause.kind not in CONSEQUENCES]
    if not sheet.points_text or not (mistakes or sheet.outcome == PASSED):
        return ""
    by_mistakes = [item for item in _judged(sheet) if item.text != LOWERED]
    lost = round(sum(item.points - item.score for item in by_mistakes), 2)
    cost = f"{format_points(lost)} point{'s' * (lost != 1)}" if lost else "nothing"
    late = "".join(format_points(-item.score) for item in sheet.items if item.key == LATE)
    if not mistakes:
        also = f"; being late cost {late}" if late else ""
        return f"No mistake was found{also}: {sheet.points_text}."
    cost += f"{f', being late {late}' if late else ''}: {sheet.points_text}"
    mistake = f"{_seen_in(mistakes[0])}: {_lower_first(cause_text(mistakes[0].cause))}."
    if len(mistakes) == 1:
        return f"One mistake{mistake} It cost {cost}."
    return f"{number_in_words(len(mistakes)).capitalize()} mistakes cost {cost}. The first{mistake}"


def platform_comment(sheet: Sheet) -> str:
    """Return the summary and the news as a platform's comment, escaped because it may be HTML."""
    sentences = " ".join([first_sentence(sheet) or f"{sheet.points_text} points.", *news(sheet)])
    return escape(sentences, quote=False)


def _seen_in(finding: Finding) -> str:
    """Return on which decks a mistake was seen, or an empty text."""
    first, other_runs = finding.example.deck, OTHER_RUNS.values()
    more = sum(deck not in (first, *other_runs) for deck in finding.seen_in)
    if not first or first in other_runs:
        return ""
    decks = f" and {more} more deck{'s' * (more != 1)}" if more else ""
    return f", seen in {first}{decks}"


def _lower_first(cause: str) -> str:
    """Return a sentence as it continues after a colon: in lower case, but for aces and hand types.

    >>> _lower_first("A flush is missed"), _lower_first("A-2-3-4-5 is missed")
    ('a flush is missed', 'A-2-3-4-5 is missed')
    >>> _lower_first("Full House: it loses")
    'Full House: it loses'
    """
    names_a_type = cause.partition(":")[0] in {str(hand_type) for hand_type in HandType}
    starts_with_word = cause[1].islower() or cause[1] == " "
    return cause[0].lower() + cause[1:] if starts_with_word and not names_a_type else cause


def report_document(sheets: Sequence[Sheet]) -> dict[str, object]:
    """Return everything that the sheets say, in a form that JSON can hold."""
    return {"sheets": [_document(sheet) for sheet in sheets]}


def _document(sheet: Sheet) -> Mapping[str, Any]:
    """Return everything that a sheet says, its findings in words."""
    items = [
        {
            "key": item.key, "title": item_title(item), "points": item.points, "score": item.score,
            "outcome": item.outcome, "text": item_text(item, sheet),
        }
        for item in sheet.items
    ]  # fmt: skip
    findings = [
        {
            "kind": finding.cause.kind,
            "cause": cause_text(finding.cause),
            "items": [*finding.items],
            "example": str(example_text(finding.example)),
            "example_from": finding.example.deck,
            "seen_in": [*finding.seen_in],
            "expected": [str(assignment_line(hand)) for hand in finding.example.hands],
            "printed": [*map(printable, finding.example.printed)],
            "worked_out": [*map(str, value_sums(finding.example))],
            "command": command_to_see(finding.example),
        }
        for finding in sheet.findings
    ]
    return {
        "subject": sheet.subject, "outcome": sheet.outcome, "score": sheet.score,
        "points": sheet.points, **sheet.facts, "items": items, "findings": findings,
        "notes": [f"{cause_text(remark)}." for remark in sheet.remarks],
        "trouble": sheet.trouble, "missing": sheet.missing, "news": news(sheet),
    }  # fmt: skip
