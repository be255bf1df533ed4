"""What a program's faults cost: from its judgement to the items and findings of its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from math import floor

from poker_table.files.deck_file import bundled_decks
from poker_table.game.rules import HandType
from poker_table.grading.judging.faults import (
    ENDED,
    GIVEN_UP,
    MISSING_AS_ANY,
    NOT_READ,
    TYPE_UNREADABLE,
    Fault,
    Skill,
)
from poker_table.grading.judging.judge import Judgement
from poker_table.grading.judging.rubric import (
    BY_SKILL,
    CRITERIA,
    ON_EVERY_DECK,
    OTHER_RUNS,
    SIMPLEST_FIRST,
)
from poker_table.grading.sheet import FAILED, PASSED, UNREAD, Finding, Item
from poker_table.hands.sentence import Text
from poker_table.hands.types import FACTS

# A criterion keeps this share after one wrong hand type, times this factor for each further one.
AFTER_FIRST, FACTOR = 1 / 2, 4 / 5
CONSEQUENCES = MISSING_AS_ANY, GIVEN_UP  # faults that only follow from others
# Faults of programs that deal other hands than the decks were composed for, such as easy ones.
DEALS_OTHERS = {"five-in-a-row", "other-end", "second-card", "ranks-shifted", "card-twice"}
FREE_UNJUDGED = 2  # hand types whose order may be unknown, because their types are wrong


def score(
    judgement: Judgement, points: Mapping[str, float]
) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
    """Return what each criterion earns, and the findings, the simplest first.

    What only follows from another mistake is no finding: its criterion says it.
    """
    # The other runs are left out if the rubric gives them no points.
    scored = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    relevant = [replace(f, criteria=f.criteria & {*scored}) for f in judgement.faults]
    faults = [fault for fault in relevant if fault.criteria]
    items = [_item(judgement, key, faults, points[key]) for key in scored]
    return tuple(items), tuple(findings_from(f for f in faults if f.name not in CONSEQUENCES))


def scored_decks(tried: Set[str]) -> Set[str]:
    """Return the decks that earn points: those that no student has seen; without composed ones all.

    >>> scored_decks({"three.txt", "--seed 1 --composed 0"})
    {'--seed 1 --composed 0'}
    >>> sorted(scored_decks({"three.txt", "decks/exam.txt"}))
    ['decks/exam.txt', 'three.txt']
    """
    has_composed = any(name.startswith("--seed ") for name in tried)
    return tried - {*bundled_decks()} if has_composed else tried


def reasons_to_look(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Yield why a person should look at a submission, and at what; the letter says none of it."""
    decks, faults = judgement.decks_tried, judgement.faults
    earning = scored_decks(decks)
    wrong = {fault.deck for fault in faults if fault.criteria & ON_EVERY_DECK}
    published = decks & {*bundled_decks()}
    # Such a program earns nothing by the published decks, but the letter should not be sent yet.
    if published and not published & wrong and 2 * len(wrong - published) > len(decks - published):
        yield "right on the published decks only", "does it contain their tables?"
    if judgement.imitation:
        yield "imitates feedback", judgement.imitation
    if judgement.guesses:
        yield "prints many rankings", "they differ: are they guesses?"
    unreadable = [fault for fault in faults if fault.name == TYPE_UNREADABLE]
    if 2 * len({fault.deck for fault in unreadable}) > len(decks):
        yield "types could not be read", str(unreadable[0].example)
    not_read = {fault.deck: fault for fault in faults if fault.name == NOT_READ}
    if not_read and not judgement.mostly_unreadable:
        some = f"could not be read on {len(not_read)} of {len(decks)} decks"
        yield some, str(next(iter(not_read.values())).example)
    scored = [judgement.table_skills.get(name, set()) for name in earning]
    shown = {skill.types[0] for skills in scored for skill in _of("types", skills)}
    hidden = sorted({*HandType} - shown)
    if hidden and (in_common(judgement) or DEALS_OTHERS & {fault.name for fault in faults}):
        yield "some hand types never seen", ", ".join(FACTS[HandType(t)].name for t in hidden)
    others = [f for f in faults if f.deck in decks and f.name not in (ENDED, GIVEN_UP)]
    crashed = [f for f in faults if f.name == ENDED and f.deck in crashed_decks(judgement)]
    if crashed and not others and not in_common(judgement):
        yield "crashed or hung", f"{crashed[0].cause}, and nothing else is known"


def what_is_right(judgement: Judgement) -> tuple[str, ...]:
    """Return which types are right, and which are ordered rightly, where others are not."""
    if not judgement.consistent:
        return ()
    faults = [f for f in judgement.faults if f.deck in judgement.table_skills]
    wrong = {skill for fault in faults for skill in fault.skills}
    skills_on, scored = judgement.table_skills, scored_decks(judgement.decks_tried)
    shown = set[Skill]().union(*(skills_on[name] for name in skills_on.keys() & scored))
    sentences = []
    for key, sentence in (
        ("types", "The type is right for {}."),
        ("within", "Hands of one type stand in the right order for {}."),
    ):
        right, not_right = _types(_of(key, shown - wrong)), _types(_of(key, wrong))
        if key == "types":  # other straights may be right than A-2-3-4-5
            right = {skill.types[0] for skill in _of(key, shown - wrong) if not skill.is_wheel}
        wheels = {skill.types[0] for skill in _of(key, wrong) if skill.is_wheel}
        names = [
            FACTS[HandType(t)].name + " other than A-2-3-4-5" * (t in wheels)
            for t in sorted(right)
            if key == "types" or t not in not_right
        ]
        spoilt = any(key in fault.criteria and not fault.skills for fault in faults)
        if not_right and names and not spoilt:
            sentences.append(sentence.format(", ".join(names)))
    return tuple(sentences)


def findings_from(faults: Iterable[Fault]) -> list[Finding]:
    """Return one finding for each cause: simple criteria first, then what is seen most.

    Its example is the fault with the lowest hands; if it is not about evaluating hands, the first.
    """
    groups, findings = dict[Text, list[Fault]](), list[Finding]()
    for fault in faults:
        groups.setdefault(fault.cause, []).append(fault)
    for group in groups.values():
        shown = [fault for fault in group if fault.deck in bundled_decks()] or group
        example = min(shown, key=lambda f: sum(h.strength for h in f.hands) if f.skills else 0)
        keys = tuple(key for key in SIMPLEST_FIRST if any(key in f.criteria for f in group))
        decks = dict.fromkeys(fault.deck for fault in [*shown, *group])
        findings.append(Finding(keys, example, tuple(decks)))
    return sorted(findings, key=lambda f: (SIMPLEST_FIRST.index(f.items[0]), -len(f.seen_in)))


def _item(judgement: Judgement, key: str, faults: Sequence[Fault], points: float) -> Item:
    """Return what a criterion earns: all, or its share in half points, rounded down."""
    touching = [fault for fault in faults if key in fault.criteria]
    if judgement.mostly_unreadable and any(fault.name == NOT_READ for fault in touching):
        return Item(key, CRITERIA[key], points, 0.0, UNREAD)
    testing = _testing(judgement, key)
    why = [f"{fault.cause}." for fault in touching if fault.name in CONSEQUENCES]
    if key in BY_SKILL:
        share, right, tested, unjudged = _share_by_types(judgement, key, touching, testing)
        unit, why = "hand types", [*why, *filter(None, [unjudged])]
    else:
        right, tested, unit = len(testing - {f.deck for f in touching}), len(testing), "decks"
        # After a crash no card is out of order. If a hand explains all crashes, it alone is wrong.
        excuses = key == "cards" or (key in ON_EVERY_DECK and in_common(judgement))
        excused = crashed_decks(judgement) if excuses else set()
        share = right / max(len(testing - excused), 1)
    outcome, told = PASSED if share == 1 else FAILED, " ".join(why)
    earned = points if share == 1 else floor(round(2 * points * share, 6)) / 2
    return Item(key, CRITERIA[key], points, earned, outcome, told, right, max(tested, 1), unit)


def _testing(judgement: Judgement, key: str) -> Set[str]:
    """Return the runs that test a criterion: decks that earn points, or a run without one."""
    if key in OTHER_RUNS:
        return {OTHER_RUNS[key]} if key in judgement.other_runs else set()
    decks, tested = scored_decks(judgement.decks_tried), judgement.deck_skills
    return {name for name in decks if key not in BY_SKILL or _of(key, tested[name])}


def _share_by_types(
    judgement: Judgement, key: str, faults: Sequence[Fault], testing: Set[str]
) -> tuple[float, int, int, str]:
    """Return the share of a criterion that remains after the wrong hand types, and why.

    That is how many types are right, how many are tested, and a sentence that names those that cost
    points because they could not be judged, or nothing.

    A fault that shows no missing skill spoils its deck, as a crash does. For `types`, a type that
    only spoilt decks test is wrong, and a spoilt deck costs at least one type: so a crash is never
    cheaper than a wrong answer. If all crashes have a hand in common, only that hand is wrong. An
    order is judged by the hands whose types are right. If types cannot be judged by it, some are
    free: their mistakes have been paid for. If most types cannot, or most decks show nothing of the
    criterion, nothing is left.
    """
    spoilt = {fault.deck for fault in faults if not fault.skills} & testing
    answered = testing - spoilt
    if in_common(judgement):
        testing = testing - crashed_decks(judgement)
    shown_on = [_of(key, judgement.table_skills.get(name, set())) for name in answered]
    shown = set[Skill]().union(*shown_on)
    tested, on_answered = _tested(judgement, key, testing), _tested(judgement, key, answered)
    types = len(_types(tested))
    if not shown or 2 * sum(map(bool, shown_on)) < len(answered):
        return 0.0, 0, types, ""
    wrong = {skill for fault in faults if fault.deck in answered for skill in fault.skills}
    wrong |= tested - on_answered if key == "types" else set()
    unjudged = _types(tested) - _types(shown | wrong)
    names = ", ".join(FACTS[HandType(t)].name for t in sorted(unjudged))
    why = f"It could not be judged for {names}." if len(unjudged) > FREE_UNJUDGED else ""
    if 2 * len(unjudged) > types:
        return 0.0, 0, types, why
    count = _count_types(wrong) + max(0, len(unjudged) - FREE_UNJUDGED)
    if key == "types" and spoilt:
        # The hand that all crashes have in common is a wrong type beside others.
        count = count + 1 if in_common(judgement) else max(count, 1)
    # Two types in the wrong order count as one: if all types are, that is one less.
    if count >= types - (key == "between"):
        return 0.0, 0, types, why
    return AFTER_FIRST * FACTOR ** (count - 1) if count else 1.0, types - count, types, why


def _tested(judgement: Judgement, key: str, decks: Iterable[str]) -> Set[Skill]:
    return {skill for name in decks for skill in _of(key, judgement.deck_skills[name])}


def crashed_decks(judgement: Judgement) -> Set[str]:
    """Return the decks on which a program crashed, hung or failed before it printed a table."""
    faults = judgement.faults
    return {f.deck for f in faults if f.name == ENDED and "types" in f.criteria}


def in_common(judgement: Judgement) -> Set[str]:
    """Return the hands that all decks with a crash contain, and no other deck that was tried.

    Without a crash, or without a deck that ended well, there are none.
    """
    crashed, tried = crashed_decks(judgement), judgement.decks_tried
    if not crashed or crashed == tried:
        return set()
    hands = {name: _hands(judgement.deck_skills[name]) for name in tried}
    in_all = set.intersection(*(hands[name] for name in crashed))
    return in_all.difference(*(hands[name] for name in tried - crashed))


def crash_remarks(judgement: Judgement) -> list[str]:
    """Return the remark on what the decks with crashes have in common, in a list, or nothing."""
    hands, crashes = sorted(in_common(judgement)), len(crashed_decks(judgement))
    if not hands or crashes < 2:
        return []
    crashed = f"All {crashes} decks on which the program crashed or was stopped contain"
    return [f"{crashed} {' and '.join(hands)}, and no other deck does"]


def _hands(skills: Iterable[Skill]) -> set[str]:
    """Return the names of the hands of a deck: their types, and A-2-3-4-5."""
    types = _of("types", skills)
    names = {FACTS[HandType(skill.types[0])].name for skill in types}
    return names | {"A-2-3-4-5" for skill in types if skill.is_wheel}


def _of(key: str, skills: Iterable[Skill]) -> Set[Skill]:
    return {skill for skill in skills if skill.criterion == key}


def _count_types(skills: Set[Skill]) -> int:
    """Return how many hand types are wrong. Two types in the wrong order count once.

    Of these, the one counts that more of the wrong skills are about.
    """
    count, rest = 0, skills
    while rest:
        ((most, _),) = Counter(t for skill in rest for t in _types([skill])).most_common(1)
        rest = {skill for skill in rest if most not in _types([skill])}
        count += 1
    return count


def _types(skills: Iterable[Skill]) -> Set[int]:
    return {hand_type for skill in skills for hand_type in skill.types}
