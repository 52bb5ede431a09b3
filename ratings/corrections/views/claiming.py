"""Who may make a correction request about a game, and in which capacity."""

from dataclasses import dataclass
from datetime import date
from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from federation.models import Membership
from federation.permissions import Actor, Permission, may, may_somewhere
from ratings.corrections.queries.claims import cards_of
from ratings.corrections.queries.respondents import may_speak_for_organiser
from ratings.models import Game, Report


@dataclass(frozen=True, slots=True)
class Claimant:
    """In which capacity a request is filed: as a player, for the organiser, or for
    others.
    """

    player_id: int | None = None
    by_organiser: bool = False


def refuse_access(actor: Actor) -> NoReturn:
    """Raise Http404 for users who may have correction requests of their own,
    PermissionDenied for others.
    """
    if actor.player_id is not None or may_somewhere(
        actor, Permission.CLAIM_CORRECTIONS
    ):
        raise Http404(_("There is no such request."))
    raise PermissionDenied


def claimant_of(
    actor: Actor, report: Report, game: Game, today: date
) -> Claimant | None:
    """Return in which capacity the actor may report the game as wrong, or None."""
    players = (game.white_id, game.black_id)
    for card in set(players) & set(cards_of(actor)):
        return Claimant(player_id=card)
    if may_speak_for_organiser(actor, report):
        return Claimant(by_organiser=True)
    reaches = may(
        actor,
        Permission.CLAIM_CORRECTIONS,
        club_id=report.organiser_id,
        district_id=report.district_id,
    )
    return Claimant() if reaches or _acts_for_club_of(actor, players, today) else None


def may_claim_for(actor: Actor, player_id: int, club_id: int | None) -> bool:
    """Return whether the actor may make requests about the games on a player's page."""
    return (
        actor.player_id == player_id
        or actor.everywhere(Permission.CLAIM_CORRECTIONS)
        or (
            club_id is not None
            and club_id in actor.club_ids(Permission.CLAIM_CORRECTIONS)
        )
    )


def _acts_for_club_of(actor: Actor, players: tuple[int, int], today: date) -> bool:
    """Return whether one of the players is a member of a club that the actor acts for."""
    clubs = actor.club_ids(Permission.CLAIM_CORRECTIONS)
    members = Membership.objects.on(today).filter(player__in=players, club__in=clubs)
    return bool(clubs) and members.exists()
