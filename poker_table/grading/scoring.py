"""What the faults of a program cost: from its judgement to the items and findings of its sheet."""

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

MOST_TOLD_APART = 3  # of the causes that share a wider one
FEWEST_OTHERS = 3  # decks that are not published: on fewer, all may be wrong by chance
# Output is hard-coded if wrong unpublished decks outnumber the right ones by this factor.
WRONG_TO_RIGHT = 4
# What is left of a criterion by the first skill that is missing, and of that by each further one.
LEFT_BY_THE_FIRST, LEFT_BY_EACH = 1 / 2, 4 / 5
MOST = 1 / 2  # of what can be judged of an order: if that much is wrong, there is none
# Hand types that the decks test, and of which nothing can be judged: so many may be, and so many
# say that there is too little to judge by.
MAY_BE_UNJUDGED, TOO_MANY_UNJUDGED = 2, 5


def score(
    judgement: Judgement, points: Mapping[str, float]
) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
    """Return what each criterion earns, and the findings, the simplest first."""
    # Style, and what has runs of its own, is judged only where it has points.
    judged = [key for key in CRITERIA if points[key] or key in (*ON_EVERY_DECK, "ends")]
    touching = [(fault, fault.criteria & {*judged}) for fault in judgement.faults]
    faults = [replace(fault, criteria=criteria) for fault, criteria in touching if criteria]
    faults += _hard_coded(judgement, faults)
    items = [_item(judgement, key, faults, points[key]) for key in judged]
    return tuple(items), tuple(findings_from(faults))


def findings_from(faults: Sequence[Fault]) -> list[Finding]:
    """Return one finding for each cause, the simplest ones first."""
    causes = {(fault.broader_cause, fault.cause) for fault in faults if fault.broader_cause}
    shared_by = Counter(wider for wider, _ in causes)
    groups = dict[Cause, list[Fault]]()
    for fault in faults:
        many = (
            fault.broader_cause
            if fault.broader_cause and shared_by[fault.broader_cause] > MOST_TOLD_APART
            else None
        )
        groups.setdefault(many or fault.cause, []).append(fault)
    depths = {cause: min(fault.report_order for fault in group) for cause, group in groups.items()}
    return sorted(
        (_finding(cause, group) for cause, group in groups.items()),
        key=lambda f: (SIMPLEST_FIRST.index(f.items[0]), depths[f.cause], -len(f.seen_in)),
    )


def _finding(cause: Cause, group: Sequence[Fault]) -> Finding:
    return Finding(
        cause=cause,
        items=tuple(key for key in SIMPLEST_FIRST if any(key in fault.criteria for fault in group)),
        example=min(group, key=lambda fault: fault.complexity),
        seen_in=tuple(dict.fromkeys(fault.deck for fault in group)),
    )


def _item(judgement: Judgement, key: str, faults: Sequence[Fault], points: float) -> Item:
    """Return what a criterion earns: the share of the decks, or other runs, that it holds on."""
    touching = [fault for fault in faults if key in fault.criteria]
    if judgement.needs_person and any(fault.kind == Kind.NOT_READ for fault in touching):
        return Item(key, CRITERIA[key], points, 0.0, UNREAD)
    wrong = {fault.deck for fault in touching if fault.kind != Kind.ONLY_PUBLISHED}
    asked = {OTHER_RUNS[key]} if key in OTHER_RUNS else _asking(judgement, key)
    done = asked if key not in OTHER_RUNS or key in judgement.other_runs else set[str]()
    share = _share(judgement, key, touching, asked, done)
    # A program that is right on all published decks, or is known to contain tables of some, may
    # contain them all: only the other decks count.
    published = {*bundled_decks()}
    others = asked - published
    learnt = any(fault.kind == Kind.ONLY_PUBLISHED for fault in touching)
    if key in BY_SKILL and len(others) >= FEWEST_OTHERS and (learnt or not wrong & published):
        share = min(share, _share(judgement, key, touching, others, done & others))
    return Item(
        key,
        CRITERIA[key],
        points,
        score=round(points * share, 1),
        outcome=PASSED if share == 1 else FAILED,
        right=len(done - wrong),
        decks=max(len(asked), 1),
    )


def _share(
    judgement: Judgement, key: str, touching: Sequence[Fault], asked: Set[str], done: Set[str]
) -> float:
    """Return how much of a criterion is earned on some decks, or other runs, that ask for it."""
    if key not in BY_SKILL:
        learnt = any(fault.kind == Kind.ONLY_PUBLISHED for fault in touching)
        wrong = asked if learnt else {fault.deck for fault in touching}  # else right by chance
        return len(done - wrong) / max(len(asked), 1)
    by_skill = [fault for fault in touching if fault.kind != Kind.ONLY_PUBLISHED]
    # What no single skill explains spoils all that the deck tests.
    answered = done - {fault.deck for fault in by_skill if not fault.skills}
    share = len(answered) / max(len(asked), 1)
    return share and share * _share_of_skills(judgement, key, by_skill, asked, answered)


def _asking(judgement: Judgement, key: str) -> set[str]:
    """Return the decks, of those that were tried, that test a criterion."""
    tested = judgement.tested_skills
    return {n for n in judgement.decks_tried if key not in BY_SKILL or _of(key, tested[n])}


def _of(key: str, skills: Set[Skill]) -> Set[Skill]:
    return {skill for skill in skills if skill.criterion == key}


def _share_of_skills(
    judgement: Judgement, key: str, faults: Sequence[Fault], decks: Set[str], answered: Set[str]
) -> float:
    """Return how much is left of a criterion where skills are missing, or decks are spoilt.

    A skill is missing as far as it is on the decks that show it, and a hand type as far as any of
    its skills. Of the `types`, what only spoilt decks have is missing, and one at least where a
    deck is spoilt. Where too few of the hand types can be judged, what is right of the others earns
    less; where most of an order is wrong, or most decks give nothing to judge it by, nothing.
    """
    showing = [_of(key, judgement.judgeable_skills.get(name, set())) for name in answered]
    shown = Counter(skill for skills in showing for skill in skills)
    if 2 * sum(map(bool, showing)) < len(answered):
        return 0.0
    wrong = {(s, fault.deck) for fault in faults if fault.deck in answered for s in fault.skills}
    missing = {
        skill: min(1.0, count / max(shown[skill], 1))
        for skill, count in Counter(skill for skill, _ in wrong).items()
    }
    wrong_share = sum(missing.values()) / max(len(shown), 1)
    judged = [skill for skill in shown if missing.get(skill, 0.0) < 1]
    one_for_all = key == "types" and len(judged) <= 1 < len(missing)  # the same type for every hand
    if wrong_share == 1 or one_for_all or (key != "types" and wrong_share > MOST):
        return 0.0
    spoilt = decks - answered if key == "types" else set[str]()
    tested, met = (_tested(judgement, key, names) for names in (judgement.tested_skills, answered))
    missing |= dict.fromkeys(_tested(judgement, key, spoilt) - met, 1.0)
    share = _enough(_types(tested), _types([*shown, *missing]))
    mistakes = sum(_by_type(missing))
    if mistakes or spoilt:
        share *= LEFT_BY_THE_FIRST * LEFT_BY_EACH ** (max(1.0, mistakes) - 1)
    return share


def _tested(judgement: Judgement, key: str, decks: Iterable[str]) -> Set[Skill]:
    return {skill for name in decks for skill in _of(key, judgement.tested_skills[name])}


def _enough(tested: Set[int], judged: Set[int]) -> float:
    """Return what a criterion can earn where not all hand types can be judged."""
    over = (len(tested - judged) - MAY_BE_UNJUDGED) / (TOO_MANY_UNJUDGED - MAY_BE_UNJUDGED)
    return min(1.0, max(0.0, 1 - over)) if tested & judged else 0.0


def _by_type(missing: Mapping[Skill, float]) -> Iterator[float]:
    """Yield how far each hand type is wrong; of two in the wrong order that is one of them."""
    to_count = dict(missing)
    while to_count:
        ((hand_type, _),) = Counter(t for skill in to_count for t in _types([skill])).most_common(1)
        yield max(to_count.pop(skill) for skill in [*to_count] if hand_type in _types([skill]))


def _types(skills: Iterable[Skill]) -> Set[int]:
    """Return the hand types that skills are about; a skill of `between` is about two."""
    return {t for s in skills for t in (s.details if s.criterion == "between" else s.details[:1])}


def _hard_coded(judgement: Judgement, faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults of hard-coded output, if it is that.

    It is right on all published decks, or prints the same hands for all the others.
    """
    published = {*bundled_decks()}
    repeats = judgement.decks_tried - published <= judgement.decks_repeating_hands
    keys = set()
    for key in ON_EVERY_DECK:
        asked = _asking(judgement, key)
        wrong = {fault.deck for fault in faults if key in fault.criteria}
        shown = {
            n for n, s in judgement.judgeable_skills.items() if key not in BY_SKILL or _of(key, s)
        }
        right, others = asked & shown - wrong, asked & (shown | wrong) - published
        by_chance = FEWEST_OTHERS <= len(others) > WRONG_TO_RIGHT * len(right - published)
        if right and by_chance and (repeats or not published & wrong):
            keys.add(key)
    where = [name for name in judgement.decks_tried if keys and name in published]
    return [Fault(Kind.ONLY_PUBLISHED, keys, report_order=-1, deck=name) for name in where]
