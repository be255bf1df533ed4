"""What a mark sheet says, in words: causes, examples, remarks, and how a run ended."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from poker_table.game.card import Rank, Suit
from poker_table.game.errors import listed, printable, quoted
from poker_table.game.hand import FLUSHES, STRAIGHTS, Hand, HandType
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.judge import OTHER_RUNS
from poker_table.grading.sheet import (
    ADJUSTMENTS,
    LATE,
    PASSED,
    TITLES,
    UNREAD,
    Finding,
    Item,
    Sheet,
    format_points,
)
from poker_table.hands.explanation import Value, has_low_ace
from poker_table.hands.in_words import ORDINALS, in_words, number_in_words, why_it_beats
from poker_table.hands.sentence import Sentence, Text, side_by_side
from poker_table.hands.types import COUNTING_RANKS, OVERLOOKED, REQUIREMENTS, TYPE_NAMES
from poker_table.mutants.wrong import MUTANTS

CONSEQUENCES = Kind.MISSING_AS_ANY, Kind.GIVEN_UP  # of another mistake: nothing to teach
OF_A_RUN = Kind.ENDED, Kind.GIVEN_UP, Kind.UNSTEADY  # of which the deck itself shows nothing
LONG = 80  # characters of a printed line that are shown
MISTAKES = {mutant.name: mutant.mistake for mutant in MUTANTS}
TOO_LITTLE = "There is too little to judge it by."
# Why a mark is another one than before, by what it depends on.
WHY = {
    "submission": "the submission is another",
    "program": "poker-table is another version",
    "decks": "it was run on other decks",
    "rubric": "the rubric is another",
    "command": "it was compiled or run otherwise",
    "limits": "its limits are others",
    "platform": "the platform says something else of it",
    "options": "other options were given",
}

# How a run ended, after "the program".
ENDINGS = {
    "time": "hung: stopped after {0} second{s}",
    "memory": "used more than {0} MiB of memory and was stopped",
    "processes": "started more than {0} processes and was stopped",
    "output": "printed more than {0} MiB and was stopped",
    "total": "ran out of time: all its runs together took {0} seconds",
    "signal": "crashed: {0}",
    "code": "ended with exit code {0}",
    "unstarted": "could not be started",
}


def ending_in_words(how: str, what: str | int = "") -> str:
    """Return how a run ended.

    >>> ending_in_words("time", 5)
    'hung: stopped after 5 seconds'
    """
    return ENDINGS[how].format(what, s="s" * (what != 1))


def _ended(how: str, what: str | int = "") -> str:
    return f"The program {ending_in_words(how, what)}"


def _type_taken(right: HandType, printed: HandType, wheel: bool) -> str:
    """Return what a type is taken for; a wheel alone, where the type is found elsewhere."""
    taken = TYPE_NAMES[right] + ", five high," * wheel
    return f"{taken[0].upper()}{taken[1:]} is taken for {TYPE_NAMES[printed]}"


def _within(hand_type: HandType, digit: int) -> str:
    name, ranks = TYPE_NAMES[HandType(hand_type)], COUNTING_RANKS[HandType(hand_type)]
    decides = f"the {ORDINALS[digit]} rank, the {ranks[digit]}," if len(ranks) > 1 else "the rank"
    return f"{name[0].upper()}{name[1:]} against {name}: {decides} decides, and here it did not"


def _ranks_shifted(ranks: int) -> str:
    zero = Rank(ranks).word
    an = "an" if zero[0] in "ae" else "a"
    return f"The ranks are numbered otherwise: 0 is a two, and taken for {an} {zero}"


_AGREES = (
    "the assignment's, letter for letter",
    "the assignment's but for blanks at the ends of lines",
    "the assignment's but for blanks",
    "the assignment's but for blanks and capitals",
    "right in meaning only",
)


def _agrees(number: int, yours: str = "", ours: str = "") -> str:
    agrees = f"The hands' lines are {_AGREES[number]}"
    return agrees + (f". {_lines_differ(yours, ours)}" if number and yours else "")


def _lines_differ(yours: str, ours: str) -> str:
    return f"You print {quoted(yours, LONG)}; the assignment prints {quoted(ours, LONG)}"


def _suits_numbered(*suits: int) -> str:
    yours, ours = (" ".join(Suit(suit).letter for suit in order) for order in (suits, Suit))
    return f"Your suits are numbered {yours}; the decks use {ours}"


def _other_labels(*labels: tuple[str, HandType]) -> str:
    words = [f"{quoted(yours)} for {quoted(str(HandType(ours)))}" for yours, ours in labels]
    return f"You print {', '.join(words)}"


#: What is said of a cause or a remark, without the full stop.
CAUSES: dict[str, str | Callable[..., str]] = {
    Kind.NOT_COMPILED: lambda command, *ending: (
        f"It does not compile: {command} {ending_in_words(*ending)}"
    ),
    Kind.NOT_COPIED: "It compiles to what cannot be copied",
    Kind.ENDED: _ended,
    Kind.GIVEN_UP: "After {} decks on which it was stopped, it is judged by the decks tried",
    Kind.UNSTEADY: (
        "The program answers differently on the same deck: a variable is never set, most likely"
    ),
    Kind.NOT_READ: "What the program prints could not be read, so a person must look at it",
    Kind.NO_HANDS: "No player's hand could be read",
    Kind.FROM_ZERO: "The players are numbered from 0",
    Kind.PLAYER_MISSING: "A player is missing",
    Kind.PLAYER_REPEATED: "A player is there more than once",
    Kind.PLAYER_STRANGE: "A player is there who does not play",
    Kind.OTHER_PLAYERS: lambda by_place: (
        "The players are numbered by their places"
        if by_place
        else "The hands are those of the deck, but other players have them"
    ),
    Kind.FIVE_IN_A_ROW: (
        "Five cards in a row go to each player; the deal is one card to each, five times round"
    ),
    Kind.OTHER_END: "The deck is dealt from its other end",
    Kind.RANKS_SHIFTED: _ranks_shifted,
    Kind.CARD_TWICE: "A card is printed twice",
    Kind.SOME_NOT_DEALT: "Some of the hands are not those of the deck",
    Kind.NOT_DEALT: "These are not the hands of the deck",
    Kind.SAME_HANDS: (
        "The same hands are printed for several decks: nothing can be judged by them"
    ),
    Kind.NOT_USED: "The file is opened and not used: the hands are dealt at random all the same",
    Kind.NOT_EVALUATED: "No hand is evaluated: neither types nor order depend on the cards",
    Kind.ONLY_PUBLISHED: (
        "What is right on the published decks is wrong on others: the tables stand in the program"
    ),
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
    Kind.MISSING_HANDS: "With a missing file, hands are printed all the same",
    Kind.MISSING_SILENT: "With a missing file, nothing is said",
    Kind.MISSING_CONTENT: "With a missing file, the program ends as if all were well",
    Kind.MISSING_AS_ANY: "For a missing file, an error counts only if other files give a table",
    Kind.RANDOM_NO_TABLE: "There is no whole table at random",
    Kind.RANDOM_TWICE: "A card is dealt twice in a random deal",
    Kind.RANDOM_SAME: "The random deal is always the same",
    Kind.AGREES: _agrees,
    Kind.SUITS_NUMBERED: _suits_numbered,
    Kind.OTHER_LABELS: _other_labels,
    Kind.HIGH_TO_LOW: (
        "You print a hand's cards from high to low; the assignment, from low to high"
    ),
    Kind.CONTROLS: "The text holds control characters; they were left out",
    Kind.RANKINGS_DIFFER: "You print more than one ranking, and they differ: the last one counts",
    Kind.CUT: lambda characters: f"Of what you print, the first {characters // 1024} KiB are read",
    Kind.OTHER_LINES: lambda line: f"You print lines that are no player's hand: {quoted(line)}",
    Kind.COMPILER_SAYS: "The compiler says: {}",
}


def in_a_sentence(cause: Cause) -> str:
    """Return what a cause or a remark says.

    >>> in_a_sentence(Cause(Kind.TYPE_TAKEN, (HandType.FLUSH, HandType.HIGH_CARD, False)))
    'A flush is taken for high card'
    """
    words = CAUSES[cause.kind]
    return words.format(*cause.details) if isinstance(words, str) else words(*cause.details)


def _it_said(line: str) -> str:
    return f"It said {quoted(line, 120)}." if line else ""


def _it_printed(count: int, last: str) -> str:
    many = f"{count} lines, the last of them" if count > 1 else "one line,"
    return f"It had printed {many} {quoted(last, LONG)}." if count else "It had printed nothing."


def _no_hands(unread: str, other: str) -> str:
    no_hand = f"It printed {quoted(other, LONG)}, which is no player's hand." if other else ""
    return _could_not_be_read(unread) or no_hand or "It printed nothing."


def _could_not_be_read(line: str) -> str:
    return f"This line could not be read: {quoted(line, LONG)}." if line else ""


def _players(lines: str) -> Callable[[Fault], str]:
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
    (hand,), (_, printed, _) = fault.hands, fault.details
    said = f"You printed {HandType(printed)}. {hint(hand, HandType(printed))}"
    return Sentence(_has(hand), said)


def hint(hand: Hand, printed: HandType) -> str:
    """Return what was overlooked where a hand's type was taken for another one."""
    if has_low_ace(hand) and printed not in STRAIGHTS:
        return "The ace may count below the two."
    if printed in STRAIGHTS and {Rank.ACE, Rank.TWO} <= set(hand.ranks):
        return (
            "The ace may count above the king or below the two, but a straight never goes round it."
        )
    said = [
        REQUIREMENTS[types[0]] if printed in types else OVERLOOKED[types[0]]
        for types in (STRAIGHTS, FLUSHES)
        if (printed in types) != (hand.hand_type in types)
    ]
    return " ".join(said) or OVERLOOKED[hand.hand_type]


def _wrong_order(fault: Fault) -> Sentence:
    lower, upper = fault.hands
    return Sentence(
        f"Player {lower.player} (", side_by_side(lower.cards), ") must stand above player"
        f" {upper.player} (", side_by_side(upper.cards), f"): {why_it_beats(lower, upper)}."
        f" You printed player {upper.player} first.",
    )  # fmt: skip


def _missing(fault: Fault) -> str:
    printed, said, _ = fault.evidence
    return f"It printed {quoted(printed, LONG)}." if printed else _it_said(said) or _NOTHING


def _two_runs(fault: Fault) -> str:
    one, other = (quoted(line, LONG) if line else "nothing" for line in fault.evidence)
    return f"One run printed {one}, the next {other}."


def _no_random_table(fault: Fault) -> str:
    count, last = fault.evidence
    printed = quoted(last, LONG) if last else "nothing"
    return f"Without a file, {count} of ten hands could be read. It printed {printed}."


_NOTHING = "It printed nothing."
#: What is told as the example of a fault, by the kind that was seen.
EXAMPLES: dict[str, Callable[[Fault], Text]] = {
    Kind.NOT_COMPILED: lambda fault: str(fault.evidence[0]),
    Kind.NOT_COPIED: lambda fault: "",
    Kind.ENDED: lambda fault: (
        f"{_it_said(fault.evidence[0])} {_it_printed(*fault.evidence[1:])}".lstrip()
    ),
    Kind.GIVEN_UP: lambda fault: f"It was stopped on {', '.join(fault.evidence)}.",
    Kind.UNSTEADY: _two_runs,
    Kind.NOT_READ: lambda fault: f"It begins with {quoted(fault.printed[0], LONG)}.",
    Kind.NO_HANDS: lambda fault: _no_hands(*fault.evidence),
    Kind.FROM_ZERO: lambda fault: "The players are 1 to 10. You printed 0 to 9.",
    Kind.PLAYER_MISSING: _players("no line"),
    Kind.PLAYER_REPEATED: _players("more than one line"),
    Kind.PLAYER_STRANGE: _players("a line"),
    Kind.OTHER_PLAYERS: _not_dealt,
    Kind.FIVE_IN_A_ROW: _not_dealt,
    Kind.OTHER_END: _not_dealt,
    Kind.RANKS_SHIFTED: _not_dealt,
    Kind.CARD_TWICE: _not_dealt,
    Kind.SOME_NOT_DEALT: _not_dealt,
    Kind.NOT_DEALT: _not_dealt,
    Kind.NOT_EVALUATED: lambda fault: (
        f"It printed {quoted(fault.evidence[0], LONG)} first, as on every deck."
    ),
    Kind.ONLY_PUBLISHED: lambda fault: (
        "On decks that are not published, hardly anything of it is right."
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
    Kind.MISSING_CONTENT: lambda fault: (
        f"{_missing(fault)} That is no fault, but the exit code is: 0, expected any other."
    ),
    Kind.MISSING_AS_ANY: lambda fault: f"{_missing(fault)} No deck gave a table to judge.",
    Kind.RANDOM_NO_TABLE: _no_random_table,
    Kind.RANDOM_TWICE: lambda fault: Sentence(
        fault.evidence[0], " is dealt to players {} and {}.".format(*fault.evidence[1:])
    ),
    Kind.RANDOM_SAME: lambda fault: (
        "Two runs without a file, more than a second apart, both began with"
        f" {quoted(fault.evidence[0], LONG)}."
    ),
    Kind.AGREES: lambda fault: f"{_lines_differ(*fault.evidence)}.",
}


def example_of(fault: Fault) -> Sentence:
    """Return what a fault shows, in sentences."""
    return Sentence(EXAMPLES[fault.kind](fault))


def with_example(finding: Finding) -> Sentence:
    """Return a finding in one line: its cause, where it showed, its example."""
    example, cause = example_of(finding.example), in_a_sentence(finding.cause)
    if finding.example.kind in (Kind.NOT_COMPILED, Kind.NOT_COPIED):  # on no deck
        return Sentence(cause, ".", "\n" if str(example) else "", example)
    return Sentence(f"{cause}. {finding.example.deck}: ", example)


def line_of(hand: Hand) -> Sentence:
    """Return a hand as the assignment prints it."""
    return Sentence(
        f"Player {hand.player} - ", side_by_side(hand.cards), f" - {hand.hand_type.label}"
    )


def worked_out(fault: Fault) -> list[Sentence]:
    """Return the values of the hands of an example, worked out."""
    return [
        Sentence(f"Player {h.player}, {in_words(h)}: the value is ", Value.of(h).sum)
        for h in fault.hands
    ]


def how_to_see(fault: Fault) -> str:
    """Return how a student sees a fault: by our explanation of the deck, or by a run on it."""
    deck = fault.deck
    if not deck or deck in OTHER_RUNS.values() or fault.kind == Kind.NOT_READ:
        return ""
    # A composed one by its options.
    command = f"poker-table {deck if deck.startswith('--seed ') else shlex.quote(deck)}"
    if fault.kind in OF_A_RUN:
        return f"{command} --save deck.txt, then your program on deck.txt"
    return f"{command} --explain"


def text_of(item: Item, sheet: Sheet) -> str:
    """Return what is told of an item: its findings, or why it earned nothing."""
    findings = "\n".join(str(with_example(f)) for f in sheet.findings if item.key in f.items)
    return item.text or findings or ("" if item.outcome == PASSED else TOO_LITTLE)


def unexplained(sheet: Sheet) -> list[str]:
    """Return what is told of the items that lost points, and of which no finding tells."""
    in_findings = {key for finding in sheet.findings for key in finding.items}
    lost = [
        item for item in _judged(sheet) if item.score < item.points and item.key not in in_findings
    ]
    return [f"{item.title}: {item.points_text}. {TOO_LITTLE}" for item in lost if not item.text]


def _judged(sheet: Sheet) -> list[Item]:
    """Return the items without what being late costs, and what a person gives for the whole."""
    return [item for item in sheet.items if item.key not in ADJUSTMENTS]


def title_of(item: Item) -> str:
    """Return what an item judges, and on how many decks it holds if not on all."""
    some = item.right < item.decks > 1
    return item.title + (f" ({item.right} of {item.decks} decks)" if some else "")


def faults_of(sheet: Sheet) -> list[str]:
    """Return what is wrong, a text for each cause, the simplest first."""
    texts = [text_of(item, sheet) for item in sheet.items if item.outcome != PASSED]
    return [str(with_example(f)) for f in sheet.findings] or [*dict.fromkeys(texts)]


def causes_of(sheet: Sheet) -> list[str]:
    """Return the causes of lost points; without them what did not pass, or why nothing did."""
    if sheet.findings:
        return [in_a_sentence(finding.cause) for finding in sheet.findings]
    failed = [item for item in sheet.items if item.outcome != PASSED]
    return [item.title for item in failed if item.key not in ADJUSTMENTS]


def facts_of(sheet: Sheet) -> str:
    """Return what the result depends on, such as bundled decks: 24; seed: 1; sandbox: none."""
    facts = sheet.facts.items()
    return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts)


def news_of(sheet: Sheet) -> list[str]:
    """Return what a person gave and says, and that the mark is a new one, a sentence each."""
    hand, titles = sheet.by_hand, {item.key: item.title for item in sheet.items} | TITLES
    said = []
    if hand:
        for key, points in hand.points.items():
            old = format_points(hand.was.get(key, 0))
            if key in titles and format_points(points) != old:
                said.append(
                    f"Your teacher changed: {titles[key]}: {format_points(points)}, not {old}."
                )
        said += [f"Your teacher says: {hand.comment}"] if hand.comment else []
    if before := sheet.before:
        change = f"{sheet.points_text}, not {format_points(before.score)}, because {why_new(sheet)}"
        said.append(f"This is a new mark: {change}.")
        for item in sheet.items:
            old = format_points(before.scores.get(item.key, 0))
            if format_points(item.score) != old and not (hand and item.key in hand.points):
                said.append(f"New: {item.title}: {format_points(item.score)}, not {old}.")
    return said


def why_new(sheet: Sheet) -> str:
    """Return why a mark is another than the one before."""
    why = sheet.before.why if sheet.before else ()
    return " and ".join(WHY[part] for part in why) or "it does not do the same in every run"


def in_a_line(sheet: Sheet) -> str:
    """Return the outcome of a sheet in one line."""
    if sheet.trouble:
        return f"{sheet.display_name}: could not be marked: {sheet.trouble}"
    if sheet.outcome == UNREAD:
        return f"{sheet.display_name}: {UNREAD}: please look"
    return (
        f"{sheet.display_name}: {f'{sheet.points_text} points' if sheet.items else sheet.outcome}"
    )


def first_sentence(sheet: Sheet) -> str:
    """Return what matters most to a student: how many mistakes, the first, what they cost."""
    mistakes = [f for f in sheet.findings if f.cause.kind not in CONSEQUENCES]
    if not sheet.points_text or not (mistakes or sheet.outcome == PASSED):
        return ""
    lost = round(sum(item.points - item.score for item in _judged(sheet)), 2)
    cost = f"{format_points(lost)} point{'s' * (lost != 1)}" if lost else "nothing"
    late = "".join(format_points(-item.score) for item in sheet.items if item.key == LATE)
    if not mistakes:
        also = f"; being late cost {late}" if late else ""
        return f"No mistake was found{also}: {sheet.points_text}."
    cost += f"{f', being late {late}' if late else ''}: {sheet.points_text}"
    what = f"{_seen_in(mistakes[0])}: {_begun(in_a_sentence(mistakes[0].cause))}."
    if len(mistakes) == 1:
        return f"One mistake{what} It cost {cost}."
    return f"{number_in_words(len(mistakes)).capitalize()} mistakes cost {cost}. The first{what}"


def comment_of(sheet: Sheet) -> str:
    """Return the beginning of the letter as a platform's comment, which may be shown as HTML."""
    sentences = " ".join([first_sentence(sheet) or f"{sheet.points_text} points.", *news_of(sheet)])
    return escape(sentences, quote=False)


def _seen_in(finding: Finding) -> str:
    """Return where a mistake was seen, if that is on decks."""
    first, more = finding.example.deck, len(finding.seen_in) - 1
    if not first or first in OTHER_RUNS.values():
        return ""
    decks = f" and {more} more deck{'s' * (more != 1)}" if more else ""
    return f", seen in {first}{decks}"


def _begun(cause: str) -> str:
    """Return a sentence as it goes on after a colon; an ace at its beginning stays an A.

    >>> _begun("A flush is missed"), _begun("A-2-3-4-5 is missed"), _begun("Full House: it loses")
    ('a flush is missed', 'A-2-3-4-5 is missed', 'Full House: it loses')
    """
    named = cause.partition(":")[0] in {str(hand_type) for hand_type in HandType}
    word = not named and (cause[1].islower() or cause[1] == " ")
    return cause[0].lower() + cause[1:] if word else cause


def document_of(sheets: Sequence[Sheet]) -> dict[str, object]:
    """Return everything that the sheets say, as what JSON can hold."""
    return {"sheets": [_document(sheet) for sheet in sheets]}


def _document(sheet: Sheet) -> Mapping[str, Any]:
    """Return everything that a sheet says, its findings in words."""
    items = [
        {
            "key": item.key, "title": title_of(item), "points": item.points, "score": item.score,
            "outcome": item.outcome, "text": text_of(item, sheet),
        }
        for item in sheet.items
    ]  # fmt: skip
    findings = [
        {
            "kind": finding.cause.kind,
            "cause": in_a_sentence(finding.cause),
            "items": [*finding.items],
            "example": str(example_of(finding.example)),
            "example_from": finding.example.deck,
            "seen_in": [*finding.seen_in],
            "expected": [str(line_of(hand)) for hand in finding.example.hands],
            "printed": [*map(printable, finding.example.printed)],
            "worked_out": [*map(str, worked_out(finding.example))],
            "command": how_to_see(finding.example),
        }
        for finding in sheet.findings
    ]
    return {
        "subject": sheet.subject, "outcome": sheet.outcome, "score": sheet.score,
        "points": sheet.points, **sheet.facts, "items": items, "findings": findings,
        "notes": [f"{in_a_sentence(remark)}." for remark in sheet.remarks],
        "trouble": sheet.trouble, "missing": sheet.missing, "news": news_of(sheet),
    }  # fmt: skip
