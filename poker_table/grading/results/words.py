"""The sentences of a mark sheet, as students read them; a fault brings its own."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Any

from poker_table.grading.judging.faults import (
    ENDED,
    NOT_COMPILED,
    NOT_COPIED,
    UNSTEADY,
    Fault,
    as_printed,
)
from poker_table.grading.results.deck_files import deck_title, has_deck_files
from poker_table.grading.sheet import (
    LATE,
    LOWERED,
    PASSED,
    TITLES,
    WHOLE,
    Finding,
    Item,
    Sheet,
    format_points,
    points_in_words,
    shares_of_cost,
)
from poker_table.hands.explanation import Value
from poker_table.hands.in_words import in_words, number_in_words
from poker_table.hands.sentence import Sentence

UNUSABLE = NOT_COMPILED, NOT_COPIED  # faults of no deck
ONLY_IN_A_RUN = ENDED, UNSTEADY  # an explanation of the deck cannot help
TOO_LITTLE = "There is too little to judge it by."


def finding_text(finding: Finding) -> Sentence:
    """Return a finding in one line: its cause, the deck of its example, the example."""
    fault = finding.example
    if fault.name in UNUSABLE:  # not a fault on a deck
        return Sentence(fault.cause, ".", "\n" * bool(fault.example), fault.example)
    rule = f" The rule: {fault.rule}" * bool(fault.rule)
    return Sentence(fault.cause, f".{rule} {deck_title(fault.deck)}: ", fault.example)


def value_sums(fault: Fault) -> list[Sentence]:
    """Return how the value of each hand of an example is calculated."""
    return [
        Sentence(f"Player {h.player}, {in_words(h)}: in base 13, the value is ", Value.of(h).sum)
        for h in fault.hands
    ]


def command_to_save(deck: str) -> str:
    """Return the command that writes a deck to a file, for the student's program."""
    return f"{_command(deck)} --save deck.txt --force"


def command_to_see(fault: Fault) -> str:
    """Return the command that shows a student the fault, or an empty text.

    It explains the deck, or saves it where only a run of the student's program can tell.
    """
    if not has_deck_files(fault):
        return ""
    only_in_a_run = fault.name in ONLY_IN_A_RUN
    return command_to_save(fault.deck) if only_in_a_run else f"{_command(fault.deck)} --explain"


def _command(deck: str) -> str:
    # The name of a composed deck consists of the options that compose it.
    return f"poker-table {deck if deck.startswith('--seed ') else shlex.quote(deck)}"


def item_text(item: Item, sheet: Sheet) -> str:
    """Return the text for an item: its findings, or why it earned nothing."""
    findings = "\n".join(str(finding_text(f)) for f in sheet.findings if item.key in f.items)
    text = "\n".join(filter(None, [findings, item.text]))
    return text or ("" if item.outcome == PASSED else TOO_LITTLE)


def unexplained_losses(sheet: Sheet) -> list[str]:
    """Return a sentence for each item that lost points for another reason than a finding."""
    in_findings = {key for finding in sheet.findings for key in finding.items}
    return [
        f"{item.title}: {item.points_text}. {item.text or TOO_LITTLE}"
        for item in sheet.criteria
        if item.score < item.points and item.text != LOWERED
        if item.text or item.key not in in_findings
    ]


def item_title(item: Item) -> str:
    """Return the title of an item, with how many decks or hand types are right if not all are."""
    if item.outcome != PASSED and item.right < item.tested > 1:
        return f"{item.title} ({item.right} of {item.tested} {item.unit})"
    return item.title


def fault_texts(sheet: Sheet) -> list[str]:
    """Return a text for each fault, the simplest first."""
    texts = [item_text(item, sheet) for item in sheet.criteria if item.outcome != PASSED]
    return [str(finding_text(f)) for f in sheet.findings] or [*dict.fromkeys(texts)]


def cause_texts(sheet: Sheet) -> list[str]:
    """Return the causes of lost points, or the titles of the failed items if none is known."""
    if sheet.findings:
        return [str(finding.example.cause) for finding in sheet.findings]
    return [item.title for item in sheet.criteria if item.outcome != PASSED]


def facts_text(sheet: Sheet) -> str:
    """Return what the result depends on, such as `composed decks: 10; seed: 1; sandbox: none`."""
    facts = {name: value for name, value in sheet.facts.items() if name != "student"}
    return "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts.items())


def news(sheet: Sheet) -> list[str]:
    """Return sentences on what a person changed and commented, and on how a new mark differs."""
    hand, titles = sheet.by_hand, {item.key: item.title for item in sheet.items} | TITLES
    sentences = []
    if hand:
        for key, points in hand.points.items():
            new, old = format_points(points), format_points(hand.was.get(key, 0))
            if key in titles and (new != old or key not in hand.was):
                instead = f", not {old}" * (key in hand.was)
                did = "changed" if key in hand.was else "gave"
                sentences.append(f"Your teacher {did}: {titles[key]}: {new}{instead}.")
        sentences += [f"Your teacher says: {hand.comment}"] if hand.comment else []
    if sheet.score_before is not None:
        old = format_points(sheet.score_before)
        sentences.append(f"This is a new mark: {sheet.points_text}, not {old}.")
    return sentences


def summary_line(sheet: Sheet) -> str:
    """Return the outcome of a sheet in one line."""
    if sheet.trouble:
        return f"{sheet.display_name}: could not be marked: {sheet.trouble}"
    told = f"{sheet.points_text} points" if sheet.is_marked else sheet.outcome
    return f"{sheet.display_name}: {told}"


def number_of_mistakes(sheet: Sheet) -> str:
    """Return how many mistakes there are and what they and being late cost; "" without a mark.

    It is also empty if points are lost, but none by a mistake. A mark for the whole by hand says
    nothing of costs.
    """
    mistakes = len(sheet.findings)
    if not sheet.is_marked or not (mistakes or sheet.outcome == PASSED):
        return ""
    late = "".join(format_points(-i.score) for i in sheet.items if i.key == LATE and i.score < 0)
    if not mistakes:
        return "No mistake was found" + f"; being late cost {late}" * bool(late)
    lost = points_in_words(round(sum(shares_of_cost(sheet)), 2))
    count = f"{number_in_words(mistakes).capitalize()} mistake{'s' * (mistakes > 1)}"
    if has_whole(sheet):
        return f"{count} {'were' if mistakes > 1 else 'was'} found"
    also = f", being late {late}" * bool(late)
    return f"{count} cost {lost}{also}"


def has_whole(sheet: Sheet) -> bool:
    """Return whether a person gave the whole: then no mistake has a cost of its own."""
    return any(item.key == WHOLE for item in sheet.items)


def platform_comment(sheet: Sheet) -> str:
    """Return the number of mistakes, their cost, the first one and the news of a sheet with a mark.

    It is escaped, because a platform may take it for HTML.
    """
    how_many = number_of_mistakes(sheet)
    told = [f"{how_many}: {sheet.points_text}." if how_many else f"{sheet.points_text} points."]
    if how_many and sheet.findings:
        first = sheet.findings[0].example
        rule = f" The rule: {first.rule}" * bool(first.rule)
        which = "The first: " * (len(sheet.findings) > 1)
        told.append(f"{which}{first.cause}.{rule}")
    return escape(" ".join([*told, *news(sheet)]), quote=False)


def compiler_lines(messages: str) -> list[str]:
    """Return a compiler's messages from its first error on, without the indented source lines."""
    lines = [line for line in messages.splitlines() if line[:1].strip()]
    first = next((n for n, line in enumerate(lines) if "error" in line.lower()), 0)
    return lines[first:]


def report_document(sheets: Sequence[Sheet]) -> dict[str, object]:
    """Return everything that the sheets say, in a form that JSON can hold."""
    return {"sheets": [_document(sheet) for sheet in sheets]}


def _document(sheet: Sheet) -> Mapping[str, Any]:
    items = [
        asdict(item) | {"title": item_title(item), "text": item_text(item, sheet)}
        for item in sheet.items
    ]
    findings = [
        {
            "kind": finding.example.name,
            "cause": str(finding.example.cause),
            "items": [*finding.items],
            "example": str(finding.example.example),
            "example_from": finding.example.deck,
            "seen_in": [*finding.seen_in],
            "expected": [*map(str, finding.example.hands)],
            "printed": [*map(as_printed, finding.example.printed)],
            "worked_out": [*map(str, value_sums(finding.example))],
            "command": command_to_see(finding.example),
        }
        for finding in sheet.findings
    ]
    return {
        "subject": sheet.subject, "outcome": sheet.outcome, "score": sheet.score,
        "points": sheet.points, **sheet.facts, "items": items, "findings": findings,
        "notes": [f"{remark}." for remark in sheet.remarks],
        "trouble": sheet.trouble, "missing": sheet.missing, "news": news(sheet),
    }  # fmt: skip
