"""What a program's faults cost: from its judgement to the items and findings of its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from poker_table.files.deck_file import bundled_decks
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.judging.judge import OTHER_RUNS, Judgement
from poker_table.grading.judging.rubric import BY_SKILL, CRITERIA, ON_EVERY_DECK, SIMPLEST_FIRST
from poker_table.grading.judging.skills import Skill
from poker_table.grading.sheet import FAILED, PASSED, UNREAD, Finding, Item

MAX_SEPARATE = 3  # if more causes share a broader one, they become a single finding
MIN_UNPUBLISHED = 3  # on fewer decks than these, all may be wrong by chance
# Output is hard-coded if there are more than this many unpublished decks for each right one.
UNPUBLISHED_TO_RIGHT = 4
# A criterion keeps this share after one missing skill, times this factor for each further one.
AFTER_FIRST, FACTOR = 1 / 2, 4 / 5
MAX_WRONG = 1 / 2  # of the skills of an order: if more are wrong, the order earns nothing
# Of the hand types that the decks test, some may have no hands that can be judged. Up to the first
# number this costs nothing; from the second number on, the criterion earns nothing.
FREE_UNJUDGED, TOO_MANY_UNJUDGED = 2, 5


def score(
    judgement: Judgement, points: Mapping[str, float]
) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
    """Return what each criterion earns, and the findings, the simplest first."""
    # The other runs are left out if the rubric gives them no points.
    scored = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    relevant = [replace(f, criteria=f.criteria & {*scored}) for f in judgement.faults]
    faults = [fault for fault in relevant if fault.criteria]
    faults += _hard_coded(judgement, faults)
    items = [_item(judgement, key, faults, points[key]) for key in scored]
    return tuple(items), tuple(findings_from(faults))


def findings_from(faults: Sequence[Fault]) -> list[Finding]:
    """Return one finding for each cause, the simplest causes first."""
    narrow = {(fault.broader_cause, fault.cause) for fault in faults if fault.broader_cause}
    narrow_counts = Counter(wider for wider, _ in narrow)
    groups = dict[Cause, list[Fault]]()
    for fault in faults:
        too_many = fault.broader_cause and narrow_counts[fault.broader_cause] > MAX_SEPARATE
        cause = fault.broader_cause if fault.broader_cause and too_many else fault.cause
        groups.setdefault(cause, []).append(fault)
    orders = {cause: min(fault.report_order for fault in group) for cause, group in groups.items()}
    return sorted(
        (_finding(cause, group) for cause, group in groups.items()),
        key=lambda f: (SIMPLEST_FIRST.index(f.items[0]), orders[f.cause], -len(f.seen_in)),
    )


def _finding(cause: Cause, group: Sequence[Fault]) -> Finding:
    return Finding(
        cause=cause,
        items=tuple(key for key in SIMPLEST_FIRST if any(key in fault.criteria for fault in group)),
        example=min(group, key=lambda fault: fault.complexity),
        seen_in=tuple(dict.fromkeys(fault.deck for fault in group)),
    )


def _item(judgement: Judgement, key: str, faults: Sequence[Fault], points: float) -> Item:
    """Return what a criterion earns: its share of the decks, or of the other runs, that test it."""
    touching = [fault for fault in faults if key in fault.criteria]
    if judgement.needs_person and any(fault.kind == Kind.NOT_READ for fault in touching):
        return Item(key, CRITERIA[key], points, 0.0, UNREAD)
    wrong = {fault.deck for fault in touching if fault.kind != Kind.ONLY_PUBLISHED}
    if key in OTHER_RUNS:
        testing = {OTHER_RUNS[key]}
        done = testing if key in judgement.other_runs else set[str]()
    else:
        testing = done = _testing(judgement, key)
    share = _share(judgement, key, touching, testing, done)
    # A program whose mistakes on the other decks never happen on the published ones, or which is
    # known to contain the tables of some, may contain them all. Then only the other decks count.
    unpublished = testing - {*bundled_decks()}
    hard_coded = any(fault.kind == Kind.ONLY_PUBLISHED for fault in touching)
    suspect = hard_coded or not _same_on_published(touching)
    if key in BY_SKILL and len(unpublished) >= MIN_UNPUBLISHED and suspect:
        share = min(share, _share(judgement, key, touching, unpublished, done & unpublished))
    return Item(
        key,
        CRITERIA[key],
        points,
        score=round(points * share, 1),
        outcome=PASSED if share == 1 else FAILED,
        right=len(done - wrong),
        decks=max(len(testing), 1),
    )


def _same_on_published(faults: Sequence[Fault]) -> bool:
    """Return whether some cause is seen both on published decks and on others."""
    published = {fault.cause for fault in faults if fault.deck in bundled_decks()}
    return any(f.cause in published and f.deck not in bundled_decks() for f in faults)


def _share(
    judgement: Judgement, key: str, touching: Sequence[Fault], testing: Set[str], done: Set[str]
) -> float:
    """Return the share of a criterion that is earned on the decks, or other runs, that test it."""
    if key not in BY_SKILL:
        hard_coded = any(fault.kind == Kind.ONLY_PUBLISHED for fault in touching)
        # If the output is hard-coded, unpublished decks are right by chance.
        wrong = testing if hard_coded else {fault.deck for fault in touching}
        return len(done - wrong) / max(len(testing), 1)
    by_skill = [fault for fault in touching if fault.kind != Kind.ONLY_PUBLISHED]
    # A fault that shows no missing skill spoils the deck.
    answered = done - {fault.deck for fault in by_skill if not fault.skills}
    if not answered:
        return 0.0
    share = _share_of_skills(judgement, key, by_skill, testing, answered)
    return len(answered) / len(testing) * share


def _testing(judgement: Judgement, key: str) -> set[str]:
    """Return the decks, of those that were tried, that test a criterion."""
    tested = judgement.tested_skills
    return {n for n in judgement.decks_tried if key not in BY_SKILL or _of(key, tested[n])}


def _of(key: str, skills: Set[Skill]) -> Set[Skill]:
    """Return the skills of one criterion."""
    return {skill for skill in skills if skill.criterion == key}


def _share_of_skills(
    judgement: Judgement, key: str, faults: Sequence[Fault], decks: Set[str], answered: Set[str]
) -> float:
    """Return the share of a criterion that remains after missing skills and spoilt decks.

    All decks that are not in `answered` are spoilt. The degree to which a skill is missing, from 0
    to 1, is the share of wrong decks among those that show it. The degree to which a hand type is
    wrong is that of its most missing skill. For `types`, a skill that only spoilt decks test counts
    as missing, and a spoilt deck costs at least as much as one missing skill. If too few hand types
    can be judged, the others earn less. A criterion earns nothing if most decks show none of its
    skills, and an order also if most of its skills are wrong.
    """
    shown_on = [_of(key, judgement.judgeable_skills.get(name, set())) for name in answered]
    shown = Counter(skill for skills in shown_on for skill in skills)
    if 2 * sum(map(bool, shown_on)) < len(answered):
        return 0.0
    wrong = {(s, fault.deck) for fault in faults if fault.deck in answered for s in fault.skills}
    missing = {
        skill: min(1.0, count / max(shown[skill], 1))
        for skill, count in Counter(skill for skill, _ in wrong).items()
    }
    wrong_share = sum(missing.values()) / max(len(shown), 1)
    partly_right = [skill for skill in shown if missing.get(skill, 0.0) < 1]
    same_type_always = key == "types" and len(partly_right) <= 1 < len(missing)
    if wrong_share == 1 or same_type_always or (key != "types" and wrong_share > MAX_WRONG):
        return 0.0
    spoilt = decks - answered if key == "types" else set[str]()
    tested = _tested(judgement, key, judgement.tested_skills)
    only_on_spoilt = _tested(judgement, key, spoilt) - _tested(judgement, key, answered)
    missing |= dict.fromkeys(only_on_spoilt, 1.0)
    share = _judgeable_share(_types(tested), _types([*shown, *missing]))
    mistakes = sum(_missing_by_type(missing))
    if mistakes or spoilt:
        share *= AFTER_FIRST * FACTOR ** (max(1.0, mistakes) - 1)
    return share


def _tested(judgement: Judgement, key: str, decks: Iterable[str]) -> Set[Skill]:
    """Return the skills of one criterion that some decks test."""
    return {skill for name in decks for skill in _of(key, judgement.tested_skills[name])}


def _judgeable_share(tested: Set[int], judged: Set[int]) -> float:
    """Return the greatest share that a criterion can earn if not all hand types can be judged."""
    excess = len(tested - judged) - FREE_UNJUDGED
    lost = excess / (TOO_MANY_UNJUDGED - FREE_UNJUDGED)
    return min(1.0, max(0.0, 1 - lost)) if tested & judged else 0.0


def _missing_by_type(missing: Mapping[Skill, float]) -> Iterator[float]:
    """Yield how much each hand type is wrong, from 0 to 1.

    Two types in the wrong order count once, for the type with more such skills.
    """
    to_count = dict(missing)
    while to_count:
        ((hand_type, _),) = Counter(t for skill in to_count for t in _types([skill])).most_common(1)
        yield max(to_count.pop(skill) for skill in [*to_count] if hand_type in _types([skill]))


def _types(skills: Iterable[Skill]) -> Set[int]:
    """Return the hand types that skills are about: two for `between`, else one."""
    return {t for s in skills for t in (s.details if s.criterion == "between" else s.details[:1])}


def _hard_coded(judgement: Judgement, faults: Sequence[Fault]) -> list[Fault]:
    """Return a fault for each published deck if the program's output is hard-coded.

    Then the program is wrong on most unpublished decks, and makes none of these mistakes on
    published decks or prints the same hands for all unpublished ones.
    """
    published = {*bundled_decks()}
    repeats = judgement.decks_tried - published <= judgement.decks_repeating_hands
    keys = set()
    for key in ON_EVERY_DECK:
        testing = _testing(judgement, key)
        touching = [fault for fault in faults if key in fault.criteria]
        wrong = {fault.deck for fault in touching}
        shown = {
            n for n, s in judgement.judgeable_skills.items() if key not in BY_SKILL or _of(key, s)
        }
        right, unpublished = testing & shown - wrong, testing & (shown | wrong) - published
        right_unpublished = right - published
        enough = len(unpublished) >= MIN_UNPUBLISHED
        mostly_wrong = len(unpublished) > UNPUBLISHED_TO_RIGHT * len(right_unpublished)
        if right and enough and mostly_wrong and (repeats or not _same_on_published(touching)):
            keys.add(key)
    decks = [name for name in judgement.decks_tried if keys and name in published]
    return [Fault(Kind.ONLY_PUBLISHED, keys, report_order=-1, deck=name) for name in decks]
