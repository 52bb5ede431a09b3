"""The first year's supplement for every player of a club (LASK 11b), decided on the
basis of the club's return.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import starts
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    DecisionNotPossible,
    confirm_decision,
    make_decision,
)
from ratings.engine.domain.seasons import SeasonOfPool, season_named
from ratings.enums import DecisionKind, ReturnState
from ratings.models import ClubReturn
from ratings.returns.domain.returning import ReturnNotPossible, current_supplements
from ratings.rules.lask.summer import club_supplement, has_supplement


@dataclass(frozen=True, slots=True)
class Supplement:
    """The inputs of the formula, and the points that it gives each player of the club."""

    factor: int
    points: int
    """S."""
    games: int
    """N."""
    members: int
    """M, the players of the return."""
    each: int


def supplement_of(club_return: ClubReturn) -> Supplement | None:
    """Compute the supplement from the return as it was sent; None in every season but
    the system's first, and before the return was received.
    """
    season = _season(club_return)
    if season is None or club_return.state != ReturnState.RECEIVED:
        return None
    if not has_supplement(season.season, season.parameters):
        return None
    points, games, members = (
        club_return.points or 0,
        club_return.games or 0,
        club_return.lines.count(),
    )
    return Supplement(
        factor=season.parameters.supplement_factor,
        points=points,
        games=games,
        members=members,
        each=club_supplement(points, games, members, season.parameters),
    )


@transaction.atomic
@starts(Matter.DECISION)
def decide_supplement(return_id: int, *, acting: ActionContext) -> int:
    """Store the supplement for every player of a received return, one decision for
    each, and return how many. It counts with the base of 1 September, once another
    officer confirms it.

    Raises ReturnNotPossible with `state` if it is decided already or the season has
    none, `nothing` if it amounts to nothing, and `supplement_waits` if the same points
    wait for one of the players.
    """
    club_return = ClubReturn.objects.select_for_update().get(pk=return_id)
    supplement, season = supplement_of(club_return), _season(club_return)
    if (
        supplement is None
        or season is None
        or current_supplements(club_return).exists()
    ):
        raise ReturnNotPossible("state")
    if supplement.each == 0:
        raise ReturnNotPossible("nothing")
    reason = _reason(supplement)
    lines = list(club_return.lines.order_by("pk"))
    for line in lines:
        draft = DecisionDraft(
            pool_id=club_return.pool_id,
            kind=DecisionKind.ADJUSTMENT,
            player_id=line.player_id,
            on_date=season.season.summer_last,
            points=supplement.each,
            reason=reason,
        )
        try:
            line.supplement = make_decision(draft, acting=acting)
        except DecisionNotPossible as error:
            raise ReturnNotPossible("supplement_waits") from error
        line.save(update_fields=["supplement"])
    return len(lines)


@transaction.atomic
def confirm_supplement(return_id: int, *, acting: ActionContext) -> int:
    """Confirm all decisions of the supplement at once, as another officer; return how
    many.

    Raises ReturnNotPossible with `state` if none waits, or `own_supplement`.
    """
    club_return = ClubReturn.objects.select_for_update().get(pk=return_id)
    waiting = list(current_supplements(club_return).filter(confirmed_at=None))
    if not waiting:
        raise ReturnNotPossible("state")
    for decision in waiting:
        try:
            confirm_decision(decision.pk, acting=acting)
        except DecisionNotPossible as error:
            code = "own_supplement" if error.code == "four_eyes" else "state"
            raise ReturnNotPossible(code) from error
    return len(waiting)


def _season(club_return: ClubReturn) -> SeasonOfPool | None:
    return season_named(club_return.pool_id, club_return.season)


def _reason(supplement: Supplement) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        return _(
            "The first year’s supplement by the club’s return (LASK 11b):"
            " %(factor)d · S/N − S/M with S = %(points)d, N = %(games)d and"
            " M = %(members)d gives %(each)d."
        ) % {
            "factor": supplement.factor,
            "points": supplement.points,
            "games": supplement.games,
            "members": supplement.members,
            "each": supplement.each,
        }
