"""The letter to a student: the mistakes first, then what is right, then what cost points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from typing import Annotated, NamedTuple

from poker_table.game.card import Card
from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.grading.errors import listed
from poker_table.grading.judging.faults import (
    ENDED,
    NOT_COMPILED,
    NOT_READ,
    UNSTEADY,
    Fault,
    as_printed,
)
from poker_table.grading.judging.rubric import OTHER_RUNS
from poker_table.grading.results import words
from poker_table.grading.results.deck_files import deck_files, deck_title, has_deck_files
from poker_table.grading.sheet import (
    ADJUSTMENTS,
    PASSED,
    UNREAD,
    Finding,
    Item,
    Sheet,
    points_in_words,
    shares_of_cost,
)
from poker_table.hands.explanation import cards_that_make_type, has_low_ace
from poker_table.hands.in_words import capitalised, deciding
from poker_table.hands.sentence import RIGHT, WRONG, Sentence, Text
from poker_table.show.page import Column, Page, Section, columns_of

MAX_NAMES = 4  # names of decks in a list


class LineRow(NamedTuple):
    """A hand that was expected, its cards drawn and what decides marked, or a line as printed."""

    lines: Annotated[Text, Column("Lines", row_header=True)]
    cards: Annotated[tuple[Card, ...], Column("Cards")]
    line: Annotated[str, Column("Line")]
    making: Collection[Card] = ()


class ItemRow(NamedTuple):
    """A criterion that lost points, or whose points a person changed."""

    outcome: Annotated[Text, Column("Outcome")]
    points: Annotated[str, Column("Points", number=True)]
    judged: Annotated[str, Column("What is judged")]


class ConfusionRow(NamedTuple):
    """How often one hand type was printed for another one."""

    right: Annotated[str, Column("Hand type", row_header=True)]
    printed: Annotated[str, Column("You printed")]
    times: Annotated[int, Column("Times", number=True)]


ASK_AGAIN = (
    "A program marked this. If it misread you, send this line to your teacher, who will gladly"
    " look: 'Please read again: {}{}'"
)
COMPARE = "compare what it prints with what is expected, line by line"
FIRST_ERROR = "Next: mend the first error and compile again: the others may follow from it."


def letter(sheet: Sheet, files_beside: bool = False) -> Page:
    """Return the letter to a student. `files_beside`: the decks of its examples are beside it."""
    unread = "There is no mark until a person has looked at it"
    lead = unread if sheet.outcome == UNREAD else words.number_of_mistakes(sheet)
    dismissed = sheet.by_hand.dismiss if sheet.by_hand else ()
    numbers = (number for number in count(1) if number not in dismissed)  # the others keep theirs
    each = zip(numbers, sheet.findings, shares_of_cost(sheet), strict=False)
    confusions = [ConfusionRow(*confusion) for confusion in sheet.confusions]
    sections = [
        *(_mistake(*mistake, sheet, files_beside) for mistake in each),
        Section("Wrong types, and how often", columns_of(ConfusionRow), confusions),
        Section("What is right", notes=_right(sheet)),
        _points(sheet),
        Section("Notes, which cost nothing", notes=[Sentence(r, ".") for r in sheet.remarks]),
    ]
    shown = [section for section in sections if section.records or section.notes]
    if not lead:  # then the plain form has no title either
        shown.insert(0, Section(words.summary_line(sheet)))
    asks = files_beside and sheet.findings and sheet.is_marked
    which = ", mistake number …" * (len(sheet.findings) > 1)
    again = ASK_AGAIN.format(printable(sheet.display_name), which) if asks else ""
    lead = lead and f"{lead}."
    return Page(words.summary_line(sheet), shown, lead, again, facts=words.report_document([sheet]))


def _right(sheet: Sheet) -> list[Text]:
    right = sum(item.outcome == PASSED for item in sheet.criteria)
    unread = sum(item.outcome == UNREAD for item in sheet.criteria)
    count = f"{right} of {len(sheet.criteria)} criteria are right"
    count += f", {unread} are not judged yet." if unread else "."
    told: list[Text] = [Sentence(RIGHT, sentence) for sentence in sheet.is_right]
    return told + [Sentence(RIGHT if right else WRONG, count)] * bool(sheet.criteria)


def _points(sheet: Sheet) -> Section:
    """Return a table of the criteria that lost points, or of all if none did, and why."""
    others = [item for item in sheet.items if item.outcome != PASSED or item.key in ADJUSTMENTS]
    rows = [ItemRow(_outcome(i), i.points_text, words.item_title(i)) for i in others or sheet.items]
    losses = words.unexplained_losses(sheet) if sheet.findings else words.fault_texts(sheet)
    notes = [*words.news(sheet), *losses, *filter(None, [words.facts_text(sheet)])]
    return Section("Points", columns_of(ItemRow), rows, notes)


def _outcome(item: Item) -> Text:
    """Return an item's outcome; being late or read by nobody, or a mark by hand, has no sign."""
    if item.key in ADJUSTMENTS or item.outcome == UNREAD:
        return item.outcome_word
    return Sentence(RIGHT if item.outcome == PASSED else WRONG, item.outcome_word)


def _mistake(
    number: int, finding: Finding, cost: float, sheet: Sheet, files_beside: bool
) -> Section:
    fault = finding.example
    rows = [
        LineRow(Sentence(RIGHT, "Expected"), h.cards, str(h), _deciding(h, fault.hands))
        for h in fault.hands
    ]
    printed = Sentence(WRONG, "You printed") if rows else "You printed"  # what nobody read
    shown = fault.printed if rows or fault.name == NOT_READ else ()
    rows += [LineRow(printed, (), as_printed(line)) for line in shown]
    is_only = len(sheet.findings) == 1
    title = f"{fault.cause}." if is_only and number == 1 else f"{number}. {fault.cause}."
    notes = _notes(finding, files_beside)
    unpriced = words.has_whole(sheet) or (sheet.outcome == UNREAD and fault.name == NOT_READ)
    if not is_only and not unpriced:
        notes.append(f"It cost {points_in_words(cost)}.")
    return Section(title, columns_of(LineRow), rows, notes)


def _deciding(hand: Hand, hands: Sequence[Hand]) -> Collection[Card]:
    """Return the cards to mark: those of the deciding rank, or those that make the type."""
    if _is_by_value(hands) and (decides := deciding(*hands)):
        return [card for card in hand.cards if card.rank == hand.ranks[decides - 1]]
    if has_low_ace(hand):
        return [card for card in hand.cards if card.rank == max(c.rank for c in hand.cards)]
    return cards_that_make_type(hand)


def _notes(finding: Finding, files_beside: bool) -> list[Text]:
    fault = finding.example
    if fault.name in words.UNUSABLE:
        next_step = [FIRST_ERROR] * (fault.name == NOT_COMPILED)
        return [*words.compiler_lines(str(fault.example)), *next_step]
    notes: list[Text] = [Sentence(f"{_place(fault.deck)}: ", fault.example)]
    notes += [f"The rule: {fault.rule}"] if fault.rule else []
    notes += words.value_sums(fault) if _is_by_value(fault.hands) else []
    notes += _next_step(fault, files_beside)
    others = [deck_title(n) for n in finding.seen_in if n not in (fault.deck, *OTHER_RUNS.values())]
    if others:
        decks = f"{len(others)} other deck{'s' * (len(others) > 1)}"
        notes.append(f"Also on {decks}: {listed(others, MAX_NAMES)}")
    return notes


def _is_by_value(hands: Sequence[Hand]) -> bool:
    """Return whether a fault is about the order of two hands of one type."""
    return len(hands) == 2 and hands[0].hand_type == hands[1].hand_type


def _place(deck: str) -> str:
    """Return the name of a deck, or of another run, at the beginning of a sentence."""
    title = deck_title(deck)
    return title if title.endswith(".txt") else capitalised(title)


def _next_step(fault: Fault, files_beside: bool) -> list[Text]:
    if not has_deck_files(fault):
        return []
    file, expected = deck_files(fault.deck)
    if files_beside:
        run = f"Next: run your program on {file} (beside this letter)"
        if what := _what_to_do(fault):
            return [f"{run} and {what}.", f"The right table is in {expected}."]
        return [f"{run} and compare what it prints with {expected}."]
    lines: list[Text] = [
        f"Next: {words.command_to_save(fault.deck)}",
        f"Then run your program on deck.txt and {_what_to_do(fault) or COMPARE}.",
    ]
    if fault.name not in words.ONLY_IN_A_RUN:
        lines.append(f"To see it: {words.command_to_see(fault)}")
    return lines


def _what_to_do(fault: Fault) -> str:
    if fault.name == ENDED:
        return "see which line it prints last: look in the code just after that"
    if fault.name == UNSTEADY:
        return "print each variable before you use it: give all of them a value where they are made"
    players = " and ".join(str(hand.player) for hand in fault.hands)
    if len(fault.hands) == 2:
        if fault.name == "overflow":
            return f"print the values of players {players}: is one negative?"
        first = fault.hands[0].player
        return f"print what it compares for players {players}: player {first}'s must be the greater"
    if "types" in fault.criteria and players:
        return f"print the result of each test for player {players}"
    return ""
