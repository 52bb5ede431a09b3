"""Movements in sections of mixed classes (SSF §7.4 and Bilaga 1)."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.classes.counting import (
    CountedRounds,
    count_rounds,
    opponents_mean,
)
from tournaments.rules.classes.proposals import Branch, Movement, Reasoning, RuleOutcome
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import ClassEntry, ClassSection, Competition
from tournaments.rules.classes.tables import (
    FEWEST_ROUNDS,
    Requirement,
    class_difference,
    find_requirement,
    is_in_tables,
)

_OUTCOMES = {
    Branch.FULL_SCORE: (Movement.PROMOTED, "SSF Bilaga 1 a"),
    Branch.REACHED_PROMOTION: (Movement.PROMOTED, "SSF Bilaga 1 a"),
    Branch.REACHED_STAYING: (Movement.STAYS, "SSF Bilaga 1 b"),
    Branch.NOTHING_TO_LOSE: (Movement.STAYS, "SSF Bilaga 1 b"),
    Branch.MASTER_PROTECTED: (Movement.STAYS, "SSF Bilaga 1 f"),
    Branch.ZERO_POINTS: (Movement.RELEGATED, "SSF Bilaga 1 b"),
    Branch.BELOW_STAYING: (Movement.RELEGATED, "SSF Bilaga 1 b"),
    Branch.NEVER_PLAYED: (Movement.COMMITTEE, "SSF §7.7"),
    Branch.OUTSIDE_TABLES: (Movement.COMMITTEE, "SSF Bilaga 1 d"),
    Branch.UNRATED_OPPONENT: (Movement.COMMITTEE, "SSF Bilaga 1 i"),
    Branch.TABLES_DISAGREE: (Movement.COMMITTEE, "SSF Bilaga 1 a, b"),
}


@dataclass(frozen=True, slots=True)
class _Facts:
    counted: CountedRounds
    mean: Fraction | None
    difference: int | None
    requirement: Requirement | None


def judge_mixed(
    section: ClassSection, entry: ClassEntry, judged_as: ClassRank
) -> RuleOutcome:
    """Return one player's outcome by the tables, one class at most (SSF Bilaga 1).

    The rules committee decides outside seven to thirteen counted rounds, with an
    unrated opponent if d matters, for a player who never played, and if the score is
    enough for promotion by one table and too little to stay by the other (half a point
    short of the full score, very weak opposition).
    """
    facts = _gather(section, entry, judged_as)
    branch = _find_branch(section, entry, judged_as, facts)
    movement, paragraph = _OUTCOMES[branch]
    if entry.withdrawn and movement is Movement.RELEGATED:
        paragraph = "SSF §7.7; Bilaga 1 b"
    return RuleOutcome(movement, _explain(entry, judged_as, facts, branch, paragraph))


def reaches_sm_group(competition: Competition) -> bool:
    """Return whether an M player can reach the SM group by the competition (SSF §5;
    Bilaga 1 f).

    Of the sections judged by the tables only the JSM group leads there.
    """
    return competition is Competition.JSM_GROUP


def _gather(section: ClassSection, entry: ClassEntry, judged_as: ClassRank) -> _Facts:
    counted = count_rounds(section, entry, FEWEST_ROUNDS)
    ratings = {other.id: other.rating for other in section.entries}
    mean = opponents_mean(counted.opponents, ratings)
    if mean is None:
        return _Facts(counted, None, None, None)
    difference = class_difference(judged_as, mean)
    requirement = find_requirement(judged_as, counted.rounds, difference)
    return _Facts(counted, mean, difference, requirement)


def _find_branch(
    section: ClassSection, entry: ClassEntry, judged_as: ClassRank, facts: _Facts
) -> Branch:
    if judged_as is ClassRank.MASTER and not reaches_sm_group(section.competition):
        return Branch.MASTER_PROTECTED
    if all(game.opponent is None for game in entry.games):
        return Branch.NEVER_PLAYED
    if not is_in_tables(facts.counted.rounds):
        return Branch.OUTSIDE_TABLES
    extreme = _find_extreme(entry, judged_as, facts.counted)
    return extreme or _read_tables(entry, facts.counted.half_points, facts.requirement)


def _find_extreme(
    entry: ClassEntry, judged_as: ClassRank, counted: CountedRounds
) -> Branch | None:
    # No points and the full score are decided at every d, known or not.
    if counted.half_points == 0:
        return Branch.ZERO_POINTS if judged_as.below else Branch.NOTHING_TO_LOSE
    if counted.half_points != 2 * counted.rounds:
        return None
    if judged_as.above and not entry.annulled:
        return Branch.FULL_SCORE
    return Branch.REACHED_STAYING if judged_as.below else Branch.NOTHING_TO_LOSE


def _read_tables(
    entry: ClassEntry, score: int, requirement: Requirement | None
) -> Branch:
    if requirement is None:
        return Branch.UNRATED_OPPONENT
    promotion, staying = requirement.promotion, requirement.staying
    # Results annulled by §11.1a neither prevent relegation nor promote a player.
    rises = promotion and score >= promotion.half_points and not entry.annulled
    falls = staying and score < staying.half_points
    if rises:
        return Branch.TABLES_DISAGREE if falls else Branch.REACHED_PROMOTION
    if falls:
        return Branch.BELOW_STAYING
    return Branch.REACHED_STAYING if staying else Branch.NOTHING_TO_LOSE


def _explain(
    entry: ClassEntry,
    judged_as: ClassRank,
    facts: _Facts,
    branch: Branch,
    paragraph: str,
) -> Reasoning:
    promotion = facts.requirement.promotion if facts.requirement else None
    staying = facts.requirement.staying if facts.requirement else None
    return Reasoning(
        paragraph=paragraph,
        branch=branch,
        places=entry.places,
        counted=facts.counted,
        class_mean=judged_as.mean_rating,
        opponents_mean=facts.mean,
        difference=facts.difference,
        promotion_requires=promotion.half_points if promotion else None,
        staying_requires=staying.half_points if staying else None,
        promotion_row=promotion,
        staying_row=staying,
    )
