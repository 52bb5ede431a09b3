"""Judging a section: each player's class movement as a proposal (SSF §7)."""

from dataclasses import replace

from tournaments.rules.classes.mixed import judge_mixed
from tournaments.rules.classes.proposals import (
    Branch,
    Movement,
    Proposal,
    Reasoning,
    RuleOutcome,
)
from tournaments.rules.classes.pure import find_place_title, judge_pure
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassSection,
    Competition,
    Composition,
    SectionProblem,
    compose_section,
)

_WITHOUT_MOVEMENTS = {
    Competition.WITHOUT_TITLES: "SSF §7",
    Competition.CLASS_IV: "SSF §5.5",
}
_MASTERS_ONLY = frozenset(
    {Competition.SM_GROUP, Competition.MASTARELIT, Competition.MASTARKLASS}
)
_PROBLEM_PARAGRAPHS = {
    SectionProblem.CLASS_NOT_CHOSEN: "SSF §7.1",
    SectionProblem.TOO_FEW_ENTRIES: "SSF §6",
    SectionProblem.TOO_MANY_MASTERS: "SSF Bilaga 1 g",
}


def judge_entries(section: ClassSection) -> tuple[Proposal, ...]:
    """Return one proposal for each entry, in the order of the entries (SSF §5–7, Bilaga
    1).

    What the rules do not decide is left to the rules committee, with what could be
    computed in the reasoning.
    """
    composition = compose_section(section)
    return tuple(
        _as_proposal(entry, _judge(section, composition, entry))
        for entry in section.entries
    )


def _as_proposal(entry: ClassEntry, outcome: RuleOutcome) -> Proposal:
    return Proposal(
        entry=entry.id,
        from_class=entry.player_class,
        judged_as=entry.judged_as,
        to_class=_find_class(entry, outcome),
        movement=outcome.movement,
        reasoning=outcome.reasoning,
    )


def _find_class(entry: ClassEntry, outcome: RuleOutcome) -> ClassRank | None:
    own = entry.judged_as
    if outcome.reasoning.branch is Branch.NO_TITLES_HERE:
        return entry.player_class
    if own is None or outcome.movement is Movement.COMMITTEE:
        return None
    if outcome.movement is Movement.PROMOTED:
        return outcome.title or own.above
    return own.below if outcome.movement is Movement.RELEGATED else own


def _judge(
    section: ClassSection, composition: Composition, entry: ClassEntry
) -> RuleOutcome:
    settled = _find_settled(section, entry)
    if settled is not None:
        return settled
    if entry.judged_as is None:
        return _leave(entry, Branch.CLASS_NOT_CHOSEN, "SSF §7.1")
    if section.competition in _MASTERS_ONLY | {Competition.CONGRESS_CLASS}:
        return _judge_class_section(section, composition, entry, entry.judged_as)
    return _judge_by_place(section, composition, entry, entry.judged_as)


def _find_settled(section: ClassSection, entry: ClassEntry) -> RuleOutcome | None:
    if section.competition in _WITHOUT_MOVEMENTS:
        paragraph = _WITHOUT_MOVEMENTS[section.competition]
        return _stays(entry, Branch.NO_TITLES_HERE, paragraph)
    if entry.class_for_life:
        return _stays(entry, Branch.CLASS_FOR_LIFE, "SSF §7")
    if not section.is_complete:
        return _leave(entry, Branch.NOT_COMPLETE, "SSF §6")
    return None


def _judge_class_section(
    section: ClassSection,
    composition: Composition,
    entry: ClassEntry,
    judged_as: ClassRank,
) -> RuleOutcome:
    # §5.2–4: these consist of players of the class; no rule covers others who play
    # there without dispensation or vacancy.
    if section.competition in _MASTERS_ONLY:
        expected: ClassRank | None = ClassRank.MASTER
    else:
        expected = section.section_class or composition.pure_class
    if judged_as is not expected:
        return _leave(entry, Branch.OTHER_CLASS, "SSF §5")
    return judge_pure(section, entry, judged_as)


def _judge_by_place(
    section: ClassSection,
    composition: Composition,
    entry: ClassEntry,
    judged_as: ClassRank,
) -> RuleOutcome:
    outcome = _judge_composed(section, composition, entry, judged_as)
    first, last = entry.places or (0, 0)
    titles = {find_place_title(section.competition, p) for p in range(first, last + 1)}
    best = min(filter(None, titles), key=lambda title: title[0].level, default=None)
    if best is None or judged_as.is_above(best[0]):
        return outcome
    # The class that the player has already is won again: it is not lost.
    rises = best[0].is_above(judged_as)
    if not rises and outcome.movement is not Movement.RELEGATED:
        return outcome
    if len(titles) > 1:
        return _leave(entry, Branch.SHARED_PLACE, f"{best[1]}; §10.3")
    movement = Movement.PROMOTED if rises else Movement.STAYS
    reasoning = replace(outcome.reasoning, paragraph=best[1], branch=Branch.PLACE)
    return RuleOutcome(movement, reasoning, best[0])


def _judge_composed(
    section: ClassSection,
    composition: Composition,
    entry: ClassEntry,
    judged_as: ClassRank,
) -> RuleOutcome:
    if judged_as is composition.pure_class:
        outcome = judge_pure(section, entry, judged_as)
    else:
        outcome = judge_mixed(section, entry, judged_as)
    if not composition.problems or _is_protected(outcome):
        return outcome
    problem = composition.problems[0]
    return RuleOutcome(
        Movement.COMMITTEE,
        replace(
            outcome.reasoning,
            paragraph=_PROBLEM_PARAGRAPHS[problem],
            branch=Branch(problem.value),
        ),
    )


def _is_protected(outcome: RuleOutcome) -> bool:
    return outcome.reasoning.branch is Branch.MASTER_PROTECTED


def _stays(entry: ClassEntry, branch: Branch, paragraph: str) -> RuleOutcome:
    return RuleOutcome(Movement.STAYS, Reasoning(paragraph, branch, entry.places))


def _leave(entry: ClassEntry, branch: Branch, paragraph: str) -> RuleOutcome:
    return RuleOutcome(Movement.COMMITTEE, Reasoning(paragraph, branch, entry.places))
