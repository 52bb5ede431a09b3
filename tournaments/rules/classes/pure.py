"""Movements in pure sections and by place in named competitions (SSF §7.2–7.3)."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.rules.classes.counting import CountedRounds, count_rounds
from tournaments.rules.classes.proposals import Branch, Movement, Reasoning, RuleOutcome
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import ClassEntry, ClassSection, Competition
from tournaments.rules.classes.tables import (
    eighty_percent,
    half_score,
    half_score_less_half_a_point,
)

_B, _C, _D = "SSF §7.2b", "SSF §7.2c", "SSF §7.2d"
_M, _I, _II = ClassRank.MASTER, ClassRank.FIRST, ClassRank.SECOND

_MOVEMENTS = {
    Branch.WON_SECTION: Movement.PROMOTED,
    Branch.EIGHTY_PERCENT: Movement.PROMOTED,
    Branch.REACHED_STAYING: Movement.STAYS,
    Branch.NOTHING_TO_LOSE: Movement.STAYS,
    Branch.BELOW_STAYING: Movement.RELEGATED,
    Branch.SHARED_PLACE: Movement.COMMITTEE,
    Branch.NEVER_PLAYED: Movement.COMMITTEE,
}
_PARAGRAPHS = {
    Branch.WON_SECTION: "SSF §7.2a",
    Branch.EIGHTY_PERCENT: "SSF §7.2a",
    Branch.NOTHING_TO_LOSE: "SSF §7.3",
    Branch.SHARED_PLACE: "SSF §7.2a; §10.3",
    Branch.NEVER_PLAYED: "SSF §7.7",
}

PLACE_TITLES: Mapping[Competition, tuple[tuple[range, ClassRank, str], ...]] = (
    MappingProxyType(
        {
            Competition.JSM_GROUP: ((range(1, 4), _M, _B),),
            Competition.JUNIOR_QUALIFIER: (
                (range(1, 2), _M, _B),
                (range(2, 6), _I, _C),
            ),
            Competition.KADETT_SM: ((range(1, 2), _M, _B), (range(2, 4), _I, _C)),
            Competition.VETERAN_SM: ((range(1, 2), _M, _B),),
            Competition.VETERAN_GENERAL: (
                (range(1, 2), _I, _C),
                (range(2, 4), _II, _D),
            ),
            Competition.MINIOR_SM: ((range(1, 4), _II, _D),),
        }
    )
)
"""SSF §7.2b–d: places, the class they give, and the paragraph."""


def promotion_score(player_class: ClassRank, games: int) -> int | None:
    """Return the half points that are 80 % in I, II or III (SSF §7.2a); None for M."""
    return eighty_percent(games) if player_class.above else None


def staying_score(
    competition: Competition, player_class: ClassRank, games: int
) -> int | None:
    """Return the half points that keep the class in a pure section (SSF §7.3a, b).

    None if the class cannot be lost: III, and M outside the Mästarklass.
    """
    if player_class is ClassRank.MASTER:
        in_mastarklass = competition is Competition.MASTARKLASS
        return half_score(games) if in_mastarklass else None
    return half_score_less_half_a_point(games) if player_class.below else None


def judge_pure(
    section: ClassSection, entry: ClassEntry, judged_as: ClassRank
) -> RuleOutcome:
    """Return one player's outcome in a section of one class (SSF §7.2a, §7.3a, b;
    §7.7).

    A winner is alone in first place after the announced tie-break. Percentages are of
    the games that count, byes left out. The rules committee decides while a first place
    that matters is shared, and for a player without a game that counts.
    """
    counted = count_rounds(section, entry)
    rises = promotion_score(judged_as, counted.rounds)
    stays = staying_score(section.competition, judged_as, counted.rounds)
    branch = _find_branch(entry, counted, rises, stays)
    return RuleOutcome(
        _MOVEMENTS[branch],
        Reasoning(
            paragraph=_cite(branch, entry, judged_as),
            branch=branch,
            places=entry.places,
            counted=counted,
            promotion_requires=rises,
            staying_requires=stays,
        ),
    )


def _find_branch(
    entry: ClassEntry, counted: CountedRounds, rises: int | None, stays: int | None
) -> Branch:
    if not counted.rounds or all(game.opponent is None for game in entry.games):
        return Branch.NEVER_PLAYED
    # Results annulled by §11.1a promote no player.
    if rises is not None and not entry.annulled:
        branch = _find_rise(entry.places, counted.half_points, rises)
        if branch is not None:
            return branch
    if stays is None:
        return Branch.NOTHING_TO_LOSE
    reached = counted.half_points >= stays
    return Branch.REACHED_STAYING if reached else Branch.BELOW_STAYING


def _find_rise(places: tuple[int, int] | None, score: int, rises: int) -> Branch | None:
    if places == (1, 1):
        return Branch.WON_SECTION
    if score >= rises:
        return Branch.EIGHTY_PERCENT
    if places is not None and places[0] == 1:
        return Branch.SHARED_PLACE
    return None


def _cite(branch: Branch, entry: ClassEntry, judged_as: ClassRank) -> str:
    letter = "a" if judged_as is ClassRank.MASTER else "b"
    if branch is Branch.BELOW_STAYING and entry.withdrawn:
        return f"SSF §7.7; §7.3{letter}"
    return _PARAGRAPHS.get(branch, f"SSF §7.3{letter}")


def find_place_title(
    competition: Competition, place: int
) -> tuple[ClassRank, str] | None:
    """Return the class that a place gives, and the paragraph (SSF §7.2b–d)."""
    for places, player_class, paragraph in PLACE_TITLES.get(competition, ()):
        if place in places:
            return player_class, paragraph
    return None
