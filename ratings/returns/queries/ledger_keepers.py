"""Permissions in the ledgers that depend on the day."""

from datetime import date

from federation.models import Club
from federation.permissions import Actor, Permission
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import Keeper, ledger_keeper


def may_write_today(
    actor: Actor, club: Club, day: date, parameters: LaskParameters
) -> bool:
    """Return whether the actor may write in the club's LASK ledger on the day: the
    club's own officers from 1 September to 31 May, the rating office in the summer
    (LASK 2, 3).
    """
    if ledger_keeper(day, parameters) == Keeper.CLUB:
        return club.pk in actor.club_ids(Permission.MANAGE_LEDGER)
    return actor.everywhere(Permission.MANAGE_LEDGER)
